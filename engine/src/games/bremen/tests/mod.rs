//! Bremen's rules by their ids, its recorded games, and the invariants of every game.
#![expect(clippy::needless_pass_by_value, reason = "moves are written in place")]

mod analysis;
mod games;
mod invariants;
mod lost_round;
mod policy;
mod rules;
mod uncertain;

use serde_json::{Value, json};

use crate::erased::{AnyRecord, Rejected};
use crate::violation::Violation;

/// An empty record for this number of seats.
fn open(seats: u8) -> Box<dyn AnyRecord> {
    let game = crate::games::find("bremen").unwrap();
    game.open_new(seats, &json!({})).unwrap()
}

/// A record of these entries, all accepted.
fn record(seats: u8, entries: &[Value]) -> Box<dyn AnyRecord> {
    let mut record = open(seats);
    for entry in entries {
        record.append(entry).unwrap_or_else(|rejected| panic!("{entry}: {rejected:?}"));
    }
    record
}

/// Why this entry is refused.
fn refused(record: &dyn AnyRecord, entry: Value) -> Violation {
    match record.fork().append(&entry) {
        Err(Rejected::Refused(refusal)) => refusal.violation,
        other => panic!("{entry}: {other:?}"),
    }
}

/// Rule, contradicted event, and whether it can be recorded anyway.
fn why(record: &dyn AnyRecord, entry: Value) -> (&'static str, &'static str, Option<u64>, bool) {
    let violation = refused(record, entry);
    (violation.rule, violation.code, violation.contradicts.map(|event| event.0), violation.can_record_anyway)
}

/// The effects of the last move.
fn effects(record: &dyn AnyRecord) -> Value {
    let names = crate::text::Names::none(4);
    let steps = record.steps(record.len(), record.len(), &names);
    crate::erased::bare_effects(steps.last().unwrap())
}

fn play(seat: u8, tile: &str) -> Value {
    json!({"type": "play", "seat": seat, "tile": tile})
}

fn lead(seat: u8) -> Value {
    json!({"type": "lead", "seat": seat})
}

fn deal() -> Value {
    json!({"type": "deal"})
}

/// A hand of this many chickens (from 1), the rest dogs (from 1).
fn crowd(chickens: usize) -> Vec<String> {
    let chickens_held = (1..=chickens).map(|n| format!("chicken-{n}"));
    chickens_held.chain((1..=13 - chickens).map(|n| format!("dog-{n}"))).collect()
}

fn all_of(animal: &str) -> Vec<String> {
    (1..=13).map(|n| format!("{animal}-{n}")).collect()
}
