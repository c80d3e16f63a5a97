//! Dancing Villager's rules by their ids, its recorded games, and games played at random.

mod analysis;
mod drawing;
mod games;
mod policy;
mod random;
mod rules;

use serde_json::{Value, json};

use crate::erased::{AnyRecord, Opening, Rejected};
use crate::rules::RulesVersion;
use crate::violation::Violation;

fn open(seats: u8) -> Box<dyn AnyRecord> {
    let game = crate::games::find("dancing_villager").unwrap();
    game.open_new(seats, &json!({})).unwrap()
}

/// A record that is played by the first version of the rules.
fn first_version(seats: u8, entries: &[Value]) -> Box<dyn AnyRecord> {
    let game = crate::games::find("dancing_villager").unwrap();
    let rules_version = RulesVersion::FIRST;
    let mut record = game.open(&Opening { seats, options: json!({}), rules_version }).unwrap();
    append(&mut *record, entries);
    record
}

fn record(seats: u8, entries: &[Value]) -> Box<dyn AnyRecord> {
    let mut record = open(seats);
    append(&mut *record, entries);
    record
}

fn append(record: &mut dyn AnyRecord, entries: &[Value]) {
    for entry in entries {
        record.append(entry).unwrap_or_else(|rejected| panic!("{entry}: {rejected:?}"));
    }
}

/// A record after one more entry.
fn after(record: &dyn AnyRecord, entry: &Value) -> Box<dyn AnyRecord> {
    let mut after = record.fork();
    append(&mut *after, std::slice::from_ref(entry));
    after
}

fn refused(record: &dyn AnyRecord, entry: &Value) -> Violation {
    match record.fork().append(entry) {
        Err(Rejected::Refused(refusal)) => refusal.violation,
        other => panic!("{entry}: {other:?}"),
    }
}

/// Rule, code, and whether it can be recorded anyway.
fn why(record: &dyn AnyRecord, entry: &Value) -> (&'static str, &'static str, bool) {
    let violation = refused(record, entry);
    (violation.rule, violation.code, violation.can_record_anyway)
}

/// Seats' villagers by letters: `U`p, `D`own, `F`lat, `S`tanding, `L`eaning.
fn throw(landed: &[&str]) -> Value {
    let results: Vec<Value> = landed.iter().map(|letters| landing(letters)).collect();
    json!({"type": "throw", "results": results, "stacked": false})
}

fn landing(letters: &str) -> Value {
    let count = |letter: &str| letters.matches(letter).count();
    json!({"up": count("U"), "down": count("D"), "flat": count("F"), "standing": count("S"), "leaning": count("L")})
}

fn stacked(landed: &[&str]) -> Value {
    let mut throw = throw(landed);
    throw["stacked"] = true.into();
    throw
}

fn take_dogs(taken: &[i64]) -> Value {
    json!({"type": "take_dogs", "taken": taken})
}

fn take_fire(seat: u8) -> Value {
    json!({"type": "take_fire", "seat": seat})
}

fn foul(seat: u8) -> Value {
    json!({"type": "foul", "seat": seat})
}

fn place_dog(seat: u8) -> Value {
    json!({"type": "place_dog", "seat": seat})
}

/// An entry that says a rule was broken.
fn irregular(mut entry: Value) -> Value {
    entry["irregular"] = true.into();
    entry
}

/// The effects of the last move, without their game.
fn effects(record: &dyn AnyRecord) -> Vec<Value> {
    let steps = record.steps(record.len(), record.len(), &crate::text::Names::none(4));
    let Value::Array(effects) = crate::erased::bare_effects(steps.last().unwrap()) else { panic!("a list") };
    effects
}

/// True if the last move had an effect of this type.
fn has_effect(record: &dyn AnyRecord, kind: &str) -> bool {
    effects(record).iter().any(|effect| effect["type"] == kind)
}

/// Meat and charcoal in the field.
fn sticks(record: &dyn AnyRecord) -> (i64, i64) {
    let state = record.state();
    (state.value()["meat"].as_i64().unwrap(), state.value()["charcoal"].as_i64().unwrap())
}
