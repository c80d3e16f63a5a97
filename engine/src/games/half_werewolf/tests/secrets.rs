//! The facts that each viewer sees.

use super::*;
use crate::game::Views;
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;

/// The last entry as a viewer sees it.
fn seen_log(record: &dyn AnyRecord, viewer: Viewer) -> Vec<Value> {
    let entries = record.seen_by(viewer).entries(Seq(1));
    entries
        .into_iter()
        .filter(|entry| entry.origin == record.version())
        .map(|entry| entry.payload.value())
        .collect()
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat::new(number))
}

#[test]
fn hw_1_a_hand_is_its_seats_secret_and_the_graveyard_everybodys() {
    let all = json!({"type": "deal", "hands": [[S, V], [W, V], null, [G, V], [M, V]], "graveyard": [V, V]});
    let table = record(5, "standard", std::slice::from_ref(&all));
    assert_eq!(seen_log(&*table, Viewer::Public), [deal()]);
    assert_eq!(seen_log(&*table, seat(2)), [deal()]);
    assert_eq!(seen_log(&*table, seat(0)), [deal_to(json!([[S, V], null, null, null, null]))]);
    assert_eq!(seen_log(&*table, Viewer::Scribe), [all]);
}

#[test]
fn hw_2_giver_and_receiver_know_a_passed_card() {
    let passed = |cards: Value| json!({"type": "pass_cards", "cards": cards});
    let table = record(5, "standard", &[deal(), passed(json!([V, W, V, V, V]))]);
    assert_eq!(seen_log(&*table, Viewer::Public), [pass(5)]);
    assert_eq!(seen_log(&*table, seat(0)), [passed(json!([V, W, null, null, null]))]);
    assert_eq!(seen_log(&*table, seat(4)), [passed(json!([V, null, null, null, V]))]);
}

#[test]
fn hw_2_nobody_else_notices_a_note() {
    let table = morning(&[note(1, [S, V])]);
    assert_eq!(seen_log(&*table, seat(1)), [note(1, [S, V])]);
    for viewer in [Viewer::Public, seat(0), seat(2)] {
        assert!(seen_log(&*table, viewer).is_empty());
        assert_eq!(table.seen_by(viewer).state(), morning(&[]).state());
        assert_eq!(table.seen_by(viewer).choices(), morning(&[]).choices());
    }
}

#[test]
fn hw_5_only_the_seer_sees_the_card() {
    let table = morning(&[saw(1, at(2, 0), W)]);
    assert_eq!(seen_log(&*table, seat(1)), [saw(1, at(2, 0), W)]);
    for viewer in [Viewer::Public, seat(0), seat(2)] {
        assert_eq!(seen_log(&*table, viewer), [look(1, at(2, 0))]);
    }
}

/// The seer saw the card that the scribe knew already.
#[test]
fn hw_5_a_card_noted_before_is_shown_to_the_seer() {
    let table =
        record(5, "standard", &[json!({"type": "deal", "graveyard": [W, V]}), pass(5), look(1, grave(0))]);
    assert_eq!(seen_log(&*table, seat(1)), [saw(1, grave(0), W)]);
    assert_eq!(seen_log(&*table, seat(0)), [look(1, grave(0))]);
}

#[test]
fn hw_6_the_receiver_sees_what_it_got_and_nothing_more() {
    let dug = json!({"type": "dig", "seat": 3, "target": at(1, 0), "saw": [V, W], "give": 1});
    let table = morning(&[skip(S), dug.clone()]);
    assert_eq!(seen_log(&*table, seat(3)), [dug]);
    let got = json!({"type": "dig", "seat": 3, "target": at(1, 0), "given_card": W});
    assert_eq!(seen_log(&*table, seat(1)), [got]);
    for viewer in [Viewer::Public, seat(0), seat(2)] {
        assert_eq!(seen_log(&*table, viewer), [dig(3, at(1, 0))]);
    }
    let seen = table.seen_by(seat(1)).state();
    assert_eq!(
        (&seen.value()["hands"][1]["slots"], &seen.value()["graveyard"]),
        (&json!([W, null]), &json!([null, null]))
    );
}

#[test]
fn hw_23_only_the_turned_seat_sees_that_it_is_turned() {
    let entries = [deal(), pass(6), note(0, [S, V]), saw(0, at(1, 0), "magician")];
    let table = record(6, "night_of_the_magician", &entries);
    assert_eq!(table.seen_by(seat(0)).state().value()["turned"], json!([0]));
    for viewer in [Viewer::Public, seat(1)] {
        assert_eq!(table.seen_by(viewer).state().value()["turned"], json!([]));
    }
}

#[test]
fn hw_10_votes_are_public() {
    let table = morning(&[&quiet()[..], &[vote(json!([1, 1, 0, 1, "graveyard"]))]].concat());
    assert_eq!(seen_log(&*table, Viewer::Public), [vote(json!([1, 1, 0, 1, "graveyard"]))]);
}

/// A viewer's record lacks what the scribe noted earlier: the reveal fills it in.
#[test]
fn hw_6_the_reveal_agrees_with_earlier_notes() {
    use super::super::{HalfWerewolf, Move};

    use crate::record::{Entry, Record};
    let (opening, log) = super::recorded::read("magician_3");
    let options = serde_json::from_value(opening.options).unwrap();
    let mut full = Record::<HalfWerewolf>::open(opening.seats, &options, RulesVersion::FIRST).unwrap();
    let mut seen = full.clone();
    for entry in log {
        let mv: Move = crate::tagged::written(entry);
        for shown in full.now().seen_by(&mv, Viewer::Public) {
            seen.append(Entry::Play { mv: shown, irregular: false }).unwrap();
        }
        full.append(Entry::Play { mv, irregular: false }).unwrap();
    }
    assert_eq!(seen.now().outcome(), full.now().outcome());
    assert_eq!(seen.now().view().dig, full.now().view().dig);
}

/// What a gravedigger said turns out false: the reveal is read from the position without it.
#[test]
fn hw_6_a_reveal_that_sets_a_statement_aside_is_seen_whole() {
    let dealt = json!([[V, W], [V, G], [V, M], [V, V], [V, V], ["sinner", V]]);
    let in_hand = json!([[V, V], [V, S], [W, M], [V, V], [V, G], [V, V]]);
    let reveal = json!({"type": "reveal", "give": 1, "graveyard": [V, "sinner"], "hands": in_hand});
    let entries = [
        deal_to(dealt),
        json!({"type": "pass_cards", "cards": [null, null, null, V, null, null]}),
        json!({"type": "skip_ability", "ability": "seer", "irregular": true}),
        json!({"type": "dig", "seat": 4, "target": at(2, 1), "given_card": M, "statement": true}),
        json!({"type": "statement", "seat": 3, "text": "…", "statement": true}),
        json!({"type": "end_day", "irregular": true}),
        json!({"type": "vote", "ballots": [3, 3, 4, 0, 3, 3]}),
        reveal.clone(),
    ];
    let table = record(6, "dangerous_neighbour", &entries);
    for viewer in [Viewer::Public, seat(0), seat(4)] {
        assert_eq!(seen_log(&*table, viewer), std::slice::from_ref(&reveal), "{viewer:?}");
    }
}
