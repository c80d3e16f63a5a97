//! The set-up and the turn, rule by rule.

use serde_json::json;

use super::super::moves::Effect;
use super::{Table, audit, declare, note, reshuffle, set_up, sum_of};
use crate::seat::{Seat, Viewer};

#[test]
fn nmf_1_turns_go_clockwise_from_the_seat_agreed() {
    let mut table = Table::open(3, &json!({"first_player": 2}));
    let view = table.view();
    assert_eq!((&view["turn"], &view["arrow"], &view["round"]), (&json!(2), &json!(0), &json!(1)));
    table.declarations(&[(2, 1), (0, 5), (1, 8), (2, 12)]);
    assert_eq!(table.turn(), Some(0));
    assert_eq!(Table::of(3).turn(), Some(0));
    assert_eq!(set_up(3, json!({"first_player": 3})).unwrap_err(), "G-5");
    assert_eq!(set_up(3, json!({"first_player": -1})).unwrap_err(), "G-5");
}

#[test]
fn g_5_two_to_eight_play_with_seven_counts_of_cards() {
    for (seats, allowed) in [(0, false), (1, false), (2, true), (8, true), (9, false), (255, false)] {
        assert_eq!(set_up(seats, json!({})).is_ok(), allowed, "{seats}");
    }
    for deck in [&[][..], &[1; 6], &[1; 8], &[0; 7], &[1, 1, 1, 1, 1, 1, -1], &[100; 7], &[i64::MAX; 7]] {
        assert_eq!(set_up(2, json!({"deck": deck})).unwrap_err(), "G-5", "{deck:?}");
    }
    for deck in [None, Some([99; 7]), Some([0, 0, 0, 0, 0, 0, 1])] {
        assert!(set_up(2, json!({"deck": deck})).is_ok(), "{deck:?}");
    }
}

#[test]
fn g_2_a_turn_taken_out_of_order_can_be_recorded() {
    let mut table = Table::of(4);
    table.declare(0, 5, None);
    assert_eq!(table.breach(&declare(2, 8, None)), ("G-2", true));
    assert_eq!(table.breach(&declare(2, 0, Some(9))), ("G-2", false));
    assert_eq!(table.broken(&declare(4, 0, Some(9))), "G-5");
    table.play_irregular(&declare(2, 8, None));
    assert_eq!(table.turn(), Some(3));
    // An audit by any seat accuses the seat that declared last.
    table.play_irregular(&audit(0));
    assert_eq!(table.view()["pending"], json!({"auditor": 0, "declarer": 2, "number": 8}));
}

#[test]
fn g_3_after_an_audit_only_the_cards_are_turned_up() {
    let mut table = Table::of(2);
    assert_eq!(table.broken(&sum_of(3)), "G-3");
    table.declare(0, 5, None);
    assert_eq!(table.broken(&sum_of(3)), "G-3");
    table.audit(1);
    for mv in [declare(0, 8, None), note(0, 3), audit(0), reshuffle()] {
        assert_eq!(table.broken(&mv), "G-3", "{mv}");
    }
}

#[test]
fn g_5_a_card_shows_0_to_6() {
    let mut table = Table::of(2);
    for card in [-1, 7, 256, i64::MAX, i64::MIN] {
        assert_eq!(table.broken(&declare(0, 1, Some(card))), "G-5");
    }
    table.declare(0, 1, None);
    assert_eq!(table.broken(&note(0, 7)), "G-5");
    assert_eq!(table.broken(&note(2, 3)), "G-5");
    // A number that the deck has no card of is no card either.
    let table = Table::with_deck(2, [1, 0, 0, 0, 0, 0, 1]);
    assert_eq!(table.breach(&declare(0, 1, Some(3))), ("NMF-10", false));
}

#[test]
fn nmf_2_the_first_declaration_is_1_or_more_and_moves_the_arrow() {
    let mut table = Table::of(2);
    assert_eq!(table.breach(&declare(0, 0, None)), ("NMF-2", true));
    assert_eq!(table.breach(&declare(0, -1, None)), ("NMF-2", false));
    assert_eq!(table.breach(&declare(0, i64::MIN, None)), ("NMF-2", false));
    table.declare(0, 1, Some(4));
    let view = table.view();
    assert_eq!(view["arrow"], 1);
    assert_eq!(view["cards"], json!([{"seat": 0, "number": 1, "white": true, "card": 4}]));
}

#[test]
fn nmf_2_an_irregular_declaration_below_one_leaves_the_arrow_at_0() {
    let mut table = Table::of(2);
    table.play_irregular(&declare(0, 0, None));
    assert_eq!((table.view()["arrow"].clone(), table.turn()), (json!(0), Some(1)));
    assert_eq!(table.broken(&declare(1, 0, None)), "NMF-4");
    table.audit(1);
}

#[test]
fn nmf_2_the_card_is_looked_at_alone() {
    let mut table = Table::of(3);
    table.declare(0, 5, Some(3));
    table.declare(1, 8, None);
    table.play(&note(1, 6));
    let card = |viewer, index: usize| {
        let seen = table.0.seen_by(viewer);
        serde_json::to_value(crate::game::Views::view(seen.now())).unwrap()["cards"][index]["card"].clone()
    };
    assert_eq!((card(Viewer::Scribe, 0), card(Viewer::Scribe, 1)), (json!(3), json!(6)));
    assert_eq!(
        (card(Viewer::Seat(Seat::new(0)), 0), card(Viewer::Seat(Seat::new(0)), 1)),
        (json!(3), json!(null))
    );
    assert_eq!(
        (card(Viewer::Seat(Seat::new(1)), 0), card(Viewer::Seat(Seat::new(1)), 1)),
        (json!(null), json!(6))
    );
    assert_eq!((card(Viewer::Public, 0), card(Viewer::Public, 1)), (json!(null), json!(null)));
    // The other viewers do not see the note.
    assert_eq!(table.0.seen_by(Viewer::Public).version().0, 2);
}

#[test]
fn nmf_2_a_seat_notes_the_card_it_laid_last() {
    let mut table = Table::of(2);
    assert_eq!(table.breach(&note(0, 3)), ("NMF-2", false));
    table.declarations(&[(0, 5), (1, 8)]);
    table.declare(0, 12, Some(4));
    assert_eq!(table.refused(&note(0, 4)).code, "nothing_new");
    assert_eq!(table.contradiction(&note(0, 5)), ("G-4", "contradiction", Some(3)));
    table.play(&note(1, 0));
    assert_eq!(table.contradiction(&note(1, 1)), ("G-4", "contradiction", Some(4)));
    let view = table.view();
    assert_eq!((&view["cards"][0]["card"], &view["cards"][1]["card"]), (&json!(null), &json!(0)));
}

#[test]
fn nmf_2_the_first_turn_of_a_round_is_no_audit() {
    let mut table = Table::of(2);
    assert_eq!(table.breach(&audit(0)), ("NMF-2", false));
    assert!(!table.choices().to_string().contains("audit"));
    table.declare(0, 5, None);
    table.audit(1);
    table.sum(6);
    assert_eq!(table.broken(&audit(1)), "NMF-2");
}

#[test]
fn nmf_3_declare_or_audit_but_never_both() {
    let mut table = Table::of(3);
    table.declare(0, 5, None);
    let kinds: Vec<_> = table.choices().as_array().unwrap().iter().map(|c| c["type"].clone()).collect();
    assert_eq!(kinds, ["declare", "audit", "note_card"]);
    table.declare(1, 8, None);
    assert_eq!(table.broken(&audit(1)), "G-2");
    table.audit(2);
    assert_eq!(table.broken(&declare(2, 12, None)), "G-3");
}

#[test]
fn nmf_4_a_declaration_is_higher_than_the_one_before_and_at_most_30() {
    let mut table = Table::of(2);
    assert_eq!(table.breach(&declare(0, 31, None)), ("NMF-4", false));
    assert_eq!(table.breach(&declare(0, i64::MAX, None)), ("NMF-4", false));
    table.declare(0, 8, None);
    assert_eq!(table.breach(&declare(1, 8, None)), ("NMF-4", true));
    assert_eq!(table.breach(&declare(1, 7, None)), ("NMF-4", true));
    assert_eq!(table.breach(&declare(1, -1, None)), ("NMF-4", false));
    assert_eq!(table.refused(&declare(1, 8, None)).detail["allowed"], json!({"min": 9, "max": 30}));
    table.declare(1, 9, None);
    // After an irregular declaration that was too low, the next must exceed that one.
    table.play_irregular(&declare(0, 5, None));
    assert_eq!((table.view()["arrow"].clone(), table.turn()), (json!(5), Some(1)));
    table.declare(1, 8, None);
}

#[test]
fn nmf_5_a_white_square_costs_the_grey_side() {
    let mut table = Table::of(3);
    let warned = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Warned { .. }));
    assert!(!warned(&table.declare(0, 5, None)));
    assert!(warned(&table.declare(1, 6, None)));
    let seats = table.view()["seats"].clone();
    assert_eq!((&seats[0]["warned"], &seats[1]["warned"]), (&json!(false), &json!(true)));
    table.declarations(&[(2, 8), (0, 9)]);
    // Seat 1 may skip black squares, but not stop on a white one.
    assert_eq!(table.breach(&declare(1, 13, None)), ("NMF-5", true));
    assert_eq!(table.refused(&declare(1, 13, None)).detail["allowed"], json!([12, 17, 23, 30]));
    assert_eq!(table.broken(&declare(1, 9, None)), "NMF-4");
    assert_eq!(table.choices()[0]["numbers"], json!([12, 17, 23, 30]));
    table.declare(1, 23, None);
    assert_eq!(table.choices()[0]["numbers"], json!([24, 25, 26, 27, 28, 29, 30]));
}

/// Worked example.
#[test]
fn nmf_5_white_twice_in_a_round_is_refused_and_allowed_again_after_the_audit() {
    let mut table = Table::of(2);
    table.declarations(&[(0, 3), (1, 5)]);
    assert_eq!(table.broken(&declare(0, 7, None)), "NMF-5");
    table.declare(0, 8, None);
    table.audit(1);
    table.sum(4);
    table.declarations(&[(1, 5), (0, 7)]);
    // If it is recorded as irregular, the warning card stays yellow.
    table.declare(1, 8, None);
    table.play_irregular(&declare(0, 10, None));
    assert_eq!(table.view()["seats"][0]["warned"], true);
    assert!(table.0.is_irregular());
}

#[test]
fn nmf_5_black_squares_are_5_8_12_17_23_and_30() {
    let white: Vec<i64> = (1..=30).filter(|number| !super::super::rules::track::is_white(*number)).collect();
    assert_eq!(white, [5, 8, 12, 17, 23, 30]);
}
