//! Times of imported records lie where something can have happened, and in the order of the log.

use chrono::{DateTime, TimeDelta, Utc};
use kifu_tests::Service;
use serde_json::{Value, json};

const NDJSON: &str = "application/x-ndjson";

/// A record with two notes at these times.
fn record(id: u64, opened_at: &str, times: [&str; 2]) -> Value {
    let log = times.map(|at| json!({"at": at, "entry": {"type": "annotate", "text": "…"}}));
    json!({
        "kifu": 1,
        "id": format!("01a1ff9d-7320-714a-a505-{id:012}"),
        "game": "bremen",
        "seats": 4,
        "options": {},
        "opened_at": opened_at,
        "visibility": "public",
        "log": log,
    })
}

fn import(service: &Service, record: &Value) -> Value {
    service.ask("POST", "/v1/archive").body(NDJSON, record.to_string()).send().json()
}

#[test]
fn entries_before_the_opening_or_after_now_are_refused_and_named() {
    let service = Service::shared();
    let now: DateTime<Utc> = Utc::now();
    let at = |minutes: i64| (now + TimeDelta::minutes(minutes)).to_rfc3339();
    let (hour_ago, soon, tomorrow) = (at(-60), at(2), at(24 * 60));
    let cases = [
        ("2999-01-01T00:00:00Z", [&*hour_ago; 2], "opened_at", Value::Null, "later than now"),
        ("0001-01-01T00:00:00Z", [&*hour_ago; 2], "opened_at", Value::Null, "between 1900 and tomorrow"),
        ("1899-12-31T23:59:59Z", [&*hour_ago; 2], "opened_at", Value::Null, "between 1900 and tomorrow"),
        (&*hour_ago, [&*hour_ago, &*tomorrow], "at", json!(2), "later than now"),
        (&*hour_ago, ["2020-01-01T00:00:00Z", &*hour_ago], "at", json!(1), "earlier than the opening"),
        (&*hour_ago, ["0001-01-01T00:00:00Z", &*hour_ago], "at", json!(1), "between 1900 and tomorrow"),
        ("2020-01-01T00:00:00Z", [&*hour_ago, "2020-01-02T00:00:00Z"], "at", json!(2), "an earlier event"),
    ];
    for (number, (opened_at, times, field, event, words)) in (1..).zip(cases) {
        let report = import(&service, &record(number, opened_at, times));
        let refused = &report["rejected_lines"][0];
        assert_eq!(
            (&report["rejected"], &refused["values"]["field"], &refused["values"]["event"]),
            (&json!(1), &json!(field), &event),
            "{report}"
        );
        assert!(refused["message"]["en"].as_str().unwrap().contains(words), "{report}");
        assert!(!refused["message"]["ja"].as_str().unwrap().is_empty(), "{report}");
    }
    for (number, opened_at, times) in
        [(101, "1900-01-01T00:00:00Z", [&*hour_ago; 2]), (102, &*hour_ago, [&*hour_ago, &*soon])]
    {
        let report = import(&service, &record(number, opened_at, times));
        assert_eq!(report["imported"], 1, "{report}");
    }
}

#[test]
fn a_copy_has_entries_of_before_it_was_made_but_none_of_a_time_that_cannot_be() {
    let service = Service::shared();
    let mut copy = record(201, "2026-01-01T00:00:00Z", ["2020-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
    copy["copy_of"] = json!({"step": 1});
    assert_eq!(import(&service, &copy)["imported"], 1);
    copy["id"] = "01a1ff9d-7320-714a-a505-000000000202".into();
    copy["log"][0]["at"] = "0001-01-01T00:00:00Z".into();
    let report = import(&service, &copy);
    assert_eq!(report["rejected_lines"][0]["values"]["field"], "at", "{report}");
}
