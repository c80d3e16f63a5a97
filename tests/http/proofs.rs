//! Proofs of records: their content for each viewer, and that `kifu audit` finds every forgery without a service.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use kifu_tests::{Folder, Service, Table, eventually};
use regex::Regex;
use serde_json::{Value, json};

/// The output of `kifu audit` on files with this content, and true if it found no fault.
pub fn audit(folder: &Folder, arguments: &[&str], files: &[&str]) -> (bool, String) {
    let paths = (0..).zip(files).map(|(number, text)| {
        let path: PathBuf = folder.path().join(format!("file-{number}.json"));
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let paths: Vec<_> = paths.collect();
    let arguments: Vec<_> =
        ["audit"].iter().chain(arguments).copied().chain(paths.iter().map(String::as_str)).collect();
    let output = folder.run(&arguments);
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn note(table: &Table, text: &str) -> Value {
    table.log(&json!({"type": "annotate", "text": text})).json()
}

/// A record of four events of a game in which nothing is hidden.
fn recorded(service: &Service) -> Table {
    let table = service.open_plain("punyon_ken", 2);
    note(&table, "one");
    table.log(&json!({"type": "throw", "hands": ["rock", "scissors"]})).json();
    note(&table, "two");
    note(&table, "three");
    table
}

#[test]
fn a_move_is_answered_with_a_receipt_that_a_proof_confirms() {
    let service = Service::shared();
    let table = service.open_plain("punyon_ken", 2);
    let ask = table.log(&json!({"type": "annotate", "text": "one"})).header("Idempotency-Key", "receipt");
    let answer = ask.clone().json();
    assert_eq!(ask.json()["receipt"], answer["receipt"], "a retry has the same receipt");
    let moves = table.path("/moves?dry_run=true");
    let dry_run =
        service.post(&moves, &json!({"type": "annotate", "text": "two"})).token(&table.scribe).json();
    assert_eq!(dry_run["receipt"], Value::Null);

    let receipt = &answer["receipt"];
    let proof = service.get(receipt["proof"].as_str().unwrap()).json();
    let last = proof["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last["hash"], receipt["hash"]);
    assert_eq!((&proof["copy"]["version"], &proof["copy"]["perspective"]), (&json!(1), &json!("whole")));
    let key = service.get("/v1/signing-key").json();
    assert_eq!((&key["public_key"], &key["key_id"]), (&proof["public_key"], &proof["copy"]["key_id"]));

    // More at once: the receipt is of the last one.
    let notes = [json!({"type": "annotate", "text": "two"}), json!({"type": "annotate", "text": "three"})];
    let receipt = table.log(&json!(notes)).json()["receipt"].take();
    let proof = service.get(receipt["proof"].as_str().unwrap()).json();
    assert_eq!(proof["events"][3]["hash"], receipt["hash"]);
}

/// A service whose heads come soon.
fn quick() -> Service {
    Service::start_with(&QUICK)
}

const QUICK: [(&str, &str); 1] = [("KIFU_HEAD_SECONDS", "1")];

/// The proof with its tree, once that is there.
fn proof_in_tree(table: &Table, rest: &str) -> Value {
    let path = format!("/proof{rest}");
    eventually("a proof in the tree", || {
        Some(table.get(&path).json()).filter(|proof| proof["tree"].is_object())
    })
}

#[test]
fn a_proof_without_its_tree_says_when_that_is_there() {
    let service = Service::shared();
    let table = recorded(&service);
    let proof = table.get("/proof").json();
    assert_eq!(proof.get("tree"), None);
    let due: chrono::DateTime<chrono::Utc> = proof["tree_due"].as_str().unwrap().parse().unwrap();
    let wait = due - chrono::Utc::now();
    assert!(wait <= chrono::TimeDelta::seconds(62) && wait > chrono::TimeDelta::seconds(-1), "{due}");

    let quick = quick();
    let table = recorded(&quick);
    let proof = proof_in_tree(&table, "");
    assert_eq!(proof.get("tree_due"), None);
    assert_eq!(proof["tree"]["path"].as_array().unwrap().len(), 41);
}

#[test]
fn a_proof_is_for_those_who_may_read_the_record() {
    let service = Service::shared();
    let opening = json!({"game": "punyon_ken", "seats": [null, null], "visibility": "private"});
    let table = service.open(&opening);
    assert_eq!(service.get(&table.path("/proof")).send().status, 404);
    assert_eq!(service.get(&table.path("/proof")).token("kifu_wrong").send().status, 404);
    assert_eq!(table.get("/proof").send().status, 200);
    assert_eq!(table.get("/proof?event=1").send().status, 404, "there is no such event");
    assert_eq!(table.get("/proof?since=999999999").send().status, 404, "there is no such tree");
}

#[test]
fn the_tree_only_grows() {
    let service = quick();
    let table = recorded(&service);
    let early = proof_in_tree(&table, "");
    // Enough for groups that are stored.
    let notes: Vec<_> =
        (0..600).map(|number| json!({"type": "annotate", "text": number.to_string()})).collect();
    table.log(&json!(notes)).json();
    let since = &early["tree"]["head"]["size"];
    let late = proof_in_tree(&table, &format!("?since={since}"));
    let folder = service.folder();
    let record = table.get("/record").send().text();
    let (is_content, said) = audit(&folder, &[], &[&record, &early.to_string(), &late.to_string()]);
    assert!(is_content && said.contains("audited 1 records, 2 proofs; faults: 0"), "{said}");

    let mut forged = late.clone();
    forged["tree"]["consistency"]["path"][0] = json!("07".repeat(32));
    let (is_content, said) = audit(&folder, &[], &[&record, &early.to_string(), &forged.to_string()]);
    assert!(!is_content && said.contains(&format!("does not begin with that of {since}")), "{said}");
    let mut forged = late;
    forged["tree"]["path"][0] = json!("07".repeat(32));
    let (is_content, said) = audit(&folder, &[], &[&record, &forged.to_string()]);
    assert!(!is_content && said.contains("event 604 is not in the tree"), "{said}");
}

#[test]
fn a_proof_is_of_one_record_and_by_one_key() {
    let service = Service::start();
    let (table, other) = (recorded(&service), recorded(&service));
    let folder = service.folder();
    let [record, proof, of_other] =
        [table.get("/record"), table.get("/proof"), other.get("/record")].map(|ask| ask.send().text());
    let (is_content, said) = audit(&folder, &[], &[&of_other, &proof]);
    assert!(!is_content && said.contains("there is no proof of it"), "{said}");
    let files = [&*record, &proof];
    let proof: Value = serde_json::from_str(&proof).unwrap();
    assert!(audit(&folder, &["--key", proof["public_key"].as_str().unwrap()], &files).0);
    let (is_content, said) = audit(&folder, &["--key", &"07".repeat(32)], &files);
    assert!(!is_content && said.contains("signed by another key"), "{said}");
}

#[test]
fn a_whole_export_is_audited_with_its_proofs() {
    let folder = Arc::new(Folder::prepared());
    let service = Service::start_in(Arc::clone(&folder));
    let tables = [(); 3].map(|()| recorded(&service));
    let earlier = tables[1].get("/proof?event=2").send().text();
    let folder = service.stop();
    let [records, proofs] = ["games.ndjson", "proofs.ndjson"].map(|name| folder.path().join(name));
    let [records, proofs] = [&records, &proofs].map(|path| path.to_str().unwrap());
    let output = folder.run(&["export", "--output", records, "--proofs", proofs]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let [records, proofs] = [records, proofs].map(|path| fs::read_to_string(path).unwrap());
    let (is_content, said) = audit(&folder, &[], &[&records, &proofs, &earlier]);
    assert!(is_content && said.contains("audited 3 records, 4 proofs; faults: 0"), "{said}");

    let lines: Vec<_> = records.lines().collect();
    let without = [lines[0], lines[2]].join("\n");
    let (is_content, said) = audit(&folder, &[], &[&without, &proofs]);
    assert!(!is_content && said.contains(&format!("{}: the record is missing", tables[1].id)), "{said}");
    // If the proof is taken away as well, the feed has a gap.
    let proof_lines: Vec<_> = proofs.lines().collect();
    let remaining: Vec<_> =
        proof_lines.iter().filter(|line| !line.contains(&tables[1].id)).copied().collect();
    let (is_content, said) = audit(&folder, &[], &[&without, &remaining.join("\n")]);
    assert!(!is_content && said.contains("events of the feed are missing: positions"), "{said}");
    let forged = records.replacen("three", "other", 1);
    let (is_content, said) = audit(&folder, &[], &[&forged, &proofs]);
    assert!(!is_content && said.contains("event 4 was altered"), "{said}");
}

/// A game in which the scribe logs facts that are hidden from all but one seat.
fn secret(service: &Service) -> Table {
    let table = service.open_plain("half_werewolf", 4);
    table.log(&json!({"type": "deal"})).json();
    table
}

#[test]
fn a_seats_copy_verifies_and_discloses_nothing_hidden() {
    let service = Service::start();
    let folder = service.folder();
    let table = secret(&service);
    let seat = Some(table.seats[1].as_str());
    let before = table.get_as(seat, "/proof").send().text();
    // Hidden from seat 1.
    let own = json!({"type": "note", "seat": 0, "holds": ["seer", "villager"]});
    let pass = json!({"type": "pass_cards", "cards": [null, null, null, null]});
    table.log(&pass).json();
    let shown = table.get_as(seat, "/proof").send().text();
    assert_ne!(shown, before);
    table.log_as(0, &own).json();
    let entries = |rest: &str| table.get_as(seat, rest).send().text();
    let seen = entries("/events");
    assert!(!seen.contains("seer"), "{seen}");
    assert_eq!(table.get_as(seat, "/proof").send().text(), shown, "nothing that is hidden changes the proof");

    let proof: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(proof["copy"]["perspective"], "seat 1");
    assert!(proof.get("tree").is_none() && proof.get("opening").is_none(), "{proof}");
    for event in proof["events"].as_array().unwrap() {
        assert_eq!(event.as_object().unwrap().len(), 1, "{event}");
    }
    let copy = table.get_as(seat, "/record").send().text();
    let (is_content, said) = audit(&folder, &[], &[&copy, &shown, &before]);
    assert!(is_content, "{said}");
    let mut forged: Value = serde_json::from_str(&copy).unwrap();
    forged["log"][1]["at"] = json!("2026-11-25T10:00:00Z");
    let (is_content, said) = audit(&folder, &[], &[&forged.to_string(), &shown]);
    assert!(!is_content && said.contains("event 2 was altered"), "{said}");

    // Once all lies open, the whole record leads to what the seat was shown.
    table.log(&json!({"type": "abandon"})).json();
    let whole = table.get_as(seat, "/proof").send().text();
    let record = table.get_as(seat, "/record").send().text();
    let files = [&*record, &whole, &shown, &before];
    let (is_content, said) = audit(&folder, &[], &files);
    assert!(is_content && said.contains("audited 1 records, 3 proofs; faults: 0"), "{said}");
    let (is_content, said) = audit(&folder, &[], &[&record, &shown]);
    assert!(is_content, "the proof of a seat is enough for what that seat saw: {said}");
    let mut forged: Value = serde_json::from_str(&record).unwrap();
    forged["log"][1]["entry"]["cards"][1] = json!("seer");
    let (is_content, said) = audit(&folder, &[], &[&forged.to_string(), &whole]);
    assert!(!is_content && said.contains("event 2 was altered"), "{said}");
}

/// A text of JSON without random values, such as the shard of a record, or a time.
fn without_chance(text: &str) -> String {
    let chance = Regex::new(r#""[0-9a-f]{16,}"|[0-9a-f-]{36}|"20[0-9-]+T[0-9:.]+Z"|"shard":[0-9]+"#).unwrap();
    chance.replace_all(text, "…").into_owned()
}

/// The answers to a scribe, a seat and a stranger at their own table, beside another table with so many hidden events.
fn read_beside(hidden: usize) -> Vec<String> {
    let restart = |service: Service| {
        let folder = service.stop();
        Service::start_in_with(folder, &[("KIFU_HEAD_SECONDS", "86400")])
    };
    let service = Service::start_with(&[("KIFU_HEAD_SECONDS", "86400")]);
    let [open, secret] = ["punyon_ken", "half_werewolf"]
        .map(|game| service.open_plain(game, if game == "punyon_ken" { 2 } else { 4 }));
    let elsewhere =
        service.open(&json!({"game": "bremen", "seats": vec![Value::Null; 4], "visibility": "private"}));
    let mut read = Vec::new();
    let mut service = service;
    for round in 0..3 {
        let [open, secret, elsewhere] = [&open, &secret, &elsewhere].map(|table| table.at(&service));
        for number in 0..hidden {
            note(&elsewhere, &number.to_string());
        }
        let answer = open.log(&json!({"type": "annotate", "text": "x"})).send();
        for number in 0..hidden {
            note(&elsewhere, &number.to_string());
        }
        read.push(answer.text());
        read.push(note(&open, "y").to_string());
        service = restart(service);
        let [open, secret] = [&open, &secret].map(|table| table.at(&service));
        if round == 2 {
            open.log(&json!({"type": "abandon"})).json();
        }
        // A head is kept back for two seconds at most.
        let of_scribe = proof_in_tree(&open, &format!("?event={}", 2 * round + 2));
        let since = &of_scribe["tree"]["head"]["size"];
        read.push(of_scribe.to_string());
        for rest in [format!("/proof?event=1&since={since}"), "/proof".to_owned(), "/record".to_owned()] {
            read.push(open.get(&rest).send().text());
            read.push(service.get(&open.path(&rest)).send().text());
            read.push(
                secret
                    .get_as(
                        Some(&secret.seats[1]),
                        &rest.replace(&format!("&since={since}"), "").replace("?event=1", ""),
                    )
                    .send()
                    .text(),
            );
        }
    }
    read.iter().map(|text| without_chance(text)).collect()
}

/// Sizes, positions and paths do not depend on the records of others.
#[test]
fn proofs_do_not_count_what_is_hidden_elsewhere() {
    let (alone, beside) = (read_beside(0), read_beside(150));
    assert_eq!(alone.len(), beside.len());
    for (alone, beside) in alone.iter().zip(&beside) {
        assert_eq!(alone, beside);
    }
    assert!(alone.iter().any(|text| text.contains("\"size\":")), "{alone:?}");
}
