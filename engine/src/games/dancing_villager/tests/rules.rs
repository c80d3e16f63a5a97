//! One test or more per rule.

use serde_json::json;

use super::*;

#[test]
fn dv_1_two_to_four_seats_with_six_four_or_three_villagers() {
    let game = crate::games::find("dancing_villager").unwrap();
    for (seats, villagers) in
        [(0, None), (1, None), (2, Some(6)), (3, Some(4)), (4, Some(3)), (5, None), (255, None)]
    {
        match (game.open_new(seats, &json!({})), villagers) {
            (Ok(record), Some(villagers)) => {
                let state = record.state();
                assert_eq!(state.value()["villagers"], json!(vec![villagers; seats.into()]));
                assert_eq!((sticks(&*record), &state.value()["field"]), ((5, 3), &json!(1)));
            }
            (Err(Rejected::Refused(refusal)), None) => assert_eq!(refusal.violation.rule, "DV-1"),
            (opened, _) => panic!("{seats}: {:?}", opened.map(|_| ())),
        }
    }
}

#[test]
fn dv_1_the_first_dog_lies_before_a_seat() {
    let placed = record(3, &[place_dog(2)]);
    assert_eq!(placed.state().value()["dog_before"], 2);
    assert_eq!(why(&*placed, &place_dog(1)).0, "G-3", "once a round");
    assert_eq!(why(&*open(3), &place_dog(3)).0, "G-5");
    let thrown = record(3, &[throw(&["FFFF", "FFFF", "FFFU"])]);
    assert_eq!(why(&*thrown, &place_dog(2)).0, "G-3", "before the first throw");
    let begun = record(3, &[foul(0), place_dog(2)]);
    assert_eq!(begun.state().value()["dog_before"], 2, "a foul is no throw");
}

#[test]
fn dv_2_all_villagers_of_all_seats_are_thrown() {
    let three = open(3);
    let wrong = ("DV-2", "wrong_number_of_villagers", true);
    assert_eq!(why(&*three, &throw(&["FFFF", "FFF", "FFFF"])), wrong);
    let many = throw(&["FFFF", "FFFFF", "FFFF"]);
    assert_eq!(why(&*three, &many), ("DV-2", "wrong_number_of_villagers", false), "nobody has five");
    assert_eq!(why(&*three, &throw(&["FFFF", "FFFF"])).0, "G-5");
    assert_eq!(why(&*three, &throw(&["FFFF"; 4])).0, "G-5");
    let mut negative = throw(&["FFFF"; 3]);
    negative["results"][1]["up"] = (-1).into();
    negative["results"][1]["flat"] = 5.into();
    assert_eq!(why(&*three, &negative).0, "G-5");
    negative["results"][1]["up"] = i64::MAX.into();
    assert_eq!(why(&*three, &negative).0, "DV-2");
    let detail = refused(&*three, &throw(&["FFFF", "UFF", "FFFF"])).detail;
    assert_eq!(detail, json!({"seat": 1, "input": 3, "allowed": 4}));
}

#[test]
fn dv_2_a_villager_off_the_table_can_be_recorded_as_irregular() {
    let short = record(2, &[irregular(throw(&["UUFFFF", "UFFFF"]))]);
    assert_eq!((sticks(&*short), short.is_irregular()), ((2, 3), true));
    // A seat that lost a villager throws one too many.
    let many = record(2, &[foul(0), irregular(throw(&["UUFFFF", "UFFFFF"]))]);
    assert_eq!(sticks(&*many), (2, 3));
    assert!(many.is_irregular());
}

#[test]
fn dv_3_example_1_two_down_take_two_charcoal() {
    let record = record(3, &[throw(&["DFFF", "FFFF", "FDFF"])]);
    assert_eq!(sticks(&*record), (5, 1));
    assert_eq!(
        effects(&*record),
        [json!({"type": "sticks_taken", "kind": "charcoal", "count": 2, "left": 1})]
    );
}

#[test]
fn dv_3_example_2_five_up_two_down_take_three_meat() {
    let record = record(3, &[throw(&["UUFF", "UUDF", "UDFF"])]);
    assert_eq!(sticks(&*record), (2, 3));
    assert_eq!(effects(&*record), [json!({"type": "sticks_taken", "kind": "meat", "count": 3, "left": 2})]);
}

#[test]
fn dv_3_example_3_two_up_two_down_take_nothing() {
    let record = record(3, &[throw(&["UFFF", "UDFF", "DFFF"])]);
    assert_eq!(sticks(&*record), (5, 3));
    assert_eq!(effects(&*record), [json!({"type": "cancelled_out", "each": 2})]);
}

#[test]
fn dv_4_leaning_and_standing_are_not_counted() {
    let record = record(3, &[throw(&["ULLL", "SLLL", "UDSF"])]);
    assert_eq!(sticks(&*record), (4, 3));
}

#[test]
fn dv_5_a_stack_doubles() {
    assert_eq!(sticks(&*record(3, &[stacked(&["DFFF", "FFFF", "FFFF"])])), (5, 1));
    assert_eq!(sticks(&*record(3, &[stacked(&["UUFF", "DFFF", "UFFF"])])), (1, 3));
    // Leaning is not stacking: nothing is doubled.
    assert_eq!(sticks(&*record(3, &[throw(&["DLFF", "FFFF", "FFFF"])])), (5, 2));
    // The move does not tell the number of stacks.
    let twice = json!({"type": "throw", "results": [], "stacked": 2});
    assert!(matches!(open(3).append(&twice), Err(Rejected::Malformed(_))));
}

#[test]
fn dv_6_a_standing_villager_brings_a_dog_whatever_else_happens() {
    let plain = record(3, &[throw(&["FFFF", "FFSF", "FFFF"])]);
    assert_eq!(plain.state().value()["dogs"], json!([0, 1, 0]));
    assert_eq!(effects(&*plain), [json!({"type": "dogs_gained", "seat": 1, "count": 1, "dogs": 1})]);
    // In the throw that ends the round: the dog is gained, and the race follows.
    let last = record(3, &[throw(&["UUUF", "UUSF", "FFFF"])]);
    assert_eq!(
        (last.state().value()["dogs"].clone(), last.state().value()["phase"].clone()),
        (json!([0, 1, 0]), json!("dog_race"))
    );
    let kinds: Vec<_> = effects(&*last).into_iter().map(|effect| effect["type"].clone()).collect();
    assert_eq!(kinds, ["sticks_taken", "dogs_gained", "race_started"]);
    let raced = after(&*last, &take_dogs(&[0, 1, 0]));
    assert_eq!(raced.state().value()["dogs"], json!([0, 2, 0]));
}

#[test]
fn dv_i2_one_dog_per_standing_villager() {
    let record = record(3, &[throw(&["SSFF", "FFSF", "FFFF"])]);
    assert_eq!(record.state().value()["dogs"], json!([2, 1, 0]));
}

#[test]
fn dv_7_a_dog_joins_when_everything_is_flat() {
    let flat = record(3, &[throw(&["FFFF"; 3])]);
    assert_eq!(flat.state().value()["field"], 2);
    assert_eq!(effects(&*flat), [json!({"type": "dog_joined", "field": 2})]);
    let again = after(&*flat, &throw(&["FFFF"; 3]));
    assert_eq!(again.state().value()["field"], 3);
    for other in ["FFFL", "FFFS", "UDFF", "FFFU", "FFFD"] {
        assert_eq!(record(3, &[throw(&["FFFF", other, "FFFF"])]).state().value()["field"], 1, "{other}");
    }
}

#[test]
fn dv_i1_the_pack_does_not_run_out() {
    let mut record = open(2);
    for _ in 0..40 {
        append(&mut *record, &[throw(&["FFFFFF"; 2])]);
    }
    assert_eq!(record.state().value()["field"], 41);
}

#[test]
fn dv_i5_stacked_villagers_count_as_they_lie_and_may_be_flat() {
    assert_eq!(record(3, &[stacked(&["FFFF"; 3])]).state().value()["field"], 2);
    assert_eq!(sticks(&*record(3, &[stacked(&["UUFF", "FFFF", "FFFF"])])), (1, 3));
}

#[test]
fn dv_8_no_more_sticks_than_there_are() {
    let record = record(3, &[stacked(&["DFFF", "FFFF", "FDFF"])]);
    assert_eq!(sticks(&*record), (5, 0));
    assert_eq!(
        effects(&*record),
        [
            json!({"type": "sticks_taken", "kind": "charcoal", "count": 3, "left": 0}),
            json!({"type": "race_started", "prize": "fire"}),
        ]
    );
}

/// The meat is gone with this throw of three seats.
const MEAT_GONE: [&str; 3] = ["UUUF", "UUFF", "FFFF"];
/// The charcoal is gone with this one.
const CHARCOAL_GONE: [&str; 3] = ["DDFF", "DFFF", "FFFF"];

#[test]
fn dv_9_a_seat_gets_the_dogs_it_takes() {
    let race = record(3, &[throw(&["FFFF"; 3]), throw(&["FFFF"; 3]), throw(&MEAT_GONE)]);
    for entry in [take_fire(0), throw(&["FFFF"; 3]), place_dog(0)] {
        assert_eq!(why(&*race, &entry).0, "G-3", "{entry}");
    }
    assert_eq!(refused(&*race, &take_fire(0)).detail["allowed"], json!(["take_dogs", "foul"]));
    let shared = after(&*race, &take_dogs(&[1, 0, 2]));
    assert_eq!(shared.state().value()["dogs"], json!([1, 0, 2]));
    let taken =
        |seat: u8, count: i64| json!({"type": "dogs_taken", "seat": seat, "count": count, "dogs": count});
    assert_eq!(effects(&*shared)[..2], [taken(0, 1), taken(2, 2)]);
    assert_eq!(after(&*race, &take_dogs(&[0, 3, 0])).state().value()["dogs"], json!([0, 3, 0]));
    assert_eq!(why(&*race, &take_dogs(&[1, 0, 3])), ("DV-9", "too_many_dogs", false));
    assert_eq!(why(&*race, &take_dogs(&[i64::MAX, i64::MAX, 3])), ("DV-9", "too_many_dogs", false));
    assert_eq!(why(&*race, &take_dogs(&[-1, 0, 4])).0, "G-5");
    assert_eq!(why(&*race, &take_dogs(&[3])).0, "G-5");
    assert_eq!(why(&*open(3), &take_dogs(&[1, 0, 0])).0, "G-3");
}

#[test]
fn dv_i3_all_dogs_of_the_field_are_taken() {
    let race = record(3, &[throw(&["FFFF"; 3]), throw(&MEAT_GONE)]);
    assert_eq!(why(&*race, &take_dogs(&[1, 0, 0])), ("DV-I3", "dogs_left", true));
    assert_eq!(why(&*race, &take_dogs(&[0, 0, 0])), ("DV-I3", "dogs_left", true));
    // If a dog was left lying in breach of the rule, it stays, and another comes from the pack.
    let left = after(&*race, &irregular(take_dogs(&[1, 0, 0])));
    assert_eq!((left.state().value()["field"].clone(), left.is_irregular()), (json!(2), true));
    let untouched = after(&*race, &irregular(take_dogs(&[0, 0, 0])));
    assert_eq!(untouched.state().value()["field"], 2);
}

#[test]
fn dv_10_one_takes_the_fire_and_the_others_lose_a_villager() {
    let race = record(3, &[throw(&CHARCOAL_GONE)]);
    assert_eq!(race.state().value()["phase"], "fire_race");
    for entry in [take_dogs(&[1, 0, 0]), throw(&["FFFF"; 3]), place_dog(0)] {
        assert_eq!(why(&*race, &entry).0, "G-3", "{entry}");
    }
    assert_eq!(why(&*race, &take_fire(3)).0, "G-5");
    let taken = after(&*race, &take_fire(1));
    assert_eq!(taken.state().value()["villagers"], json!([3, 4, 3]));
    let lost = |seat: u8| json!({"type": "villager_lost", "seat": seat, "villagers": 3});
    assert_eq!(effects(&*taken)[..2], [lost(0), lost(2)]);
    // From now on they throw one fewer.
    assert_eq!(why(&*taken, &throw(&["FFFF"; 3])).0, "DV-2");
    after(&*taken, &throw(&["FFF", "FFFF", "FFF"]));
}

#[test]
fn dv_11_a_foul_costs_a_villager_at_any_time() {
    for before in [vec![], vec![throw(&MEAT_GONE)], vec![throw(&CHARCOAL_GONE)]] {
        let before = record(3, &before);
        let fouled = after(&*before, &json!({"type": "foul", "seat": 2, "touched": "dog"}));
        assert_eq!(fouled.state().value()["villagers"], json!([4, 4, 3]));
        assert_eq!(fouled.state().value()["phase"], before.state().value()["phase"], "the round goes on");
        assert_eq!(effects(&*fouled), [json!({"type": "villager_lost", "seat": 2, "villagers": 3})]);
    }
    after(&*open(3), &json!({"type": "foul", "seat": 2, "touched": "fire"}));
    assert_eq!(why(&*open(3), &foul(3)).0, "G-5");
    let cat = json!({"type": "foul", "seat": 2, "touched": "cat"});
    assert!(matches!(open(3).append(&cat), Err(Rejected::Malformed(_))));
}

#[test]
fn dv_12_the_last_villager_lost_sends_the_dogs_away() {
    let dogs = [throw(&["SSFF", "SFFF", "FFFF"])];
    let mut record = record(3, &dogs);
    append(&mut *record, &[foul(0), foul(0), foul(0)]);
    assert_eq!(
        (record.state().value()["villagers"][0].clone(), record.state().value()["dogs"][0].clone()),
        (json!(1), json!(2))
    );
    append(&mut *record, &[foul(0)]);
    assert_eq!(
        effects(&*record),
        [
            json!({"type": "villager_lost", "seat": 0, "villagers": 0}),
            json!({"type": "dogs_escaped", "seat": 0, "dogs": 2, "villagers": 4}),
        ]
    );
    assert_eq!(record.state().value()["villagers"], json!([4, 4, 4]));
    assert_eq!(record.state().value()["dogs"], json!([0, 1, 0]), "the others keep theirs");
    assert_eq!(record.state().value()["field"], 1, "they go to the pack, not to the field");
}

#[test]
fn dv_12_dogs_lost_to_the_dogs() {
    let mut record = record(2, &[foul(1), foul(1), foul(1), foul(1), foul(1)]);
    append(&mut *record, &[throw(&["DDDFFF", "S"]), take_fire(0)]);
    assert!(has_effect(&*record, "dogs_escaped"));
    assert_eq!(
        (&record.state().value()["villagers"], &record.state().value()["dogs"]),
        (&json!([6, 6]), &json!([0, 0]))
    );
}

#[test]
fn dv_13_a_round_ends_with_the_dogs_taken_and_another_dog_comes() {
    let next = record(
        3,
        &[place_dog(0), throw(&["DFFF", "FFFF", "FFFF"]), throw(&MEAT_GONE), take_dogs(&[1, 0, 0])],
    );
    let state = next.state();
    assert_eq!(
        (sticks(&*next), &state.value()["round"], &state.value()["field"]),
        ((5, 3), &json!(2), &json!(1))
    );
    assert_eq!((&state.value()["dog_before"], &state.value()["throws"]), (&json!(null), &json!(0)));
    assert_eq!(effects(&*next)[1], json!({"type": "round_began", "round": 2, "field": 1}));
    // Its place may be logged; nothing depends on it.
    assert_eq!(after(&*next, &place_dog(1)).state().value()["dog_before"], 1);
}

#[test]
fn dv_13_after_the_fire_the_dogs_stay_where_they_are() {
    let next = record(3, &[place_dog(0), throw(&["FFFF"; 3]), throw(&CHARCOAL_GONE), take_fire(1)]);
    let state = next.state();
    assert_eq!(
        (sticks(&*next), &state.value()["field"], &state.value()["dog_before"]),
        ((5, 3), &json!(2), &json!(0))
    );
    assert_eq!(why(&*next, &place_dog(2)), ("DV-13", "no_new_dog", true));
    let moved = after(&*next, &irregular(place_dog(2)));
    assert_eq!(moved.state().value()["dog_before"], 2);
    assert_eq!(why(&*moved, &place_dog(1)).0, "G-3", "once a round");
}

/// Seat 0 gets six dogs, and nobody else any.
fn six_dogs() -> Box<dyn AnyRecord> {
    record(3, &[throw(&["SSSS", "FFFF", "FFFF"]), throw(&["SSFF", "FFFF", "FFFF"])])
}

#[test]
fn dv_14_seven_dogs_end_the_game_at_once() {
    let six = six_dogs();
    assert_eq!((six.outcome(), &six.state().value()["dogs"]), (None, &json!([6, 0, 0])));
    let seven = after(&*six, &throw(&["SFFF", "FFFF", "FFFF"]));
    assert_eq!(seven.outcome().unwrap().ending, "seven_dogs");
    let kinds: Vec<_> = effects(&*seven).into_iter().map(|effect| effect["type"].clone()).collect();
    assert_eq!(kinds, ["dogs_gained", "seven_dogs", "game_ended"]);
    assert_eq!(refused(&*seven, &foul(0)).rule, "G-1");
    // Raced dogs count like others, and no round begins after them.
    let raced = after(&*after(&*six, &throw(&MEAT_GONE)), &take_dogs(&[1, 0, 0]));
    assert_eq!(raced.outcome().unwrap().ending, "seven_dogs");
    assert!(!has_effect(&*raced, "round_began"));
    let other = after(&*after(&*six, &throw(&MEAT_GONE)), &take_dogs(&[0, 1, 0]));
    assert_eq!(other.outcome(), None);
}

/// Seat 0 has six dogs and nobody else any; then the last meat, or the last charcoal, goes with a seventh dog.
const TO_THE_SEVENTH: [[&str; 3]; 3] =
    [["SSSS", "FFFF", "FFFF"], ["SSFF", "FFFF", "FFFF"], ["SUUU", "UUFF", "FFFF"]];

#[test]
fn dv_14_a_throw_that_brings_the_seventh_dog_sets_off_no_race() {
    let over = record(3, &TO_THE_SEVENTH.map(|landed| throw(&landed)));
    assert!(has_effect(&*over, "sticks_taken") && !has_effect(&*over, "race_started"));
    let outcome = over.outcome().unwrap();
    assert_eq!((outcome.ending, json!(outcome.points)), ("seven_dogs", json!([7, 0, 0])));
    assert_eq!(refused(&*over, &take_dogs(&[0, 0, 1])).rule, "G-1");
    // The last villager would have lost its dogs in the race for the fire.
    let mut last = six_dogs();
    append(&mut *last, &[foul(0), foul(0), foul(0), throw(&["S", "DDFF", "DFFF"])]);
    assert_eq!(last.outcome().unwrap().ending, "seven_dogs");
}

#[test]
fn dv_i4_a_race_set_off_by_the_same_throw_is_still_run_in_version_1() {
    let race = first_version(3, &TO_THE_SEVENTH.map(|landed| throw(&landed)));
    assert_eq!((race.outcome(), &race.state().value()["decided"]), (None, &json!(true)));
    assert_eq!(why(&*race, &throw(&["FFFF"; 3])).0, "G-3");
    let run = after(&*race, &take_dogs(&[0, 0, 1]));
    let outcome = run.outcome().unwrap();
    assert_eq!((outcome.ending, json!(outcome.points)), ("seven_dogs", json!([7, 0, 1])));
}

#[test]
fn dv_i4_the_game_of_version_1_ends_even_if_the_dogs_are_lost_again_in_that_race() {
    let six = [throw(&TO_THE_SEVENTH[0]), throw(&TO_THE_SEVENTH[1])];
    let mut race = first_version(3, &six);
    append(&mut *race, &[foul(0), foul(0), foul(0), throw(&["S", "DDFF", "DFFF"])]);
    assert_eq!((race.outcome(), &race.state().value()["dogs"]), (None, &json!([7, 0, 0])));
    let lost = after(&*race, &take_fire(2));
    let outcome = lost.outcome().unwrap();
    assert_eq!((outcome.ending, json!(outcome.points)), ("seven_dogs_lost_again", json!([0, 0, 0])));
    // Nobody has a dog; seats 0 (its villagers came back) and 2 have four villagers, seat 1 three.
    assert_eq!(json!(outcome.places), json!([1, 3, 1]));
    // A foul may lose them just as well: the race is still run.
    let fouled = after(&*race, &foul(0));
    assert_eq!((fouled.outcome(), &fouled.state().value()["dogs"]), (None, &json!([0, 0, 0])));
    assert_eq!(after(&*fouled, &take_fire(0)).outcome().unwrap().ending, "seven_dogs_lost_again");
}

#[test]
fn dv_i4_several_may_reach_seven_in_one_throw_or_one_race() {
    let thrown = record(2, &[throw(&["SSSSSS", "SSSSSS"]), throw(&["SFFFFF", "SFFFFF"])]);
    assert_eq!(thrown.state().value()["dogs"], json!([7, 7]));
    assert_eq!(json!(thrown.outcome().unwrap().winners), json!([0, 1]));
    let six = [throw(&["SSSSSS", "SSSSSS"]), throw(&["FFFFFF", "FFFFFF"])];
    let mut raced = record(2, &six);
    append(&mut *raced, &[throw(&["UUUUUF", "FFFFFF"]), take_dogs(&[1, 1])]);
    assert_eq!(json!(raced.outcome().unwrap().winners), json!([0, 1]));
}

#[test]
fn dv_15_more_dogs_then_more_villagers_then_a_shared_place() {
    let four = |entries: &[Value]| {
        let mut record =
            record(4, &[throw(&["SSS", "SFF", "SFF", "FFF"]), throw(&["SSS", "FFF", "FFF", "FFF"])]);
        append(&mut *record, entries);
        record.outcome().unwrap()
    };
    let equal = four(&[throw(&["SFF", "FFF", "FFF", "FFF"])]);
    assert_eq!((json!(equal.places), json!(equal.winners)), (json!([1, 2, 2, 4]), json!([0])));
    let fewer = four(&[foul(1), throw(&["SFF", "FF", "FFF", "FFF"])]);
    assert_eq!(json!(fewer.places), json!([1, 3, 2, 4]));
    // Many villagers do not make up for a dog.
    let rich = four(&[foul(0), foul(0), throw(&["S", "FFF", "FFF", "FFF"])]);
    assert_eq!(json!(rich.places), json!([1, 2, 2, 4]));
}
