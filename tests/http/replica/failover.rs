//! A primary and its standby behind one address: a client finds its data at every instance, and when the standby is
//! promoted the service goes on there.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use kifu_tests::{Answer, Folder, Postgres, Service, Setup, Table, eventually};
use serde_json::{Value, json};

use super::{lag_seconds, until};

/// A primary with a database, and its standby.
fn servers() -> (Postgres, Postgres) {
    let primary = Postgres::start(&Setup { logins: "host all all 127.0.0.1/32 trust\n", ..Setup::default() });
    primary.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let standby = primary.replica();
    (primary, standby)
}

/// A service that is given both servers by one address, for writing and for reading.
fn service(ports: [u16; 2]) -> Service {
    let url = format!("postgresql://kifu@127.0.0.1:{},127.0.0.1:{}/kifu", ports[0], ports[1]);
    Service::start_in_with(
        Arc::new(Folder::new()),
        &[
            ("KIFU_DATABASE_URL", &url),
            ("KIFU_READ_DATABASE_URL", &url),
            ("KIFU_MAX_REPLICA_LAG_SECONDS", "3600"),
        ],
    )
}

fn note(table: &Table, text: &str) -> Answer {
    table.log(&json!({"type": "annotate", "text": text})).send()
}

/// A note that is sent until it is taken.
fn note_at_last(table: &Table, text: &str) {
    eventually("a move", || match note(table, text).status {
        201 => Some(()),
        503 => None,
        status => panic!("{status}"),
    });
}

fn texts(table: &Table) -> Vec<Value> {
    table.entries().iter().map(|entry| entry["text"].clone()).collect()
}

/// A write here is read there at once, although the replica does not have it.
fn assert_read_at_once(here: &Table, there: &Table, service: &Service) {
    here.log(&json!({"type": "deal"})).json();
    assert_eq!(there.get("/replay/1").send().status, 200);
    assert_eq!(there.get("/replay/2").send().status, 404, "a step that nobody has recorded");
    for number in 1..=5 {
        let written = note(here, &number.to_string());
        let version = written.json()["version"].as_u64().unwrap();
        let read = there.get("").send();
        let tag = read.header("etag").to_owned();
        assert_eq!(read.json()["version"].as_u64(), Some(version));
        assert_eq!(there.get("").header("If-None-Match", &tag).send().status, 304, "it has that version");
        let events = there.get(&format!("/events?after={}", version - 1)).send().json();
        assert_eq!(events["events"][0]["entry"]["text"], json!(number.to_string()), "{events}");
        let stale =
            there.log(&json!({"type": "annotate", "text": "late"})).header("If-Match", &here.tag(0)).send();
        assert_eq!((stale.status, &stale.json()["code"]), (412, &json!("stale_version")));
    }
    let found = service.get("/v1/games").send().json();
    assert!(found["games"].as_array().unwrap().iter().any(|game| game["id"] == json!(here.id)), "{found}");
    let feed = service.get("/v1/feed").send().json();
    assert_eq!(feed["events"].as_array().unwrap().len(), 7, "the opening, a move and five notes: {feed}");
}

#[test]
fn what_a_client_has_written_it_reads_and_a_promoted_standby_goes_on() {
    let (mut primary, standby) = servers();
    let ports = [primary.port(), standby.port()];
    let (one, two) = (service(ports), service(ports));
    until(&one, "in_use");
    until(&two, "in_use");

    standby.set_up(&["SELECT pg_wal_replay_pause()"]);
    let here = one.open_plain("bremen", 4);
    let there = here.at(&two);
    assert_read_at_once(&here, &there, &two);
    let lag = eventually("a lag", || Some(lag_seconds(&two)).filter(|lag| *lag >= 0.5));
    assert!(lag < 60.0);

    // The standby gets all data written so far, and no later data.
    standby.set_up(&["SELECT pg_wal_replay_resume()"]);
    eventually("no lag", || (lag_seconds(&two) == 0.0).then_some(()));
    standby.set_up(&["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"]);
    eventually("the end of replication", || {
        let rows = primary.client("postgres").query("SELECT FROM pg_stat_replication", &[]).unwrap();
        rows.is_empty().then_some(())
    });
    let lost = note(&here, "lost");
    let cursor = two.get("/v1/feed?after=now").send().json()["cursor"].as_str().unwrap().to_owned();
    let mut stream = there.get("/live").stream();

    primary.stop();
    assert_eq!(note(&here, "nowhere").status, 503, "nobody takes writes");
    assert_eq!(one.get("/readyz").send().status, 503);
    let promoted = Instant::now();
    standby.set_up(&["SELECT pg_promote()"]);
    note_at_last(&here, "goes on");
    note_at_last(&there, "here too");
    eprintln!("both instances wrote {:.1} s after the promotion", promoted.elapsed().as_secs_f64());
    let mut expected = vec![Value::Null];
    expected.extend(["1", "2", "3", "4", "5", "goes on", "here too"].map(|text| json!(text)));
    assert_eq!((texts(&here), texts(&there)), (expected.clone(), expected));

    // A client with a cursor of the lost part is told so.
    let closed = eventually("an end of the stream", || {
        let event = stream.read()?;
        (event.kind == "closed").then_some(event)
    });
    assert_eq!(closed.data["reason"], json!("replaced"));
    let outdated = two.get(&format!("/v1/feed?after={cursor}")).send();
    assert_eq!((outdated.status, &outdated.json()["code"]), (410, &json!("outdated_cursor")));
    let stale = here.log(&json!({"type": "annotate", "text": "on top"}));
    let stale = stale.header("If-Match", lost.header("etag")).send();
    assert_eq!((stale.status, &stale.json()["code"]), (412, &json!("stale_version")));

    comes_back_wrongly(&mut primary, [&one, &two], [&here, &there]);
    comes_back_as_standby(primary, &standby, [&one, &two]);
}

/// The server that failed is started as the primary that it was. Nobody writes there.
fn comes_back_wrongly(primary: &mut Postgres, services: [&Service; 2], tables: [&Table; 2]) {
    primary.start_again();
    let mut statistics = primary.client("postgres");
    let mut sessions = move || -> i64 {
        let sql = "SELECT sessions FROM pg_stat_database WHERE datname = 'kifu'";
        statistics.query_one(sql, &[]).unwrap().get(0)
    };
    let before = sessions();
    eventually("both instances to come by", || (sessions() >= before + 2).then_some(()));
    for service in services {
        // Many at once, so that there are new connections.
        let asking = (0..40).map(|_| {
            let ask = service.get("/v1/feed");
            std::thread::spawn(move || assert_eq!(ask.send().status, 200))
        });
        for thread in asking.collect::<Vec<_>>() {
            thread.join().unwrap();
        }
    }
    for table in tables {
        note_at_last(table, "once more");
    }
    let mut old = primary.client("kifu");
    let written = old.query_one("SELECT count(*) FROM events WHERE payload ->> 'text' = 'once more'", &[]);
    assert_eq!(written.unwrap().get::<_, i64>(0), 0, "nothing was written to the old primary");
    primary.stop();
}

/// It is made anew as a standby of the other, on the address that it had, and is read.
fn comes_back_as_standby(primary: Postgres, promoted: &Postgres, services: [&Service; 2]) {
    let port = primary.port();
    drop(primary);
    for service in services {
        until(service, "away");
    }
    let standby = promoted.replica_on(port);
    for service in services {
        until(service, "in_use");
    }
    assert_eq!(standby.port(), port);
    let readers = standby
        .client("postgres")
        .query_one("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kifu'", &[]);
    assert!(readers.unwrap().get::<_, i64>(0) >= 2, "both instances are connected to the standby");
}

#[test]
fn a_primary_that_stands_still_does_not_hide_the_standby_that_took_over() {
    let (primary, standby) = servers();
    let frozen = kifu_tests::Proxy::to(primary.port());
    let service = service([frozen.port(), standby.port()]);
    let table = service.open_plain("bremen", 4);
    assert_eq!(note(&table, "before").status, 201);
    eventually("the standby to have it", || {
        let rows =
            standby.client("kifu").query("SELECT FROM events WHERE payload ->> 'text' = 'before'", &[]);
        (rows.ok()?.len() == 1).then_some(())
    });
    frozen.set_silent(true);
    standby.set_up(&["SELECT pg_promote()"]);
    let begun = Instant::now();
    eventually("a move", || {
        // One that got no answer may have been taken: the same key.
        let again =
            table.log(&json!({"type": "annotate", "text": "after"})).header("Idempotency-Key", "after");
        (again.send().status == 201).then_some(())
    });
    let waited = begun.elapsed();
    eprintln!("a move was taken {:.1} s after the promotion", waited.as_secs_f64());
    // Ten seconds are what a request may wait; no other connection to that server is tried after that. With one after
    // another it would be forty.
    assert!(waited < Duration::from_secs(30), "{waited:?}");
    assert_eq!(texts(&table), ["before", "after"]);
    let begun = Instant::now();
    drop(service);
    eprintln!("the service ended within {:.1} s", begun.elapsed().as_secs_f64());
}

#[test]
fn with_a_synchronous_standby_a_failover_loses_nothing() {
    let (mut primary, standby) = servers();
    primary.set_up(&["ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"]);
    eventually("a synchronous standby", || {
        let sql = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
        (primary.client("postgres").query(sql, &[]).unwrap().len() == 1).then_some(())
    });
    let service = service([primary.port(), standby.port()]);
    let table = service.open_plain("bremen", 4);
    let (count, counting) = mpsc::channel();
    let writer = {
        let table = table.clone();
        std::thread::spawn(move || {
            let mut acknowledged = Vec::new();
            for number in 0.. {
                if note(&table, &number.to_string()).status != 201 {
                    return acknowledged;
                }
                acknowledged.push(json!(number.to_string()));
                let _ = count.send(());
            }
            acknowledged
        })
    };
    assert_eq!(counting.iter().take(20).count(), 20, "moves while both servers are there");
    primary.stop();
    standby.set_up(&[
        "SELECT pg_promote()",
        "ALTER SYSTEM RESET synchronous_standby_names",
        "SELECT pg_reload_conf()",
    ]);
    let acknowledged = writer.join().unwrap();
    note_at_last(&table, "after");
    let there = texts(&table);
    assert_eq!(there[..acknowledged.len()], acknowledged, "every move that was acknowledged, in its order");
}
