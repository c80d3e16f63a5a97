//! No token and no key is in a log, a metric or a problem document, wherever clients put it.

use std::fs::{self, File};
use std::path::PathBuf;

use kifu_tests::{Ask, Client, Service, Table};
use serde_json::json;

const OPERATOR: &str = "the-operators-key-of-this-test-0";

/// A service that logs all it can to a file.
fn talkative(format: &str) -> (Service, PathBuf) {
    let mut path = PathBuf::new();
    let service = Service::start_as(|kifu| {
        let data = kifu.get_args().find(|argument| argument.to_string_lossy().contains("/data")).unwrap();
        path = PathBuf::from(data).with_file_name("log");
        kifu.env("KIFU_OPERATOR_KEY", OPERATOR).env("KIFU_LOG", "trace").env("KIFU_LOG_FORMAT", format);
        kifu.stderr(File::create(&path).unwrap());
    });
    (service, path)
}

/// Sends a secret in every place where a client could put one; every answer that is a problem.
fn put_everywhere(service: &Client, table: &Table, secret: &str) -> Vec<String> {
    let encoded = secret.replace('_', "%5F").replace('-', "%2D");
    let get = |path: String| service.get(&path);
    let mut asks = vec![
        get(table.path(&format!("?token={secret}"))),
        get(table.path(&format!("/events?after={encoded}"))),
        get(table.path(&format!("/{secret}"))),
        get(format!("/v1/games/{secret}")),
        get(format!("/v1/games/{encoded}/events")),
        get(format!("/games/{secret}")),
        get(format!("/{secret}?{secret}={secret}")),
        get(format!("/problems/{secret}")),
        get(format!("/v1/statistics/{secret}")),
        get(format!("/v1/games?game={secret}")),
        service.ask(&format!("X{}", secret.replace('_', "-")), "/v1/games"),
        service
            .get("/v1/games")
            .header("User-Agent", secret)
            .header("Referer", secret)
            .header("Cookie", secret),
        service.get("/v1/games").header("X-Request-Id", secret).header("Accept", secret),
        table.get_as(None, "").header("Authorization", secret),
        table.get_as(None, "").header("Authorization", &format!("Basic {secret}")),
        table.get_as(Some(secret), "/nowhere"),
        table.get_as(Some(secret), "").header("If-None-Match", secret),
        table.post("/moves", &json!({"type": "annotate"})).token(secret).header("If-Match", secret),
        table.post("/moves", &json!({"type": "annotate"})).token(secret).header("Idempotency-Key", secret),
        service.post("/v1/games", &json!({"game": secret, "seats": []})),
        service.post("/v1/games", &json!({"game": "bremen", "seats": [secret, null, null]})),
        service.post("/v1/games", &json!({secret: secret})),
        table.ask("POST", "/moves").token(&table.scribe).body("text/plain", secret),
        table.ask("POST", "/moves").token(&table.scribe).body("application/json", secret),
        service.ask("POST", "/v1/archive").token(OPERATOR).body("application/x-ndjson", secret),
    ];
    for mv in [
        json!({"type": secret}),
        json!({"type": "annotate", "text": format!("come in: http://localhost/games/1#{secret}")}),
        json!({"type": "annotate", secret: 1}),
        json!({"type": "bet", "seat": secret}),
        json!([{"type": "abandon", "reason": secret}]),
    ] {
        asks.push(table.post("/moves", &mv).token(&table.scribe));
    }
    asks.push(table.post("/tokens", &json!({"role": "spectator", "label": secret})).token(&table.scribe));
    asks.push(table.post("/share", &json!({"token": secret, secret: secret})));
    let answers = asks.into_iter().map(Ask::send);
    answers.filter(|answer| answer.status >= 400).map(|answer| answer.text()).collect()
}

#[test]
fn a_secret_in_an_address_or_a_record_is_refused() {
    let (service, _) = talkative("text");
    let table = service.open_plain("you_cry_wolf", 3);
    for secret in [table.scribe.as_str(), table.seats[1].as_str(), OPERATOR] {
        let note = json!({"type": "annotate", "text": format!("take this: {secret}")});
        for ask in [
            service.get(&format!("/v1/games?token={secret}")),
            service.get(&table.path(&format!("/{secret}"))),
            service.get(&format!("/games/{}?{secret}", table.id)),
            table.log(&note),
            service
                .post("/v1/games", &json!({"game": "bremen", "seats": [null, null, null], "place": secret})),
        ] {
            let refused = ask.send();
            assert_eq!((refused.status, &refused.json()["code"]), (400, &json!("misplaced_secret")));
        }
    }
    assert_eq!(table.version(), 0);
}

#[test]
fn no_secret_is_logged_measured_or_repeated() {
    for format in ["text", "json"] {
        let (service, path) = talkative(format);
        let table = service.open_plain("you_cry_wolf", 3);
        let issued = table.post("/tokens", &json!({"role": "spectator"})).token(&table.scribe).json();
        let spectator = issued["token"].as_str().unwrap().to_owned();
        table
            .ask("DELETE", &format!("/tokens/{}", issued["id"].as_str().unwrap()))
            .token(&table.scribe)
            .send();
        let secrets = [table.scribe.clone(), table.seats[0].clone(), spectator, OPERATOR.to_owned()];
        let problems: Vec<_> =
            secrets.iter().flat_map(|secret| put_everywhere(&service, &table, secret)).collect();
        assert!(problems.len() > 80, "{}", problems.len());
        let metrics = service.metrics();
        let folder = service.folder();
        drop(service);
        let log = fs::read_to_string(&path).unwrap();
        assert!(
            log.contains("request_id") && log.contains("/v1/games/{id}/moves") && log.contains(&table.id)
        );
        for secret in &secrets {
            let words =
                [secret.clone(), secret.replace('_', "-"), secret.replace('_', "%5F").replace('-', "%2D")];
            for word in &words {
                assert!(!log.contains(word), "{format}: {}", line_with(&log, word));
                assert!(!metrics.contains(word), "{}", line_with(&metrics, word));
                for problem in &problems {
                    assert!(!problem.contains(word), "{problem}");
                }
            }
        }
        drop(folder);
    }
}

fn line_with<'t>(text: &'t str, word: &str) -> &'t str {
    text.lines().find(|line| line.contains(word)).unwrap_or_default()
}
