//! Pairs written by hand: they show leaks that a fault of the fold itself would hide from pairs judged alike by the
//! fold. They differ in length, in corrections and in marks of hidden breaches.

use kifu_engine::games;
use kifu_engine::seat::{Seat, Viewer};
use kifu_tests::{RecordPair, Service, Statements};
use serde_json::{Value, json};
use uuid::Uuid;

use super::contract::{Route, routes, writes};
use super::saying::{Count, say_all, try_to};
use super::{KEY, Pair};

/// Logs whose entries name the second they were logged at.
type Log = Vec<(i64, Value)>;

fn record_pair(game: &str, seats: u8, viewer: Viewer, [one, other]: [&Log; 2]) -> RecordPair {
    let game = games::find(game).unwrap();
    let begun = chrono::DateTime::from_timestamp(1_767_322_800, 0).unwrap();
    let [one, other] = [one, other].map(|log| {
        log.iter().map(|(at, entry)| (begun + chrono::TimeDelta::seconds(*at), entry.clone())).collect()
    });
    let opening = game.new_opening(seats, &json!({})).unwrap();
    RecordPair { game: game.meta().slug, opening, viewer, one, other, probes: Vec::new() }
}

fn tiles(of: &[(&str, u8)]) -> Vec<String> {
    of.iter().flat_map(|(animal, most)| (1..=*most).map(move |number| format!("{animal}-{number}"))).collect()
}

/// Seat 1 has cats and does not follow; or has none. The scribe has corrected its hand, or logged it so at once.
fn hidden_revoke(viewer: Viewer) -> (RecordPair, Vec<(bool, Value)>) {
    let with_cats = tiles(&[("cat", 4), ("chicken", 4), ("dog", 5)]);
    let without = tiles(&[("chicken", 6), ("dog", 7)]);
    let deal = |hand: &[String]| json!({"type": "deal", "hands": [null, hand, null, null]});
    let lead = json!({"type": "lead", "seat": 0});
    let play = |seat: u8, tile: &str| json!({"type": "play", "seat": seat, "tile": tile});
    let mut revoke = play(1, "dog-3");
    revoke["irregular"] = true.into();
    let amend = json!({"type": "amend", "event": 1, "with": deal(&with_cats)});
    let one = vec![
        (0, deal(&without)),
        (1, amend),
        (2, lead.clone()),
        (3, play(0, "cat-5")),
        (4, revoke),
        (5, play(2, "cat-9")),
    ];
    let other = vec![
        (0, deal(&without)),
        (2, lead),
        (3, play(0, "cat-5")),
        (4, play(1, "dog-3")),
        (5, play(2, "cat-9")),
    ];
    (
        record_pair("bremen", 4, viewer, [&one, &other]),
        vec![(false, play(3, "cat-7")), (false, play(0, "cat-6"))],
    )
}

/// Two seats have noted their cards and the scribe has corrected the deal; or has not, and it was another.
fn hidden_notes(viewer: Viewer) -> (RecordPair, Vec<(bool, Value)>) {
    let deal = |hands: [[&str; 2]; 3]| {
        let [a, b, c] = hands;
        json!({"type": "deal", "hands": [["seer", "villager"], a, b, c]})
    };
    let pass = json!({"type": "pass_cards", "cards": ["villager", "villager", "villager", "villager"]});
    let (v, w, m) = ("villager", "werewolf", "madman");
    let note = |seat: u8, holds: [&str; 2]| json!({"type": "note", "seat": seat, "holds": holds});
    let corrected = deal([[v, w], [v, v], [v, m]]);
    let one = vec![
        (0, deal([[v, w], [v, m], [v, v]])),
        (1, json!({"type": "amend", "event": 1, "with": corrected})),
        (2, pass.clone()),
        (3, note(2, [v, v])),
        (4, note(3, [m, v])),
    ];
    let other = vec![(0, deal([[v, v], [v, w], [v, m]])), (2, pass)];
    let look = |role: &str| {
        (false, json!({"type": "seer_look", "seat": 0, "target": {"seat": 1, "slot": 0}, "role": role}))
    };
    (record_pair("half_werewolf", 4, viewer, [&one, &other]), [v, w, m].map(look).into())
}

/// All pass a card. Seat 1 does not know its own two; seat 0 has the only werewolf, or has not.
fn parts_against_hidden_hands() -> (RecordPair, Vec<(bool, Value)>) {
    let deal = |hand: [&str; 2]| json!({"type": "deal", "hands": [hand, null, null, null]});
    let one = vec![
        (0, deal(["seer", "villager"])),
        (1, json!({"type": "amend", "event": 1, "with": deal(["villager", "werewolf"])})),
    ];
    let other = vec![(0, deal(["villager", "villager"]))];
    let part = |role: &str| (true, json!({"type": "pass_cards", "card": role}));
    let parts = ["werewolf", "villager", "seer", "madman"].map(part);
    (record_pair("half_werewolf", 4, Viewer::Seat(Seat::new(1)), [&one, &other]), parts.into())
}

#[test]
fn pairs_that_differ_in_length_corrections_and_marks_read_the_same() {
    let pair = Pair::start();
    let records: Vec<_> = routes().into_iter().filter(Route::is_of_a_record).collect();
    let writes = writes();
    let seat = Viewer::Seat(Seat::new(0));
    let scenes = [
        hidden_revoke(Viewer::Public),
        hidden_revoke(seat),
        hidden_notes(Viewer::Public),
        hidden_notes(seat),
        parts_against_hidden_hands(),
    ];
    let mut count = Count::default();
    for (record_pair, said) in scenes {
        let id = pair.import(&record_pair, "public");
        for tokens in pair.tokens(id, record_pair.viewer) {
            pair.ask_everything(&records, &record_pair, id, &tokens);
            for write in &writes {
                try_to(&pair, &record_pair, id, &tokens, write);
            }
        }
        for are_parts in [false, true] {
            let said: Vec<_> = said
                .iter()
                .filter(|(is_part, _)| *is_part == are_parts)
                .map(|(_, said)| said.clone())
                .collect();
            if said.is_empty() {
                continue;
            }
            let record_pair = record_pair.clone();
            let kind = said[0]["type"].as_str().unwrap().to_owned();
            say_all(
                &pair,
                &Statements { record_pair, kind, are_parts, disputed: 0, entries: said },
                &mut count,
            );
        }
    }
    assert!(count.entered == 4 && count.accepted > 2, "{count:?}");
}

/// A record whose last event does not fold, since another seat has the tile. The seat and the number of corrections
/// are hidden.
#[test]
fn the_end_of_an_unreplayable_record_discloses_nothing_hidden() {
    let pair = Pair::start();
    let records: Vec<_> = routes().into_iter().filter(Route::is_of_a_record).collect();
    let nobody_has_it = tiles(&[("chicken", 6), ("dog", 7)]);
    let has_it = tiles(&[("cat", 9), ("chicken", 4)]);
    let [second, third] = [json!([null, null, has_it, null]), json!([null, null, null, has_it])];
    let deal = |hands: &Value| json!({"type": "deal", "hands": hands});
    let corrected = json!({"type": "amend", "event": 1, "with": deal(&second)});
    let lead = (2, json!({"type": "lead", "seat": 0}));
    let one = vec![(0, deal(&json!([null, null, nobody_has_it, null]))), (1, corrected), lead.clone()];
    let other = vec![(0, deal(&third)), lead];
    let viewer = Viewer::Seat(Seat::new(1));
    let record_pair = record_pair("bremen", 4, viewer, [&one, &other]);
    let id = pair.import(&record_pair, "public");
    let play = json!({"type": "play", "seat": 0, "tile": "cat-5"});
    for service in &pair.0 {
        append_unchecked(service, id, &play);
    }
    for tokens in pair.tokens(id, viewer).into_iter().chain([[None, None]]) {
        let [answer, _] =
            pair.ask(&tokens, "a stuck record", |service| service.get(&format!("/v1/games/{id}")));
        assert_eq!(answer.json()["unreplayable"], json!({"event": 3, "missing": false, "violation": null}));
        pair.ask_everything(&records, &record_pair, id, &tokens);
        let path = format!("/v1/games/{id}/moves");
        for mv in [&play, &json!({"type": "take_back"})] {
            pair.ask(&tokens, "a stuck record", |service| service.post(&path, mv));
        }
    }
    let stuck_at =
        |i: usize| pair.0[i].get(&format!("/v1/games/{id}")).token(KEY).json()["unreplayable"].clone();
    for (stuck, event) in [(stuck_at(0), 4), (stuck_at(1), 3)] {
        assert_eq!(
            (&stuck["event"], &stuck["violation"]["rule"]),
            (&json!(event), &json!("BR-3")),
            "the scribe"
        );
    }
}

/// Stores an event as only a service with other rules would.
fn append_unchecked(service: &Service, record: Uuid, entry: &Value) {
    let append = "WITH last AS (SELECT * FROM events WHERE game_id = $1 ORDER BY seq DESC LIMIT 1),
        head AS (UPDATE shard_heads SET position = position + 1 WHERE shard = (SELECT shard FROM last) RETURNING position)
        INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, salt, hash)
        SELECT shard, game_id, seq + 1, (SELECT position FROM head), $2, schema_version, at, actor, $3, salt, hash
        FROM last";
    let kind = entry["type"].as_str();
    assert_eq!(service.database().execute(append, &[&record, &kind, entry]).unwrap(), 1);
}
