//! The numbers of a viewer's events have no gaps, so not even they reveal hidden events.

use kifu_engine::fact::Fact::{Known, Unknown};
use kifu_engine::game::Views;
use kifu_engine::record::{Entry, Record, Status};
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;

use crate::toy::{Cups, Move, Options};

type Said = Entry<Move>;

const SEAT_0: Seat = Seat::new(0);
const SEAT_1: Seat = Seat::new(1);
const SEAT_2: Seat = Seat::new(2);

fn said(mv: Move) -> Said {
    Entry::Play { mv, irregular: false }
}

fn hide(seat: Seat, face: impl Into<Option<i64>>) -> Said {
    said(Move::Hide { seat, face: face.into().into() })
}

fn peek(seat: Seat, face: i64) -> Said {
    said(Move::Peek { seat, face })
}

fn nudge(seat: Seat) -> Said {
    said(Move::Nudge { seat })
}

fn lift(seat: Seat, face: impl Into<Option<i64>>) -> Said {
    said(Move::Lift { seat, face: face.into().into() })
}

fn amend(event: u64, with: Said) -> Said {
    let Entry::Play { mv, irregular } = with else { panic!("only a move amends a move") };
    Entry::Amend { event: Seq(event), with: mv, irregular }
}

fn take_back(count: u64) -> Said {
    Entry::TakeBack { count }
}

fn comment(event: impl Into<Option<u64>>) -> Said {
    Entry::Annotate { event: event.into().map(Seq), text: "!".to_owned() }
}

fn abandon() -> Said {
    Entry::Abandon { reason: Some("rain".to_owned()) }
}

fn record(log: &[Said]) -> Record<Cups> {
    let mut record = Record::open(3, &Options::default(), RulesVersion::FIRST).expect("three may play");
    for entry in log {
        record.append(entry.clone()).unwrap_or_else(|refusal| panic!("{entry:?}: {refusal:?}"));
    }
    record
}

/// The log that a viewer sees: the entries, each with the event of the full record it comes from.
fn seen(record: &Record<Cups>, viewer: Viewer) -> Vec<(u64, Said)> {
    record.seen_by(viewer).log().map(|(origin, entry)| (origin.0, entry.clone())).collect()
}

fn public(log: &[Said]) -> Vec<(u64, Said)> {
    seen(&record(log), Viewer::Public)
}

#[test]
fn a_hidden_fact_is_unknown_to_others() {
    let record = record(&[hide(SEAT_0, 3), hide(SEAT_1, 4)]);
    assert_eq!(seen(&record, Viewer::Public), [(1, hide(SEAT_0, None)), (2, hide(SEAT_1, None))]);
    assert_eq!(seen(&record, Viewer::Seat(SEAT_0)), [(1, hide(SEAT_0, 3)), (2, hide(SEAT_1, None))]);
    assert_eq!(record.seen_by(Viewer::Scribe), record);
}

#[test]
fn a_hidden_note_takes_no_number() {
    let record = record(&[hide(SEAT_0, None), peek(SEAT_0, 3), hide(SEAT_1, 4)]);
    assert_eq!(seen(&record, Viewer::Public), [(1, hide(SEAT_0, None)), (3, hide(SEAT_1, None))]);
    let public = record.seen_by(Viewer::Public);
    assert_eq!(public.version(), Seq(2));
    assert_eq!(public.replay().steps.iter().map(|step| step.seq.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(public.origin(Seq(2)), Some(Seq(3)));
    assert_eq!(public.origin(Seq(3)), None);
    assert_eq!(record.seen_by(Viewer::Seat(SEAT_0)).version(), Seq(3));
}

#[test]
fn a_derived_move_in_a_viewers_log_has_its_own_number() {
    let record = record(&[hide(SEAT_0, 3), nudge(SEAT_0), hide(SEAT_1, 4)]);
    let seen = seen(&record, Viewer::Seat(SEAT_1));
    assert_eq!(
        seen,
        [(1, hide(SEAT_0, None)), (2, nudge(SEAT_0)), (2, peek(SEAT_0, 3)), (3, hide(SEAT_1, 4))]
    );
}

#[test]
fn an_amended_secret_is_invisible() {
    let log = [hide(SEAT_0, 3), hide(SEAT_1, None), amend(1, hide(SEAT_0, 5)), amend(2, hide(SEAT_1, 1))];
    assert_eq!(public(&log), public(&log[..2]));
    let zero = seen(&record(&log), Viewer::Seat(SEAT_0));
    assert_eq!(zero[2..], [(3, amend(1, hide(SEAT_0, 5)))]);
}

#[test]
fn an_amendment_names_the_event_in_the_viewers_numbers() {
    let log = [hide(SEAT_0, None), peek(SEAT_0, 3), hide(SEAT_1, None), hide(SEAT_2, None), lift(SEAT_0, 3)];
    let log = [&log[..], &[amend(2, peek(SEAT_0, 4))]].concat();
    let refused = record(&log[..5]).check(log[5].clone()).expect_err("the lifted die was another");
    assert_eq!(refused.breaks, Some(Seq(5)));

    let log = [&log[..4], &[lift(SEAT_0, None), lift(SEAT_1, 2), amend(6, lift(SEAT_1, 6))]].concat();
    assert_eq!(public(&log).last(), Some(&(7, amend(5, lift(SEAT_1, 6)))));
}

#[test]
fn a_secret_amended_under_a_nudge_is_corrected_for_those_who_saw_it() {
    let log = [hide(SEAT_0, 3), nudge(SEAT_0), hide(SEAT_1, 4), amend(1, hide(SEAT_0, 5))];
    assert_eq!(seen(&record(&log), Viewer::Seat(SEAT_1)).last(), Some(&(4, amend(3, peek(SEAT_0, 5)))));
    assert_eq!(seen(&record(&log), Viewer::Seat(SEAT_2)), seen(&record(&log[..3]), Viewer::Seat(SEAT_2)));
}

#[test]
fn a_secret_forgotten_under_a_nudge_is_taken_back_from_those_who_saw_it() {
    let log = [hide(SEAT_0, 3), nudge(SEAT_0), hide(SEAT_1, 4), amend(1, hide(SEAT_0, None))];
    let seen = seen(&record(&log), Viewer::Seat(SEAT_1));
    assert_eq!(seen[4..], [(4, take_back(2)), (4, hide(SEAT_1, 4))]);
}

#[test]
fn a_hidden_note_taken_back_leaves_no_trace_for_other_viewers() {
    let log = [hide(SEAT_0, None), peek(SEAT_0, 3), take_back(1), hide(SEAT_1, None)];
    assert_eq!(public(&log), [(1, hide(SEAT_0, None)), (4, hide(SEAT_1, None))]);
    assert_eq!(seen(&record(&log), Viewer::Seat(SEAT_0))[2], (3, take_back(1)));
}

#[test]
fn a_take_back_across_hidden_notes_counts_what_the_viewer_saw() {
    let log = [
        hide(SEAT_0, None),
        peek(SEAT_0, 3),
        hide(SEAT_1, None),
        peek(SEAT_1, 4),
        peek(SEAT_0, 3),
        take_back(4),
    ];
    assert_eq!(public(&log)[2..], [(6, take_back(1))]);
    assert_eq!(record(&log).seen_by(Viewer::Public).len(), 1);
    assert_eq!(seen(&record(&log), Viewer::Seat(SEAT_0)).last(), Some(&(6, take_back(3))));
}

#[test]
fn a_comment_on_a_hidden_note_is_hidden() {
    let log =
        [hide(SEAT_0, None), peek(SEAT_0, 3), hide(SEAT_1, None), comment(2), comment(3), comment(None)];
    assert_eq!(public(&log)[2..], [(5, comment(2)), (6, comment(None))]);
}

#[test]
fn an_abandonment_taken_back_leaves_the_moves_before_it() {
    let log = [hide(SEAT_0, 3), peek(SEAT_0, 3), abandon(), take_back(1), hide(SEAT_1, 2)];
    assert_eq!(
        public(&log),
        [(1, hide(SEAT_0, None)), (3, abandon()), (4, take_back(1)), (5, hide(SEAT_1, None))]
    );
    let log = [hide(SEAT_0, 3), peek(SEAT_0, 3), abandon(), take_back(2)];
    assert_eq!(public(&log)[1..], [(3, abandon()), (4, take_back(1))]);
}

/// Seat 1 is told a face by a nudge; with the record abandoned it is amended away, which takes
/// several entries to tell. The record is abandoned for seat 1 all the while.
#[test]
fn an_amendment_of_an_abandoned_record_leaves_it_abandoned() {
    let log = [
        hide(SEAT_0, 3),
        nudge(SEAT_0),
        hide(SEAT_1, 4),
        abandon(),
        amend(1, hide(SEAT_0, None)),
        take_back(1),
    ];
    let seen = record(&log).seen_by(Viewer::Seat(SEAT_1));
    assert_eq!(seen.status(), Status::Live);
    let moves: Vec<_> = seen.replay().steps.into_iter().map(|step| said(step.mv)).collect();
    assert_eq!(moves, [hide(SEAT_0, None), nudge(SEAT_0), hide(SEAT_1, 4)]);
    assert_eq!(*seen.now(), record(&log).seen_by(Viewer::Seat(SEAT_1)).replay().end().clone());
}

#[test]
fn a_record_that_is_over_is_seen_whole_and_hides_again_when_reopened() {
    let cups = [hide(SEAT_0, 3), hide(SEAT_1, 4), hide(SEAT_2, None)];
    let log = [&cups[..], &[lift(SEAT_0, None), lift(SEAT_1, None), lift(SEAT_2, None)]].concat();
    let over = record(&log);
    assert_eq!(over.status(), Status::Over);
    assert_eq!(over.seen_by(Viewer::Public), over);
    let reopened = record(&[&log[..], &[take_back(4)]].concat());
    assert_eq!(seen(&reopened, Viewer::Public)[2].1, hide(SEAT_2, None));
    assert_eq!(seen(&reopened, Viewer::Public)[1].1, hide(SEAT_1, None));
    let faces = reopened.seen_by(Viewer::Public).now().view();
    assert_eq!(faces, record(&[hide(SEAT_0, None), hide(SEAT_1, None)]).now().view());
}

#[test]
fn a_lifted_cup_is_shown_to_all() {
    let log = [hide(SEAT_0, 3), hide(SEAT_1, None), hide(SEAT_2, None), lift(SEAT_0, None)];
    let shown = Move::Lift { seat: SEAT_0, face: Known(3) };
    assert_eq!(public(&log).last(), Some(&(4, said(shown))));
    let log = [hide(SEAT_0, None), hide(SEAT_1, None), hide(SEAT_2, None), lift(SEAT_0, None)];
    let unseen = Move::Lift { seat: SEAT_0, face: Unknown };
    assert_eq!(public(&log).last(), Some(&(4, said(unseen))));
}
