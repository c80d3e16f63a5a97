//! The invariants: nothing hidden leaks, choices are sound and complete, JSON and taking back hold.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::super::Bremen;
use super::super::choices::Choice;
use super::super::moves::Move;
use super::super::opening::Options;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Sampling, Views};
use crate::record::{Entry, Record, Status};
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::violation::Referee;

struct Die(SmallRng);

impl Chooser for Die {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

fn viewers(seats: u8) -> Vec<Viewer> {
    let mut all: Vec<Viewer> = (0..seats).map(|seat| Viewer::Seat(Seat::new(seat))).collect();
    all.push(Viewer::Public);
    all
}

fn step(game: &Bremen, mv: &Move) -> (Bremen, Vec<super::super::moves::Effect>) {
    game.play(Seq(1), mv, &mut Referee::strict()).unwrap_or_else(|v| panic!("{mv:?}: {v:?}"))
}

fn learn(game: &Bremen, seen: &[Move]) -> Bremen {
    seen.iter().fold(game.clone(), |game, mv| step(&game, mv).0)
}

/// Plays a whole game, checking every choice on the way.
fn whole_game(seed: u64) -> (u8, Vec<Move>) {
    let mut die = Die(SmallRng::seed_from_u64(seed));
    let (seats, options) = Bremen::sample_opening(&mut die);
    let mut game = Bremen::new(seats, &options, RulesVersion::FIRST).unwrap();
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        let choices = game.choices();
        assert!(!choices.is_empty(), "seed {seed}: {:?}", game.view());
        for choice in &choices {
            let mv = game.sample(choice, &mut die);
            step(&game, &mv);
            assert!(game.matches(choice, &mv), "seed {seed}: {choice:?} {mv:?}");
        }
        let chooser: &mut dyn Chooser = &mut die;
        let choice = chooser.choose(&choices).clone();
        let mv = game.sample(&choice, &mut die);
        game = step(&game, &mv).0;
        moves.push(mv);
        assert!(moves.len() < 300, "seed {seed} does not end");
    }
    (seats, moves)
}

#[test]
fn viewers_are_never_refused_and_see_the_same_end() {
    for seed in 0..60 {
        let (seats, moves) = whole_game(seed);
        for viewer in viewers(seats) {
            let mut full = Bremen::new(seats, &Options {}, RulesVersion::FIRST).unwrap();
            let mut seen = full.clone();
            for mv in &moves {
                seen = learn(&seen, &full.seen_by(mv, viewer));
                full = step(&full, mv).0;
                check_hidden(&full, &seen, viewer);
            }
            assert_eq!(full.outcome(), seen.outcome(), "seed {seed} {viewer:?}");
            assert_eq!(full.view().left, seen.view().left);
        }
    }
}

fn check_hidden(full: &Bremen, seen: &Bremen, viewer: Viewer) {
    let (full, seen) = (full.view(), seen.view());
    assert_eq!((&full.taken, &full.on_table, full.turn), (&seen.taken, &seen.on_table, seen.turn));
    assert_eq!(full.first_leader, seen.first_leader);
    for (seat, hand) in seen.hands.iter() {
        assert!(hand.tiles.is_none() || viewer.shares(seat), "{viewer:?} sees the hand of {seat}");
    }
}

/// Any mixture of known and unknown hands folds to the same result once all is revealed.
#[test]
fn forgetting_hands_never_refuses() {
    let mut die = Die(SmallRng::seed_from_u64(11));
    for seed in 400..480 {
        let (seats, moves) = whole_game(seed);
        let mut full = Bremen::new(seats, &Options {}, RulesVersion::FIRST).unwrap();
        let mut less = full.clone();
        for mv in &moves {
            let forgotten = forget(mv, &mut die);
            less = step(&less, &forgotten).0;
            full = step(&full, mv).0;
            let leader = full.view().first_leader;
            if less.view().first_leader != leader {
                less = step(&less, &Move::Lead { seat: leader.unwrap() }).0;
            }
        }
        if let (None, Some(left)) = (less.outcome(), full.view().left) {
            less = step(&less, &Move::Reveal { left }).0;
        }
        assert_eq!(full.outcome(), less.outcome(), "seed {seed}");
    }
}

fn forget(mv: &Move, die: &mut Die) -> Move {
    match mv {
        Move::Deal { hands: Fact::Known(hands), center } => {
            let hands = hands.map(|_, hand| hand.clone().seen_if(die.below(2) == 0));
            Move::Deal { hands: Fact::Known(hands), center: *center }
        }
        mv => mv.clone(),
    }
}

/// A viewer cannot tell apart two deals that differ only in the hands of others, not even by the choices.
#[test]
fn hidden_hands_change_nothing_for_a_viewer() {
    let mut die = Die(SmallRng::seed_from_u64(7));
    for _ in 0..200 {
        let game = Bremen::new(4, &Options {}, RulesVersion::FIRST).unwrap();
        let Move::Deal { hands: Fact::Known(hands), center } = game.sample(&game.choices()[0], &mut die)
        else {
            continue;
        };
        let mut swapped = hands.clone();
        // The two others not holding the donkey trade hands.
        let leader =
            step(&game, &Move::Deal { hands: Fact::Known(hands.clone()), center }).0.view().first_leader;
        let others: Vec<Seat> = (1..4).map(Seat::new).filter(|seat| Some(*seat) != leader).take(2).collect();
        let first = swapped[others[0]].clone();
        swapped[others[0]] = swapped[others[1]].clone();
        swapped[others[1]] = first;
        let viewer = Viewer::Seat(Seat::new(0));
        let a = game.seen_by(&Move::Deal { hands: Fact::Known(hands), center }, viewer);
        let b = game.seen_by(&Move::Deal { hands: Fact::Known(swapped), center }, viewer);
        assert_eq!(a, b);
    }
}

/// Every tile that is accepted is offered, and every tile offered is accepted.
#[test]
fn choices_are_exactly_the_accepted_moves() {
    for seed in 100..115 {
        let (seats, moves) = whole_game(seed);
        let mut game = Bremen::new(seats, &Options {}, RulesVersion::FIRST).unwrap();
        for mv in &moves {
            let choices = game.choices();
            for candidate in candidates(seats) {
                let accepted = game.play(Seq(1), &candidate, &mut Referee::strict()).is_ok();
                let covered = choices.iter().any(|choice| game.matches(choice, &candidate));
                let offered = choices.iter().any(|choice| matches!((choice, &candidate),
                    (Choice::Play { seat, tiles }, Move::Play { seat: by, tile }) if seat == by && tiles.contains(tile))
                    || matches!((choice, &candidate), (Choice::Lead { seats }, Move::Lead { seat }) if seats.contains(seat))
                    || matches!((choice, &candidate), (Choice::Redeal { seats }, Move::Redeal { seat, .. }) if seats.contains(seat)));
                assert_eq!((accepted, accepted), (covered, offered), "seed {seed}: {candidate:?}");
            }
            game = step(&game, mv).0;
        }
    }
}

fn candidates(seats: u8) -> Vec<Move> {
    let each = (0..seats).map(Seat::new);
    each.flat_map(|seat| {
        let plays = super::super::Tile::all().map(move |tile| Move::Play { seat, tile });
        plays.chain([Move::Lead { seat }, Move::Redeal { seat, hand: Fact::Unknown }])
    })
    .collect()
}

#[test]
fn json_round_trips_and_taking_back_restores_the_position() {
    for seed in 200..215 {
        let (seats, moves) = whole_game(seed);
        let mut record = Record::<Bremen>::open(seats, &Options {}, RulesVersion::FIRST).unwrap();
        let mut views = Vec::new();
        for mv in &moves {
            let json = serde_json::to_string(mv).unwrap();
            assert_eq!(&serde_json::from_str::<Move>(&json).unwrap(), mv);
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
            views.push(record.now().view());
        }
        assert_eq!(record.status(), Status::Over);
        let back = moves.len() / 2;
        record.append(Entry::TakeBack { count: back as u64 }).unwrap();
        for (mv, view) in moves.iter().zip(&views).skip(moves.len() - back) {
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
            assert_eq!(&record.now().view(), view);
        }
    }
}

/// Irregular and nonsensical moves, as any viewer sees them, never refuse or panic.
#[test]
fn irregular_records_are_seen_without_refusal() {
    for seed in 300..330 {
        let mut die = Die(SmallRng::seed_from_u64(seed));
        let seats = if seed % 2 == 0 { 3 } else { 4 };
        let mut full = Bremen::new(seats, &Options {}, RulesVersion::FIRST).unwrap();
        let mut seen: Vec<(Viewer, Bremen)> =
            viewers(seats).into_iter().map(|viewer| (viewer, full.clone())).collect();
        for _ in 0..400 {
            let Some(mv) = any_move(&full, seats, &mut die) else { break };
            let lenient = die.below(2) == 0;
            let referee = || if lenient { Referee::lenient() } else { Referee::strict() };
            let Ok((after, _)) = full.play(Seq(1), &mv, &mut referee()) else { continue };
            for (viewer, game) in &mut seen {
                for mv in full.seen_by(&mv, *viewer) {
                    let result = game.play(Seq(1), &mv, &mut referee());
                    *game = result.unwrap_or_else(|v| panic!("seed {seed} {viewer:?} {mv:?}: {v:?}")).0;
                }
            }
            full = after;
        }
    }
}

fn any_move(game: &Bremen, seats: u8, die: &mut Die) -> Option<Move> {
    if game.outcome().is_some() {
        return None;
    }
    if die.below(2) == 0 {
        let all = candidates(seats);
        return Some(all[die.below(all.len())].clone());
    }
    let choices = game.choices();
    let choice = choices.get(die.below(choices.len().max(1)))?;
    Some(game.sample(choice, die))
}

#[test]
fn openings_can_be_opened() {
    let game = crate::games::find("bremen").unwrap();
    let mut die = Die(SmallRng::seed_from_u64(1));
    for _ in 0..10 {
        assert!(game.open(&game.sample_opening(&mut die)).is_ok());
    }
}
