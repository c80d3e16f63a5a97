//! Each seat's part of a joint move.

use super::*;
use crate::seat::{Seat, Viewer};

/// Rule and code of the refusal of a seat's part, by what that seat knows.
fn why_not(record: &dyn AnyRecord, seat: u8, part: Value) -> Option<(&'static str, &'static str)> {
    let seat = Seat::new(seat);
    match record.seen_by(Viewer::Seat(seat)).check_part(seat, &part) {
        Ok(stored) => {
            assert_eq!(stored, part);
            None
        }
        Err(Rejected::Refused(refusal)) => Some((refusal.violation.rule, refusal.violation.code)),
        Err(malformed) => panic!("{part}: {malformed:?}"),
    }
}

fn dealt(cards: Value) -> Value {
    json!({"type": "deal", "cards": cards})
}

fn passes(card: Value) -> Value {
    json!({"type": "pass_cards", "card": card})
}

fn votes(ballot: Value) -> Value {
    json!({"type": "vote", "ballot": ballot})
}

fn due(record: &dyn AnyRecord) -> Option<&'static str> {
    record.joint().map(|joint| joint.kind)
}

#[test]
fn hw_1_each_seat_states_its_own_hand() {
    let table = open(4, "standard");
    assert_eq!(due(&*table), Some("deal"));
    assert_eq!(why_not(&*table, 0, dealt(json!([V, W]))), None);
    assert_eq!(why_not(&*table, 0, json!({"type": "deal"})), None, "or doesn't");
    assert_eq!(why_not(&*table, 0, dealt(json!([W, W]))), Some(("HW-1", "wrong_deck")));
    assert_eq!(why_not(&*table, 0, dealt(json!([G, V]))), Some(("HW-1", "role_not_in_game")));
    assert_eq!(why_not(&*table, 0, dealt(json!([V]))).unwrap().0, "G-5");
    let parts = [json!([V, W]), json!([V, M]), json!([S, V]), json!([V, V])].map(dealt);
    let deal = deal_to(json!([[V, W], [V, M], [S, V], [V, V]]));
    assert_eq!(table.join(&parts), Some(deal));
}

#[test]
fn hw_2_each_seat_passes_a_card_of_its_own_without_knowing_what_it_gets() {
    let table = record(5, "standard", &[deal_to(json!([[V, W], null, null, null, null]))]);
    assert_eq!(due(&*table), Some("pass_cards"));
    assert_eq!(why_not(&*table, 0, passes(json!(W))), None);
    assert_eq!(why_not(&*table, 0, passes(Value::Null)), None);
    assert_eq!(why_not(&*table, 0, passes(json!(S))).unwrap().0, "HW-2");
    assert_eq!(why_not(&*table, 1, passes(json!(W))), None, "seat 1 can't know who has it");
    assert!(table.check_part(Seat::new(1), &passes(json!(W))).is_err(), "the scribe can");
    let parts = [json!(W), Value::Null, json!(V), Value::Null, Value::Null].map(passes);
    assert_eq!(table.join(&parts), Some(json!({"type": "pass_cards", "cards": [W, null, V, null, null]})));
}

#[test]
fn hw_10_each_seat_votes_for_itself() {
    let table = morning(&quiet());
    assert_eq!(due(&*table), Some("vote"));
    for ballot in [json!(0), json!(4), json!("graveyard")] {
        assert_eq!(why_not(&*table, 0, votes(ballot)), None);
    }
    assert_eq!(why_not(&*table, 0, votes(json!(5))).unwrap().0, "G-5");
    assert_eq!(why_not(&*table, 0, votes(Value::Null)), Some(("HW-14", "has_a_vote")));
    assert_eq!(why_not(&*table, 0, passes(json!(V))), Some(("G-3", "wrong_phase")));
    assert_eq!(why_not(&*table, 7, votes(json!(1))).unwrap().0, "G-5");
    let parts = [json!(1), json!("graveyard"), json!(1), json!(2), json!(1)].map(votes);
    assert_eq!(table.join(&parts), Some(vote(json!([1, "graveyard", 1, 2, 1]))));
    let mixed = [votes(json!(1)), passes(json!(V)), votes(json!(1)), votes(json!(1)), votes(json!(1))];
    assert_eq!(table.join(&mixed), None);
}

#[test]
fn hw_11_in_the_runoff_each_votes_among_the_tied() {
    let mut table = morning(&quiet());
    add(&mut *table, vote(json!([1, 1, "graveyard", 0, "graveyard"])));
    assert_eq!(due(&*table), Some("vote"));
    assert_eq!(why_not(&*table, 3, votes(json!("graveyard"))), None);
    assert_eq!(why_not(&*table, 3, votes(json!(0))), Some(("HW-11", "not_in_runoff")));
}

#[test]
fn hw_12_the_holder_of_the_madman_shows_null_as_soon_as_it_knows() {
    let mut table = record(4, "standard", &[deal(), pass(4)]);
    add(&mut *table, note(2, [M, V]));
    for entry in [skip(S), end_day()] {
        add(&mut *table, entry);
    }
    assert_eq!(why_not(&*table, 2, votes(Value::Null)), None);
    assert_eq!(why_not(&*table, 2, votes(json!(1))).unwrap().0, "HW-12");
    assert_eq!(why_not(&*table, 1, votes(Value::Null)), None, "for all that seat 1 has told");
}

#[test]
fn between_the_choices_nothing_is_due() {
    for entries in [vec![], vec![skip(S)], vec![skip(S), skip(G)]] {
        let table = morning(&entries);
        assert_eq!(due(&*table), None);
        assert_eq!(why_not(&*table, 0, votes(json!(1))), Some(("G-3", "no_joint_move")));
    }
}
