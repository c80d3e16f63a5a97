//! The cards and the abilities.

use strum::VariantArray;

use super::super::rules::role::{Role, Setup, Variant};
use super::*;
use crate::seat::Seats;
use crate::seq::Seq;

#[test]
fn g_5_four_to_six_play_and_variants_need_six() {
    let game = crate::games::find("half_werewolf").unwrap();
    let rule = |seats: u8, variant: &str| match game.open_new(seats, &json!({"variant": variant})).map(|_| ())
    {
        Ok(()) => "fine",
        Err(Rejected::Refused(refusal)) => refusal.violation.rule,
        Err(Rejected::Malformed(_)) => "malformed",
    };
    assert_eq!([3, 4, 5, 6, 7].map(|seats| rule(seats, "standard")), ["G-5", "fine", "fine", "fine", "G-5"]);
    for variant in Variant::VARIANTS.iter().copied() {
        assert_eq!(rule(6, variant.word()), "fine");
        assert_eq!(rule(5, variant.word()), if variant == Variant::Standard { "fine" } else { "G-5" });
    }
    assert_eq!(rule(6, "midnight"), "malformed");
    let plain = game.open_new(4, &json!({}));
    assert_eq!(plain.unwrap_or_else(|e| panic!("{e:?}")).state().value()["variant"], "standard");
}

#[test]
fn hw_1_the_decks() {
    let count = |seats, variant, role| Setup { seats: Seats::new(seats), variant }.count(role);
    for (seats, variant, villagers, extra, graveyard) in [
        (4, Variant::Standard, 6, None, 1),
        (5, Variant::Standard, 8, None, 2),
        (6, Variant::Standard, 10, None, 2),
        (6, Variant::NightOfTheMagician, 9, Some(Role::Magician), 2),
        (6, Variant::DangerousNeighbour, 9, Some(Role::Sinner), 2),
        (6, Variant::FarewellToADyingWorld, 9, Some(Role::Doomsayer), 2),
    ] {
        let setup = Setup { seats: Seats::new(seats), variant };
        assert_eq!(count(seats, variant, Role::Villager), villagers);
        for role in [Role::Werewolf, Role::Seer, Role::Madman] {
            assert_eq!(count(seats, variant, role), 1);
        }
        assert_eq!(count(seats, variant, Role::Gravedigger), usize::from(seats > 4));
        for role in [Role::Sinner, Role::Magician, Role::Doomsayer] {
            assert_eq!(count(seats, variant, role), usize::from(extra == Some(role)));
        }
        assert_eq!((setup.graveyard(), setup.deck().len()), (graveyard, setup.cards()));
    }
}

#[test]
fn hw_1_a_deal_is_two_cards_each_of_the_deck() {
    let table = open(5, "standard");
    let why = |deal: Value| why(&*table, deal).0;
    let nobody = Value::Null;
    assert_eq!(why(deal_to(json!([[V, V]]))), "G-5");
    assert_eq!(why(deal_to(json!([[V, V, V], nobody, nobody, nobody, nobody]))), "G-5");
    assert_eq!(why(json!({"type": "deal", "graveyard": [V]})), "G-5");
    assert_eq!(why(deal_to(json!([["sinner", V], nobody, nobody, nobody, nobody]))), "HW-1");
    assert_eq!(why(deal_to(json!([[W, V], nobody, [W, V], nobody, nobody]))), "HW-1");
    assert_eq!(
        why(json!({"type": "deal", "hands": [[W, V], nobody, nobody, nobody, nobody], "graveyard": [W, V]})),
        "HW-1"
    );
    assert!(accepts(&*table, deal_to(json!([[W, M], [V, V], nobody, [S, G], nobody]))));
    assert_eq!(why(pass(5)), "G-3");
    assert_eq!(record(5, "standard", &[deal()]).state().value()["graveyard"], json!([null, null]));
}

#[test]
fn hw_2_everybody_passes_one_of_two_to_the_right() {
    let table = record(5, "standard", &[deal_to(json!([[S, V], [W, V], null, [V, V], null]))]);
    let passing = |cards: Value| json!({"type": "pass_cards", "cards": cards});
    assert_eq!(why(&*table, pass(4)).0, "G-5");
    assert_eq!(
        why(&*table, passing(json!([W, null, null, null, null]))),
        ("HW-2", "not_passed_on", Some(1), false)
    );
    assert_eq!(
        why(&*table, passing(json!([null, null, W, null, null]))),
        ("HW-1", "one_too_many", Some(1), false)
    );
    let mut after = table.fork();
    add(&mut *after, passing(json!([S, V, null, V, null])));
    // Seat 0 gives to seat 4, seat 1 to seat 0: it holds its villager and another one.
    let hand = |seat: usize| after.state().value()["hands"][seat].clone();
    assert_eq!(hand(0)["holds"], json!([V, V]));
    assert_eq!((hand(4)["received"].clone(), hand(0)["received"].clone()), (json!(S), json!(V)));
    assert_eq!(hand(4)["holds"], Value::Null);
    assert_eq!(why(&*after, look(0, grave(0))), ("HW-4", "not_the_holder", None, true));
    assert!(accepts(&*after, look(4, grave(0))));
}

#[test]
fn hw_2_a_note_fills_in_and_changes_nothing() {
    let table = record(5, "standard", &[deal_to(json!([[S, V], null, null, null, null]))]);
    let note = |fields: Value| {
        let mut note = json!({"type": "note", "seat": 0});
        note.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        note
    };
    assert_eq!(why(&*table, note(json!({"seat": 5}))).0, "G-5");
    assert_eq!(why(&*table, note(json!({"dealt": [S]}))).0, "G-5");
    assert_eq!(why(&*table, note(json!({"dealt": [V, V]}))), ("G-4", "contradiction", Some(1), false));
    assert_eq!(why(&*table, note(json!({"passed": V}))), ("HW-2", "not_passed_yet", None, false));
    assert_eq!(why(&*table, note(json!({"holds": [V, V]}))), ("HW-2", "not_passed_yet", None, false));
    assert!(accepts(&*table, note(json!({"dealt": [V, S]}))));
    let mut after = table.fork();
    add(&mut *after, pass(5));
    assert_eq!(why(&*after, note(json!({"passed": W}))), ("HW-2", "not_passed_on", Some(1), false));
    assert_eq!(why(&*after, note(json!({"passed": S, "holds": [S, V]}))).0, "HW-2");
    add(&mut *after, note(json!({"passed": V})));
    assert_eq!(why(&*after, note(json!({"passed": S}))), ("G-4", "contradiction", Some(3), false));
    add(&mut *after, note(json!({"holds": [G, S]})));
    assert_eq!(after.state().value()["hands"][0]["holds"], json!([S, G]));
    assert_eq!(why(&*open(5, "standard"), note(json!({}))).0, "G-3");
}

#[test]
fn hw_3_which_slot_holds_which_card_is_not_known() {
    let table = morning(&[note(0, [S, V]), note(1, [V, V])]);
    assert_eq!(table.state().value()["hands"][0]["slots"], json!([null, null]));
    assert_eq!(table.state().value()["hands"][1]["slots"], json!([V, V]), "two of a kind are plain");
    // Either slot may hold either card.
    for slot in [0, 1] {
        assert!(accepts(&*table, saw(0, at(0, slot), S)) && accepts(&*table, saw(0, at(0, slot), V)));
    }
    let table = morning(&[note(0, [S, V]), saw(0, at(0, 1), S)]);
    assert_eq!(table.state().value()["hands"][0]["slots"], json!([V, S]));
}

#[test]
fn hw_4_only_the_holder_comes_forward() {
    let table = morning(&[note(1, [S, V])]);
    assert_eq!(why(&*table, look(0, grave(0))), ("HW-4", "not_the_holder", None, true));
    assert_eq!(why(&*table, look(5, grave(0))).0, "G-5");
    let mut wrong = table.fork();
    add(&mut *wrong, irregular(look(0, grave(0))));
    assert!(wrong.is_irregular());
    let table = morning(&[look(1, at(0, 0)), note(2, [G, V])]);
    assert_eq!(why(&*table, dig(3, at(0, 0))), ("HW-4", "not_the_holder", None, true));
    let mut wrong = table.fork();
    add(&mut *wrong, irregular(dig(3, at(0, 0))));
    assert!(wrong.is_irregular());
}

#[test]
fn hw_4_first_the_seer_then_the_gravedigger_if_there_is_one() {
    let table = morning(&[]);
    assert_eq!(why(&*table, dig(0, at(1, 0))).0, "G-3");
    assert_eq!(why(&*table, skip(G)), ("HW-4", "not_its_turn", None, false));
    let table = morning(&[skip(S)]);
    assert_eq!(table.state().value()["phase"], "gravedigger");
    assert_eq!(why(&*table, look(0, at(1, 0))).0, "G-3");
    assert_eq!(why(&*table, skip(S)), ("HW-4", "not_its_turn", None, false));
    let four = record(4, "standard", &[deal(), pass(4), look(0, at(1, 0))]);
    assert_eq!(
        (&four.state().value()["phase"], &four.state().value()["gravedigger"]),
        (&json!("day"), &json!("not_in_game"))
    );
    assert_eq!(effects(&*four), json!([{"type": "day_began"}]));
}

#[test]
fn hw_5_the_seer_looks_at_any_card() {
    let table = morning(&[note(1, [S, V])]);
    for target in [at(1, 0), at(0, 1), grave(0), grave(1)] {
        assert!(accepts(&*table, look(1, target)));
    }
    for target in [at(5, 0), at(0, 2), grave(2), json!({"seat": -1, "slot": 0}), json!({"graveyard": -1})] {
        assert_eq!(why(&*table, look(1, target)).0, "G-5");
    }
    assert_eq!(why(&*table, saw(1, at(0, 0), "sinner")).0, "HW-1");
    assert_eq!(why(&*table, saw(1, at(0, 0), S)), ("HW-1", "one_too_many", Some(3), false));
    let four = record(4, "standard", &[deal(), pass(4)]);
    assert_eq!(why(&*four, look(0, grave(1))).0, "G-5", "one card lies there");
}

fn dug(fields: Value) -> Value {
    let mut dug = dig(3, at(1, 0));
    dug.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    dug
}

#[test]
fn hw_6_the_gravedigger_exchanges_with_another_seat() {
    let table = morning(&[skip(S)]);
    assert_eq!(why(&*table, dig(3, at(3, 0))), ("HW-6", "own_card", None, true));
    assert!(accepts(&*table, irregular(dig(3, at(3, 0)))));
    assert_eq!(why(&*table, dig(3, at(5, 0))).0, "G-5");
    assert_eq!(why(&*table, dig(3, at(1, 2))).0, "G-5");
    assert_eq!(why(&*table, dug(json!({"give": 2}))).0, "G-5");
    assert_eq!(why(&*table, dug(json!({"saw": [V]}))).0, "G-5");
    assert_eq!(why(&*table, dug(json!({"saw": [S, V], "give": 0, "given_card": V}))).0, "HW-6");
    assert_eq!(why(&*table, dug(json!({"saw": [G, S]}))).0, "HW-4", "who digs holds the gravedigger");
    let mut after = table.fork();
    add(&mut *after, dug(json!({"saw": [S, V], "give": 0})));
    let state = after.state();
    assert_eq!(state.value()["hands"][1]["slots"], json!([S, null]));
    assert_eq!(state.value()["graveyard"], json!([null, V]));
    assert_eq!(state.value()["dig"]["given_card"], S);
}

#[test]
fn hw_6_the_target_of_an_exchange_notes_its_new_hand() {
    let table = morning(&[note(1, [M, V]), look(0, at(4, 0)), dug(json!({"saw": [W, V], "give": 0}))]);
    assert_eq!(table.state().value()["hands"][1]["holds"], Value::Null);
    assert_eq!(why(&*table, note(1, [M, V])).0, "G-4");
    assert!(accepts(&*table, note(1, [M, W])) && accepts(&*table, note(1, [W, V])));
}

/// There is no dig without an exchange.
#[test]
fn hw_i6_the_exchange_is_compulsory() {
    let table = morning(&[skip(S)]);
    let nothing = json!({"type": "dig", "seat": 3, "saw": [S, V]});
    assert!(matches!(table.fork().append(&nothing), Err(Rejected::Malformed(_))));
    // The holder may not keep still either.
    let table = morning(&[look(0, at(1, 0)), note(3, [G, V])]);
    assert_eq!(why(&*table, skip(G)).0, "HW-8");
}

#[test]
fn hw_7_a_seat_uses_only_one_of_two_abilities() {
    let both = morning(&[note(1, [S, G]), look(1, at(0, 0))]);
    assert_eq!(why(&*both, dig(1, at(2, 0))), ("HW-7", "used_both", None, true));
    assert_eq!(why(&*both, dig(2, at(3, 0))).0, "HW-4");
    assert!(accepts(&*both, skip(G)));
    assert!(accepts(&*both, irregular(dig(1, at(2, 0)))));
    // The other way round: still as the seer, forward as the gravedigger.
    let other = morning(&[note(1, [S, G]), skip(S)]);
    assert!(accepts(&*other, dig(1, at(2, 0))));
    // The seat that looked holds the seer, so it cannot dig unless it holds both.
    assert_eq!(why(&*morning(&[look(1, at(0, 0))]), dig(1, at(2, 0))).0, "HW-7");
}

#[test]
fn hw_8_the_holder_must_come_forward() {
    let table = morning(&[note(1, [S, V])]);
    assert_eq!(why(&*table, skip(S)), ("HW-8", "must_come_forward", None, true));
    assert!(accepts(&*table, irregular(skip(S))));
    let four = record(4, "standard", &[deal(), pass(4), note(1, [S, V])]);
    assert_eq!(why(&*four, skip(S)).0, "HW-8");
    let buried = record(5, "standard", &[json!({"type": "deal", "graveyard": [S, G]}), pass(5)]);
    assert!(accepts(&*buried, skip(S)));
    assert_eq!(why(&*buried, look(0, grave(0))).0, "HW-4");
}

#[test]
fn hw_i1_an_unknown_skip_is_accepted_and_checked_later() {
    let table = morning(&[skip(S)]);
    assert_eq!(why(&*table, note(1, [S, V])), ("HW-8", "must_come_forward", Some(3), false));
    assert!(accepts(&*table, note(1, [S, G])), "the gravedigger may still come forward");
    let table = morning(&[note(1, [S, G]), skip(S)]);
    assert_eq!(why(&*table, skip(G)), ("HW-8", "must_come_forward", None, true));
    // Both were skipped: the seer alone could be excused by the gravedigger in the same hand.
    let table = morning(&[skip(S), skip(G)]);
    assert_eq!(why(&*table, note(1, [S, G])), ("HW-8", "must_come_forward", Some(4), false));
    assert_eq!(why(&*table, note(1, [S, V])), ("HW-8", "must_come_forward", Some(3), false));
}

#[test]
fn hw_9_statements_belong_to_the_day_and_follow_no_rule() {
    let statement =
        json!({"type": "statement", "seat": 2, "text": "I am the sinner.", "claims_role": "sinner"});
    assert_eq!(why(&*morning(&[skip(S)]), statement.clone()).0, "G-3");
    let mut day = morning(&[skip(S), skip(G)]);
    add(&mut *day, statement.clone());
    assert_eq!(
        day.state().value()["statements"][2],
        json!({"text": "I am the sinner.", "claims_role": "sinner"})
    );
    assert_eq!(effects(&*day), json!([]));
    assert_eq!(why(&*day, json!({"type": "statement", "seat": 5})).0, "G-5");
    let long = json!({"type": "statement", "seat": 0, "text": "x".repeat(2001)});
    assert_eq!(why(&*day, long).0, "G-5");
    for blank in ["", " \u{3000}", "\n"] {
        let blank = json!({"type": "statement", "seat": 0, "text": blank, "claims_role": "sinner"});
        assert_eq!(why(&*day, blank).0, "G-5");
    }
    add(&mut *day.fork(), json!({"type": "statement", "seat": 0, "claims_role": "sinner"}));
    add(&mut *day, end_day());
    assert_eq!(why(&*day, statement).0, "G-3");
}

#[test]
fn hw_9_five_minutes_begin_with_the_end_of_the_morning() {
    let limit = |table: &dyn AnyRecord| table.time_limit().map(|(time, Seq(event))| (time.as_secs(), event));
    assert_eq!(limit(&*morning(&[skip(S)])), None);
    let mut day = morning(&[skip(S), skip(G)]);
    assert_eq!(limit(&*day), Some((300, 4)));
    add(&mut *day, json!({"type": "statement", "seat": 0, "claims_role": "sinner"}));
    assert_eq!(limit(&*day), Some((300, 4)), "talk goes on");
    // The morning ended otherwise than was logged at first.
    add(&mut *day, json!({"type": "take_back", "count": 2}));
    add(&mut *day, skip(G));
    assert_eq!(limit(&*day), Some((300, 7)));
    add(&mut *day, end_day());
    assert_eq!(limit(&*day), None);
}
