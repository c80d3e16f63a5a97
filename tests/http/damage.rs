//! Damaged records in an archive: a reader of many gets all the others, and is told which are missing, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;
use std::sync::Arc;

use kifu_tests::{Folder, Service, eventually};
use postgres::Client;
use serde_json::{Value, json};

const KEY: &str = "the-operators-key-of-this-test-0";
const NDJSON: &str = "application/x-ndjson";
/// Records of the archive.
const RECORDS: usize = 100;

/// The damage to some of them, and the event that is named.
const DAMAGES: [(&str, Option<u64>); 7] = [
    ("DELETE FROM events WHERE game_id = 'ID' AND seq = 3", Some(3)),
    ("DELETE FROM events WHERE game_id = 'ID' AND seq = 0", Some(0)),
    ("DELETE FROM events WHERE game_id = 'ID'", Some(0)),
    (r#"UPDATE events SET payload = '{"type": "unheard_of"}' WHERE game_id = 'ID' AND seq = 2"#, Some(2)),
    ("UPDATE events SET payload = '[[[]]]' WHERE game_id = 'ID' AND seq = 1", Some(1)),
    ("UPDATE games SET game = 'chess' WHERE game_id = 'ID'", None),
    ("UPDATE games SET seats = 1000 WHERE game_id = 'ID'", None),
];

/// An archive of finished games, some of them damaged since a service has counted them.
struct Archive {
    /// A service that has read none of them.
    service: Service,
    /// The service that has the database.
    first: Service,
    /// The damaged records, in the order of [`DAMAGES`].
    damaged: Vec<String>,
}

impl Archive {
    fn new() -> Self {
        let folder = Folder::new();
        let count = RECORDS.to_string();
        done(&folder.run(&["simulate", "--game", "bremen", "--count", &count, "--seed", "3"]));
        let first = Service::start_in_with(Arc::new(folder), &[("KIFU_SHARDS", "1")]);
        let mut database = first.database();
        eventually("all records", || {
            let counted = "SELECT count(*) FROM search_documents WHERE status <> 'live'";
            (usize::try_from(database.query_one(counted, &[]).unwrap().get::<_, i64>(0)) == Ok(RECORDS))
                .then_some(())
        });
        let damaged = damage(&mut database);
        let service = first.beside_with(&[("KIFU_OPERATOR_KEY", KEY)]);
        Self { service, first, damaged }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.first.folder().run(arguments)
    }

    /// The damaged records that something names, with their events.
    fn expected(&self, named: impl Fn(usize) -> bool) -> BTreeMap<String, Option<u64>> {
        let all = self.damaged.iter().zip(DAMAGES).enumerate().filter(|(number, _)| named(*number));
        all.map(|(_, (id, (_, event)))| (id.clone(), event)).collect()
    }
}

fn damage(database: &mut Client) -> Vec<String> {
    let ids = database.query("SELECT game_id::text FROM games ORDER BY opened_at, game_id", &[]).unwrap();
    let ids: Vec<String> = ids.iter().map(|row| row.get(0)).collect();
    database.batch_execute("ALTER TABLE events DISABLE TRIGGER USER").unwrap();
    let damage = |(number, (damage, _)): (usize, (&str, _))| {
        let id = &ids[number * 13 + 5];
        database.batch_execute(&damage.replace("ID", id)).unwrap();
        id.clone()
    };
    DAMAGES.into_iter().enumerate().map(damage).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// The records that a trailer names.
fn named(passed_over: &Value) -> BTreeMap<String, Option<u64>> {
    let one = |record: &Value| {
        for language in ["en", "ja"] {
            let message = record["message"][language].as_str().unwrap();
            assert!(!message.is_empty() && !message.contains(['{', '"']), "{record}");
        }
        (record["id"].as_str().unwrap().to_owned(), record["event"].as_u64())
    };
    passed_over.as_array().unwrap().iter().map(one).collect()
}

/// That a command has ended with status 1 and named exactly these records.
#[track_caller]
fn named_by(output: &Output, records: &BTreeMap<String, Option<u64>>) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let lines: Vec<_> = said.lines().filter(|line| line.contains(" / ")).collect();
    let ids: Vec<_> =
        lines.iter().filter_map(|line| line.split_once(':')).map(|(id, _)| id.to_owned()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>(), records.keys().collect::<BTreeSet<_>>(), "{said}");
    assert!(
        said.contains(&format!("{} records were passed over", records.len())) && said.contains("除きました"),
        "{said}"
    );
    assert!(lines.iter().all(|line| !line.contains(['{', '"'])), "words of Rust: {said}");
}

#[test]
fn an_archive_has_all_others_and_names_what_it_passed_over() {
    let archive = Archive::new();
    for key in [Some(KEY), None] {
        let lines = archive.service.get("/v1/archive").token_if(key).send().lines();
        let (trailer, records) = lines.split_last().unwrap();
        assert_eq!(records.len(), RECORDS - DAMAGES.len());
        let named = named(&trailer["passed_over"]);
        assert_eq!(named.keys().collect::<Vec<_>>(), archive.expected(|_| true).keys().collect::<Vec<_>>());
        assert_eq!(trailer["count"], DAMAGES.len());
        if key.is_some() {
            assert_eq!(named, archive.expected(|_| true));
        }
    }
    let answer = archive.service.get("/v1/archive").token(KEY).send();
    let there = Service::start_with(&[("KIFU_OPERATOR_KEY", KEY)]);
    let report = there.ask("POST", "/v1/archive").body(NDJSON, answer.text()).token(KEY).send().json();
    let counts = ["imported", "duplicates", "rejected"].map(|name| report[name].as_u64().unwrap());
    assert_eq!(counts, [(RECORDS - DAMAGES.len()) as u64, 0, 0], "{report}");
    // One by one, without a trailer.
    let plays = archive.service.get("/v1/archive?format=bgg").token(KEY).send().lines();
    assert_eq!(plays.len(), RECORDS - DAMAGES.len() + 1);
    let file = archive.service.get("/v1/archive?format=bgstats").token(KEY).json();
    assert_eq!(file["plays"].as_array().unwrap().len(), RECORDS - DAMAGES.len());
}

#[test]
fn lists_have_all_others_and_name_what_they_passed_over() {
    let archive = Archive::new();
    // A list reads no events: it reads the heads, and if there are events.
    let unreadable = archive.expected(|number| [2, 6].contains(&number));
    let ids = |named: BTreeMap<String, Option<u64>>| named.into_keys().collect::<Vec<_>>();
    let page = archive.service.get("/v1/games?limit=100").json();
    assert_eq!(page["games"].as_array().unwrap().len(), RECORDS - unreadable.len());
    assert_eq!(ids(named(&page["passed_over"])), ids(unreadable.clone()));
    for query in ["", "?limit=100"] {
        let path = format!("/v1/games{query}");
        let lines = archive.service.get(&path).header("Accept", NDJSON).send().lines();
        let (trailer, records) = lines.split_last().unwrap();
        assert_eq!(
            (records.len(), ids(named(&trailer["passed_over"]))),
            (RECORDS - 2, ids(unreadable.clone()))
        );
        let rows = archive.service.get(&path).header("Accept", "text/csv").send();
        assert_eq!((rows.status, rows.text().lines().count()), (200, RECORDS - 2 + 1));
    }
    for path in
        ["/v1/feed", "/v1/statistics/common.won?simulated=include", "/v1/observations", "/v1/games?q=x"]
    {
        assert_eq!(archive.service.get(path).send().status, 200, "{path}");
    }
}

#[test]
fn commands_do_all_they_can_and_end_with_status_1() {
    let archive = Archive::new();
    let all = archive.expected(|_| true);
    let aside = Folder::new();
    let proofs = aside.path().join("proofs.ndjson");
    let exports: [(&[&str], usize); 3] = [
        (&[], RECORDS - DAMAGES.len()),
        (&["--format", "bgg"], RECORDS - DAMAGES.len()),
        (&["--where", "game=bremen"], RECORDS - DAMAGES.len()),
    ];
    for (arguments, lines) in exports {
        let output = archive.run(&[&["export"], arguments].concat());
        named_by(&output, &all);
        assert_eq!(text(&output.stdout).lines().count(), lines, "{arguments:?}");
    }
    let output = archive.run(&["export", "--proofs", proofs.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), RECORDS - DAMAGES.len(), "{}", text(&output.stderr));

    // A record without an event is not in the feed.
    let rebuilt = archive.run(&["rebuild"]);
    named_by(&rebuilt, &archive.expected(|number| number != 2));
    assert!(text(&rebuilt.stderr).contains(&format!("counted {} records", RECORDS - DAMAGES.len())));

    // The generation that was live is of before the damage, the one that was just made is not.
    let observed = archive.run(&["observations", aside.path().join("observations").to_str().unwrap()]);
    named_by(&observed, &all);

    let backup = aside.path().join("kifu.backup");
    done(&archive.run(&["backup", backup.to_str().unwrap()]));
    done(&Folder::new().run(&["restore", backup.to_str().unwrap()]));
}

#[test]
fn a_log_with_a_hole_is_not_numbered_anew() {
    let service = Service::start();
    let table = service.open_plain("you_cry_wolf", 3);
    for entry in [
        json!({"type": "annotate", "text": "one"}),
        json!({"type": "annotate", "text": "two"}),
        json!({"type": "choose_first_player", "seat": 0}),
    ] {
        table.log(&entry).json();
    }
    let mut owner = service.database();
    owner.batch_execute("ALTER TABLE events DISABLE TRIGGER USER").unwrap();
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
