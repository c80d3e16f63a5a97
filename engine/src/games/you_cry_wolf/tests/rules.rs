//! The set-up, the cups and the bet, rule by rule; the worked examples.

use serde_json::json;

use super::super::moves::Effect;
use super::{Table, all_markers_out, bet, dice, note, paid, pass, privilege, set_up};
use crate::game::Views;
use crate::seq::Seq;

#[test]
fn ycw_1_the_winner_of_the_roll_begins() {
    let mut table = Table::open(3, json!({}));
    table.play(json!({"type": "choose_first_player", "seat": 2, "wolves": [0, 1, 3]}));
    assert_eq!(table.view()["turn"], 2);
    let table = Table::open(3, json!({}));
    let roll = |wolves| json!({"type": "choose_first_player", "seat": 2, "wolves": wolves});
    assert_eq!(table.broken(roll(json!([0, 1, 7]))), "YCW-1");
    assert_eq!(table.broken(roll(json!([0, -1, 3]))), "YCW-1");
    assert_eq!(table.broken(roll(json!([0, 1]))), "G-5");
    assert_eq!(table.broken(json!({"type": "choose_first_player", "seat": 3})), "G-5");
}

#[test]
fn ycw_i1_only_one_with_most_wolves_can_have_won() {
    let mut table = Table::open(3, json!({}));
    let roll = json!({"type": "choose_first_player", "seat": 0, "wolves": [2, 3, 3]});
    let refusal = table.refused(roll.clone()).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-I1", true));
    table.play_irregular(roll);
    let mut tied = Table::open(3, json!({}));
    tied.play(json!({"type": "choose_first_player", "seat": 1, "wolves": [2, 3, 3]}));
}

#[test]
fn ycw_2_six_dice_three_markers_and_an_empty_board() {
    let view = Table::begun(2).view();
    assert_eq!(view["seats"][0]["cup"].as_array().unwrap().len(), 6);
    assert_eq!(view["seats"][1]["markers"], 3);
    assert!(view["rows"].as_array().unwrap().iter().all(|row| row["dice"] == json!([])));
}

#[test]
fn ycw_2_a_noted_cup_must_hold_what_was_placed() {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    let refusal = table.refused(json!({"type": "note_cup", "seat": 0, "dice": dice("ssssss")})).violation;
    assert_eq!((refusal.rule, refusal.code, refusal.contradicts), ("YCW-2", "contradiction", Some(Seq(2))));
    table.play(json!({"type": "note_cup", "seat": 0, "dice": dice("?ssss?")}));
    table.bet(1, "cow", "cow", 3);
    table.bet(0, "wolf", "wolf", 2);
    table.bet(1, "cow", "cow", 4);
    let refusal = table.refused(bet(0, "cow", "cow", 5)).violation;
    assert_eq!(
        (refusal.rule, refusal.contradicts, refusal.can_record_anyway),
        ("YCW-2", Some(Seq(3)), false)
    );
    table.bet(0, "sheep", "sheep", 2);
}

#[test]
fn ycw_2_six_wolves_cannot_follow_a_cow() {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.call(1, "cow");
    let refusal =
        table.refused(json!({"type": "reveal", "cups": [dice("wwwwww"), null], "count": 1})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-2", Some(Seq(2))));
    let short = table.refused(json!({"type": "reveal", "cups": [dice("wwwww"), dice("wwwww")]})).violation;
    assert_eq!((short.rule, short.contradicts), ("YCW-2", None));
    assert_eq!(table.broken(json!({"type": "reveal", "cups": [dice("wwwwwww"), null], "count": 1})), "YCW-2");
    table.play(json!({"type": "reveal", "cups": [dice("wwwww"), dice("wwwwww")]}));
}

#[test]
fn ycw_2_a_second_note_fills_nulls_only() {
    let mut table = Table::begun(2);
    table.play(note(0, [Some("cow"), None, None, None, None, None]));
    let refusal = table.refused(note(0, [Some("wolf"), Some("cow"), None, None, None, None])).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("G-4", Some(Seq(2))));
    table.play(note(0, [None, Some("cow"), None, None, None, None]));
    assert_eq!(table.view()["seats"][0]["cup"], json!(["cow", "cow", null, null, null, null]));
    assert_eq!(table.broken(json!({"type": "note_cup", "seat": 0, "dice": dice("ccccc")})), "YCW-2");
    table.play(json!({"type": "note_cup", "seat": 1, "dice": dice("ssssss")}));
    assert_eq!(table.broken(json!({"type": "note_cup", "seat": 1, "dice": dice("ssssss")})), "YCW-2");
    table.bet(0, "cow", "cow", 2);
    table.call(1, "cow");
    let refusal =
        table.refused(json!({"type": "reveal", "cups": [dice("sssss"), null], "count": 1})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("G-4", Some(Seq(3))));
    assert_eq!(table.broken(note(0, [None; 6])), "G-3");
}

#[test]
fn ycw_3_turns_go_left_from_the_first_player() {
    let mut table = Table::begun(3);
    let refusal = table.refused(bet(1, "cow", "cow", 2)).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("G-2", true));
    for seat in [0, 1, 2, 0] {
        assert_eq!(table.view()["turn"], seat);
        let claim = i64::try_from(table.0.len()).unwrap() + 1;
        table.bet(seat, "cow", "cow", claim);
    }
    table.play_irregular(bet(2, "cow", "cow", 9));
    assert_eq!(table.view()["turn"], 0);
    assert!(table.0.is_irregular());
}

#[test]
fn ycw_4_a_bet_places_a_die_and_claims_that_rows_animal() {
    let mut table = Table::begun(2);
    table.bet(0, "wolf", "sheep", 7);
    let row = &table.view()["rows"][1];
    assert_eq!(row["dice"], json!([{"die": "wolf", "seat": 0, "rolled": false}]));
    assert_eq!(row["marker"], json!({"seat": 0, "claim": 7}));
    table.call(1, "sheep");
    // "7" means 7 or more: 9 is no lie.
    assert_eq!(paid(&table.count(9)), (1, 0, 3, 3));
}

#[test]
fn ycw_5_where_each_die_may_lie() {
    let allowed = [
        ("cow", vec!["cow"]),
        ("sheep", vec!["sheep"]),
        ("sheepdog", vec!["sheepdog", "wolf"]),
        ("wolf", vec!["wolf", "sheepdog", "sheep"]),
    ];
    for (die, rows) in allowed {
        for row in ["cow", "sheep", "sheepdog", "wolf"] {
            let mut table = Table::begun(2);
            if rows.contains(&row) {
                table.bet(0, die, row, 2);
            } else {
                let refusal = table.refused(bet(0, die, row, 2)).violation;
                assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-5", true));
                table.play_irregular(bet(0, die, row, 2));
            }
        }
    }
}

#[test]
fn ycw_6_claim_counts_the_die_just_placed() {
    // Example 4: with one cow placed, "1 cow" is refused and "2" accepted.
    let mut table = Table::begun(2);
    let refusal = table.refused(bet(0, "cow", "cow", 1)).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-6", true));
    assert_eq!(table.broken(bet(0, "cow", "cow", i64::MIN)), "YCW-6");
    assert!(!table.refused(bet(0, "cow", "cow", 0)).violation.can_record_anyway);
    table.bet(0, "cow", "cow", 2);
    assert_eq!(table.broken(bet(1, "cow", "cow", 2)), "YCW-6");
    table.bet(1, "cow", "cow", 3);
}

#[test]
fn ycw_7_a_claim_exceeds_the_marker_and_sends_it_back() {
    // Example 5: sheep marker at 15.
    let mut table = Table::begun(2);
    table.bet(0, "sheep", "sheep", 15);
    let refusal = table.refused(bet(1, "sheep", "sheep", 15)).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-7", true));
    assert_eq!(table.view()["seats"][0]["markers"], 2);
    let effects = table.bet(1, "sheep", "sheep", 16);
    assert!(matches!(effects[..], [Effect::MarkerReturned { claim: 15, .. }]));
    assert_eq!(table.view()["seats"][0]["markers"], 3);
    assert_eq!(table.view()["rows"][1]["marker"], json!({"seat": 1, "claim": 16}));
}

#[test]
fn ycw_8_a_bet_needs_a_marker() {
    let mut table = all_markers_out();
    let refusal = table.refused(bet(0, "wolf", "wolf", 6)).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-8", false));
    table.bet(0, "cow", "cow", 3);
}

#[test]
fn ycw_9_a_bet_needs_a_die() {
    let mut table = Table::begun(2);
    for turn in 0..12 {
        table.bet(turn % 2, "cow", "cow", i64::from(turn) + 2);
    }
    let refusal = table.refused(bet(0, "cow", "cow", 14)).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-9", false));
}

#[test]
fn ycw_i2_no_claim_beyond_all_dice() {
    let mut table = Table::begun(2);
    assert_eq!(table.broken(bet(0, "cow", "cow", 31)), "YCW-I2");
    assert_eq!(table.broken(bet(0, "cow", "cow", i64::MAX)), "YCW-I2");
    table.bet(0, "cow", "cow", 30);
}

#[test]
fn ycw_i3_pass_only_when_nothing_else_is_possible() {
    let mut table = Table::begun(2);
    assert!(matches!(table.refused(pass(0)).violation.rule, "YCW-I3"));
    table.bet(0, "cow", "cow", 2);
    assert!(table.refused(pass(1)).violation.can_record_anyway);
    table.play_irregular(pass(1));
}

/// Seat 0 is first player for the second time; all markers are seat 1's, and seat 1 is on turn
/// as the new first player: only cows could stop it from betting.
fn forced_if_cows() -> Table {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "cow", "cow", 30);
    table.play(privilege(0, "cow", "cow"));
    table
}

#[test]
fn ycw_i3_a_forced_pass_fixes_what_the_cup_held() {
    let mut table = forced_if_cows();
    table.play(pass(1));
    table.bet(0, "sheep", "sheep", 2);
    let refusal = table.refused(bet(1, "sheep", "sheep", 3)).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-I3", Some(Seq(5))));
    assert_eq!(table.view()["seats"][1]["cup"], json!(["cow", "cow", "cow", "cow", "cow"]));
    let refusal = table.refused(json!({"type": "note_cup", "seat": 1, "dice": dice("cccccw")})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-I3", Some(Seq(5))));
    // Amended as irregular, the pass tells nothing any more.
    table.amend(5, pass(1), true).unwrap();
    assert!(table.0.is_irregular());
    table.bet(1, "sheep", "sheep", 3);
}

#[test]
fn ycw_i3_a_reveal_can_contradict_a_pass() {
    let mut table = forced_if_cows();
    table.play(pass(1));
    table.call(0, "cow");
    let refusal =
        table.refused(json!({"type": "reveal", "cups": [null, dice("ccccw")], "count": 9})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-I3", Some(Seq(5))));
    let refusal = table.refused(json!({"type": "reveal", "count": 7})).violation;
    assert_eq!((refusal.rule, refusal.code, refusal.contradicts), ("YCW-11", "contradiction", Some(Seq(5))));
    table.count(8);
}

#[test]
fn ycw_i3_a_known_cup_decides_whether_a_pass_is_forced() {
    let mut table = forced_if_cows();
    table.play(json!({"type": "note_cup", "seat": 1, "dice": dice("cccccs")}));
    assert_eq!(table.broken(pass(1)), "YCW-I3");
}

#[test]
fn ycw_i6_five_seats_and_thirty_dice_per_box() {
    assert_eq!(set_up(6, json!({})), Err("YCW-I6"));
    assert_eq!(set_up(1, json!({})), Err("G-5"));
    assert_eq!(set_up(2, json!({"boxes": 0})), Err("G-5"));
    assert_eq!(set_up(2, json!({"boxes": i64::MAX})), Err("G-5"));
    assert_eq!(set_up(2, json!({"die_faces": ["cow"]})), Err("G-5"));
    let game = set_up(10, json!({"boxes": 2})).unwrap();
    assert_eq!((game.view().all_dice, game.view().spare_dice), (60, 0));
    assert!(set_up(250, json!({"boxes": 50})).is_ok());
}

#[test]
fn g_3_to_g_5_come_before_the_rules() {
    let table = Table::begun(2);
    assert_eq!(table.broken(json!({"type": "reveal", "count": -7})), "G-3");
    assert_eq!(table.broken(bet(9, "cow", "wolf", -4)), "G-5");
    assert_eq!(table.broken(json!({"type": "call", "seat": -1, "row": "cow"})), "G-5");
    assert_eq!(table.broken(json!({"type": "note_cup", "seat": 2, "dice": []})), "G-5");
    assert_eq!(table.broken(bet(1, "cow", "wolf", -4)), "G-2");
}

/// All roll again for the first round, so the earlier dice under the cups do not count.
#[test]
fn ycw_1_nothing_is_noted_before_the_first_player_is_chosen() {
    for options in [json!({}), json!({"open_dice": true})] {
        let mut table = Table::open(3, options);
        let note = json!({"type": "note_cup", "seat": 1, "dice": dice("cccccc")});
        let refusal = table.refused(note.clone()).violation;
        assert_eq!((refusal.rule, refusal.can_record_anyway), ("G-3", false));
        assert_eq!(refusal.detail["allowed"], json!(["choose_first_player"]));
        table.play(json!({"type": "choose_first_player", "seat": 0}));
        table.play(note);
    }
}
