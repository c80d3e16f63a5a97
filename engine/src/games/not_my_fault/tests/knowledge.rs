//! The possible cards with a given deck, by the cards that were turned up since the last reshuffle and those that lay
//! on the table during it; compared with every way in which the cards could really have come.

use std::collections::BTreeSet;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use super::super::NotMyFault;
use super::super::choices::Choice;
use super::super::moves::{Effect, Move};
use super::super::opening::Options;
use super::{Table, declare, note, reshuffle, reveal, sum_of};
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Sampling};
use crate::rules::Rules;
use crate::rules::RulesVersion;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Referee;

const fn because_of(event: u64) -> (&'static str, &'static str, Option<u64>) {
    ("NMF-10", "contradiction", Some(event))
}

fn remade(effects: &[Effect]) -> Option<i64> {
    effects.iter().find_map(|effect| match effect {
        Effect::DrawPileRemade { cards } => Some(*cards),
        _ => None,
    })
}

#[test]
fn nmf_10_the_draw_pile_is_remade_when_a_card_must_be_drawn_and_it_is_empty() {
    let mut table = Table::with_deck(2, [0, 0, 0, 1, 1, 0, 1]);
    table.declarations(&[(0, 1), (1, 2)]);
    table.audit(0);
    table.sum(7);
    assert_eq!(remade(&table.declare(0, 1, None)), None);
    let pile = table.view()["draw_pile"].clone();
    assert_eq!((&pile["cards"], &table.view()["discards"]), (&json!(0), &json!(2)));
    // The card on the table stays out of it.
    assert_eq!(remade(&table.declare(1, 2, None)), Some(2));
    let pile = table.view()["draw_pile"].clone();
    assert_eq!((&pile["cards"], &table.view()["discards"]), (&json!(1), &json!(0)));
}

#[test]
fn nmf_10_without_a_deck_nothing_is_checked() {
    let mut table = Table::of(2);
    for number in 1..=20 {
        table.play_irregular(&declare(number % 2, number, Some(6)));
    }
    assert_eq!(table.view()["draw_pile"], json!(null));
}

#[test]
fn nmf_10_a_card_seen_since_the_last_reshuffle_is_gone() {
    let mut table = Table::with_deck(2, [3, 0, 0, 0, 0, 0, 1]);
    table.declare(0, 5, None);
    table.audit(1);
    table.cards(&[6]);
    assert_eq!(table.contradiction(&declare(1, 1, Some(6))), because_of(3));
    assert!(!table.refused(&declare(1, 1, Some(6))).can_record_anyway);
    assert_eq!(table.choices()[0]["cards"], json!([0]));
    assert_eq!(table.view()["draw_pile"]["discarded"], json!([0, 0, 0, 0, 0, 0, 1]));
    table.declare(1, 1, None);
    assert_eq!(table.contradiction(&note(1, 6)), because_of(3));
    table.play(&reshuffle());
    // It was on the table when the six was still among the discards.
    assert_eq!(table.contradiction(&note(1, 6)), because_of(3));
    table.declare(0, 2, Some(6));
    table.audit(1);
    assert_eq!(table.contradiction(&reveal(&json!([6, null]), Some(6))), because_of(3));
    assert_eq!(table.contradiction(&sum_of(0)), ("G-4", "contradiction", Some(6)));
    let beyond_the_deck = table.refused(&reveal(&json!([6, 6]), None));
    assert_eq!((beyond_the_deck.rule, beyond_the_deck.code), ("NMF-10", "not_in_deck"));
    assert_eq!(beyond_the_deck.detail["allowed"]["deck"], json!([3, 0, 0, 0, 0, 0, 1]));
    assert_eq!(table.broken(&reveal(&json!([6, 6]), Some(7))), "NMF-6", "6 and 6 are 12, with any deck");
    assert_eq!(table.broken(&reveal(&json!([6, 6]), Some(12))), "NMF-10");
    table.sum(6);
    assert_eq!(table.view()["revealed"]["cards"][0]["card"], 0);
}

#[test]
fn nmf_10_a_card_that_lay_on_the_table_during_a_reshuffle_is_not_drawn_again() {
    let mut table = Table::with_deck(2, [3, 0, 0, 0, 0, 0, 1]);
    table.declare(0, 5, Some(0));
    table.audit(1);
    table.cards(&[0]);
    table.declare(1, 1, Some(6));
    table.play(&reshuffle());
    assert_eq!(table.view()["draw_pile"]["cards"], 3);
    assert_eq!(table.contradiction(&declare(0, 2, Some(6))), because_of(4));
    table.declare(0, 2, Some(0));
}

#[test]
fn nmf_10_there_must_be_something_to_reshuffle() {
    for mut table in [Table::of(2), Table::with_deck(2, [2; 7])] {
        assert_eq!(table.breach(&reshuffle()), ("NMF-10", true));
        table.declare(0, 5, None);
        assert_eq!(table.breach(&reshuffle()), ("NMF-10", true));
        table.play_irregular(&reshuffle());
        table.audit(1);
        table.sum(4);
        table.play(&reshuffle());
        assert_eq!(table.breach(&reshuffle()), ("NMF-10", true));
    }
}

#[test]
fn nmf_10_cards_that_follow_from_the_deck_need_not_be_stated() {
    let mut table = Table::with_deck(2, [1, 0, 0, 0, 0, 0, 1]);
    table.declare(0, 5, None);
    table.audit(1);
    table.cards(&[6]);
    table.declare(1, 1, None);
    table.audit(0);
    assert_eq!(table.choices()[0]["sums"], json!([{"min": 0, "max": 0}]));
    assert_eq!(table.contradiction(&sum_of(6)), because_of(3));
    table.play(&reveal(&json!([null]), None));
    assert_eq!(table.view()["revealed"]["cards"][0]["card"], 0);
}

#[test]
fn nmf_10_a_sum_alone_limits_the_possible_sums() {
    // 5 and 6 make 11, nothing else does.
    let mut table = Table::with_deck(2, [2, 0, 0, 0, 0, 1, 1]);
    table.declarations(&[(0, 5), (1, 8)]);
    table.audit(0);
    assert_eq!(
        table.choices()[0]["sums"],
        json!([{"min": 0, "max": 0}, {"min": 5, "max": 6}, {"min": 11, "max": 11}])
    );
    // With this deck no two cards make 7, whatever happened before.
    assert_eq!(table.refused(&sum_of(7)).code, "wrong_sum");
    assert_eq!(table.refused(&sum_of(7)).contradicts, None);
    table.sum(11);
    assert_eq!(table.choices()[0]["cards"], json!([0]));
    assert_eq!(table.contradiction(&declare(0, 5, Some(6))), because_of(4));
    // 0 and 3, or 1 and 2, make 3; so do the two cards left.
    let mut table = Table::with_deck(2, [1, 1, 1, 1, 0, 0, 0]);
    table.declarations(&[(0, 5), (1, 8)]);
    table.audit(0);
    table.sum(3);
    assert_eq!(table.view()["draw_pile"]["discarded"], json!([0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(table.choices()[0]["cards"], json!([0, 1, 2, 3]));
    table.declare(0, 1, Some(0));
    assert_eq!(table.contradiction(&declare(1, 5, Some(1))), because_of(5));
    table.declare(1, 5, Some(3));
}

#[test]
fn nmf_i2_with_nothing_left_to_draw_the_seat_must_audit() {
    let mut table = Table::with_deck(2, [0, 0, 0, 0, 0, 0, 2]);
    table.declarations(&[(0, 1), (1, 2)]);
    assert_eq!(table.breach(&declare(0, 5, None)), ("NMF-I2", false));
    assert_eq!(table.view()["must_audit"], true);
    let kinds: Vec<_> = table.choices().as_array().unwrap().iter().map(|c| c["type"].clone()).collect();
    assert_eq!(kinds, ["audit", "note_card"]);
    table.audit(0);
    table.play(&reveal(&json!([null, null]), None));
    assert_eq!(table.view()["revealed"]["sum"], 12);
    assert_eq!(remade(&table.declare(0, 1, None)), Some(2));
}

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// A possible state of the cards: how many of each number are in the draw pile and among the
/// discards, and the cards on the table.
type World = ([u8; 7], [u8; 7], Vec<i64>);

/// Every world that can follow a world by this move.
fn follow(world: &World, mv: &Move) -> Vec<World> {
    let (mut pile, mut discards, table) = world.clone();
    match mv {
        Move::Declare { card, .. } => {
            if pile == [0; 7] {
                std::mem::swap(&mut pile, &mut discards);
            }
            let drawn = (0..7_u8).filter(|number| pile[usize::from(*number)] > 0);
            let drawn = drawn.filter(|number| card.value().is_none_or(|card| card == i64::from(*number)));
            drawn
                .map(|number| {
                    let (mut pile, mut table) = (pile, table.clone());
                    pile[usize::from(number)] -= 1;
                    table.push(number.into());
                    (pile, discards, table)
                })
                .collect()
        }
        Move::Reveal { cards, sum } => {
            let pairs = cards.iter().flatten().zip(&table);
            let agree = pairs.clone().all(|(card, real)| card.value().is_none_or(|card| card == *real));
            if !agree || sum.is_some_and(|sum| sum != table.iter().sum::<i64>()) {
                return Vec::new();
            }
            for card in &table {
                discards[usize::try_from(*card).unwrap()] += 1;
            }
            vec![(pile, discards, Vec::new())]
        }
        Move::Reshuffle {} => {
            for number in 0..7 {
                pile[number] += std::mem::take(&mut discards[number]);
            }
            vec![(pile, discards, table)]
        }
        Move::NoteCard { .. } | Move::Audit { .. } => vec![(pile, discards, table)],
    }
}

/// The worlds in which a seat's latest card is this one.
fn noted(worlds: BTreeSet<World>, seats: &[Seat], seat: Seat, card: i64) -> BTreeSet<World> {
    let latest = seats.iter().rposition(|by| *by == seat).unwrap();
    worlds.into_iter().filter(|(_, _, table)| table[latest] == card).collect()
}

fn assert_offers_just_what_is_possible(game: &NotMyFault, worlds: &BTreeSet<World>, seats: &[Seat]) {
    for choice in game.choices() {
        match choice {
            Choice::Declare { cards, .. } => {
                let draw = Move::Declare { seat: Seat::new(0), number: 0, card: Fact::Unknown };
                let next = worlds.iter().flat_map(|world| follow(world, &draw));
                let drawn: BTreeSet<i64> = next.map(|(_, _, table)| *table.last().unwrap()).collect();
                assert_eq!(cards, drawn.into_iter().collect::<Vec<_>>());
            }
            Choice::NoteCard { open } => {
                for open in open {
                    let latest = seats.iter().rposition(|by| *by == open.seat).unwrap();
                    let possible: BTreeSet<i64> = worlds.iter().map(|(_, _, table)| table[latest]).collect();
                    assert_eq!(open.cards, possible.into_iter().collect::<Vec<_>>());
                }
            }
            Choice::Reveal { sums, .. } => {
                let offered: Vec<i64> = sums.iter().flat_map(|range| range.min..=range.max).collect();
                let possible: BTreeSet<i64> = worlds.iter().map(|(_, _, table)| table.iter().sum()).collect();
                assert_eq!(offered, possible.into_iter().collect::<Vec<_>>());
            }
            Choice::Audit { .. } | Choice::Reshuffle { .. } => {}
        }
    }
}

fn small_deck(dice: &mut Dice) -> [u8; 7] {
    let mut deck = [0; 7];
    for _ in 0..=dice.below(6) {
        deck[dice.below(7)] += 1;
    }
    deck
}

/// Long random games with small decks, reshuffles early and late, cards told or not: the engine
/// accepts exactly the facts that are possible with some order of the deck.
#[test]
fn nmf_10_a_move_is_possible_if_some_order_of_the_deck_allows_it() {
    for seed in 0..250 {
        let mut dice = Dice(SmallRng::seed_from_u64(seed));
        let deck = small_deck(&mut dice);
        let options = Options { deck: Some(deck.map(i64::from).to_vec()), ..Options::default() };
        let mut game = NotMyFault::new(2 + (seed % 4) as u8, &options, RulesVersion::FIRST).unwrap();
        let mut worlds = BTreeSet::from([(deck, [0; 7], Vec::new())]);
        let mut seats = Vec::new();
        for event in 1.. {
            assert_offers_just_what_is_possible(&game, &worlds, &seats);
            let choices = game.choices();
            if choices.is_empty() {
                break;
            }
            let mv = game.sample(&choices[dice.below(choices.len())], &mut dice);
            game = game
                .play(Seq(event), &mv, &mut Referee::strict())
                .unwrap_or_else(|v| panic!("{mv:?}: {v:?}"))
                .0;
            worlds = worlds.iter().flat_map(|world| follow(world, &mv)).collect();
            match mv {
                Move::Declare { seat, .. } => seats.push(seat),
                Move::Reveal { .. } => seats.clear(),
                Move::NoteCard { seat, card } => worlds = noted(worlds, &seats, seat, card),
                _ => {}
            }
            assert!(!worlds.is_empty(), "seed {seed}: {mv:?} was impossible");
        }
    }
}

/// A table that breaks the rules can go on for ever; the answers must still be fast.
#[test]
fn nmf_10_a_round_of_four_hundred_cards_is_no_burden() {
    let mut table = Table::with_deck(2, [99; 7]);
    table.declare(0, 5, Some(6));
    table.audit(1);
    table.cards(&[6]);
    for turn in 0..400 {
        table.play_irregular(&declare(turn % 2, 5, None));
        if turn == 200 {
            table.play(&reshuffle());
        }
    }
    table.play_irregular(&json!({"type": "audit", "seat": 0}));
    // 400 cards make at least 99 each of 0 to 3, and 4 of 4: 594 + 16.
    assert_eq!(table.choices()[0]["sums"], json!([{"min": 610, "max": 1790}]));
    table.play(&sum_of(1200));
}

/// Many rounds with known sums only have too many alternatives to keep. Possible facts are
/// still never refused.
#[test]
fn nmf_10_sums_of_long_rounds_are_believed() {
    let mut table = Table::with_deck(2, [9; 7]);
    for seat in [0, 1] {
        for number in 1..=13 {
            table.play_irregular(&declare((seat + number + 1) % 2, number, None));
        }
        table.audit(1 - seat);
        table.play(&sum_of(39));
    }
    assert_eq!(table.view()["draw_pile"]["discarded"], json!([0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(table.choices()[0]["cards"], json!([0, 1, 2, 3, 4, 5, 6]));
    table.declare(0, 5, Some(6));
    // A card that was told is gone for certain.
    table.audit(1);
    table.cards(&[6]);
    assert_eq!(table.view()["draw_pile"]["discarded"], json!([0, 0, 0, 0, 0, 0, 1]));
}
