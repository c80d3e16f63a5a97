//! Taking back, amending, annotating, abandoning.

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use serde_json::{Value, json};

use crate::table::{Table, answers, for_each_game, plays, position, refusal};

#[test]
fn moves_taken_back_and_played_again_give_the_same_state() {
    for_each_game(|table| {
        table.play_some();
        let before = position(&*table.record);
        let all = plays(&*table.record);
        if all.is_empty() {
            return;
        }
        let count = 1 + table.dice.below_len(all.len());
        table.accept(&json!({"type": "take_back", "count": count}));
        assert_eq!(table.record.len(), all.len() - count);
        for (_, mv) in &all[all.len() - count..] {
            table.accept(mv);
        }
        assert_eq!(position(&*table.record), before);
    });
}

#[test]
fn moves_taken_back_leave_the_state_that_was_before_them() {
    for_each_game(|table| {
        table.play_some();
        let before = position(&*table.record);
        let mut count = 0;
        while count < 5 && table.play().is_some() {
            count += 1;
        }
        if count > 0 {
            table.accept(&json!({"type": "take_back", "count": count}));
        }
        assert_eq!(position(&*table.record), before);
    });
}

#[test]
fn a_move_amended_by_itself_changes_nothing() {
    for_each_game(|table| {
        table.play_and_blunder();
        let before = (position(&*table.record), plays(&*table.record));
        for (event, mv) in &before.1 {
            let mut amended = table.record.fork();
            amended.append(&amend(*event, mv)).unwrap_or_else(|e| panic!("amending {event:?}: {e:?}"));
            assert_eq!((position(&*amended), plays(&*amended)), before);
        }
    });
}

#[test]
fn any_move_can_be_amended_by_itself_after_the_end() {
    for_each_game(|table| {
        table.play_out();
        let outcome = table.record.outcome();
        for (event, mv) in plays(&*table.record) {
            table.accept(&amend(event, &mv));
            assert_eq!(table.record.outcome(), outcome);
        }
    });
}

fn amend(event: Seq, with: &Value) -> Value {
    json!({"type": "amend", "event": event, "with": with})
}

/// An amendment equals taking back, playing the other move and playing all later moves again.
#[test]
fn an_amendment_is_the_fold_of_the_amended_moves() {
    for_each_game(|table| {
        table.play_some();
        let all = plays(&*table.record);
        for _ in 0..4 {
            let entry = table.correction();
            let Some(at) = all.iter().position(|(event, _)| entry["event"] == json!(event)) else { return };
            let mut folded = table.reopen();
            let amended = all[..at].iter().map(|(_, mv)| mv).chain([&entry["with"]]);
            let moves: Vec<&Value> = amended.chain(all[at + 1..].iter().map(|(_, mv)| mv)).collect();
            let broken = moves.iter().position(|mv| folded.append(mv).is_err());
            assert_amends_like_the_fold(table, &entry, at, broken, &position(&*folded));
        }
    });
}

fn assert_amends_like_the_fold(
    table: &Table,
    entry: &Value,
    at: usize,
    broken: Option<usize>,
    folded: &Value,
) {
    let Some(broken) = broken else {
        let mut amended = table.record.fork();
        amended.append(entry).unwrap_or_else(|e| panic!("{entry} should be accepted: {e:?}"));
        assert_eq!(position(&*amended), *folded);
        return;
    };
    if broken == at {
        let rejected = table.record.fork().append(entry).expect_err("the move itself is impossible");
        if let kifu_engine::erased::Rejected::Refused(refusal) = rejected {
            assert_eq!(refusal.breaks, None, "{entry} breaks nothing later");
        }
    } else {
        let event = plays(&*table.record)[broken].0;
        assert_eq!(refusal(&*table.record, entry).breaks, Some(event), "the first move that {entry} breaks");
    }
}

#[test]
fn only_a_move_in_force_can_be_amended() {
    for_each_game(|table| {
        table.play_and_blunder();
        let Some((event, mv)) = plays(&*table.record).pop() else { return };
        for nothing in [0, table.record.version().0 + 1, i64::MAX as u64] {
            assert_eq!(refusal(&*table.record, &amend(Seq(nothing), &mv)).violation.rule, "G-5");
        }
        table.accept(&json!({"type": "take_back"}));
        assert_eq!(refusal(&*table.record, &amend(event, &mv)).violation.rule, "G-5");
    });
}

#[test]
fn an_abandonment_ends_the_record_until_it_is_taken_back() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        let before = position(&*table.record);
        table.accept(&json!({"type": "abandon", "reason": "the train leaves"}));
        assert_eq!(table.record.status(), Status::Abandoned);
        assert!(table.record.choices().is_empty());
        assert!(table.record.sample(&mut table.dice).is_none());
        assert!(table.record.observe().is_empty());
        assert_eq!(table.record.outcome(), None);
        table.accept(&json!({"type": "take_back", "count": 1}));
        assert_eq!(position(&*table.record), before);
    });
}

#[test]
fn an_abandonment_counts_as_one_move_when_taken_back_with_others() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        let before = position(&*table.record);
        if table.play().is_none() || table.record.status() != Status::Live {
            return;
        }
        table.accept(&json!({"type": "abandon"}));
        table.accept(&json!({"type": "take_back", "count": 2}));
        assert_eq!(position(&*table.record), before);
    });
}

#[test]
fn a_comment_never_affects_the_fold() {
    for_each_game(|table| {
        table.play_and_blunder();
        let before = (position(&*table.record), plays(&*table.record));
        table.accept(&json!({"type": "annotate", "text": "well played"}));
        for event in 1..=table.record.version().0.min(20) {
            table.accept(&json!({"type": "annotate", "event": event, "text": "why?"}));
        }
        assert_eq!((position(&*table.record), plays(&*table.record)), before);
    });
}

#[test]
fn a_fork_does_not_change_its_original() {
    for_each_game(|table| {
        table.play_some();
        let before = answers(&*table.record);
        let mut fork = table.record.fork();
        assert_eq!(answers(&*fork), before);
        let _ = fork.append(&json!({"type": "take_back", "count": 1}));
        fork.append(&json!({"type": "annotate", "text": "what if"})).expect("a comment");
        assert_eq!(answers(&*table.record), before);
    });
}

/// The sentence names the later move that no longer fits, its seat, and the reason.
#[test]
fn a_refused_amendment_says_which_later_move_no_longer_fits_and_why() {
    let game = games::find("not_my_fault").expect("a game");
    let mut record = game.open_new(2, &json!({})).expect("two play");
    for (seat, number) in [(0, 4), (1, 5)] {
        record.append(&json!({"type": "declare", "seat": seat, "number": number})).expect("a declaration");
    }
    let with = json!({"type": "declare", "seat": 0, "number": 8});
    let refusal = refusal(&*record, &amend(Seq(1), &with));
    assert_eq!((refusal.breaks, refusal.violation.rule), (Some(Seq(2)), "NMF-4"));
    assert_eq!(refusal.violation.detail["later"], json!({"event": 2, "seats": [1]}));
    let message = refusal.message().text(&Names::new(&[Some("Aki".to_owned()), Some("Beni".to_owned())]));
    assert_eq!(
        message.en,
        "After that change the later event 2 no longer fits. It says: “Beni draws a card, lays it face down and declares \
         5 or more in all.” It would break NMF-4: A declaration must be higher than the 8 before it, and 5 is not."
    );
    assert_eq!(
        message.ja,
        "そう訂正すると、あとのイベント2『Beniはカードを引いて伏せ、「全部で5以上」と宣言します。』がNMF-4に反します。\
         宣言は前の宣言の8より大きくなければなりません。5は宣言できません。"
    );
}

/// Every move that a refused amendment would break is told with the people it names.
#[test]
fn the_detail_of_a_refused_amendment_has_the_seats_it_names() {
    for_each_game(|table| {
        table.play_some();
        for _ in 0..6 {
            let entry = table.correction();
            let Err(kifu_engine::erased::Rejected::Refused(refusal)) = table.record.fork().append(&entry)
            else {
                continue;
            };
            let Some(event) = refusal.breaks else { continue };
            let later = &refusal.violation.detail["later"];
            assert_eq!(later["event"], json!(event), "{entry}");
            for seat in refusal.message().seats() {
                let named = later["seats"].as_array().is_some_and(|seats| seats.contains(&json!(seat)));
                let named = named || refusal.violation.message.seats().contains(&seat);
                assert!(named, "{entry}: seat {seat} is not in the detail of {refusal:?}");
            }
        }
    });
}
