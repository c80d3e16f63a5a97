//! Every way to break a rule of this game.

use serde_json::{Value, json};

use super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::rules::track::{BLACK_SQUARES, LAST_SQUARE};
use super::view::copies;
use super::words::Words;
use super::{MAX_SEATS, PlacedCard};
use crate::count;
use crate::fact::Fact;
use crate::range::Range;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

fn broken(rule: &'static str, code: &'static str, message: Words, detail: Value) -> Violation {
    Violation::new(rule, code, message, detail)
}

/// Adds the earlier event that cannot stand beside the move, if there is one.
fn because_of(violation: Violation, event: Option<Seq>) -> Violation {
    match event {
        Some(event) => Violation { code: "contradiction", ..violation.contradicting(event) },
        None => violation,
    }
}

pub fn seats(input: u8) -> Violation {
    Violation::out_of_range(Words::SeatsQuantity, input.into(), Bounds::Between(2, count::to_i64(MAX_SEATS)))
}

/// G-5: the cards that are turned up are not as many as lie on the table.
pub fn wrong_number_of_cards(input: usize, placed: usize) -> Violation {
    Violation::out_of_range(
        Words::CardsQuantity,
        count::to_i64(input),
        Bounds::Exactly(count::to_i64(placed)),
    )
}

/// G-5: the deck is not given number by number.
pub fn wrong_deck(input: usize, numbers: usize) -> Violation {
    Violation::out_of_range(
        Words::DeckQuantity,
        count::to_i64(input),
        Bounds::Exactly(count::to_i64(numbers)),
    )
}

pub fn copies_of_a_number(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::CopiesQuantity, input, Bounds::Between(0, most))
}

pub fn empty_deck() -> Violation {
    Violation::out_of_range(Words::CardsQuantity, 0, Bounds::AtLeast(1))
}

pub fn card_out_of_bounds(input: i64) -> Violation {
    Violation::out_of_range(Words::CardQuantity, input, Bounds::Between(0, MAX_CARD_NUMBER.into()))
}

/// NMF-10: more of a number than the whole deck has.
pub fn not_in_deck(input: &[Fact<u8>], deck: Cards) -> Violation {
    let input: Vec<u8> = input.iter().filter_map(|card| card.value()).collect();
    let detail = json!({"input": input, "allowed": {"deck": copies(deck)}});
    broken("NMF-10", "not_in_deck", Words::NotInDeck { cards: input }, detail)
}

pub fn sum_out_of_bounds(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::SumQuantity, input, Bounds::Between(0, most))
}

pub fn less_than_one(input: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": 1, "max": LAST_SQUARE}});
    broken("NMF-2", "less_than_one", Words::LessThanOne { input: InputNumber(input) }, detail)
        .recorded_as(Words::DeclaredLessThanOne { input: InputNumber(input) })
}

pub fn not_higher(input: i64, arrow: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": arrow + 1, "max": LAST_SQUARE}});
    broken("NMF-4", "not_higher", Words::NotHigher { input: InputNumber(input), arrow }, detail)
        .recorded_as(Words::DeclaredNotHigher { input: InputNumber(input), arrow })
}

pub fn beyond_the_track(input: i64, arrow: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": arrow + 1, "max": LAST_SQUARE}});
    broken("NMF-4", "beyond_the_track", Words::BeyondTheTrack { input: InputNumber(input) }, detail)
}

pub fn white_again(seat: Seat, input: i64, arrow: i64) -> Violation {
    let allowed: Vec<i64> = BLACK_SQUARES.into_iter().filter(|number| *number > arrow).collect();
    let detail = json!({"seat": seat, "input": input, "allowed": allowed});
    broken("NMF-5", "white_again", Words::WhiteAgain { seat, input: InputNumber(input) }, detail)
        .recorded_as(Words::DeclaredWhiteAgain { seat, input: InputNumber(input) })
}

pub fn nothing_to_draw(seat: Seat, allowed: &[String]) -> Violation {
    let detail = json!({"seat": seat, "input": "declare", "allowed": allowed});
    broken("NMF-I2", "nothing_to_draw", Words::NothingToDraw { seat }, detail)
}

pub fn nothing_to_audit(seat: Seat, allowed: &[String]) -> Violation {
    let detail = json!({"seat": seat, "input": "audit", "allowed": allowed});
    broken("NMF-2", "nothing_to_audit", Words::NothingToAudit { seat }, detail)
}

pub fn own_declaration(seat: Seat) -> Violation {
    broken("NMF-6", "own_declaration", Words::OwnDeclaration { seat }, json!({"seat": seat}))
}

pub fn no_card(seat: Seat) -> Violation {
    broken("NMF-2", "no_card", Words::NoCard { seat }, json!({"seat": seat}))
}

pub fn nothing_new(seat: Seat) -> Violation {
    broken("NMF-2", "nothing_new", Words::NothingNew { seat }, json!({"seat": seat}))
}

pub fn nothing_to_reshuffle() -> Violation {
    let detail = json!({"input": 0, "allowed": {"min": 1}});
    broken("NMF-10", "nothing_to_reshuffle", Words::NothingToReshuffle, detail)
        .recorded_as(Words::ReshuffledNothing)
}

pub fn nothing_revealed(rule: &'static str) -> Violation {
    let detail = json!({"input": null, "allowed": ["cards", "sum"]});
    broken(rule, "nothing_revealed", Words::NothingRevealed, detail)
}

pub fn wrong_sum(rule: &'static str, input: i64, sums: &[Range]) -> Violation {
    let message = Words::WrongSum { input: InputNumber(input), sums: sums.to_vec() };
    broken(rule, "wrong_sum", message, json!({"input": input, "allowed": sums}))
}

pub fn sum_left_open(rule: &'static str, sums: &[Range]) -> Violation {
    let message = Words::SumLeftOpen { sums: sums.to_vec() };
    broken(rule, "sum_left_open", message, json!({"input": null, "allowed": sums}))
}

/// G-4.
pub fn card_otherwise(placed: &PlacedCard, input: u8, logged: u8) -> Violation {
    let (seat, number) = (placed.seat, placed.number);
    let message = Words::CardOtherwise { seat, number, input, logged };
    Violation::contradiction(message, json!({"seat": seat, "input": input, "allowed": logged}), placed.at)
}

/// NMF-10: other cards of this number than the deck has were seen already.
pub fn card_elsewhere(input: &[Fact<u8>], event: Option<Seq>) -> Violation {
    let input: Vec<u8> = input.iter().filter_map(|card| card.value()).collect();
    let detail = json!({"input": input});
    because_of(broken("NMF-10", "not_left", Words::NotLeft { cards: input }, detail), event)
}

/// G-4, or NMF-10 where only the discards tell it.
pub fn sum_otherwise(rule: &'static str, input: i64, sums: &[Range], event: Option<Seq>) -> Violation {
    let message = Words::SumOtherwise { input: InputNumber(input), sums: sums.to_vec() };
    because_of(broken(rule, "wrong_sum", message, json!({"input": input, "allowed": sums})), event)
}
