//! A record keeps the options and the version of the rules that it was opened with, whatever is the default later.

use kifu_tests::Service;
use serde_json::{Value, json};

const NDJSON: &str = "application/x-ndjson";

/// A file of Dancing Villager in which seat 0 has seven dogs in the throw that takes the last meat.
fn seven_dogs(id: u64, rest: &[Value]) -> Value {
    let throw = |landed: [[u8; 3]; 3]| {
        let landing = |[up, flat, standing]: [u8; 3]| json!({"up": up, "down": 0, "flat": flat, "standing": standing, "leaning": 0});
        json!({"type": "throw", "results": landed.map(landing), "stacked": false})
    };
    let throws = [
        throw([[0, 0, 4], [0, 4, 0], [0, 4, 0]]),
        throw([[0, 2, 2], [0, 4, 0], [0, 4, 0]]),
        throw([[3, 0, 1], [2, 2, 0], [0, 4, 0]]),
    ];
    let log = throws.iter().chain(rest).map(|entry| json!({"at": "2026-01-01T00:00:00Z", "entry": entry}));
    json!({
        "kifu": 1, "id": format!("01a1ff9d-7320-714a-a505-{id:012}"), "game": "dancing_villager", "seats": 3,
        "options": {}, "opened_at": format!("2025-12-{id:02}T00:00:00Z"), "visibility": "public", "log": log.collect::<Vec<_>>(),
    })
}

fn import(service: &Service, file: &Value) -> Value {
    service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).send().json()
}

#[test]
fn every_opening_has_all_options_and_the_version_of_the_rules() {
    let service = Service::shared();
    let options = json!({"open_dice": true, "boxes": 2.0});
    let table = service.open(&json!({"game": "you_cry_wolf", "seats": [null, null], "options": options}));
    let all = json!({"boxes": 2, "edition": "ja", "open_dice": true});
    let head = service.get(&table.path("")).json();
    let mut options_shown = head["options"].clone();
    options_shown.as_object_mut().unwrap().remove("game");
    assert_eq!((&options_shown, &head["rules_version"]), (&all, &json!(1)));
    let file: Value = service.get(&table.path("/record")).token(&table.scribe).json();
    assert_eq!((&file["options"], &file["rules_version"]), (&all, &json!(1)));
    let mut database = service.database();
    let stored = "SELECT payload->'options' = options AND options = $1::text::jsonb FROM events JOIN games USING (game_id)
        WHERE game_id::text = $2 AND seq = 0";
    let id = table.id.clone();
    assert!(database.query_one(stored, &[&all.to_string(), &id]).unwrap().get::<_, bool>(0));
}

#[test]
fn a_file_is_played_by_its_own_version_and_one_that_names_none_by_the_first() {
    let service = Service::shared();
    let race = json!({"type": "take_dogs", "taken": [0, 0, 1]});
    for (number, version, rest, imported) in [
        (1, Value::Null, vec![&race], true),
        (2, json!(1), vec![&race], true),
        (3, json!(2), vec![&race], false),
        (4, json!(2), vec![], true),
        (5, json!(3), vec![], false),
        (6, json!(0), vec![], false),
    ] {
        let rest: Vec<Value> = rest.into_iter().cloned().collect();
        let mut file = seven_dogs(number, &rest);
        if !version.is_null() {
            file["rules_version"] = version.clone();
        }
        let report = import(&service, &file);
        assert_eq!(report["imported"] == 1, imported, "{version}: {report}");
        if !imported {
            let refused = &report["rejected_lines"][0];
            assert!(refused["message"]["ja"].is_string(), "{report}");
            continue;
        }
        let id = file["id"].as_str().unwrap();
        let head = service.get(&format!("/v1/games/{id}")).json();
        let expected = if version == 2 { 2 } else { 1 };
        assert_eq!((&head["rules_version"], &head["status"]), (&json!(expected), &json!("over")), "{head}");
        let copy = service.post(&format!("/v1/games/{id}/copies"), &json!({"at": 3})).json();
        let copied = service.get(&format!("/v1/games/{}", copy["id"].as_str().unwrap())).json();
        assert_eq!(copied["rules_version"], expected, "a copy is played by the rules of its original");
        assert_eq!(copied["status"], if expected == 2 { "over" } else { "live" });
    }
}

#[test]
fn the_rules_of_a_version_can_be_read() {
    let service = Service::shared();
    let text = |query: &str| service.get(&format!("/v1/rules/dancing_villager{query}")).json();
    let [newest, first, second] = ["", "?version=1", "?version=2"].map(text);
    assert_eq!((&newest["version"], &first["version"]), (&json!(2), &json!(1)));
    assert_eq!(newest["text"], second["text"]);
    assert_ne!(newest["text"], first["text"]);
    for (version, status) in [("3", 404), ("0", 400), ("one", 400)] {
        let answer = service.get(&format!("/v1/rules/dancing_villager?version={version}")).send();
        assert_eq!(answer.status, status, "{version}: {}", answer.text());
    }
    let page = |query: &str| service.get(&format!("/rules/dancing_villager{query}")).send().text();
    assert!(page("?version=1&language=en").contains("earlier rules (version 1)"));
    assert!(!page("?language=en").contains("earlier rules"));
}

/// Databases of before hold openings as they were sent. The migration completes the rows, and the log keeps its hashes.
#[test]
fn records_of_before_are_completed_and_stay_what_they_were() {
    let service = Service::start();
    let table = service.open(&json!({"game": "half_werewolf", "seats": [null, null, null, null]}));
    let mut database = service.database();
    let shorten = "UPDATE games SET options = '{}'; UPDATE search_documents SET options = '{}'";
    database.batch_execute(shorten).unwrap();
    database.batch_execute(include_str!("../../migrations/V18__all_options.sql")).unwrap();
    for from in ["games", "search_documents"] {
        let options = database.query_one(&format!("SELECT options::text FROM {from}"), &[]).unwrap();
        assert_eq!(options.get::<_, String>(0), r#"{"variant": "standard"}"#);
    }
    let found = service.get("/v1/games?game=half_werewolf&option.variant=standard").json();
    assert_eq!(found["games"][0]["id"], table.id);
}
