//! The recorded games, and their statistics.

use strum::VariantArray;

use super::super::PunyonKen;
use super::super::rules::throwing::Throw;
use super::super::statistics::equilibrium::{chances, equilibrium, positions};
use super::*;
use crate::seat::Seat;
use crate::statistics::{Observation, Value as Seen};

const RECORDED_GAMES: &[(&str, &str)] = &[
    ("five_rocks", include_str!("../recorded/five_rocks.json")),
    ("two_two_one", include_str!("../recorded/two_two_one.json")),
    ("two_two_two", include_str!("../recorded/two_two_two.json")),
    ("paper_paper", include_str!("../recorded/paper_paper.json")),
    ("paper_loss_paper", include_str!("../recorded/paper_loss_paper.json")),
    ("paper_draw_paper", include_str!("../recorded/paper_draw_paper.json")),
    ("paper_rock_paper", include_str!("../recorded/paper_rock_paper.json")),
    ("whole_game", include_str!("../recorded/whole_game.json")),
];

fn recorded(name: &str) -> Box<dyn AnyRecord> {
    let (_, text) = RECORDED_GAMES.iter().find(|(recorded, _)| *recorded == name).unwrap();
    let file: Value = serde_json::from_str(text).unwrap();
    let mut record = open();
    for entry in file["log"].as_array().unwrap() {
        record.append(entry).unwrap_or_else(|rejected| panic!("{name}: {entry}: {rejected:?}"));
    }
    record
}

#[test]
fn pk_5_pk_7_pk_8_worked_examples() {
    for (name, result) in [
        ("five_rocks", Some((0, "fingers"))),
        ("two_two_one", Some((0, "fingers"))),
        ("two_two_two", Some((0, "fingers"))),
        ("paper_paper", Some((0, "palm"))),
        ("paper_loss_paper", None),
        ("paper_draw_paper", Some((0, "palm"))),
        ("paper_rock_paper", Some((0, "palm"))),
        ("whole_game", Some((1, "fingers"))),
    ] {
        assert_eq!(won(&*recorded(name)), result, "{name}");
    }
    assert_eq!(RECORDED_GAMES.len(), 8);
}

fn observed(game: &dyn AnyRecord, metric: &str, seat: u8) -> Vec<Observation> {
    let seat = Some(Seat::new(seat));
    game.observe().into_iter().filter(|seen| seen.metric == metric && seen.seat == seat).collect()
}

fn words(game: &dyn AnyRecord, metric: &str, seat: u8) -> Vec<String> {
    let word = |seen: Observation| match seen.value {
        Seen::Word(word) => word,
        Seen::Number(number) => number.to_string(),
        Seen::Between(..) => panic!("all is known"),
    };
    observed(game, metric, seat).into_iter().map(word).collect()
}

fn numbers(game: &dyn AnyRecord, metric: &str, seat: u8) -> Vec<f64> {
    let number = |seen: Observation| match seen.value {
        Seen::Number(number) => number,
        other => panic!("{other:?} is no number"),
    };
    observed(game, metric, seat).into_iter().map(number).collect()
}

fn dimension<'a>(seen: &'a Observation, name: &str) -> &'a str {
    &seen.dimensions.iter().find(|(dimension, _)| *dimension == name).unwrap().1
}

/// Six throws, counted by hand: paper wins (palm down); draw; rock loses to paper (palms change
/// sides); scissors beat paper (both palms up, two fingers); then seat 1 wins by two papers.
const THROWS_COUNTED_BY_HAND: &str = "PR SS RP SP RP RP";

#[test]
fn statistics_of_a_game_counted_by_hand() {
    let game = record(THROWS_COUNTED_BY_HAND);
    assert_eq!(won(&*game), Some((1, "palm")));
    assert_eq!(words(&*game, "throw", 0), ["paper", "scissors", "rock", "scissors", "rock", "rock"]);
    assert_eq!(words(&*game, "throw", 1), ["rock", "scissors", "paper", "paper", "paper", "paper"]);
    assert_eq!(words(&*game, "throw_after", 0), ["scissors", "rock", "scissors", "rock", "rock"]);
    let shifts = ["to_beating", "to_beating", "to_beaten", "to_beating", "stay"];
    assert_eq!(words(&*game, "shift_after", 0), shifts);
    assert_eq!(words(&*game, "shift_after", 1), ["to_beaten", "to_beaten", "stay", "stay", "stay"]);
    let after = |seat| -> Vec<String> {
        observed(&*game, "shift_after", seat).iter().map(|seen| dimension(seen, "after").to_owned()).collect()
    };
    assert_eq!(after(0), ["win", "draw", "loss", "win", "loss"]);
    assert_eq!(after(1), ["loss", "draw", "win", "loss", "win"]);
    assert_eq!((words(&*game, "win_path", 0), words(&*game, "win_path", 1)), (vec![], vec!["palm".into()]));
    assert_eq!(
        (words(&*game, "palm_losses", 0), words(&*game, "palm_losses", 1)),
        (vec!["1".into()], vec!["1".into()])
    );
    assert_eq!(words(&*game, "palm_fate", 0), ["lost"]);
    assert_eq!(words(&*game, "palm_fate", 1), ["lost", "won"]);
    let throws = game.observe().into_iter().find(|seen| seen.metric == "throws").unwrap();
    assert_eq!((throws.seat, throws.value), (None, Seen::Number(6.0)));
}

#[test]
fn throws_are_counted_with_the_state_they_were_made_in() {
    let game = record(THROWS_COUNTED_BY_HAND);
    let states: Vec<[String; 4]> = observed(&*game, "throw", 0)
        .iter()
        .map(|seen| {
            ["own_fingers", "own_palm", "other_fingers", "other_palm"]
                .map(|name| dimension(seen, name).to_owned())
        })
        .collect();
    let expected = [
        ["0", "up", "0", "up"],
        ["0", "down", "0", "up"],
        ["0", "down", "0", "up"],
        ["0", "up", "0", "down"],
        ["2", "up", "0", "up"],
        ["2", "up", "0", "down"],
    ];
    assert_eq!(states, expected);
}

/// Seat 0 wins, draws, loses, wins and loses twice.
#[test]
fn streaks_and_first_throws_of_a_game_counted_by_hand() {
    let game = record(THROWS_COUNTED_BY_HAND);
    assert_eq!(
        (numbers(&*game, "streak", 0), numbers(&*game, "streak", 1)),
        (vec![1.0, 1.0], vec![1.0, 2.0])
    );
    // The draw between does not end the run.
    assert_eq!(numbers(&*record("RS RR RS RS RS RS"), "streak", 0), [5.0]);
    assert_eq!((numbers(&*game, "win", 0), numbers(&*game, "win", 1)), (vec![0.0], vec![1.0]));
    let first = |seat| {
        let win = &observed(&*game, "win", seat)[0];
        [dimension(win, "first_throw").to_owned(), dimension(win, "first_result").to_owned()]
    };
    assert_eq!(
        (first(0), first(1)),
        (["paper", "win"].map(str::to_owned), ["rock", "loss"].map(str::to_owned))
    );
    let positions: Vec<_> =
        observed(&*game, "throw", 1).iter().map(|seen| dimension(seen, "position").to_owned()).collect();
    assert_eq!(positions, ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn a_palm_may_stay_down_to_the_end() {
    let game = record("PR SP SP RS");
    assert_eq!(won(&*game), Some((0, "fingers")));
    assert_eq!(
        (words(&*game, "palm_fate", 0), numbers(&*game, "palm_losses", 0)),
        (vec!["stayed_down".into()], vec![0.0])
    );
}

fn assert_close(seen: &[f64], expected: [f64; 3]) {
    assert!(seen.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{seen:?} {expected:?}");
}

/// One throw in the start position: its excess is 1 less its share in the mix.
#[test]
fn excess_over_the_equilibrium_of_the_first_throw() {
    let game = record(THROWS_COUNTED_BY_HAND);
    let [rock, scissors, paper] = equilibrium(&PunyonKen::START).unwrap().mixes[0];
    let excess = [0, 1].map(|seat| numbers(&*game, "equilibrium_excess", seat));
    assert_close(&excess[0][..3], [-rock, -scissors, 1.0 - paper]);
    assert_close(&excess[1][..3], [1.0 - rock, -scissors, -paper]);
    assert_eq!(excess.map(|excess| excess.len()), [18, 18]);
}

/// Against paper from the start: rock loses the value of a palm, scissors gain the value of two
/// fingers, and paper draws.
#[test]
fn the_value_of_a_reply_is_its_gain() {
    let risk = numbers(&*record(THROWS_COUNTED_BY_HAND), "equilibrium_risk", 0);
    let after = |reply| chances(&PunyonKen::START.throw([Throw::Paper, reply]).0).unwrap()[1];
    assert_close(&risk[..3], [after(Throw::Rock) - 0.5, after(Throw::Scissors) - 0.5, 0.0]);
    assert!(risk[0] < -0.05 && risk[1] > 0.05, "{risk:?}");
}

/// A seat that throws by the mix has excess 0 and risk 0 on average, in every position.
#[test]
fn equilibrium_play_has_no_excess_and_runs_no_risk() {
    for position in positions() {
        let best = equilibrium(&position).unwrap();
        for reply in 0..3 {
            let risk: f64 = (0..3)
                .map(|own| {
                    let hands = [Throw::VARIANTS[own], Throw::VARIANTS[reply]];
                    let after = chances(&position.throw(hands).0).unwrap();
                    best.mixes[0][own] * (after[1] - best.chances[1])
                })
                .sum();
            assert!(risk.abs() < 1e-9, "{position:?}: {risk}");
        }
    }
}

/// Seat 0 wins by paper twice: all paper, where the mean mix is that of the two positions.
#[test]
fn distance_from_the_equilibrium_in_one_game() {
    let game = record("PR PR");
    let start = equilibrium(&PunyonKen::START).unwrap().mixes[0];
    let (down, _) = PunyonKen::START.throw([Throw::Paper, Throw::Rock]);
    let then = equilibrium(&down).unwrap().mixes[0];
    // The share of other throws in the mixes is the excess of paper in the throws.
    let expected = 1.0 - f64::midpoint(start[2], then[2]);
    let [distance] = numbers(&*game, "equilibrium_distance", 0)[..] else { panic!("one per game") };
    assert!((distance - expected).abs() < 1e-12, "{distance} {expected}");
    assert!((0.0..=1.0).contains(&distance));
}
