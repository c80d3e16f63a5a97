//! What a viewer kept of a record while it was live stays as it was: through corrections, over the
//! end of the game, and on when the record is opened again.

use kifu_engine::erased::{AnyRecord, AnyWatch};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde_json::{Value, json};

use crate::table::{Table, for_each_game, log};

/// The log with the event that each entry comes from.
fn kept(watch: &dyn AnyWatch) -> Vec<(Seq, Value)> {
    watch.seen().entries(Seq(1)).into_iter().map(|entry| (entry.origin, entry.payload)).collect()
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
fn what_was_kept_of_a_part_is_the_beginning_of_what_is_kept_of_the_whole() {
    for_each_game(|table| {
        let viewers = everybody(table);
        let mut before: Vec<Vec<(Seq, Value)>> = vec![Vec::new(); viewers.len()];
        play_and_reopen(table, &mut |record| {
            for (viewer, before) in viewers.iter().zip(&mut before) {
                let now = kept(&*record.watch(*viewer));
                assert!(now.starts_with(before), "{viewer:?} was told {before:?}, and now {now:?}");
                *before = now;
            }
        });
    });
}

#[test]
fn a_watch_that_goes_along_keeps_what_one_that_comes_late_does() {
    for_each_game(|table| {
        let viewers = everybody(table);
        let mut along: Vec<_> = viewers.iter().map(|viewer| table.record.watch(*viewer)).collect();
        play_and_reopen(table, &mut |record| along.iter_mut().for_each(|watch| watch.catch_up(record)));
        for (viewer, watch) in viewers.iter().zip(&along) {
            assert_eq!(kept(&**watch), kept(&*table.record.watch(*viewer)), "{viewer:?}");
        }
    });
}

#[test]
fn while_a_record_is_live_what_is_kept_is_what_is_seen() {
    for_each_game(|table| {
        table.play_and_blunder_and_stay_live();
        for viewer in everybody(table) {
            let watch = table.record.watch(viewer);
            assert_eq!(log(watch.seen()), log(&*table.record.seen_by(viewer)), "{viewer:?}");
        }
    });
}
