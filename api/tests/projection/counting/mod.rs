//! Statistics over random archives: kept up step by step, rebuilt, and counted one by one from the logs, they are the
//! same, as of any position.

mod archive;
mod brute;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use kifu::http::cost::Admission;
use kifu::statistics::answers::archive::{Archive, AsOf, ChunkRequest};
use kifu::statistics::projection::catch_up;
use kifu::statistics::projection::rebuild::{Progress, make_live, rebuild};
use kifu_engine::games;
use kifu_statistics::chunk::{ChunkSet, ColumnRequest};
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::columns::games::Game;
use kifu_statistics::shapes::shapes;
use kifu_store::{FeedPositions, GameId, Position, Store};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use self::archive::Played;
use self::brute::{Said, said};
use crate::fixtures::Fixture;

/// The facts of some records as of a position, by their ids.
type ObservationsByRecord = BTreeMap<uuid::Uuid, Said>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kept_up_and_rebuilt_and_counted_one_by_one_are_the_same() {
    for seed in 0..4 {
        // With one shard and with four, in turn.
        let fixture = Fixture::with_shards(if seed % 2 == 0 { 1 } else { 4 }).await;
        let mut random = SmallRng::seed_from_u64(seed);
        assert!(make_live(&fixture.store).await.unwrap());
        let mut played = Played::new(&fixture.store, &mut random).await;
        for _ in 0..30 {
            for _ in 0..random.random_range(1..8) {
                played.go_on(&fixture.store, &mut random).await;
            }
            follow(&fixture.store, &mut random).await;
            if random.random_bool(0.1) {
                begin_to_rebuild(&fixture.store, &mut random).await;
            }
        }
        catch_up(&fixture.store).await.unwrap();
        let kept_up = all(&fixture.store).await;
        let earlier = check(&fixture.store, &mut random, seed).await;
        finish_rebuild(&fixture.store).await;
        assert_eq!(all(&fixture.store).await, kept_up, "seed {seed}");
        for (place, counted) in earlier {
            assert_eq!(at(&fixture.store, &place).await, counted, "seed {seed}, rebuilt, at {place:?}");
        }
    }
}

/// Follows the feed as services do: one or two at once, and sometimes one is killed.
async fn follow(store: &Store, random: &mut SmallRng) {
    match random.random_range(0..4) {
        0 => {}
        1 => catch_up(store).await.unwrap(),
        2 => {
            let both = tokio::join!(catch_up(store), catch_up(store));
            both.0.and(both.1).unwrap();
        }
        _ => {
            let killed_after = Duration::from_micros(random.random_range(0..20_000));
            // It does not matter if it was done by then.
            let _ = tokio::time::timeout(killed_after, catch_up(store)).await;
        }
    }
}

async fn begin_to_rebuild(store: &Store, random: &mut SmallRng) {
    let Some(mut rebuilding) = store.lock_rebuild().await.unwrap() else { return };
    let killed_after = Duration::from_micros(random.random_range(0..60_000));
    let progress = Progress::default();
    let _ = tokio::time::timeout(killed_after, rebuild(store, &mut rebuilding, &progress)).await;
}

async fn finish_rebuild(store: &Store) {
    let mut rebuilding = loop {
        // The one that was killed may still be leaving.
        if let Some(rebuilding) = store.lock_rebuild().await.unwrap() {
            break rebuilding;
        }
    };
    rebuild(store, &mut rebuilding, &Progress::default()).await.unwrap();
    rebuilding.delete_retired().await.unwrap();
}

/// Checks at some places in the feed that the columns agree with counting.
async fn check(
    store: &Store,
    random: &mut SmallRng,
    seed: u64,
) -> Vec<(FeedPositions, ObservationsByRecord)> {
    let end = store.latest().heads().await.unwrap();
    let mut checked = Vec::new();
    let mut places: Vec<FeedPositions> =
        (0..8).map(|_| end.iter().map(|end| Position(random.random_range(0..=end.0))).collect()).collect();
    places.push(end);
    for place in places {
        let counted = at(store, &place).await;
        assert_eq!(counted, brute::count(store, &place).await, "seed {seed}, at {place:?}");
        checked.push((place, counted));
    }
    assert!(checked.last().is_some_and(|(_, counted)| !counted.is_empty()), "seed {seed} is worth nothing");
    checked
}

async fn at(store: &Store, place: &FeedPositions) -> ObservationsByRecord {
    let (shards, mut counted) = (store.shards().unwrap(), ObservationsByRecord::new());
    for (game, said) in read(store, Some(AsOf::Place(place.clone(), chrono::DateTime::UNIX_EPOCH))).await {
        let position = place.of(shards.of(GameId(game.id))).0;
        if game.from <= position && position < game.until {
            assert!(counted.insert(game.id, said).is_none(), "a record counts twice at {position}");
        }
    }
    counted
}

/// All living entries, stretch by stretch.
async fn all(store: &Store) -> BTreeSet<(uuid::Uuid, i64, i64, Said)> {
    let read = read(store, None).await;
    read.into_iter().map(|(game, said)| (game.id, game.from, game.until, said)).collect()
}

async fn read(store: &Store, as_of: Option<AsOf>) -> Vec<(Game, Said)> {
    let shapes: BTreeSet<_> = games::ALL.iter().flat_map(|game| shapes(game.meta())).collect();
    let shapes: Vec<_> = shapes.into_iter().collect();
    let request = ChunkRequest {
        game: None,
        column_groups: &ColumnGroup::ALL,
        metrics: &ColumnRequest::all(&shapes),
        as_of,
        chunks: None,
    };
    #[expect(clippy::disallowed_methods, reason = "a test")]
    let slot = Admission::of_service(&Arc::default()).slot().await.unwrap();
    let ChunkSet { chunks, .. } = Archive::new(1 << 20).read((store, &slot), &request).await.unwrap();
    let mut read = Vec::new();
    for chunk in chunks {
        for row in
            (0..chunk.games.len()).filter(|row| !chunk.tombstones.contains(&u32::try_from(*row).unwrap()))
        {
            let game = chunk.games.get(row);
            let observations =
                chunk.observations.iter().map(|(name, column)| (name.as_str(), column.get(row)));
            let said = said(&game, observations);
            read.push((game, said));
        }
    }
    read
}
