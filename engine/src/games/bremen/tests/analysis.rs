//! Odds and the solver: against every deal and every line of small tables, and on recorded games.

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
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, NoFacts, StepFindings, WhyNull};
use crate::fact::Fact;
use crate::game::Chooser;
use crate::record::{Entry, Record, Replay};
use crate::rules::Rules;
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
fn random_game(seed: u64, seats: u8) -> Record<Bremen> {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let mut record: Record<Bremen> = Record::open(seats, &Options {}).unwrap();
    while record.now().phase() == Phase::Deal {
        let mut tiles: Vec<Tile> = tiles_for(Seats::new(seats)).iter().collect();
        tiles.shuffle(&mut dice.0);
        let center = if seats == 3 { tiles.pop() } else { None };
        let hands: Vec<_> = tiles.chunks(HAND_SIZE).map(|hand| Fact::Known(hand.to_vec())).collect();
        let crowded =
            tiles.chunks(HAND_SIZE).any(|hand| hand.iter().filter(|tile| tile.is_chicken()).count() > 7);
        if !crowded {
            play(&mut record, Move::Deal { hands: Fact::Known(BySeat::from(hands)), center });
        }
    }
    while record.now().phase() == Phase::Play {
        let seat = record.now().table.as_ref().unwrap().turn().unwrap();
        let tiles = legal(record.now());
        let tile = tiles[dice.below(tiles.len())];
        play(&mut record, Move::Play { seat, tile });
    }
    record
}

fn play(record: &mut Record<Bremen>, mv: Move) {
    record.append(Entry::Play { mv, irregular: false }).unwrap();
}

fn legal(position: &Bremen) -> Vec<Tile> {
    let table = position.table.as_ref().unwrap();
    let seat = table.turn().unwrap();
    let held = table.hands[seat].held.unwrap();
    held.iter().filter(|tile| table.check_play(seat, *tile, &mut Referee::strict()).is_ok()).collect()
}

/// What the solver says of every step.
fn solve(replay: &Replay<Bremen>) -> Vec<StepFindings<Odds, Ledger>> {
    let question =
        AnalysisQuestion { parts: vec![AnalysisPart::Solver], ..AnalysisQuestion::all(Viewer::Public) };
    Bremen::analyse(replay, &question, &NoFacts {})
}

/// The odds at one step.
fn odds(replay: &Replay<Bremen>, viewer: Viewer, step: usize) -> Result<Odds, WhyNull> {
    let question = AnalysisQuestion { viewer, parts: vec![AnalysisPart::Odds], from: step, to: step };
    Bremen::analyse(replay, &question, &NoFacts {}).remove(0).odds.unwrap()
}

fn close(number: f64, expected: f64) {
    assert!((number - expected).abs() < EXACT, "{number} is not {expected}");
}

/// The hands of one world, and those of all others that follow: every way to share out tiles.
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

/// Whether some line wins from here, and the best score: by trying every line with the rules themselves.
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
        let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}).unwrap();
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
    let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}).unwrap();
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

#[test]
fn without_the_hands_there_are_neither_odds_of_a_seat_nor_a_solver() {
    let (opening, log) = read("lost_by_both");
    let mut record: Record<Bremen> = Record::open(opening.seats, &Options {}).unwrap();
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
