//! The recorded games, and their statistics.

use super::*;
use crate::seat::Seat;
use crate::statistics::{Observation, Value as Seen};

const RECORDED_GAMES: &[(&str, &str)] = &[
    ("example_two_down", include_str!("../recorded/example_two_down.json")),
    ("example_five_up_two_down", include_str!("../recorded/example_five_up_two_down.json")),
    ("example_cancelled_out", include_str!("../recorded/example_cancelled_out.json")),
    ("example_stack", include_str!("../recorded/example_stack.json")),
    ("example_all_flat", include_str!("../recorded/example_all_flat.json")),
    ("example_leaning", include_str!("../recorded/example_leaning.json")),
    (
        "example_standing_in_the_last_throw",
        include_str!("../recorded/example_standing_in_the_last_throw.json"),
    ),
    ("seven_dogs", include_str!("../recorded/seven_dogs.json")),
    ("seven_dogs_lost_again", include_str!("../recorded/seven_dogs_lost_again.json")),
    ("seven_dogs_before_a_race", include_str!("../recorded/seven_dogs_before_a_race.json")),
    ("slips", include_str!("../recorded/slips.json")),
];

fn recorded(name: &str) -> Box<dyn AnyRecord> {
    let (_, text) = RECORDED_GAMES.iter().find(|(recorded, _)| *recorded == name).unwrap();
    let file: Value = serde_json::from_str(text).unwrap();
    let opening = serde_json::from_value(file["opening"].clone()).unwrap();
    let mut record = crate::games::find("dancing_villager").unwrap().open(&opening).unwrap();
    append(&mut *record, file["log"].as_array().unwrap());
    record
}

#[test]
fn dv_3_dv_5_dv_6_dv_7_worked_examples() {
    for (name, meat, charcoal, field, phase) in [
        ("example_two_down", 5, 1, 1, "throw"),
        ("example_five_up_two_down", 2, 3, 1, "throw"),
        ("example_cancelled_out", 5, 3, 1, "throw"),
        ("example_stack", 5, 0, 1, "fire_race"),
        ("example_all_flat", 5, 3, 2, "throw"),
        ("example_leaning", 5, 3, 1, "throw"),
        ("example_standing_in_the_last_throw", 0, 3, 1, "dog_race"),
    ] {
        let record = recorded(name);
        let state = record.state();
        assert_eq!((sticks(&*record), &state.value()["field"]), ((meat, charcoal), &json!(field)), "{name}");
        assert_eq!(state.value()["phase"], phase, "{name}");
    }
    for (name, ending) in [
        ("seven_dogs", "seven_dogs"),
        ("seven_dogs_lost_again", "seven_dogs_lost_again"),
        ("seven_dogs_before_a_race", "seven_dogs"),
        ("slips", "seven_dogs"),
    ] {
        assert_eq!(recorded(name).outcome().unwrap().ending, ending, "{name}");
    }
}

fn observed(game: &dyn AnyRecord, metric: &str, seat: Option<u8>) -> Vec<Observation> {
    let seat = seat.map(Seat::new);
    game.observe().into_iter().filter(|seen| seen.metric == metric && seen.seat == seat).collect()
}

fn numbers(game: &dyn AnyRecord, metric: &str, seat: Option<u8>) -> Vec<f64> {
    let number = |seen: Observation| match seen.value {
        Seen::Number(number) => number,
        other => panic!("{other:?} is no number"),
    };
    observed(game, metric, seat).into_iter().map(number).collect()
}

fn words(game: &dyn AnyRecord, metric: &str, seat: Option<u8>) -> Vec<String> {
    let word = |seen: Observation| match seen.value {
        Seen::Word(word) => word,
        Seen::Between(..) => "?".to_owned(),
        Seen::Number(number) => panic!("{number} is no word"),
    };
    observed(game, metric, seat).into_iter().map(word).collect()
}

/// A short game of two, counted by hand.
///
/// Round 1, two throws: seat 1 gets 4 dogs by standing villagers; then the meat goes and seat 0
/// takes the dog. Round 2 begins at 1 to 4 dogs: seat 0 is 3 behind. One throw, the charcoal
/// goes, seat 0 takes the fire. Seat 1 (5 villagers) commits five fouls: its 4 dogs run away.
/// Round 3, one throw: 6 dogs for seat 0, which has 7.
fn counted() -> Box<dyn AnyRecord> {
    let mut entries = vec![
        throw(&["FFFFFF", "SSSSFF"]),
        throw(&["UUUUUF", "FFFFFF"]),
        take_dogs(&[1, 0]),
        throw(&["DDDFFF", "FFFFFF"]),
        take_fire(0),
    ];
    entries.extend((0..4).map(|_| foul(1)));
    entries.push(json!({"type": "foul", "seat": 1, "touched": "dog"}));
    entries.push(throw(&["SSSSSS", "LLLLLL"]));
    record(2, &entries)
}

#[test]
fn statistics_of_a_game_counted_by_hand() {
    let game = counted();
    let of = |metric, seat| numbers(&*game, metric, seat);
    assert_eq!((of("rounds", None), of("throws", None)), (vec![3.0], vec![4.0]));
    assert_eq!(of("throws_per_round", None), [2.0, 1.0]);
    assert_eq!(words(&*game, "round_end", None), ["meat", "charcoal"]);
    assert_eq!((of("dog_race", Some(0)), of("dog_race", Some(1))), (vec![1.0], vec![0.0]));
    assert_eq!((of("fire_race", Some(0)), of("fire_race", Some(1))), (vec![1.0], vec![0.0]));
    let throws = |metric| observed(&*game, metric, Some(1))[0].dimensions[0].clone();
    assert_eq!((throws("dog_race"), throws("fire_race")), (("throws", "2".into()), ("throws", "1".into())));
    assert_eq!((of("fouls", Some(0)), of("fouls", Some(1))), (vec![0.0], vec![5.0]));
    assert_eq!(words(&*game, "foul_touched", Some(1)), ["?", "?", "?", "?", "dog"]);
    assert_eq!((of("escapes", Some(0)), of("escapes", Some(1))), (vec![0.0], vec![1.0]));
    assert_eq!((of("dogs_lost", Some(0)), of("dogs_lost", Some(1))), (vec![], vec![4.0]));
    // By standing villagers, then by races.
    assert_eq!((of("dogs_won", Some(0)), of("dogs_won", Some(1))), (vec![6.0, 1.0], vec![4.0, 0.0]));
    assert_eq!((of("comeback", Some(0)), of("comeback", Some(1))), (vec![1.0], vec![]));
    assert_eq!(of("deficit_made_up", Some(0)), [3.0]);
    assert_eq!((of("win_after_escape", Some(0)), of("win_after_escape", Some(1))), (vec![], vec![0.0]));
}

#[test]
fn landings_counted_by_hand() {
    let game = counted();
    // Seat 0: 24 villagers; 5 up, 3 down, 6 + 1 + 3 flat, 6 standing, none leaning.
    assert_eq!(numbers(&*game, "villagers_thrown", Some(0)), [24.0]);
    let shares = [5.0, 3.0, 10.0, 6.0, 0.0].map(|count: f64| count / 24.0);
    assert_eq!(numbers(&*game, "landing_share", Some(0)), shares);
    // Seat 1: 24 villagers too; 2 + 6 + 6 flat, 4 standing, 6 leaning.
    assert_eq!(
        numbers(&*game, "landing_share", Some(1)),
        [0.0, 0.0, 14.0, 4.0, 6.0].map(|count: f64| count / 24.0)
    );
    let landings: Vec<String> = observed(&*game, "landing_share", Some(0))
        .iter()
        .map(|seen| seen.dimensions.iter().find(|(name, _)| *name == "landing").unwrap().1.clone())
        .collect();
    assert_eq!(landings, ["up", "down", "flat", "standing", "leaning"]);
}

#[test]
fn every_observation_carries_the_dimensions_of_its_metric() {
    let metrics = crate::games::find("dancing_villager").unwrap().meta().metrics;
    for name in ["seven_dogs", "seven_dogs_lost_again", "slips"] {
        for seen in recorded(name).observe() {
            let metric = metrics.iter().find(|metric| metric.name == seen.metric).unwrap();
            let mut carried: Vec<&str> = seen.dimensions.iter().map(|(name, _)| *name).collect();
            let mut declared: Vec<_> = metric.dimensions.iter().map(|dimension| dimension.name).collect();
            carried.sort_unstable();
            declared.sort_unstable();
            assert_eq!(carried, declared, "{}", metric.name);
        }
    }
}
