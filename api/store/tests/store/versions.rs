//! The versions of records, which many readers ask for together.

use std::process::Command;
use std::time::Duration;

use futures_util::future::join_all;
use kifu_store::{AppendOutcome, GameId, RecordVersion, Seq, deadline};

use crate::fixtures::{Fixture, append, opening};

/// The connections over which versions were asked for.
const SELECT_ASKING: &str = "
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%g.revision%'
    AND pid <> pg_backend_pid()";

#[tokio::test]
async fn readers_who_ask_together_get_each_their_own_answer() {
    let fixture = Fixture::with_shards(3).await;
    let mut games = Vec::new();
    for version in 0..12 {
        let game = fixture.open().await;
        if version > 0 {
            fixture.store.append(append(game, version)).await.unwrap();
        }
        games.push((game, Some(Seq(i64::try_from(version).unwrap()))));
    }
    games.push((opening().id, None));
    let asked = (0..5).flat_map(|_| &games).map(async |(game, version)| {
        assert_eq!(fixture.version(*game).await, *version);
    });
    join_all(asked).await;
}

#[tokio::test]
async fn a_reader_sees_what_was_acknowledged_before() {
    let fixture = Fixture::new().await;
    let mut games = Vec::new();
    for _ in 0..16 {
        games.push(fixture.open().await);
    }
    let writes_and_reads = games.iter().map(async |game| {
        for _ in 0..20 {
            let appended = fixture.store.append(append(*game, 1)).await.unwrap();
            let AppendOutcome::Accepted { last, .. } = appended else { panic!("{appended:?}") };
            assert_eq!(fixture.version(*game).await, Some(last));
        }
    });
    join_all(writes_and_reads).await;
}

#[tokio::test]
async fn a_question_that_gets_no_answer_holds_up_only_those_who_asked_it() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let expected = fixture.version(game).await;
    let asking = fixture.owner().await.query(SELECT_ASKING, &[]).await.unwrap();
    let frozen: Vec<i32> = asking.iter().map(|row| row.get(0)).collect();
    assert!(!frozen.is_empty());
    let signal_all = |signal: &str| {
        for pid in &frozen {
            assert!(Command::new("kill").args([signal, &pid.to_string()]).status().unwrap().success());
        }
    };
    signal_all("-STOP");
    let store = fixture.store.clone();
    let first = tokio::spawn(async move { version(&store, game, Duration::from_secs(3)).await });
    tokio::task::yield_now().await;
    for _ in 0..3 {
        let later = version(&fixture.store, game, Duration::from_secs(30)).await.unwrap();
        assert_eq!(later.map(|stands| stands.version), expected);
    }
    assert!(first.await.unwrap().is_err(), "it was sent to a server that stands still");
    signal_all("-CONT");
}

/// Asked by a request that may take so long.
async fn version(
    store: &kifu_store::Store,
    game: GameId,
    time: Duration,
) -> Result<Option<RecordVersion>, kifu_store::StoreError> {
    deadline::within(time, store.latest().record_version(game)).await
}
