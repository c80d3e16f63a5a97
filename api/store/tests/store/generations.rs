//! Generations of statistics: who may write while another one takes the place of the live one.

use std::time::Duration;

use kifu_store::{
    GameId, GenerationProgress, GenerationState, IncrementalUpdate, NewChunk, RebuildLock, Shard, StoreError,
};
use tokio::time::timeout;

use crate::fixtures::Fixture;

/// The definitions of the generation that an empty database has.
const OLD: &str = "";
const NEW: &str = "other definitions";

/// Longer than a statement that waits for nobody takes.
const WAIT: Duration = Duration::from_millis(300);

impl Fixture {
    fn first_shard(&self) -> Shard {
        self.store.shards().unwrap().all().next().unwrap()
    }

    async fn progress(&self, state: GenerationState, definitions: &str) -> Option<GenerationProgress> {
        self.store.latest().generation_progress(self.first_shard(), state, definitions).await.unwrap()
    }

    /// Writes a chunk, as a follower does who has read this progress.
    async fn follow(&self, progress: GenerationProgress) -> Result<bool, StoreError> {
        let shard = progress.shard;
        let end = self.store.latest().feed_end(shard).await?;
        let game = GameId::generate();
        let chunk = NewChunk {
            game: "bremen".into(),
            id_range: [game, game],
            rows: 1,
            columns: vec![("ids".into(), vec![1])],
        };
        let update = IncrementalUpdate {
            position: end.position,
            progress,
            dirty_records: Vec::new(),
            chunks: vec![chunk],
            tombstones: Vec::new(),
            merged_chunks: Vec::new(),
        };
        self.store.write_update(shard, None, Some(&update), end).await
    }

    /// How many chunks a generation has.
    async fn chunk_count(&self, generation: i32) -> i64 {
        let count = "SELECT count(*) FROM statistic_chunks WHERE generation = $1";
        self.owner().await.query_one(count, &[&generation]).await.unwrap().get(0)
    }
}

/// A database of which somebody counts everything anew by other definitions.
async fn building() -> (Fixture, RebuildLock) {
    let fixture = Fixture::new().await;
    let mut rebuilding = fixture.store.lock_rebuild().await.unwrap().expect("nobody else rebuilds");
    rebuilding.begin(NEW).await.unwrap();
    (fixture, rebuilding)
}

/// True if this waits for somebody.
async fn waits(statement: &mut (impl Future + Unpin)) -> bool {
    timeout(WAIT, statement).await.is_err()
}

#[tokio::test]
async fn a_follower_that_comes_during_a_switch_waits_and_then_writes_nothing() {
    let (fixture, mut rebuilding) = building().await;
    let old = fixture.progress(GenerationState::Live, OLD).await.unwrap();
    let new = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    let switch = rebuilding.begin_switch().await.unwrap();
    let following = fixture.follow(old.clone());
    tokio::pin!(following);
    assert!(waits(&mut following).await, "it wrote although another generation is to be live");
    switch.commit(new.generation, &[]).await.unwrap();
    assert!(!following.await.unwrap());
    assert_eq!(fixture.chunk_count(old.generation).await, 0);
    assert!(fixture.progress(GenerationState::Live, OLD).await.is_none());
    let new = fixture.progress(GenerationState::Live, NEW).await.unwrap();
    assert!(fixture.follow(new.clone()).await.unwrap());
    assert_eq!(fixture.chunk_count(new.generation).await, 1);
}

#[tokio::test]
async fn a_switch_that_is_given_up_leaves_followers_as_they_were() {
    let (fixture, mut rebuilding) = building().await;
    let old = fixture.progress(GenerationState::Live, OLD).await.unwrap();
    let switch = rebuilding.begin_switch().await.unwrap();
    let following = fixture.follow(old.clone());
    tokio::pin!(following);
    assert!(waits(&mut following).await, "it wrote although another generation is to be live");
    drop(switch);
    assert!(following.await.unwrap());
    assert_eq!(fixture.chunk_count(old.generation).await, 1);
}

#[tokio::test]
async fn a_switch_waits_for_followers_and_sees_what_they_counted() {
    let (fixture, mut rebuilding) = building().await;
    while fixture.store.latest().feed_end(fixture.first_shard()).await.unwrap().position.0 == 0 {
        fixture.open().await;
    }
    let old = fixture.progress(GenerationState::Live, OLD).await.unwrap();
    let new = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    // The follower has written its chunk and waits for the clock when the switch begins.
    let mut owner = fixture.owner().await;
    let lock = owner.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE statistic_clock IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let following = fixture.follow(old);
    tokio::pin!(following);
    assert!(waits(&mut following).await, "it did not wait for the clock");
    {
        let switching = rebuilding.begin_switch();
        tokio::pin!(switching);
        assert!(waits(&mut switching).await, "the switch did not wait for the follower");
        lock.rollback().await.unwrap();
        let (follows, switch) = tokio::join!(following, switching);
        assert!(follows.unwrap());
        assert!(switch.unwrap().is_behind(new.generation).await.unwrap(), "the follower counted an opening");
    }
}

/// A cluster commits on one node after the other, and a follower may see the progress of the generation that was live as
/// the switch left it, and the generation itself as it was before.
#[tokio::test]
async fn nobody_writes_to_a_generation_that_is_still_called_live_when_another_took_its_place() {
    let (fixture, mut rebuilding) = building().await;
    let old = fixture.progress(GenerationState::Live, OLD).await.unwrap();
    let new = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    rebuilding.begin_switch().await.unwrap().commit(new.generation, &[]).await.unwrap();
    let owner = fixture.owner().await;
    for (generation, state) in [(new.generation, "building"), (old.generation, "live")] {
        let set = "UPDATE statistic_generations SET state = $2 WHERE generation = $1";
        owner.execute(set, &[&generation, &state]).await.unwrap();
    }
    let seen = fixture.progress(GenerationState::Live, OLD).await.expect("it looks live");
    assert!(!fixture.follow(seen).await.unwrap());
    assert!(!fixture.follow(old.clone()).await.unwrap());
    assert_eq!(fixture.chunk_count(old.generation).await, 0);
}

#[tokio::test]
async fn a_build_of_other_definitions_that_is_retired_is_written_no_more_and_nothing_of_it_stays() {
    let (fixture, mut rebuilding) = building().await;
    let outdated = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    assert!(fixture.follow(outdated.clone()).await.unwrap());
    let outdated = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    rebuilding.begin("still others").await.unwrap();
    assert!(!fixture.follow(outdated.clone()).await.unwrap());
    rebuilding.delete_retired().await.unwrap();
    assert!(!fixture.follow(outdated.clone()).await.unwrap());
    assert_eq!(fixture.chunk_count(outdated.generation).await, 0);
}

/// Whoever lost the right to build without noticing it counts for a generation that somebody else has made the live one.
#[tokio::test]
async fn whoever_builds_writes_no_more_once_the_generation_is_live() {
    let (fixture, mut rebuilding) = building().await;
    let built = fixture.progress(GenerationState::Building, NEW).await.unwrap();
    rebuilding.begin_switch().await.unwrap().commit(built.generation, &[]).await.unwrap();
    assert!(!fixture.follow(built.clone()).await.unwrap());
    assert_eq!(fixture.chunk_count(built.generation).await, 0);
}
