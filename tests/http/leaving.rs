//! A service that is asked to end, or to read its settings again, while it is in use.

use std::fs::{self, File};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use kifu_tests::{Client, Folder, Postgres, Proxy, Service, Setup, Table, eventually};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

const LOGINS: &str = "host all all 127.0.0.1/32 trust\n";
const NEW_KEY: &str = "the-new-key-of-the-operator-here";

fn note(text: &str) -> Value {
    json!({"type": "annotate", "text": text})
}

#[test]
fn a_service_that_leaves_says_so_and_goes_on_serving() {
    let service = Service::start_with(&[("KIFU_DRAIN_SECONDS", "3600")]);
    let table = service.open_plain("bremen", 4);
    let mut stream = table.get("/live").stream();
    stream.expect("position");
    assert_eq!(service.get("/readyz").send().status, 200);
    kill_process(service.pid(), Signal::TERM).unwrap();
    eventually("a service that leaves", || (service.get("/readyz").send().status == 503).then_some(()));
    let answer = table.log(&note("still here")).send();
    assert_eq!((answer.status, answer.header("connection")), (201, "close"));
    assert_eq!(stream.expect("entry").data["entry"]["text"], "still here");
    assert_eq!(table.get("/live").stream().read().unwrap().kind, "position");
    // A second signal ends the waiting; streams are told then.
    kill_process(service.pid(), Signal::TERM).unwrap();
    let closed = stream.expect("closed");
    assert_eq!(closed.data["reason"], "stopping");
    service.stop();
}

#[test]
fn settings_are_read_again_on_sighup_and_the_log_names_what_needs_a_restart() {
    let folder = Folder::prepared();
    let (file, log) = (folder.path().join("kifu.toml"), folder.path().join("log"));
    let write = |settings: &str| fs::write(&file, settings).unwrap();
    write("operator_key = \"the-old-key-of-the-operator-here\"\nmax_record_events = 2\nlog = \"warn\"\n");
    let mut command = folder.kifu();
    command.env("KIFU_CONFIG", &file).env_remove("KIFU_LOG").env("KIFU_LOG_FORMAT", "json");
    command.stderr(File::create(&log).unwrap());
    let service = Service::start_of(command, Arc::new(folder));
    let table = service.open_plain("bremen", 4);
    let metrics = |key: &str| service.get("/metrics").token(key).send().status;
    let said = |what: &str| fs::read_to_string(&log).unwrap().contains(what);
    assert_eq!((metrics("the-old-key-of-the-operator-here"), metrics(NEW_KEY)), (200, 401));
    assert_eq!(table.log(&json!([note("1"), note("2"), note("3")])).send().status, 409);

    write("operator_key = 7\n");
    kill_process(service.pid(), Signal::HUP).unwrap();
    eventually("a complaint", || said("the settings were not read again").then_some(()));
    assert_eq!(metrics("the-old-key-of-the-operator-here"), 200);

    write(&format!("operator_key = \"{NEW_KEY}\"\nmax_record_events = 3\nlog = \"info\"\npool_size = 7\n"));
    kill_process(service.pid(), Signal::HUP).unwrap();
    eventually("new settings", || said("count from the next start on").then_some(()));
    assert_eq!((metrics("the-old-key-of-the-operator-here"), metrics(NEW_KEY)), (401, 200));
    assert_eq!(table.log(&json!([note("1"), note("2"), note("3")])).send().status, 201);
    assert!(said("\"settings\":\"pool_size\""), "{}", fs::read_to_string(&log).unwrap());
    assert!(said("log, max_record_events, operator_key"), "{}", fs::read_to_string(&log).unwrap());
    assert!(!said(NEW_KEY));
    service.stop();
}

/// Clients of the rolling restarts.
const CLIENTS: usize = 16;
/// How often both services are replaced.
const ROUNDS: usize = 3;

/// A proxy that knows nothing of the services but whether they take connections, as nginx does with an `upstream` of two
/// servers and no further settings: each request has a connection of its own.
#[test]
fn no_client_notices_that_two_services_are_restarted_one_after_the_other() {
    let server = Postgres::start(&Setup { logins: LOGINS, ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    let start = || Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", url.as_str())]);
    let mut services = [start(), start()];
    let ports = |services: &[Service; 2]| services.each_ref().map(port).to_vec();
    let proxy = Proxy::among(ports(&services));
    let client = Client::new(&format!("http://127.0.0.1:{}", proxy.port()));
    let table = services[0].open_plain("bremen", 4).at(&client);
    let stop = AtomicBool::new(false);
    let acknowledged = AtomicUsize::new(0);
    let failures = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn({
                    let (stop, acknowledged, table) = (&stop, &acknowledged, &table);
                    move || write_until(stop, table, number, acknowledged)
                })
            })
            .collect();
        for round in 0..2 * ROUNDS {
            let before = acknowledged.load(Ordering::SeqCst);
            eventually("work", || (acknowledged.load(Ordering::SeqCst) > before + 50).then_some(()));
            let other = start();
            let old = std::mem::replace(&mut services[round % 2], other);
            proxy.lead_among(ports(&services));
            old.stop();
        }
        stop.store(true, Ordering::SeqCst);
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect::<Vec<String>>()
    });
    assert!(failures.is_empty(), "{} of {acknowledged:?}: {failures:?}", failures.len());
    assert_eq!(table.version(), acknowledged.into_inner() as u64);
}

fn port(service: &Service) -> u16 {
    service.base().rsplit(':').next().unwrap().parse().unwrap()
}

/// Logs one note after the other; what went wrong.
fn write_until(stop: &AtomicBool, table: &Table, number: usize, acknowledged: &AtomicUsize) -> Vec<String> {
    let mut failures = Vec::new();
    for count in 0.. {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        match table.log(&note(&format!("{number}/{count}"))).header("Connection", "close").try_send() {
            Ok(answer) if answer.status == 201 => _ = acknowledged.fetch_add(1, Ordering::SeqCst),
            Ok(answer) => failures.push(answer.text()),
            Err(error) => failures.push(error.to_string()),
        }
    }
    failures
}
