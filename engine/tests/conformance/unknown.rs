//! Facts that a record never learnt do not falsify an observation: it stays equal, or lies between bounds that hold the
//! true value.

use kifu_engine::erased::AnyRecord;
use kifu_engine::record::Status;
use kifu_engine::statistics::{Metric, Observation, Value};

use crate::mangling::forget;
use crate::table::{Table, for_each_game, observations, plays};

#[test]
fn unknown_facts_leave_observations_or_bound_them() {
    for_each_game(|table| {
        table.play_out();
        if table.record.status() != Status::Over {
            return;
        }
        let truth = observations(&*table.record);
        for _ in 0..3 {
            if let Some(record) = with_facts_unknown(table) {
                agrees(table.game.meta().metrics, &truth, &observations(&*record));
            }
        }
    });
}

/// A log of this game by somebody who knew less; `None` if it could not be logged so.
pub fn with_facts_unknown(table: &mut Table) -> Option<Box<dyn AnyRecord>> {
    let mut record = table.reopen();
    let often = 1 + table.dice.below_len(8);
    for (_, mv) in plays(&*table.record) {
        let mut reduced = mv.clone();
        while table.dice.chance(often) {
            let less = forget(&reduced, &mut table.dice);
            if less == reduced || record.fork().append(&less).is_err() {
                break;
            }
            reduced = less;
        }
        record.append(&reduced).ok()?;
    }
    (record.status() == Status::Over).then_some(record)
}

fn agrees(metrics: &[Metric], truth: &[Observation], seen: &[Observation]) {
    for metric in metrics.iter().filter(|metric| !metric.only_noted) {
        let of = |all: &[Observation]| -> Vec<_> {
            all.iter().filter(|one| one.metric == metric.name).cloned().collect()
        };
        let (truth, seen) = (of(truth), of(seen));
        assert_eq!(truth.len(), seen.len(), "{}: {truth:?} became {seen:?}", metric.name);
        for (truth, seen) in truth.iter().zip(&seen) {
            let same = truth.seat == seen.seat
                && contains(&seen.value, &truth.value)
                && seen.dimensions.iter().all(|dimension| truth.dimensions.contains(dimension));
            assert!(same, "{truth:?} became {seen:?}");
        }
    }
}

/// True if the bounds that are seen contain the true value, or its bounds.
fn contains(seen: &Value, truth: &Value) -> bool {
    match (seen, truth) {
        (Value::Between(low, high), Value::Number(number)) => (low..=high).contains(&number),
        (Value::Between(low, high), Value::Between(least, most)) => low <= least && most <= high,
        (Value::Between(..), Value::Word(_)) => *seen == Value::Between(0.0, 1.0),
        _ => seen == truth,
    }
}

#[test]
fn some_games_have_observations_that_nobody_can_know() {
    let bounded = std::sync::atomic::AtomicUsize::new(0);
    for_each_game(|table| {
        table.play_out();
        let record = with_facts_unknown(table);
        let seen = record.map(|record| observations(&*record)).unwrap_or_default();
        let unknown = seen.iter().filter(|one| matches!(one.value, Value::Between(..))).count();
        bounded.fetch_add(unknown, std::sync::atomic::Ordering::Relaxed);
    });
    let unlimited = std::env::var_os("KIFU_GAME").is_none() && std::env::var_os("KIFU_SEED").is_none();
    assert!(!unlimited || bounded.into_inner() > 0, "the invariant above saw no bounds");
}
