//! Keeps statistics and cards up with the feed: a finished game is counted and can be found within a second, an amended
//! or reopened one is counted anew, and so is one of which something beside the events has changed.

mod count;
mod plan;
pub mod rebuild;
mod whereabouts;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use actix_web::web;

use self::count::{Told, count};
use self::plan::{Looked, Rows, plan};
use self::whereabouts::Whereabouts;
use crate::problem::Problem;
use crate::search::card::card;
use crate::startup::App;
use crate::statistics::shapes::fingerprint;
use crate::store::{ChangedHead, Follow, GameId, Grown, Position, Shard, State, Store, Upkeep};
use crate::tables::Tables;

/// The name of the checkpoint of the cards: another one than when no cards were written, so that old records get theirs
/// although a service of then may still be running.
pub const NAME: &str = "records";
/// Events looked at in one transaction.
const BATCH: u32 = 2000;
/// Changes beside events looked at in one transaction.
const HEADS: u32 = 500;
/// How long to rest when there is nothing new.
const REST: Duration = Duration::from_millis(200);
/// How long to rest when the store fails.
const RECOVER: Duration = Duration::from_secs(2);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    let follower = Follower::new(app.store(), Some(&app.tables));
    loop {
        let rest = match follower.catch_up().await {
            Ok(()) => REST,
            Err(error) => {
                tracing::warn!(%error, "the statistics could not be kept up");
                RECOVER
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// Follows every shard's feed to its end.
pub async fn catch_up(store: &Store) -> Result<(), Problem> {
    Follower::new(store, None).catch_up().await
}

/// Who keeps cards and the live generation up.
struct Follower<'f> {
    store: &'f Store,
    /// The tables of this instance, to pass by those that are known to be live.
    tables: Option<&'f Tables>,
    /// Of the definitions that are counted by; a generation of another one is left alone.
    fingerprint: String,
    whereabouts: Whereabouts,
}

/// What there is to do.
struct Work<'w> {
    /// Where the feed is read from.
    from: Position,
    /// Up to where.
    to: Position,
    /// What happened there.
    grown: Vec<Grown>,
    /// The generation, if it stands at the same place as the cards.
    generation: Option<Looked<'w>>,
    /// Whether the cards do.
    cards: bool,
    /// Changes beside events.
    heads: Vec<ChangedHead>,
    /// Whether more is waiting.
    more: bool,
}

impl<'f> Follower<'f> {
    fn new(store: &'f Store, tables: Option<&'f Tables>) -> Self {
        Self { store, tables, fingerprint: fingerprint(), whereabouts: Whereabouts::default() }
    }

    async fn catch_up(&self) -> Result<(), Problem> {
        for shard in Shard::all() {
            while self.step(shard).await? {}
        }
        Ok(())
    }

    /// Takes one batch of events, and says whether more are waiting. What comes one by one waits for the next round:
    /// a transaction for every move would cost the moves as much as they cost themselves.
    async fn step(&self, shard: Shard) -> Result<bool, Problem> {
        let seen = self.store.latest().feed_now(shard).await?;
        let Some(mut work) = self.look(shard, seen.0).await? else { return Ok(false) };
        let (live, mut told) = self.count(&work).await?;
        let upkeep = self.upkeep(&mut work, &mut told).await?;
        let cards = work.cards.then(|| cards(&work, live, told));
        // Another instance may have been faster: then this batch is counted already.
        self.store.keep_up(shard, cards.as_ref(), upkeep.as_ref(), seen).await?;
        Ok(work.more)
    }

    /// Goes no further than where the feed was seen to end: of what came since nobody knows the time.
    async fn look(&self, shard: Shard, end: Position) -> Result<Option<Work<'_>>, Problem> {
        let reader = self.store.latest();
        let carded = reader.checkpoint(NAME, shard).await?;
        let standing = reader.standing(shard, State::Live, &self.fingerprint).await?;
        let counted = standing.as_ref().map_or(carded, |standing| standing.position);
        let from = carded.min(counted);
        let mut grown = reader.grew(shard, from, BATCH).await?;
        // Who is behind comes first, until both go on together.
        let meeting = if carded == counted { Position(i64::MAX) } else { carded.max(counted) };
        let full = grown.len() == BATCH as usize || meeting.0 < i64::MAX;
        grown.retain(|grown| grown.position <= meeting.min(end));
        let standing = standing.filter(|standing| standing.position == from);
        let heads = match standing {
            Some(_) => reader.changed_heads(shard, None, &[], HEADS).await?,
            None => Vec::new(),
        };
        if grown.is_empty() && heads.is_empty() {
            return Ok(None);
        }
        let generation = match standing {
            Some(standing) => {
                let chunks = reader.chunks(&standing).await?;
                Some(Looked { standing, chunks, whereabouts: &self.whereabouts })
            }
            None => None,
        };
        Ok(Some(Work {
            from,
            to: grown.last().map_or(from, |last| last.position),
            cards: carded == from && !grown.is_empty(),
            generation,
            more: full || heads.len() == HEADS as usize,
            grown,
            heads,
        }))
    }

    /// Records that are live, as the tables know, and all others as they stand.
    async fn count(&self, work: &Work<'_>) -> Result<(Vec<GameId>, Vec<Told>), Problem> {
        let mut live = self.live(work);
        if let Some(generation) = &work.generation {
            // What it said before it was reopened is to be kept.
            let counted = generation.counted(self.store, &live).await?;
            live.retain(|id| counted.iter().all(|counted| counted.game != *id));
        }
        let grown = work.grown.iter().map(|grown| grown.game);
        let touched: BTreeSet<GameId> = grown.chain(work.heads.iter().map(|head| head.game)).collect();
        let others = touched.into_iter().filter(|id| !live.contains(id)).collect();
        let told = count(self.store, others, work.to, card).await?;
        Ok((live, told))
    }

    fn live(&self, work: &Work<'_>) -> Vec<GameId> {
        let Some(tables) = self.tables else { return Vec::new() };
        let mut last = BTreeMap::new();
        for grown in &work.grown {
            let (seq, corrected) = last.entry(grown.game).or_insert((grown.seq, false));
            (*seq, *corrected) = (grown.seq, *corrected | grown.corrects);
        }
        let live =
            last.into_iter().filter(|(id, (seq, corrected))| !corrected && tables.is_live_at(*id, *seq));
        live.map(|(id, _)| id).collect()
    }

    async fn upkeep(&self, work: &mut Work<'_>, told: &mut [Told]) -> Result<Option<Upkeep>, Problem> {
        let Some(generation) = work.generation.take() else { return Ok(None) };
        let heads = work.heads.iter().map(|head| head.id).collect();
        Ok(Some(Upkeep { to: work.to, heads, ..plan(self.store, generation, told, Rows::new()).await? }))
    }
}

fn cards(work: &Work<'_>, mut live: Vec<GameId>, told: Vec<Told>) -> Follow<'static> {
    let mut ended = Vec::new();
    for told in told {
        match told.card {
            Some(card) => ended.push(card),
            None => live.push(told.game),
        }
    }
    Follow { name: NAME, from: work.from, to: work.to, ended, live }
}
