//! People break rules; a record can say so.

use kifu_engine::erased::{AnyRecord, Rejected};
use kifu_engine::record::Refusal;
use serde_json::Value;

use crate::table::{Table, for_each_game, last_step, mangle, plays};

/// Tries, at every move, some others that people might try, without the flag.
fn try_others(table: &mut Table, invariant: impl Fn(&Table, &Value)) {
    for _ in 0..40 {
        let Some(mv) = table.sample() else { break };
        for _ in 0..4 {
            let mut mangled = mangle(&mv, &mut table.dice);
            mangled.as_object_mut().expect("a move is an object").remove("irregular");
            invariant(table, &mangled);
        }
        table.accept(&mv);
    }
}

/// The answers to an entry, without and with `irregular`; nothing where the entry is no refused move.
fn offer_and_verdict(record: &dyn AnyRecord, entry: &Value) -> Option<(Refusal, Box<dyn AnyRecord>, bool)> {
    let Err(Rejected::Refused(refusal)) = record.fork().append(entry) else { return None };
    let mut irregular = entry.clone();
    irregular["irregular"] = true.into();
    let mut after = record.fork();
    let accepted = after.append(&irregular).is_ok();
    Some((refusal, after, accepted))
}

/// Judges an entry by the knowledge of the scribe and of each viewer.
fn assert_offer_holds(table: &Table, entry: &Value) {
    let own = table.viewers().into_iter().map(|viewer| table.record.seen_by(viewer));
    for record in own.chain([table.record.fork()]) {
        let Some((refusal, _, accepted)) = offer_and_verdict(&*record, entry) else { continue };
        assert_eq!(refusal.violation.can_record_anyway, accepted, "{entry}: {refusal:?}");
    }
}

#[test]
fn a_refusal_offers_to_record_a_move_anyway_exactly_where_that_is_possible() {
    for_each_game(|table| {
        try_others(table, assert_offer_holds);
    });
}

#[test]
fn a_move_of_another_moment_or_seat_is_offered_to_be_recorded_exactly_where_that_is_possible() {
    for_each_game(|table| {
        table.play_out();
        let moves: Vec<Value> = plays(&*table.record).into_iter().map(|(_, mv)| mv).collect();
        table.record = table.reopen();
        for mv in &moves {
            let mut other = table.dice.choose(&moves).clone();
            if other.get("seat").is_some_and(Value::is_number) {
                other["seat"] = table.dice.below_len(table.record.seats().len()).into();
            }
            other.as_object_mut().expect("a move is an object").remove("irregular");
            assert_offer_holds(table, &other);
            table.accept(mv);
        }
    });
}

#[test]
fn a_correction_is_offered_to_be_recorded_as_irregular_exactly_where_that_is_possible() {
    for_each_game(|table| {
        table.play_some();
        for _ in 0..10 {
            let mut correction = table.correction();
            if let Some(with) = correction.get_mut("with").and_then(Value::as_object_mut) {
                with.remove("irregular");
                let Some((refusal, _, accepted)) = offer_and_verdict(&*table.record, &correction) else {
                    continue;
                };
                assert_eq!(refusal.violation.can_record_anyway, accepted, "{correction}: {refusal:?}");
            }
        }
    });
}

/// A move that is recorded anyway names the broken rule by which it was refused.
#[test]
fn a_move_recorded_anyway_has_the_breach_for_which_it_was_refused() {
    for_each_game(|table| {
        try_others(table, |table, mv| {
            let Some((refusal, record, true)) = offer_and_verdict(&*table.record, mv) else { return };
            let rules: Vec<_> = last_step(&*record).breaches.iter().map(|breach| breach.rule).collect();
            assert!(rules.contains(&refusal.violation.rule), "{mv}: {rules:?}, refused: {refusal:?}");
            assert!(record.is_irregular());
        });
    });
}

/// Where nothing shows a breach the flag may still state one, as for a hand nobody has seen.
#[test]
fn the_flag_never_causes_a_refusal() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mut mv) = table.sample() else { break };
            table.record.fork().append(&mv).expect("a sampled move");
            mv["irregular"] = true.into();
            table.accept(&mv);
        }
    });
}
