//! The laws of the house, on whole random games.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use strum::VariantArray;

use super::super::YouCryWolf;
use super::super::moves::Move;
use super::super::rules::animal::Animal;
use crate::fact::Fact;
use crate::game::{Choices, RandomSource, Sampling, Views, Wording};
use crate::record::{Entry, Record, Status};
use crate::rules::Rules;
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Referee;

struct Dice(SmallRng);

impl RandomSource for Dice {
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
    let mut game = YouCryWolf::new(seats, &options).unwrap();
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        let choices = game.choices();
        assert!(!choices.is_empty());
        let pick: &mut dyn RandomSource = &mut dice;
        let choice = pick.one(&choices);
        let mv = game.sample(choice, &mut dice);
        assert!(game.covers(choice, &mv), "{choice:?} {mv:?}");
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
fn told(seats: u8, options: &super::Options, moves: &[Move], viewer: Viewer) -> Vec<Value> {
    let mut full = YouCryWolf::new(seats, options).unwrap();
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
fn law_1_every_viewer_can_fold_what_it_sees() {
    for seed in 0..60 {
        let (seats, options, moves) = whole_game(seed);
        for viewer in viewers(seats) {
            told(seats, &options, &moves, viewer);
        }
    }
}

/// The game with other notes in the cups of everybody but one seat, up to the first call.
fn with_other_notes(moves: &[Move], keep: Option<Seat>) -> Vec<Move> {
    let hidden = |mv: &&Move| matches!(mv, Move::NoteCup { seat, .. } if Some(*seat) != keep);
    moves.iter().filter(|mv| !hidden(mv)).cloned().collect()
}

#[test]
fn law_1_what_is_hidden_from_a_viewer_changes_nothing_it_is_told() {
    for seed in 100..160 {
        let (seats, options, moves) = whole_game(seed);
        let call = moves.iter().position(|mv| matches!(mv, Move::Call { .. })).unwrap();
        for viewer in viewers(seats).into_iter().filter(|viewer| *viewer != Viewer::Scribe) {
            let keep = match viewer {
                Viewer::Seat(seat) => Some(seat),
                _ => None,
            };
            let before = &moves[..=call];
            let other = with_other_notes(before, keep);
            assert_eq!(told(seats, &options, before, viewer), told(seats, &options, &other, viewer));
        }
    }
}

#[test]
fn law_1_a_reveal_shows_what_was_noted() {
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

/// The same move with some of its facts forgotten.
fn forget(mv: &Move, dice: &mut dyn RandomSource) -> Move {
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
fn law_1_forgetting_facts_never_causes_a_refusal() {
    for seed in 200..280 {
        let (seats, options, moves) = whole_game(seed);
        let mut pick = Dice(SmallRng::seed_from_u64(seed));
        let mut full = YouCryWolf::new(seats, &options).unwrap();
        let mut dim = full.clone();
        for (index, mv) in moves.iter().enumerate() {
            let mut less = forget(mv, &mut pick);
            if let (Move::Reveal { cups, count: None }, super::super::Phase::Reveal(called)) =
                (mv, full.phase)
            {
                // Where the count was derived, say it, so that the dice may be forgotten.
                let opened = full.open_cups(cups.as_ref()).unwrap();
                let count = Some(full.count_range(called.row, &opened, None).min);
                less = forget(&Move::Reveal { cups: cups.clone(), count }, &mut pick);
            }
            full = play(&full, index as u64 + 1, mv).unwrap();
            dim = play(&dim, index as u64 + 1, &less).unwrap_or_else(|v| panic!("{less:?}: {v:?}"));
        }
        assert_eq!(full.outcome(), dim.outcome());
    }
}

/// Any move at all, most of them nonsense.
fn any_move(seats: u8, pick: &mut dyn RandomSource) -> Move {
    let seat = Seat::new(u8::try_from(pick.below(usize::from(seats) + 1)).unwrap());
    let die = *pick.one(Animal::VARIANTS);
    let row = *pick.one(Animal::VARIANTS);
    let claim = i64::try_from(pick.below(33)).unwrap() - 1;
    let face = |pick: &mut dyn RandomSource| Fact::Known(*pick.one(Animal::VARIANTS)).seen_if(pick.chance(2));
    match pick.below(8) {
        0 => Move::ChooseFirstPlayer { seat, wolves: None },
        1 => Move::NoteCup { seat, dice: (0..6).map(|_| face(pick)).collect() },
        2 => Move::OpenDice { dice: vec![die; 6] },
        3 | 4 => Move::Bet { seat, die, row, claim },
        5 => Move::Privilege { seat, die, row },
        6 => Move::Call { seat, row },
        _ if pick.chance(2) => Move::Reveal { cups: None, count: Some(claim) },
        _ => Move::Pass { seat },
    }
}

#[test]
fn law_2_choices_cover_exactly_the_legal_moves() {
    for seed in 300..330 {
        let (seats, options, moves) = whole_game(seed);
        let mut pick = Dice(SmallRng::seed_from_u64(seed));
        let mut game = YouCryWolf::new(seats, &options).unwrap();
        for (index, mv) in moves.iter().enumerate() {
            for _ in 0..40 {
                let other = any_move(seats, &mut pick);
                let covered = game.choices().iter().any(|choice| game.covers(choice, &other));
                assert_eq!(play(&game, 9999, &other).is_ok(), covered, "{other:?}");
            }
            for choice in game.choices() {
                let sample = game.sample(&choice, &mut pick);
                play(&game, 9999, &sample).unwrap_or_else(|v| panic!("{sample:?}: {v:?}"));
            }
            game = play(&game, index as u64 + 1, mv).unwrap();
        }
    }
}

#[test]
fn law_3_moves_round_trip_and_taking_back_loses_nothing() {
    for seed in 400..420 {
        let (seats, options, moves) = whole_game(seed);
        let mut pick = Dice(SmallRng::seed_from_u64(seed));
        let mut record: Record<YouCryWolf> = Record::open(seats, &options).unwrap();
        for mv in &moves {
            let text = serde_json::to_string(mv).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), *mv);
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
        }
        assert_eq!(record.status(), Status::Over);
        let (view, count) = (record.now().view(), 1 + pick.below(moves.len()));
        record.append(Entry::TakeBack { count: count as u64 }).unwrap();
        for mv in &moves[moves.len() - count..] {
            record.append(Entry::Play { mv: mv.clone(), irregular: false }).unwrap();
        }
        assert_eq!(record.now().view(), view);
    }
}

#[test]
fn every_step_is_told_in_both_languages() {
    let names = crate::text::Names::none(25);
    for seed in 500..510 {
        let (seats, options, moves) = whole_game(seed);
        let mut game = YouCryWolf::new(seats, &options).unwrap();
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
