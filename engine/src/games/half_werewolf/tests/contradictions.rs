//! An unknown fact is checked when it becomes known, and the earlier entry is named.

use super::*;

/// A table of five whose seer and gravedigger came forward, ready for the reveal.
fn record_of(entries: &[Value]) -> Box<dyn AnyRecord> {
    let voted = [end_day(), vote(json!([2, 2, 2, 2, 1]))];
    morning(&[&[look(0, at(4, 0)), dig(3, at(1, 0))], entries, &voted].concat())
}

fn shown(hands: Value, graveyard: Value, fields: Value) -> Value {
    let mut entry = reveal(hands, graveyard);
    entry.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    entry
}

fn hands() -> Value {
    json!([[S, V], [V, V], [W, V], [G, V], [M, V]])
}

#[test]
fn hw_1_the_cards_turned_over_are_the_deck() {
    let table = record_of(&[]);
    let give = json!({"give": 0});
    assert!(accepts(&*table, shown(hands(), json!([V, V]), give.clone())));
    let two_wolves = json!([[S, V], [V, V], [W, V], [G, W], [M, V]]);
    assert_eq!(why(&*table, shown(two_wolves, json!([V, V]), give.clone())).0, "HW-1");
    assert_eq!(why(&*table, shown(hands(), json!([V]), give.clone())).0, "G-5");
    assert_eq!(
        why(&*table, shown(json!([[S, V], [V, V], [W, V], [G, V], [M]]), json!([V, V]), give)).0,
        "G-5"
    );
}

#[test]
fn hw_4_a_seat_that_looked_held_the_seer_and_one_that_dug_the_gravedigger() {
    let table = record_of(&[]);
    let give = json!({"give": 0});
    let elsewhere = json!([[V, V], [V, V], [W, S], [G, V], [M, V]]);
    assert_eq!(
        why(&*table, shown(elsewhere, json!([V, V]), give.clone())),
        ("HW-4", "not_the_holder", Some(3), false)
    );
    let elsewhere = json!([[S, V], [V, V], [W, G], [V, V], [M, V]]);
    assert_eq!(
        why(&*table, shown(elsewhere, json!([V, V]), give.clone())),
        ("HW-4", "not_the_holder", Some(4), false)
    );
    // The breach is recorded where it happened.
    let mut record = table.fork();
    let wrong = json!([[V, V], [V, V], [W, S], [G, V], [M, V]]);
    let with = look(0, at(4, 0));
    add(&mut *record, json!({"type": "amend", "event": 3, "with": with, "irregular": true}));
    add(&mut *record, shown(wrong, json!([V, V]), give));
    assert!(record.is_irregular());
}

#[test]
fn hw_5_hw_6_what_was_seen_follows_from_the_cards() {
    let table = record_of(&[]);
    let why = |fields: Value| {
        let hands = json!([[S, V], [W, V], [V, V], [G, V], [M, V]]);
        why(&*table, shown(hands, json!([V, V]), fields)).0
    };
    assert_eq!(why(json!({})), "HW-6", "give is needed");
    assert_eq!(why(json!({"give": 2})), "G-5");
    assert_eq!(why(json!({"give": 0, "looked": W})), "HW-5");
    assert_eq!(why(json!({"give": 0, "saw": [V, W]})), "HW-6");
    let hands = json!([[S, V], [W, V], [V, V], [G, V], [M, V]]);
    assert!(accepts(&*table, shown(hands, json!([V, V]), json!({"give": 0, "looked": M, "saw": [W, V]}))));
    let quiet = morning(&[&quiet()[..], &[vote(json!([2, 2, 2, 2, 1]))]].concat());
    let buried =
        |fields: Value| shown(json!([[M, V], [V, V], [W, V], [V, V], [V, V]]), json!([S, G]), fields);
    assert_eq!(super::why(&*quiet, buried(json!({"looked": V}))).0, "HW-5");
    assert_eq!(super::why(&*quiet, buried(json!({"give": 0}))).0, "HW-6");
    assert!(accepts(&*quiet, buried(json!({}))));
}

#[test]
fn hw_8_a_skip_is_checked_at_the_reveal() {
    let table = morning(&[&quiet()[..], &[vote(json!([2, 2, 2, 2, 1]))]].concat());
    let seer = reveal(json!([[S, V], [V, V], [W, V], [V, V], [M, V]]), json!([V, G]));
    assert_eq!(why(&*table, seer.clone()), ("HW-8", "must_come_forward", Some(3), false));
    let both = reveal(json!([[S, G], [V, V], [W, V], [V, V], [M, V]]), json!([V, V]));
    assert_eq!(why(&*table, both).1, "must_come_forward");
    let mut record = table.fork();
    add(&mut *record, json!({"type": "amend", "event": 3, "with": skip(S), "irregular": true}));
    add(&mut *record, seer);
    assert!(record.is_irregular() && record.outcome().is_some());
}

#[test]
fn hw_13_a_turned_seat_that_voted_is_found_out_at_the_reveal() {
    let night = |ballots: Value| {
        let entries = [deal(), pass(6), look(0, at(1, 0)), skip(G), end_day(), vote(ballots)];
        record(6, "night_of_the_magician", &entries)
    };
    let cards = reveal(json!([[S, V], ["magician", V], [W, V], [M, V], [V, V], [V, V]]), json!([G, V]));
    let voted = night(json!([2, 2, 2, 1, 1, 2]));
    assert_eq!(why(&*voted, cards.clone()), ("HW-13", "turned_has_no_vote", Some(6), false));
    assert!(accepts(&*night(json!([null, 2, 2, 1, 1, 2])), cards));
    let slots = reveal(json!([[S, V], [V, "magician"], [W, V], [M, V], [V, V], [V, V]]), json!([G, V]));
    assert!(accepts(&*voted, slots.clone()), "the magician lay in the other slot");
    assert_eq!(why(&*night(json!([null, 2, 2, 1, 1, 2])), slots), ("HW-14", "has_a_vote", Some(6), false));
}

/// deal → note → pass → dig, each link checked as soon as both its ends are known.
#[test]
fn g_4_the_chain_from_deal_to_reveal() {
    let dealt = deal_to(json!([[S, V], [W, V], [V, V], [G, V], [M, V]]));
    let passed = json!({"type": "pass_cards", "cards": [V, W, V, V, V]});
    let table = record(5, "standard", &[dealt, passed]);
    // Seat 0 got the werewolf from seat 1.
    assert_eq!(table.state().value()["hands"][0]["holds"], json!([W, S]));
    assert_eq!(why(&*table, note(0, [S, V])).0, "HW-2");
    assert_eq!(why(&*table, saw(0, at(1, 0), W)).2, Some(2), "the pass stands against it");
    let mut table = table.fork();
    add(&mut *table, saw(0, at(0, 1), W));
    assert_eq!(why(&*table, json!({"type": "dig", "seat": 3, "target": at(0, 0), "saw": [V, M]})).2, Some(1));
    add(&mut *table, dig(3, at(0, 1)));
    add(&mut *table, end_day());
    add(&mut *table, vote(json!([2, 2, 2, 2, 1])));
    let cards = |first: Value, graveyard: Value| {
        let hands = json!([first, [V, V], [V, V], [G, V], [M, V]]);
        shown(hands, graveyard, json!({"give": 0}))
    };
    // The werewolf lay in slot 1, and went to the graveyard.
    assert!(accepts(&*table, cards(json!([S, V]), json!([W, V]))));
    assert_eq!(why(&*table, cards(json!([S, V]), json!([V, W]))).2, Some(1));
    assert_eq!(
        why(&*table, cards(json!([W, V]), json!([S, V]))).2,
        Some(3),
        "what the seer saw stands against it"
    );
}

#[test]
fn g_4_the_gravedigger_gave_what_was_logged() {
    let gave = json!({"type": "dig", "seat": 3, "target": at(1, 0), "give": 1, "given_card": V});
    let table = morning(&[look(0, at(4, 0)), gave, end_day(), vote(json!([2, 2, 2, 2, 1]))]);
    let cards = |fields: Value| shown(hands(), json!([V, V]), fields);
    assert!(accepts(&*table, cards(json!({}))));
    assert_eq!(why(&*table, cards(json!({"give": 0}))), ("G-4", "contradiction", Some(4), false));
    let wolf = json!([[S, V], [W, V], [V, V], [G, V], [M, V]]);
    assert_eq!(why(&*table, reveal(wolf, json!([V, V]))).2, Some(4));
}

#[test]
fn g_4_a_later_fact_names_the_earlier_one() {
    let table = morning(&[note(2, [W, V]), skip(S)]);
    assert_eq!(why(&*table, note(2, [V, V])), ("G-4", "contradiction", Some(3), false));
    assert_eq!(why(&*table, note(1, [W, V])), ("HW-1", "one_too_many", Some(3), false));
    let refusal = refused(&*table, note(1, [W, V]));
    assert_eq!(refusal.detail["logged"], json!({"seat": 2, "holds": [V, W]}));
}

#[test]
fn hw_5_a_reveal_that_disagrees_with_a_logged_look_names_it() {
    let voted = [end_day(), vote(json!([2, 2, 2, 2, 1]))];
    let table = morning(&[&[saw(0, at(4, 0), M), dig(3, at(1, 0))][..], &voted].concat());
    let cards = |hands: Value, fields: Value| shown(hands, json!([V, V]), fields);
    let otherwise = json!([[S, V], [V, V], [W, V], [G, V], [V, M]]);
    assert!(accepts(&*table, cards(hands(), json!({"give": 0}))));
    assert!(accepts(&*table, cards(hands(), json!({"give": 0, "looked": M}))));
    // The cards contradict the log, even if the reveal does not repeat the seen cards.
    for (fields, rule) in [(json!({"give": 0}), "G-4"), (json!({"give": 0, "looked": M}), "HW-5")] {
        let (named, _, event, _) = why(&*table, cards(otherwise.clone(), fields));
        assert_eq!((named, event), (rule, Some(3)));
    }
    // The reveal itself says that something else was seen.
    assert_eq!(
        why(&*table, cards(hands(), json!({"give": 0, "looked": V}))),
        ("HW-5", "saw_otherwise", Some(3), false)
    );
    assert_eq!(why(&*table, cards(otherwise, json!({"give": 0, "looked": V}))).2, Some(3));
}

#[test]
fn hw_6_a_reveal_that_disagrees_with_a_logged_dig_names_it() {
    let dug = json!({"type": "dig", "seat": 3, "target": at(1, 0), "give": 1, "saw": [V, V]});
    let table = morning(&[look(0, at(4, 0)), dug, end_day(), vote(json!([2, 2, 2, 2, 1]))]);
    let cards = |fields: Value| shown(hands(), json!([V, V]), fields);
    assert!(accepts(&*table, cards(json!({"saw": [V, V]}))));
    assert_eq!(why(&*table, cards(json!({"saw": [W, V]}))), ("HW-6", "saw_otherwise", Some(4), false));
}
