//! Two records that differ only in facts hidden from a viewer give that viewer the same bytes.
//!
//! No invariant can know which facts a game means to hide: where everybody is told everything, nothing
//! leaks. The traces of recorded games (`tests/recorded.rs`) pin that; here, only that the public
//! is kept from knowing all.

use kifu_engine::erased::AnyRecord;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde_json::Value;

use crate::mangling::another;
use crate::table::{Table, all_games, answers, for_each_game, leaves, log, mangle, position, verdicts};

/// The record of a scribe who knew only what this viewer knew.
pub fn known_to(table: &Table, viewer: Viewer) -> Box<dyn AnyRecord> {
    let mut record = table.reopen();
    for entry in log(&*table.record.seen_by(viewer)) {
        if let Err(rejected) = record.append_stored(&entry.to_string()) {
            panic!("what {viewer:?} saw does not fold: {entry}: {rejected:?}");
        }
    }
    record
}

/// The facts that a viewer learns from a record: its answers, and its verdicts on some moves.
fn learnt(record: &dyn AnyRecord, viewer: Viewer, probes: &[Value]) -> (Value, Vec<String>) {
    let seen = record.seen_by(viewer);
    (answers(&*seen), verdicts(&*seen, probes))
}

fn probes(table: &mut Table) -> Vec<Value> {
    let Some(mv) = table.sample() else { return Vec::new() };
    (0..5).map(|_| mangle(&mv, &mut table.dice)).chain([mv.clone()]).collect()
}

#[test]
fn a_game_with_secrets_keeps_some_from_the_public() {
    for game in all_games() {
        let keeps_one = |seed| {
            let mut table = Table::open(game, seed);
            table.play_some_and_stay_live();
            log(&*table.record.seen_by(Viewer::Public)) != table.log()
        };
        assert_eq!((0..50).any(keeps_one), game.meta().has_secrets, "{}", game.meta().slug);
    }
}

#[test]
fn a_log_folded_from_a_viewers_log_shows_that_viewer_the_same() {
    for_each_game(|table| {
        table.play_and_blunder_and_stay_live();
        let probes = probes(table);
        for viewer in table.viewers() {
            let from_less = learnt(&*known_to(table, viewer), viewer, &probes);
            assert_eq!(from_less, learnt(&*table.record, viewer, &probes), "{viewer:?}");
        }
    });
}

#[test]
fn the_public_learns_the_same_from_what_any_seat_knows() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        let probes = probes(table);
        let public = learnt(&*table.record, Viewer::Public, &probes);
        for seat in table.record.seats().iter() {
            let from_seat = learnt(&*known_to(table, Viewer::Seat(seat)), Viewer::Public, &probes);
            assert_eq!(from_seat, public, "what the public sees depends on what only seat {seat} knows");
        }
    });
}

/// After corrections the two logs may say the same in other entries; the position is the same.
#[test]
fn the_public_learns_the_same_position_after_corrections() {
    for_each_game(|table| {
        table.play_and_blunder_and_stay_live();
        let public = position(&*table.record.seen_by(Viewer::Public));
        for seat in table.record.seats().iter() {
            let from_seat = known_to(table, Viewer::Seat(seat)).seen_by(Viewer::Public);
            assert_eq!(position(&*from_seat), public, "seat {seat}");
        }
    });
}

/// The secrets of a record are exchanged for others that the viewer could not tell from them.
#[test]
fn other_secrets_tell_a_viewer_the_same() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        for viewer in table.viewers() {
            let mut other = table.reopen();
            let mut this = table.reopen();
            for mv in table.log() {
                let seen_version = other.seen_by(viewer).version();
                this.append(&mv).expect("it was accepted before");
                let seen = this.seen_by(viewer);
                if !append_another(&mut *other, &mv, viewer, &*this, &mut table.dice) {
                    break;
                }
                if other.status() != Status::Live {
                    break;
                }
                let news = |record: &dyn AnyRecord| {
                    let next = Seq(seen_version.0 + 1);
                    record.entries(next).into_iter().map(|entry| entry.payload.value()).collect::<Vec<_>>()
                };
                let (saw, would_see) = (news(&*seen), news(&*other.seen_by(viewer)));
                if saw != would_see && discloses(&mv, &saw, &would_see) {
                    break;
                }
                assert_eq!(saw, would_see, "{viewer:?} learns something hidden from {mv}");
                assert_eq!(answers(&*seen), answers(&*other.seen_by(viewer)), "{viewer:?}, {mv}");
            }
        }
    });
}

/// Logs a move with other secrets that looks the same to the viewer, or the move itself if there is none. Returns true
/// if the record accepts it.
fn append_another(
    other: &mut dyn AnyRecord,
    mv: &Value,
    viewer: Viewer,
    this: &dyn AnyRecord,
    dice: &mut crate::table::Dice,
) -> bool {
    let secret = another(other, mv, viewer, this, dice);
    other.append(secret.as_ref().unwrap_or(mv)).is_ok()
}

/// Cups are lifted in some moves: the viewer is told what was under them, beside the move or in
/// fields that the scribe left open or left out.
fn discloses(mv: &Value, saw: &[Value], would_see: &[Value]) -> bool {
    let left_open = |path: &str| mv.pointer(path).is_none_or(Value::is_null);
    let first = [saw.first(), would_see.first()].into_iter().flatten();
    let filled_in = first.flat_map(leaves).any(|(path, leaf)| !leaf.is_null() && left_open(&path));
    saw.len().max(would_see.len()) > 1 || filled_in
}

/// `Record::seen_by` asserts in debug builds that the log of a viewer folds.
#[test]
fn forgetting_facts_never_causes_a_refusal() {
    for_each_game(|table| {
        for _ in 0..12 {
            table.play();
            table.blunder();
            for viewer in table.viewers() {
                let seen = table.record.seen_by(viewer);
                assert!(seen.version() <= table.record.version() || table.record.status() == Status::Live);
            }
        }
    });
}

#[test]
fn a_viewers_log_only_grows_as_the_record_grows() {
    for_each_game(|table| {
        let viewers = table.viewers();
        let mut before: Vec<Vec<Value>> = vec![Vec::new(); viewers.len()];
        for _ in 0..25 {
            if table.play().is_none() {
                break;
            }
            table.blunder();
            if table.record.status() != Status::Live {
                break;
            }
            for (viewer, before) in viewers.iter().zip(&mut before) {
                let now = log(&*table.record.seen_by(*viewer));
                assert!(now.starts_with(before), "{viewer:?} was told {before:?}, now {now:?}");
                *before = now;
            }
        }
    });
}

#[test]
fn the_scribe_sees_all_and_everybody_does_once_it_is_over() {
    for_each_game(|table| {
        table.play_some();
        let all = answers(&*table.record);
        assert_eq!(answers(&*table.record.seen_by(Viewer::Scribe)), all);
        table.play_out();
        if table.record.status() == Status::Live {
            return;
        }
        let all = answers(&*table.record);
        for viewer in table.viewers() {
            assert_eq!(answers(&*table.record.seen_by(viewer)), all, "{viewer:?}");
        }
    });
}

#[test]
fn a_seat_that_moves_sees_its_own_move_whole() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            let Ok(Some(seat)) = table.record.actor(&mv) else {
                table.accept(&mv);
                continue;
            };
            let stored = table.accept(&mv);
            let seen = log(&*table.record.seen_by(Viewer::Seat(seat)));
            let contains_seen = |whole: &Value, seen: &Value| {
                leaves(whole).iter().all(|(path, leaf)| leaf.is_null() || seen.pointer(path) == Some(leaf))
            };
            assert!(
                seen.iter().any(|seen| contains_seen(&stored, seen)),
                "seat {seat} does not see its own {mv}"
            );
        }
    });
}
