//! Odds and the solver: against every deal and every line of small tables, and on recorded games.

use std::cell::Cell;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::super::analysis::{Ledger, Odds, Solved, State};
use super::super::moves::Move;
use super::super::opening::Options;
use super::super::rules::table::{HAND_SIZE, tiles_for};
use super::super::rules::tile::{Animal, Tile, Tiles};
use super::super::{Bremen, Phase};
use super::games::read;
use crate::analysis::calibration::Calibration;
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, NoAssumptions, StepFindings, WhyNull};
use crate::budget::{Budget, Unlimited};
use crate::fact::Fact;
use crate::game::Chooser;
use crate::record::{Entry, Record, Replay};
use crate::rules::{Rules, RulesVersion};
use crate::seat::{BySeat, Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Referee;

const EXACT: f64 = 1e-9;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// A deal that need not be dealt again, with all hands known, and random legal play to the end.
pub(super) fn random_game(seed: u64, seats: u8) -> Record<Bremen> {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let mut record: Record<Bremen> = Record::open(seats, &Options {}, RulesVersion::FIRST).unwrap();
    deal(&mut record, &mut dice);
    while record.now().phase() == Phase::Play {
        let seat = record.now().table.as_ref().unwrap().turn().unwrap();
        let tiles = legal(record.now());
        let tile = tiles[dice.below(tiles.len())];
        play(&mut record, Move::Play { seat, tile });
    }
    record
}

/// Deals so that it need not be dealt again.
fn deal(record: &mut Record<Bremen>, dice: &mut Dice) {
    let seats = record.seats().count();
    while record.now().phase() == Phase::Deal {
        let mut tiles: Vec<Tile> = tiles_for(Seats::new(seats)).iter().collect();
        tiles.shuffle(&mut dice.0);
        let center = if seats == 3 { tiles.pop() } else { None };
        let hands: Vec<_> = tiles.chunks(HAND_SIZE).map(|hand| Fact::Known(hand.to_vec())).collect();
        let crowded =
            tiles.chunks(HAND_SIZE).any(|hand| hand.iter().filter(|tile| tile.is_chicken()).count() > 7);
        if !crowded {
            play(record, Move::Deal { hands: Fact::Known(BySeat::from(hands)), center });
        }
    }
}

pub(super) fn play(record: &mut Record<Bremen>, mv: Move) {
    record.append(Entry::Play { mv, irregular: false }).unwrap();
}

fn legal(position: &Bremen) -> Vec<Tile> {
    let table = position.table.as_ref().unwrap();
    let seat = table.turn().unwrap();
    let held = table.hands[seat].held.unwrap();
    held.iter().filter(|tile| table.check_play(seat, *tile, &mut Referee::strict()).is_ok()).collect()
}

/// The solver's findings at every step.
pub(super) fn solve(replay: &Replay<Bremen>) -> Vec<StepFindings<Odds, Ledger>> {
    let question =
        AnalysisQuestion { parts: vec![AnalysisPart::Solver], ..AnalysisQuestion::all(Viewer::Public) };
    Bremen::analyse(replay, &question, &NoAssumptions {}, &Unlimited)
}

/// The odds at one step.
fn odds(replay: &Replay<Bremen>, viewer: Viewer, step: usize) -> Result<Odds, WhyNull> {
    let question = AnalysisQuestion { viewer, parts: vec![AnalysisPart::Odds], from: step, to: step };
    Bremen::analyse(replay, &question, &NoAssumptions {}, &Unlimited).remove(0).odds.unwrap()
}

fn close(number: f64, expected: f64) {
    assert!((number - expected).abs() < EXACT, "{number} is not {expected}");
}

/// Shares out the tiles in every way; each way gives the hands of one world.
fn share(
    tiles: &[Tile],
    needs: &mut Vec<(Seat, usize)>,
    hands: &mut BySeat<Tiles>,
    found: &mut Vec<BySeat<Tiles>>,
) {
    let Some((tile, rest)) = tiles.split_first() else { return found.push(hands.clone()) };
    for i in 0..needs.len() {
        let (seat, need) = needs[i];
        if need > 0 {
            needs[i].1 -= 1;
            hands[seat].insert(*tile);
            share(rest, needs, hands, found);
            hands[seat].remove(*tile);
            needs[i].1 += 1;
        }
    }
}

/// All deals in which every move up to a step was legal, and which a viewer cannot tell apart.
fn worlds(replay: &Replay<Bremen>, step: usize, viewer: Option<Seat>) -> Vec<BySeat<Tiles>> {
    let table = replay.before(step).table.as_ref().unwrap();
    let hidden = |seat: Seat| Some(seat) != viewer;
    let tiles: Vec<Tile> = table
        .hands
        .iter()
        .filter(|(seat, _)| hidden(*seat))
        .flat_map(|(_, hand)| hand.held.unwrap().iter())
        .collect();
    let mut needs: Vec<(Seat, usize)> = table
        .hands
        .iter()
        .filter(|(seat, _)| hidden(*seat))
        .map(|(seat, hand)| (seat, hand.held.unwrap().len()))
        .collect();
    let mut hands =
        table.hands.map(|seat, hand| if hidden(seat) { Tiles::default() } else { hand.held.unwrap() });
    let mut all = Vec::new();
    share(&tiles, &mut needs, &mut hands, &mut all);
    let first = replay.steps[0].after.table.as_ref().unwrap().first;
    all.retain(|hands| {
        let dealt = hands.map(|seat, hand| Fact::Known(hand.with(table.hands[seat].played).iter().collect()));
        let deal = Move::Deal { hands: Fact::Known(dealt), center: table.center };
        let Ok((mut position, _)) = replay.start.play(Seq(1), &deal, &mut Referee::strict()) else {
            return false;
        };
        let dealt = position.table.as_ref().unwrap();
        if dealt.redeal_due.is_some() || dealt.first != first {
            return false;
        }
        for step in &replay.steps[1..step] {
            match position.play(Seq(2), &step.mv, &mut Referee::strict()) {
                Ok((after, _)) => position = after,
                Err(_) => return false,
            }
        }
        true
    });
    all
}

#[test]
fn odds_are_those_of_all_deals_one_by_one() {
    for (seed, seats) in [(1, 3), (3, 4), (5, 3)] {
        let record = random_game(seed, seats);
        let replay = record.replay();
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2))] {
            let question = AnalysisQuestion::all(viewer);
            for step in [3, 2, 1].map(|rounds| replay.steps.len() - rounds * usize::from(seats) + 1) {
                let hidden = usize::from(seats) - usize::from(question.seat().is_some());
                if hidden == 4 && step < replay.steps.len() - 5 {
                    continue;
                }
                let worlds = worlds(&replay, step, question.seat());
                let odds = odds(&replay, viewer, step).unwrap();
                assert_eq!(odds.worlds, worlds.len().to_string(), "seed {seed}, step {step}, {viewer:?}");
                for of_seat in &odds.seats {
                    for animal in [Animal::Chicken, Animal::Donkey, Animal::Dog, Animal::Cat] {
                        let certain = of_seat.certain.iter().filter(|tile| tile.animal() == animal).count();
                        let of_animal = &of_seat.animals[animal.word()];
                        for (count, chance) in of_animal.chances.iter().enumerate() {
                            let so_many = worlds
                                .iter()
                                .filter(|hands| hands[of_seat.seat].count(animal) == count + certain);
                            close(*chance, so_many.count() as f64 / worlds.len() as f64);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn at_the_deal_a_seat_sees_its_hand_and_the_leader_has_its_donkey() {
    let record = random_game(7, 4);
    let replay = record.replay();
    let first = replay.steps[0].after.table.as_ref().unwrap().first.unwrap();
    assert_eq!(odds(&replay, Viewer::Public, 0), Err(WhyNull::NothingToAsk));
    let at_the_deal = odds(&replay, Viewer::Public, 1).unwrap();
    assert_eq!(at_the_deal.seats[first.index()].certain, [Tile::donkey(1)]);
    // 51 tiles, 12 and 13, 13, 13 of them: 51! / (12! 13!^3), less the hands with eight chickens or more.
    let all: f64 = at_the_deal.worlds.parse().unwrap();
    assert!(all > 1.0e28 && all < 1.342e28, "{all}");
    let seen = odds(&replay, Viewer::Seat(first), 1).unwrap();
    assert_eq!(seen.seats.len(), 3);
    assert!(seen.seats.iter().all(|seat| seat.certain.is_empty()));
}

/// The best score that some line reaches from here, found by trying every line with the rules themselves.
fn best_of_all_lines(position: &Bremen) -> i64 {
    if position.phase() == Phase::Over {
        return position.table.as_ref().unwrap().result().map_or(-1, |(score, _)| score);
    }
    let seat = position.table.as_ref().unwrap().turn().unwrap();
    let after = |tile: Tile| {
        let mv = Move::Play { seat, tile };
        best_of_all_lines(&position.play(Seq(1), &mv, &mut Referee::strict()).unwrap().0)
    };
    legal(position).into_iter().map(after).max().unwrap()
}

#[test]
fn the_solver_agrees_with_every_line_of_the_last_rounds() {
    let mut won = 0;
    // Positions that can be won are rare in random play: games that are won, and games near them.
    let recorded =
        ["won_four_most", "won_score_example", "won_three_least", "won_three_most", "lost_by_animals_left"];
    let recorded = recorded.map(|name| {
        let (opening, log) = read(name);
        let mut record: Record<Bremen> =
            Record::open(opening.seats, &Options {}, RulesVersion::FIRST).unwrap();
        for entry in log {
            play(&mut record, tagged::written(entry));
        }
        record
    });
    let random = (0..4).map(|seed| random_game(100 + seed, 3 + u8::try_from(seed % 2).unwrap()));
    for record in recorded.into_iter().chain(random) {
        let replay = record.replay();
        if !replay.steps[0].after.table.as_ref().unwrap().knows_all() {
            continue;
        }
        let findings = solve(&replay);
        for (step, found) in findings.iter().enumerate().take(replay.steps.len()).skip(replay.steps.len() - 9)
        {
            let position = replay.before(step);
            let solved = found.ledger.solver.clone().unwrap();
            let best = best_of_all_lines(position);
            assert_eq!(solved.state, Some(if best < 0 { State::Lost } else { State::Won }));
            assert_eq!(solved.best, Some(best).filter(|best| *best >= 0));
            let seat = position.table.as_ref().unwrap().turn().unwrap();
            let tiles = legal(position);
            assert_eq!(solved.after.len(), tiles.len());
            for tile in tiles {
                let (after, _) =
                    position.play(Seq(1), &Move::Play { seat, tile }, &mut Referee::strict()).unwrap();
                assert_eq!(solved.after[&tile.to_string()], Some(best_of_all_lines(&after)), "{tile}");
            }
            won += usize::from(best >= 0);
        }
    }
    assert!(won > 10, "{won} positions that can be won");
}

fn solved(name: &str) -> Vec<Option<Solved>> {
    let (opening, log) = read(name);
    let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}, RulesVersion::FIRST).unwrap();
    for entry in log {
        play(&mut record, tagged::written(entry));
    }
    solve(&record.replay()).into_iter().map(|found| found.ledger.solver).collect()
}

#[test]
fn a_game_that_is_won_was_never_lost() {
    let states = solved("won_four_most");
    let states: Vec<State> = states.into_iter().flatten().filter_map(|solved| solved.state).collect();
    assert!(states.len() >= 48 && states.iter().all(|state| *state == State::Won), "{states:?}");
}

#[test]
fn a_game_is_lost_by_one_play_or_could_not_be_won() {
    for seed in 0..2 {
        let replay = random_game(200 + seed, 4).replay();
        let found: Vec<Solved> = solve(&replay).into_iter().filter_map(|found| found.ledger.solver).collect();
        let lost: Vec<bool> = found.iter().map(|solved| solved.state == Some(State::Lost)).collect();
        assert!(lost.is_sorted(), "lost stays lost: {lost:?}");
        let lost_it = found.iter().filter(|solved| solved.lost_it).count();
        let open = found.iter().any(|solved| solved.state == Some(State::Open));
        assert!(lost_it == 1 || open || lost[0] || !lost[lost.len() - 1], "{lost_it} plays lost it");
    }
}

/// A budget that lasts this many questions, and counts the questions after that.
struct Times {
    left: Cell<u32>,
    after: Cell<u32>,
}

impl Budget for Times {
    fn goes_on(&self) -> bool {
        let left = self.left.get();
        let count = if left > 0 { &self.left } else { &self.after };
        count.set(if left > 0 { left - 1 } else { count.get() + 1 });
        left > 0
    }
}

#[test]
fn the_solver_ends_soon_after_its_budget() {
    let replay = random_game(200, 4).replay();
    for times in [0, 1, 50] {
        let budget = Times { left: Cell::new(times), after: Cell::new(0) };
        let all = AnalysisQuestion::all(Viewer::Public);
        let found = Bremen::analyse(&replay, &all, &NoAssumptions {}, &budget);
        assert!(found.is_empty(), "{times}: the search has taken all of it");
        let after = budget.after.get() as usize;
        assert!(after < 30 * replay.steps.len(), "{times}: it went on for {after}");
    }
}

#[test]
fn without_the_hands_there_are_neither_odds_of_a_seat_nor_a_solver() {
    let (opening, log) = read("lost_by_both");
    let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}, RulesVersion::FIRST).unwrap();
    for entry in log.into_iter().take(10) {
        play(&mut record, tagged::written(entry));
    }
    let replay = record.replay();
    let last = replay.steps.len();
    assert_eq!(odds(&replay, Viewer::Seat(Seat::new(0)), last), Err(WhyNull::OwnCardNotRecorded));
    let solver = solve(&replay)[last].ledger.solver.clone().unwrap();
    assert_eq!((solver.state, solver.why_null), (None, Some(WhyNull::TruthNotRecorded)));
    assert!(odds(&replay, Viewer::Public, last).is_ok());
}

/// By tile, the share of all deals that the seat could not tell apart in which some line still wins after it.
fn shares_of_all_deals(replay: &Replay<Bremen>, step: usize) -> Vec<(Tile, f64)> {
    let position = replay.before(step);
    let seat = position.table.as_ref().unwrap().turn().unwrap();
    let worlds = worlds(replay, step, Some(seat));
    let reaches = |hands: &BySeat<Tiles>, tile: Tile| {
        let mut world = position.clone();
        let table = world.table.as_mut().unwrap();
        for (held, hand) in hands.values().zip(table.hands.values_mut()) {
            hand.held = Some(*held);
        }
        let (after, _) = world.play(Seq(1), &Move::Play { seat, tile }, &mut Referee::strict()).unwrap();
        best_of_all_lines(&after) >= 0
    };
    let share = |tile: Tile| {
        let winnable = worlds.iter().filter(|hands| reaches(hands, tile)).count();
        (tile, winnable as f64 / worlds.len() as f64)
    };
    legal(position).into_iter().map(share).collect()
}

#[test]
fn what_a_seat_could_know_is_the_share_of_all_deals_within_its_interval() {
    let (mut compared, mut outside, mut between) = (0, 0, 0);
    for name in ["won_four_most", "won_score_example", "won_three_least", "won_three_most"] {
        let (opening, log) = read(name);
        let mut record: Record<Bremen> =
            Record::open(opening.seats, &Options {}, RulesVersion::FIRST).unwrap();
        for entry in log {
            play(&mut record, tagged::written(entry));
        }
        let replay = record.replay();
        if !replay.steps[0].after.table.as_ref().unwrap().knows_all() {
            continue;
        }
        let found = solve(&replay);
        let seats = usize::from(opening.seats);
        let last = replay.steps.len() - 1;
        for (step, found) in found.iter().enumerate().take(last).skip(last - seats - 2) {
            let solved = found.ledger.solver.as_ref().unwrap();
            for (tile, share) in shares_of_all_deals(&replay, step) {
                let chance = solved.as_known[&tile.to_string()];
                assert!(
                    chance.low <= chance.p && chance.p <= chance.high && chance.deals >= 40,
                    "{chance:?}"
                );
                let error = (share * (1.0 - share) / f64::from(chance.deals)).sqrt();
                assert!(
                    (chance.p - share).abs() <= 4.0 * error + EXACT,
                    "{name} {step} {tile}: {chance:?}, not {share}"
                );
                outside += usize::from(share < chance.low - EXACT || share > chance.high + EXACT);
                between += usize::from(share > 0.0 && share < 1.0);
                compared += 1;
            }
        }
    }
    assert!(compared > 20 && between > 5, "{compared} compared, {between} between");
    assert!(outside * 8 <= compared, "{outside} of {compared} are outside");
}

/// Hidden tiles do not change what a seat could know: another deal with the same plays gives the same odds.
#[test]
fn what_a_seat_could_know_does_not_depend_on_hidden_tiles() {
    let record = random_game(11, 4);
    let replay = record.replay();
    let step = replay.steps.len() - 6;
    let seat = replay.before(step).table.as_ref().unwrap().turn().unwrap();
    let other = worlds(&replay, step, Some(seat)).into_iter().next_back().unwrap();
    let table = replay.before(step).table.as_ref().unwrap();
    let dealt = other.map(|seat, hand| Fact::Known(hand.with(table.hands[seat].played).iter().collect()));
    let mut changed: Record<Bremen> = Record::open(4, &Options {}, RulesVersion::FIRST).unwrap();
    play(&mut changed, Move::Deal { hands: Fact::Known(dealt), center: None });
    for of_step in &replay.steps[1..step] {
        play(&mut changed, of_step.mv.clone());
    }
    while changed.now().phase() == Phase::Play {
        let (seat, tiles) = (changed.now().table.as_ref().unwrap().turn().unwrap(), legal(changed.now()));
        play(&mut changed, Move::Play { seat, tile: tiles[0] });
    }
    let as_known = |replay: &Replay<Bremen>| solve(replay)[step].ledger.solver.clone().unwrap().as_known;
    let one = as_known(&replay);
    assert!(!one.is_empty());
    assert_eq!(one, as_known(&changed.replay()));
}
/// A deal and this many plays, whose probability does not depend on the hands. A choice among few tiles would tell
/// something about the hand, so a game is rejected more often the fewer tiles a seat could choose from.
fn begun_independent_of_hands(dice: &mut Dice, seats: u8, plays: usize) -> Option<Record<Bremen>> {
    let mut record: Record<Bremen> = Record::open(seats, &Options {}, RulesVersion::FIRST).unwrap();
    deal(&mut record, dice);
    for _ in 0..plays {
        let (seat, tiles) = (record.now().table.as_ref()?.turn()?, legal(record.now()));
        let tile = *tiles.get(dice.below(HAND_SIZE))?;
        play(&mut record, Move::Play { seat, tile });
    }
    Some(record)
}

#[test]
fn what_is_likely_with_p_happens_p_of_the_time() {
    let mut dice = Dice(SmallRng::seed_from_u64(41));
    let (mut calibration, mut games) = (Calibration::default(), 0);
    while games < 300 {
        let seats = 3 + u8::try_from(games % 2).unwrap();
        let Some(record) = begun_independent_of_hands(&mut dice, seats, 1 + games % 4) else { continue };
        games += 1;
        let replay = record.replay();
        let step = replay.steps.len();
        let truth = &replay.end().table.as_ref().unwrap().hands;
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1))] {
            for of_seat in odds(&replay, viewer, step).unwrap().seats {
                let held = truth[of_seat.seat].held.unwrap();
                for animal in [Animal::Chicken, Animal::Donkey, Animal::Dog, Animal::Cat] {
                    let certain = of_seat.certain.iter().filter(|tile| tile.animal() == animal).count();
                    let chances = &of_seat.animals[animal.word()].chances;
                    for (count, chance) in chances.iter().enumerate() {
                        calibration.add(*chance, held.count(animal) == count + certain);
                    }
                }
            }
        }
        calibration.end_game();
    }
    calibration.check();
}
