//! Each seat can enter its part of a joint move alone; the parts make the move that all chose.

use kifu_engine::erased::{AnyRecord, Rejected};
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::text::{Names, Text};
use kifu_engine::violation::Violation;
use serde_json::{Value, json};

use crate::table::{Table, all_games, for_each_game, mangle, refusal};

/// The parts of a sampled move, by seat, where one is due and could be made of parts.
fn parts(table: &mut Table) -> Option<(Value, Vec<Value>)> {
    let due = table.record.joint()?;
    let samples = (0..8).find_map(|_| table.sample().filter(|mv| mv["type"] == due.kind));
    let stored = table.record.fork().append(&samples?).expect("it was sampled");
    let parts: Option<Vec<Value>> =
        table.record.seats().iter().map(|seat| table.record.part(&stored, seat)).collect();
    Some((stored.value(), parts?))
}

/// Checks an invariant wherever a joint move is due in some random games.
fn for_each_joint_move(invariant: impl Fn(&mut Table, Value, Vec<Value>)) {
    for_each_game(|table| {
        for _ in 0..25 {
            if let Some((mv, parts)) = parts(table) {
                invariant(table, mv, parts);
            }
            if table.play().is_none() {
                break;
            }
        }
    });
}

fn knows(record: &dyn AnyRecord, seat: Seat) -> Box<dyn AnyRecord> {
    record.seen_by(Viewer::Seat(seat))
}

fn refused(record: &dyn AnyRecord, seat: Seat, part: &Value) -> Option<Violation> {
    match record.check_part(seat, part) {
        Err(Rejected::Refused(refusal)) => Some(refusal.violation),
        _ => None,
    }
}

#[test]
fn the_parts_of_a_move_make_that_move() {
    for_each_joint_move(|table, mv, parts| assert_eq!(table.record.join(&parts), Some(mv)));
}

#[test]
fn some_games_have_joint_moves_and_parts_for_them() {
    let with_parts = |with: bool| all_games().into_iter().filter(move |game| is_entered(*game) == with);
    let is_due = |seed, game| {
        let mut table = Table::open(game, seed);
        (0..25).any(|_| parts(&mut table).is_some() || table.play().is_none())
            && table.record.joint().is_some()
    };
    assert!(with_parts(true).count() >= 2 && with_parts(false).count() >= 1);
    for game in with_parts(true) {
        assert!((0..50).any(|seed| is_due(seed, game)), "{}", game.meta().slug);
    }
    for game in with_parts(false) {
        assert!(!(0..50).any(|seed| is_due(seed, game)), "{}", game.meta().slug);
    }
}

fn is_entered(game: &dyn kifu_engine::erased::AnyGame) -> bool {
    game.schemas().parts.is_some()
}

#[test]
fn each_part_is_accepted_by_itself_on_what_its_seat_knows() {
    for_each_joint_move(|table, _, parts| {
        for (seat, part) in table.record.seats().iter().zip(&parts) {
            assert_eq!(knows(&*table.record, seat).check_part(seat, part).as_ref(), Ok(part), "seat {seat}");
            assert_eq!(table.record.check_part(seat, part).as_ref(), Ok(part), "seat {seat}, all known");
        }
    });
}

#[test]
fn a_part_is_refused_only_if_no_move_can_be_made_of_it() {
    for_each_joint_move(|table, _, parts| {
        for (seat, part) in table.record.seats().iter().zip(&parts) {
            let wrong = mangle(part, &mut table.dice);
            let Some(violation) = refused(&*knows(&*table.record, seat), seat, &wrong) else { continue };
            assert!(!violation.can_record_anyway, "{wrong}: {violation:?}");
            let mut others = parts.clone();
            others[seat.index()] = wrong.clone();
            let mv = table.record.join(&others).expect("they are parts of one move");
            refusal(&*table.record, &mv);
        }
    });
}

#[test]
fn the_joint_move_that_is_due_is_the_same_for_all_viewers() {
    for_each_game(|table| {
        table.play_and_blunder_and_stay_live();
        let due = table.record.joint().map(|joint| joint.kind);
        for viewer in table.viewers() {
            assert_eq!(table.record.seen_by(viewer).joint().map(|joint| joint.kind), due, "{viewer:?}");
        }
        let since = |table: &Table| table.record.seen_by(Viewer::Public).joint().map(|joint| joint.since);
        let before = since(table);
        table.accept(&json!({"type": "annotate", "text": "a comment changes nothing"}));
        assert_eq!(since(table), before);
    });
}

#[test]
fn parts_of_a_move_that_was_taken_back_are_of_another_moment() {
    for_each_joint_move(|table, mv, _| {
        let due = |record: &dyn AnyRecord| record.seen_by(Viewer::Public).joint();
        let mut again = table.record.fork();
        again.append(&mv).expect("it was sampled");
        if again.status() != Status::Live {
            return;
        }
        again.append(&json!({"type": "take_back", "count": 1})).expect("there is a move");
        let (before, after) = (due(&*table.record).unwrap(), due(&*again).unwrap());
        assert_eq!(before.kind, after.kind);
        assert!(before.since < after.since);
    });
}

#[test]
fn a_part_at_the_wrong_moment_or_of_nobody_is_refused_by_the_general_rules() {
    for_each_joint_move(|table, mv, parts| {
        let nobody = Seat::new(table.record.seats().count());
        assert_eq!(refused(&*table.record, nobody, &parts[0]).unwrap().rule, "G-5");
        let seat = Seat::new(0);
        let mut later = table.record.fork();
        later.append(&mv).expect("it was sampled");
        let (due, violation) = (later.joint(), refused(&*later, seat, &parts[0]));
        match due {
            _ if later.status() == Status::Over => assert_eq!(violation.unwrap().rule, "G-1"),
            None => assert_eq!(violation.unwrap().code, "no_joint_move"),
            Some(joint) if mv["type"] != joint.kind => assert_eq!(violation.unwrap().code, "wrong_phase"),
            Some(_) => {}
        }
        later = table.record.fork();
        later.append(&json!({"type": "abandon"})).expect("it is live");
        assert_eq!(refused(&*later, seat, &parts[0]).unwrap().rule, "G-1");
    });
}

#[test]
fn an_invalid_part_is_refused_with_what_is_wrong() {
    for_each_joint_move(|table, _, parts| {
        let part = &parts[0];
        let with = |field: &str, value: Value| {
            let mut wrong = part.clone();
            wrong[field] = value;
            wrong
        };
        for (wrong, word) in [
            (with("colour", json!(1)), "colour"),
            (with("irregular", json!(true)), "irregular"),
            (with("type", json!("pout")), "pout"),
            (with("type", json!(null)), "type"),
            (json!([part]), "type"),
        ] {
            match table.record.check_part(Seat::new(0), &wrong) {
                Err(Rejected::Malformed(malformed)) => {
                    let Text { ja, en } = malformed.message.text(&Names::none(0));
                    assert!(en.contains(word) && ja.contains(word), "{wrong}: {en} {ja}");
                }
                other => panic!("{wrong}: {other:?}"),
            }
        }
    });
}
