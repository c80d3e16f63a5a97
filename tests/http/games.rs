//! The game of a value: every answer names it, and requests may.

use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::{AnyEntry, AnyOptions};
use kifu_engine::games;
use kifu_tests::{Recorded, Service, Table, random_game};
use serde_json::{Value, json};

const READS: [&str; 7] = ["", "/choices", "/events", "/replay", "/replay/0", "/replay/1", "/joint"];

/// Checks that everything of a game in an answer names the game: each move, effect, choice and part by its `type`,
/// each position and the options by their name.
fn check(game: &str, at: &str, answer: &Value) {
    match answer {
        Value::Object(fields) => {
            for (name, value) in fields {
                let says = ["state", "start", "options"].contains(&name.as_str());
                let lists = ["effects", "choices", "entries", "steps", "applied"].contains(&name.as_str());
                let holds = ["move", "entry", "own", "stated", "with"].contains(&name.as_str());
                let own = match value {
                    Value::Array(values) if lists => values.as_slice(),
                    Value::Object(_) if says || holds => std::slice::from_ref(value),
                    _ => &[],
                };
                for value in own {
                    assert_eq!(value["game"], game, "{at} {name}: {value}");
                }
                // The inside of a position or a move is the game's own matter.
                if !says && !["effects", "choices", "own"].contains(&name.as_str()) {
                    check(game, at, value);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| check(game, at, value)),
        _ => {}
    }
}

/// An entry that says its game, as answers have it.
fn with_game(game: &str, entry: &Value) -> Value {
    AnyEntry::of(game, &CanonicalJson::of(entry).unwrap()).value()
}

fn log_as_answered(service: &Service, game: &Recorded) -> Table {
    let mut request = game.request();
    request["options"] = json!(AnyOptions::of(&game.game, &request["options"]));
    let table = service.open(&request);
    let entries: Vec<_> = game.log.iter().map(|entry| with_game(&game.game, entry)).collect();
    for chunk in entries.chunks(1000) {
        let answer = table.log(&json!(chunk)).json();
        check(&game.game, "moves", &answer);
        let corrected = |entry: &Value| entry.get("with").is_some();
        assert!(chunk.iter().any(corrected) || answer["entries"] == json!(chunk), "{}", game.name);
    }
    table
}

#[test]
fn what_is_answered_says_its_game_and_can_be_sent_again() {
    let service = Service::shared();
    for game in games::ALL.iter().map(|game| random_game(*game, 4)) {
        let table = log_as_answered(&service, &game);
        let plain = service.open(&game.request());
        for chunk in game.log.chunks(1000) {
            plain.log(&json!(chunk)).json();
        }
        for path in READS {
            let answer = table.get(path).json();
            check(&game.game, path, &answer);
        }
        let files = [&table, &plain].map(|table| {
            let file = table.get("/record").json();
            (
                file["options"].clone(),
                json!(
                    file["log"].as_array().unwrap().iter().map(|logged| &logged["entry"]).collect::<Vec<_>>()
                ),
            )
        });
        assert_eq!(files[0], files[1], "{}: a file says its game once", game.name);
        assert_eq!(table.entries(), plain.entries(), "{}", game.name);
    }
}

#[test]
fn what_is_of_another_game_is_refused_by_its_field() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 4);
    for (entry, path) in [
        (json!({"type": "deal", "game": "punyon_ken"}), "/game"),
        (json!({"type": "take_back", "game": 1}), "/game"),
        (json!({"type": "amend", "event": 1, "with": {"type": "deal", "game": "go"}}), "/with/game"),
    ] {
        let answer = table.log(&entry).send();
        assert_eq!((answer.status, answer.json()["code"].clone()), (400, json!("malformed_move")), "{entry}");
        assert_eq!(answer.json()["values"]["path"], path, "{}", answer.text());
    }
    let open = json!({"game": "bremen", "seats": [null, null, null], "options": {"game": "punyon_ken"}});
    let answer = service.post("/v1/games", &open).send();
    assert_eq!((answer.status, answer.json()["values"]["path"].clone()), (400, json!("/game")));
    assert_eq!(table.version(), 0);
}

#[test]
fn a_file_may_say_the_game_of_each_entry() {
    let service = Service::shared();
    let game = random_game(games::ALL[0], 6);
    let table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    let file = table.get("/record").json();
    let mut named = file.clone();
    named["options"] = json!(AnyOptions::of(&game.game, &named["options"]));
    for logged in named["log"].as_array_mut().unwrap() {
        logged["entry"] = with_game(&game.game, &logged["entry"]);
    }
    for file in [file, named] {
        let report = service.post("/v1/archive", &file).send();
        assert_eq!(report.json()["duplicates"], 1, "{}", report.text());
    }
}
