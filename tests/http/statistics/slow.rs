//! Metrics that take so long to be observed that it is done once for each record, beside the requests.

use kifu_engine::budget::Unlimited;
use kifu_engine::erased::AnyRecord;
use kifu_engine::statistics::Value as Seen;
use kifu_tests::{Recorded, Service, Table, eventually, recorded};
use serde_json::{Value, json};

/// The number of values of a metric, their least possible mean, and their greatest.
type Expected = (usize, f64, f64);

/// The expected observations of a record by this metric.
fn expected(record: &dyn AnyRecord, metric: &str) -> Expected {
    let observations = record.slow_findings(&Unlimited).unwrap().observations.into_iter();
    let bounds = observations.filter(|seen| seen.metric == metric).map(|seen| match seen.value {
        Seen::Number(number) => (number, number),
        Seen::Between(low, high) => (low, high),
        Seen::Word(word) => panic!("{word}"),
    });
    let (low, high): (Vec<f64>, Vec<f64>) = bounds.unzip();
    (low.len(), low.iter().sum::<f64>() / low.len() as f64, high.iter().sum::<f64>() / high.len() as f64)
}

fn find(name: &str) -> Recorded {
    recorded().into_iter().find(|game| game.name == name).unwrap()
}

/// Waits until a metric has these values.
fn becomes(service: &Service, metric: &str, expected: Expected) -> Value {
    let is =
        |value: &Value, expected: f64| value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9);
    eventually(metric, || {
        let answer = service.get(&format!("/v1/statistics/{metric}")).json();
        let total = &answer["total"];
        let unknown = total["unknown"].as_u64().unwrap_or_default();
        let of_values = is(&total["mean"], expected.1) && unknown == 0;
        let of_bounds = is(&total["bounds"]["low"], expected.1) && is(&total["bounds"]["high"], expected.2);
        (total["n"] == expected.0 && (of_values || of_bounds)).then(|| total.clone())
    })
}

#[test]
fn votes_are_judged_once_the_game_is_over_and_anew_after_a_correction() {
    let service = Service::start();
    let metric = "half_werewolf.vote_gives_up";
    let game = find("half_werewolf/werewolf_executed");
    let table: Table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    let mut record = game.fold();
    let before = expected(&*record, "vote_gives_up");
    assert_eq!(before.0, 5);
    let total = becomes(&service, metric, before);
    // Seat 1 votes for the seer: another one is executed, and the vote gave something else up.
    let vote = record.in_force().into_iter().find(|entry| entry.payload.value()["type"] == "vote").unwrap();
    let with = json!({"type": "vote", "ballots": [2, 0, 0, 2, 0]});
    let amendment = json!({"type": "amend", "event": vote.seq, "with": with});
    record.append(&amendment).unwrap();
    let after = expected(&*record, "vote_gives_up");
    assert_ne!(before, after);
    table.log(&amendment).json();
    let amended = becomes(&service, metric, after);
    assert_ne!(amended, total);
    // A comment changes nothing, and a rebuild finds the stored observations.
    table.log(&json!({"type": "annotate", "text": "!"})).json();
    let rebuilt = service.folder().run(&["rebuild"]);
    assert!(rebuilt.status.success(), "{rebuilt:?}");
    assert_eq!(becomes(&service, metric, after), amended);
    // A reopened game says nothing.
    table.log(&json!({"type": "take_back"})).json();
    eventually("the game is reopened", || {
        let answer = service.get(&format!("/v1/statistics/{metric}")).json();
        (answer["total"]["n"] == 0).then_some(())
    });
}

#[test]
fn the_round_in_which_a_game_was_lost_is_found_beside_the_requests() {
    let service = Service::start();
    for name in ["bremen/lost_by_both", "bremen/won_four_most"] {
        let game = find(name);
        service.open(&game.request()).log(&json!(game.log)).json();
    }
    let lost = expected(&*find("bremen/lost_by_both").fold(), "lost_in_round");
    assert!(lost.0 == 1 && lost.2 <= 3.0, "{lost:?}");
    becomes(&service, "bremen.lost_in_round", lost);
    // It stands once in the database, with the record it is of; the game that was won is there with nothing.
    let rows = "SELECT count(*), count(observations) FROM slow_observations";
    let rows = eventually("both were looked at", || {
        let row = service.database().query_one(rows, &[]).unwrap();
        Some((row.get::<_, i64>(0), row.get::<_, i64>(1))).filter(|(all, _)| *all == 2)
    });
    assert_eq!(rows, (2, 1));
}
