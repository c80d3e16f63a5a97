//! The table drawn, as a page or an app asks for it.

use std::collections::BTreeMap;

use kifu_tests::{Client, Recorded, Service, Table, recorded};
use serde_json::json;

/// The longest recorded game of each kind.
fn longest() -> impl Iterator<Item = Recorded> {
    let mut longest: BTreeMap<String, Recorded> = BTreeMap::new();
    for game in recorded() {
        if longest.get(&game.game).is_none_or(|other| other.log.len() < game.log.len()) {
            longest.insert(game.game.clone(), game);
        }
    }
    longest.into_values()
}

fn played(client: &Client, game: &Recorded) -> Table {
    let table = client.open(&game.request());
    table.log(&json!(game.log)).json();
    table
}

#[test]
fn every_game_is_drawn_at_every_step_in_both_languages() {
    let service = Service::shared();
    for game in longest() {
        let table = played(&service, &game);
        let last = table.get("").json()["moves"].as_u64().unwrap();
        let mut drawn = Vec::new();
        for step in [0, last / 2, last] {
            for language in ["ja", "en"] {
                let answer = table.get(&format!("/board.svg?at={step}&language={language}")).send();
                assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"));
                assert_eq!(answer.header("content-language"), language);
                drawn.push(answer.text());
            }
        }
        assert!(drawn.iter().all(|svg| svg.starts_with("<svg")), "{}", game.game);
        assert_eq!(
            table.get("/board.svg?language=en").send().text(),
            drawn[5],
            "the last step if none is named"
        );
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), 6, "{}: two pictures are the same", game.game);
        assert_eq!(table.get(&format!("/board.svg?at={}", last + 1)).send().status, 404);
    }
}

#[test]
fn the_language_is_the_one_that_the_reader_prefers() {
    let service = Service::shared();
    let table = played(&service, &longest().next().unwrap());
    for (accepted, language) in
        [("ja", "ja"), ("en;q=0.5, ja-JP", "ja"), ("ja;q=0.2, en", "en"), ("fr", "en")]
    {
        let answer = table.get("/board.svg").header("Accept-Language", accepted).send();
        assert_eq!(answer.header("content-language"), language, "{accepted}");
    }
    assert_eq!(table.get("/board.svg?language=fr").send().json()["code"], "malformed_parameter");
}

#[test]
fn an_unchanged_picture_is_not_sent_again() {
    let service = Service::shared();
    let table = played(&service, &longest().next().unwrap());
    let tag = table.get("/board.svg").send().header("etag").to_owned();
    let again = table.get("/board.svg").header("If-None-Match", &tag).send();
    assert_eq!((again.status, again.text()), (304, String::new()));
    let earlier = table.get("/board.svg?at=0").header("If-None-Match", &tag).send();
    assert_eq!(earlier.status, 200);
}

/// A card lies face down when it is declared, and is turned up at the end of the round.
#[test]
fn a_game_that_is_over_is_shown_with_what_came_out_later() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "not_my_fault", "seats": ["Aki", "Beni", "Chika"]}));
    let declare = |seat: u8, number: i64| json!({"type": "declare", "seat": seat, "number": number});
    let reveal = json!({"type": "reveal", "cards": [3, 4]});
    table.log(&json!([declare(0, 3), declare(1, 8), {"type": "audit", "seat": 2}, reveal])).json();
    for path in ["/board.svg?at=1&hindsight=true", "/replay/1?hindsight=true"] {
        assert_eq!(table.get(path).send().status, 403, "{path}: nobody sees what is to come");
    }
    table.log(&json!({"type": "abandon", "reason": "It is late."})).json();
    let [then, later] = ["", "&hindsight=true"]
        .map(|hindsight| table.get(&format!("/board.svg?at=1&language=en{hindsight}")).send());
    assert!(then.text() != later.text() && then.header("etag") != later.header("etag"));
    let card = |path: &str| table.get(path).json()["state"]["cards"][0]["card"].clone();
    assert_eq!(card("/replay/1"), json!(null));
    assert_eq!(card("/replay/1?hindsight=true"), json!(3));
    assert_eq!(table.get("/replay/0?hindsight=true").json()["state"], table.get("/replay/0").json()["state"]);
}
