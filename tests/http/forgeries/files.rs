//! Forgeries of files: `kifu audit` finds them without a service.

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

use crate::proofs::audit;

/// The change to a record and its proof, and the fault that is named.
type FileForgery = (&'static str, fn(&mut Value, &mut Value), &'static str);

pub const FORGERIES: &[FileForgery] = &[
    (
        "the text of an entry of a file",
        |record, _| record["log"][2]["entry"]["text"] = json!("won"),
        "event 3 was altered",
    ),
    (
        "a move of a file, by another legal one",
        |record, _| record["log"][1]["entry"]["hands"] = json!(["paper", "rock"]),
        "event 2 was altered",
    ),
    ("an actor in a proof", |_, proof| proof["events"][1]["actor"] = json!("seat 1"), "event 1 was altered"),
    (
        "a time of a file",
        |record, _| record["log"][0]["at"] = json!("2026-11-25T10:00:00Z"),
        "event 1 was altered",
    ),
    (
        "the last entry of a file, left out",
        |record, _| drop(record["log"].as_array_mut().unwrap().pop()),
        "event 4 is missing",
    ),
    (
        "an entry in the middle of a file, left out",
        |record, _| drop(record["log"].as_array_mut().unwrap().remove(1)),
        "event 2 is missing",
    ),
    (
        "two entries of a file exchanged",
        |record, _| record["log"].as_array_mut().unwrap().swap(1, 2),
        "event 2 was moved",
    ),
    (
        "an entry invented in a file",
        |record, _| {
            let log = record["log"].as_array_mut().unwrap();
            let invented = json!({"at": log[0]["at"], "entry": {"type": "annotate", "text": "nobody"}});
            log.insert(1, invented);
        },
        "event 2 was invented",
    ),
    ("the number of seats of a file", |record, _| record["seats"] = json!(3), "`seats` was altered"),
    (
        "what was signed in a proof",
        |_, proof| proof["copy"]["version"] = json!(3),
        "the signature of the copy is wrong",
    ),
    (
        "the names of a file exchanged",
        |record, _| record["details"]["names"] = json!(["Ben", "Aki"]),
        "`seat 0` was altered",
    ),
    (
        "a name of a file taken away",
        |record, _| record["details"]["names"][1] = Value::Null,
        "`seat 1` was altered",
    ),
    (
        "a player at a seat of a file",
        |record, _| record["details"]["players"] = json!([null, "00000000-0000-7000-8000-000000000002"]),
        "`seat 1` was altered",
    ),
    ("the place of a file", |record, _| record["details"]["place"] = json!("Osaka"), "`place` was altered"),
    (
        "the day of a file",
        |record, _| record["details"]["played_at"] = json!("2026-11-21T19:00:00+09:00"),
        "`played_at` was altered",
    ),
    (
        "the tags of a file",
        |record, _| record["details"]["tags"] = json!(["club", "simulated"]),
        "`tags` was altered",
    ),
    (
        "the visibility of a file",
        |record, _| record["visibility"] = json!("private"),
        "`visibility` was altered",
    ),
    (
        "a file made that of a copy",
        |record, _| record["copy_of"] = json!({"step": 1}),
        "`copy_of` was altered",
    ),
    (
        "a name of a file, with its salt taken out of the proof",
        |record, proof| {
            record["details"]["names"][0] = json!("Eve");
            proof["description"]["salts"].as_object_mut().unwrap().remove("seat 0");
        },
        "`seat 0` was altered",
    ),
    (
        "what a record says of itself, left out of the proof",
        |record, proof| {
            record["details"]["names"][0] = json!("Eve");
            proof.as_object_mut().unwrap().remove("description");
        },
        "the proof does not lead to what was signed",
    ),
    (
        "a change of what a record says of itself, left out of the proof",
        |_, proof| drop(proof["description"]["changes"].as_array_mut().unwrap().pop()),
        "the proof does not lead to what was signed",
    ),
    (
        "a commitment in a proof",
        |_, proof| proof["description"]["changes"][0]["commitments"]["place"] = json!("07".repeat(32)),
        "change 0 of what the record says of itself was altered",
    ),
];

/// A record of four events that says of itself all that it can, and has changed one thing of it.
fn recorded(service: &Service) -> Table {
    let table = service.open(&json!({
        "game": "punyon_ken", "seats": ["Aki", "Ben"], "place": "Nara", "played_at": "2026-11-20T19:00:00+09:00",
        "tags": ["club"],
    }));
    let throw = json!({"type": "throw", "hands": ["rock", "scissors"]});
    let note = |text: &str| json!({"type": "annotate", "text": text});
    for entry in [note("one"), throw, note("two"), note("three")] {
        table.log(&entry).json();
    }
    let moved = json!({"place": "Kyoto"}).to_string();
    table.ask("PATCH", "").token(&table.scribe).body("application/merge-patch+json", moved).json();
    table
}

#[test]
fn each_forgery_of_a_record_is_found_and_named() {
    let service = Service::start();
    let table = recorded(&service);
    let folder = service.folder();
    let (record, proof) = (table.get("/record").json(), table.get("/proof").json());
    let (is_content, said) = audit(&folder, &[], &[&record.to_string(), &proof.to_string()]);
    assert!(is_content, "{said}");
    for (what, forge, fault) in FORGERIES {
        let (mut record, mut proof) = (record.clone(), proof.clone());
        forge(&mut record, &mut proof);
        let (is_content, said) = audit(&folder, &[], &[&record.to_string(), &proof.to_string()]);
        assert!(!is_content && said.contains(&format!("{}: {fault}", table.id)), "{what}: {said}");
    }
}
