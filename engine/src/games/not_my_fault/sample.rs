//! Plausible moves, drawn with a chooser from outside.

use super::NotMyFault;
use super::choices::{Choice, OpenNote};
use super::moves::Move;
use super::opening::Options;
use super::rules::track::{LAST_SQUARE, is_white};
use crate::fact::Fact;
use crate::game::{Chooser, Sampling};
use crate::seat::{Seat, Seats};

/// Sample decks: unknown, ample, scarce, and with two numbers only.
const SAMPLE_DECKS: [Option<[i64; 7]>; 6] = [
    None,
    None,
    Some([4, 4, 4, 4, 4, 4, 4]),
    Some([1, 1, 1, 1, 1, 1, 1]),
    Some([2, 0, 0, 1, 0, 0, 2]),
    Some([0, 0, 0, 0, 0, 3, 9]),
];

impl Sampling for NotMyFault {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        let seats = Seats::new(*chooser.choose(&[2, 3, 4, 5, 6, 7, 8]));
        let all: Vec<Seat> = seats.iter().collect();
        let first_player = if chooser.chance(3) { *chooser.choose(&all) } else { all[0] };
        let options = Options {
            deck: chooser.choose(&SAMPLE_DECKS).map(Vec::from),
            extreme: chooser.chance(if seats.count() < 5 { 4 } else { 2 }),
            first_player,
        };
        (seats.count(), options)
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match choice {
            Choice::Declare { seat, numbers, cards } => {
                let card_known = !cards.is_empty() && !chooser.chance(3);
                let card = if card_known { Fact::Known(*chooser.choose(cards)) } else { Fact::Unknown };
                Move::Declare { seat: *seat, number: number(numbers, chooser), card }
            }
            Choice::NoteCard { open } => {
                let OpenNote { seat, cards, .. } = chooser.choose(open);
                Move::NoteCard { seat: *seat, card: *chooser.choose(cards) }
            }
            Choice::Audit { seat, .. } => Move::Audit { seat: *seat },
            Choice::Reveal { .. } => reveal(self, chooser),
            Choice::Reshuffle { .. } => Move::Reshuffle {},
        }
    }
}

/// A number to declare: mostly the next black square or a little more than before, seldom the last square.
fn number(numbers: &[i64], chooser: &mut dyn Chooser) -> i64 {
    let black = numbers.iter().copied().find(|number| !is_white(*number)).unwrap_or(LAST_SQUARE);
    match chooser.below(12) {
        0 => LAST_SQUARE,
        1 => *chooser.choose(numbers),
        2..=6 => black,
        _ => numbers.get(chooser.below(4)).copied().unwrap_or(black),
    }
}

/// A reveal of all cards, of some of them and the sum, or of the sum only.
fn reveal(game: &NotMyFault, chooser: &mut dyn Chooser) -> Move {
    let cards = any_cards(game, chooser);
    let sum = cards.iter().sum();
    let whole = chooser.chance(2);
    let shown = cards.into_iter().map(|card| Fact::Known(card).seen_if(whole || chooser.chance(2))).collect();
    let only_cards = Move::Reveal { cards: Some(shown), sum: None };
    if chooser.chance(2) && game.accepts(&only_cards) {
        return only_cards;
    }
    match only_cards {
        Move::Reveal { cards, .. } if whole || !chooser.chance(3) => Move::Reveal { cards, sum: Some(sum) },
        _ => Move::Reveal { cards: None, sum: Some(sum) },
    }
}

/// Cards that can lie on the table.
fn any_cards(game: &NotMyFault, chooser: &mut dyn Chooser) -> Vec<i64> {
    let mut game = game.clone();
    for index in 0..game.placed.len() {
        let possible = game.possible_cards(index);
        if game.placed[index].card.is_unknown()
            && !possible.is_empty()
            && let Ok(card) = u8::try_from(*chooser.choose(&possible))
        {
            game.placed[index].card = Fact::Known(card);
        }
    }
    game.cards(None).into_iter().filter_map(Fact::value).map(i64::from).collect()
}
