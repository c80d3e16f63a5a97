//! The page as tests: rules, worked examples, invariants, statistics, recorded games.

mod analysis;
mod calls;
mod invariants;
mod policy;
mod recorded;
mod rules;
mod statistics;

use serde_json::{Value, json};

use super::YouCryWolf;
use super::moves::{Effect, Move};
use super::opening::Options;
use super::rules::animal::Animal;
use crate::game::Views;
use crate::record::{Entry, Record, Refusal};
use crate::rules::{Rules, RulesVersion};
use crate::seq::Seq;
use crate::tagged;

/// A table: a record that reads moves as JSON.
struct Table(Record<YouCryWolf>);

impl Table {
    fn open(seats: u8, options: Value) -> Self {
        let options: Options = serde_json::from_value(options).unwrap();
        Self(Record::open(seats, &options, RulesVersion::FIRST).unwrap())
    }

    /// Two or more seats, the usual options, seat 0 begins.
    fn begun(seats: u8) -> Self {
        let mut table = Self::open(seats, json!({}));
        table.play(json!({"type": "choose_first_player", "seat": 0}));
        table
    }

    fn english(seats: u8) -> Self {
        let mut table = Self::open(seats, json!({"edition": "en"}));
        table.play(json!({"type": "choose_first_player", "seat": 0}));
        table
    }

    fn entry(mv: Value, irregular: bool) -> Entry<Move> {
        Entry::Play { mv: tagged::written(mv), irregular }
    }

    fn play(&mut self, mv: Value) -> Vec<Effect> {
        let said = mv.to_string();
        let accepted = self.0.check(Self::entry(mv, false)).unwrap_or_else(|r| panic!("{said}: {r:?}"));
        let effects = accepted.step().unwrap().effects.clone();
        self.0.apply(accepted);
        effects
    }

    fn play_irregular(&mut self, mv: Value) {
        self.0.append(Self::entry(mv, true)).unwrap();
    }

    fn refused(&self, mv: Value) -> Refusal {
        self.0.check(Self::entry(mv, false)).expect_err("refused")
    }

    /// The rule that a move breaks.
    fn broken(&self, mv: Value) -> &'static str {
        self.refused(mv).violation.rule
    }

    fn bet(&mut self, seat: u8, die: &str, row: &str, claim: i64) -> Vec<Effect> {
        self.play(bet(seat, die, row, claim))
    }

    fn call(&mut self, seat: u8, row: &str) {
        self.play(json!({"type": "call", "seat": seat, "row": row}));
    }

    fn count(&mut self, count: i64) -> Vec<Effect> {
        self.play(json!({"type": "reveal", "count": count}))
    }

    fn view(&self) -> Value {
        serde_json::to_value(self.0.now().view()).unwrap()
    }

    fn amend(&mut self, event: u64, with: Value, irregular: bool) -> Result<(), Refusal> {
        let with = tagged::written(with);
        self.0.append(Entry::Amend { event: Seq(event), with, irregular })
    }
}

fn bet(seat: u8, die: &str, row: &str, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": die, "row": row, "claim": claim})
}

fn pass(seat: u8) -> Value {
    json!({"type": "pass", "seat": seat})
}

fn privilege(seat: u8, die: &str, row: &str) -> Value {
    json!({"type": "privilege", "seat": seat, "die": die, "row": row})
}

fn note(seat: u8, dice: [Option<&str>; 6]) -> Value {
    json!({"type": "note_cup", "seat": seat, "dice": dice})
}

/// Six dice told in letters: c s d w, and ? for unknown.
fn dice(letters: &str) -> Vec<Option<Animal>> {
    let die = |letter| match letter {
        'c' => Some(Animal::Cow),
        's' => Some(Animal::Sheep),
        'd' => Some(Animal::Sheepdog),
        'w' => Some(Animal::Wolf),
        _ => None,
    };
    letters.chars().map(die).collect()
}

fn paid(effects: &[Effect]) -> (i64, i64, i64, i64) {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Paid { payer, receiver, owed, paid } => {
                Some((payer.number(), receiver.number(), *owed, *paid))
            }
            _ => None,
        })
        .expect("a payment")
}

fn set_up(seats: u8, options: serde_json::Value) -> Result<YouCryWolf, &'static str> {
    let options: Options = serde_json::from_value(options).unwrap();
    YouCryWolf::new(seats, &options, RulesVersion::FIRST).map_err(|violation| violation.rule)
}

/// Seat 0 holds the markers of the cow, sheep and sheepdog rows; seat 1 is on the wolf row.
fn all_markers_out() -> Table {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "wolf", "wolf", 3);
    table.bet(0, "sheep", "sheep", 2);
    table.bet(1, "wolf", "wolf", 4);
    table.bet(0, "sheepdog", "sheepdog", 2);
    table.bet(1, "wolf", "wolf", 5);
    table
}
