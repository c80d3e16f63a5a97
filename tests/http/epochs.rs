//! When the database becomes another one, restored or promoted, a service forgets what it held of it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use kifu_tests::{Folder, Postgres, Proxy, Service, Setup, Table, eventually};
use serde_json::{Value, json};

fn note(table: &Table, text: &str) -> u16 {
    table.log(&json!({"type": "annotate", "text": text})).send().status
}

fn notes(table: &Table) -> Option<Vec<Value>> {
    let answer = table.get("/events").header("Accept", "application/x-ndjson").send();
    (answer.status == 200)
        .then(|| answer.lines().iter().map(|event| event["entry"]["text"].clone()).collect())
}

fn cursor(service: &Service) -> String {
    service.get("/v1/feed?after=now").send().json()["cursor"].as_str().unwrap().to_owned()
}

fn assert_outdated(service: &Service, path: &str) {
    let answer = service.get(path).send();
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (410, &json!("outdated_cursor")),
        "{path}: {}",
        answer.text()
    );
}

#[test]
fn after_a_failover_nothing_is_served_that_is_gone() {
    let logins = "host all all 127.0.0.1/32 trust\n";
    let primary = Postgres::start(&Setup { logins, ..Setup::default() });
    primary.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let proxy = Proxy::to(primary.port());
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", proxy.port());
    let service = Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", &url)]);
    let table = service.open_plain("bremen", 4);
    assert_eq!(note(&table, "one"), 201);

    // Stops replication, so that later changes do not reach the standby.
    let standby = primary.replica();
    standby.set_up(&["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"]);
    eventually("the end of replication", || {
        let rows = primary.client("postgres").query("SELECT FROM pg_stat_replication", &[]).unwrap();
        rows.is_empty().then_some(())
    });
    assert_eq!(note(&table, "two"), 201);
    let lost = service.open_plain("bremen", 4);
    let cursor = cursor(&service);
    let mut stream = table.get("/live").stream();
    let mut feed = service.get("/v1/feed?after=now").header("Accept", "text/event-stream").stream();

    standby.set_up(&["SELECT pg_promote()"]);
    proxy.lead_to(standby.port());
    let after = eventually("an answer", || notes(&table));
    assert_eq!(after, ["one"], "what the standby had");
    assert_eq!(eventually("a move", || Some(note(&table, "other two")).filter(|status| *status != 503)), 201);
    assert_eq!(notes(&table).unwrap(), ["one", "other two"]);
    assert_eq!(lost.get("").send().status, 404);
    for stream in [&mut stream, &mut feed] {
        let closed = eventually("an end of the stream", || {
            let event = stream.read()?;
            (event.kind == "closed").then_some(event)
        });
        assert_eq!((&closed.data["reason"], closed.id.as_deref()), (&json!("replaced"), Some("")));
    }
    assert_outdated(&service, &format!("/v1/feed?after={cursor}"));
    assert_outdated(&service, &format!("/v1/statistics/common.won?as_of={cursor}"));
    let first = service.get("/v1/feed").send().json();
    assert_eq!(first["events"].as_array().unwrap().len(), 3);
}

#[test]
fn a_cursor_of_before_a_restoration_says_so() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let folder = service.folder();
    let file = folder.path().join("kifu.backup");
    let file = file.to_str().unwrap();
    assert!(folder.run(&["backup", file]).status.success());
    let cursor = cursor(&service);
    assert_eq!(service.get(&format!("/v1/feed?after={cursor}")).send().status, 200);

    let restored = Arc::new(Folder::new());
    assert!(restored.run(&["restore", file]).status.success());
    let restored = Service::start_in(restored);
    assert_outdated(&restored, &format!("/v1/feed?after={cursor}"));
    assert_eq!(note(&table.at(&restored), "goes on"), 201);
}

#[test]
fn nothing_of_before_a_restoration_names_other_content() {
    const PATHS: [&str; 8] = [
        "",
        "/board.svg",
        "/events",
        "/replay",
        "/replay/1",
        "/analysis",
        "/replay?perspective=public",
        "/board.svg?language=ja",
    ];
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let finished = service.open_plain("bremen", 4);
    assert_eq!(note(&table, "one"), 201);
    finished.log(&json!([{"type": "deal"}, {"type": "abandon"}])).json();
    let folder = service.folder();
    let file = folder.path().join("kifu.backup");
    assert!(folder.run(&["backup", file.to_str().unwrap()]).status.success());
    // An entry from after the backup, and another one that takes its number.
    let logged = table.log(&json!({"type": "annotate", "text": "two"})).send();
    let mut stream = table.get("/live?after=0").stream();
    let last = stream.take("entry", 2).pop().unwrap().id.unwrap();
    let tags: Vec<_> = [&table, &finished]
        .iter()
        .flat_map(|table| PATHS.map(|path| (*table, path, table.get(path).send().header("etag").to_owned())))
        .filter(|(.., tag)| !tag.is_empty())
        .collect();
    assert!(tags.len() >= 10, "{tags:?}");
    let statistics = service.get("/v1/statistics/common.won").send().header("etag").to_owned();

    let restored = Arc::new(Folder::new());
    assert!(restored.run(&["restore", file.to_str().unwrap()]).status.success());
    let restored = Service::start_in(restored);
    let here = table.at(&restored);
    assert_eq!(note(&here, "other two"), 201);
    for (table, path, tag) in &tags {
        let answer = table.at(&restored).get(path).header("If-None-Match", tag).send();
        assert_eq!(answer.status, 200, "{path} {tag}");
    }
    let counted = restored.get("/v1/statistics/common.won").header("If-None-Match", &statistics).send();
    assert_eq!(counted.status, 200, "{statistics}");
    let tags = [logged.header("etag"), logged.json()["etag"].as_str().unwrap()].map(str::to_owned);
    for tag in tags {
        let late = here.log(&json!({"type": "annotate", "text": "three"})).header("If-Match", &tag).send();
        assert_eq!((late.status, &late.json()["code"]), (412, &json!("stale_version")), "{tag}");
        assert_eq!(late.json()["values"]["etag"], here.tag(2), "what holds now");
        let named = here.ask("PATCH", "").token(&table.scribe).header("If-Match", &tag);
        assert_eq!(named.body("application/json", r#"{"place": "Nara"}"#).send().status, 412, "{tag}");
    }
    let first = here.get("/live").header("Last-Event-ID", &last).stream().read().unwrap();
    assert_eq!((first.kind.as_str(), first.id), ("position", Some(here.event_id(2))));
}

#[test]
fn files_that_were_put_back_under_a_running_service_begin_an_epoch() {
    let service = Service::with_one_shard(&[]);
    let other = service.beside();
    let table = service.open_plain("bremen", 4);
    assert_eq!([note(&table, "one"), note(&table, "two")], [201; 2]);
    let tag = table.get("").send().header("etag").to_owned();
    let epoch = |service: &Service| {
        let row = service.database().query_one("SELECT id::text FROM epoch", &[]).unwrap();
        row.get::<_, String>(0)
    };
    let before = epoch(&service);
    // As the files of before would look: the last event is gone.
    service
        .database()
        .batch_execute(&format!(
            "ALTER TABLE events DISABLE TRIGGER events_are_append_only;
             DELETE FROM events WHERE game_id = '{}' AND seq = 2;
             UPDATE shard_heads SET position = position - 1",
            table.id
        ))
        .unwrap();
    let after = eventually("another epoch", || {
        // A reader of the record finds less of it than before.
        assert_eq!(table.get("").json()["version"], 1);
        Some(epoch(&service)).filter(|epoch| *epoch != before)
    });
    eventually("a tag of it", || {
        (!tag.ends_with(&table.tag(2)[2..]) && table.at(&other).tag(2) == table.tag(2)).then_some(())
    });
    assert_eq!(note(&table, "other two"), 201);
    assert_eq!(table.get("").header("If-None-Match", &tag).send().status, 200);
    assert_eq!(epoch(&service), after, "one epoch, however many saw it");
}

/// The client's tag, cursor and id of a record and of the feed.
struct Held {
    tag: String,
    cursor: String,
}

impl Held {
    fn of(service: &Service, table: &Table) -> Self {
        Self { tag: table.at(service).get("").send().header("etag").to_owned(), cursor: cursor(service) }
    }

    /// True if the service still accepts them.
    fn is_honoured(&self, service: &Service, table: &Table) -> bool {
        let read = table.at(service).get("").header("If-None-Match", &self.tag).send();
        let feed = service.get(&format!("/v1/feed?after={}", self.cursor)).send();
        match (read.status, feed.status) {
            (304, 200) => true,
            (200, 410) => false,
            other => panic!("the tag and the cursor are of one epoch: {other:?}"),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    assert!(Command::new("cp").arg("-a").args([from, to]).status().unwrap().success());
}

#[test]
fn files_that_were_put_back_while_nothing_ran_begin_an_epoch() {
    let service = Service::start_in(Arc::new(Folder::new()));
    let table = service.open_plain("bremen", 4);
    assert_eq!(note(&table, "one"), 201);
    let folder = service.stop();
    let (files, saved) = (folder.path().join("data/postgres"), folder.path().join("copy"));
    copy(&files, &saved);

    let service = Service::start_in(folder);
    let before = Held::of(&service, &table);
    assert_eq!(note(&table.at(&service), "two"), 201);
    let folder = service.kill();
    let service = Service::start_in(folder);
    assert_eq!(notes(&table.at(&service)).unwrap(), ["one", "two"]);
    let lost = Held::of(&service, &table);
    let folder = service.stop();
    copy(&saved, &files);
    let service = Service::start_in(folder);
    assert_eq!(notes(&table.at(&service)).unwrap(), ["one"]);
    assert_eq!(note(&table.at(&service), "other two"), 201);
    assert!(!lost.is_honoured(&service, &table) && !before.is_honoured(&service, &table));

    // A further start is none with other files.
    let held = Held::of(&service, &table);
    let service = Service::start_in(service.stop());
    assert!(held.is_honoured(&service, &table));
}

#[test]
fn an_operator_begins_an_epoch_after_putting_everything_back() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let (folder, held) = (service.folder(), Held::of(&service, &table));
    let epoch = |arguments: &[&str]| {
        let output = folder.run(&[&["epoch"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let before = epoch(&[]);
    assert_eq!(table.event_id(0), format!("0@{before}"));
    assert!(held.is_honoured(&service, &table));
    let after = epoch(&["--new"]);
    assert_ne!(before, after);
    eventually("the epoch", || (table.event_id(0) == format!("0@{after}")).then_some(()));
    assert!(!held.is_honoured(&service, &table));
    assert_eq!(epoch(&[]), after);
}
