//! Requests that can't be taken: each names its problem in both languages and changes nothing.

use kifu_tests::{Answer, Ask, Client, Service, Table};
use serde_json::{Value, json};

const KEY: &str = "Idempotency-Key";

/// A record of You Cry Wolf! in which seat 1 is to bet, at version 2.
fn table(client: &Client) -> Table {
    let table = client.open_plain("you_cry_wolf", 3);
    let moves = json!([{"type": "choose_first_player", "seat": 0}, bet(0, 3)]);
    table.log(&moves).header(KEY, "the first moves").json();
    table
}

fn bet(seat: i64, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": "sheep", "row": "sheep", "claim": claim})
}

fn assert_problem(what: &str, answer: &Answer, status: u16, code: &str) {
    assert_eq!(answer.status, status, "{what}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "application/problem+json", "{what}");
    let problem = answer.json();
    assert_eq!(problem["code"], code, "{what}: {problem}");
    assert_eq!(problem["status"], status, "{what}");
    assert_eq!(problem["type"], format!("/problems/{code}"), "{what}");
    let text = |language: &str| problem["message"][language].as_str().unwrap_or_default().to_owned();
    assert!(
        !text("ja").is_empty() && !text("en").is_empty() && text("ja") != text("en"),
        "{what}: {problem}"
    );
}

/// Sends each row and asserts its problem, and that the record is as before.
fn check(table: &Table, rows: Vec<(&str, Ask, u16, &str)>) {
    let before = (table.version(), table.entries());
    for (what, ask, status, code) in rows {
        assert_problem(what, &ask.send(), status, code);
        assert_eq!((table.version(), table.entries()), before, "{what}");
    }
}

#[test]
fn bodies_that_are_no_moves() {
    let service = Service::shared();
    let table = table(&service);
    let post = |media: &str, body: &str| {
        service.ask("POST", &table.path("/moves")).token(&table.scribe).body(media, body)
    };
    let raw = |body: &str| post("application/json", body);
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let large = format!("[\"{}\"]", "x".repeat(1_100_000));
    let body = "malformed_body";
    let mv = "malformed_move";
    check(
        &table,
        vec![
            ("nothing", raw(""), 400, body),
            ("half a document", raw("{\"type\": \"bet\""), 400, body),
            ("two documents", raw("{} {}"), 400, body),
            ("not UTF-8", service.ask("POST", &table.path("/moves")).token(&table.scribe).body("application/json", vec![b'"', 0xff, b'"']), 400, body),
            ("deep nesting", raw(&deep), 400, body),
            ("NUL", raw("{\"type\": \"annotate\", \"text\": \"a\\u0000b\"}"), 400, body),
            ("no moves", raw("[]"), 400, body),
            ("too many moves", raw(&json!(vec![bet(1, 4); 1001]).to_string()), 400, body),
            ("too large", raw(&large), 413, "body_too_large"),
            ("text", post("text/plain", "bet"), 415, "unsupported_media_type"),
            ("a form", post("application/x-www-form-urlencoded", "type=bet"), 415, "unsupported_media_type"),
            ("a number", raw("7"), 400, mv),
            ("null", raw("null"), 400, mv),
            ("a list in a list", raw("[[]]"), 400, mv),
            ("no type", raw("{}"), 400, mv),
            ("unknown type", raw("{\"type\": \"fly\"}"), 400, mv),
            ("type of the wrong type", raw("{\"type\": 7}"), 400, mv),
            ("missing field", raw("{\"type\": \"bet\", \"seat\": 1}"), 400, mv),
            ("wrong type", raw(&json!({"type": "bet", "seat": "one", "die": "sheep", "row": "sheep", "claim": 4}).to_string()), 400, mv),
            ("half a number", raw(&json!({"type": "bet", "seat": 1, "die": "sheep", "row": "sheep", "claim": 4.5}).to_string()), 400, mv),
            ("huge number", raw("{\"type\": \"bet\", \"seat\": 1, \"die\": \"sheep\", \"row\": \"sheep\", \"claim\": 1e400}"), 400, body),
            ("unknown animal", raw(&json!({"type": "bet", "seat": 1, "die": "dragon", "row": "sheep", "claim": 4}).to_string()), 400, mv),
            ("unknown field", raw(&json!({"type": "bet", "seat": 1, "die": "sheep", "row": "sheep", "claim": 4, "cliam": 4}).to_string()), 400, mv),
        ],
    );
}

#[test]
fn a_misspelt_field_is_named() {
    let service = Service::shared();
    let table = table(&service);
    let mut misspelt = bet(1, 4);
    misspelt["cliam"] = 4.into();
    let problem = table.log(&misspelt).send().json();
    assert!(problem["message"]["en"].as_str().unwrap().contains("cliam"), "{problem}");
    assert!(problem["message"]["ja"].as_str().unwrap().contains("cliam"), "{problem}");
}

#[test]
fn an_integer_may_be_written_with_a_fraction_of_zero() {
    let service = Service::shared();
    let table = table(&service);
    let body = r#"{"type": "bet", "seat": 1.0, "die": "sheep", "row": "sheep", "claim": 4.0}"#;
    let answer = service.ask("POST", &table.path("/moves")).token(&table.scribe);
    let answer = answer.body("application/json", body).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(table.entries()[2]["claim"], 4);
}

#[test]
fn moves_against_the_rules() {
    let service = Service::shared();
    let table = table(&service);
    let before = (table.version(), table.entries());
    let rows = [
        ("a seat that does not exist", bet(9, 4), "G-5"),
        ("a negative seat", bet(-1, 4), "G-5"),
        ("not its turn", bet(2, 4), "G-2"),
        ("not now", json!({"type": "reveal", "count": 3}), "G-3"),
        ("a claim no higher", bet(1, 3), "YCW-"),
    ];
    for (what, mv, rule) in rows {
        let answer = table.log(&mv).send();
        assert_problem(what, &answer, 422, "violation");
        let violation = &answer.json()["violation"];
        assert!(violation["rule"].as_str().unwrap().starts_with(rule), "{what}: {violation}");
        assert!(violation["can_record_anyway"].is_boolean(), "{what}: {violation}");
        assert_eq!((table.version(), table.entries()), before, "{what}");
    }
}

#[test]
fn headers_tokens_and_addresses() {
    let service = Service::shared();
    let table = table(&service);
    let (mv, other) = (bet(1, 4), service.open_plain("bremen", 4));
    let none = "/v1/games/00000000-0000-7000-8000-000000000000";
    check(
        &table,
        vec![
            ("stale", table.log(&mv).header("If-Match", &table.tag(1)), 412, "stale_version"),
            ("from the future", table.log(&mv).header("If-Match", &table.tag(9)), 412, "stale_version"),
            (
                "a weak tag of another version",
                table.log(&mv).header("If-Match", &format!("W/{}", table.tag(1))),
                412,
                "stale_version",
            ),
            (
                "a tag with another ending",
                table.log(&mv).header("If-Match", &table.tag("2-else")),
                412,
                "stale_version",
            ),
            ("a version of no epoch", table.log(&mv).header("If-Match", "\"2\""), 412, "stale_version"),
            ("no tag", table.log(&mv).header("If-Match", "2"), 400, "malformed_parameter"),
            ("a reused key", table.log(&mv).header(KEY, "the first moves"), 409, "key_reused"),
            ("a key too long", table.log(&mv).header(KEY, &"k".repeat(256)), 400, "malformed_parameter"),
            ("no token", service.post(&table.path("/moves"), &mv), 401, "unauthenticated"),
            (
                "a bad token",
                service.post(&table.path("/moves"), &mv).token("nonsense"),
                401,
                "unauthenticated",
            ),
            (
                "a stranger's token",
                service.post(&table.path("/moves"), &mv).token(&other.scribe),
                401,
                "unauthenticated",
            ),
            (
                "another scheme",
                service.get(&table.path("")).header("Authorization", "Basic a2lmdQ=="),
                401,
                "unauthenticated",
            ),
            ("another seat's move", table.log_as(2, &mv), 403, "forbidden"),
            ("a seat that takes back", table.log_as(1, &json!({"type": "take_back"})), 403, "forbidden"),
            ("an unknown id", service.get(none), 404, "not_found"),
            ("moves for nothing", service.post(&format!("{none}/moves"), &mv), 404, "not_found"),
            ("an id that is none", service.get("/v1/games/seven"), 404, "not_found"),
            ("a step that is none", table.get("/replay/x"), 404, "not_found"),
            ("a step too far", table.get("/replay/99"), 404, "not_found"),
            ("nothing here", service.get("/v2/everything"), 404, "not_found"),
            ("limit 0", table.get("/events?limit=0"), 400, "malformed_parameter"),
            ("limit too high", service.get("/v1/games?limit=101"), 400, "malformed_parameter"),
            ("limit of words", service.get("/v1/games?limit=many"), 400, "malformed_parameter"),
            ("negative after", service.get("/v1/feed?after=-1"), 400, "malformed_parameter"),
            ("bad cursor", service.get("/v1/games?cursor=abc"), 400, "malformed_parameter"),
            ("unknown parameter", service.get("/v1/games?color=red"), 400, "malformed_parameter"),
            (
                "bad dry_run",
                service.post(&table.path("/moves?dry_run=perhaps"), &mv).token(&table.scribe),
                400,
                "malformed_parameter",
            ),
            ("NUL in a query", service.get("/v1/games?tag=%00"), 400, "malformed_parameter"),
            ("a game that is none", service.get("/v1/games?game=chess"), 400, "unknown_game"),
            ("a metric that is none", service.get("/v1/statistics/none"), 404, "not_found"),
            (
                "a dimension that is none",
                service.get("/v1/statistics/you_cry_wolf.bid_escalation?group_by=moon"),
                400,
                "malformed_parameter",
            ),
            (
                "a format that is none",
                table.get("/events").header("Accept", "image/png"),
                406,
                "not_acceptable",
            ),
        ],
    );
}

#[test]
fn records_that_cannot_be_opened() {
    let service = Service::shared();
    let open = |body: Value| service.post("/v1/games", &body);
    let rows = [
        ("no game", json!({"seats": [null, null, null]}), 400, "malformed_body"),
        ("no seats", json!({"game": "bremen"}), 400, "malformed_body"),
        ("unknown game", json!({"game": "chess", "seats": [null, null]}), 400, "unknown_game"),
        (
            "unknown field",
            json!({"game": "bremen", "seats": [null, null, null], "colour": 1}),
            400,
            "malformed_body",
        ),
        (
            "unknown option",
            json!({"game": "bremen", "seats": [null, null, null], "options": {"x": 1}}),
            400,
            "malformed_body",
        ),
        ("an empty name", json!({"game": "bremen", "seats": ["", null, null]}), 400, "malformed_body"),
        (
            "a name too long",
            json!({"game": "bremen", "seats": ["x".repeat(101), null, null]}),
            400,
            "malformed_body",
        ),
        (
            "too many tags",
            json!({"game": "bremen", "seats": [null, null, null], "tags": vec!["t"; 21]}),
            400,
            "malformed_body",
        ),
        ("300 seats", json!({"game": "bremen", "seats": vec![Value::Null; 300]}), 400, "malformed_body"),
        ("two seats for three", json!({"game": "bremen", "seats": [null, null]}), 422, "violation"),
        (
            "a bad time",
            json!({"game": "bremen", "seats": [null, null, null], "played_at": "yesterday"}),
            400,
            "malformed_body",
        ),
        (
            "secret visibility",
            json!({"game": "bremen", "seats": [null, null, null], "visibility": "secret"}),
            400,
            "malformed_body",
        ),
        ("a list", json!([]), 400, "malformed_body"),
    ];
    for (what, body, status, code) in rows {
        assert_problem(what, &open(body).send(), status, code);
    }
    let key = service.post("/v1/games", &json!({"game": "bremen", "seats": [null, null, null]}));
    assert_eq!(key.clone().header(KEY, "open once").send().status, 201);
    let other = service.post("/v1/games", &json!({"game": "bremen", "seats": [null, null, null, null]}));
    assert_problem("a reused key", &other.header(KEY, "open once").send(), 409, "key_reused");
}

#[test]
fn other_methods_get_the_allowed_ones() {
    let service = Service::shared();
    let table = table(&service);
    for (method, path, allow) in [
        ("DELETE", table.path(""), "GET, HEAD, PATCH"),
        ("PUT", table.path("/moves"), "POST"),
        ("GET", table.path("/moves"), "POST"),
        ("PATCH", table.path("/events"), "GET, HEAD"),
        ("POST", table.path("/replay"), "GET, HEAD"),
        ("DELETE", "/v1/games".to_owned(), "GET, HEAD, POST"),
        ("POST", "/v1/statistics".to_owned(), "GET, HEAD"),
    ] {
        let answer = service.ask(method, &path).send();
        assert_problem(&format!("{method} {path}"), &answer, 405, "method_not_allowed");
        let mut allowed: Vec<_> = answer.header("allow").split(", ").collect();
        allowed.sort_unstable();
        assert_eq!(allowed.join(", "), allow, "{method} {path}");
    }
}
