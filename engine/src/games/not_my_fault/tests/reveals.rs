//! Audits, thirties and the end, rule by rule; the worked examples.

use serde_json::json;

use super::super::moves::Effect;
use super::{Table, audit, declare, note, reveal, sum_of, suspended, winners};

/// Worked example: the second player's own card was as it said.
#[test]
fn nmf_6_cards_0_and_3_do_not_make_8() {
    let mut table = Table::of(3);
    table.declare(0, 5, Some(0));
    table.declare(1, 8, Some(3));
    let effects = table.audit(2);
    assert!(matches!(effects[..], [Effect::Accused { number: 8, .. }]));
    let effects = table.cards(&[0, 3]);
    assert!(matches!(effects[0], Effect::Counted { number: 8, sum: 3, .. }));
    assert_eq!(suspended(&effects), Some(1));
}

/// Worked example.
#[test]
fn nmf_6_as_much_as_declared_suspends_the_auditor() {
    for (sum, who) in [(7, 1), (8, 2), (9, 2)] {
        let mut table = Table::of(3);
        table.declarations(&[(0, 5), (1, 8)]);
        table.audit(2);
        assert_eq!(suspended(&table.sum(sum)), Some(who), "{sum}");
        assert_eq!(table.view()["seats"][usize::try_from(who).unwrap()]["suspensions"], 1);
    }
}

#[test]
fn nmf_6_an_audit_accuses_the_player_just_before_and_not_oneself() {
    let mut table = Table::of(4);
    table.declarations(&[(0, 5), (1, 8)]);
    let choices = table.choices();
    assert_eq!(choices[1], json!({"type": "audit", "seat": 2, "accused": 1, "number": 8}));
    // Out of turn, nobody can accuse themselves.
    let own = table.0.check(Table::entry(&audit(1), true)).expect_err("refused").violation;
    assert_eq!((own.rule, own.can_record_anyway), ("NMF-6", false));
}

#[test]
fn nmf_6_a_reveal_must_settle_the_sum() {
    let mut table = Table::of(2);
    table.declarations(&[(0, 5), (1, 8)]);
    table.audit(0);
    assert_eq!(table.refused(&json!({"type": "reveal"})).code, "nothing_revealed");
    assert_eq!(table.broken(&json!({"type": "reveal"})), "NMF-6");
    let open = reveal(&json!([3, null]), None);
    assert_eq!((table.broken(&open), table.refused(&open).code), ("NMF-6", "sum_left_open"));
    assert_eq!(table.refused(&open).detail["allowed"], json!([{"min": 3, "max": 9}]));
    for sum in [2, 10] {
        let wrong = table.refused(&reveal(&json!([3, null]), Some(sum)));
        assert_eq!((wrong.rule, wrong.code, wrong.contradicts), ("NMF-6", "wrong_sum", None), "{sum}");
    }
    assert_eq!(table.broken(&reveal(&json!([3, 4]), Some(8))), "NMF-6");
    for cards in [json!([]), json!([3]), json!([3, 4, 5]), json!([3, 7]), json!([-1, 3])] {
        assert_eq!(table.broken(&reveal(&cards, Some(7))), "G-5", "{cards}");
    }
    for sum in [-1, 13, i64::MAX, i64::MIN] {
        assert_eq!(table.broken(&sum_of(sum)), "G-5");
    }
    table.play(&reveal(&json!([3, null]), Some(9)));
    // The sum determines the one card that nobody told.
    assert_eq!(table.view()["revealed"]["cards"][1]["card"], 6);
}

#[test]
fn g_4_cards_and_sums_agree_with_what_was_logged() {
    let mut table = Table::of(2);
    table.declarations(&[(0, 5), (1, 8)]);
    table.play(&note(0, 2));
    table.declare(0, 12, Some(6));
    table.audit(1);
    let contradiction = |event| ("G-4", "contradiction", Some(event));
    assert_eq!(table.contradiction(&reveal(&json!([null, null, 5]), Some(9))), contradiction(4));
    table.play(&reveal(&json!([null, 4, null]), Some(12)));

    let mut table = Table::of(2);
    table.declare(0, 5, Some(6));
    table.declare(1, 8, None);
    table.play(&note(1, 6));
    table.audit(0);
    // 3 contradicts the 6 of event 1; 9 contradicts both events together.
    assert_eq!(table.contradiction(&sum_of(3)), contradiction(1));
    assert_eq!(table.contradiction(&sum_of(9)), contradiction(3));
    assert_eq!(table.contradiction(&reveal(&json!([null, 5]), None)), contradiction(3));
    table.sum(12);
}

#[test]
fn g_4_a_contradiction_is_resolved_by_amending_the_earlier_move() {
    let mut table = Table::of(2);
    table.declare(0, 5, Some(6));
    table.audit(1);
    assert_eq!(table.contradiction(&sum_of(3)), ("G-4", "contradiction", Some(1)));
    table.amend(1, &declare(0, 5, Some(3)), false).unwrap();
    table.sum(3);
    let refusal = table.amend(1, &declare(0, 5, Some(6)), false).expect_err("the sum was 3");
    assert_eq!(refusal.breaks.map(|event| event.0), Some(4));
}

#[test]
fn nmf_7_the_round_is_over_and_the_auditor_goes_on() {
    let mut table = Table::of(3);
    table.declarations(&[(0, 3), (1, 5), (2, 6), (0, 8)]);
    table.audit(1);
    let effects = table.sum(20);
    assert!(matches!(effects.last(), Some(Effect::RoundBegan { round: 2, .. })));
    let view = table.view();
    assert_eq!((&view["turn"], &view["arrow"], &view["discards"]), (&json!(1), &json!(0), &json!(4)));
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["warned"] == false));
    assert_eq!(view["cards"], json!([]));
    assert_eq!((&view["revealed"]["sum"], &view["revealed"]["suspended"]), (&json!(20), &json!(1)));
    table.declare(1, 1, None);
    assert_eq!(table.view()["revealed"], json!(null));
}

/// Seats 0, 1 and 2 lay five cards that make this much, the last of them for 30.
fn thirty(table: &mut Table, last_card: i64) -> Vec<Effect> {
    for (seat, number) in [(0, 5), (1, 8), (2, 12), (0, 23)] {
        table.declare(seat, number, Some(6));
    }
    let effects = table.declare(1, 30, None);
    assert!(effects.is_empty());
    assert_eq!(table.view()["pending"], json!({"auditor": null, "declarer": 1, "number": 30}));
    assert_eq!(table.broken(&audit(2)), "G-3");
    table.cards(&[6, 6, 6, 6, last_card])
}

/// Worked example.
#[test]
fn nmf_8_thirty_made_wins_alone() {
    let mut table = Table::of(3);
    let effects = thirty(&mut table, 6);
    assert!(matches!(effects[..], [Effect::Counted { sum: 30, .. }, Effect::GameOver { .. }]));
    let outcome = table.outcome();
    assert_eq!((outcome.ending, winners(&outcome)), ("thirty", vec![1]));
    assert_eq!(outcome.places.unwrap().values().copied().collect::<Vec<_>>(), [2, 1, 2]);
    assert_eq!(table.broken(&declare(2, 5, None)), "G-1");
    assert_eq!((&table.view()["arrow"], &table.view()["ending"]), (&json!(30), &json!("thirty")));
}

/// Worked example.
#[test]
fn nmf_8_one_less_than_thirty_suspends_the_declarer_and_the_next_goes_on() {
    let mut table = Table::of(3);
    assert_eq!(suspended(&thirty(&mut table, 5)), Some(1));
    assert_eq!((table.turn(), table.view()["arrow"].clone()), (Some(2), json!(0)));
    let mut table = Table::of(2);
    table.declare(0, 30, None);
    assert_eq!(table.broken(&json!({"type": "reveal"})), "NMF-8");
    assert_eq!(table.broken(&reveal(&json!([5]), Some(6))), "NMF-8");
}

#[test]
fn nmf_9_a_second_suspension_loses_for_one_and_wins_for_all_others() {
    let mut table = Table::of(3);
    table.declare(0, 30, None);
    assert_eq!(suspended(&table.sum(6)), Some(0));
    assert_eq!(table.turn(), Some(1));
    table.declarations(&[(1, 1), (2, 5)]);
    table.audit(0);
    let effects = table.sum(5);
    assert!(matches!(effects[1], Effect::Suspended { suspensions: 2, .. }));
    assert!(matches!(effects[2], Effect::GameOver { .. }));
    let outcome = table.outcome();
    assert_eq!((outcome.ending, winners(&outcome)), ("second_suspension", vec![1, 2]));
    assert_eq!(outcome.places.unwrap().values().copied().collect::<Vec<_>>(), [3, 1, 1]);
}

#[test]
fn nmf_11_one_suspension_eliminates_and_the_last_player_left_wins() {
    let mut table = Table::extreme(3);
    table.declare(0, 5, None);
    table.audit(1);
    let effects = table.sum(4);
    assert!(matches!(effects[2], Effect::Eliminated { .. }));
    assert_eq!((table.turn(), table.view()["seats"][0]["eliminated"].clone()), (Some(1), json!(true)));
    // A seat that is out cannot play, not even as a breach.
    assert_eq!(table.breach(&declare(0, 5, None)), ("G-2", false));
    table.declare(1, 8, None);
    assert_eq!(table.turn(), Some(2), "seat 0 is passed over from now on");
    table.declare(2, 12, None);
    assert_eq!(table.turn(), Some(1));
    table.audit(1);
    let effects = table.sum(12);
    assert!(matches!(effects[3], Effect::GameOver { .. }));
    let outcome = table.outcome();
    assert_eq!((outcome.ending, winners(&outcome)), ("last_player", vec![2]));
}

#[test]
fn nmf_11_thirty_made_wins_the_extreme_game_too() {
    let mut table = Table::extreme(3);
    thirty(&mut table, 6);
    assert_eq!((table.outcome().ending, winners(&table.outcome())), ("thirty", vec![1]));
    let mut table = Table::extreme(3);
    let effects = thirty(&mut table, 0);
    assert!(matches!(effects[2], Effect::Eliminated { .. }));
    assert_eq!(table.turn(), Some(2));
}

/// Worked example: three left, the auditor eliminated.
#[test]
fn nmf_i1_the_next_one_left_starts_when_the_auditor_is_out() {
    let mut table = Table::extreme(4);
    table.declare(0, 5, None);
    table.audit(1);
    table.sum(0);
    assert_eq!(table.turn(), Some(1));
    table.declarations(&[(1, 1), (2, 5)]);
    table.audit(3);
    table.sum(5);
    // Seat 3 is out; seat 0, the next clockwise, is out too.
    assert_eq!(table.turn(), Some(1));
}

#[test]
fn nmf_i1_the_next_one_left_starts_when_thirty_is_missed() {
    let mut table = Table::extreme(4);
    table.declare(0, 30, None);
    table.sum(6);
    table.declare(1, 5, None);
    table.declare(2, 8, None);
    table.declare(3, 30, None);
    table.sum(18);
    assert_eq!(table.turn(), Some(1));
}
