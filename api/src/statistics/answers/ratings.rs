//! The ratings that are cached in memory, brought up to a moment of the archive.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use kifu_engine::game::Feature;
use kifu_engine::games;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::archive::{self, Archive, AsOf};
use crate::http::cost::{Permit, Scans, Slot};
use crate::http::problem::Problem;
use crate::operation::weighted_cache::{CacheSize, Eviction, weighted_cache};
use kifu_statistics::chunk::{ChunkSet, ColumnRequest, LoadedChunk, Snapshot};
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::definitions::{COMMON, POINTS};
use kifu_statistics::question::Filter;
use kifu_statistics::ratings::game_ratings::GameRatings;
use kifu_statistics::shapes::id;
use kifu_store::Store;

/// The size of the ratings of one question: a guess for the size of the cache's tables.
const TYPICAL_RATINGS_BYTES: u64 = 1 << 20;
/// So often the archive is looked at before a request computes for itself what others keep changing.
const MAX_SNAPSHOT_RETRIES: u32 = 4;

/// The ratings that are cached in memory.
pub struct Ratings {
    cache: Cache<RatingsKey, HistoryEntry, RatingsWeight>,
    views_taken: AtomicU64,
}

/// The games and the moment of ratings.
#[derive(Clone, Debug)]
pub struct RatingQuery {
    /// The kind of game.
    pub game: &'static str,
    /// The filter of games of that kind.
    pub filter: Filter,
    /// Snapshot; now, if `None`.
    pub as_of: Option<AsOf>,
}

impl RatingQuery {
    /// The place of the ratings in this snapshot; `None` for those of now, also if `as_of` is in the future.
    fn place(&self, snapshot: &Snapshot) -> Option<Arc<[i64]>> {
        let has_come = match self.as_of.as_ref()? {
            AsOf::Now => false,
            AsOf::Time(time) => *time <= snapshot.as_of,
            AsOf::Place(place, _) => {
                place.iter().zip(snapshot.positions.iter()).any(|(place, now)| place.0 <= *now)
            }
        };
        has_come.then(|| Arc::clone(&snapshot.positions))
    }
}

/// The kind of game, the filter as it is written, and the place in the feed, unless it is now.
type RatingsKey = (&'static str, String, Option<Arc<[i64]>>);

#[derive(Clone)]
struct HistoryEntry {
    standing: Arc<RwLock<CachedHistory>>,
    bytes: u64,
}

/// Ratings, and the number of the view of the archive to which they were updated.
struct CachedHistory {
    ratings: GameRatings,
    view_number: u64,
}

#[derive(Clone)]
struct RatingsWeight;

impl Weighter<RatingsKey, HistoryEntry> for RatingsWeight {
    fn weight(&self, _: &RatingsKey, entry: &HistoryEntry) -> u64 {
        entry.bytes.max(1)
    }
}

impl Ratings {
    /// Forgets all ratings.
    pub fn clear(&self) {
        self.cache.clear();
    }

    /// A cache of ratings of this number of bytes in all.
    pub fn new(bytes: u64) -> Self {
        let size = CacheSize { bytes, typical_value_bytes: TYPICAL_RATINGS_BYTES, shards: 1 };
        let cache = weighted_cache(size, Eviction::LeastUsed, RatingsWeight);
        Self { cache, views_taken: AtomicU64::new(0) }
    }

    /// Reads the ratings of these games in this view of the archive; `None` if they were updated to a later view.
    fn with<R>(
        &self,
        rating_query: &RatingQuery,
        seen: &ArchiveView,
        read: impl FnOnce(&GameRatings) -> R,
    ) -> Option<R> {
        let chunks = seen.of(rating_query.game);
        let key =
            (rating_query.game, format!("{:?}", rating_query.filter), rating_query.place(&seen.snapshot));
        let new =
            || HistoryEntry { standing: Arc::new(RwLock::new(CachedHistory::new(rating_query))), bytes: 0 };
        let entry = self
            .cache
            .get_or_insert_with(&key, || Ok::<_, Infallible>(new()))
            .unwrap_or_else(|no| match no {});
        {
            // No holder of the lock panics. If one did, the ratings would be computed without the cache.
            let standing = entry.standing.read().ok()?;
            if standing.ratings.is_of(&chunks, &seen.snapshot.redirects) {
                return Some(read(&standing.ratings));
            }
        }
        let mut standing = entry.standing.write().inspect_err(|_| _ = self.cache.remove(&key)).ok()?;
        if !standing.ratings.is_of(&chunks, &seen.snapshot.redirects) {
            if seen.view_number < standing.view_number {
                return None;
            }
            standing.view_number = seen.view_number;
            standing.ratings.update(&chunks, &seen.snapshot.redirects);
        }
        let bytes = standing.ratings.bytes() as u64;
        if bytes > entry.bytes + entry.bytes / 8 {
            self.cache.insert(key, HistoryEntry { standing: entry.standing.clone(), bytes });
        }
        Some(read(&standing.ratings))
    }
}

impl CachedHistory {
    fn new(rating_query: &RatingQuery) -> Self {
        let game = games::find(rating_query.game);
        let cooperative = game.is_some_and(|game| game.meta().features.contains(&Feature::Cooperative));
        Self { ratings: GameRatings::new(cooperative, rating_query.filter.clone()), view_number: 0 }
    }
}

/// The archive as a request has found it.
struct ArchiveView {
    view_number: u64,
    chunks: Vec<LoadedChunk>,
    snapshot: Snapshot,
}

impl ArchiveView {
    fn of(&self, game: &str) -> Vec<LoadedChunk> {
        self.chunks.iter().filter(|chunk| *chunk.game == *game).cloned().collect()
    }

    /// Ratings that are not cached.
    fn compute_uncached<R>(&self, rating_query: &RatingQuery, read: impl FnOnce(&GameRatings) -> R) -> R {
        let mut ratings = CachedHistory::new(rating_query).ratings;
        ratings.update(&self.of(rating_query.game), &self.snapshot.redirects);
        read(&ratings)
    }
}

/// Reads ratings, away from the threads that answer requests, all as of one moment.
///
/// # Errors
///
/// If the archive can't be read, or the ratings changed every time they were read.
pub async fn read<R: Send + 'static>(
    ratings: &Arc<Ratings>,
    (archive, store, slot): (&Archive, &Store, &Slot<Scans>),
    rating_query: Vec<RatingQuery>,
    read: impl Fn(&RatingQuery, &GameRatings) -> R + Send + Sync + 'static,
) -> Result<(Vec<R>, Snapshot), Problem> {
    let game = match &rating_query[..] {
        [only] => Some(only.game),
        _ => None,
    };
    let as_of = rating_query.first().and_then(|rating_query| rating_query.as_of.clone());
    let points = id(COMMON, POINTS);
    let (rating_query, read) = (Arc::new(rating_query), Arc::new(read));
    for again in (0..MAX_SNAPSHOT_RETRIES).rev() {
        let view_number = ratings.views_taken.fetch_add(1, Ordering::SeqCst);
        let points = ColumnRequest { id: &points, dimensions: Vec::new() };
        let (column_groups, as_of) = (&ColumnGroup::ALL, as_of.clone());
        let games = archive::ChunkRequest { game, column_groups, metrics: &[points], as_of, chunks: None };
        let ChunkSet { chunks, snapshot } = archive.read((store, slot), &games).await?;
        let seen = ArchiveView { view_number, chunks, snapshot };
        let (ratings, rating_query, read) = (ratings.clone(), rating_query.clone(), read.clone());
        let work = move |_: &Permit<Scans>| {
            let one = |rating_query: &RatingQuery| {
                let shared = ratings.with(rating_query, &seen, |ratings| read(rating_query, ratings));
                if again == 0 {
                    shared.or_else(|| {
                        Some(seen.compute_uncached(rating_query, |ratings| read(rating_query, ratings)))
                    })
                } else {
                    shared
                }
            };
            Some((rating_query.iter().map(one).collect::<Option<Vec<R>>>()?, seen.snapshot))
        };
        let found = slot.run(work).await?;
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(Problem::internal("the ratings changed while they were read, every time"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chrono::DateTime;
    use kifu_statistics::chunk::SnapshotId;
    use kifu_statistics::columns::games::{Game, OPEN_ENDED};
    use kifu_statistics::columns::{Chunk, GameEntry};
    use kifu_statistics::question::PlayerRedirects;
    use kifu_store::Position;
    use uuid::Uuid;

    use super::*;

    fn chunk(record: u8) -> LoadedChunk {
        let game = Game {
            id: Uuid::from_u128(record.into()),
            from: 0,
            until: OPEN_ENDED,
            played_at: 0,
            irregular: false,
            options: "{}".into(),
            rules_version: 1,
            place: None,
            tags: Vec::new(),
            players: [100, 101].map(|id| Some(Uuid::from_u128(id))).into(),
            won: vec![true, false],
            places: vec![1, 2],
            ending: "end".into(),
        };
        let chunk = Chunk::of(vec![GameEntry { game, observations: BTreeMap::new() }], &[]);
        LoadedChunk {
            id: (1, 0, record.into()),
            position: record.into(),
            game: "some_game".into(),
            games: Arc::new(chunk.games),
            tombstones: Arc::default(),
            observations: BTreeMap::new(),
        }
    }

    #[test]
    fn a_future_moment_shares_the_current_history() {
        let ratings = Ratings::new(1 << 20);
        for number in 1..=3_u8 {
            let place =
                |number: u8| [Position(number.into())].into_iter().collect::<kifu_store::FeedPositions>();
            let time = |number: u8| DateTime::from_timestamp(number.into(), 0).unwrap_or_default();
            let snapshot = Snapshot {
                positions: place(number).numbers().into(),
                as_of: time(number),
                redirects: PlayerRedirects::default(),
                id: SnapshotId([0; 32]),
            };
            let seen = ArchiveView {
                view_number: number.into(),
                chunks: (1..=number).map(chunk).collect(),
                snapshot,
            };
            let games = |as_of| {
                let as_of: Option<AsOf> = as_of;
                let rating_query = RatingQuery { game: "some_game", filter: Filter::default(), as_of };
                ratings.with(&rating_query, &seen, GameRatings::len)
            };
            for now in
                [None, Some(AsOf::Time(time(number + 1))), Some(AsOf::Place(place(number + 1), time(0)))]
            {
                assert_eq!(games(now.clone()), Some(number.into()), "{now:?}");
                assert_eq!(ratings.cache.len(), usize::from(number), "{now:?}");
            }
            for come in [AsOf::Time(time(number)), AsOf::Place(place(number), time(0))] {
                assert_eq!(games(Some(come.clone())), Some(number.into()), "{come:?}");
                assert_eq!(ratings.cache.len(), 1 + usize::from(number), "what has come has one a place");
            }
        }
    }
}
