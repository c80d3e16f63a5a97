//! The invariants of every game, on whole random games.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use strum::VariantArray;

use super::super::YouCryWolf;
use super::super::moves::Move;
use super::super::rules::animal::Animal;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Sampling, Views, Wording};
use crate::record::{Entry, Record, Status};
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Referee;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

fn play(game: &YouCryWolf, at: u64, mv: &Move) -> Result<YouCryWolf, crate::violation::Violation> {
    game.play(Seq(at), mv, &mut Referee::strict()).map(|(next, _)| next)
}

/// A whole game: its opening and its moves.
fn whole_game(seed: u64) -> (u8, super::Options, Vec<Move>) {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let (seats, options) = YouCryWolf::sample_opening(&mut dice);
    let mut game = YouCryWolf::new(seats, &options, RulesVersion::FIRST).unwrap();
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        let choices = game.choices();
        assert!(!choices.is_empty());
        let chooser: &mut dyn Chooser = &mut dice;
        let choice = chooser.choose(&choices);
        let mv = game.sample(choice, &mut dice);
        assert!(game.matches(choice, &mv), "{choice:?} {mv:?}");
        moves.push(mv);
        game = play(&game, moves.len() as u64, &moves[moves.len() - 1]).unwrap_or_else(|v| panic!("{v:?}"));
        assert!(moves.len() < 5000, "no end");
    }
    (seats, options, moves)
}

fn viewers(seats: u8) -> Vec<Viewer> {
    let seats = (0..seats).map(|seat| Viewer::Seat(Seat::new(seat)));
    seats.chain([Viewer::Public, Viewer::Scribe]).collect()
}

/// Everything a viewer is told, step by step.
fn seen_log(seats: u8, options: &super::Options, moves: &[Move], viewer: Viewer) -> Vec<Value> {
    let mut full = YouCryWolf::new(seats, options, RulesVersion::FIRST).unwrap();
    let mut own = full.clone();
    let mut said = Vec::new();
    let mut events = 0;
    for (index, mv) in moves.iter().enumerate() {
        for seen in full.seen_by(mv, viewer) {
            events += 1;
            let (next, effects) = own
                .play(Seq(events), &seen, &mut Referee::strict())
                .unwrap_or_else(|v| panic!("{viewer:?} cannot fold {seen:?}: {v:?}"));
            own = next;
            said.push(json!([seen, effects, own.view(), own.choices()]));
        }
        full = play(&full, index as u64 + 1, mv).unwrap();
        assert_eq!(full.outcome(), own.outcome(), "{viewer:?}");
    }
    said
}

#[test]
fn every_viewer_can_fold_its_log() {
    for seed in 0..60 {
        let (seats, options, moves) = whole_game(seed);
        for viewer in viewers(seats) {
            seen_log(seats, &options, &moves, viewer);
        }
    }
}

/// The game with other notes in the cups of everybody but one seat, up to the first call.
fn with_other_notes(moves: &[Move], kept_seat: Option<Seat>) -> Vec<Move> {
    let hidden = |mv: &&Move| matches!(mv, Move::NoteCup { seat, .. } if Some(*seat) != kept_seat);
    moves.iter().filter(|mv| !hidden(mv)).cloned().collect()
}

#[test]
fn hidden_notes_change_nothing_in_a_viewers_log() {
    for seed in 100..160 {
        let (seats, options, moves) = whole_game(seed);
        let call = moves.iter().position(|mv| matches!(mv, Move::Call { .. })).unwrap();
        for viewer in viewers(seats).into_iter().filter(|viewer| *viewer != Viewer::Scribe) {
            let kept_seat = match viewer {
                Viewer::Seat(seat) => Some(seat),
                _ => None,
            };
            let before = &moves[..=call];
            let other = with_other_notes(before, kept_seat);
            assert_eq!(seen_log(seats, &options, before, viewer), seen_log(seats, &options, &other, viewer));
        }
    }
}

#[test]
fn a_reveal_shows_earlier_notes() {
    let mut table = super::Table::begun(2);
    table.play(json!({"type": "note_cup", "seat": 0, "dice": super::dice("ccsswd")}));
    table.bet(0, "cow", "cow", 4);
    table.call(1, "cow");
    let now = table.0.now();
    let reveal: Move = tagged::written(json!({"type": "reveal", "count": 5}));
    let seen = now.seen_by(&reveal, Viewer::Public);
    let cups = json!([["cow", "sheep", "sheep", "sheepdog", "wolf"], null]);
    let seen: Vec<Value> = seen.iter().map(tagged::write).collect();
    assert_eq!(seen, [json!({"type": "reveal", "cups": cups, "count": 5})]);
    assert_eq!(now.seen_by(&reveal, Viewer::Scribe), [reveal]);
}

/// The move with some of its facts forgotten.
fn forget(mv: &Move, dice: &mut dyn Chooser) -> Move {
    match mv {
        Move::NoteCup { seat, dice: faces } => {
            let faces = faces.iter().map(|die| die.seen_if(!dice.chance(3))).collect();
            Move::NoteCup { seat: *seat, dice: faces }
        }
        Move::Reveal { cups: Some(cups), count: Some(count) } => {
            let cups = cups.map(|_, cup| match cup {
                Fact::Known(faces) if !dice.chance(3) => {
                    Fact::Known(faces.iter().map(|die| die.seen_if(!dice.chance(3))).collect())
                }
                _ => Fact::Unknown,
            });
            Move::Reveal { cups: Some(cups), count: Some(*count) }
        }
        _ => mv.clone(),
    }
}

#[test]
fn forgetting_facts_never_causes_a_refusal() {
    for seed in 200..280 {
        let (seats, options, moves) = whole_game(seed);
        let mut chooser = Dice(SmallRng::seed_from_u64(seed));
        let mut full = YouCryWolf::new(seats, &options, RulesVersion::FIRST).unwrap();
        let mut dim = full.clone();
        for (index, mv) in moves.iter().enumerate() {
            let mut less = forget(mv, &mut chooser);
            if let (Move::Reveal { cups, count: None }, super::super::Phase::Reveal(called)) =
                (mv, full.phase)
            {
                // If the count was derived, state it, so that the dice may be forgotten.
                let opened = full.open_cups(cups.as_ref()).unwrap();
                let count = Some(full.count_range(called.row, &opened, None).min);
                less = forget(&Move::Reveal { cups: cups.clone(), count }, &mut chooser);
            }
            full = play(&full, index as u64 + 1, mv).unwrap();
            dim = play(&dim, index as u64 + 1, &less).unwrap_or_else(|v| panic!("{less:?}: {v:?}"));
        }
        assert_eq!(full.outcome(), dim.outcome());
    }
}

/// Any move at all, most of them nonsense.
fn any_move(seats: u8, chooser: &mut dyn Chooser) -> Move {
    let seat = Seat::new(u8::try_from(chooser.below(usize::from(seats) + 1)).unwrap());
    let die = *chooser.choose(Animal::VARIANTS);
    let row = *chooser.choose(Animal::VARIANTS);
    let claim = i64::try_from(chooser.below(33)).unwrap() - 1;
    let face =
        |chooser: &mut dyn Chooser| Fact::Known(*chooser.choose(Animal::VARIANTS)).seen_if(chooser.chance(2));
    match chooser.below(8) {
        0 => Move::ChooseFirstPlayer { seat, wolves: None },
        1 => Move::NoteCup { seat, dice: (0..6).map(|_| face(chooser)).collect() },
        2 => Move::OpenDice { dice: vec![die; 6] },
        3 | 4 => Move::Bet { seat, die, row, claim },
        5 => Move::Privilege { seat, die, row },
        6 => Move::Call { seat, row },
        _ if chooser.chance(2) => Move::Reveal { cups: None, count: Some(claim) },
        _ => Move::Pass { seat },
    }
}

#[test]
fn choices_match_exactly_the_legal_moves() {
    for seed in 300..330 {
        let (seats, options, moves) = whole_game(seed);
        let mut chooser = Dice(SmallRng::seed_from_u64(seed));
        let mut game = YouCryWolf::new(seats, &options, RulesVersion::FIRST).unwrap();
        for (index, mv) in moves.iter().enumerate() {
            for _ in 0..40 {
                let other = any_move(seats, &mut chooser);
                let covered = game.choices().iter().any(|choice| game.matches(choice, &other));
                assert_eq!(play(&game, 9999, &other).is_ok(), covered, "{other:?}");
            }
            for choice in game.choices() {
                let sample = game.sample(&choice, &mut chooser);
                play(&game, 9999, &sample).unwrap_or_else(|v| panic!("{sample:?}: {v:?}"));
            }
            game = play(&game, index as u64 + 1, mv).unwrap();
        }
    }
}

#[test]
fn moves_round_trip_and_taking_back_loses_nothing() {
    for seed in 400..420 {
        let (seats, options, moves) = whole_game(seed);
        let mut chooser = Dice(SmallRng::seed_from_u64(seed));
        let mut record: Record<YouCryWolf> = Record::open(seats, &options, RulesVersion::FIRST).unwrap();
        for mv in &moves {
            let text = serde_json::to_string(mv).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), *mv);
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
        }
        assert_eq!(record.status(), Status::Over);
        let (view, count) = (record.now().view(), 1 + chooser.below(moves.len()));
        record.append(Entry::TakeBack { count: count as u64 }).unwrap();
        for mv in &moves[moves.len() - count..] {
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
        }
        assert_eq!(record.now().view(), view);
    }
}

#[test]
fn every_step_has_a_narration_in_both_languages() {
    let names = crate::text::Names::none(25);
    for seed in 500..510 {
        let (seats, options, moves) = whole_game(seed);
        let mut game = YouCryWolf::new(seats, &options, RulesVersion::FIRST).unwrap();
        for (index, mv) in moves.iter().enumerate() {
            let (next, effects) = game.play(Seq(index as u64 + 1), mv, &mut Referee::strict()).unwrap();
            let messages = effects.iter().map(YouCryWolf::describe_effect);
            for message in messages.chain([game.describe_move(mv)]) {
                let text = message.text(&names);
                assert!(!text.ja.is_empty() && text.en.ends_with(['.', '?', '!']), "{text:?}");
            }
            game = next;
        }
    }
}
