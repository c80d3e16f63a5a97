//! Statements that do not agree, and the room that is made for them.

use super::*;
use crate::games::bremen::Bremen;
use crate::record::RefoldCounts;
use crate::rules::RulesVersion;
use serde_json::json;

/// A tile that is recorded in another hand is played by seat 0, whose hand nobody recorded.
fn contradicted(record: &mut Record<Bremen>) -> Entry<<Bremen as Rules>::Move> {
    let tiles = |animal: &str| (1..=13).map(|n| json!(format!("{animal}-{n}"))).collect::<Vec<_>>();
    let hands = json!([null, tiles("cat"), tiles("dog"), null]);
    let read = |mv: Value| {
        let mv = mv.as_object().and_then(tagged::read).and_then(Result::ok).map(|(mv, _)| mv);
        mv.expect("a move")
    };
    for mv in [json!({"type": "deal", "hands": hands}), json!({"type": "lead", "seat": 0})] {
        record.append(Entry::Play { mv: read(mv), irregular: false }).expect("it is possible");
    }
    Entry::Statement { mv: read(json!({"type": "play", "seat": 0, "tile": "cat-5"})), irregular: false }
}

#[test]
fn statements_are_folded_again_in_bounded_time() {
    let mut record = Record::<Bremen>::open(4, &<Bremen as Rules>::Options::default(), RulesVersion::FIRST)
        .expect("it opens");
    let statement = contradicted(&mut record);
    let before = record.now().clone();
    let mut full = record.clone();
    record.append(statement.clone()).expect("a statement is accepted");
    let RefoldCounts { corrections, statements } = record.refold_counts();
    assert!(corrections == 0 && statements > 0 && *record.now() != before, "it made room for itself");
    for left in [0, 1, 3] {
        let mut full = full.clone();
        full.refold_counts.statements = MAX_REFOLDED_MOVES - left;
        full.append(statement.clone()).expect("a statement is accepted");
        assert_eq!((full.refold_counts().statements, full.now()), (MAX_REFOLDED_MOVES, &before), "{left}");
        let applied: Vec<_> = full.disputes().iter().map(|dispute| dispute.applied.len()).collect();
        assert_eq!(applied, [0]);
        let public = full.seen_by(Viewer::Public);
        assert_eq!(public.len(), full.len(), "whoever knows less sees the move");
    }
    // An amendment folds statements again as well, and makes no more room for them than a statement does.
    full.append(statement).expect("a statement is accepted");
    full.refold_counts.statements = MAX_REFOLDED_MOVES;
    let deal = full.in_force().next().map(|(_, mv, _)| mv.clone()).expect("a deal");
    full.append(Entry::Amend { event: Seq(1), with: deal, irregular: false }).expect("it changes nothing");
    assert_eq!(full.refold_counts(), RefoldCounts { corrections: 3, statements: MAX_REFOLDED_MOVES });
    assert_eq!(full.disputes().iter().map(|dispute| dispute.applied.len()).collect::<Vec<_>>(), [0]);
}

/// Only an imported file can have one: a seat's own log would have refused it.
#[test]
fn a_statement_that_no_seat_could_make_is_refused() {
    let mut record = Record::<Bremen>::open(4, &<Bremen as Rules>::Options::default(), RulesVersion::FIRST)
        .expect("it opens");
    let statement = contradicted(&mut record.clone());
    assert!(record.append(statement).is_err(), "nothing is dealt");
    assert!(record.is_empty());
    assert_eq!(record.refold_counts(), RefoldCounts::default());
}

/// Statements of seats are no corrections of the scribe's, however often room was made for them.
#[test]
fn statements_use_up_no_corrections() {
    let mut record = Record::<Bremen>::open(4, &<Bremen as Rules>::Options::default(), RulesVersion::FIRST)
        .expect("it opens");
    let statement = contradicted(&mut record);
    record.append(statement).expect("a statement is accepted");
    record.append(Entry::TakeBack { count: 1 }).expect("it is taken back");
    assert_eq!(record.refold_counts().corrections, 2, "the deal and the lead");
}
