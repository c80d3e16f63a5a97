//! Promises about people, tokens and retries, beside those about moves.

use kifu_tests::{Ask, Client, Table, eventually};
use serde_json::{Value, json};

const KEY: &str = "Idempotency-Key";

/// Both services keep all of them.
pub fn check(clients: &[Client; 2]) {
    openings_and_tokens(clients);
    people(clients);
    changes(clients);
    joint_moves(clients);
}

/// Sends one request twice under one key, at either service.
fn same_answer(ask: &Ask, again: &Ask, what: &str) -> Value {
    let [first, second] = [ask, again].map(|ask| ask.clone().header(KEY, "once").send());
    assert!(first.status < 300, "{what}: {}", first.text());
    assert_eq!((first.status, first.text()), (second.status, second.text()), "{what} under one key");
    first.json()
}

fn openings_and_tokens(clients: &[Client; 2]) {
    let key = uuid::Uuid::now_v7().to_string();
    let opening = json!({"game": "bremen", "seats": ["Aki", "Ben", "Chika", "Dai"]});
    let opened = clients.each_ref().map(|client| client.post("/v1/games", &opening).header(KEY, &key).json());
    assert_eq!(opened[0], opened[1], "an opening under one key");
    let table = Table::new(clients[0].clone(), &opened[0]);
    let issue = |client: &Client| {
        client.post(&table.path("/tokens"), &json!({"role": "spectator"})).token(&table.scribe)
    };
    let issued = same_answer(&issue(&clients[0]), &issue(&clients[1]), "a token");
    let path = table.path(&format!("/tokens/{}", issued["id"].as_str().expect("an id")));
    assert_eq!(clients[1].ask("DELETE", &path).token(&table.scribe).send().status, 204);
    let ends = |client: &Client| {
        let read = table.at(client).get_as(issued["token"].as_str(), "").send();
        (read.status == 401).then_some(())
    };
    let listed = clients[0].get(&table.path("/tokens")).token(&table.scribe).json();
    let listed = listed["tokens"].as_array().expect("tokens").iter();
    let revoked = listed.filter(|token| token["id"] == issued["id"] && !token["revoked_at"].is_null());
    assert_eq!(revoked.count(), 1, "a revoked token has ended");
    for client in clients {
        eventually("the end of a token", || ends(client));
    }
}

fn people(clients: &[Client; 2]) {
    let made = clients[0].post("/v1/players", &json!({"name": "Aki"})).json();
    let path = made["url"].as_str().expect("an address");
    let seats = json!([{"player": made["id"], "token": made["token"]}, "Ben", null, null]);
    let table = clients[0].open(&json!({"game": "bremen", "seats": seats}));
    let called = |client: &Client| {
        let record = table.at(client).get("").json();
        [0_usize, 1].map(|seat| record["seating"][seat]["name"].as_str().unwrap_or_default().to_owned())
    };
    for client in clients {
        assert_eq!(called(client), ["Aki", "Ben"], "who sits there");
    }
    let token = made["token"].as_str().expect("a token");
    let replace = |client: &Client| client.ask("POST", &format!("{path}/token")).token(token);
    let token = same_answer(&replace(&clients[0]), &replace(&clients[1]), "a player's token");
    let token = token["token"].as_str().expect("a token");
    let rename = clients[1].ask("PATCH", path).token(token);
    rename.body("application/json", r#"{"name": "Akiko"}"#).json();
    for client in clients {
        assert_eq!(called(client), ["Akiko", "Ben"], "another name");
    }
    assert_eq!(clients[0].ask("DELETE", path).token(token).send().status, 204);
    for client in clients {
        assert_eq!(client.get(path).token(token).send().status, 410, "who was erased is gone");
        assert_eq!(called(client)[0], "", "who was erased has no name");
    }
}

fn changes(clients: &[Client; 2]) {
    let table = clients[0].open_plain("bremen", 4);
    let before = table.get("").send().header("etag").to_owned();
    let change = |tag: &str| {
        let change = table.ask("PATCH", "").token(&table.scribe).header("If-Match", tag);
        change.body("application/json", r#"{"place": "Nara"}"#).send().status
    };
    assert_eq!(change(&before), 200);
    for client in clients {
        assert_eq!(table.at(client).get("").json()["place"], "Nara", "a change is seen by both");
    }
    assert_eq!(change(&before), 412, "a change of what was changed meanwhile");
}

fn joint_moves(clients: &[Client; 2]) {
    let table = clients[0].open_plain("punyon_ken", 2);
    for (seat, hand) in [(0, "rock"), (1, "scissors")] {
        let part = json!({"type": "throw", "hand": hand}).to_string();
        let enter = table.at(&clients[seat]).ask("PUT", "/joint").token(&table.seats[seat]);
        let entered = enter.header("If-Match", "*").body("application/json", part).send();
        assert_eq!(usize::from(entered.status), 200 + seat, "a part: {}", entered.text());
    }
    let hands = &table.at(&clients[1]).entries()[0]["hands"];
    assert_eq!(*hands, json!(["rock", "scissors"]), "the move that parts make");
}
