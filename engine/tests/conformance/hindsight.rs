//! Hindsight adds facts that came out later, and nothing false.

use kifu_engine::board::Layout;
use kifu_engine::erased::AnyRecord;
use kifu_engine::record::Status;
use kifu_engine::text::{Language, Names};
use serde_json::Value;

use crate::table::for_each_game;
use crate::unknown::with_facts_unknown;

#[test]
fn what_is_known_in_hindsight_was_so() {
    for_each_game(|table| {
        table.play_out();
        if table.record.status() != Status::Over {
            return;
        }
        let names = Names::none(table.record.seats().len());
        let Some(record) = with_facts_unknown(table) else { return };
        let hindsight =
            |record: &dyn AnyRecord, step| record.state_with_hindsight(step).expect("there is such a step");
        for (step, then) in (1..).zip(record.steps(1, record.len(), &names)) {
            let (knowledge, truth) = (hindsight(&*record, step), hindsight(&*table.record, step));
            assert_may_be(&knowledge.value(), &truth.value(), step);
            assert_may_be(&then.state.value(), &knowledge.value(), step);
        }
    });
}

#[test]
fn hindsight_changes_nothing_at_the_end_and_is_not_had_before_it() {
    for_each_game(|table| {
        let step = table.record.len();
        let names = Names::none(table.record.seats().len());
        let (language, layout) = (Language::En, Layout::Portrait);
        if table.record.status() == Status::Live {
            assert_eq!(table.record.state_with_hindsight(step), None);
            assert_eq!(table.record.board_with_hindsight(step, &names, language, layout), None);
        }
        table.play_out();
        if table.record.status() == Status::Live {
            return;
        }
        let step = table.record.len();
        assert_eq!(table.record.state_with_hindsight(step), Some(table.record.state()));
        let board = table.record.board(step, &names, language, layout);
        assert_eq!(table.record.board_with_hindsight(step, &names, language, layout), board);
        assert_eq!(table.record.board_with_hindsight(step + 1, &names, language, layout), None);
    });
}

/// Sums over certain facts, which are smaller where less is known.
const CERTAIN_COUNTS: &str = "discarded";

/// Every known value equals that of the other; where some of a list are unknown, the others have no order.
#[track_caller]
fn assert_may_be(knowledge: &Value, truth: &Value, step: usize) {
    match (knowledge, truth) {
        (Value::Null, _) => {}
        (Value::Object(knowledge), Value::Object(truth)) => {
            let fields = knowledge.iter().filter(|(name, _)| *name != CERTAIN_COUNTS);
            fields.for_each(|(name, knowledge)| assert_may_be(knowledge, &truth[name], step));
        }
        (Value::Array(knowledge), Value::Array(truth)) if knowledge.iter().all(is_plain) => {
            let mut left = truth.clone();
            for knowledge in knowledge.iter().filter(|value| !value.is_null()) {
                let place = left.iter().position(|one| one == knowledge);
                left.remove(
                    place.unwrap_or_else(|| panic!("step {step}: {knowledge} is not among {truth:?}")),
                );
            }
        }
        (Value::Array(knowledge), Value::Array(truth)) if knowledge.len() == truth.len() => {
            knowledge.iter().zip(truth).for_each(|(knowledge, truth)| assert_may_be(knowledge, truth, step));
        }
        _ => assert_eq!(knowledge, truth, "step {step}"),
    }
}

fn is_plain(value: &Value) -> bool {
    !value.is_object() && !value.is_array()
}
