//! Generations of statistics: who may write to which, and what is passed on from one to the next.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use kifu::statistics::projection::catch_up;
use kifu::statistics::projection::rebuild::{Progress, make_live, rebuild};
use kifu_statistics::shapes::fingerprint;
use kifu_store::{
    FeedPositions, GenerationProgress, GenerationState, IncrementalUpdate, RebuildLock, Revision, Shard,
    SnapshotTime, Visibility,
};

use crate::fixtures::{Fixture, append, opening};

fn shard() -> Shard {
    kifu_store::Shards::SINGLE.all().next().unwrap()
}

async fn standing(fixture: &Fixture, state: GenerationState) -> GenerationProgress {
    fixture.store.latest().generation_progress(shard(), state, &fingerprint()).await.unwrap().unwrap()
}

/// The right to build, once the database has noticed that the connection is closed that had it before.
async fn locked(fixture: &Fixture) -> RebuildLock {
    for _ in 0..500 {
        if let Some(lock) = fixture.store.lock_rebuild().await.unwrap() {
            return lock;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody gives up the right to build");
}

fn nothing(standing: GenerationProgress, dirty_records: Vec<i64>) -> IncrementalUpdate {
    IncrementalUpdate {
        position: standing.position,
        dirty_records,
        chunks: Vec::new(),
        tombstones: Vec::new(),
        merged_chunks: Vec::new(),
        progress: standing,
    }
}

async fn write(fixture: &Fixture, upkeep: &IncrementalUpdate) -> bool {
    let seen = fixture.store.latest().feed_end(shard()).await.unwrap();
    fixture.store.write_update(shard(), None, Some(upkeep), seen).await.unwrap()
}

#[tokio::test]
async fn what_was_looked_at_before_somebody_else_wrote_is_not_written() {
    let fixture = Fixture::new().await;
    assert!(make_live(&fixture.store).await.unwrap());
    let upkeep = nothing(standing(&fixture, GenerationState::Live).await, Vec::new());
    assert!(write(&fixture, &upkeep).await);
    assert!(!write(&fixture, &upkeep).await, "that step was taken");
    let upkeep = nothing(standing(&fixture, GenerationState::Live).await, Vec::new());
    let mut rebuilding = locked(&fixture).await;
    assert!(fixture.store.lock_rebuild().await.unwrap().is_none(), "one at a time");
    rebuild(&fixture.store, &mut rebuilding, &Progress::default()).await.unwrap();
    assert!(!write(&fixture, &upkeep).await, "it is not the live one any more");
    let now = standing(&fixture, GenerationState::Live).await;
    assert_eq!(now.generation, upkeep.progress.generation + 1);
    rebuilding.delete_retired().await.unwrap();
}

#[tokio::test]
async fn what_the_live_generation_counts_is_passed_on_to_the_one_that_is_built() {
    let fixture = Fixture::new().await;
    assert!(make_live(&fixture.store).await.unwrap());
    let game = fixture.open().await;
    catch_up(&fixture.store).await.unwrap();
    let mut rebuilding = locked(&fixture).await;
    rebuilding.begin(&fingerprint()).await.unwrap();
    let built = standing(&fixture, GenerationState::Building).await;
    let waiting = async |generation| -> Vec<i64> {
        let dirty_records = fixture.store.latest().dirty_records(shard(), generation, &[], 9).await.unwrap();
        assert!(dirty_records.iter().all(|record| record.game == game));
        dirty_records.into_iter().map(|record| record.id).collect()
    };
    for of in 0..2 {
        let visibility = Some([Visibility::Private, Visibility::Public][usize::from(of > 0)]);
        let revision = Revision { game, expected: of, details: None, visibility, seats: Vec::new() };
        assert!(fixture.store.revise(&[revision]).await.unwrap());
    }
    let dirty_records = waiting(None).await;
    assert_eq!(
        (dirty_records.len(), waiting(Some(built.generation)).await.len()),
        (2, 0),
        "one for each change"
    );
    assert!(
        write(&fixture, &nothing(standing(&fixture, GenerationState::Live).await, dirty_records.clone()))
            .await
    );
    assert_eq!(
        (waiting(None).await, waiting(Some(built.generation)).await),
        (Vec::new(), dirty_records.clone())
    );
    assert!(write(&fixture, &nothing(built.clone(), dirty_records)).await);
    assert!(waiting(Some(built.generation)).await.is_empty());
    drop(rebuilding);
}

#[tokio::test]
async fn the_archive_is_found_again_as_it_stood() {
    let fixture = Fixture::new().await;
    assert!(make_live(&fixture.store).await.unwrap());
    let begun = Utc::now() - TimeDelta::seconds(3600);
    let mut moments = Vec::new();
    for _ in 0..3 {
        let opening = opening();
        fixture.store.open_game(&opening).await.unwrap();
        fixture.store.append(append(opening.id, 2)).await.unwrap();
        let lagging = fixture.store.latest().manifest(None, SnapshotTime::Now).await.unwrap();
        catch_up(&fixture.store).await.unwrap();
        let now = fixture.store.latest().manifest(None, SnapshotTime::Now).await.unwrap();
        assert!(lagging.positions.of(shard()) < now.positions.of(shard()) && lagging.as_of < now.as_of);
        assert_eq!(now.positions, fixture.store.latest().heads().await.unwrap());
        moments.push((now.positions, now.as_of));
    }
    let manifest = async |moment| fixture.store.latest().manifest(None, moment).await.unwrap();
    for (positions, as_of) in moments {
        let found = manifest(SnapshotTime::Time(as_of)).await;
        assert_eq!((&found.positions, found.as_of), (&positions, as_of));
        assert_eq!(manifest(SnapshotTime::Place(positions.clone())).await.positions, positions);
    }
    let start = FeedPositions::start(fixture.store.shards().unwrap());
    assert_eq!(manifest(SnapshotTime::Time(begun)).await.positions, start, "there was nothing yet");
    assert_eq!(manifest(SnapshotTime::Place(start.clone())).await.positions, start);
}
