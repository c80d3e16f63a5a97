//! Every possible move can be tapped, and every tapped entry is a move.

use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::{AnyRecord, Rejected};
use kifu_engine::form::Form;
use kifu_engine::game::Chooser;
use kifu_engine::seat::Viewer;
use kifu_engine::text::Names;
use serde_json::Value;

use crate::entering::{enter, fill};
use crate::table::{Table, for_each_game};

const MAX_MOVES_PER_GAME: usize = 60;

fn forms(record: &dyn AnyRecord, viewer: Viewer) -> Vec<Value> {
    let names = Names::none(record.seats().len());
    json(record.forms(viewer, None, &names).expect("now is always"))
}

fn json(forms: Vec<Form>) -> Vec<Value> {
    forms.into_iter().map(|form| serde_json::to_value(form).expect("forms are JSON")).collect()
}

#[test]
fn a_possible_move_can_be_entered_and_does_the_same() {
    for_each_game(|table| {
        for _ in 0..MAX_MOVES_PER_GAME {
            let Some(mv) = table.sample() else { break };
            let forms = forms(&*table.record, Viewer::Scribe);
            assert!(enter(&forms, &mv).is_some(), "{mv} can't be entered in {}", Value::from(forms));
            table.accept(&mv);
        }
    });
}

#[test]
fn every_filled_form_is_a_move() {
    for_each_game(|table| {
        for _ in 0..MAX_MOVES_PER_GAME {
            let Some(mv) = table.sample() else { break };
            for form in forms(&*table.record, Viewer::Scribe) {
                let filled = fill(&form, &mut |count| table.dice.below(count));
                let verdict = table.record.fork().append(&filled);
                assert!(!matches!(verdict, Err(Rejected::Malformed(_))), "{filled} of {form}: {verdict:?}");
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn a_seat_is_offered_its_own_moves_only_and_all_of_them() {
    for_each_game(|table| {
        for _ in 0..MAX_MOVES_PER_GAME {
            let Some(mv) = table.sample() else { break };
            check_own_moves(table, &mv);
            table.accept(&mv);
        }
    });
}

fn check_own_moves(table: &mut Table, mv: &Value) {
    let actor = table.record.actor(mv).expect("a move");
    for seat in table.record.seats().iter() {
        let own = table.record.seen_by(Viewer::Seat(seat));
        let forms = forms(&*own, Viewer::Seat(seat));
        for form in &forms {
            let filled = fill(form, &mut |count| table.dice.below(count));
            assert_eq!(own.actor(&filled).expect("a move"), Some(seat), "{filled} of {form}");
        }
        let offered = own.fork().append(mv).is_ok() && actor == Some(seat);
        assert!(!offered || enter(&forms, mv).is_some(), "{mv} can't be entered by seat {seat}");
    }
}

#[test]
fn a_seat_enters_its_part_of_every_joint_move() {
    for_each_game(|table| {
        for _ in 0..MAX_MOVES_PER_GAME {
            let Some(mv) = table.sample() else { break };
            for seat in table.record.seats().iter() {
                let form = table.record.part_form(seat, &Names::none(table.record.seats().len()));
                assert_eq!(form.is_some(), table.record.joint().is_some());
                check_part(table, seat, form, &mv);
            }
            table.accept(&mv);
        }
    });
}

fn check_part(table: &mut Table, seat: kifu_engine::seat::Seat, form: Option<Form>, mv: &Value) {
    let Some(form) = form.and_then(|form| serde_json::to_value(form).ok()) else { return };
    let filled = fill(&form, &mut |count| table.dice.below(count));
    let verdict = table.record.check_part(seat, &filled);
    assert!(!matches!(verdict, Err(Rejected::Malformed(_))), "{filled} of {form}: {verdict:?}");
    if let Some(part) = table
        .record
        .part(&CanonicalJson::of(mv).expect("it is JSON"), seat)
        .filter(|part| table.record.check_part(seat, part).is_ok())
    {
        assert!(enter(&[form], &part).is_some(), "{part} can't be entered");
    }
}

#[test]
fn forms_for_an_earlier_event_offer_the_moves_possible_then() {
    for_each_game(|table| {
        table.play_out();
        let names = Names::none(table.record.seats().len());
        for entry in table.record.in_force() {
            let forms = table.record.forms(Viewer::Scribe, Some(entry.seq), &names).expect("a move in force");
            let mv = entry.payload.value();
            assert!(mv["irregular"] == true || enter(&json(forms), &mv).is_some(), "{mv}");
        }
        assert_eq!(table.record.forms(Viewer::Scribe, Some(kifu_engine::seq::Seq(0)), &names), None);
    });
}
