//! The round in which games were lost, as statistics count it.

use crate::rules::RulesVersion;
use serde_json::json;

use super::super::Bremen;
use super::super::analysis::{Ledger, Odds, State};
use super::super::moves::Move;
use super::super::opening::Options;
use super::analysis::{play, random_game, solve};
use super::games::read;
use crate::analysis::StepFindings;
use crate::budget::Unlimited;
use crate::fact::Fact;
use crate::game::Metrics;
use crate::record::{Record, Replay};
use crate::seat::{BySeat, Seat, Seats};
use crate::statistics::Value;
use crate::tagged;

/// The bounds that are counted, if the game counts.
fn counted(replay: &Replay<Bremen>) -> Option<[f64; 2]> {
    let seen = Bremen::observe_slowly(replay, &Unlimited);
    let of_games: Vec<_> = seen.into_iter().filter(|seen| seen.metric == "lost_in_round").collect();
    assert!(of_games.len() < 2 && of_games.iter().all(|seen| seen.seat.is_none()));
    of_games.into_iter().next().map(|seen| match seen.value {
        Value::Number(round) => [round; 2],
        Value::Between(low, high) => [low, high],
        Value::Word(word) => panic!("{word}"),
    })
}

/// The round of the play that lost the game, by the solver of the analysis with its much larger budget; 0 if the deal
/// could not be won.
fn by_analysis(replay: &Replay<Bremen>, found: &[StepFindings<Odds, Ledger>]) -> Option<usize> {
    let states =
        found.iter().enumerate().filter_map(|(step, found)| Some((step, found.ledger.solver.as_ref()?)));
    let states: Vec<(usize, Option<State>, bool)> =
        states.map(|(step, solved)| (step, solved.state, solved.lost_it)).collect();
    if states.first()?.1 == Some(State::Lost) {
        return Some(0);
    }
    let (step, ..) = states.into_iter().find(|(.., lost_it)| *lost_it)?;
    Some(replay.before(step - 1).table.as_ref()?.rounds.len() + 1)
}

/// A recorded game without its last plays.
fn begun(name: &str, left_out: usize) -> Record<Bremen> {
    let (opening, log) = read(name);
    let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}, RulesVersion::FIRST).unwrap();
    log[..log.len() - left_out].iter().for_each(|entry| play(&mut record, tagged::written(entry.clone())));
    record
}

/// In the last round the second seat takes a donkey with its chicken, and all win. With its other tile it would let the
/// fourth seat take the round, which has enough.
#[test]
fn br_10_a_game_can_be_lost_by_the_last_tile_but_one() {
    let won = begun("won_four_most", 0);
    assert_eq!(counted(&won.replay()), None);
    let mut record = begun("won_four_most", 2);
    let seat = Seat::new(1);
    let held = record.now().table.as_ref().unwrap().hands[seat].held.unwrap();
    let other = held.iter().find(|tile| tile.to_string() != "chicken-2").unwrap();
    assert_eq!(held.len(), 2);
    play(&mut record, Move::Play { seat, tile: other });
    play(&mut record, tagged::written(json!({"type": "play", "seat": 2, "tile": "donkey-6"})));
    assert_eq!(counted(&record.replay()), Some([12.0, 12.0]));
}

/// Counted by hand, all could see that these games were lost after rounds 10, 10 and 3.
#[test]
fn br_10_the_round_is_none_after_that_in_which_everybody_saw_it() {
    for (name, seen_after) in
        [("lost_by_tiles_taken", 10.0), ("lost_by_animals_left", 10.0), ("lost_by_both", 3.0)]
    {
        let [low, high] = counted(&begun(name, 0).replay()).unwrap();
        assert!(0.0 <= low && low <= high && high <= seen_after, "{name}: {low} to {high}");
    }
}

#[test]
fn the_round_is_that_of_the_play_that_lost_it() {
    let (mut exact, mut compared) = (0, 0);
    for (seed, seats) in (0..2).flat_map(|seed| [(seed, 3), (seed, 4)]) {
        let replay = random_game(900 + seed, seats).replay();
        let Some([low, high]) = counted(&replay) else { continue };
        if let Some(round) = by_analysis(&replay, &solve(&replay)) {
            assert!((low..=high).contains(&(round as f64)), "{seed} {seats}: {round}, not {low} to {high}");
            compared += 1;
        }
        exact += usize::from(high - low < 0.5);
    }
    assert!(exact > 1 && compared > 1, "{exact} exact, {compared} compared");
}

#[test]
fn where_nobody_knows_the_hands_the_round_is_one_up_to_that_in_which_everybody_saw_it() {
    let replay = random_game(900, 4).replay();
    let [low, seen_after] = counted(&replay).unwrap();
    let mut forgotten: Record<Bremen> = Record::open(4, &Options {}, RulesVersion::FIRST).unwrap();
    play(&mut forgotten, Move::Deal { hands: Fact::Unknown, center: None });
    play(&mut forgotten, Move::Lead { seat: replay.end().table.as_ref().unwrap().first.unwrap() });
    let plays = replay.steps.iter().filter(|step| matches!(step.mv, Move::Play { .. }));
    plays.for_each(|step| play(&mut forgotten, step.mv.clone()));
    let left = BySeat::new(Seats::new(4), |_| Fact::Unknown);
    play(&mut forgotten, Move::Reveal { left });
    let [least, most] = counted(&forgotten.replay()).unwrap();
    assert!(
        least == 0.0 && most >= seen_after && least <= low,
        "{least} to {most}, known {low} to {seen_after}"
    );
}
