//! People break rules; a record can say so.

use kifu_engine::erased::Rejected;
use serde_json::Value;

use crate::table::{Table, for_each_game, last_step, mangle};

/// At every move, some others that people might try; without the flag.
fn try_others(table: &mut Table, law: impl Fn(&Table, &Value)) {
    for _ in 0..40 {
        let Some(mv) = table.sample() else { break };
        for _ in 0..4 {
            let mut mangled = mangle(&mv, &mut table.dice);
            mangled.as_object_mut().expect("a move is an object").remove("irregular");
            law(table, &mangled);
        }
        table.accept(&mv);
    }
}

#[test]
fn a_breach_that_can_be_recorded_anyway_can() {
    for_each_game(|table| {
        try_others(table, |table, mv| {
            let Err(Rejected::Refused(refusal)) = table.record.fork().append(mv) else { return };
            let mut irregular = mv.clone();
            irregular["irregular"] = true.into();
            let mut record = table.record.fork();
            let verdict = record.append(&irregular);
            if !refusal.violation.can_record_anyway {
                assert!(verdict.is_err(), "{mv} was recorded, though {:?}", refusal.violation);
            } else if verdict.is_ok() {
                let rules: Vec<_> = last_step(&*record).breaches.iter().map(|breach| breach.rule).collect();
                assert!(rules.contains(&refusal.violation.rule), "{mv}: {rules:?}");
                assert!(record.is_irregular());
            } else {
                // A second breach may be one that no record can hold.
                let Err(Rejected::Refused(second)) = verdict else { panic!("{mv}: {verdict:?}") };
                assert!(!second.violation.can_record_anyway, "{mv}: {second:?}");
            }
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
