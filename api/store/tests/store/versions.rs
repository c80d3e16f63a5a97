//! The versions of records, which many readers ask for together.

use std::process::Command;
use std::time::Duration;

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{AppendOutcome, GameId, RecordVersion, Store, StoreError, deadline};

use crate::fixtures::{Fixture, append, opening};

/// The connections over which versions were asked for.
const SELECT_QUESTIONS: &str = "
    SELECT pid, wait_event_type = 'Lock' AS waits FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%g.revision%' AND pid <> pg_backend_pid()";

/// Processes that stand still until this is dropped.
struct Frozen(Vec<i32>);

impl Frozen {
    fn new(processes: Vec<i32>) -> Self {
        assert!(!processes.is_empty());
        let frozen = Self(processes);
        frozen.send("-STOP");
        frozen
    }

    fn send(&self, signal: &str) {
        for process in &self.0 {
            Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
        }
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        self.send("-CONT");
    }
}

/// Asks for the version as a request that may take so long.
async fn version(store: &Store, game: GameId, time: Duration) -> Result<Option<RecordVersion>, StoreError> {
    deadline::within(time, store.latest().record_version(game)).await
}

#[tokio::test]
async fn readers_who_ask_together_get_each_their_own_answer() {
    let fixture = Fixture::with_shards(3).await;
    let mut games = Vec::new();
    for version in 0..12 {
        let game = fixture.open().await;
        if version > 0 {
            fixture.store.append(append(game, version)).await.unwrap();
        }
        games.push((game, Some(Seq(version as u64))));
    }
    games.push((opening().id, None));
    let reads = (0..5).flat_map(|_| &games).map(async |(game, version)| {
        assert_eq!(fixture.version(*game).await, *version);
    });
    join_all(reads).await;
}

#[tokio::test]
async fn readers_who_wait_share_a_question() {
    let fixture = Fixture::with_shards(1).await;
    let (one, other) = (fixture.open().await, fixture.open().await);
    let mut owner = fixture.owner().await;
    let beside = fixture.owner().await;
    let lock = owner.transaction().await.unwrap();
    lock.execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE", &[]).await.unwrap();
    let store = fixture.store.clone();
    let reads = tokio::spawn(async move {
        let read = async |game| store.latest().record_version(game).await;
        join_all((0..40).map(|number| read(if number % 2 == 0 { one } else { other }))).await
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    let rows = beside.query(SELECT_QUESTIONS, &[]).await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.get::<_, Option<bool>>("waits") == Some(true)).count(), 1);
    lock.commit().await.unwrap();
    assert!(reads.await.unwrap().into_iter().all(|version| version.unwrap().unwrap().version == Seq(0)));
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
async fn a_question_that_gets_no_answer_holds_up_only_its_own_readers() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let expected = fixture.version(game).await;
    let questions = fixture.owner().await.query(SELECT_QUESTIONS, &[]).await.unwrap();
    let frozen = Frozen::new(questions.iter().map(|row| row.get("pid")).collect());
    let store = fixture.store.clone();
    let first = tokio::spawn(async move { version(&store, game, Duration::from_secs(3)).await });
    tokio::task::yield_now().await;
    for _ in 0..3 {
        let later = version(&fixture.store, game, Duration::from_secs(30)).await.unwrap();
        assert_eq!(later.map(|stands| stands.version), expected);
    }
    assert!(first.await.unwrap().is_err(), "it was sent to a server that stands still");
    drop(frozen);
}

#[tokio::test]
async fn a_record_that_lost_its_events_is_no_fault_of_others() {
    let fixture = Fixture::with_shards(1).await;
    let (damaged, sound) = (fixture.open().await, fixture.open().await);
    let owner = fixture.owner().await;
    owner.batch_execute("ALTER TABLE events DISABLE TRIGGER events_are_append_only").await.unwrap();
    owner.execute("DELETE FROM events WHERE game_id = $1", &[&damaged.0]).await.unwrap();
    let [of_damaged, of_sound] =
        join_all([damaged, sound].map(async |game| fixture.store.latest().record_version(game).await))
            .await
            .try_into()
            .unwrap();
    assert!(matches!(of_damaged, Err(StoreError::Corrupt(_))), "{of_damaged:?}");
    assert_eq!(of_sound.unwrap().map(|stands| stands.version), Some(Seq(0)));
}
