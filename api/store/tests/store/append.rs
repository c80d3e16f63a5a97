//! The outcomes of append requests.

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{AppendOutcome, GameId, StoreError};

use crate::fixtures::{Fixture, append, expecting, keyed, with_payload};

fn accepted(appended: AppendOutcome) -> (u64, u64) {
    match appended {
        AppendOutcome::Accepted { first, last, .. } => (first.0, last.0),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn events_are_numbered_from_one_after_the_opening() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    assert_eq!(accepted(fixture.store.append(append(game, 1)).await.unwrap()), (1, 1));
    assert_eq!(accepted(fixture.store.append(expecting(1, append(game, 3))).await.unwrap()), (2, 4));

    let events = fixture.store.latest().events(game, Seq(0)).await.unwrap();
    assert_eq!(events.iter().map(|e| e.seq.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(events[0].kind, "opened");
    assert_eq!(fixture.store.latest().events(game, Seq(3)).await.unwrap(), events[3..]);
    assert_eq!(fixture.version(game).await, Some(Seq(4)));
}

#[tokio::test]
async fn what_is_read_is_what_was_written() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let request = append(game, 2);
    fixture.store.append(request.clone()).await.unwrap();
    let stored = fixture.store.latest().events(game, Seq(1)).await.unwrap();
    for (stored, sent) in stored.iter().zip(&request.events) {
        assert_eq!(
            (&stored.kind, stored.schema_version, &stored.actor),
            (&sent.kind, sent.schema_version, &sent.actor)
        );
        assert_eq!(stored.at.timestamp_micros(), sent.at.timestamp_micros());
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(stored.payload.as_str()), value(sent.payload.as_str()));
    }
}

#[tokio::test]
async fn each_request_has_its_own_outcome() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let store = &fixture.store;
    let first = keyed("a", 1, append(game, 2));
    let duplicate = AppendOutcome::Duplicate { first: Seq(1), last: Seq(2) };
    assert_eq!(accepted(store.append(first.clone()).await.unwrap()), (1, 2));
    assert_eq!(store.append(first).await.unwrap(), duplicate);
    assert_eq!(store.append(expecting(0, keyed("a", 1, append(game, 2)))).await.unwrap(), duplicate);
    assert_eq!(store.append(keyed("a", 2, append(game, 2))).await.unwrap(), AppendOutcome::KeyReused);
    for wrong in [0, 1, 3] {
        let answer = store.append(expecting(wrong, append(game, 1))).await.unwrap();
        assert_eq!(answer, AppendOutcome::Stale { current: Seq(2) });
    }
    assert_eq!(store.append(append(GameId::generate(), 1)).await.unwrap(), AppendOutcome::UnknownGame);
    assert_eq!(fixture.version(game).await, Some(Seq(2)));
}

#[tokio::test]
async fn a_key_belongs_to_its_record() {
    let fixture = Fixture::new().await;
    let (one, other) = (fixture.open().await, fixture.open().await);
    assert_eq!(accepted(fixture.store.append(keyed("a", 1, append(one, 1))).await.unwrap()), (1, 1));
    assert_eq!(accepted(fixture.store.append(keyed("a", 2, append(other, 1))).await.unwrap()), (1, 1));
}

/// The runtime has one thread, so all are waiting before the appending task runs: one batch.
#[tokio::test]
async fn requests_of_a_batch_are_judged_in_order() {
    let fixture = Fixture::with_shards(1).await;
    let (game, other) = (fixture.open().await, fixture.open().await);
    let answers = join_all(
        [
            append(game, 1),
            expecting(1, append(game, 2)),
            expecting(1, append(game, 1)),
            keyed("k", 1, append(game, 1)),
            append(GameId::generate(), 1),
            keyed("k", 1, append(game, 1)),
            keyed("k", 2, append(game, 1)),
            expecting(0, append(other, 1)),
            expecting(4, append(game, 1)),
        ]
        .map(|request| fixture.store.append(request)),
    )
    .await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(accepted(answers[0]), (1, 1));
    assert_eq!(accepted(answers[1]), (2, 3));
    assert_eq!(answers[2], AppendOutcome::Stale { current: Seq(3) });
    assert_eq!(accepted(answers[3]), (4, 4));
    assert_eq!(answers[4], AppendOutcome::UnknownGame);
    assert_eq!(answers[5], AppendOutcome::Duplicate { first: Seq(4), last: Seq(4) });
    assert_eq!(answers[6], AppendOutcome::KeyReused);
    assert_eq!(accepted(answers[7]), (1, 1));
    assert_eq!(accepted(answers[8]), (5, 5));
    // One transaction: the same xmin throughout.
    let batches: i64 = fixture
        .owner()
        .await
        .query_one("SELECT count(DISTINCT xmin::text) FROM events WHERE seq > 0", &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(batches, 1);
}

#[tokio::test]
async fn a_value_that_cannot_be_stored_harms_only_its_own_request() {
    let fixture = Fixture::new().await;
    let (game, other) = (fixture.open().await, fixture.open().await);
    let bad = [serde_json::json!({"name": "\0"}), serde_json::json!({"\0": "name"})];
    let requests = bad.iter().map(|payload| with_payload(payload, append(game, 1))).chain([append(other, 1)]);
    let answers = join_all(requests.map(|request| fixture.store.append(request))).await;
    for answer in &answers[..bad.len()] {
        assert!(matches!(answer, Err(StoreError::Unstorable(_))), "{answer:?}");
    }
    assert_eq!(accepted(*answers[bad.len()].as_ref().unwrap()), (1, 1));
    let nothing = fixture.store.append(append(game, 0)).await;
    assert!(matches!(nothing, Err(StoreError::Unstorable(_))));
    assert_eq!(fixture.version(game).await, Some(Seq(0)));
}
