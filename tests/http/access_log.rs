//! One line of the log a request, and the id by which it is found.

use std::fs::{self, File};
use std::path::PathBuf;

use kifu_tests::{Raw, Service, eventually};
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

/// Heads that actix refuses before the service sees them.
fn unparsable_heads() -> Vec<(&'static str, String, &'static str)> {
    let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
    let many = (0..200).map(|number| format!("X-{number}: x\r\n")).collect::<Vec<_>>().concat();
    let malformed = [
        ("no HTTP", "hello\r\n\r\n".to_owned()),
        ("no host", "GET /healthz HTTP/1.1\r\n\r\n".to_owned()),
        ("another version", "GET /healthz HTTP/9.1\r\nHost: localhost\r\n\r\n".to_owned()),
        ("a method with a bracket", "G{T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned()),
        ("no colon", format!("{get}X-Nothing\r\n\r\n")),
        ("a name with a space", format!("{get}X Y: z\r\n\r\n")),
        ("a NUL", format!("{get}X-Y: \0\r\n\r\n")),
        ("two lengths", format!("{get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n")),
        ("a length and chunks", format!("{get}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")),
        ("TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n".to_owned()),
        ("after a request", format!("{get}\r\nhello\r\n\r\n")),
    ];
    let malformed = malformed.into_iter().map(|(what, head)| (what, head, "malformed_head"));
    let large = [
        ("too many headers", format!("{get}{many}\r\n")),
        ("a long header", format!("{get}X-Long: {}", "x".repeat(150_000))),
    ];
    malformed.chain(large.into_iter().map(|(what, head)| (what, head, "head_too_large"))).collect()
}

#[test]
fn a_head_that_cannot_be_parsed_is_answered_and_logged_like_any_other() {
    let (service, log) = logging();
    for (what, head, code) in unparsable_heads() {
        let mut raw = Raw::connect(&service);
        raw.write(head.as_bytes());
        if what == "after a request" {
            assert_eq!(raw.answer().status, 200);
        }
        let answer = raw.answer();
        assert_eq!(answer.code(), code, "{what}: {answer:?}");
        assert!(raw.is_closed(), "{what}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
        let document: Json = serde_json::from_str(&answer.body).unwrap();
        let id = answer.header("x-request-id");
        assert_eq!((&document["status"], &document["request_id"]), (&json!(answer.status), &json!(id)));
        let found = lines(&log, id);
        let [line] = &found[..] else { panic!("{what}: {found:?}") };
        assert_eq!(
            (&line["method"], &line["route"], &line["status"]),
            (&json!("other"), &json!("other"), &json!(answer.status))
        );
        assert_eq!((&line["problem"], &line["bytes"]), (&json!(code), &json!(answer.body.len())), "{line}");
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
