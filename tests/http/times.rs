//! Times of events: within bounds, and in order.

use std::collections::BTreeMap;

use kifu_tests::Service;
use serde_json::json;

const OPERATOR: &str = "the-key-of-the-operator-of-times";

#[test]
fn nothing_was_played_at_a_time_that_cannot_be() {
    let service = Service::shared();
    for (played_at, status) in [
        ("2999-01-01T00:00:00Z", 400),
        ("+12026-01-01T00:00:00Z", 400),
        ("0000-06-01T00:00:00Z", 400),
        ("1899-12-31T23:59:59Z", 400),
        ("2026-1-1T1:30:00Z", 400),
        ("1900-01-01T00:00:00Z", 201),
        ("2026-01-01T01:30:00+09:00", 201),
    ] {
        let opening = json!({"game": "bremen", "seats": [null, null, null], "played_at": played_at});
        let answer = service.post("/v1/games", &opening).send();
        assert_eq!(answer.status, status, "{played_at}: {}", answer.text());
        if status == 400 {
            assert_eq!(answer.json()["values"]["field"], "played_at");
            let words = &answer.json()["message"];
            assert!(words["en"] != words["ja"], "{words}");
        }
    }
}

/// A clock that was put back is one that is behind the last event.
#[test]
fn an_event_is_never_before_the_one_that_it_follows() {
    let service = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)]);
    let table = service.open_plain("bremen", 4);
    table.log(&json!({"type": "deal"})).json();
    let mut file = table.get("/record").json();
    let ahead = chrono::Utc::now() + chrono::TimeDelta::minutes(4);
    let id = "0198f6b2-5a1c-7c3e-9f60-0242ac120077";
    file["id"] = id.into();
    file["opened_at"] = json!(ahead);
    file["log"].as_array_mut().unwrap().iter_mut().for_each(|event| event["at"] = json!(ahead));
    let report = service.post("/v1/archive", &file).token(OPERATOR).json();
    assert_eq!(report["imported"], 1, "{report}");
    let path = format!("/v1/games/{id}");
    for text in ["one", "two"] {
        let note = json!({"type": "annotate", "text": text});
        assert_eq!(service.post(&format!("{path}/moves"), &note).token(OPERATOR).send().status, 201);
    }
    let events = service.get(&format!("{path}/events")).token(OPERATOR).json();
    let times: BTreeMap<u64, String> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (event["seq"].as_u64().unwrap(), event["at"].as_str().unwrap().to_owned()))
        .collect();
    let read = |time: &String| time.parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(times.len(), 3);
    assert!(times.values().all(|time| read(time) >= ahead - chrono::TimeDelta::milliseconds(1)), "{times:?}");
}
