//! The log that a viewer kept of a live record never changes: not by corrections, over the end of the game, or after
//! the record is opened again.

use kifu_engine::erased::{AnyRecord, AnyViewerLog};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde_json::{Value, json};

use crate::table::{Table, for_each_game, log};

/// The log with the event that each entry comes from.
fn log_of(watch: &dyn AnyViewerLog) -> Vec<(Seq, Value)> {
    watch.seen().entries(Seq(1)).into_iter().map(|entry| (entry.origin, entry.payload.value())).collect()
}

fn everybody(table: &Table) -> Vec<Viewer> {
    table.viewers().into_iter().chain([Viewer::Scribe]).collect()
}

/// A game played to its end by a clumsy scribe who opens it again once or twice.
fn play_and_reopen(table: &mut Table, after_each: &mut dyn FnMut(&dyn AnyRecord)) {
    let mut reopened = 0;
    for _ in 0..120 {
        if table.record.status() == Status::Live {
            table.play();
            if table.dice.chance(4) {
                table.blunder();
            }
        } else if reopened < 2 {
            reopened += 1;
            table.accept(&json!({"type": "annotate", "text": "that was it"}));
            let count = 1 + table.dice.below_len(table.record.len().min(3));
            table.accept(&json!({"type": "take_back", "count": count}));
        } else {
            break;
        }
        after_each(&*table.record);
    }
}

#[test]
fn the_viewer_log_of_a_prefix_is_a_prefix_of_the_viewer_log() {
    for_each_game(|table| {
        let viewers = everybody(table);
        let mut before: Vec<Vec<(Seq, Value)>> = vec![Vec::new(); viewers.len()];
        play_and_reopen(table, &mut |record| {
            for (viewer, before) in viewers.iter().zip(&mut before) {
                let now = log_of(&*record.viewer_log(*viewer));
                assert!(now.starts_with(before), "{viewer:?} was told {before:?}, and now {now:?}");
                *before = now;
            }
        });
    });
}

#[test]
fn a_viewer_log_kept_up_step_by_step_equals_one_built_at_the_end() {
    for_each_game(|table| {
        let viewers = everybody(table);
        let mut along: Vec<_> = viewers.iter().map(|viewer| table.record.viewer_log(*viewer)).collect();
        play_and_reopen(table, &mut |record| along.iter_mut().for_each(|watch| watch.catch_up(record)));
        for (viewer, watch) in viewers.iter().zip(&along) {
            assert_eq!(log_of(&**watch), log_of(&*table.record.viewer_log(*viewer)), "{viewer:?}");
        }
    });
}

#[test]
fn the_viewer_log_of_a_live_record_is_what_the_viewer_sees() {
    for_each_game(|table| {
        table.play_and_blunder_and_stay_live();
        for viewer in everybody(table) {
            let watch = table.record.viewer_log(viewer);
            assert_eq!(log(watch.seen()), log(&*table.record.seen_by(viewer)), "{viewer:?}");
        }
    });
}
