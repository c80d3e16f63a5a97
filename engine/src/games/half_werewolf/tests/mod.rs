//! The page as tests: rules by their ids, worked examples by the original's names, mixtures of
//! known and unknown, statistics, recorded games.
#![expect(clippy::needless_pass_by_value, reason = "moves are written in place")]

mod analysis;
mod camps;
mod contradictions;
mod drawing;
mod examples;
mod mixtures;
mod morning;
mod parts;
mod policy;
mod recorded;
mod search;
mod secrets;
mod statistics;
mod votes;

use serde_json::{Value, json};

use crate::erased::{AnyRecord, Opening, Rejected};
use crate::text::Names;
use crate::violation::Violation;

const V: &str = "villager";
const W: &str = "werewolf";
const S: &str = "seer";
const G: &str = "gravedigger";
const M: &str = "madman";

fn open(seats: u8, variant: &str) -> Box<dyn AnyRecord> {
    let game = crate::games::find("half_werewolf").unwrap();
    game.open_new(seats, &json!({"variant": variant})).unwrap()
}

/// A record of these entries, all accepted.
fn record(seats: u8, variant: &str, entries: &[Value]) -> Box<dyn AnyRecord> {
    let mut record = open(seats, variant);
    for entry in entries {
        add(&mut *record, entry.clone());
    }
    record
}

/// A table of five in the morning, with nothing known and the cards passed.
fn morning(entries: &[Value]) -> Box<dyn AnyRecord> {
    record(5, "standard", &[&[deal(), pass(5)], entries].concat())
}

fn add(record: &mut dyn AnyRecord, entry: Value) {
    record.append(&entry).unwrap_or_else(|rejected| panic!("{entry}: {rejected:?}"));
}

/// Why this entry is refused.
fn refused(record: &dyn AnyRecord, entry: Value) -> Violation {
    match record.fork().append(&entry) {
        Err(Rejected::Refused(refusal)) => refusal.violation,
        other => panic!("{entry}: {other:?}"),
    }
}

/// Rule, code, contradicted event, and whether it can be recorded anyway.
fn why(record: &dyn AnyRecord, entry: Value) -> (&'static str, &'static str, Option<u64>, bool) {
    let violation = refused(record, entry);
    (violation.rule, violation.code, violation.contradicts.map(|event| event.0), violation.can_record_anyway)
}

fn accepts(record: &dyn AnyRecord, entry: Value) -> bool {
    record.fork().append(&entry).is_ok()
}

fn irregular(mut entry: Value) -> Value {
    entry["irregular"] = true.into();
    entry
}

/// The effects of the last move.
fn effects(record: &dyn AnyRecord) -> Value {
    let steps = record.steps(record.len(), record.len(), &Names::none(6));
    crate::erased::bare_effects(steps.last().unwrap())
}

fn deal() -> Value {
    json!({"type": "deal"})
}

fn deal_to(hands: Value) -> Value {
    json!({"type": "deal", "hands": hands})
}

/// The cards are passed, and all stay unknown.
fn pass(seats: usize) -> Value {
    json!({"type": "pass_cards", "cards": vec![Value::Null; seats]})
}

fn note(seat: u8, holds: [&str; 2]) -> Value {
    json!({"type": "note", "seat": seat, "holds": holds})
}

fn at(seat: u8, slot: u8) -> Value {
    json!({"seat": seat, "slot": slot})
}

fn grave(slot: u8) -> Value {
    json!({"graveyard": slot})
}

fn look(seat: u8, target: Value) -> Value {
    json!({"type": "seer_look", "seat": seat, "target": target})
}

fn saw(seat: u8, target: Value, role: &str) -> Value {
    json!({"type": "seer_look", "seat": seat, "target": target, "role": role})
}

fn dig(seat: u8, target: Value) -> Value {
    json!({"type": "dig", "seat": seat, "target": target})
}

fn skip(ability: &str) -> Value {
    json!({"type": "skip_ability", "ability": ability})
}

fn end_day() -> Value {
    json!({"type": "end_day"})
}

fn vote(ballots: Value) -> Value {
    json!({"type": "vote", "ballots": ballots})
}

fn reveal(hands: Value, graveyard: Value) -> Value {
    json!({"type": "reveal", "hands": hands, "graveyard": graveyard})
}

/// Nobody comes forward, and the day is over.
fn quiet() -> Vec<Value> {
    vec![skip("seer"), skip("gravedigger"), end_day()]
}
