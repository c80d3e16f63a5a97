//! Counts everything anew in a new generation while the old one is read, then switches to the new one in one
//! transaction.
//!
//! Definitions, versions of rules and the format of columns make a fingerprint, and a follower writes only to the live
//! generation of its own fingerprint. A rebuild follows the feed too, from its beginning and in long segments, of which
//! several are read and folded at once: events lie in the database in the order of the feed, and reading them record by
//! record took three times as long. One connection holds the right to build. If it is killed, the next rebuild takes
//! the right and goes on behind the last segment.

mod feed_segment;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::web;
use futures_util::{TryStreamExt, pin_mut};

use self::feed_segment::{FeedSegment, segments};
use super::count::{CountedRecord, count, damaged};
use super::plan::{Rows, StoredGeneration, plan};
use super::record_locator::RecordLocator;
use crate::app::App;
use crate::http::problem::Problem;
use kifu_statistics::columns::Chunk;
use kifu_statistics::shapes::fingerprint;
use kifu_store::{
    DirtyRecord, GameId, GenerationProgress, GenerationState, IncrementalUpdate, Position, RebuildLock,
    Shard, Store,
};

/// Rows of columns that are written at once while segments are read.
const MAX_BUFFERED_ROWS: usize = 65_536;
/// Events looked at in one transaction when little is left.
const EVENTS_PER_TRANSACTION: u32 = 5000;
/// Changes beside events looked at in one transaction.
const HEADS_PER_TRANSACTION: u32 = 500;
/// How long to rest when somebody else is building, or the store fails.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The amount of work done.
#[derive(Debug, Default)]
pub struct Progress {
    /// Records that said something.
    pub records: AtomicU64,
    /// Events read for it.
    pub events: AtomicU64,
    /// Records that can't be read to their end, and so are not counted.
    damaged: Mutex<BTreeSet<GameId>>,
}

impl Progress {
    /// Records that can't be read to their end.
    pub fn damaged(&self) -> Vec<GameId> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    fn note_damage(&self, damaged: Vec<GameId>) {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).extend(damaged);
    }
}

/// Sees to it that the live generation is one of these definitions: the first time ever, and when they have changed.
pub async fn tend(app: web::Data<App>) {
    loop {
        match make_live(app.store()).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "the statistics could not be rebuilt"),
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

/// Makes a generation of these definitions live where nothing was ever recorded, so that the first games are followed and
/// not waited for.
pub async fn begin_empty(store: &Store) -> Result<(), Problem> {
    for shard in store.shards()?.all() {
        if store.latest().feed_end(shard).await?.position > Position(0) {
            return Ok(());
        }
    }
    make_live(store).await.map(drop)
}

/// Rebuilds the live generation if it is of other definitions, and sweeps away unused ones. False if another process
/// is at it.
///
/// # Errors
///
/// If a stored event can't be read.
pub async fn make_live(store: &Store) -> Result<bool, Problem> {
    let fingerprint = fingerprint();
    let Some(mut rebuilding) = store.lock_rebuild().await? else { return Ok(false) };
    for shard in store.shards()?.all() {
        if store.latest().generation_progress(shard, GenerationState::Live, &fingerprint).await?.is_none() {
            rebuild(store, &mut rebuilding, &Progress::default()).await?;
        }
    }
    rebuilding.delete_retired().await?;
    Ok(true)
}

/// Counts everything anew and makes the result live; an unfinished rebuild is resumed.
///
/// # Errors
///
/// The counts so far stay, and the next call goes on with them.
pub async fn rebuild(
    store: &Store,
    rebuilding: &mut RebuildLock,
    progress: &Progress,
) -> Result<(), Problem> {
    let fingerprint = &fingerprint();
    rebuilding.begin(fingerprint).await?;
    let record_locator = RecordLocator::default();
    let mut builder = Builder { store, fingerprint, progress, dirty_ids: HashSet::new(), record_locator };
    for shard in store.shards()?.all() {
        builder.read_segments(shard).await?;
    }
    builder.catch_up().await?;
    let switch = rebuilding.begin_switch().await?;
    // Clients of the live generation wait for this, so it is done once more without a rest.
    builder.catch_up().await?;
    let generation = builder.standing(store.shards()?.all().next()).await?.generation;
    if switch.is_behind(generation).await? {
        return Err(Problem::internal(format!(
            "generation {generation} is behind although it has caught up"
        )));
    }
    let dirty_ids: Vec<i64> = builder.dirty_ids.into_iter().collect();
    switch.commit(generation, &dirty_ids).await?;
    tracing::info!(generation, "statistics are answered from a new generation");
    Ok(())
}

/// The data of segments that is not written yet.
#[derive(Default)]
struct Unwritten {
    /// Records that were opened there.
    new: Rows,
    /// Other records, as they were counted last.
    others: BTreeMap<GameId, CountedRecord>,
}

impl Unwritten {
    /// Adds a segment. A record in a later segment replaces its data from an earlier one.
    fn add(&mut self, segment: FeedSegment) {
        for record in segment.records {
            for (chunk, tombstones) in self.new.values_mut().flatten() {
                tombstones.extend(
                    rows_of(chunk, record.game).filter(|row| !tombstones.contains(row)).collect::<Vec<_>>(),
                );
            }
            self.others.insert(record.game, record);
        }
        for (slug, chunk) in segment.new {
            self.new.entry(slug).or_default().push((chunk, Vec::new()));
        }
    }

    fn rows(&self) -> usize {
        self.new.values().flatten().map(|(chunk, _)| chunk.games.len()).sum()
    }

    /// How many records say something.
    fn records(&self) -> u64 {
        let new = self.new.values().flatten().map(|(chunk, tombstones)| chunk.games.len() - tombstones.len());
        let counted_records = self.others.values().filter(|record| !record.entries.is_empty());
        (new.sum::<usize>() + counted_records.count()) as u64
    }
}

fn rows_of(chunk: &Chunk, game: GameId) -> Range<usize> {
    let first = chunk.games.ids.partition_point(|id| *id < game.0);
    let rows = chunk.games.ids[first..].iter().take_while(move |id| **id == game.0).count();
    first..first + rows
}

/// The follower of the feed for a generation that is not live yet.
struct Builder<'b> {
    store: &'b Store,
    fingerprint: &'b str,
    progress: &'b Progress,
    /// Changes beside events that are counted here and wait for the live generation.
    dirty_ids: HashSet<i64>,
    record_locator: RecordLocator,
}

impl Builder<'_> {
    async fn standing(&self, shard: Option<Shard>) -> Result<GenerationProgress, Problem> {
        let shard = shard.ok_or_else(|| Problem::internal("there is no shard"))?;
        let standing = self
            .store
            .latest()
            .generation_progress(shard, GenerationState::Building, self.fingerprint)
            .await?;
        standing.ok_or_else(|| Problem::internal("the generation that was being built is gone"))
    }

    async fn read_generation(&self, standing: GenerationProgress) -> Result<StoredGeneration<'_>, Problem> {
        let chunks = self.store.latest().chunks(&standing).await?;
        Ok(StoredGeneration { standing, chunks, record_locator: &self.record_locator })
    }

    /// Goes along the feed up to where it ends now.
    async fn read_segments(&self, shard: Shard) -> Result<(), Problem> {
        let mut standing = self.standing(Some(shard)).await?;
        let end = self.store.latest().feed_end(shard).await?.position;
        let segments = segments(self.store, shard, standing.position, end);
        pin_mut!(segments);
        let mut waiting = Unwritten::default();
        while let Some(mut segment) = segments.try_next().await? {
            let to = segment.to;
            self.progress.events.fetch_add(segment.events, Ordering::Relaxed);
            self.progress.note_damage(std::mem::take(&mut segment.damaged));
            waiting.add(segment);
            if waiting.rows() >= MAX_BUFFERED_ROWS || to == end {
                standing = self.write(standing, to, std::mem::take(&mut waiting)).await?;
            }
        }
        Ok(())
    }

    async fn write(
        &self,
        standing: GenerationProgress,
        to: Position,
        waiting: Unwritten,
    ) -> Result<GenerationProgress, Problem> {
        let (shard, records) = (standing.shard, waiting.records());
        let mut counted_records: Vec<_> = waiting.others.into_values().collect();
        let seen = self.store.latest().feed_end(shard).await?;
        let stored_generation = self.read_generation(standing).await?;
        let upkeep = IncrementalUpdate {
            position: to,
            ..plan(self.store, stored_generation, &mut counted_records, waiting.new).await?
        };
        if !self.store.write_update(shard, None, Some(&upkeep), seen).await? {
            return Err(Problem::internal("somebody else is building the same generation"));
        }
        self.progress.records.fetch_add(records, Ordering::Relaxed);
        Ok(upkeep.progress_after())
    }

    async fn catch_up(&mut self) -> Result<(), Problem> {
        for shard in self.store.shards()?.all() {
            while self.step(shard).await? {}
        }
        Ok(())
    }

    /// Takes one batch; false if there was none.
    async fn step(&mut self, shard: Shard) -> Result<bool, Problem> {
        let reader = self.store.latest();
        let seen = reader.feed_end(shard).await?;
        let standing = self.standing(Some(shard)).await?;
        let mut grown = reader.event_refs(shard, standing.position, EVENTS_PER_TRANSACTION).await?;
        // The time of later events is not known.
        grown.retain(|grown| grown.position <= seen.position);
        let handed =
            reader.dirty_records(shard, Some(standing.generation), &[], HEADS_PER_TRANSACTION).await?;
        let dirty_ids: Vec<i64> = self.dirty_ids.iter().copied().collect();
        let waiting = reader.dirty_records(shard, None, &dirty_ids, HEADS_PER_TRANSACTION).await?;
        if grown.is_empty() && handed.is_empty() && waiting.is_empty() {
            return Ok(false);
        }
        let to = grown.last().map_or(standing.position, |last| last.position);
        let games_of = |dirty: &[DirtyRecord]| dirty.iter().map(|record| record.game).collect::<Vec<_>>();
        let mut games: Vec<GameId> = grown.iter().map(|grown| grown.game).collect();
        games.extend(games_of(&handed).into_iter().chain(games_of(&waiting)));
        games.sort_unstable();
        games.dedup();
        let mut counted_records = count(self.store, games.clone(), to, |_, _| None).await?;
        self.progress.note_damage(damaged(games, &counted_records));
        let handed = handed.into_iter().map(|head| head.id).collect();
        let stored_generation = self.read_generation(standing).await?;
        let upkeep = IncrementalUpdate {
            position: to,
            dirty_records: handed,
            ..plan(self.store, stored_generation, &mut counted_records, Rows::new()).await?
        };
        if self.store.write_update(shard, None, Some(&upkeep), seen).await? {
            self.dirty_ids.extend(waiting.into_iter().map(|head| head.id));
        }
        Ok(true)
    }
}
