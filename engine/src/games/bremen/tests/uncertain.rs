//! Facts that turn up later: contradictions, and their corrections.

use serde_json::json;

use super::*;

fn irregular(mut mv: Value) -> Value {
    mv["irregular"] = json!(true);
    mv
}

fn amend(event: u64, mv: Value) -> Value {
    json!({"type": "amend", "event": event, "with": mv, "irregular": true})
}

#[test]
fn br_2_an_eighth_chicken_contradicts_the_deal() {
    let mut table = record(4, &[deal(), lead(0)]);
    // Seat 0 leads a chicken and takes, seven times.
    for n in 0..7 {
        table.append(&play(0, &format!("chicken-{}", 7 + n))).unwrap();
        for (seat, animal) in [(1, "cat"), (2, "dog"), (3, "donkey")] {
            table.append(&play(seat, &format!("{animal}-{}", n + 2))).unwrap();
        }
    }
    assert_eq!(why(&*table, play(0, "chicken-1")), ("BR-2", "eighth_chicken", Some(1), false));
    table.append(&amend(1, deal())).unwrap();
    assert!(table.is_irregular());
    table.append(&play(0, "chicken-1")).unwrap();
}

#[test]
fn br_2_a_crowded_hand_that_was_played_is_irregular() {
    let known_deal = json!({"type": "deal", "hands": [crowd(8), null, null, null]});
    let table = record(4, &[irregular(known_deal), lead(1), play(1, "cat-1")]);
    assert!(table.is_irregular());
}

#[test]
fn br_4_the_donkey_elsewhere_contradicts_the_lead() {
    let mut table = record(4, &[deal(), lead(0), play(0, "donkey-5")]);
    assert_eq!(why(&*table, play(1, "donkey-1")), ("BR-4", "donkey_in_another_hand", Some(2), false));
    assert_eq!(
        refused(&*table, play(1, "donkey-1")).detail,
        json!({"seat": 1, "leader": 0, "tile": "donkey-1"})
    );
    assert_eq!(table.state().value()["hands"][0]["holds"], "donkey-1");
    table.append(&amend(2, lead(0))).unwrap();
    table.append(&play(1, "donkey-1")).unwrap();
    assert!(table.is_irregular());
}

#[test]
fn br_6_the_first_leader_is_known_to_hold_a_donkey() {
    let tiles = [
        (0, "cat-5"),
        (1, "cat-9"),
        (2, "cat-6"),
        (3, "cat-7"),
        (1, "donkey-9"),
        (2, "donkey-8"),
        (3, "donkey-7"),
    ];
    let mut entries = vec![deal(), lead(0)];
    entries.extend(tiles.map(|(seat, tile)| play(seat, tile)));
    let table = record(4, &entries);
    assert_eq!(why(&*table, play(0, "dog-3")), ("BR-6", "must_follow", None, true));
}

#[test]
fn br_6_a_revoke_is_found_out_later() {
    let tiles = [
        (0, "donkey-7"),
        (1, "cat-4"),
        (2, "donkey-10"),
        (3, "donkey-8"),
        (2, "dog-3"),
        (3, "dog-4"),
        (0, "dog-5"),
    ];
    let mut entries = vec![deal(), lead(0)];
    entries.extend(tiles.map(|(seat, tile)| play(seat, tile)));
    let mut table = record(4, &entries);
    assert_eq!(table.state().value()["hands"][1]["lacks"], json!(["donkey"]));
    assert_eq!(why(&*table, play(1, "donkey-9")), ("BR-6", "revoked_earlier", Some(4), false));
    table.append(&amend(4, play(1, "cat-4"))).unwrap();
    assert_eq!(table.state().value()["hands"][1]["lacks"], json!([]));
    table.append(&play(1, "donkey-9")).unwrap();
    assert!(table.is_irregular());
}

#[test]
fn br_10_the_reveal_fits_everything_seen() {
    let (game, last) = super::games::before_last("lost_by_animals_left");
    let mut table = vec![(last.clone(), None)];
    let mut swapped = last.clone();
    swapped["left"][0] = last["left"][1].clone();
    table.push((swapped, Some("tile_twice")));
    let mut played = last.clone();
    played["left"][0] = game.entries(crate::seq::Seq(3))[0].payload.value()["tile"].clone();
    table.push((played, Some("tile_already_played")));
    table.push((json!({"type": "reveal", "left": [null, null, null, null]}), None));
    for (reveal, code) in table {
        match code {
            Some(code) => assert_eq!(refused(&*game, reveal).code, code),
            None => game.fork().append(&reveal).map(drop).unwrap(),
        }
    }
}
