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
