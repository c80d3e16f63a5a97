//! Observations and the checkpoint of who derives them.

use chrono::Utc;
use kifu::store::{GameId, GameObservations, NewObservation, Position, Shard};
use serde_json::json;

use crate::fixtures::Fixture;

fn observed(game: GameId, numbers: &[f64]) -> GameObservations {
    let observation = |number: &f64| NewObservation {
        metric: "length".into(),
        seat: Some(1),
        number: Some(*number),
        word: None,
        dims: json!({"size": 9}).into(),
        at: Utc::now(),
    };
    let observations = numbers.iter().map(observation).collect();
    GameObservations { game, slug: "go".into(), observations, card: None }
}

#[tokio::test]
async fn observations_are_replaced_with_their_checkpoint() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let shard = Shard::of(game);
    let replace = async |from, to, numbers: &[f64]| {
        let games = [observed(game, numbers)];
        fixture
            .store
            .replace_observations("observations", shard, Position(from), Position(to), &games)
            .await
            .unwrap()
    };
    let reader = fixture.store.replica();
    let numbers = async || -> Vec<f64> {
        let observations = reader.observations("length", Some("go")).await.unwrap();
        observations.into_iter().filter_map(|o| o.number).collect()
    };
    assert_eq!(reader.checkpoint("observations", shard).await.unwrap(), Position::START);
    assert!(!replace(1, 2, &[9.0]).await, "never seen, so not at 1");
    assert!(replace(0, 1, &[1.0, 2.0]).await);
    assert_eq!(numbers().await, [1.0, 2.0]);
    assert!(replace(1, 5, &[3.0]).await);
    assert!(!replace(1, 6, &[4.0]).await, "another follower was faster");
    assert!(!replace(0, 6, &[4.0]).await, "another follower was faster");
    assert_eq!(numbers().await, [3.0]);
    assert_eq!(reader.checkpoint("observations", shard).await.unwrap(), Position(5));
    assert!(reader.observations("length", Some("chess")).await.unwrap().is_empty());
    assert_eq!(reader.observations("length", None).await.unwrap().len(), 1);
}
