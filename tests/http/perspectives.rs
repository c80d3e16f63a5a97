//! Reading from the perspective of a viewer who sees less.

use kifu_tests::{Client, Service, Table};
use serde_json::{Value, json};

/// A throw of dice under two cups: only the seat of a cup sees the dice below it.
fn dealt(service: &Client) -> Table {
    let table = service.open(&json!({"game": "you_cry_wolf", "seats": ["Aki", "Ben"]}));
    let cups = json!([
        ["sheep", "cow", "wolf", "sheep", "cow", "wolf"],
        ["wolf", "wolf", "wolf", "cow", "cow", "cow"]
    ]);
    table.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    for (seat, dice) in cups.as_array().unwrap().iter().enumerate() {
        table.log(&json!({"type": "note_cup", "seat": seat, "dice": dice})).json();
    }
    table
}

fn as_seen(table: &Table, token: Option<&str>, perspective: &str) -> Value {
    table.get_as(token, &format!("/replay?perspective={perspective}")).json()
}

#[test]
fn a_live_game_refuses_perspectives_that_see_more() {
    let service = Service::shared();
    let table = dealt(&service);
    let replay = |token: Option<&str>| table.get_as(token, "/replay").json();
    let (scribe, seat) = (Some(table.scribe.as_str()), Some(table.seats[0].as_str()));
    assert_ne!(replay(scribe), replay(seat));
    assert_eq!(as_seen(&table, scribe, "0"), replay(seat), "the scribe sees what the seat sees");
    assert_eq!(as_seen(&table, scribe, "public"), replay(None));
    assert_eq!(as_seen(&table, seat, "0"), replay(seat));
    assert_eq!(as_seen(&table, seat, "public"), replay(None));
    for (token, perspective) in [(seat, "1"), (None, "0"), (None, "1")] {
        for what in ["replay", "replay/0", "events", "board.svg"] {
            let path = format!("/{what}?perspective={perspective}");
            assert_eq!(table.get_as(token, &path).send().status, 403, "{path}");
        }
    }
    for wrong in ["2", "scribe", "", "256"] {
        let answer = table.get_as(scribe, &format!("/replay?perspective={wrong}")).send();
        assert_eq!(answer.status, 400, "{wrong:?}");
    }
}

#[test]
fn when_it_is_over_everybody_can_still_read_it_as_it_was_seen() {
    let service = Service::shared();
    let table = dealt(&service);
    let (scribe, seat) = (Some(table.scribe.as_str()), Some(table.seats[1].as_str()));
    let live = [table.get_as(seat, "/replay").json(), table.get_as(None, "/replay").json()];
    let drawn = table.get_as(seat, "/board.svg?at=2").send().text();
    table.log(&json!({"type": "abandon"})).json();
    assert_eq!(
        table.get_as(None, "/replay").json()["steps"],
        table.get_as(scribe, "/replay").json()["steps"]
    );
    for (perspective, before) in ["1", "public"].into_iter().zip(&live) {
        let after = as_seen(&table, None, perspective);
        assert_eq!(after["steps"], before["steps"], "{perspective}");
    }
    let path = "/board.svg?at=2&perspective=1";
    let then = table.get_as(None, path).send();
    assert_eq!(then.text(), drawn);
    let whole = table.get_as(None, "/board.svg?at=2").send();
    assert_ne!(whole.header("etag"), then.header("etag"));
    assert_ne!(whole.text(), then.text());
    let events = table.get_as(None, "/events?perspective=public&limit=1").json();
    assert!(events["next"].as_str().is_none_or(|next| next.ends_with("perspective=public")), "{events}");
}

/// A step is sent as it was written for a viewer, until something of the record changes.
#[test]
fn each_step_is_that_of_the_whole_replay_whatever_changed_since() {
    let service = Service::shared();
    let table = dealt(&service);
    let tokens =
        [Some(table.scribe.as_str()), None, Some(table.seats[0].as_str()), Some(table.seats[1].as_str())];
    let assert_same_steps = |table: &Table| {
        for (token, perspective) in tokens.into_iter().flat_map(|token| {
            ["", "perspective=public", "perspective=1"].map(|perspective| (token, perspective))
        }) {
            let whole = table.get_as(token, &format!("/replay?{perspective}")).send();
            if whole.status == 403 {
                let alone = table.get_as(token, &format!("/replay/1?{perspective}")).send();
                assert_eq!(alone.status, 403, "{token:?} {perspective}");
                continue;
            }
            let whole = whole.json();
            let steps = whole["steps"].as_array().unwrap();
            for (number, step) in (1..).zip(steps) {
                let alone = table.get_as(token, &format!("/replay/{number}?{perspective}")).json();
                assert_eq!(alone, *step, "{token:?} {perspective} {number}");
            }
            let start = table.get_as(token, &format!("/replay/0?{perspective}")).json();
            assert_eq!(start["state"], whole["start"], "{token:?} {perspective}");
            let beyond = format!("/replay/{}?{perspective}", steps.len() + 1);
            assert_eq!(table.get_as(token, &beyond).send().status, 404, "{token:?} {perspective}");
        }
    };
    assert_same_steps(&table);
    table.log(&json!({"type": "abandon"})).json();
    assert_same_steps(&table);
    let narrated = || table.get("/replay/1").json()["narration"].clone();
    let before = narrated();
    let ask = table.ask("PATCH", "").token(&table.scribe);
    let renamed = json!({"seats": ["Chika", "Ben"]}).to_string();
    assert_eq!(ask.body("application/merge-patch+json", renamed).send().status, 200);
    assert_ne!(narrated(), before);
    assert_same_steps(&table);
    let as_public = || table.get_as(None, "/replay/2").send().status;
    assert_eq!(as_public(), 200);
    table.log(&json!({"type": "take_back"})).json();
    assert_eq!(as_public(), 404, "it is live again, and nobody else sees a look under the cup");
    assert_same_steps(&table);
    assert_eq!(table.get("/replay/2?hindsight=true").send().status, 403);
    table.log(&json!([{"type": "annotate", "text": "later"}, {"type": "abandon"}])).json();
    assert_same_steps(&table);
}
