//! A request that is sent again, for whatever reason, is recorded once.

use std::thread;

use kifu_tests::Service;
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
    for condition in [tag.clone(), format!("W/{tag}"), format!("\"7\", {tag}"), "*".to_owned()] {
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
