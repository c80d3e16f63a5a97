//! The events of a record, as JSON that can be searched.

use serde_json::{Value, json};

use crate::game::Game;
use crate::json::encode;
use crate::record::{Record, Step};
use crate::tagged;

/// The `type` under which a breach of a rule is found. No game has a move or an effect of that name.
pub const BREACH_TYPE: &str = "breach";

/// The moves in force and their effects, in order, every one an object with its `type`. A
/// breach has its `code`, its `rule` and the `move` that was recorded all the same.
pub(super) fn searchable_items<G: Game>(record: &Record<G>) -> Vec<Value> {
    record.replay().as_applied().steps.iter().flat_map(of_step).collect()
}

fn of_step<G: Game>(step: &Step<G>) -> Vec<Value> {
    let mv = tagged::write(&step.mv);
    let breaches = step.breaches.iter().map(|breach| {
        json!({tagged::TYPE_FIELD: BREACH_TYPE, "code": breach.code, "rule": breach.rule, "move": mv[tagged::TYPE_FIELD]})
    });
    let mut all: Vec<Value> = breaches.chain(step.effects.iter().map(encode)).collect();
    all.push(mv);
    all
}
