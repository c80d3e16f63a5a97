//! Plausible moves, picked by somebody outside.

use super::NotMyFault;
use super::choices::{Choice, OpenNote};
use super::moves::Move;
use super::opening::Options;
use super::rules::track::{LAST_SQUARE, is_white};
use crate::fact::Fact;
use crate::game::{RandomSource, Sampling};
use crate::seat::Seat;

/// Decks of some kinds: nobody says, ample, scarce, and two kinds of cards only.
const SAMPLE_DECKS: [Option<[i64; 7]>; 6] = [
    None,
    None,
    Some([4, 4, 4, 4, 4, 4, 4]),
    Some([1, 1, 1, 1, 1, 1, 1]),
    Some([2, 0, 0, 1, 0, 0, 2]),
    Some([0, 0, 0, 0, 0, 3, 9]),
];

impl Sampling for NotMyFault {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        let seats = 2 + pick.below(7);
        let first_player = if pick.chance(3) { pick.below(seats) } else { 0 };
        let options = Options {
            deck: pick.one(&SAMPLE_DECKS).map(Vec::from),
            extreme: pick.chance(if seats < 5 { 4 } else { 2 }),
            first_player: Seat::new(u8::try_from(first_player).unwrap_or(0)),
        };
        (u8::try_from(seats).unwrap_or(2), options)
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        match choice {
            Choice::Declare { seat, numbers, cards } => {
                let known = !cards.is_empty() && !pick.chance(3);
                let card = if known { Fact::Known(*pick.one(cards)) } else { Fact::Unknown };
                Move::Declare { seat: *seat, number: number(numbers, pick), card }
            }
            Choice::NoteCard { open } => {
                let OpenNote { seat, cards, .. } = pick.one(open);
                Move::NoteCard { seat: *seat, card: *pick.one(cards) }
            }
            Choice::Audit { seat, .. } => Move::Audit { seat: *seat },
            Choice::Reveal { .. } => reveal(self, pick),
            Choice::Reshuffle { .. } => Move::Reshuffle {},
        }
    }
}

/// Mostly the next black square or a little more than before, seldom the last one.
fn number(numbers: &[i64], pick: &mut dyn RandomSource) -> i64 {
    let black = numbers.iter().copied().find(|number| !is_white(*number)).unwrap_or(LAST_SQUARE);
    match pick.below(12) {
        0 => LAST_SQUARE,
        1 => *pick.one(numbers),
        2..=6 => black,
        _ => numbers.get(pick.below(4)).copied().unwrap_or(black),
    }
}

/// All cards, some of them and the sum, or just the sum.
fn reveal(game: &NotMyFault, pick: &mut dyn RandomSource) -> Move {
    let cards = any_cards(game, pick);
    let sum = cards.iter().sum();
    let whole = pick.chance(2);
    let shown = cards.into_iter().map(|card| Fact::Known(card).seen_if(whole || pick.chance(2))).collect();
    let only_cards = Move::Reveal { cards: Some(shown), sum: None };
    if pick.chance(2) && game.accepts(&only_cards) {
        return only_cards;
    }
    match only_cards {
        Move::Reveal { cards, .. } if whole || !pick.chance(3) => Move::Reveal { cards, sum: Some(sum) },
        _ => Move::Reveal { cards: None, sum: Some(sum) },
    }
}

/// Cards that can lie on the table.
fn any_cards(game: &NotMyFault, pick: &mut dyn RandomSource) -> Vec<i64> {
    let mut game = game.clone();
    for index in 0..game.laid.len() {
        let possible = game.possible_cards(index);
        if game.laid[index].card.is_unknown() && !possible.is_empty() {
            game.laid[index].card = Fact::from(u8::try_from(*pick.one(&possible)).ok());
        }
    }
    game.cards(None).into_iter().filter_map(Fact::known).map(i64::from).collect()
}
