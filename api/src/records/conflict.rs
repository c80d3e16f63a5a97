//! The answers to a client that sends a stale version: the events and steps since, as the viewer sees and numbers them.
//!
//! A client that sends a stale version gets 412 with the events and steps since the version that it named. A refusal
//! without `If-Match` carries the last move.

use kifu_engine::erased::{AnyEntry, AnyRecord, GAME_FIELD};
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use serde_json::{Value, json};

use crate::http::extractors::IfMatch;
use crate::http::problem::Problem;
use crate::records::cache::LoadedRecord;
use crate::records::view::etag;
use kifu_store::Epoch;

/// How many events a conflict lists at most; the last ones.
const MAX_EVENTS_SINCE: usize = 100;
/// The position after a step, which a conflict leaves out.
const STATE_FIELD: &str = "state";

/// 412 with the events and steps after the version that the client named, as the viewer sees them.
pub fn stale(loaded: &LoadedRecord, record: &dyn AnyRecord, if_match: &IfMatch) -> Problem {
    let (version, names) = (record.version(), &loaded.names);
    let stale = Problem::stale(version, &etag(record, loaded.epoch));
    let Some(since) = if_match.last_before(loaded.stamp(version)) else { return stale };
    let mut events = record.entries(Seq(since.0 + 1));
    events.drain(..events.len().saturating_sub(MAX_EVENTS_SINCE));
    let before = events.first().map_or(version, |event| Seq(event.seq.0 - 1));
    let steps = record.steps_since(before, names);
    let game = record.meta().slug;
    let events: Vec<Value> = events
        .into_iter()
        .map(|event| json!({"seq": event.seq, "entry": AnyEntry::of(game, &event.payload)}))
        .collect();
    let steps: Vec<Value> = steps.iter().map(|step| without(json!(step), STATE_FIELD)).collect();
    stale.with_more(json!({"since": since, "events": events, "steps": steps}))
}

/// Adds the last move in force to a rejection, so that a client which logs a turn that another has
/// logged already sees that.
pub fn with_last_move(
    problem: Problem,
    (record, epoch): (&dyn AnyRecord, Epoch),
    entry: Option<&Value>,
    names: &Names,
) -> Problem {
    let mut last = record.steps(record.len(), record.len(), names);
    let Some(last) = last.pop().filter(|_| !record.is_empty()) else { return problem };
    let logged_already =
        entry.is_some_and(|entry| without(entry.clone(), GAME_FIELD) == without(json!(last.mv), GAME_FIELD));
    problem.with_more(json!({
        "version": record.version(), "etag": etag(record, epoch), "last": without(json!(last), STATE_FIELD), "logged_already": logged_already,
    }))
}

fn without(mut object: Value, field: &str) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.remove(field);
    }
    object
}
