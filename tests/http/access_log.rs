//! One line of the log a request, and the id by which it is found.

use std::fs::{self, File};
use std::path::PathBuf;

use kifu_tests::{Service, eventually};
use serde_json::{Value as Json, json};

/// A service that logs as it does by default, as JSON to a file.
fn logging() -> (Service, PathBuf) {
    let mut path = PathBuf::new();
    let service = Service::start_as(|kifu| {
        let data = kifu.get_args().find(|argument| argument.to_string_lossy().contains("/data")).unwrap();
        path = PathBuf::from(data).with_file_name("log");
        kifu.env_remove("KIFU_LOG")
            .env("KIFU_LOG_FORMAT", "json")
            .env("KIFU_HEARTBEAT_SECONDS", "1")
            .stderr(File::create(&path).unwrap());
    });
    (service, path)
}

/// The lines of this request. An answer that was read is logged a moment later.
fn lines(path: &PathBuf, id: &str) -> Vec<Json> {
    eventually("a line of the access log", || {
        let log = fs::read_to_string(path).unwrap();
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
        let found: Vec<_> =
            lines.filter(|line| line["target"] == "kifu::access" && line["request_id"] == id).collect();
        (!found.is_empty()).then_some(found)
    })
}

#[test]
fn every_request_is_one_line_of_the_log() {
    let (service, log) = logging();
    let table = service.open_plain("you_cry_wolf", 3);
    let path = table.path("");
    let asks = [
        (service.get(&path), "GET", "/v1/games/{id}", 200, None),
        (service.ask("HEAD", &path), "HEAD", "/v1/games/{id}", 200, None),
        (service.get("/v1/games?limit=none"), "GET", "/v1/games", 400, Some("malformed_parameter")),
        (service.get("/nowhere/kept-apart"), "GET", "other", 404, Some("not_found")),
        (service.ask("BREW", "/v1/games"), "other", "/v1/games", 405, Some("method_not_allowed")),
        (
            table.post("/moves", &json!({"type": "annotate", "text": "so"})).token(&table.scribe),
            "POST",
            "/v1/games/{id}/moves",
            201,
            None,
        ),
        (service.ask("OPTIONS", "/v1/games"), "OPTIONS", "/v1/games", 204, None),
    ];
    for (number, (ask, method, route, status, problem)) in asks.into_iter().enumerate() {
        let id = format!("request-{number}");
        let answer = ask.header("X-Request-Id", &id).header("Accept-Encoding", "identity").send();
        assert_eq!((answer.status, answer.header("X-Request-Id")), (status, id.as_str()));
        let found = lines(&log, &id);
        let [line] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&line["method"], &line["route"]), (&json!(method), &json!(route)), "{line}");
        assert_eq!((&line["status"], &line["problem"]), (&json!(status), &json!(problem)), "{line}");
        assert_eq!((&line["level"], &line["bytes"]), (&json!("INFO"), &json!(answer.body.len())), "{line}");
        assert!(line["duration_ms"].as_f64().unwrap() > 0.0 && line["cut_off"].is_null(), "{line}");
    }
    let log = fs::read_to_string(log).unwrap();
    for secret in ["kept-apart", "limit=none", &table.scribe, &table.id] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn a_stream_is_logged_when_it_ends() {
    let (service, log) = logging();
    let table = service.open_plain("you_cry_wolf", 3);
    let ask = table.get_as(None, "/live").header("Accept", "text/event-stream");
    let mut stream = ask.header("X-Request-Id", "a-stream").stream();
    stream.read();
    drop(stream);
    table.log(&json!({"type": "annotate", "text": "hello"})).json();
    let line = &lines(&log, "a-stream")[0];
    assert_eq!((&line["status"], &line["cut_off"]), (&json!(200), &json!(true)), "{line}");
    assert!(line["bytes"].as_u64().unwrap() > 0, "{line}");
}

#[test]
fn a_caller_without_a_sane_id_gets_one() {
    let service = Service::shared();
    let mut seen = Vec::new();
    for id in ["", "two words", "\"quoted\"", &"x".repeat(129)] {
        let answer = service.get("/v1/games?limit=none").header("X-Request-Id", id).send();
        let id = answer.header("X-Request-Id").to_owned();
        assert!(id.len() == 36 && !seen.contains(&id), "{id}: {id}");
        assert_eq!(answer.json()["request_id"], json!(id));
        seen.push(id);
    }
    let answer = service.metrics_listener().get("/metrics").header("X-Request-Id", "a-scrape").send();
    assert_eq!(answer.header("X-Request-Id"), "a-scrape");
}
