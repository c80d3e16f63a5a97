//! The recorded games, and their statistics.

use serde_json::Value;

use super::*;
use crate::erased::Opening;
use crate::statistics::Value as Seen;

const RECORDED_GAMES: &[(&str, &str)] = &[
    ("eight_chickens", include_str!("../recorded/eight_chickens.json")),
    ("example_1", include_str!("../recorded/example_1.json")),
    ("example_2", include_str!("../recorded/example_2.json")),
    ("lost_by_animals_left", include_str!("../recorded/lost_by_animals_left.json")),
    ("lost_by_both", include_str!("../recorded/lost_by_both.json")),
    ("lost_by_tiles_taken", include_str!("../recorded/lost_by_tiles_taken.json")),
    ("revoke", include_str!("../recorded/revoke.json")),
    ("won_four_least", include_str!("../recorded/won_four_least.json")),
    ("won_four_most", include_str!("../recorded/won_four_most.json")),
    ("won_score_example", include_str!("../recorded/won_score_example.json")),
    ("won_three_least", include_str!("../recorded/won_three_least.json")),
    ("won_three_most", include_str!("../recorded/won_three_most.json")),
];

/// The opening of a recorded game, and its log.
pub fn read(name: &str) -> (Opening, Vec<Value>) {
    let (_, text) = RECORDED_GAMES.iter().find(|(recorded, _)| *recorded == name).unwrap();
    let file: Value = serde_json::from_str(text).unwrap();
    let opening = serde_json::from_value(file["opening"].clone()).unwrap();
    (opening, file["log"].as_array().unwrap().clone())
}

/// A recorded game, folded.
pub fn recorded(name: &str) -> Box<dyn AnyRecord> {
    let (opening, log) = read(name);
    record(opening.seats, &log)
}

/// A recorded game without its last entry, and that entry.
pub fn before_last(name: &str) -> (Box<dyn AnyRecord>, Value) {
    let (opening, mut log) = read(name);
    let last = log.pop().unwrap();
    (record(opening.seats, &log), last)
}

#[test]
fn every_recorded_game_folds_and_has_a_narration() {
    for (name, _) in RECORDED_GAMES {
        let game = recorded(name);
        let steps = game.steps(1, game.len(), &crate::text::Names::none(4));
        assert_eq!(steps.len(), game.len(), "{name}");
        let over = name.starts_with("won") || name.starts_with("lost");
        assert_eq!(game.outcome().is_some(), over, "{name}");
        for text in steps.iter().flat_map(|step| &step.narration) {
            assert!(!text.ja.is_empty() && text.en.ends_with(['.', '!']), "{name}: {text:?}");
        }
    }
}

#[test]
fn br_7_worked_examples() {
    assert_eq!(recorded("example_1").state().value()["taken"], json!([0, 0, 0, 4]));
    assert_eq!(recorded("example_2").state().value()["taken"], json!([0, 4, 0, 0]));
}

fn values(game: &dyn AnyRecord, metric: &str) -> Vec<Seen> {
    let seen = game.observe();
    seen.into_iter().filter(|seen| seen.metric == metric).map(|seen| seen.value).collect()
}

#[test]
fn br_12_statistics_of_a_win() {
    let game = recorded("won_score_example");
    let one = |metric| values(&*game, metric);
    assert_eq!(one("win"), [Seen::Number(1.0)]);
    assert_eq!(one("score"), [Seen::Number(10.0)]);
    assert_eq!(one("title"), [Seen::Word("spirited_band".into())]);
    // Twelve of the thirteen chickens were played; the 10 was left.
    assert_eq!(one("chicken_round").len(), 12);
    assert_eq!(one("chicken_takes").len(), 12);
    assert_eq!(one("leader_takes").len(), 12);
    assert_eq!(one("took_24").iter().filter(|value| **value == Seen::Number(1.0)).count(), 1);
    assert_eq!(one("failed_condition"), []);
}

#[test]
fn br_10_statistics_of_a_loss() {
    let game = recorded("lost_by_tiles_taken");
    let one = |metric| values(&*game, metric);
    assert_eq!(one("win"), [Seen::Number(0.0)]);
    assert_eq!(one("failed_condition"), [Seen::Word("tiles_taken".into())]);
    assert_eq!(one("taken_pattern"), [Seen::Word("20-16-8-4".into())]);
    assert_eq!(one("rounds_off_target"), [Seen::Number(1.0)]);
    // Counted by hand: before round 10 the rounds taken are 4, 3, 2, 0; then the fourth seat
    // takes one too. The leader takes rounds 1 and 5, a chicken rounds 3, 7, 8, 11 and 12.
    assert_eq!(one("lost_after_round"), [Seen::Number(10.0)]);
    let leader = game.observe().into_iter().find(|seen| seen.metric == "leader_when_lost").unwrap();
    assert_eq!((leader.seat, leader.value), (Some(crate::seat::Seat::new(0)), Seen::Number(0.0)));
    assert_eq!(leader.dimensions[0], ("from_first_leader", "2".to_owned()));
    // All chickens were seen, so the unseen tile of the second seat is no chicken.
    let dealt = |metric| -> Vec<String> {
        let seen = game.observe().into_iter().filter(|seen| seen.metric == metric);
        seen.filter_map(|seen| Some(seen.dimensions.last()?.1.clone())).collect()
    };
    assert_eq!(
        (dealt("took_24"), dealt("win")),
        (["3", "3", "3", "4"].map(str::to_owned).into(), vec!["4".into()])
    );
    let yes = |metric| one(metric).iter().filter(|value| **value == Seen::Number(1.0)).count();
    assert_eq!(yes("leader_takes"), 2);
    assert_eq!((one("chicken_takes").len(), yes("chicken_takes")), (12, 5));
    let rounds = [3, 3, 3, 3, 7, 7, 7, 7, 8, 11, 12, 12].map(|round| Seen::Number(f64::from(round)));
    assert_eq!(one("chicken_round"), rounds);
    assert_eq!((one("took_24").len(), yes("took_24"), yes("took_0")), (4, 0, 0));
}

/// Counted by hand. In one game the last chicken is played in round 10, led and taken by the second seat. The other
/// game is lost in round 3, led by the third seat and taken by the second, long before its last chicken in round 12.
#[test]
fn br_10_a_game_is_lost_by_whichever_condition_is_lost_first() {
    for (name, round, seat, took) in [("lost_by_animals_left", "10", 1, 1.0), ("lost_by_both", "3", 2, 0.0)] {
        let game = recorded(name);
        let lost = game.observe().into_iter().find(|seen| seen.metric == "leader_when_lost").unwrap();
        let found = (lost.seat, lost.value.clone(), lost.dimensions.last().cloned());
        let expected =
            (Some(crate::seat::Seat::new(seat)), Seen::Number(took), Some(("round", round.to_owned())));
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn statistics_carry_what_their_metrics_declare() {
    let metrics = crate::games::find("bremen").unwrap().meta().metrics;
    for (name, _) in RECORDED_GAMES {
        for seen in recorded(name).observe() {
            let metric = metrics.iter().find(|metric| metric.name == seen.metric).unwrap();
            let mut carried: Vec<&str> = seen.dimensions.iter().map(|(name, _)| *name).collect();
            carried.sort_unstable();
            let mut declared: Vec<_> = metric.dimensions.iter().map(|dimension| dimension.name).collect();
            declared.sort_unstable();
            assert_eq!(carried, declared, "{}", seen.metric);
        }
    }
}
