//! Details of a record beside its moves: the scribe changes them, and no event is added.

use kifu_tests::{Answer, Service, Table};
use serde_json::{Value, json};

const MERGE_PATCH: &str = "application/merge-patch+json";

fn table(service: &Service) -> Table {
    service.open(&json!({
        "game": "you_cry_wolf", "seats": ["Aki", "Ben", null], "place": "Kyoto",
        "played_at": "2026-01-02T03:04:05Z", "tags": ["club"],
    }))
}

fn patch(service: &Service, table: &Table, token: Option<&str>, body: &Value) -> Answer {
    service.ask("PATCH", &table.path("")).token_if(token).body(MERGE_PATCH, body.to_string()).send()
}

#[test]
fn a_patch_replaces_what_it_names_and_removes_what_it_names_null() {
    let service = Service::shared();
    let table = table(&service);
    let scribe = Some(table.scribe.as_str());
    for (body, field, value) in [
        (json!({"place": "大阪"}), "place", json!("大阪")),
        (json!({"place": null}), "place", Value::Null),
        (json!({"played_at": null}), "played_at", Value::Null),
        (json!({"played_at": "2025-01-01T00:00:00+09:00"}), "played_at", json!("2025-01-01T00:00:00+09:00")),
        (json!({"played_at": "2024-12-31T15:00:00Z"}), "played_at", json!("2024-12-31T15:00:00Z")),
        (json!({"tags": ["final", "league"]}), "tags", json!(["final", "league"])),
        (json!({"tags": null}), "tags", json!([])),
        (json!({"visibility": "unlisted"}), "visibility", json!("unlisted")),
        (json!({"seats": [null, {"name": "Chika"}, "Ben"]}), "names", json!([null, "Chika", "Ben"])),
        (json!({"seats": null}), "names", json!([null, null, null])),
        (json!({"seats": ["Aki", null, null]}), "names", json!(["Aki", null, null])),
    ] {
        let answer = patch(&service, &table, scribe, &body);
        assert_eq!((answer.status, &answer.json()[field]), (200, &value), "{body}");
        let shown = table.get("").send();
        assert_eq!(
            (shown.json()[field].clone(), shown.header("etag")),
            (value, answer.header("etag")),
            "{body}"
        );
    }
    let last = table.get("").send();
    let again = patch(&service, &table, scribe, &json!({"visibility": "unlisted", "tags": []}));
    assert_eq!(again.header("etag"), last.header("etag"), "nothing has changed");
    assert_eq!(patch(&service, &table, scribe, &json!({})).text(), last.text());
    assert_eq!((last.json()["version"].clone(), table.entries()), (json!(0), Vec::<Value>::new()));
}

#[test]
fn a_patch_that_can_t_be_is_refused_whole() {
    let service = Service::shared();
    let table = table(&service);
    let before = table.get("").send().text();
    for body in [
        json!({"place": ""}),
        json!({"place": "Nara", "colour": "red"}),
        json!({"place": "Nara", "played_at": "yesterday"}),
        json!({"place": "Nara", "played_at": "2999-01-01T00:00:00Z"}),
        json!({"place": "Nara", "played_at": "2026-1-1T1:30:00Z"}),
        json!({"place": "Nara", "visibility": null}),
        json!({"place": "Nara", "visibility": "secret"}),
        json!({"place": "Nara", "seats": ["Aki", "", null]}),
        json!({"place": "Nara", "tags": vec!["x"; 21]}),
        json!(["place"]),
        json!(null),
    ] {
        let refused = patch(&service, &table, Some(&table.scribe), &body);
        assert_eq!(
            (refused.status, refused.header("content-type")),
            (400, "application/problem+json"),
            "{body}"
        );
    }
    for (seats, code) in [
        (json!(["Aki"]), "unfit_seats"),
        (json!([{"player": "01890000-0000-7000-8000-000000000000"}, null, null]), "unknown_player"),
    ] {
        let refused = patch(&service, &table, Some(&table.scribe), &json!({"place": "Nara", "seats": seats}));
        assert_eq!((refused.status, refused.json()["code"].clone()), (422, json!(code)));
    }
    let body = json!({"place": "Nara"});
    for (token, status) in [(None, 401), (Some(table.seats[0].as_str()), 403), (Some("nonsense"), 401)] {
        assert_eq!(patch(&service, &table, token, &body).status, status);
        let put = service.ask("PUT", &table.path("/seats/0")).token_if(token);
        assert_eq!(put.body("application/json", "null").send().status, status);
    }
    let wrong = service.ask("PATCH", &table.path("")).token(&table.scribe).body("text/plain", "{}").send();
    assert_eq!(wrong.status, 415);
    assert_eq!(table.get("").send().text(), before);
}

#[test]
fn a_change_can_be_bound_to_what_was_read() {
    let service = Service::shared();
    let table = table(&service);
    let ask = |tag: &str, place: &str| {
        let ask = service.ask("PATCH", &table.path("")).token(&table.scribe).header("If-Match", tag);
        ask.body(MERGE_PATCH, json!({ "place": place }).to_string()).send()
    };
    let first = table.get("").send().header("etag").to_owned();
    let changed = ask(&first, "Nara");
    assert_eq!(changed.status, 200);
    let stale = ask(&first, "Kobe");
    assert_eq!((stale.status, stale.json()["code"].clone()), (412, json!("stale_version")));
    let second = changed.header("etag");
    assert_ne!(first, second);
    assert_eq!(table.get("").header("If-None-Match", &first).send().status, 200);
    assert_eq!(table.get("").header("If-None-Match", second).send().status, 304);

    // A move builds on the moves: no change of a name or place stands in its way.
    let note = json!({"type": "annotate", "text": "x"});
    assert_eq!(table.log(&note).header("If-Match", &first).send().status, 201);
    assert_eq!(table.log(&note).header("If-Match", second).send().status, 412);
    // And the other way round: a move meanwhile leaves the reads of the rest valid.
    assert_eq!(ask(second, "Kobe").status, 200);
    assert_eq!(ask("*", "Osaka").json()["place"], "Osaka");
}

#[test]
fn a_seat_is_given_to_somebody_else() {
    let service = Service::shared();
    let table = table(&service);
    let made = service.post("/v1/players", &json!({"name": "Akiko"})).json();
    let put = |seat: &str, body: &Value| {
        let ask = service.ask("PUT", &table.path(&format!("/seats/{seat}"))).token(&table.scribe);
        ask.body("application/json", body.to_string()).send()
    };
    let player = json!({"player": made["id"], "token": made["token"]});
    assert_eq!(put("0", &player).json()["names"], json!(["Akiko", "Ben", null]));
    assert_eq!(put("1", &player).status, 422, "nobody sits on two seats");
    assert_eq!(put("1", &json!(null)).json()["names"], json!(["Akiko", null, null]));
    let tag = put("2", &json!("Chika")).header("etag").to_owned();
    assert_eq!(put("2", &json!({"name": "Chika"})).header("etag"), tag, "nothing has changed");
    for seat in ["3", "-1", "x", "256"] {
        assert_eq!(put(seat, &json!("Dai")).status, 404, "{seat}");
    }
    assert_eq!(put("1", &json!([])).status, 400);
    assert_eq!(table.get("").json()["names"], json!(["Akiko", null, "Chika"]));
}
