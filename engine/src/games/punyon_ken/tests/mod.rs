//! Punyon-ken's rules by their ids, its recorded games, and its best play.

mod analysis;
mod best_play;
mod drawing;
mod games;
mod policy;
mod rules;

use serde_json::{Value, json};

use crate::erased::{AnyRecord, Rejected};
use crate::violation::Violation;

fn open() -> Box<dyn AnyRecord> {
    let game = crate::games::find("punyon_ken").unwrap();
    game.open_new(2, &json!({})).unwrap()
}

/// Both throws: `RS` is rock by seat 0 and scissors by seat 1.
fn throw(hands: &str) -> Value {
    let word = |hand| match hand {
        'R' => "rock",
        'S' => "scissors",
        'P' => "paper",
        other => panic!("{other} is no hand"),
    };
    json!({"type": "throw", "hands": hands.chars().map(word).collect::<Vec<_>>()})
}

/// A record of these throws, written as for [`throw`] with spaces between.
fn record(throws: &str) -> Box<dyn AnyRecord> {
    let mut record = open();
    for entry in throws.split_whitespace().map(throw) {
        record.append(&entry).unwrap_or_else(|rejected| panic!("{entry}: {rejected:?}"));
    }
    record
}

fn refused(record: &dyn AnyRecord, entry: &Value) -> Violation {
    match record.fork().append(entry) {
        Err(Rejected::Refused(refusal)) => refusal.violation,
        other => panic!("{entry}: {other:?}"),
    }
}

/// By seat, bent fingers and palm.
fn scores(record: &dyn AnyRecord) -> [(i64, String); 2] {
    let score = |seat: usize| {
        let state = record.state();
        let score = &state.value()["scores"][seat];
        (score["bent"].as_i64().unwrap(), score["palm"].as_str().unwrap().to_owned())
    };
    [score(0), score(1)]
}

fn up(bent: i64) -> (i64, String) {
    (bent, "up".to_owned())
}

fn down(bent: i64) -> (i64, String) {
    (bent, "down".to_owned())
}

/// The winner and the ending; `None` while the game goes on.
fn won(record: &dyn AnyRecord) -> Option<(i64, &'static str)> {
    let outcome = record.outcome()?;
    Some((outcome.winners[0].number(), outcome.ending))
}

/// The effects of the last throw.
fn effects(record: &dyn AnyRecord) -> Value {
    let steps = record.steps(record.len(), record.len(), &crate::text::Names::none(2));
    crate::erased::bare_effects(steps.last().unwrap())
}
