//! A database that stands still, or is silent, keeps nobody waiting; a writer is told that the entry may have been
//! written.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kifu_tests::{Answer, Ask, Folder, Postgres, Proxy, Service, Setup, Table, eventually};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const LOGINS: &str = "host all all 127.0.0.1/32 trust\n";
/// The longest wait of a request: the time that it has for the database, and something for a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(14);
/// The longest wait of a request that scans many records.
const MAX_SCAN_WAIT: Duration = Duration::from_secs(34);

/// A server with a database for Kifu.
fn database() -> Postgres {
    let server = Postgres::start(&Setup { logins: LOGINS, ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    server
}

fn service(port: u16) -> Service {
    let url = format!("postgresql://kifu@127.0.0.1:{port}/kifu");
    Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", &url)])
}

fn note(table: &Table, text: &str) -> Ask {
    table.log(&json!({"type": "annotate", "text": text})).header("Idempotency-Key", text)
}

/// The answer, which must come in time.
fn in_time(ask: Ask) -> Answer {
    answered_within(MAX_WAIT, ask)
}

fn answered_within(wait: Duration, ask: Ask) -> Answer {
    let begun = Instant::now();
    let answer = ask.send();
    assert!(begun.elapsed() < wait, "{:?}: {}", begun.elapsed(), answer.text());
    answer
}

fn assert_unknown(answer: &Answer) {
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (503, &json!("outcome_unknown")),
        "{}",
        answer.text()
    );
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
}

fn is_ready(service: &Service) -> bool {
    let begun = Instant::now();
    let status = service.get("/readyz").send().status;
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    status == 200
}

/// Sends it until it is accepted, as a client does.
fn send_until_accepted(ask: &Ask) {
    eventually("an accepted move", || (in_time(ask.clone()).status == 201).then_some(()));
}

fn notes(table: &Table) -> Vec<Value> {
    table.entries().iter().map(|entry| entry["text"].clone()).collect()
}

/// The processes of the server that append events.
fn appending(server: &Postgres) -> Vec<Pid> {
    let appending = "SELECT pid FROM pg_stat_activity WHERE application_name = 'kifu'
                     AND (query LIKE '%append_events%' OR query LIKE '%INSERT INTO events%') AND pid <> pg_backend_pid()";
    let rows = server.client("kifu").query(appending, &[]).unwrap();
    rows.iter().map(|row| Pid::from_raw(row.get(0)).unwrap()).collect()
}

#[test]
fn a_backend_that_stands_still_keeps_no_move_waiting() {
    let server = database();
    let service = service(server.port());
    let table = service.open_plain("bremen", 4);
    note(&table, "one").json();
    let frozen = appending(&server);
    assert!(!frozen.is_empty());
    for pid in &frozen {
        kill_process(*pid, Signal::STOP).unwrap();
    }

    let asks = ["two", "three", "four"].map(|text| note(&table, text));
    let waiting = asks.clone().map(|ask| std::thread::spawn(move || in_time(ask)));
    eventually("an end of readiness", || (!is_ready(&service)).then_some(()));
    let answers = waiting.map(|answer| answer.join().unwrap());
    // One was sent over the frozen connection; those behind it got another one.
    let (unknown, others): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 503);
    assert_unknown(unknown.first().expect("one was sent"));
    assert!(others.iter().all(|answer| answer.status == 201), "{others:?}");
    assert_eq!(service.get("/healthz").send().status, 200);

    for pid in &frozen {
        kill_process(*pid, Signal::CONT).unwrap();
    }
    asks.iter().for_each(send_until_accepted);
    let mut written = notes(&table);
    written.sort_by_key(Value::to_string);
    assert_eq!(written, ["four", "one", "three", "two"], "each is written once");
    eventually("readiness", || is_ready(&service).then_some(()));
    assert!(service.metrics().lines().any(|line| {
        line.strip_prefix("kifu_database_deadlines_missed_total ").is_some_and(|count| count != "0")
    }));
}

#[test]
fn a_silent_network_keeps_nobody_waiting() {
    let server = database();
    let proxy = Proxy::to(server.port());
    let service = service(proxy.port());
    let table = service.open_plain("bremen", 4);
    note(&table, "one").json();
    proxy.set_silent(true);
    let lost = note(&table, "two");
    assert_eq!(in_time(lost.clone()).status, 503);
    assert!(!is_ready(&service));
    for (path, wait) in [("/v1/feed", MAX_SCAN_WAIT), (&table.path(""), MAX_WAIT)] {
        let answer = answered_within(wait, service.get(path));
        assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("unavailable")), "{path}");
    }
    proxy.set_silent(false);
    send_until_accepted(&lost);
    eventually("readiness", || is_ready(&service).then_some(()));
    assert_eq!(notes(&table), ["one", "two"]);
}

#[test]
fn whether_a_file_that_failed_was_written_is_not_known() {
    let server = database();
    let service = service(server.port());
    let table = service.open_plain("bremen", 4);
    let mut superuser = server.client("kifu");
    for (name, fails) in [
        ("no_device", "RAISE 'could not fsync file' USING ERRCODE = 'io_error'"),
        ("no_right", "PERFORM pg_read_file('/etc/shadow')"),
    ] {
        superuser
            .batch_execute(&format!(
                "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
                 $$ BEGIN {fails}; RETURN NULL; END $$;
                 CREATE TRIGGER {name} BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION {name}();"
            ))
            .unwrap();
        assert_unknown(&in_time(note(&table, name)));
        superuser.batch_execute(&format!("DROP TRIGGER {name} ON events")).unwrap();
        send_until_accepted(&note(&table, name));
    }
    // A server that ends while it commits has written it, or not.
    superuser
        .batch_execute(
            "CREATE FUNCTION ends() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
             $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
             CREATE TRIGGER ends AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION ends();",
        )
        .unwrap();
    assert_unknown(&in_time(note(&table, "cut")));
    superuser.batch_execute("DROP TRIGGER ends ON events").unwrap();
    send_until_accepted(&note(&table, "cut"));
    assert_eq!(notes(&table), ["no_device", "no_right", "cut"]);
}
