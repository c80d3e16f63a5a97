//! What answers say beside what was sent: the game that it is of.

use kifu_engine::erased::{AnyRecord, GAME_FIELD, StepView, with_game};
use serde_json::{Value, json};

/// An entry or a part as it was sent.
///
/// # Panics
///
/// If the answer does not say its game.
pub fn bare(answer: &Value) -> Value {
    let mut sent = answer.clone();
    let remove = |place: &mut Value| {
        let game = place.as_object_mut().and_then(|fields| fields.remove(GAME_FIELD));
        assert!(game.is_some_and(|game| game.is_string()), "it does not say its game: {answer}");
    };
    remove(&mut sent);
    if sent["type"] == "amend" {
        remove(&mut sent["with"]);
    }
    sent
}

/// A position, a choice or an effect of a record as it is answered.
pub fn answered(record: &dyn AnyRecord, value: Value) -> Value {
    with_game(record.meta().slug, value)
}

/// A step of a record as it is answered.
pub fn answered_step(record: &dyn AnyRecord, step: StepView) -> Value {
    let game = record.meta().slug;
    let all = |values: Vec<Value>| values.into_iter().map(|value| with_game(game, value)).collect();
    let mut step = StepView {
        mv: with_game(game, step.mv),
        effects: all(step.effects),
        state: with_game(game, step.state),
        ..step
    };
    if let Some(dispute) = &mut step.dispute {
        dispute.stated = with_game(game, dispute.stated.take());
        dispute.applied = all(std::mem::take(&mut dispute.applied));
    }
    with_game(game, json!(step))
}
