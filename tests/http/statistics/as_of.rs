//! A question that names a place of the feed is answered when that is counted.

use kifu_tests::{Client, Service};
use serde_json::{Value, json};

use super::WON;

fn record_a_game(service: &Client) {
    let throw = json!({"type": "throw", "hands": ["paper", "rock"]});
    service.open(&json!({"game": "punyon_ken", "seats": [null, null]})).log(&json!([throw, throw])).json();
}

/// A cursor behind everything that was recorded.
fn end_of_the_feed(service: &Client) -> String {
    let feed = service.get("/v1/feed?limit=1000").json();
    let next = feed["next"].as_str().unwrap().strip_prefix("/v1/feed?after=").unwrap();
    next.split('&').next().unwrap().to_owned()
}

#[test]
fn whoever_recorded_a_game_reads_it() {
    let service = Service::start();
    for games in 1..=30 {
        record_a_game(&service);
        let moment = if games % 2 == 0 { "now".to_owned() } else { end_of_the_feed(&service) };
        let answer = service.get(&format!("{WON}?as_of={moment}")).json();
        assert_eq!(answer["total"]["games"], games, "{answer}");
        let notes = answer["notes"].as_array().unwrap();
        assert!(notes.iter().any(|note| note["note"] == "details_as_now"), "{answer}");
    }
}

#[test]
fn a_count_that_is_late_answers_503_with_retry_after() {
    let service = Service::start();
    record_a_game(&service);
    let first = service.get(&format!("{WON}?as_of={}", end_of_the_feed(&service))).json();
    assert_eq!(first["total"]["games"], 1);
    let mut database = service.database();
    let mut lock = database.transaction().unwrap();
    // On a cluster nothing else locks rows of all shards.
    lock.execute("UPDATE statistic_progress SET revision = revision", &[]).unwrap();
    record_a_game(&service);
    let question = format!("{WON}?as_of={}", end_of_the_feed(&service));
    let leaderboard = "/v1/leaderboards/punyon_ken?as_of=now";
    for late in [&question, &format!("{WON}?as_of=now"), leaderboard] {
        let late = service.get(late).send();
        assert_eq!((late.status, late.header("retry-after")), (503, "1"), "{}", late.text());
        assert_eq!(late.json()["code"], "not_counted_yet");
    }
    lock.commit().unwrap();
    assert_eq!(service.get(leaderboard).send().status, 200);
    let answer: Value = service.get(&question).json();
    assert_eq!(answer["total"]["games"], 2);
}
