//! The ladders that are kept in memory, brought up to a moment of the archive.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use actix_web::web;
use kifu_engine::game::Feature;
use kifu_engine::games;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use super::archive::{self, Archive, AsOf};
use crate::problem::Problem;
use kifu_statistics::answer::question::Filter;
use kifu_statistics::chunk::{ChunkSet, ColumnRequest, LoadedChunk, Snapshot};
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::definitions::{GENERAL, POINTS};
use kifu_statistics::ratings::ladder::GameRatings;
use kifu_statistics::shapes::id;
use kifu_store::Store;

/// Ladders are kept for about so many questions.
const MAX_CACHED_HISTORIES: usize = 64;
/// So often the archive is looked at before a request computes for itself what others keep changing.
const MAX_SNAPSHOT_RETRIES: u32 = 4;

/// The ladders that are kept in memory.
pub struct Ratings {
    kept: Cache<LadderKey, Kept, LadderWeight>,
    looks: AtomicU64,
}

/// Which games, and when.
#[derive(Clone, Debug)]
pub struct WantedLadder {
    /// The kind of game.
    pub game: &'static str,
    /// Which games of that kind.
    pub filter: Filter,
    /// Snapshot; now, if `None`.
    pub as_of: Option<AsOf>,
}

impl WantedLadder {
    /// How far back the ladder is of, seen from this moment; `None` if it is of now, as it is of a moment to come.
    fn position(&self, snapshot: &Snapshot) -> Option<i64> {
        let has_come = match self.as_of? {
            AsOf::Time(time) => time <= snapshot.as_of,
            AsOf::Place(place) => place.0 <= snapshot.position,
        };
        has_come.then_some(snapshot.position)
    }
}

/// The kind of game, the filter as it is written, and the position, unless it is now.
type LadderKey = (&'static str, String, Option<i64>);

#[derive(Clone)]
struct Kept {
    standing: Arc<RwLock<KeptLadder>>,
    bytes: u64,
}

/// A ladder, and the number of the look at the archive that it was brought up to.
struct KeptLadder {
    ladder: GameRatings,
    look: u64,
}

#[derive(Clone)]
struct LadderWeight;

impl Weighter<LadderKey, Kept> for LadderWeight {
    fn weight(&self, _: &LadderKey, kept: &Kept) -> u64 {
        kept.bytes.max(1)
    }
}

impl Ratings {
    /// Keeps ladders of so many bytes in all.
    pub fn new(bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            .shards(1)
            .weight_capacity(bytes)
            .estimated_items_capacity(MAX_CACHED_HISTORIES)
            .build()
            .expect("all that has no default is given");
        let kept = Cache::with_options(
            options,
            LadderWeight,
            DefaultHashBuilder::default(),
            DefaultLifecycle::default(),
        );
        Self { kept, looks: AtomicU64::new(0) }
    }

    /// Reads the ladder of these games as this look at the archive has it; nothing, if somebody has brought it up to a
    /// later one.
    fn with<R>(
        &self,
        wanted: &WantedLadder,
        seen: &SeenArchive,
        read: impl FnOnce(&GameRatings) -> R,
    ) -> Option<R> {
        let chunks = seen.of(wanted.game);
        let key = (wanted.game, format!("{:?}", wanted.filter), wanted.position(&seen.snapshot));
        let new = || Kept { standing: Arc::new(RwLock::new(KeptLadder::new(wanted))), bytes: 0 };
        let kept = self
            .kept
            .get_or_insert_with(&key, || Ok::<_, Infallible>(new()))
            .unwrap_or_else(|no| match no {});
        {
            // Nobody panics who holds it; if somebody did, the ladder is left to nobody else.
            let standing = kept.standing.read().ok()?;
            if standing.ladder.is_of(&chunks, &seen.snapshot.people) {
                return Some(read(&standing.ladder));
            }
        }
        let mut standing = kept.standing.write().inspect_err(|_| _ = self.kept.remove(&key)).ok()?;
        if !standing.ladder.is_of(&chunks, &seen.snapshot.people) {
            if seen.look < standing.look {
                return None;
            }
            standing.look = seen.look;
            standing.ladder.update(&chunks, &seen.snapshot.people, seen.snapshot.position);
        }
        let bytes = standing.ladder.bytes() as u64;
        if bytes > kept.bytes + kept.bytes / 8 {
            self.kept.insert(key, Kept { standing: kept.standing.clone(), bytes });
        }
        Some(read(&standing.ladder))
    }
}

impl KeptLadder {
    fn new(wanted: &WantedLadder) -> Self {
        let game = games::find(wanted.game);
        let together = game.is_some_and(|game| game.meta().features.contains(&Feature::Cooperative));
        Self { ladder: GameRatings::new(together, wanted.filter.clone()), look: 0 }
    }
}

/// The archive as a request has found it.
struct SeenArchive {
    look: u64,
    chunks: Vec<LoadedChunk>,
    snapshot: Snapshot,
}

impl SeenArchive {
    fn of(&self, game: &str) -> Vec<LoadedChunk> {
        self.chunks.iter().filter(|chunk| *chunk.game == *game).cloned().collect()
    }

    /// A ladder that nobody else has.
    fn alone<R>(&self, wanted: &WantedLadder, read: impl FnOnce(&GameRatings) -> R) -> R {
        let mut ladder = KeptLadder::new(wanted).ladder;
        ladder.update(&self.of(wanted.game), &self.snapshot.people, self.snapshot.position);
        read(&ladder)
    }
}

/// Reads ladders, away from the threads that answer requests, all as of one moment.
///
/// # Errors
///
/// If the archive can't be read, or the ladders changed every time they were read.
pub async fn read<R: Send + 'static>(
    ratings: &Arc<Ratings>,
    (archive, store): (&Archive, &Store),
    wanted: Vec<WantedLadder>,
    read: impl Fn(&WantedLadder, &GameRatings) -> R + Send + Sync + 'static,
) -> Result<(Vec<R>, Snapshot), Problem> {
    let game = match &wanted[..] {
        [only] => Some(only.game),
        _ => None,
    };
    let as_of = wanted.first().and_then(|wanted| wanted.as_of);
    let points = id(GENERAL, POINTS);
    let (wanted, read) = (Arc::new(wanted), Arc::new(read));
    for again in (0..MAX_SNAPSHOT_RETRIES).rev() {
        let look = ratings.looks.fetch_add(1, Ordering::SeqCst);
        let points = ColumnRequest { id: &points, dimensions: Vec::new() };
        let games =
            archive::WantedColumns { game, column_groups: &ColumnGroup::ALL, metrics: &[points], as_of };
        let ChunkSet { chunks, snapshot } = archive.read(store, &games).await?;
        let seen = SeenArchive { look, chunks, snapshot };
        let (ratings, wanted, read) = (ratings.clone(), wanted.clone(), read.clone());
        let work = move || {
            let one = |wanted: &WantedLadder| {
                let shared = ratings.with(wanted, &seen, |ladder| read(wanted, ladder));
                if again == 0 {
                    shared.or_else(|| Some(seen.alone(wanted, |ladder| read(wanted, ladder))))
                } else {
                    shared
                }
            };
            Some((wanted.iter().map(one).collect::<Option<Vec<R>>>()?, seen.snapshot))
        };
        let found = web::block(work).await.map_err(Problem::internal)?;
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
    use kifu_statistics::answer::question::PlayerRedirects;
    use kifu_statistics::chunk::SnapshotId;
    use kifu_statistics::columns::games::{Game, OPEN_ENDED};
    use kifu_statistics::columns::{Chunk, GameEntry};
    use kifu_store::Position;
    use uuid::Uuid;

    use super::*;

    fn chunk(record: u8) -> LoadedChunk {
        let game = Game {
            id: Uuid::from_u128(record.into()),
            from: 0,
            until: OPEN_ENDED,
            at: 0,
            irregular: false,
            options: "{}".into(),
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
            game: "some_game".into(),
            games: Arc::new(chunk.games),
            tombstones: Arc::default(),
            observed: BTreeMap::new(),
        }
    }

    #[test]
    fn a_moment_to_come_is_now_and_has_no_ladder_of_its_own() {
        let ratings = Ratings::new(1 << 20);
        for number in 1..=3_u8 {
            let place = |number: u8| Position(number.into());
            let time = |number: u8| DateTime::from_timestamp(number.into(), 0).unwrap_or_default();
            let snapshot = Snapshot {
                position: place(number).0,
                as_of: time(number),
                people: PlayerRedirects::default(),
                id: SnapshotId([0; 32]),
            };
            let seen =
                SeenArchive { look: number.into(), chunks: (1..=number).map(chunk).collect(), snapshot };
            let games = |as_of| {
                let wanted = WantedLadder { game: "some_game", filter: Filter::default(), as_of };
                ratings.with(&wanted, &seen, GameRatings::len)
            };
            for now in [None, Some(AsOf::Time(time(number + 1))), Some(AsOf::Place(place(number + 1)))] {
                assert_eq!(games(now), Some(number.into()), "{now:?}");
                assert_eq!(ratings.kept.len(), usize::from(number), "{now:?}");
            }
            for come in [AsOf::Time(time(number)), AsOf::Place(place(number))] {
                assert_eq!(games(Some(come)), Some(number.into()), "{come:?}");
                assert_eq!(ratings.kept.len(), 1 + usize::from(number), "what has come has one a place");
            }
        }
    }
}
