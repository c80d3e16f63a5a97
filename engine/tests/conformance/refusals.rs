//! A refusal is complete, helps, and changes nothing.

use kifu_engine::erased::Rejected;
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use kifu_engine::violation::Violation;
use serde_json::{Value, json};

use crate::table::{Table, answers, for_each_game, mangle, plays};

/// Entries of which many are impossible here.
fn doubtful(table: &mut Table) -> Vec<Value> {
    let all: Vec<Value> = plays(&*table.record).into_iter().map(|(_, mv)| mv).collect();
    let sampled = table.sample();
    let base: Vec<Value> = all.into_iter().chain(sampled).collect();
    let mut doubtful = Vec::new();
    for _ in 0..8 {
        if !base.is_empty() {
            let mv = table.dice.choose(&base).clone();
            doubtful.push(mangle(&mv, &mut table.dice));
        }
        doubtful.push(table.correction());
    }
    let count = table.dice.below_len(90);
    doubtful.push(json!({"type": "take_back", "count": count}));
    doubtful.push(json!({"type": "annotate", "event": count, "text": "there"}));
    doubtful
}

#[test]
fn a_rejected_entry_changes_nothing() {
    for_each_game(|table| {
        table.play_and_blunder();
        let before = answers(&*table.record);
        let entries = doubtful(table);
        for entry in entries {
            let mut record = table.record.fork();
            let rejected = record.append(&entry).is_err();
            if rejected {
                assert_eq!(answers(&*record), before, "{entry} was rejected, yet something changed");
                assert!(record.append_stored(&entry.to_string()).is_err());
                assert_eq!(answers(&*record), before, "{entry} was rejected, yet something changed");
            }
        }
    });
}

#[test]
fn a_refusal_names_its_rule_and_says_why_in_both_languages() {
    for_each_game(|table| {
        table.play_and_blunder();
        let entries = doubtful(table);
        for entry in entries {
            if let Err(Rejected::Refused(refusal)) = table.record.fork().append(&entry) {
                assert_complete(&refusal.violation);
                assert_earlier(table, &entry, &refusal.violation);
            }
        }
    });
}

fn assert_complete(violation: &Violation) {
    let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    assert!(!violation.code.is_empty() && violation.code.chars().all(snake), "{violation:?}");
    assert!(!violation.rule.is_empty(), "{violation:?}");
    let message = violation.message.text(&Names::none(0));
    assert!(!message.ja.is_ascii(), "no Japanese: {message:?}");
    assert!(!message.en.is_empty(), "no English: {message:?}");
    assert!(!violation.detail.is_null(), "no values: {violation:?}");
}

/// A move contradicts only an earlier move.
fn assert_earlier(table: &Table, entry: &Value, violation: &Violation) {
    let Some(event) = violation.contradicts else { return };
    let in_force = plays(&*table.record).iter().any(|(seq, _)| *seq == event);
    let itself = event == Seq(table.record.version().0 + 1);
    assert!(in_force && !itself, "{entry} contradicts {event:?}, which is no move in force");
}

/// An opening that the game does not allow is refused as a move would be.
#[test]
fn g_5_a_table_of_the_wrong_size_is_refused() {
    for_each_game(|table| {
        let (fewest, most) = table.game.meta().seats;
        for seats in [0, fewest - 1, most.saturating_add(1), u8::MAX] {
            if (fewest..=most).contains(&seats) {
                continue;
            }
            match table.game.open_new(seats, &table.opening.options).map(|_| ()) {
                Err(Rejected::Refused(refusal)) => assert_complete(&refusal.violation),
                other => panic!("{seats} seats: {other:?}"),
            }
        }
    });
}
