//! One test or more per rule.

use serde_json::{Value, json};

use super::super::outcome::{Title, score};
use super::super::rules::tile::{Animal, Tile};
use super::super::rules::trick::{Play, Trick};
use super::*;
use crate::erased::AnyRecord;
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::text::Names;

#[test]
fn br_1_three_or_four_seats() {
    let game = crate::games::find("bremen").unwrap();
    for (seats, fits) in [(0, false), (2, false), (3, true), (4, true), (5, false), (255, false)] {
        assert_eq!(game.open_new(seats, &json!({})).is_ok(), fits, "{seats}");
    }
}

#[test]
fn br_1_thirteen_tiles_each_and_every_tile_once() {
    let four = open(4);
    let hands = |hand: Vec<String>| json!({"type": "deal", "hands": [hand, null, null, null]});
    assert_eq!(why(&*four, hands(all_of("dog")[1..].to_vec())).1, "wrong_hand_size");
    let twice = [all_of("dog")[1..].to_vec(), vec!["dog-2".to_owned()]].concat();
    assert_eq!(why(&*four, hands(twice)), ("BR-1", "tile_twice", None, false));
    let shared = json!({"type": "deal", "hands": [all_of("dog"), all_of("dog"), null, null]});
    assert_eq!(why(&*four, shared).1, "tile_twice");
    assert_eq!(why(&*four, json!({"type": "deal", "hands": [null, null, null]})).0, "G-5");
    assert_eq!(why(&*four, json!({"type": "deal", "center": "dog-7"})).1, "wrong_center");
    assert!(matches!(four.fork().append(&play(0, "dog-14")), Err(Rejected::Malformed(_))));
    assert!(matches!(four.fork().append(&play(0, "dog-07")), Err(Rejected::Malformed(_))));
}

#[test]
fn br_1_three_play_without_low_tiles_and_one_in_the_centre() {
    let three = open(3);
    assert_eq!(why(&*three, deal()).1, "wrong_center");
    assert_eq!(why(&*three, json!({"type": "deal", "center": "dog-3"})).1, "tile_not_in_game");
    let three = record(3, &[json!({"type": "deal", "center": "dog-4"}), lead(0)]);
    assert_eq!(three.state().value()["center"], "dog-4");
    assert_eq!(why(&*three, play(0, "dog-3")), ("BR-1", "tile_not_in_game", None, false));
    assert_eq!(why(&*three, play(0, "dog-4")), ("BR-1", "tile_in_center", Some(1), false));
}

#[test]
fn br_2_eight_chickens_are_dealt_again_seven_are_not() {
    let dealt =
        |chickens| record(4, &[json!({"type": "deal", "hands": [null, crowd(chickens), null, null]})]);
    let redeal = json!({"type": "redeal", "seat": 1});
    let eight = dealt(8);
    assert_eq!(effects(&*eight), json!([{"type": "redeal_due", "seat": 1, "chickens": 8}]));
    let mut again = eight.fork();
    again.append(&redeal).unwrap();
    assert_eq!(
        (&again.state().value()["phase"], &again.state().value()["redeals"]),
        (&json!("deal"), &json!(1))
    );
    let mut played = eight.fork();
    played.append(&lead(0)).unwrap();
    assert_eq!(why(&*played, play(0, "cat-2")), ("BR-2", "redeal_due", Some(1), true));
    let seven = dealt(7);
    assert_eq!(effects(&*seven), json!([]));
    assert_eq!(why(&*seven, redeal), ("BR-2", "too_few_chickens", None, true));
    // Six chickens are known elsewhere: nobody else has eight.
    assert_eq!(why(&*seven, json!({"type": "redeal", "seat": 0})).0, "BR-2");
}

#[test]
fn br_2_tiles_that_were_not_dealt_again_can_be_recorded_on_the_spot() {
    let irregular = |seat, tile: &str| {
        let mut mv = play(seat, tile);
        mv["irregular"] = true.into();
        mv
    };
    let rules = |table: &dyn AnyRecord| {
        let steps = table.steps(table.len(), table.len(), &Names::none(4));
        steps[0].breaches.iter().map(|breach| (breach.rule, breach.code)).collect::<Vec<_>>()
    };
    let crowded = json!({"type": "deal", "hands": [null, crowd(8), null, null]});
    let mut table = record(4, &[crowded, lead(0)]);
    assert_eq!(why(&*table, irregular(0, "dog-1")).0, "BR-3", "no breach excuses a tile that seat 1 holds");
    table.append(&irregular(0, "cat-2")).unwrap();
    assert_eq!(rules(&*table), [("BR-2", "not_dealt_again")]);
    assert_eq!(table.state().value()["redeal_due"], Value::Null);
    table.append(&play(1, "chicken-8")).unwrap();
    assert_eq!(rules(&*table), []);
    // A viewer who does not know the hand sees no breach.
    for viewer in [Viewer::Public, Viewer::Seat(Seat::new(2))] {
        let seen = table.seen_by(viewer);
        assert_eq!((seen.len(), seen.is_irregular()), (4, false), "{viewer:?}");
    }
    // No hand is known, and the first tile tells of the breach.
    let mut unknown = record(4, &[deal(), lead(0), irregular(0, "cat-2")]);
    assert_eq!(rules(&*unknown), [("BR-2", "not_dealt_again")]);
    unknown.append(&irregular(1, "cat-3")).unwrap();
    assert_eq!(rules(&*unknown), [], "a later tile says nothing of the deal");
}

#[test]
fn br_2_a_seat_says_so_before_the_first_tile() {
    let unknown = record(4, &[deal(), lead(0)]);
    let hand = |hand: Vec<String>| json!({"type": "redeal", "seat": 2, "hand": hand});
    assert_eq!(why(&*unknown, hand(crowd(7))).1, "too_few_chickens");
    assert_eq!(why(&*unknown, hand(crowd(8)[1..].to_vec())).1, "wrong_hand_size");
    record(4, &[deal(), lead(0), hand(crowd(8)), deal(), lead(1), play(1, "dog-1")]);
    let playing = record(4, &[deal(), lead(0), play(0, "cat-1")]);
    assert_eq!(why(&*playing, json!({"type": "redeal", "seat": 2})).0, "G-3");
    let known_seat = record(4, &[json!({"type": "deal", "hands": [null, null, crowd(8), null]})]);
    assert_eq!(why(&*known_seat, hand(crowd(9))), ("G-4", "contradiction", Some(1), false));
}

#[test]
fn br_3_one_tile_each_clockwise_for_twelve_rounds() {
    let mut table = record(4, &[deal(), lead(2)]);
    assert_eq!(why(&*table, play(0, "cat-1")).0, "G-2");
    assert_eq!(why(&*table, play(9, "cat-1")).0, "G-5");
    assert_eq!(why(&*table, deal()).0, "G-3");
    for (seat, tile) in [(2, "cat-1"), (3, "cat-2"), (0, "cat-3"), (1, "cat-4")] {
        assert_eq!(table.state().value()["turn"], seat);
        table.append(&play(seat, tile)).unwrap();
    }
    assert_eq!(why(&*table, play(1, "cat-2")), ("BR-3", "tile_already_played", Some(4), false));
    assert_eq!(table.state().value()["hands"][0]["count"], 12);
    assert_eq!(table.state().value()["round"], 2);
}

#[test]
fn br_3_a_known_hand_plays_its_own_tiles() {
    let hands = json!([
        all_of("dog"),
        crowd(7)[..7].iter().cloned().chain((1..=6).map(|n| format!("cat-{n}"))).collect::<Vec<_>>(),
        null,
        null
    ]);
    let table = record(
        4,
        &[json!({"type": "deal", "hands": hands}), lead(2), play(2, "donkey-2"), play(3, "donkey-3")],
    );
    assert_eq!(why(&*table, play(0, "cat-13")), ("BR-3", "tile_not_in_hand", Some(1), false));
    let table = record(4, &[json!({"type": "deal", "hands": hands}), lead(2)]);
    assert_eq!(why(&*table, play(2, "dog-1")), ("BR-3", "tile_in_another_hand", Some(1), false));
}

#[test]
fn br_4_the_holder_of_the_donkey_leads_first() {
    let held = |tile: &str| [vec![tile.to_owned()], all_of("dog")[1..].to_vec()].concat();
    let four = record(4, &[json!({"type": "deal", "hands": [null, null, held("donkey-1"), null]})]);
    assert_eq!(effects(&*four), json!([{"type": "first_leader", "seat": 2, "tile": "donkey-1"}]));
    assert_eq!(why(&*four, lead(2)).0, "G-3");
    for (center, donkey) in [("cat-9", "donkey-4"), ("donkey-4", "donkey-5")] {
        let hand: Vec<String> =
            held(donkey)[..11].iter().filter(|t| !["dog-2", "dog-3"].contains(&&***t)).cloned().collect();
        let hand = [hand, (5..=8).map(|n| format!("cat-{n}")).collect()].concat();
        let three = record(3, &[json!({"type": "deal", "hands": [null, hand, null], "center": center})]);
        assert_eq!(effects(&*three), json!([{"type": "first_leader", "seat": 1, "tile": donkey}]));
    }
    let lacking = record(4, &[json!({"type": "deal", "hands": [all_of("dog"), null, null, null]})]);
    assert_eq!(why(&*lacking, lead(0)), ("BR-4", "wrong_leader", Some(1), true));
    assert_eq!(why(&*lacking, lead(4)).0, "G-5");
}

#[test]
fn br_4_all_hands_but_one_tell_the_leader_too() {
    let chickens = crowd(7);
    let dogs: Vec<String> =
        (7..=13).map(|n| format!("dog-{n}")).chain((8..=13).map(|n| format!("chicken-{n}"))).collect();
    let table = record(4, &[json!({"type": "deal", "hands": [chickens, dogs, all_of("cat"), null]})]);
    assert_eq!(effects(&*table), json!([{"type": "first_leader", "seat": 3, "tile": "donkey-1"}]));
    assert_eq!(table.state().value()["hands"][3]["tiles"], json!(all_of("donkey")));
}

#[test]
fn br_5_the_leader_plays_any_tile() {
    for tile in ["donkey-1", "chicken-13", "cat-1"] {
        record(4, &[deal(), lead(0), play(0, tile)]);
    }
}

#[test]
fn br_6_a_known_hand_follows_if_it_can() {
    let hand = [all_of("cat")[..12].to_vec(), vec!["donkey-9".to_owned()]].concat();
    let start = [json!({"type": "deal", "hands": [null, hand, null, null]}), lead(0), play(0, "donkey-2")];
    let table = record(4, &start);
    assert_eq!(why(&*table, play(1, "cat-3")), ("BR-6", "must_follow", None, true));
    assert_eq!(refused(&*table, play(1, "cat-3")).detail["allowed"], json!(["donkey-9"]));
    assert_eq!(table.choices()[0].value()["tiles"], json!(["donkey-9"]));
    let mut revoke = table.fork();
    revoke.append(&json!({"type": "play", "seat": 1, "tile": "cat-3", "irregular": true})).unwrap();
    assert!(revoke.is_irregular());
    let dog = record(4, &[start[0].clone(), start[1].clone(), play(0, "dog-2"), play(1, "cat-3")]);
    assert_eq!(dog.state().value()["hands"][1]["lacks"], json!(["dog"]));
}

#[test]
fn br_7_who_takes() {
    let tile = |animal, number| Tile::new(animal, number).unwrap();
    let (chicken, donkey, dog, cat) = (Animal::Chicken, Animal::Donkey, Animal::Dog, Animal::Cat);
    let table = [
        ([(donkey, 7), (donkey, 4), (dog, 10), (donkey, 8)], 3),
        ([(donkey, 6), (chicken, 3), (chicken, 1), (cat, 8)], 1),
        ([(cat, 1), (dog, 13), (donkey, 13), (dog, 12)], 0),
        ([(chicken, 2), (chicken, 5), (chicken, 4), (cat, 13)], 1),
        ([(dog, 13), (dog, 12), (dog, 11), (chicken, 1)], 3),
    ];
    for (tiles, seat) in table {
        let mut trick = Trick::default();
        for (number, (animal, n)) in (0..).zip(tiles) {
            trick.lay(Play { at: Seq(0), seat: Seat::new(number), tile: tile(animal, n) });
        }
        assert_eq!(trick.taking().map(|play| play.seat), Some(Seat::new(seat)));
    }
}

#[test]
fn br_8_the_taker_lays_them_face_down_and_leads() {
    let table = record(
        4,
        &[deal(), lead(0), play(0, "donkey-7"), play(1, "donkey-4"), play(2, "dog-10"), play(3, "donkey-8")],
    );
    let taken = json!([{"type": "round_taken", "round": 1, "seat": 3, "tile": "donkey-8", "taken": 4}]);
    assert_eq!(effects(&*table), taken);
    let state = table.state();
    assert_eq!((&state.value()["taken"], &state.value()["turn"]), (&json!([0, 0, 0, 4]), &json!(3)));
    assert!(!state.value().to_string().contains("donkey-7"), "nobody looks at taken tiles again");
}

#[test]
fn br_9_talk_is_noted_and_changes_nothing() {
    let mut table = record(4, &[deal(), lead(0)]);
    let before = table.state();
    table.append(&json!({"type": "annotate", "event": 2, "text": "Lead a chicken next!"})).unwrap();
    assert_eq!(table.state(), before);
}

#[test]
fn br_10_both_conditions() {
    let endings = ["won_three_least", "lost_by_tiles_taken", "lost_by_animals_left", "lost_by_both"];
    for ending in endings {
        let game = super::games::recorded(ending);
        let outcome = game.outcome().unwrap();
        let won = ending.starts_with("won");
        assert_eq!(outcome.ending, if won { "won" } else { ending });
        assert_eq!(outcome.winners.len(), if won { 3 } else { 0 });
    }
}

#[test]
fn br_11_scores() {
    for (with_24, with_0, points) in [(6, 8, 10), (13, 1, 24), (1, 13, 0), (13, 4, 21), (4, 13, 3)] {
        let tile = |animal, number| Tile::new(animal, number).unwrap();
        assert_eq!(score(tile(Animal::Dog, with_24), tile(Animal::Cat, with_0)), points);
    }
    let games = [
        ("won_score_example", 10),
        ("won_four_most", 24),
        ("won_four_least", 0),
        ("won_three_most", 21),
        ("won_three_least", 3),
    ];
    for (name, points) in games {
        assert_eq!(super::games::recorded(name).outcome().unwrap().score, Some(points), "{name}");
    }
}

#[test]
fn br_11_a_won_game_needs_every_last_tile_but_one() {
    let (mut game, last) = super::games::before_last("won_score_example");
    assert_eq!(
        effects(&*game)[1],
        json!({"type": "conditions_decided", "tiles_taken": true, "animals_left": true})
    );
    for seat in 0..4 {
        let mut reveal = last.clone();
        reveal["left"][seat] = Value::Null;
        let mut won = game.fork();
        won.append(&reveal).unwrap();
        assert_eq!(won.state().value()["left"], last["left"], "one tile is left over for seat {seat}");
        assert_eq!(won.outcome().unwrap().score, Some(10));
        reveal["left"][(seat + 1) % 4] = Value::Null;
        assert_eq!(why(&*game, reveal), ("BR-11", "score_unknown", None, false));
    }
    assert_eq!(why(&*game, json!({"type": "reveal", "left": []})).0, "G-5");
    game.append(&last).unwrap();
    assert_eq!(why(&*game, last).0, "G-1");
}

/// A won game may leave out the last tile of a known hand, because the record tells it.
#[test]
fn br_11_a_known_hand_needs_no_last_tile() {
    let (opening, mut log) = super::games::read("won_score_example");
    let last = log.pop().unwrap();
    let leader = log.iter().find(|entry| entry["type"] == "lead").unwrap()["seat"].as_u64().unwrap();
    let known_seat = usize::from(leader == 0);
    let own = log.iter().filter(|entry| entry["type"] == "play" && entry["seat"] == known_seat);
    let mut hand: Vec<Value> = own.map(|entry| entry["tile"].clone()).collect();
    hand.push(last["left"][known_seat].clone());
    let mut hands = vec![Value::Null; usize::from(opening.seats)];
    hands[known_seat] = json!(hand);
    log[0]["hands"] = json!(hands);
    let table = record(opening.seats, &log);
    let mut reveal = last.clone();
    reveal["left"][known_seat] = Value::Null;
    assert_eq!(table.choices()[0].value()["left"][known_seat]["may_stay_unknown"], true);
    let mut won = table.fork();
    won.append(&reveal).unwrap();
    assert_eq!(won.outcome().unwrap().score, Some(10));
    reveal["left"][1 - known_seat] = Value::Null;
    table.fork().append(&reveal).unwrap();
    reveal["left"][2] = Value::Null;
    assert_eq!(why(&*table, reveal), ("BR-11", "score_unknown", None, false));
}

#[test]
fn br_12_every_border_of_both_tables() {
    use Title::{DreamingBand, FinestBand, MovingBand, SpiritedBand, StylishBand, ThrillingBand};
    let table = [
        (4, 24, 24, FinestBand),
        (4, 20, 23, MovingBand),
        (4, 15, 19, ThrillingBand),
        (4, 10, 14, SpiritedBand),
        (4, 5, 9, StylishBand),
        (4, 0, 4, DreamingBand),
        (3, 21, 21, FinestBand),
        (3, 17, 20, MovingBand),
        (3, 13, 16, ThrillingBand),
        (3, 9, 12, SpiritedBand),
        (3, 4, 8, StylishBand),
        (3, 0, 3, DreamingBand),
    ];
    for (seats, from, to, title) in table {
        for score in [from, to] {
            assert_eq!(Title::of(Seats::new(seats), score), title, "{seats} seats, {score}");
        }
    }
    let outcome = super::games::recorded("won_score_example").outcome().unwrap();
    assert_eq!(outcome.title.unwrap().ja, "勢いのある音楽隊");
}
