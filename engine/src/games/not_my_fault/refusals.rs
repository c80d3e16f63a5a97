//! The violations of the rules of this game.

use std::collections::BTreeMap;

use super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::rules::track::{BLACK_SQUARES, LAST_SQUARE};
use super::view::copies;
use super::words::Words;
use super::{MAX_SEATS, PlacedCard};
use crate::fact::Fact;
use crate::range::Range;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

pub fn seats(input: u8) -> Violation {
    Violation::out_of_range(Words::SeatsQuantity, input, Bounds::Between(2, InputNumber::from(MAX_SEATS).0))
}

pub fn copies_of_a_number(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::CopiesQuantity, input, Bounds::Between(0, most))
}

pub fn empty_deck() -> Violation {
    Violation::out_of_range(Words::CardsQuantity, 0_i64, Bounds::AtLeast(1))
}

pub fn card_out_of_bounds(input: i64) -> Violation {
    Violation::out_of_range(Words::CardQuantity, input, Bounds::Between(0, MAX_CARD_NUMBER.into()))
}

/// NMF-10: more of a number than the whole deck has.
pub fn not_in_deck(input: &[Fact<u8>], deck: Cards) -> Violation {
    let cards = known_values(input);
    Violation::new("NMF-10", "not_in_deck", Words::NotInDeck { cards: cards.clone() })
        .input(cards)
        .allowed(BTreeMap::from([("deck", copies(deck))]))
}

fn known_values(cards: &[Fact<u8>]) -> Vec<u8> {
    cards.iter().filter_map(|card| card.value()).collect()
}

pub fn sum_out_of_bounds(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::SumQuantity, input, Bounds::Between(0, most))
}

pub fn less_than_one(input: i64) -> Violation {
    let input = InputNumber(input);
    Violation::new("NMF-2", "less_than_one", Words::LessThanOne { input })
        .allowed(Bounds::Between(1, LAST_SQUARE))
        .recorded_as(Words::DeclaredLessThanOne { input })
}

pub fn not_higher(input: i64, arrow: i64) -> Violation {
    let input = InputNumber(input);
    Violation::new("NMF-4", "not_higher", Words::NotHigher { input, arrow })
        .allowed(Bounds::Between(arrow + 1, LAST_SQUARE))
        .recorded_as(Words::DeclaredNotHigher { input, arrow })
}

pub fn beyond_the_track(input: i64, arrow: i64) -> Violation {
    Violation::new("NMF-4", "beyond_the_track", Words::BeyondTheTrack { input: InputNumber(input) })
        .allowed(Bounds::Between(arrow + 1, LAST_SQUARE))
}

pub fn white_again(seat: Seat, input: i64, arrow: i64) -> Violation {
    let input = InputNumber(input);
    let allowed: Vec<i64> = BLACK_SQUARES.into_iter().filter(|number| *number > arrow).collect();
    Violation::new("NMF-5", "white_again", Words::WhiteAgain { seat, input })
        .allowed(allowed)
        .recorded_as(Words::DeclaredWhiteAgain { seat, input })
}

pub fn nothing_to_draw(seat: Seat, allowed: &[String]) -> Violation {
    Violation::new("NMF-I2", "nothing_to_draw", Words::NothingToDraw { seat })
        .input("declare")
        .allowed(allowed)
}

pub fn nothing_to_audit(seat: Seat, allowed: &[String]) -> Violation {
    Violation::new("NMF-2", "nothing_to_audit", Words::NothingToAudit { seat })
        .input("audit")
        .allowed(allowed)
}

pub fn own_declaration(seat: Seat) -> Violation {
    Violation::new("NMF-6", "own_declaration", Words::OwnDeclaration { seat })
}

pub fn no_card(seat: Seat) -> Violation {
    Violation::new("NMF-2", "no_card", Words::NoCard { seat })
}

pub fn nothing_new(seat: Seat) -> Violation {
    Violation::new("NMF-2", "nothing_new", Words::NothingNew { seat })
}

pub fn nothing_to_reshuffle() -> Violation {
    Violation::new("NMF-10", "nothing_to_reshuffle", Words::NothingToReshuffle)
        .input(0)
        .allowed(Bounds::AtLeast(1))
        .recorded_as(Words::ReshuffledNothing)
}

pub fn nothing_revealed(rule: &'static str) -> Violation {
    Violation::new(rule, "nothing_revealed", Words::NothingRevealed).input(()).allowed(["cards", "sum"])
}

pub fn wrong_sum(rule: &'static str, input: i64, sums: &[Range]) -> Violation {
    let message = Words::WrongSum { input: InputNumber(input), sums: sums.to_vec() };
    Violation::new(rule, "wrong_sum", message).allowed(sums)
}

pub fn sum_left_open(rule: &'static str, sums: &[Range]) -> Violation {
    let message = Words::SumLeftOpen { sums: sums.to_vec() };
    Violation::new(rule, "sum_left_open", message).input(()).allowed(sums)
}

/// G-4.
pub fn card_otherwise(placed: &PlacedCard, input: u8, logged: u8) -> Violation {
    let (seat, number, input) = (placed.seat, placed.number, InputNumber::from(input));
    let message = Words::CardOtherwise { seat, number, input, logged };
    Violation::contradiction(message, placed.at).allowed(logged)
}

/// NMF-10: all cards of this number in the deck were seen elsewhere.
pub fn card_elsewhere(input: &[Fact<u8>], event: Option<Seq>) -> Violation {
    let cards = known_values(input);
    let message = Words::NotLeft { cards: cards.clone() };
    Violation::new("NMF-10", "not_left", message).input(cards).because_of(event)
}

/// G-4, or NMF-10 if only the discards tell it.
pub fn sum_otherwise(rule: &'static str, input: i64, sums: &[Range], event: Option<Seq>) -> Violation {
    let message = Words::SumOtherwise { input: InputNumber(input), sums: sums.to_vec() };
    Violation::new(rule, "wrong_sum", message).allowed(sums).because_of(event)
}
