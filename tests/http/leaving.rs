//! A service that is asked to end, or to read its settings again, while it is in use.

use std::fs::{self, File};
use std::sync::Arc;

use kifu_tests::{Folder, Service, eventually};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

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
