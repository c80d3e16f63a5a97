//! When the database becomes another one, restored or promoted, a service forgets what it held of it.

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

    // What comes now does not reach the standby.
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
