//! What somebody changed in the database beside the service is found by `kifu verify`, and a read does not hide it.

use kifu_tests::{Folder, Service, Table, eventually};
use postgres::Client;
use serde_json::json;

/// What is kept aside, to be put back after each forgery.
const SAVE: &str = "
    CREATE SCHEMA aside;
    CREATE TABLE aside.events AS TABLE events;
    CREATE TABLE aside.games AS TABLE games;
    ALTER TABLE events DISABLE TRIGGER USER;
    ALTER TABLE games DISABLE TRIGGER USER;
    DO $$
    DECLARE foreign_key record;
    BEGIN
        FOR foreign_key IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint WHERE confrelid = 'games'::regclass
        LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', foreign_key.relation, foreign_key.conname);
        END LOOP;
    END
    $$";
const PUT_BACK: &str = "
    DELETE FROM events; DELETE FROM games;
    INSERT INTO games SELECT * FROM aside.games; INSERT INTO events SELECT * FROM aside.events;
    UPDATE projections SET position = 12 WHERE position > 12;
    UPDATE statistic_progress SET position = 12 WHERE position > 12;
    DELETE FROM statistic_clock WHERE position > 12";

/// A record of four events beside others, in a database that its owner can change as they like.
fn recorded() -> (Service, Table, Client) {
    // Positions are named here, so there is one shard.
    let service = Service::with_one_shard(&[]);
    let tables = [(); 3].map(|()| service.open_plain("you_cry_wolf", 3));
    for text in ["one", "two"] {
        for table in &tables {
            table.log(&json!({"type": "annotate", "text": text})).json();
        }
    }
    for table in &tables {
        table.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    }
    let mut owner = service.database();
    owner.batch_execute(SAVE).unwrap();
    let [_, table, _] = tables;
    (service, table, owner)
}

/// What `kifu verify` says beside a running service, and whether it is content.
fn verify(folder: &Folder) -> (bool, String) {
    let output = folder.run(&["verify"]);
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn each_forgery_is_found_and_named() {
    let (service, table, mut owner) = recorded();
    let (folder, id) = (service.folder(), &table.id);
    let (is_whole, said) = verify(&folder);
    assert!(is_whole && said.contains("faults: 0"), "{said}");
    let forgeries = [
        (r#"UPDATE events SET payload = payload || '{"text": "won"}' WHERE game_id = 'ID' AND seq = 2"#, "ID: event 2 was altered"),
        (r#"UPDATE events SET payload = payload || '{"seat": 1}' WHERE game_id = 'ID' AND seq = 3"#, "ID: event 3 was altered"),
        ("UPDATE events SET actor = 'seat 1' WHERE game_id = 'ID' AND seq = 1", "ID: event 1 was altered"),
        ("UPDATE events SET at = at + interval '1 microsecond' WHERE game_id = 'ID' AND seq = 1", "ID: event 1 was altered"),
        ("UPDATE events SET salt = substr(sha256(salt), 1, 16) WHERE game_id = 'ID' AND seq = 1", "ID: event 1 was altered"),
        ("DELETE FROM events WHERE game_id = 'ID' AND seq = 3", "events of the feed are missing"),
        ("DELETE FROM events WHERE game_id = 'ID' AND seq = 1", "ID: event 1 is missing"),
        ("DELETE FROM events WHERE game_id = 'ID'; DELETE FROM games WHERE game_id = 'ID'", "events of the feed are missing"),
        (r#"UPDATE games SET options = options || '{"animals": 1}' WHERE game_id = 'ID'"#, "ID: `options` was altered"),
        // Who hides a removal by numbering anew.
        (
            "DELETE FROM events WHERE game_id = 'ID' AND seq = 1;
             UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 2;
             UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 3",
            "ID: event 1 was altered",
        ),
        ("DELETE FROM games WHERE game_id = 'ID'", "ID: there are events, and no record"),
        (
            "INSERT INTO events SELECT shard, game_id, 4, position + 1000, type, schema_version, at, actor, payload, NULL, salt, hash
             FROM events WHERE game_id = 'ID' AND seq = 2",
            "ID: event 4 was altered",
        ),
        ("UPDATE games SET opened_at = opened_at - interval '1 day' WHERE game_id = 'ID'", "ID: `opened_at` was altered"),
    ];
    for (forgery, fault) in forgeries {
        owner.batch_execute(&forgery.replace("ID", id)).unwrap();
        let (is_whole, said) = verify(&folder);
        assert!(!is_whole && said.contains(&fault.replace("ID", id)), "{forgery}: {said}");
        owner.batch_execute(PUT_BACK).unwrap();
    }
    // What follows the feed may still have noted the end of a log that was forged.
    eventually("a database that is as it was", || {
        owner.batch_execute(PUT_BACK).unwrap();
        verify(&folder).0.then_some(())
    });
}

#[test]
fn a_log_with_a_hole_is_not_numbered_anew() {
    let (service, table, mut owner) = recorded();
    owner.execute("DELETE FROM events WHERE game_id = $1::text::uuid AND seq = 2", &[&table.id]).unwrap();
    // A service that has not read the record yet.
    let other = service.beside();
    let table = table.at(&other);
    let record = table.get("").send().json();
    assert_eq!(record["unreplayable"], json!({"event": 2, "violation": null, "missing": true}), "{record}");
    let entries = table.entries();
    assert_eq!(entries.len(), 1, "nothing takes the place of what is missing: {entries:?}");
    let refused = table.log(&json!({"type": "annotate", "text": "three"})).send();
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("unreadable_record")));
}
