//! Forgeries by somebody who may do everything in the database and has our program, but not the key that signs: each is
//! found by `kifu verify`.

use std::process::Output;
use std::sync::Arc;

use kifu_proofs::batch::{Batch, BatchSecret};
use kifu_proofs::event::{EventContent, START, link};
use kifu_proofs::signature::{PublicKey, SigningKey, TreeHead, TreeHeadTag, head_digest};
use kifu_proofs::tree::GrowingTree;
use kifu_proofs::{Digest, HexBytes, batch};
use kifu_tests::{Folder, Receiver, Reply, Service, eventually};
use postgres::Client;
use postgres::types::ToSql;
use serde_json::{Value, json};
use uuid::Uuid;

const KEY: (&str, &str) = ("KIFU_SIGNING_KEY", "what only the operator knows");
const OTHER_KEY: (&str, &str) = ("KIFU_SIGNING_KEY", "another one");
/// Heads are signed at the start and at the end of a service, and not while forgeries are tried.
const RARELY: (&str, &str) = ("KIFU_HEAD_SECONDS", "86400");

/// What is kept aside, to be put back after each forgery.
const SAVE: &str = "
    CREATE SCHEMA aside;
    CREATE TABLE aside.events AS TABLE events;
    CREATE TABLE aside.games AS TABLE games;
    CREATE TABLE aside.event_batches AS TABLE event_batches;
    CREATE TABLE aside.shard_heads AS TABLE shard_heads;
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
    DELETE FROM events; DELETE FROM games; DELETE FROM event_batches; DELETE FROM shard_heads;
    INSERT INTO games SELECT * FROM aside.games; INSERT INTO events SELECT * FROM aside.events;
    INSERT INTO event_batches SELECT * FROM aside.event_batches; INSERT INTO shard_heads SELECT * FROM aside.shard_heads;
    UPDATE projections SET position = 12 WHERE position > 12;
    UPDATE statistic_progress SET position = 12 WHERE position > 12;
    DELETE FROM statistic_clock WHERE position > 12";

fn kifu(folder: &Folder, key: (&str, &str), arguments: &[&str]) -> Output {
    folder.kifu().envs([key]).args(arguments).output().unwrap()
}

/// What `kifu verify` says with this key, and whether it is content.
fn verify_with(folder: &Folder, key: (&str, &str), arguments: &[&str]) -> (bool, String) {
    let output = kifu(folder, key, &[&["verify"], arguments].concat());
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// A database of one shard with three records of four events in two batches, served once more.
struct Scene {
    service: Service,
    owner: Client,
    /// The record that was opened second.
    id: String,
}

impl Scene {
    fn new() -> Self {
        let serve = |folder| Service::start_in_with(folder, &[KEY, RARELY, ("KIFU_SHARDS", "1")]);
        let service = serve(Arc::new(Folder::new()));
        let tables = [(); 3].map(|()| service.open_plain("you_cry_wolf", 3));
        for table in &tables {
            table.log(&json!({"type": "annotate", "text": "one"})).json();
        }
        // Positions 1 to 6 are in one batch, those from 7 on in another.
        let service = serve(service.stop());
        for note in
            [json!({"type": "annotate", "text": "two"}), json!({"type": "choose_first_player", "seat": 0})]
        {
            for table in &tables {
                table.at(&service).log(&note).json();
            }
        }
        let service = serve(service.stop());
        let mut owner = service.database();
        owner.batch_execute(SAVE).unwrap();
        Self { service, owner, id: tables[1].id.clone() }
    }

    fn verify(&self) -> (bool, String) {
        verify_with(&self.service.folder(), KEY, &[])
    }

    fn sql(&mut self, statements: &str) {
        self.owner.batch_execute(&statements.replace("ID", &self.id)).unwrap();
    }

    fn execute(&mut self, statement: &str, parameters: &[&(dyn ToSql + Sync)]) {
        self.owner.execute(statement, parameters).unwrap();
    }

    /// Makes the hashes of all records anew.
    fn rehash(&mut self) {
        let events = "
            SELECT game_id::text, seq, type, schema_version, actor, payload::text, salt,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS at
            FROM events ORDER BY game_id, seq";
        let mut before = START;
        for row in self.owner.query(events, &[]).unwrap() {
            let (game, seq): (String, i64) = (row.get(0), row.get(1));
            let payload: Value = serde_json::from_str(row.get("payload")).unwrap();
            let content = EventContent {
                actor: row.get("actor"),
                at: row.get::<_, &str>("at").parse().unwrap(),
                game_id: Uuid::parse_str(&game).unwrap(),
                kind: row.get("type"),
                payload: &payload,
                schema_version: row.get("schema_version"),
            };
            let salt = HexBytes(row.get::<_, &[u8]>("salt").try_into().unwrap());
            before = link(if seq == 0 { START } else { before }, content.commitment(salt).unwrap());
            let update = "UPDATE events SET hash = $3 WHERE game_id::text = $1 AND seq = $2";
            self.execute(update, &[&game, &seq, &before.0.as_slice()]);
        }
    }

    /// Makes the batches anew of the events as they are now, and signs their heads with a key of our own.
    fn rebuild_batches(&mut self, claimed: Option<PublicKey>) {
        let key = SigningKey::from_seed(&[9; 32]).unwrap();
        let public_key = claimed.unwrap_or(key.public());
        let mut tree = GrowingTree::default();
        let mut before = None;
        let batches = "
            SELECT number, secret, epoch,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS at,
                   ARRAY(SELECT e.hash FROM events e WHERE e.position > b.position - b.events AND e.position <= b.position
                         ORDER BY e.position) AS hashes
            FROM event_batches b ORDER BY number";
        for row in self.owner.query(batches, &[]).unwrap() {
            let hashes: Vec<&[u8]> = row.get("hashes");
            let hashes: Vec<Digest> =
                hashes.into_iter().map(|hash| HexBytes(hash.try_into().unwrap())).collect();
            let secret: BatchSecret = HexBytes(row.get::<_, &[u8]>("secret").try_into().unwrap());
            let Batch { root, sequence, .. } = Batch::new(secret, &hashes);
            let at = row.get::<_, &str>("at").parse().unwrap();
            tree.push(&batch::leaf(root, at));
            let head = TreeHead {
                statement: TreeHeadTag::TreeHead,
                shard: 0,
                size: tree.size(),
                root: tree.root().unwrap(),
                at,
                epoch: HexBytes(row.get::<_, &[u8]>("epoch").try_into().unwrap()),
                before: before.map_or(TreeHead::NONE_BEFORE, head_digest),
            };
            let signature = key.sign(head).unwrap().signature;
            before = Some(signature);
            let update = "
                UPDATE event_batches SET sequence = $2, root = $3, public_key = $4, signature = $5 WHERE number = $1";
            let number: i64 = row.get("number");
            let [sequence, root, key] = [&sequence.0, &root.0, &public_key.0].map(<[u8; 32]>::as_slice);
            self.execute(update, &[&number, &sequence, &root, &key, &signature.0.as_slice()]);
        }
    }

    fn wait_for_followers(&mut self) {
        let furthest = "SELECT max(position) FROM projections";
        eventually("a follower at the end", || {
            (self.owner.query_one(furthest, &[]).unwrap().get::<_, Option<i64>>(0) >= Some(12)).then_some(())
        });
    }

    fn public_key(&self) -> PublicKey {
        self.service.get("/v1/signing-key").json()["public_key"].as_str().unwrap().parse().unwrap()
    }

    fn change_a_text(&mut self) {
        self.sql(
            r#"UPDATE events SET payload = payload || '{"text": "won"}' WHERE game_id = 'ID' AND seq = 2"#,
        );
    }
}

/// What is done, how, and the fault that is named.
type DatabaseForgery = (&'static str, fn(&mut Scene), &'static str);

/// Hashes are made anew where that hides something: chains and positions are as they should be.
const HISTORIES: [DatabaseForgery; 12] = [
    ("a text", Scene::change_a_text, "were altered, moved or exchanged since a head was signed"),
    (
        "another legal move",
        |scene| {
            scene.sql(
                r#"UPDATE events SET payload = payload || '{"seat": 1}' WHERE game_id = 'ID' AND seq = 3"#,
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "who recorded it",
        |scene| scene.sql("UPDATE events SET actor = 'seat 1' WHERE game_id = 'ID' AND seq = 1"),
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "when",
        |scene| {
            scene
                .sql("UPDATE events SET at = at + interval '1 microsecond' WHERE game_id = 'ID' AND seq = 1");
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the salt of an event",
        |scene| {
            scene
                .sql("UPDATE events SET salt = substr(sha256(salt), 1, 16) WHERE game_id = 'ID' AND seq = 2");
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the options",
        |scene| {
            scene.sql(
                r#"UPDATE events SET payload = jsonb_set(payload, '{options}', payload->'options' || '{"variant": 2}')
                   WHERE game_id = 'ID' AND seq = 0;
                   UPDATE games SET options = options || '{"variant": 2}' WHERE game_id = 'ID'"#,
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "two exchanged",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position = 7;
                 UPDATE events SET position = 7 WHERE position = 8;
                 UPDATE events SET position = 8 WHERE position = 1007",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "one taken out, and all numbered anew",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE game_id = 'ID' AND seq = 2;
                 UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 3;
                 UPDATE events SET position = position - 1 WHERE position = 9;
                 UPDATE events SET position = position - 1 WHERE position = 10;
                 UPDATE events SET position = position - 1 WHERE position = 11;
                 UPDATE events SET position = position - 1 WHERE position = 12;
                 UPDATE shard_heads SET position = 11",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "one put in, and all numbered anew",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position > 7;
                 UPDATE events SET position = position - 999 WHERE position > 1000;
                 UPDATE events SET seq = 4 WHERE game_id = 'ID' AND seq = 3;
                 INSERT INTO events SELECT shard, game_id, 3, 8, type, schema_version, at, actor, payload, NULL, salt, hash
                 FROM events WHERE game_id = 'ID' AND seq = 2;
                 UPDATE shard_heads SET position = 13",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a whole record taken out, and all numbered anew",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE game_id = 'ID'; DELETE FROM games WHERE game_id = 'ID';
                 UPDATE events e SET position = 1000 + n.number
                 FROM (SELECT position, row_number() OVER (ORDER BY position) AS number FROM events) n WHERE n.position = e.position;
                 UPDATE events SET position = position - 1000;
                 UPDATE shard_heads SET position = 8",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a record put in between",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position > 2;
                 UPDATE events SET position = position - 999 WHERE position > 1000;
                 INSERT INTO games SELECT shard, '00000000-0000-7000-8000-000000000001', game, seats, options, rules_version,
                     opened_at, details, visibility, revision FROM games WHERE game_id = 'ID';
                 INSERT INTO events SELECT shard, '00000000-0000-7000-8000-000000000001', 0, 3, type, schema_version, at, actor,
                     payload, NULL, salt, hash FROM events WHERE game_id = 'ID' AND seq = 0;
                 UPDATE shard_heads SET position = 13",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the last one taken away",
        |scene| scene.sql("DELETE FROM events WHERE position = 12; UPDATE shard_heads SET position = 11"),
        "were altered, moved or exchanged since a head was signed",
    ),
];

/// What is done to the heads, after a text was changed and all hashes were made anew.
const HEADS: [DatabaseForgery; 11] = [
    ("all nodes deleted", |scene| scene.sql("DELETE FROM tree_nodes"), "were altered, moved or exchanged"),
    (
        "all heads deleted",
        |scene| scene.sql("DELETE FROM event_batches"),
        "12 events after position 0 are in no signed head",
    ),
    (
        "roots made anew, with the signatures of before",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql(
                "UPDATE event_batches b SET public_key = a.public_key, signature = a.signature
                 FROM aside.event_batches a WHERE a.number = b.number",
            );
        },
        "was altered: its signature is wrong",
    ),
    (
        "heads by a key of the forger's",
        |scene| scene.rebuild_batches(None),
        "no head of the key of now covers the events",
    ),
    (
        "heads by a key of the forger's in the name of the right one",
        |scene| {
            let key = scene.public_key();
            scene.rebuild_batches(Some(key));
        },
        "was altered: its signature is wrong",
    ),
    (
        "roots made anew, with random keys",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql("UPDATE event_batches SET public_key = sha256(public_key)");
        },
        "was altered: its signature is wrong",
    ),
    (
        "only the last head by the forger's key",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql(
                "UPDATE event_batches b SET public_key = a.public_key, signature = a.signature
                 FROM aside.event_batches a WHERE a.number = b.number AND b.position < 12",
            );
        },
        "its signature is wrong",
    ),
    (
        "the heads but the last one deleted",
        |scene| scene.sql("DELETE FROM event_batches WHERE number < 2"),
        "signed heads are missing: from size 1 to 2",
    ),
    (
        "its events left out of their batch",
        |scene| {
            scene.sql("UPDATE event_batches SET position = 6, events = 0 WHERE position = 12");
        },
        "were altered, moved or exchanged",
    ),
    (
        "its secret changed",
        |scene| scene.sql("UPDATE event_batches SET secret = substr(sha256(secret), 1, 16) WHERE events > 0"),
        "were altered, moved or exchanged",
    ),
    (
        "one batch in place of all",
        |scene| {
            scene.sql(
                "DELETE FROM event_batches WHERE number > 0; UPDATE event_batches SET position = 12, events = 12",
            );
            scene.rebuild_batches(None);
        },
        "signed heads are by another key",
    ),
];

/// What is done to the end of the log. All that was made of it goes as well, but for what follows the feed.
const ENDS: [DatabaseForgery; 2] = [
    (
        "the end cut off with its heads",
        |scene| {
            scene.wait_for_followers();
            scene.sql(
                "DELETE FROM events WHERE position > 6; DELETE FROM event_batches WHERE position > 6;
                 UPDATE shard_heads SET position = 6",
            );
        },
        "events of the feed are missing: statistics, search or notices were made of those",
    ),
    (
        "the last record cut off with its heads",
        |scene| {
            scene.wait_for_followers();
            scene.sql(
                "DELETE FROM events; DELETE FROM games; DELETE FROM event_batches; UPDATE shard_heads SET position = 0",
            );
        },
        "events of the feed are missing: statistics, search or notices were made of those",
    ),
];

/// What is done to the heads of an honest history.
const HEADS_ALONE: [DatabaseForgery; 8] = [
    (
        "the first one deleted",
        |scene| scene.sql("DELETE FROM event_batches WHERE number = 0"),
        "signed heads are missing: from size 1 to 1",
    ),
    (
        "one in the middle deleted",
        |scene| scene.sql("DELETE FROM event_batches WHERE number = 1"),
        "signed heads are missing: from size 2 to 2",
    ),
    (
        "earlier ones",
        |scene| scene.sql("UPDATE event_batches SET at = at - interval '1 day'"),
        "the signed head of size 1 was altered",
    ),
    (
        "the last one of before",
        |scene| scene.sql("UPDATE event_batches SET at = at - interval '1 day' WHERE number = 2"),
        "the signed head of size 3 is older than the one before it",
    ),
    (
        "of another life of the database",
        |scene| scene.sql("UPDATE event_batches SET epoch = substr(sha256(epoch), 1, 8) WHERE number = 1"),
        "the signed head of size 2 was altered",
    ),
    (
        "a root",
        |scene| scene.sql("UPDATE event_batches SET root = sha256(root) WHERE number = 1"),
        "were altered, moved or exchanged",
    ),
    (
        "a signature of another head",
        |scene| {
            scene.sql("UPDATE event_batches SET signature = (SELECT signature FROM aside.event_batches WHERE number = 0) WHERE number = 2");
        },
        "the signed head of size 3 was altered",
    ),
    (
        "by another key",
        |scene| scene.sql("UPDATE event_batches SET public_key = sha256(public_key)"),
        "was altered: its signature is wrong",
    ),
];

#[test]
fn each_forgery_by_whoever_lacks_the_key_is_found_and_named() {
    let mut scene = Scene::new();
    let (is_whole, said) = scene.verify();
    assert!(is_whole && said.contains("verified 3 records, 12 events"), "{said}");
    let rewritten: fn(&mut Scene) = |scene| {
        scene.change_a_text();
        scene.rehash();
    };
    let nothing: fn(&mut Scene) = |_| {};
    let all = [(nothing, &HISTORIES[..]), (rewritten, &HEADS), (nothing, &ENDS), (nothing, &HEADS_ALONE)];
    for (what, (first, forge), fault) in all.into_iter().flat_map(|(first, forgeries)| {
        forgeries.iter().map(move |(what, forge, fault)| (what, (first, forge), fault))
    }) {
        first(&mut scene);
        forge(&mut scene);
        if HISTORIES.iter().any(|(other, ..)| other == what) {
            scene.rehash();
        }
        let (is_whole, said) = scene.verify();
        assert!(!is_whole && said.contains(fault), "{what}: {said}");
        scene.sql(PUT_BACK);
    }
    // What follows the feed noted the end of logs that were forged; a service that starts sees that it is not there.
    let folder = scene.service.stop();
    let service = Service::start_in_with(folder, &[KEY, RARELY, ("KIFU_SHARDS", "1")]);
    service.database().batch_execute(PUT_BACK).unwrap();
    let (is_whole, said) = verify_with(&service.folder(), KEY, &[]);
    assert!(is_whole, "{said}");
}

#[test]
fn an_honest_database_needs_the_right_key() {
    let scene = Scene::new();
    let folder = scene.service.stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &[]);
    assert!(
        !is_whole && said.contains("signed heads are by another key") && said.contains("--former-key"),
        "{said}"
    );
    assert!(said.contains("0 signed heads; faults: 2"), "{said}");
}

#[test]
fn a_key_is_changed_and_the_former_one_named() {
    let scene = Scene::new();
    let key = scene.public_key();
    let folder = scene.service.stop();
    let key_id = kifu_proofs::signature::key_id(key).to_string();
    let service = Service::start_in_with(folder, &[OTHER_KEY, RARELY]);
    service.open_plain("bremen", 4);
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &[]);
    assert!(
        !is_whole && said.contains(&format!("not checked. If it was yours, name it: --former-key {key_id}")),
        "{said}"
    );
    for name in [key_id, key.to_string()] {
        let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--former-key", &name]);
        assert!(is_whole && said.matches("\nchecked: ").count() == 2, "{said}");
    }
    let (is_whole, said) = verify_with(&folder, KEY, &[]);
    assert!(!is_whole && said.contains("signed heads are by another key"), "{said}");

    // Whoever has the former key can't go on with it.
    let folder = Service::start_in_with(folder, &[KEY, RARELY]).stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--former-key", &key.to_string()]);
    assert!(
        !is_whole && said.contains("is by a former key, though the key of now signed one before it"),
        "{said}"
    );
}

/// Takes the last event of the only shard away, and its heads, and all that was made of it.
const CUT_WITHOUT_A_TRACE: &str = "
    ALTER TABLE events DISABLE TRIGGER USER;
    DELETE FROM events WHERE position = (SELECT position FROM shard_heads);
    DELETE FROM event_batches WHERE position = (SELECT position FROM shard_heads);
    UPDATE shard_heads SET position = position - 1;
    UPDATE projections p SET position = h.position FROM shard_heads h WHERE p.position > h.position;
    UPDATE statistic_progress p SET position = h.position FROM shard_heads h WHERE p.position > h.position;
    DELETE FROM statistic_clock p USING shard_heads h WHERE p.position > h.position";

#[test]
fn heads_that_were_sent_to_a_file_show_what_was_cut_off() {
    let folder = Arc::new(Folder::new());
    let file = folder.path().join("heads.ndjson");
    let place = file.to_str().unwrap().to_owned();
    let settings = [KEY, ("KIFU_HEAD_SECONDS", "1"), ("KIFU_HEADS_TO", &*place), ("KIFU_SHARDS", "1")];
    let service = Service::start_in_with(folder, &settings);
    let mut owner = service.database();
    let sent = || std::fs::read_to_string(&file).unwrap_or_default();
    let mut wait_for_head = |position: i64| {
        let covered = "SELECT max(number) + 1 FROM event_batches WHERE position = $1";
        eventually("its head is sent", || {
            let size: Option<i64> = owner.query_one(covered, &[&position]).unwrap().get(0);
            sent().contains(&format!(r#""size":{},"#, size?)).then_some(())
        });
    };
    let table = service.open_plain("bremen", 4);
    wait_for_head(1);
    table.log(&json!({"type": "annotate", "text": "one"})).json();
    wait_for_head(2);
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(is_whole && said.contains("\ncompared: ") && said.contains("heads that lie elsewhere"), "{said}");

    let service = Service::start_in_with(folder, &[KEY, RARELY]);
    service.database().batch_execute(CUT_WITHOUT_A_TRACE).unwrap();
    let folder = service.kill();
    let (is_whole, said) = verify_with(&folder, KEY, &[]);
    assert!(is_whole, "nothing here shows it: {said}");
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(!is_whole && said.contains("lies elsewhere, but not here"), "{said}");

    // The service goes on from there: there are two heads of one size.
    let service = Service::start_in_with(folder, &[KEY, ("KIFU_HEAD_SECONDS", "1")]);
    let mut owner = service.database();
    let lines = sent().lines().count();
    eventually("as many heads", || {
        let count: i64 = owner.query_one("SELECT count(*) FROM event_batches", &[]).unwrap().get(0);
        (usize::try_from(count).unwrap() > lines).then_some(())
    });
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(!is_whole && said.contains("two heads of size"), "{said}");
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--heads", &place]);
    assert!(!is_whole, "{said}");
}

#[test]
fn an_address_is_sent_each_head_until_it_takes_it() {
    let receiver = Receiver::answering(|number| Reply::Status(if number == 0 { 503 } else { 204 }));
    let service = Service::start_with(&[("KIFU_HEAD_SECONDS", "1"), ("KIFU_HEADS_TO", receiver.url())]);
    let heads = receiver.wait_for(4);
    let [refused, again] = [0, 1].map(|number| heads[number].json());
    assert_eq!(refused, again, "what was not taken is sent again");
    let sizes: Vec<_> = heads[1..].iter().map(|head| head.json()["size"].as_u64().unwrap()).collect();
    assert!(sizes.iter().zip(sizes[0]..).all(|(size, expected)| *size == expected), "{sizes:?}");
    assert!(heads.iter().all(|head| head.json()["statement"] == "tree_head"));
    eventually("nothing waits", || service.metrics().contains("kifu_heads_unsent 0").then_some(()));
}
