//! Records written together with their logs.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{CopyOf, GameId, OpenOutcome, RecordWithLog, RetryKey, StoreError};

use crate::fixtures::{Fixture, event, opening};

fn whole(events: usize) -> RecordWithLog {
    RecordWithLog {
        opening: opening(),
        log: std::iter::repeat_with(event).take(events).collect(),
        copy_of: None,
    }
}

async fn lengths(fixture: &Fixture, records: &[RecordWithLog]) -> Vec<Option<usize>> {
    let ids: Vec<_> = records.iter().map(|record| record.opening.id).collect();
    let logs = fixture.store.latest().logs(&ids).await.unwrap();
    ids.iter().map(|id| logs.get(id).map(Vec::len)).collect()
}

fn names(records: &[RecordWithLog]) -> BTreeSet<GameId> {
    records.iter().map(|record| record.opening.id).collect()
}

/// The records that the database did not have yet.
async fn written(fixture: &Fixture, records: &[&RecordWithLog]) -> BTreeSet<GameId> {
    fixture.store.write_with_logs(records).await.unwrap().written.into_iter().collect()
}

#[tokio::test]
async fn many_are_written_at_once_and_only_those_that_are_new() {
    let fixture = Fixture::with_shards(1).await;
    let records = [whole(3), whole(0), whole(200)];
    let first: Vec<_> = records[..2].iter().collect();
    assert_eq!(written(&fixture, &first).await, names(&records[..2]));
    let all: Vec<_> = records.iter().collect();
    assert_eq!(written(&fixture, &all).await, names(&records[2..]));
    assert_eq!(written(&fixture, &all).await, BTreeSet::new());
    assert_eq!(lengths(&fixture, &records).await, [Some(4), Some(1), Some(201)]);
    let positions: Vec<_> = fixture.feed().await.into_iter().map(|(position, ..)| position.0).collect();
    assert_eq!(positions, (1..=206).collect::<Vec<_>>(), "the feed has no gaps");
}

#[tokio::test]
async fn writers_of_the_same_records_write_each_once() {
    let fixture = Fixture::new().await;
    let records: Vec<_> = std::iter::repeat_with(|| whole(2)).take(20).collect();
    let all: Vec<_> = records.iter().collect();
    let written = join_all((0..4).map(|_| fixture.store.write_with_logs(&all))).await;
    assert_eq!(written.into_iter().map(|imported| imported.unwrap().written.len()).sum::<usize>(), 20);
    assert_eq!(fixture.feed().await.len(), 60);
}

#[tokio::test]
async fn one_that_can_not_be_held_leaves_the_others_alone() {
    let fixture = Fixture::with_shards(1).await;
    let mut records = [whole(1), whole(1), whole(1)];
    records[1].log[0].actor = "\0".to_owned();
    let imported = fixture.store.write_with_logs(&records.iter().collect::<Vec<_>>()).await.unwrap();
    let expected = BTreeSet::from([records[0].opening.id, records[2].opening.id]);
    assert_eq!(imported.written.iter().copied().collect::<BTreeSet<_>>(), expected);
    assert!(
        matches!(&imported.unstorable[..], [(id, StoreError::Unstorable(_))] if *id == records[1].opening.id),
        "{imported:?}"
    );
    assert_eq!(lengths(&fixture, &records).await, [Some(2), None, Some(2)]);
    assert_eq!(fixture.feed().await.len(), 4);
}

#[tokio::test]
async fn a_copy_is_opened_once_with_all_of_its_log() {
    let fixture = Fixture::new().await;
    let key = RetryKey { key: [1; 32], body: [1; 32], sealed_answer: vec![7] };
    let copy_of = Some(CopyOf { id: Some(GameId::generate().0), step: 2 });
    let mut record = RecordWithLog { copy_of, ..whole(2) };
    record.opening.key = Some(key);
    assert!(matches!(fixture.store.open_with_log(&record).await.unwrap(), OpenOutcome::New { .. }));
    let mut again = RecordWithLog { opening: opening(), ..record.clone() };
    again.opening.key.clone_from(&record.opening.key);
    let opened = fixture.store.open_with_log(&again).await.unwrap();
    assert_eq!(opened, OpenOutcome::Duplicate { game: record.opening.id, sealed_answer: vec![7] });
    let head = fixture.store.latest().record(record.opening.id).await.unwrap().unwrap();
    assert_eq!((head.version, head.copy_of), (Seq(2), copy_of));
    assert_eq!(fixture.feed().await.len(), 3);
}

#[tokio::test]
async fn a_walk_sees_every_record_once_in_the_order_of_opening() {
    let fixture = Fixture::new().await;
    let records: Vec<_> = std::iter::repeat_with(|| whole(0)).take(10).collect();
    fixture.store.write_with_logs(&records.iter().rev().collect::<Vec<_>>()).await.unwrap();
    let mut after = None;
    let mut seen = Vec::new();
    loop {
        let page = fixture.store.latest().walk(after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(*last);
        seen.extend(page.iter().map(|cursor| cursor.id));
    }
    assert_eq!(seen, records.iter().map(|record| record.opening.id).collect::<Vec<_>>());
    assert_eq!(fixture.store.latest().count_records().await.unwrap(), 10);
}
