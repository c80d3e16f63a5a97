//! Descriptions of records under commitments: their changes, their viewers, and the rest after a person is erased.

use std::sync::Arc;

use kifu_tests::{Client, Folder, Service, Table, eventually, unchanging};
use serde_json::{Value, json};

use crate::proofs::audit;

const MERGE_PATCH: &str = "application/merge-patch+json";

fn patch(table: &Table, change: &Value) {
    table.ask("PATCH", "").token(&table.scribe).body(MERGE_PATCH, change.to_string()).json();
}

/// A player, by id and token.
fn player(client: &Client, name: &str) -> (String, String) {
    let made = client.post("/v1/players", &json!({ "name": name })).json();
    let [id, token] = ["id", "token"].map(|field| made[field].as_str().unwrap().to_owned());
    (id, token)
}

fn seated(client: &Client, (id, token): &(String, String)) -> Table {
    let seats = json!([{"player": id, "token": token}, "Ben"]);
    client.open(&json!({"game": "punyon_ken", "seats": seats, "place": "Nara", "tags": ["club"]}))
}

/// The details that each change of a record names.
fn changes(proof: &Value) -> Vec<Vec<String>> {
    let of_change = |change: &Value| change["commitments"].as_object().unwrap().keys().cloned().collect();
    proof["description"]["changes"].as_array().unwrap().iter().map(of_change).collect()
}

fn verify(folder: &Folder) -> (bool, String) {
    let output = folder.run(&["verify"]);
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn each_change_is_a_link_and_earlier_proofs_stand() {
    let service = Service::start();
    let folder = service.folder();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", null], "place": "Nara"}));
    let (early_record, early) = (table.get("/record").send().text(), table.get("/proof").json());
    let all = ["copy_of", "place", "played_at", "seat 0", "seat 1", "tags", "visibility"];
    assert_eq!(changes(&early), [all.map(str::to_owned).to_vec()]);
    patch(&table, &json!({"place": "Kyoto"}));
    patch(&table, &json!({"place": "Kyoto"}));
    patch(&table, &json!({"seats": ["Aki", "Ben"], "tags": ["club", "a \"quoted\" \\ tag\u{7f}"]}));
    let late = table.get("/proof").json();
    assert_eq!(changes(&late)[1..], [vec!["place".to_owned()], vec!["seat 1".into(), "tags".into()]]);
    assert_eq!(late["copy"]["description_hash"], late["description"]["changes"][2]["hash"]);
    let salts = late["description"]["salts"].as_object().unwrap();
    assert!(
        salts.len() == all.len() && salts.values().all(|salt| salt.as_str().unwrap().len() == 32),
        "{salts:?}"
    );
    assert_ne!(early["description"]["salts"]["place"], late["description"]["salts"]["place"]);

    let late_record = table.get("/record").send().text();
    let (early, late) = (early.to_string(), late.to_string());
    for files in [[&early_record, &early, &late], [&late_record, &early, &late]] {
        let (is_content, said) = audit(&folder, &[], &files.map(String::as_str));
        assert!(is_content, "{said}");
    }
    let (is_content, said) = audit(&folder, &[], &[&late_record, &early]);
    assert!(!is_content && said.contains("`place` was altered"), "{said}");
    let (is_whole, said) = verify(&folder);
    assert!(is_whole && !said.contains("say of themselves"), "{said}");
}

#[test]
fn a_seats_copy_proves_names_and_says_nothing_more() {
    let service = Service::start();
    let folder = service.folder();
    let seats = json!(["Aki", "Ben", "Chi", null]);
    let table = service.open(&json!({"game": "half_werewolf", "seats": seats, "visibility": "private"}));
    let pass = json!({"type": "pass_cards", "cards": [null, null, null, null]});
    table.log(&json!([{"type": "deal"}, pass])).json();
    let seat = Some(table.seats[1].as_str());
    let [copy, proof] = ["/record", "/proof"].map(|rest| table.get_as(seat, rest).send().text());
    let (is_content, said) = audit(&folder, &[], &[&copy, &proof]);
    assert!(is_content, "{said}");
    let mut forged: Value = serde_json::from_str(&copy).unwrap();
    forged["details"]["names"] = json!(["Aki", "Chi", "Ben", null]);
    let (is_content, said) = audit(&folder, &[], &[&forged.to_string(), &proof]);
    assert!(!is_content && said.contains("`seat 1` was altered"), "{said}");
    table.log_as(0, &json!({"type": "note", "seat": 0, "holds": ["seer", "villager"]})).json();
    assert_eq!(table.get_as(seat, "/proof").send().text(), proof, "nothing that is hidden changes it");
}

#[test]
fn an_erased_person_leaves_no_salt_and_the_proof_stands() {
    let service = Service::start_with(&[("KIFU_HEAD_SECONDS", "1"), ("KIFU_SHARDS", "1")]);
    let folder = service.folder();
    let renfield = player(&service, "Renfield");
    let tables = [(); 2].map(|()| seated(&service, &renfield));
    let [one, _] = &tables;
    let before = one.get("/proof").send().text();
    let rename = json!({"name": "Mina"}).to_string();
    let path = format!("/v1/players/{}", renfield.0);
    service.ask("PATCH", &path).token(&renfield.1).body(MERGE_PATCH, rename).json();
    let renamed = one.get("/proof").json();
    assert_eq!(changes(&renamed)[1..], [vec!["seat 0".to_owned()]]);
    let (is_content, said) =
        audit(&folder, &[], &[&one.get("/record").send().text(), &renamed.to_string(), &before]);
    assert!(is_content, "{said}");

    let mut owner = service.database();
    assert_eq!(service.ask("DELETE", &path).token(&renfield.1).send().status, 204);
    let erased = one.get("/proof").json();
    assert_eq!(
        changes(&erased),
        changes(&renamed),
        "erasing adds nothing that would lie beside another table"
    );
    assert!(erased["description"]["salts"].get("seat 0").is_none(), "{erased}");
    assert!(erased["description"]["salts"].get("seat 1").is_some(), "{erased}");
    let salts = "SELECT count(*) FROM descriptions WHERE salts ? 'seat 0'";
    assert_eq!(owner.query_one(salts, &[]).unwrap().get::<_, i64>(0), 0);
    let record = one.get("/record").send().text();
    assert!(!record.contains("Mina"), "{record}");
    let (is_content, said) = audit(&folder, &[], &[&record, &erased.to_string(), &before]);
    assert!(is_content, "{said}");
    let mut forged: Value = serde_json::from_str(&record).unwrap();
    forged["details"]["names"][0] = json!("Lucy");
    let (is_content, said) = audit(&folder, &[], &[&forged.to_string(), &erased.to_string()]);
    assert!(!is_content && said.contains("`seat 0` was altered"), "{said}");
    eventually("the first head is signed", || (!verify(&folder).1.contains(" 0 signed heads")).then_some(()));
    let (is_whole, said) = verify(&folder);
    assert!(is_whole, "{said}");

    // Somebody else sits there later.
    patch(one, &json!({"seats": ["Lucy", "Ben"]}));
    let files = [one.get("/record").send().text(), one.get("/proof").send().text(), erased.to_string()];
    let (is_content, said) = audit(&folder, &[], &files.each_ref().map(String::as_str));
    assert!(is_content, "{said}");
    let folder = service.stop();
    let (is_whole, said) = verify(&folder);
    assert!(is_whole && !said.contains("not checked"), "{said}");
}

#[test]
fn an_archive_carries_names_and_gets_commitments_of_its_own() {
    let folder = Arc::new(Folder::prepared());
    let service = Service::start_in(Arc::clone(&folder));
    let renfield = player(&service, "Renfield");
    let table = seated(&service, &renfield);
    let copy = table.post("/copies", &json!({"at": 0}));
    let copy_id = copy.token(&table.scribe).json()["id"].as_str().unwrap().to_owned();
    let folder = service.stop();
    let [records, proofs] = ["games.ndjson", "proofs.ndjson"].map(|name| folder.path().join(name));
    let [records, proofs] = [&records, &proofs].map(|path| path.to_str().unwrap());
    let output = folder.run(&["export", "--output", records, "--proofs", proofs]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let [written, proven] = [records, proofs].map(|path| std::fs::read_to_string(path).unwrap());
    let (is_content, said) = audit(&folder, &[], &[&written, &proven]);
    assert!(is_content && said.contains("audited 2 records, 2 proofs; faults: 0"), "{said}");
    let forged = written.replacen("\"Ben\"", "\"Eve\"", 1);
    let (is_content, said) = audit(&folder, &[], &[&forged, &proven]);
    assert!(!is_content && said.contains("`seat 1` was altered"), "{said}");
    assert!(written.contains(&copy_id));

    let elsewhere = Folder::prepared();
    let output = elsewhere.run(&["import", records]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (is_whole, said) = verify(&elsewhere);
    assert!(is_whole && said.contains("verified 2 records") && !said.contains("say of themselves"), "{said}");
}

#[test]
fn records_of_before_get_commitments_at_a_change_or_soon_after_the_start() {
    let rarely = ("KIFU_HEAD_SECONDS", "86400");
    let service = Service::start_with(&[rarely, ("KIFU_SHARDS", "1")]);
    let tables = [(); 3].map(|()| service.open_plain("bremen", 4));
    let mut owner = service.database();
    let described = "SELECT count(*) FROM descriptions";
    // The look at older records, which comes at the start, describes them anew. When nobody does, it is over.
    eventually("the end of the look", || {
        let forget =
            "DELETE FROM descriptions; UPDATE description_heads SET position = 0; DELETE FROM event_batches";
        owner.batch_execute(forget).unwrap();
        let count = || service.database().query_one(described, &[]).unwrap().get::<_, i64>(0);
        (unchanging("descriptions", count) == 0).then_some(())
    });
    let proof = tables[0].get("/proof").json();
    assert!(proof.get("description").is_none() && proof["copy"].get("description_hash").is_none(), "{proof}");
    let (is_content, said) =
        audit(&service.folder(), &[], &[&tables[0].get("/record").send().text(), &proof.to_string()]);
    assert!(is_content, "{said}");
    patch(&tables[0], &json!({"place": "Nara"}));
    assert_eq!(changes(&tables[0].get("/proof").json()).len(), 1);
    assert_eq!(owner.query_one(described, &[]).unwrap().get::<_, i64>(0), 1);
    let (_, said) = verify(&service.folder());
    assert!(said.contains("not checked: what 2 records say of themselves"), "{said}");
    drop(owner);
    let service = Service::start_in_with(service.stop(), &[rarely]);
    let mut owner = service.database();
    eventually("all are described", || {
        (owner.query_one(described, &[]).unwrap().get::<_, i64>(0) == 3).then_some(())
    });
    let (is_whole, said) = verify(&service.folder());
    assert!(is_whole && !said.contains("say of themselves"), "{said}");
}
