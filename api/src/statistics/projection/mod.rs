//! Keeps statistics and documents up with the feed: a finished game is counted and can be found within a second, an amended
//! or reopened one is counted anew, and so is one of which something beside the events has changed.
//!
//! Records of earlier versions are found again without a command: when the shape of search documents changes, the
//! follower's checkpoint gets a new name, and the follower reads the feed from its start once. Deleting the row of
//! `projections` has the same effect at any time.
//!
//! The shards are divided among the instances (`store/src/shard_lease.rs`). Where two work for one all the same, as when
//! one was taken for dead, one writer is found by looking, not by locking. A step of the follower reads without a lock, computes, and writes in
//! one transaction, which begins by moving the generation on from the `step` that was read. The slower of two writers
//! writes nothing.

pub mod count;
pub(crate) mod plan;
pub mod rebuild;
pub(crate) mod record_locator;
pub mod slow;
mod takeover;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use actix_web::web;
use futures_util::{StreamExt, stream};

use self::count::{CountedRecord, count};
use self::plan::{Rows, StoredGeneration, plan};
use self::record_locator::RecordLocator;
use self::takeover::Takeovers;
use crate::app::App;
use crate::http::problem::Problem;
use crate::records::cache::RecordCache;
use crate::records::search::document::document;
use crate::statistics::answers::looks::FeedLooks;
use kifu_statistics::shapes::fingerprint;
use kifu_store::{
    DirtyRecord, EventRef, GameId, GenerationState, IncrementalUpdate, Position, SEARCH_CHECKPOINT,
    SearchUpdate, Shard, ShardWork, Store,
};

/// Events looked at in one transaction.
const EVENTS_PER_TRANSACTION: u32 = 2000;
/// Changes beside events looked at in one transaction.
const HEADS_PER_TRANSACTION: u32 = 500;
/// Shards that are worked for at the same time.
const CONCURRENT_SHARDS: usize = 4;
/// How long to rest when there is nothing new.
const IDLE_PAUSE: Duration = Duration::from_millis(200);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(2);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    let follower =
        || Follower { looks: Some(&app.archive.looks), ..Follower::new(app.store(), Some(&app.records)) };
    let (mut count, mut follows) = (app.store().epoch_count(), follower());
    loop {
        if app.store().epoch_count() != count {
            (count, follows) = (app.store().epoch_count(), follower());
        }
        let rest = match follows.round().await {
            Ok(true) => Duration::ZERO,
            Ok(false) => IDLE_PAUSE,
            Err(error) => {
                tracing::warn!(%error, "the statistics could not be kept up");
                FAILURE_PAUSE
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// Follows every shard's feed to its end.
///
/// # Errors
///
/// If an event can't be read.
pub async fn catch_up(store: &Store) -> Result<(), Problem> {
    let follower = Follower { is_alone: true, ..Follower::new(store, None) };
    while follower.round().await? {}
    Ok(())
}

/// The follower that keeps documents and the live generation up to date.
struct Follower<'f> {
    store: &'f Store,
    /// The records of this instance, to pass by those that are known to be live.
    records: Option<&'f RecordCache>,
    /// The fingerprint of the definitions in use; a generation of other definitions is left alone.
    fingerprint: String,
    record_locator: RecordLocator,
    /// The looks at the ends of the feed, if anybody asks for them.
    looks: Option<&'f FeedLooks>,
    takeovers: Takeovers,
    /// True: it works for all shards, whichever instance follows them.
    is_alone: bool,
}

/// The work to do.
struct Work<'w> {
    /// The position that the feed is read from.
    from: Position,
    /// Up to where.
    to: Position,
    /// The events there.
    grown: Vec<EventRef>,
    /// The generation, if it stands at the same place as the documents.
    generation: Option<StoredGeneration<'w>>,
    /// True: the documents stand at this place.
    documents: bool,
    /// Changes beside events.
    dirty_records: Vec<DirtyRecord>,
    /// True: more is waiting.
    more: bool,
}

impl<'f> Follower<'f> {
    fn new(store: &'f Store, records: Option<&'f RecordCache>) -> Self {
        Self {
            store,
            records,
            fingerprint: fingerprint(),
            record_locator: RecordLocator::default(),
            looks: None,
            takeovers: Takeovers::default(),
            is_alone: false,
        }
    }

    /// Takes one batch of every shard with something to do, and says whether more is waiting. So a shard with much to do
    /// does not keep the others waiting, nor does one that fails.
    async fn round(&self) -> Result<bool, Problem> {
        let work = self.store.latest().pending_work(&self.fingerprint).await?;
        if let Some(looks) = self.looks {
            looks.note(&work);
        }
        let is_ours = |work: &ShardWork| {
            self.is_alone || self.store.follows(work.shard) || self.takeovers.are_due(work)
        };
        let pending = work.into_iter().filter(|work| is_ours(work) && work.is_pending);
        let steps: Vec<_> = pending.map(|work| self.step(work.shard)).collect();
        let steps: Vec<_> = stream::iter(steps).buffer_unordered(CONCURRENT_SHARDS).collect().await;
        steps.into_iter().try_fold(false, |more, step| Ok(step? || more))
    }

    /// Takes one batch of events, and returns true if more are waiting. Single events wait for the next round: a
    /// transaction for every move would cost the moves as much as they cost themselves.
    async fn step(&self, shard: Shard) -> Result<bool, Problem> {
        let seen = self.store.latest().feed_end(shard).await?;
        let Some(mut work) = self.next_work(shard, seen.position).await? else { return Ok(false) };
        let (live, mut counted_records) = self.count(&work).await?;
        let upkeep = self.upkeep(&mut work, &mut counted_records).await?;
        let documents = work.documents.then(|| documents(&work, live, counted_records));
        // Another instance may have been faster: then this batch is counted already.
        self.store.write_update(shard, documents.as_ref(), upkeep.as_ref(), seen).await?;
        Ok(work.more)
    }

    /// Goes no further than the last known end of the feed: the time of later events is not known.
    async fn next_work(&self, shard: Shard, end: Position) -> Result<Option<Work<'_>>, Problem> {
        let reader = self.store.latest();
        let documented = reader.checkpoint(SEARCH_CHECKPOINT, shard).await?;
        let standing = reader.generation_progress(shard, GenerationState::Live, &self.fingerprint).await?;
        let counted = standing.as_ref().map_or(documented, |standing| standing.position);
        let from = documented.min(counted);
        let mut grown = reader.event_refs(shard, from, EVENTS_PER_TRANSACTION).await?;
        // The one that is behind goes first, until both go on together.
        let common_position =
            if documented == counted { Position(i64::MAX) } else { documented.max(counted) };
        let full = grown.len() == EVENTS_PER_TRANSACTION as usize || common_position.0 < i64::MAX;
        grown.retain(|grown| grown.position <= common_position.min(end));
        let standing = standing.filter(|standing| standing.position == from);
        let dirty_records = match standing {
            Some(_) => reader.dirty_records(shard, None, &[], HEADS_PER_TRANSACTION).await?,
            None => Vec::new(),
        };
        if grown.is_empty() && dirty_records.is_empty() {
            return Ok(None);
        }
        let generation = match standing {
            Some(standing) => {
                let chunks = reader.chunks(&standing).await?;
                Some(StoredGeneration { standing, chunks, record_locator: &self.record_locator })
            }
            None => None,
        };
        Ok(Some(Work {
            from,
            to: grown.last().map_or(from, |last| last.position),
            documents: documented == from && !grown.is_empty(),
            generation,
            more: full || dirty_records.len() == HEADS_PER_TRANSACTION as usize,
            grown,
            dirty_records,
        }))
    }

    /// Records that are live, as the records know, and all others as they stand.
    async fn count(&self, work: &Work<'_>) -> Result<(Vec<GameId>, Vec<CountedRecord>), Problem> {
        let mut live = self.live(work);
        if let Some(generation) = &work.generation {
            // Keeps the data from before the record was reopened.
            let counted = generation.counted(self.store, &live).await?;
            live.retain(|id| counted.iter().all(|counted| counted.game != *id));
        }
        let grown = work.grown.iter().map(|grown| grown.game);
        let touched: BTreeSet<GameId> =
            grown.chain(work.dirty_records.iter().map(|head| head.game)).collect();
        let others = touched.into_iter().filter(|id| !live.contains(id)).collect();
        let counted_records = count(self.store, others, work.to, document).await?;
        Ok((live, counted_records))
    }

    fn live(&self, work: &Work<'_>) -> Vec<GameId> {
        let Some(records) = self.records else { return Vec::new() };
        let mut last = BTreeMap::new();
        for grown in &work.grown {
            let (seq, corrected) = last.entry(grown.game).or_insert((grown.seq, false));
            (*seq, *corrected) = (grown.seq, *corrected | grown.corrects);
        }
        let live =
            last.into_iter().filter(|(id, (seq, corrected))| !corrected && records.is_live_at(*id, *seq));
        live.map(|(id, _)| id).collect()
    }

    async fn upkeep(
        &self,
        work: &mut Work<'_>,
        counted_records: &mut [CountedRecord],
    ) -> Result<Option<IncrementalUpdate>, Problem> {
        let Some(generation) = work.generation.take() else { return Ok(None) };
        let dirty_records = work.dirty_records.iter().map(|head| head.id).collect();
        Ok(Some(IncrementalUpdate {
            position: work.to,
            dirty_records,
            ..plan(self.store, generation, counted_records, Rows::new()).await?
        }))
    }
}

fn documents(work: &Work<'_>, mut live: Vec<GameId>, counted_records: Vec<CountedRecord>) -> SearchUpdate {
    let mut ended = Vec::new();
    for record in counted_records {
        match record.document {
            Some(document) => ended.push(document),
            None => live.push(record.game),
        }
    }
    SearchUpdate { from: work.from, position: work.to, ended, live }
}
