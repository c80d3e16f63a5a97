//! Many writers at once, and connections that break.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{AppendOutcome, FeedPositions, GameId, Position, StoreError};

use crate::fixtures::{Fixture, append, expecting, keyed};

const WRITERS: usize = 64;
const EVENTS_PER_WRITER: usize = 20;

/// Ends every connection that appends, whatever it is doing.
const KILL: &str = "
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'append_events|INSERT INTO events'";

type Place = (Position, GameId, Seq);

/// The rows of the table that an acknowledgement promises.
fn places(game: GameId, appended: AppendOutcome) -> Vec<Place> {
    let AppendOutcome::Accepted { first, last, position, .. } = appended else { panic!("{appended:?}") };
    (0..=last.0 - first.0)
        .map(|n| (Position(position.0 + i64::try_from(n).unwrap()), game, Seq(first.0 + n)))
        .collect()
}

/// Every writer appends to its game; returns all that was acknowledged.
async fn write(fixture: &Fixture, games: Vec<GameId>) -> Vec<Place> {
    let writers = games.into_iter().enumerate().map(|(writer, game)| {
        let store = fixture.store.clone();
        tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            for n in 0..EVENTS_PER_WRITER {
                let request = keyed(&format!("{writer}/{n}"), 1, append(game, 1 + n % 3));
                acknowledged.extend(places(game, store.append(request).await.unwrap()));
            }
            acknowledged
        })
    });
    join_all(writers).await.into_iter().flat_map(Result::unwrap).collect()
}

/// The feed has no gap, records have no gap, and what was acknowledged is there, once.
async fn check(fixture: &Fixture, games: usize, acknowledged: Vec<Place>) {
    let feed = fixture.feed().await;
    for shard in fixture.store.shards().unwrap().all() {
        let of_shard = feed.iter().filter(|place| fixture.store.shards().unwrap().of(place.1) == shard);
        let positions: Vec<_> = of_shard.map(|place| place.0.0).collect();
        assert_eq!(positions, (1..=i64::try_from(positions.len()).unwrap()).collect::<Vec<_>>());
    }
    assert_eq!(feed.len(), acknowledged.len() + games);

    let stored: BTreeSet<_> = feed.iter().copied().filter(|place| place.2 > Seq(0)).collect();
    assert_eq!(acknowledged.len(), stored.len());
    assert_eq!(acknowledged.into_iter().collect::<BTreeSet<_>>(), stored);

    let mut next = std::collections::BTreeMap::new();
    for (_, game, seq) in feed {
        let expected = next.entry(game).or_insert(0);
        assert_eq!(seq.0, *expected, "the feed keeps the order of the record");
        *expected += 1;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_of_one_record_lose_and_double_nothing() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let acknowledged = write(&fixture, vec![game; WRITERS]).await;
    check(&fixture, 1, acknowledged).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_of_many_records_lose_and_double_nothing() {
    let fixture = Fixture::new().await;
    let games = join_all((0..WRITERS).map(|_| fixture.open())).await;
    let acknowledged = write(&fixture, games).await;
    check(&fixture, WRITERS, acknowledged).await;
}

/// Four services race for the next number of one record: whoever comes second is told, and nothing is skipped.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn services_racing_for_one_record_lose_and_double_nothing() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let services = join_all((0..4).map(|_| fixture.beside())).await;
    let racers = services.into_iter().map(|store| {
        tokio::spawn(async move {
            let (mut version, mut acknowledged) = (0, Vec::new());
            for n in 0..EVENTS_PER_WRITER {
                loop {
                    match store.append(expecting(version, append(game, 1 + n % 3))).await.unwrap() {
                        AppendOutcome::Stale { current } => version = current.0,
                        appended => break acknowledged.extend(places(game, appended)),
                    }
                }
                version = acknowledged.last().unwrap().2.0;
            }
            acknowledged
        })
    });
    let acknowledged = join_all(racers).await.into_iter().flat_map(Result::unwrap).collect();
    check(&fixture, 1, acknowledged).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reader_of_the_feed_never_sees_a_gap() {
    let fixture = Fixture::new().await;
    let games = join_all((0..8).map(|_| fixture.open())).await;
    // Two services on one database: their batches contend for the head.
    let second = fixture.beside().await;
    let writers = [fixture.store.clone(), second].map(|store| {
        let games = games.clone();
        tokio::spawn(async move {
            for game in games.iter().cycle().take(200) {
                store.append(append(*game, 1)).await.unwrap();
            }
        })
    });
    let mut read = 0;
    let mut seen = FeedPositions::start(fixture.store.shards().unwrap());
    while read < 8 + 400 {
        let mut next = Vec::new();
        for (shard, mut position) in fixture.store.shards().unwrap().all().zip(seen.iter()) {
            for event in fixture.store.latest().feed(shard, position, 50).await.unwrap() {
                assert_eq!(event.event.position, Position(position.0 + 1));
                (position, read) = (event.event.position, read + 1);
            }
            next.push(position);
        }
        seen = next.into_iter().collect();
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(fixture.store.latest().heads().await.unwrap(), seen);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn killed_connections_lose_no_acknowledged_event() {
    let fixture = Fixture::new().await;
    let games = join_all((0..16).map(|_| fixture.open())).await;
    let owner = fixture.owner().await;
    let (progress, mut progressed) = tokio::sync::mpsc::unbounded_channel();
    let writers = games.iter().copied().map(|game| {
        let (store, progress) = (fixture.store.clone(), progress.clone());
        tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            let mut broken = 0;
            for n in 0..100 {
                acknowledged.push(persist(&store, game, n, &mut broken).await);
                progress.send(()).unwrap();
            }
            (acknowledged, broken)
        })
    });
    let writers: Vec<_> = writers.collect();
    drop(progress);
    let mut since = 0;
    while progressed.recv().await.is_some() {
        since = (since + 1) % 50;
        if since == 0 {
            owner.query(KILL, &[]).await.unwrap();
        }
    }
    let (acknowledged, broken): (Vec<_>, Vec<_>) =
        join_all(writers).await.into_iter().map(Result::unwrap).unzip();
    assert!(broken.iter().sum::<usize>() > 0, "nothing broke, so nothing was shown");

    let stored: BTreeSet<_> = fixture.feed().await.into_iter().map(|place| (place.1, place.2)).collect();
    let promised: Vec<_> = acknowledged.concat();
    assert_eq!(promised.len(), 16 * 100);
    assert_eq!(stored.len(), 16 * 100 + 16, "retries under a key double nothing");
    assert!(promised.into_iter().all(|place| stored.contains(&place)));
}

/// Retries one event under its key until it is acknowledged.
async fn persist(store: &kifu_store::Store, game: GameId, n: usize, broken: &mut usize) -> (GameId, Seq) {
    loop {
        match store.append(keyed(&n.to_string(), 1, append(game, 1))).await {
            Ok(AppendOutcome::Accepted { first, .. } | AppendOutcome::Duplicate { first, .. }) => {
                return (game, first);
            }
            Err(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_)) => *broken += 1,
            other => panic!("{other:?}"),
        }
    }
}
