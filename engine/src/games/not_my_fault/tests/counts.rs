//! Complete games of small trees, counted by the engine and by hand.

use super::super::NotMyFault;
use super::super::choices::Choice;
use super::super::moves::Move;
use super::super::opening::Options;
use crate::fact::Fact;
use crate::game::Choices;
use crate::rules::{Rules, RulesVersion};
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Referee;

/// Tells if the cards are noted as they are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Drawn {
    Known,
    Unknown,
}

/// The moves that a choice stands for: declarations from some number on; reveals tell the sum.
/// Notes and early reshuffles are left out.
fn moves(choice: &Choice, least: i64, drawn: Drawn) -> Vec<Move> {
    match choice {
        Choice::Declare { seat, numbers, cards } => {
            let cards: Vec<Fact<i64>> = match drawn {
                Drawn::Known => cards.iter().copied().map(Fact::Known).collect(),
                Drawn::Unknown => vec![Fact::Unknown],
            };
            let numbers = numbers.iter().filter(|number| **number >= least);
            let declare =
                |number| cards.iter().map(move |card| Move::Declare { seat: *seat, number, card: *card });
            numbers.copied().flat_map(declare).collect()
        }
        Choice::Audit { seat, .. } => vec![Move::Audit { seat: *seat }],
        Choice::Reveal { sums, .. } => {
            let sums = sums.iter().flat_map(|range| range.min..=range.max);
            sums.map(|sum| Move::Reveal { cards: None, sum: Some(sum) }).collect()
        }
        Choice::NoteCard { .. } | Choice::Reshuffle { .. } => Vec::new(),
    }
}

fn play(game: &NotMyFault, event: u64, mv: &Move) -> NotMyFault {
    game.play(Seq(event), mv, &mut Referee::strict()).unwrap_or_else(|v| panic!("{mv:?}: {v:?}")).0
}

/// How many complete games follow.
fn games(game: &NotMyFault, event: u64, least: i64, drawn: Drawn) -> u64 {
    if game.outcome().is_some() {
        return 1;
    }
    let moves = game.choices().into_iter().flat_map(|choice| moves(&choice, least, drawn));
    moves.map(|mv| games(&play(game, event, &mv), event + 1, least, drawn)).sum()
}

fn two_seats(deck: Option<[i64; 7]>, extreme: bool) -> NotMyFault {
    let deck = deck.map(|deck| deck.to_vec());
    NotMyFault::new(2, &Options { deck, extreme, ..Options::default() }, RulesVersion::FIRST).unwrap()
}

/// Two seats, the extreme rule: the first turning-up ends the game. Seat 0 has declared 23, so
/// that six white squares (24 to 29) and the black 30 are left, and both warning cards are grey.
///
/// A round ends with an audit or with 30, and n cards whose number nobody wrote down make one of
/// the 6n + 1 sums from 0 to 6n. How many rounds end with n cards:
///
/// - n = 1: seat 1 audits at once: 1.
/// - n = 2: seat 1 declares 30: 1; or any of 6 white squares, and seat 0 audits: 6. Together 7.
/// - n = 3: after each of those 6, seat 0 declares 30: 6; or a white square above, of which there
///   are 5, 4, 3, 2, 1, 0, and seat 1 audits: 15. Together 21.
/// - n = 4: both are at yellow after each of those 15, so seat 1 can only declare 30: 15.
///
/// In all 1·7 + 7·13 + 21·19 + 15·25 = 7 + 91 + 399 + 375 = 872.
#[test]
fn nmf_5_games_from_23_on_with_unknown_cards_are_872() {
    let opening = Move::Declare { seat: Seat::new(0), number: 23, card: Fact::Unknown };
    let game = play(&two_seats(None, true), 1, &opening);
    assert_eq!(games(&game, 2, 23, Drawn::Unknown), 872);
}

/// Two seats, the extreme rule, a deck of one 0 and one 6, declarations from 23 on, cards written
/// down: when they are turned up, nothing is open.
///
/// Seat 0 draws either of 2 cards and declares 30: 2 games. Or it declares d from 23 to 29; then
/// seat 1 audits: 1; or it draws the other card and declares one of the 30 − d numbers above,
/// after which 30 is turned up, and anything else must be audited, as nothing is left to draw
/// (NMF-I2): 30 − d. With j = 30 − d from 1 to 7 that is 2 · Σ(1 + j) = 2 · (7 + 28) = 70.
/// In all 72.
///
/// With cards that nobody wrote down, one card makes 0 or 6 when it is turned up, and both make 6:
/// 30 at once 2, an audit at once 2 for each of 7 numbers, and 28 with two cards. In all 44.
#[test]
fn nmf_i2_games_with_two_cards_are_72_or_44() {
    let game = two_seats(Some([1, 0, 0, 0, 0, 0, 1]), true);
    assert_eq!(games(&game, 1, 23, Drawn::Known), 72);
    assert_eq!(games(&game, 1, 23, Drawn::Unknown), 44);
}

/// Two seats, a deck of a single 6, every number: the only card is laid, the other seat must audit
/// (NMF-I2) unless 30 was declared, the card is turned up as a 6, and it is shuffled in again.
///
/// 1 to 6 are true (6 ways): the auditor is suspended. 7 to 29 are too high and audited, 30 is
/// missed (24 ways): the declarer is suspended. In all three cases the other seat is next. Let
/// g(m, o) be the games that follow with m suspensions of the seat to move and o of the other:
///
/// - g(1, 1) = 6 + 24 = 30, for whoever is suspended has lost.
/// - g(1, 0) = 6 · g(1, 1) + 24 = 204, the other one suspended moving next, or the game over.
/// - g(0, 1) = 6 + 24 · g(1, 1) = 726.
/// - g(0, 0) = 6 · g(1, 0) + 24 · g(0, 1) = 1,224 + 17,424 = 18,648.
#[test]
fn nmf_9_games_with_a_single_six_are_18648() {
    let game = two_seats(Some([0, 0, 0, 0, 0, 0, 1]), false);
    assert_eq!(games(&game, 1, 1, Drawn::Unknown), 18_648);
}

/// Three seats with the extreme rule: each of the 30 ways eliminates a seat, and when two are out the game is over:
/// 30 · 30 = 900.
#[test]
fn nmf_11_extreme_games_of_three_with_a_single_six_are_900() {
    let deck = Some(vec![0, 0, 0, 0, 0, 0, 1]);
    let game =
        NotMyFault::new(3, &Options { deck, extreme: true, ..Options::default() }, RulesVersion::FIRST)
            .unwrap();
    assert_eq!(games(&game, 1, 1, Drawn::Unknown), 900);
}
