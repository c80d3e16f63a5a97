//! The general rules, G-1 to G-5: exactly with the toy, as far as they can be told apart with
//! every registered game.

use kifu_engine::erased::{AnyGame, AnyRecord, Rejected};
use kifu_engine::record::{Refusal, Status};
use serde_json::{Value, json};

use crate::table::{Table, all_games, for_each_game, plays, refusal};

fn cups(log: &[Value]) -> Table {
    let toy = all_games().pop().expect("the toy is the last");
    let mut table = Table::open(toy, 0);
    table.opening = toy.new_opening(2, &json!({})).expect("two play");
    table.record = table.reopen();
    for entry in log {
        table.accept(entry);
    }
    table
}

fn hide(seat: i64, face: impl Into<Value>) -> Value {
    json!({"type": "hide", "seat": seat, "face": face.into()})
}

fn lift(seat: i64, face: impl Into<Value>) -> Value {
    json!({"type": "lift", "seat": seat, "face": face.into()})
}

fn refused(record: &dyn AnyRecord, entry: &Value) -> Option<Refusal> {
    match record.fork().append(entry) {
        Err(Rejected::Refused(refusal)) => Some(refusal),
        _ => None,
    }
}

#[test]
fn g_1_once_over_only_corrections_and_comments_are_accepted() {
    for_each_game(|table| {
        table.play_out();
        if table.record.status() == Status::Live {
            return;
        }
        let all = plays(&*table.record);
        for entry in all.iter().map(|(_, mv)| mv).chain([&json!({"type": "abandon"})]) {
            assert_eq!(refusal(&*table.record, entry).violation.rule, "G-1", "{entry}");
        }
        let (event, last) = all.last().expect("a game is over after some move");
        for entry in [
            json!({"type": "take_back", "count": 1}),
            json!({"type": "take_back", "count": all.len()}),
            json!({"type": "amend", "event": event, "with": last}),
            json!({"type": "annotate", "text": "well played"}),
        ] {
            table.record.fork().append(&entry).unwrap_or_else(|e| panic!("{entry}: {e:?}"));
        }
    });
}

#[test]
fn g_1_an_abandoned_record_takes_no_moves() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        let mv = table.sample().expect("a live game offers a move");
        table.accept(&json!({"type": "abandon"}));
        for entry in [mv, json!({"type": "abandon"})] {
            assert_eq!(refusal(&*table.record, &entry).violation.rule, "G-1", "{entry}");
        }
    });
}

#[test]
fn g_1_an_amendment_that_ends_the_game_earlier_breaks_the_next_move() {
    for_each_game(|table| {
        table.play_out();
        let all = plays(&*table.record);
        if table.record.status() == Status::Live || all.len() < 2 {
            return;
        }
        let (_, last) = all.last().expect("it has two");
        for (event, _) in &all[..all.len() - 1] {
            let entry = json!({"type": "amend", "event": event, "with": last});
            if let Some(refusal) = refused(&*table.record, &entry) {
                let over = refusal.violation.rule == "G-1";
                assert!(!over || refusal.breaks.is_some(), "{entry} itself comes before the end");
            }
        }
    });
}

#[test]
fn g_2_only_the_seat_whose_turn_it_is_acts() {
    let table = cups(&[hide(0, 3)]);
    assert_eq!(refusal(&*table.record, &hide(0, 3)).violation.rule, "G-2");
    assert_eq!(refusal(&*table.record, &hide(0, 99)).violation.rule, "G-2", "named before the bounds");
}

#[test]
fn g_2_a_refusal_names_the_seat_of_the_move_and_the_seat_whose_turn_it_is() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            for seat in table.record.seats().iter() {
                let mut other = mv.clone();
                other["seat"] = json!(seat);
                let Some(refusal) = refused(&*table.record, &other) else { continue };
                if refusal.violation.rule == "G-2" {
                    assert_eq!(refusal.violation.detail["seat"], json!(seat), "{other}");
                    assert_ne!(refusal.violation.detail["turn"], json!(seat), "{other}");
                }
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn g_3_only_the_moves_of_the_phase_are_accepted() {
    let hiding = cups(&[hide(0, 3)]);
    assert_eq!(refusal(&*hiding.record, &lift(0, 3)).violation.rule, "G-3");
    assert_eq!(refusal(&*hiding.record, &lift(9, 3)).violation.rule, "G-3", "named before the seat");
    let lifting = cups(&[hide(0, 3), hide(1, 4)]);
    assert_eq!(refusal(&*lifting.record, &hide(0, 3)).violation.rule, "G-3");
}

#[test]
fn g_3_a_refusal_allows_exactly_the_kinds_of_moves_among_the_choices() {
    for_each_game(|table| {
        table.play_out();
        let moves: Vec<Value> = plays(&*table.record).into_iter().map(|(_, mv)| mv).collect();
        table.record = table.reopen();
        for mv in &moves {
            let other = table.dice.choose(&moves).clone();
            let own = table.viewers().into_iter().map(|viewer| table.record.seen_by(viewer));
            for record in own.chain([table.record.fork()]) {
                if let Some(refusal) = refused(&*record, &other)
                    && refusal.violation.rule == "G-3"
                {
                    assert_allows_the_choices(&*record, &other, &refusal);
                    let allowed = &refusal.violation.detail["allowed"];
                    assert!(
                        !allowed.as_array().expect("a list").contains(&other["type"]),
                        "{other}: {allowed}"
                    );
                }
            }
            table.accept(mv);
        }
    });
}

/// Where any refusal lists kinds of moves that are allowed, these are the choices.
#[test]
fn a_refusal_that_names_moves_allows_the_choices() {
    for_each_game(|table| {
        let kinds = kinds_of_moves(table.game);
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            let others: Vec<Value> = kinds.iter().map(|kind| json!({"type": kind, "seat": 0})).collect();
            let mangled = (0..6).map(|_| crate::table::mangle(&mv, &mut table.dice)).collect::<Vec<_>>();
            for other in others.iter().chain(&mangled) {
                let Some(refusal) = refused(&*table.record, other) else { continue };
                let allowed = refusal.violation.detail["allowed"].as_array();
                if allowed.is_some_and(|allowed| allowed.iter().any(|word| kinds.contains(word)))
                    && refusal.violation.rule != "G-1"
                {
                    assert_allows_the_choices(&*table.record, other, &refusal);
                }
            }
            table.accept(&mv);
        }
    });
}

fn kinds_of_moves(game: &dyn AnyGame) -> Vec<Value> {
    let moves = game.schemas().moves.to_value();
    let variants = moves["oneOf"].as_array().cloned().unwrap_or_else(|| vec![moves.clone()]);
    variants.iter().map(|variant| variant["properties"]["type"]["const"].clone()).collect()
}

fn assert_allows_the_choices(record: &dyn AnyRecord, input: &Value, refusal: &Refusal) {
    let mut kinds: Vec<Value> = Vec::new();
    for choice in record.choices() {
        if !kinds.contains(&choice.value()["type"]) {
            kinds.push(choice.value()["type"].clone());
        }
    }
    assert_eq!(refusal.violation.detail["allowed"], Value::from(kinds), "{input}: {refusal:?}");
}

#[test]
fn g_4_a_fact_cannot_disagree_with_one_already_known() {
    let table = cups(&[hide(0, 3), hide(1, ()), json!({"type": "peek", "seat": 1, "face": 5})]);
    let contradiction = refusal(&*table.record, &lift(0, 4)).violation;
    assert_eq!((contradiction.rule, contradiction.code), ("G-4", "contradiction"));
    assert_eq!(contradiction.contradicts.map(|event| event.0), Some(1));
    let peeked = refusal(&*table.record, &json!({"type": "peek", "seat": 1, "face": 6})).violation;
    assert_eq!((peeked.rule, peeked.contradicts.map(|event| event.0)), ("G-4", Some(3)));
}

/// The contradicted event can be corrected: it is a move in force, and never the refused move itself.
#[test]
fn g_4_a_contradiction_names_an_earlier_move() {
    for_each_game(|table| {
        for _ in 0..60 {
            let Some(mv) = table.sample() else { break };
            let mangled = crate::table::mangle(&mv, &mut table.dice);
            if let Some(refusal) = refused(&*table.record, &mangled)
                && refusal.violation.rule == "G-4"
            {
                let event = refusal.violation.contradicts.expect("a contradiction names an event");
                assert!(plays(&*table.record).iter().any(|(seq, _)| *seq == event), "{mangled}: {event:?}");
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn g_5_a_seat_that_does_not_exist_is_named_before_the_turn() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            if mv.get("seat").is_some_and(Value::is_number) {
                for seat in [-1, i64::from(table.record.seats().count()), 99, i64::MAX, i64::MIN] {
                    let mut nobody = mv.clone();
                    nobody["seat"] = seat.into();
                    assert_eq!(refusal(&*table.record, &nobody).violation.rule, "G-5", "{nobody}");
                }
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn g_5_a_count_of_moves_is_within_the_moves_in_force() {
    for_each_game(|table| {
        table.play_some();
        let most = table.record.len() as u64;
        for count in [0, most + 1, i64::MAX as u64] {
            let refusal = refusal(&*table.record, &json!({"type": "take_back", "count": count}));
            assert_eq!(refusal.violation.rule, "G-5", "{count} of {most}");
        }
    });
}

#[test]
fn g_5_an_event_is_one_of_the_log() {
    for_each_game(|table| {
        table.play_some();
        for event in [0, table.record.version().0 + 1, i64::MAX as u64] {
            let comment = json!({"type": "annotate", "event": event, "text": "what was that?"});
            assert_eq!(refusal(&*table.record, &comment).violation.rule, "G-5", "{event}");
        }
    });
}

#[test]
fn g_5_a_negative_number_is_out_of_bounds_and_not_malformed() {
    for_each_game(|table| {
        table.play();
        let with = table.log()[0].clone();
        for entry in [
            json!({"type": "take_back", "count": -1}),
            json!({"type": "amend", "event": -1, "with": with}),
            json!({"type": "annotate", "event": -1, "text": "before the game"}),
        ] {
            assert_eq!(refusal(&*table.record, &entry).violation.rule, "G-5", "{entry}");
        }
    });
}
