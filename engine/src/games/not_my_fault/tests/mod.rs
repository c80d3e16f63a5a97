//! The page as tests: rules, worked examples, knowledge, counts, statistics, recorded games.

mod analysis;
mod counts;
mod drawing;
mod knowledge;
mod mixtures;
mod policy;
mod recorded;
mod reveals;
mod statistics;
mod turns;

use serde_json::{Value, json};

use super::NotMyFault;
use super::moves::{Effect, Move};
use super::opening::Options;
use crate::game::{Choices, Game, Views};
use crate::outcome::Outcome;
use crate::record::{Entry, Record, Refusal};
use crate::rules::{Rules, RulesVersion};
use crate::seq::Seq;
use crate::violation::Violation;

/// A table: a record that reads moves as JSON.
struct Table(Record<NotMyFault>);

/// The only place of these tests where JSON becomes a move.
fn read(mv: &Value) -> Move {
    crate::tagged::written(mv.clone())
}

impl Table {
    fn open(seats: u8, options: &Value) -> Self {
        let options: Options = serde_json::from_value(options.clone()).unwrap();
        Self(Record::open(seats, &options, RulesVersion::FIRST).unwrap())
    }

    /// A table with an unknown deck.
    fn of(seats: u8) -> Self {
        Self::open(seats, &json!({}))
    }

    fn extreme(seats: u8) -> Self {
        Self::open(seats, &json!({"extreme": true}))
    }

    fn with_deck(seats: u8, deck: [i64; 7]) -> Self {
        Self::open(seats, &json!({"deck": deck}))
    }

    fn entry(mv: &Value, irregular: bool) -> Entry<Move> {
        Entry::Play { mv: read(mv), irregular }
    }

    fn play(&mut self, mv: &Value) -> Vec<Effect> {
        let accepted = self.0.check(Self::entry(mv, false)).unwrap_or_else(|r| panic!("{mv}: {r:?}"));
        let effects = accepted.step().unwrap().effects.clone();
        self.0.apply(accepted);
        effects
    }

    fn play_irregular(&mut self, mv: &Value) {
        self.0.append(Self::entry(mv, true)).unwrap_or_else(|r| panic!("{mv}: {r:?}"));
    }

    fn refused(&self, mv: &Value) -> Violation {
        self.0.check(Self::entry(mv, false)).expect_err("refused").violation
    }

    /// The rule that a move breaks.
    fn broken(&self, mv: &Value) -> &'static str {
        self.refused(mv).rule
    }

    /// The rule that a move breaks, and true if it can be recorded as a breach.
    fn breach(&self, mv: &Value) -> (&'static str, bool) {
        let violation = self.refused(mv);
        (violation.rule, violation.can_record_anyway)
    }

    /// The rule that a move breaks because of an earlier event.
    fn contradiction(&self, mv: &Value) -> (&'static str, &'static str, Option<u64>) {
        let violation = self.refused(mv);
        (violation.rule, violation.code, violation.contradicts.map(|event| event.0))
    }

    fn declare(&mut self, seat: i64, number: i64, card: Option<i64>) -> Vec<Effect> {
        self.play(&declare(seat, number, card))
    }

    fn audit(&mut self, seat: i64) -> Vec<Effect> {
        self.play(&audit(seat))
    }

    fn cards(&mut self, cards: &[i64]) -> Vec<Effect> {
        self.play(&json!({"type": "reveal", "cards": cards}))
    }

    fn sum(&mut self, sum: i64) -> Vec<Effect> {
        self.play(&sum_of(sum))
    }

    /// Declarations in turn, with unknown cards.
    fn declarations(&mut self, of: &[(i64, i64)]) {
        for (seat, number) in of {
            self.declare(*seat, *number, None);
        }
    }

    fn amend(&mut self, event: u64, with: &Value, irregular: bool) -> Result<(), Refusal> {
        self.0.append(Entry::Amend { event: Seq(event), with: read(with), irregular })
    }

    fn view(&self) -> Value {
        serde_json::to_value(self.0.now().view()).unwrap()
    }

    fn choices(&self) -> Value {
        serde_json::to_value(self.0.now().choices()).unwrap()
    }

    fn turn(&self) -> Option<i64> {
        self.view()["turn"].as_i64()
    }

    fn outcome(&self) -> Outcome {
        self.0.now().outcome().expect("over")
    }
}

fn declare(seat: i64, number: i64, card: Option<i64>) -> Value {
    json!({"type": "declare", "seat": seat, "number": number, "card": card})
}

fn note(seat: i64, card: i64) -> Value {
    json!({"type": "note_card", "seat": seat, "card": card})
}

fn audit(seat: i64) -> Value {
    json!({"type": "audit", "seat": seat})
}

fn sum_of(sum: i64) -> Value {
    json!({"type": "reveal", "sum": sum})
}

fn reveal(cards: &Value, sum: Option<i64>) -> Value {
    let mut reveal = json!({"type": "reveal", "cards": cards});
    if let Some(sum) = sum {
        reveal["sum"] = sum.into();
    }
    reveal
}

fn reshuffle() -> Value {
    json!({"type": "reshuffle"})
}

fn set_up(seats: u8, options: Value) -> Result<NotMyFault, &'static str> {
    let options: Options = serde_json::from_value(options).unwrap();
    NotMyFault::new(seats, &options, RulesVersion::FIRST).map_err(|violation| violation.rule)
}

/// The seat that took a suspension.
fn suspended(effects: &[Effect]) -> Option<i64> {
    effects.iter().find_map(|effect| match effect {
        Effect::Suspended { seat, .. } => Some(seat.number()),
        _ => None,
    })
}

fn winners(outcome: &Outcome) -> Vec<i64> {
    outcome.winners.iter().map(|seat| seat.number()).collect()
}
