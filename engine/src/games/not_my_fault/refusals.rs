//! Every way to break a rule of this game.

use serde_json::{Value, json};

use super::choices::Range;
use super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::rules::track::{BLACK_SQUARES, LAST_SQUARE};
use super::view::copies;
use super::words::Words;
use super::{Laid, MAX_SEATS};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, Given};

fn broken(rule: &'static str, code: &'static str, message: Words, detail: Value) -> Violation {
    Violation::new(rule, code, message, detail)
}

/// The same, with the earlier event that cannot stand beside the move, if there is one.
fn because_of(violation: Violation, event: Option<Seq>) -> Violation {
    match event {
        Some(event) => Violation { code: "contradiction", ..violation.contradicting(event) },
        None => violation,
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub fn seats(given: u8) -> Violation {
    Violation::out_of_range(Words::SeatsQuantity, given.into(), Bounds::Between(2, number(MAX_SEATS)))
}

/// G-5: the cards that are turned up are not as many as lie on the table.
pub fn wrong_number_of_cards(given: usize, laid: usize) -> Violation {
    Violation::out_of_range(Words::CardsQuantity, number(given), Bounds::Exactly(number(laid)))
}

/// G-5: the deck is not given number by number.
pub fn wrong_deck(given: usize, numbers: usize) -> Violation {
    Violation::out_of_range(Words::DeckQuantity, number(given), Bounds::Exactly(number(numbers)))
}

pub fn copies_of_a_number(given: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::CopiesQuantity, given, Bounds::Between(0, most))
}

pub fn empty_deck() -> Violation {
    Violation::out_of_range(Words::CardsQuantity, 0, Bounds::AtLeast(1))
}

pub fn card_out_of_bounds(given: i64) -> Violation {
    Violation::out_of_range(Words::CardQuantity, given, Bounds::Between(0, MAX_CARD_NUMBER.into()))
}

/// NMF-10: more of a number than the whole deck has.
pub fn not_in_deck(given: &[Fact<u8>], deck: Cards) -> Violation {
    let given: Vec<u8> = given.iter().filter_map(|card| card.known()).collect();
    let detail = json!({"given": given, "allowed": {"deck": copies(deck)}});
    broken("NMF-10", "not_in_deck", Words::NotInDeck { cards: given }, detail)
}

pub fn sum_out_of_bounds(given: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::SumQuantity, given, Bounds::Between(0, most))
}

pub fn less_than_one(given: i64) -> Violation {
    let detail = json!({"given": given, "allowed": {"min": 1, "max": LAST_SQUARE}});
    broken("NMF-2", "less_than_one", Words::LessThanOne { given: Given(given) }, detail)
        .recorded_as(Words::DeclaredLessThanOne { given: Given(given) })
}

pub fn not_higher(given: i64, arrow: i64) -> Violation {
    let detail = json!({"given": given, "allowed": {"min": arrow + 1, "max": LAST_SQUARE}});
    broken("NMF-4", "not_higher", Words::NotHigher { given: Given(given), arrow }, detail)
        .recorded_as(Words::DeclaredNotHigher { given: Given(given), arrow })
}

pub fn beyond_the_track(given: i64, arrow: i64) -> Violation {
    let detail = json!({"given": given, "allowed": {"min": arrow + 1, "max": LAST_SQUARE}});
    broken("NMF-4", "beyond_the_track", Words::BeyondTheTrack { given: Given(given) }, detail)
}

pub fn white_again(seat: Seat, given: i64, arrow: i64) -> Violation {
    let allowed: Vec<i64> = BLACK_SQUARES.into_iter().filter(|number| *number > arrow).collect();
    let detail = json!({"seat": seat, "given": given, "allowed": allowed});
    broken("NMF-5", "white_again", Words::WhiteAgain { seat, given: Given(given) }, detail)
        .recorded_as(Words::DeclaredWhiteAgain { seat, given: Given(given) })
}

pub fn nothing_to_draw(seat: Seat, allowed: &[String]) -> Violation {
    let detail = json!({"seat": seat, "given": "declare", "allowed": allowed});
    broken("NMF-I2", "nothing_to_draw", Words::NothingToDraw { seat }, detail)
}

pub fn nothing_to_audit(seat: Seat, allowed: &[String]) -> Violation {
    let detail = json!({"seat": seat, "given": "audit", "allowed": allowed});
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
    let detail = json!({"given": 0, "allowed": {"min": 1}});
    broken("NMF-10", "nothing_to_reshuffle", Words::NothingToReshuffle, detail)
        .recorded_as(Words::ReshuffledNothing)
}

pub fn nothing_revealed(rule: &'static str) -> Violation {
    let detail = json!({"given": null, "allowed": ["cards", "sum"]});
    broken(rule, "nothing_revealed", Words::NothingRevealed, detail)
}

pub fn wrong_sum(rule: &'static str, given: i64, sums: &[Range]) -> Violation {
    let message = Words::WrongSum { given: Given(given), sums: sums.to_vec() };
    broken(rule, "wrong_sum", message, json!({"given": given, "allowed": sums}))
}

pub fn sum_left_open(rule: &'static str, sums: &[Range]) -> Violation {
    let message = Words::SumLeftOpen { sums: sums.to_vec() };
    broken(rule, "sum_left_open", message, json!({"given": null, "allowed": sums}))
}

/// G-4.
pub fn card_otherwise(laid: &Laid, given: u8, logged: u8) -> Violation {
    let (seat, number) = (laid.seat, laid.number);
    let message = Words::CardOtherwise { seat, number, given, logged };
    Violation::contradiction(message, json!({"seat": seat, "given": given, "allowed": logged}), laid.at)
}

/// NMF-10: other cards of this number than the deck has were seen already.
pub fn card_elsewhere(given: &[Fact<u8>], event: Option<Seq>) -> Violation {
    let given: Vec<u8> = given.iter().filter_map(|card| card.known()).collect();
    let detail = json!({"given": given});
    because_of(broken("NMF-10", "not_left", Words::NotLeft { cards: given }, detail), event)
}

/// G-4, or NMF-10 where only the discards tell it.
pub fn sum_otherwise(rule: &'static str, given: i64, sums: &[Range], event: Option<Seq>) -> Violation {
    let message = Words::SumOtherwise { given: Given(given), sums: sums.to_vec() };
    because_of(broken(rule, "wrong_sum", message, json!({"given": given, "allowed": sums})), event)
}
