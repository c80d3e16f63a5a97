//! A request that is sent again, for whatever reason, is recorded once.

use std::collections::BTreeMap;
use std::thread;

use kifu_tests::{Service, contract};
use serde_json::{Value, json};

const KEY: &str = "Idempotency-Key";

fn first() -> Value {
    json!({"type": "choose_first_player", "seat": 0})
}

fn bet(seat: i64, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": "sheep", "row": "sheep", "claim": claim})
}

#[test]
fn the_same_opening_gives_the_same_record_and_tokens() {
    let service = Service::shared();
    let ask = service.post("/v1/games", &json!({"game": "bremen", "seats": [null, null, null]}));
    let ask = ask.header(KEY, "retried opening");
    let first = ask.clone().send();
    assert_eq!(first.status, 201);
    let again = ask.send();
    assert_eq!((again.status, &again.body), (201, &first.body));
    assert_eq!(again.header("location"), first.header("location"));
}

#[test]
fn a_repeated_key_gets_the_first_answer() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let ask = table.log(&json!([first(), bet(0, 2)])).header(KEY, "one");
    let answer = ask.clone().send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    table.log(&bet(1, 5)).json();
    let again = ask.send();
    assert_eq!((again.status, again.text()), (201, answer.text()));
    assert_eq!(again.header("etag"), answer.header("etag"));
    assert_eq!(table.version(), 3);
}

#[test]
fn concurrent_retries_are_recorded_once() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let ask = table.log(&first()).header(KEY, "all at once");
    let sent: Vec<_> = (0..16)
        .map(|_| {
            let ask = ask.clone();
            thread::spawn(move || ask.send())
        })
        .collect();
    let answers: Vec<_> = sent.into_iter().map(|sent| sent.join().unwrap()).collect();
    for answer in &answers {
        assert_eq!((answer.status, answer.text()), (201, answers[0].text()));
    }
    assert_eq!(table.version(), 1);
}

#[test]
fn a_seat_may_use_the_same_key_as_the_scribe() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    assert_eq!(table.log(&first()).header(KEY, "k").send().status, 201);
    assert_eq!(table.log_as(0, &bet(0, 2)).header(KEY, "k").send().status, 201);
    assert_eq!(table.version(), 2);
}

#[test]
fn an_etag_saves_an_unchanged_answer() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let tag = table.get("").send().header("etag").to_owned();
    for condition in [tag.clone(), format!("W/{tag}"), format!("{}, {tag}", table.tag(7)), "*".to_owned()] {
        let answer = table.get("").header("If-None-Match", &condition).send();
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{condition}");
        assert_eq!(answer.header("etag"), tag);
    }
    assert_eq!(table.log(&first()).header("If-Match", &tag).send().status, 201);
    assert_eq!(table.get("").header("If-None-Match", &tag).send().status, 200);
    assert_eq!(table.log(&bet(0, 2)).header("If-Match", &tag).send().status, 412);
    assert_eq!(table.log(&bet(0, 2)).header("If-Match", "*").send().status, 201);
}

#[test]
fn a_dry_run_answers_in_full_and_changes_nothing() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let moves = json!([first(), bet(0, 2)]);
    let dry = service.post(&table.path("/moves?dry_run=true"), &moves).token(&table.scribe).send();
    assert_eq!(dry.status, 200);
    let mut dry = dry.json();
    assert_eq!((dry["recorded"].clone(), table.version()), (json!(false), 0));
    let mut done = table.log(&moves).json();
    dry["recorded"] = true.into();
    assert!(dry["receipt"].is_null() && done["receipt"].take().is_object());
    assert_eq!(dry, done);
    let refused = service.post(&table.path("/moves?dry_run=true"), &bet(0, 2)).token(&table.scribe).send();
    assert_eq!(refused.status, 422);
}

#[test]
fn several_moves_are_recorded_all_or_not_at_all() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let refused = table.log(&json!([first(), bet(0, 2), bet(0, 3)])).header(KEY, "all").send();
    assert_eq!((refused.status, refused.json()["values"]["index"].clone()), (422, json!(2)));
    assert_eq!(table.entries(), Vec::<Value>::new());
    // A refused request has not used up its key.
    assert_eq!(table.log(&json!([first(), bet(0, 2)])).header(KEY, "all").send().status, 201);
}

const OPERATOR: &str = "the-key-of-the-operator-of-retries";
const WEBHOOKS: [(&str, &str); 3] = [
    ("KIFU_OPERATOR_KEY", OPERATOR),
    ("KIFU_WEBHOOK_KEY", "the key that seals"),
    ("KIFU_WEBHOOK_SENDERS", "0"),
];

#[test]
fn a_lost_answer_loses_no_players_identity() {
    let service = Service::start();
    let made = service.post("/v1/players", &json!({"name": "Aki"})).json();
    let (path, token) = (format!("{}/token", made["url"].as_str().unwrap()), made["token"].as_str().unwrap());
    let ask = service.ask("POST", &path).token(token).header(KEY, "lost");
    let sent: Vec<_> = (0..8)
        .map(|_| {
            let ask = ask.clone();
            thread::spawn(move || ask.send())
        })
        .collect();
    let answers: Vec<_> = sent.into_iter().map(|sent| sent.join().unwrap()).collect();
    for answer in &answers {
        assert_eq!((answer.status, answer.text()), (200, answers[0].text()));
    }
    assert_eq!(ask.clone().send().text(), answers[0].text(), "the old token has ended, and gets its answer");
    let new = answers[0].json()["token"].as_str().unwrap().to_owned();
    assert_ne!(new, token);
    let without = service.ask("POST", &path).token(token);
    assert_eq!(without.clone().send().status, 401);
    assert_eq!(without.header(KEY, "another").send().status, 401);
    let renamed = service.ask("PATCH", made["url"].as_str().unwrap()).token(&new);
    assert_eq!(renamed.body("application/json", r#"{"name": "Akiko"}"#).send().status, 200);
    let stored = service.database().query("SELECT sealed_answer FROM kept_answers", &[]).unwrap();
    let sealed: Vec<u8> = stored[0].get(0);
    assert!(!sealed.windows(new.len()).any(|bytes| bytes == new.as_bytes()));
    // An erased player has no identity left to be given out.
    assert_eq!(service.ask("DELETE", made["url"].as_str().unwrap()).token(&new).send().status, 204);
    assert_eq!(ask.send().status, 410);
}

#[test]
fn a_webhook_gets_one_secret_and_one_test_a_key() {
    let service = Service::start_with(&WEBHOOKS);
    let hook = json!({"url": "https://example.org/", "events": ["record.finished"]});
    let hook = service.post("/v1/webhooks", &hook).token(OPERATOR).json();
    let path = |action: &str| format!("/v1/webhooks/{}/{action}", hook["id"].as_str().unwrap());
    for (action, field) in [("secret", "secret"), ("test", "id")] {
        let ask = service.ask("POST", &path(action)).token(OPERATOR).header(KEY, action);
        let (first, again) = (ask.clone().send(), ask.send());
        assert_eq!((first.status / 100, first.status), (2, again.status), "{}", first.text());
        assert_eq!(first.json()[field], again.json()[field], "{action}");
        let other =
            service.ask("POST", &path(action)).token(OPERATOR).header(KEY, &format!("{action} again")).send();
        assert_ne!(first.json()[field], other.json()[field], "{action}");
    }
    let deliveries = service.get(&path("deliveries")).token(OPERATOR).json();
    assert_eq!(deliveries["deliveries"].as_array().unwrap().len(), 2);
}

/// Requests that create or replace something can be retried; an endpoint without use for a key says so.
#[test]
fn every_endpoint_that_writes_honours_a_key_or_refuses_it() {
    let service = Service::start_with(&WEBHOOKS);
    let nobody = "00000000-0000-7000-8000-000000000000";
    let mut honoured: BTreeMap<bool, Vec<String>> = BTreeMap::new();
    for (path, operations) in contract()["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            if !["post", "put", "patch", "delete"].contains(&method.as_str()) {
                continue;
            }
            let names = operation["parameters"].as_array().unwrap().iter().map(|one| one["name"].as_str());
            let is_keyed = names.flatten().any(|name| name == KEY);
            let address = path.replace("{seat}", "0").replace("{delivery}", nobody);
            let address = address.replace("{token_id}", nobody).replace("{id}", nobody);
            let ask = service.ask(&method.to_uppercase(), &address).token(OPERATOR).header("If-Match", "*");
            let ask = match operation.get("requestBody") {
                Some(_) => ask.body("application/json", "{}".to_owned()),
                None => ask,
            };
            let answer = ask.header(KEY, "a key").send();
            let refused = answer.status == 400 && answer.json()["values"]["parameter"] == KEY;
            assert_eq!(refused, !is_keyed, "{method} {path}: {}", answer.text());
            honoured.entry(is_keyed).or_default().push(operation["operationId"].as_str().unwrap().to_owned());
        }
    }
    for names in honoured.values_mut() {
        names.sort_unstable();
    }
    assert_eq!(
        honoured[&true],
        [
            "add_moves",
            "copy_record",
            "create_player",
            "create_webhook",
            "issue_token",
            "open_record",
            "reissue_token",
            "replace_player_token",
            "rotate_webhook_secret",
            "test_webhook",
        ]
    );
    assert!(honoured[&false].len() >= 14, "{:?}", honoured[&false]);
}
