//! Each rule and interpretation, named; the worked examples.

use serde_json::json;

use super::super::{Effect, Options, YouCryWolf};
use super::{Table, bet, dice, note, paid, pass, privilege};
use crate::game::{Game, Seq};

fn set_up(seats: u8, options: serde_json::Value) -> Result<YouCryWolf, &'static str> {
    let options: Options = serde_json::from_value(options).unwrap();
    YouCryWolf::new(seats, &options).map_err(|violation| violation.rule)
}

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
    assert_eq!((refusal.rule, refusal.contradicts, refusal.can_record_anyway), ("YCW-2", Some(Seq(3)), false));
    table.bet(0, "sheep", "sheep", 2);
}

#[test]
fn ycw_2_six_wolves_cannot_follow_a_cow() {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.call(1, "cow");
    let refusal = table.refused(json!({"type": "reveal", "cups": [dice("wwwwww"), null], "count": 1})).violation;
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
    assert_eq!(table.broken(note(0, [Some("cow"), None, None, None, None, None])), "YCW-2");
    let refusal = table.refused(note(0, [Some("wolf"), Some("cow"), None, None, None, None])).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("G-4", Some(Seq(2))));
    table.play(note(0, [None, Some("cow"), None, None, None, None]));
    assert_eq!(table.view()["seats"][0]["cup"], json!(["cow", "cow", null, null, null, null]));
    assert_eq!(table.broken(json!({"type": "note_cup", "seat": 0, "dice": dice("ccccc")})), "YCW-2");
    table.bet(0, "cow", "cow", 2);
    table.call(1, "cow");
    let refusal = table.refused(json!({"type": "reveal", "cups": [dice("sssss"), null], "count": 1})).violation;
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

/// Seat 0 holds the markers of the cow, sheep and sheepdog rows; seat 1 is on the wolf row.
fn all_markers_out() -> Table {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "wolf", "wolf", 3);
    table.bet(0, "sheep", "sheep", 2);
    table.bet(1, "wolf", "wolf", 4);
    table.bet(0, "sheepdog", "sheepdog", 2);
    table.bet(1, "wolf", "wolf", 5);
    table
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

/// Seat 0 is first player, holds the only marker after the privilege of seat 1… see the moves.
fn stuck_with_own_markers() -> Table {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "cow", "cow", 3);
    table.play(privilege(0, "cow", "cow"));
    table.bet(1, "cow", "cow", 30);
    table.bet(0, "sheep", "sheep", 2);
    table.bet(1, "sheep", "sheep", 30);
    table.bet(0, "wolf", "wolf", 2);
    table.bet(1, "wolf", "wolf", 30);
    table.bet(0, "sheepdog", "sheepdog", 29);
    table
}

#[test]
fn ycw_i3_pass_only_when_nothing_else_is_possible() {
    let mut table = Table::begun(2);
    assert!(matches!(table.refused(pass(0)).violation.rule, "YCW-I3"));
    table.bet(0, "cow", "cow", 2);
    assert!(table.refused(pass(1)).violation.can_record_anyway);
    table.play_irregular(pass(1));
    assert_eq!(stuck_with_own_markers().broken(pass(1)), "YCW-I3");
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
fn ycw_i3_a_pass_tells_what_the_cup_held() {
    let mut table = forced_if_cows();
    table.play(pass(1));
    table.bet(0, "sheep", "sheep", 2);
    let refusal = table.refused(bet(1, "sheep", "sheep", 3)).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-I3", Some(Seq(5))));
    assert_eq!(table.view()["seats"][1]["cup"], json!(["cow", "cow", "cow", "cow", "cow"]));
    let refusal = table.refused(json!({"type": "note_cup", "seat": 1, "dice": dice("cccccw")})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-I3", Some(Seq(5))));
    // It really happened: amended as irregular, the pass tells nothing any more.
    table.amend(5, pass(1), true).unwrap();
    assert!(table.0.is_irregular());
    table.bet(1, "sheep", "sheep", 3);
}

#[test]
fn ycw_i3_a_reveal_can_contradict_a_pass() {
    let mut table = forced_if_cows();
    table.play(pass(1));
    table.call(0, "cow");
    let refusal = table.refused(json!({"type": "reveal", "cups": [null, dice("ccccw")], "count": 9})).violation;
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
fn ycw_10_any_other_seats_marker_may_be_called() {
    let mut table = all_markers_out();
    let call = |row: &str| json!({"type": "call", "seat": 0, "row": row});
    assert_eq!(table.broken(call("cow")), "YCW-10");
    assert_eq!(Table::begun(2).broken(call("cow")), "YCW-10");
    let effects = table.play(call("wolf"));
    assert!(matches!(effects[..], [Effect::Accused { claim: 5, .. }]));
    // Not only the last bet: seat 1 may call what seat 0 claimed two turns ago.
    let mut table = all_markers_out();
    table.bet(0, "cow", "cow", 3);
    table.call(1, "sheep");
}

#[test]
fn ycw_11_the_row_the_cups_and_nothing_else_are_counted() {
    let mut table = Table::begun(2);
    table.bet(0, "sheep", "sheep", 8);
    table.call(1, "sheep");
    let effects = table.play(json!({"type": "reveal", "cups": [dice("sswcc"), dice("sscccd")]}));
    assert!(matches!(effects[0], Effect::Counted { claim: 8, count: 6, .. }));
}

#[test]
fn ycw_11_a_reveal_must_settle_the_count() {
    let mut table = Table::begun(2);
    table.bet(0, "sheep", "sheep", 8);
    table.call(1, "sheep");
    let reveal = |cups, count: Option<i64>| json!({"type": "reveal", "cups": cups, "count": count});
    let open = json!([dice("ssw??"), null]);
    assert_eq!(table.refused(reveal(json!(null), None)).violation.code, "nothing_revealed");
    assert_eq!(table.refused(reveal(open.clone(), None)).violation.code, "count_left_open");
    assert_eq!(table.refused(reveal(open.clone(), Some(3))).violation.code, "wrong_count");
    assert_eq!(table.broken(reveal(open.clone(), Some(13))), "YCW-11");
    assert_eq!(table.broken(reveal(open.clone(), Some(31))), "G-5");
    assert_eq!(table.broken(reveal(open.clone(), Some(-1))), "G-5");
    assert_eq!(table.broken(reveal(json!([dice("ssw??")]), Some(5))), "G-5");
    table.play(reveal(open, Some(12)));
}

#[test]
fn ycw_11_a_count_must_agree_with_the_notes() {
    let mut table = Table::begun(2);
    table.play(json!({"type": "note_cup", "seat": 1, "dice": dice("cccccc")}));
    table.bet(0, "sheep", "sheep", 8);
    table.call(1, "sheep");
    let refusal = table.refused(json!({"type": "reveal", "count": 7})).violation;
    assert_eq!((refusal.rule, refusal.contradicts), ("YCW-11", Some(Seq(2))));
    table.count(6);
}

/// The count of an animal when seat 1 holds one die of each face and seat 0 bet a cow: the
/// board holds only a die of `row`, rolled or bet as said.
fn count_of(row: &str, first: &str) -> i64 {
    let mut table = Table::begun(2);
    table.bet(0, first, row, 9);
    table.call(1, row);
    let effects = table.play(json!({"type": "reveal", "cups": [dice("ccccc"), dice("ccssdw")]}));
    match effects[0] {
        Effect::Counted { count, .. } => count,
        _ => panic!("counted first"),
    }
}

#[test]
fn ycw_12_cows_count_cows() {
    assert_eq!(count_of("cow", "cow"), 1 + 5 + 2);
}

#[test]
fn ycw_13_sheep_count_sheep_and_wolves() {
    assert_eq!(count_of("sheep", "sheep"), 1 + 2 + 1);
}

#[test]
fn ycw_14_wolves_count_wolves_and_sheepdogs() {
    assert_eq!(count_of("wolf", "wolf"), 1 + 1 + 1);
}

#[test]
fn ycw_15_sheepdogs_count_sheepdogs_and_wolves() {
    assert_eq!(count_of("sheepdog", "sheepdog"), 1 + 1 + 1);
}

#[test]
fn ycw_16_a_wolf_placed_as_a_sheep_is_a_sheep() {
    // Example 7, in both editions, for wolves and for sheepdogs.
    for edition in ["ja", "en"] {
        for row in ["wolf", "sheepdog"] {
            let mut table = Table::open(2, json!({"edition": edition}));
            table.play(json!({"type": "choose_first_player", "seat": 0}));
            table.bet(0, "wolf", "sheep", 2);
            table.bet(1, "wolf", row, 2);
            table.call(0, row);
            let effects = table.play(json!({"type": "reveal", "cups": [dice("ccccc"), dice("ccccc")]}));
            assert!(matches!(effects[0], Effect::Counted { count: 1, .. }), "{edition} {row}");
        }
    }
    assert_eq!(count_of("sheep", "wolf"), 1 + 2 + 1);
}

/// Example 8: a wolf lies on the wolf row when sheep are called.
fn wolf_row_when_sheep_are_called(mut table: Table) -> i64 {
    table.bet(0, "wolf", "wolf", 2);
    table.bet(1, "sheep", "sheep", 3);
    table.call(0, "sheep");
    let effects = table.play(json!({"type": "reveal", "cups": [dice("ccccc"), dice("ccccc")]}));
    match effects[0] {
        Effect::Counted { count, .. } => count,
        _ => panic!("counted first"),
    }
}

#[test]
fn ycw_17_japanese_edition_counts_a_placed_die_on_its_row_only() {
    assert_eq!(wolf_row_when_sheep_are_called(Table::begun(2)), 1);
}

#[test]
fn ycw_18_english_edition_counts_an_honest_die_everywhere() {
    assert_eq!(wolf_row_when_sheep_are_called(Table::english(2)), 2);
}

#[test]
fn ycw_18_a_mistaken_die_counts_on_its_row_only() {
    let mut table = Table::english(2);
    table.bet(0, "sheepdog", "wolf", 2);
    table.bet(1, "sheepdog", "sheepdog", 2);
    table.call(0, "sheepdog");
    let effects = table.play(json!({"type": "reveal", "cups": [dice("ccccc"), dice("ccccc")]}));
    assert!(matches!(effects[0], Effect::Counted { count: 1, .. }));
}

#[test]
fn ycw_19_the_first_player_after_a_full_lap() {
    let mut table = Table::begun(3);
    let refusal = table.refused(privilege(0, "cow", "cow")).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-19", true));
    table.bet(0, "cow", "cow", 2);
    assert_eq!(table.broken(privilege(1, "cow", "cow")), "YCW-19");
    table.bet(1, "cow", "cow", 3);
    table.bet(2, "cow", "cow", 4);
    assert_eq!(table.broken(privilege(0, "cow", "wolf")), "YCW-5");
    let effects = table.play(privilege(0, "wolf", "sheep"));
    assert!(matches!(effects[..], [Effect::FirstPlayerMoved { .. }]));
    let view = table.view();
    assert_eq!((&view["turn"], &view["first_player"], &view["spare_dice"]), (&json!(1), &json!(1), &json!(11)));
    assert_eq!(view["rows"][1]["marker"], json!(null));
    // The new first player waits a lap of its own.
    assert_eq!(table.broken(privilege(1, "cow", "cow")), "YCW-19");
    for (seat, claim) in [(1, 5), (2, 6), (0, 7)] {
        table.bet(seat, "cow", "cow", claim);
    }
    table.play(privilege(1, "cow", "cow"));
}

/// Five seats have no spare dice; a full lap on this row.
fn lap_of_five(die: &str) -> Table {
    let mut table = Table::begun(5);
    for seat in 0..5 {
        table.bet(seat, die, die, i64::from(seat) + 2);
    }
    table
}

#[test]
fn ycw_20_without_spare_dice_the_first_sheep_is_rolled() {
    let mut table = lap_of_five("sheep");
    assert_eq!(table.view()["spare_dice"], 0);
    let effects = table.play(privilege(0, "wolf", "wolf"));
    assert!(matches!(effects[0], Effect::SheepTaken { .. }));
    assert_eq!(table.view()["rows"][3]["dice"][0]["rolled"], true);
}

#[test]
fn ycw_i7_the_other_sheep_move_down() {
    let mut table = lap_of_five("sheep");
    table.play(privilege(0, "wolf", "wolf"));
    let sheep = table.view()["rows"][1]["dice"].clone();
    assert_eq!(sheep.as_array().unwrap().len(), 4);
    assert_eq!(sheep[0]["seat"], 1);
}

#[test]
fn ycw_i4_no_spare_die_and_no_sheep_no_privilege() {
    let table = lap_of_five("cow");
    let refusal = table.refused(privilege(0, "cow", "cow")).violation;
    assert_eq!((refusal.rule, refusal.can_record_anyway), ("YCW-I4", false));
    assert_eq!(table.view()["privilege"], false);
}

/// A claim of 20 sheep by seat 0, called by seat 1, five seats.
fn twenty_sheep(count: i64) -> Vec<Effect> {
    let mut table = Table::begun(5);
    table.bet(0, "sheep", "sheep", 20);
    table.call(1, "sheep");
    table.count(count)
}

#[test]
fn ycw_21_the_worked_payments() {
    // Examples 1, 2 and 3.
    assert_eq!(paid(&twenty_sheep(18)), (0, 1, 2, 2));
    assert_eq!(paid(&twenty_sheep(20)), (1, 0, 1, 1));
    assert_eq!(paid(&twenty_sheep(22)), (1, 0, 3, 3));
}

#[test]
fn ycw_21_english_edition_sixteen_sheep_and_two_wolves() {
    // Example 6.
    let mut table = Table::english(5);
    table.bet(0, "sheep", "sheep", 20);
    table.call(1, "sheep");
    let cups = json!([dice("sssss"), dice("ssssss"), dice("sssscc"), dice("wwcccc"), dice("cccccc")]);
    assert_eq!(paid(&table.play(json!({"type": "reveal", "cups": cups}))), (0, 1, 2, 2));
}

/// Example 9: seat 0 has one chip left and owes three.
fn last_chip() -> (Table, Vec<Effect>) {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 7);
    table.call(1, "cow");
    assert_eq!(paid(&table.count(3)), (0, 1, 4, 4));
    table.bet(0, "cow", "cow", 7);
    table.call(1, "cow");
    let effects = table.count(4);
    (table, effects)
}

#[test]
fn ycw_22_the_last_chip_ends_the_game_and_the_rest_is_credited() {
    let (table, effects) = last_chip();
    assert_eq!(paid(&effects), (0, 1, 3, 1));
    assert!(matches!(effects[2], Effect::GameOver { .. }));
    let outcome = table.0.now().outcome().unwrap();
    assert_eq!(outcome.points.unwrap().values().copied().collect::<Vec<_>>(), [0, 7]);
    assert_eq!(outcome.ending, "out_of_chips");
    assert_eq!(table.broken(bet(0, "cow", "cow", 2)), "G-1");
}

#[test]
fn ycw_23_the_payer_begins_the_next_round() {
    let mut table = Table::begun(3);
    table.bet(0, "cow", "cow", 5);
    table.call(1, "cow");
    table.count(5);
    let view = table.view();
    assert_eq!((&view["round"], &view["turn"], &view["first_player"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!((&view["spare_dice"], &view["seats"][0]["markers"]), (&json!(12), &json!(3)));
    assert_eq!(view["seats"][1]["own_chips"], 4);
}

#[test]
fn ycw_24_open_dice_lie_open_and_count_at_a_call() {
    let mut table = Table::open(2, json!({"open_dice": true}));
    assert_eq!(table.view()["spare_dice"], 12);
    table.play(json!({"type": "choose_first_player", "seat": 0}));
    assert_eq!(table.broken(bet(0, "cow", "cow", 2)), "G-3");
    assert_eq!(table.broken(json!({"type": "open_dice", "dice": dice("ssscw")})), "YCW-24");
    table.play(json!({"type": "open_dice", "dice": dice("ssscwd")}));
    table.bet(0, "sheep", "sheep", 6);
    table.bet(1, "cow", "cow", 6);
    table.play(privilege(0, "cow", "cow"));
    assert_eq!(table.broken(json!({"type": "open_dice", "dice": dice("cccccc")})), "G-3");
    table.call(1, "sheep");
    let effects = table.play(json!({"type": "reveal", "cups": [dice("ccccc"), dice("ccccc")]}));
    assert!(matches!(effects[0], Effect::Counted { count: 5, .. }));
    assert_eq!(set_up(5, json!({"open_dice": true})), Err("YCW-24"));
    assert_eq!(set_up(5, json!({"open_dice": true, "boxes": 2})).map(|_| ()), Ok(()));
}

#[test]
fn ycw_i5_open_dice_are_rolled_anew_each_round() {
    let mut table = Table::open(2, json!({"open_dice": true}));
    table.play(json!({"type": "choose_first_player", "seat": 0}));
    table.play(json!({"type": "open_dice", "dice": dice("ssscwd")}));
    table.bet(0, "sheep", "sheep", 9);
    table.call(1, "sheep");
    table.count(8);
    assert_eq!(table.view()["open_dice"], json!(null));
    assert_eq!(table.broken(bet(0, "cow", "cow", 2)), "G-3");
    table.play(json!({"type": "open_dice", "dice": dice("cccccc")}));
    assert_eq!(table.broken(json!({"type": "open_dice", "dice": dice("cccccc")})), "G-3");
}

#[test]
fn ycw_25_most_points_win_then_most_own_chips() {
    let (table, _) = last_chip();
    let outcome = table.0.now().outcome().unwrap();
    assert_eq!(outcome.winners.iter().map(|seat| seat.number()).collect::<Vec<_>>(), [1]);
    assert_eq!(outcome.places.unwrap().values().copied().collect::<Vec<_>>(), [2, 1]);
    let mut table = Table::begun(3);
    round(&mut table, (0, 1), 1);
    round(&mut table, (0, 2), 1);
    round(&mut table, (0, 1), 1);
    round(&mut table, (0, 1), 1);
    // 0 has one chip left; 1 has 3 points, 2 has 1. Seat 1 pays 2 one, seat 0 pays 2 its last.
    round(&mut table, (0, 2), 1);
    assert_eq!(winners(&table), [1]);
}

/// The seat on turn is made to bet cows until `pair.0`'s claim is called by `pair.1` and found
/// short by `owed`.
fn round(table: &mut Table, (payer, caller): (u8, u8), owed: i64) {
    let mut claim = 10;
    loop {
        let turn = u8::try_from(table.view()["turn"].as_u64().unwrap()).unwrap();
        let marker = table.view()["rows"][0]["marker"]["seat"].clone();
        if turn == caller && marker == json!(payer) {
            break;
        }
        if marker == json!(payer) {
            // Somebody between them bets elsewhere.
            let sheep = table.view()["rows"][1]["marker"]["claim"].as_i64().unwrap_or(9) + 1;
            table.bet(turn, "sheep", "sheep", sheep);
        } else {
            table.bet(turn, "cow", "cow", claim);
            claim += 1;
        }
    }
    let claimed = table.view()["rows"][0]["marker"]["claim"].as_i64().unwrap();
    table.call(caller, "cow");
    table.count(claimed - owed);
}

fn winners(table: &Table) -> Vec<i64> {
    let outcome = table.0.now().outcome().expect("over");
    outcome.winners.iter().map(|seat| seat.number()).collect()
}

#[test]
fn ycw_25_a_tie_goes_to_more_own_chips() {
    let mut table = Table::begun(4);
    round(&mut table, (0, 1), 2);
    round(&mut table, (1, 3), 1);
    round(&mut table, (0, 2), 2);
    round(&mut table, (0, 3), 1);
    // Points 0, 2, 2, 2; own chips 0, 4, 5, 5.
    assert_eq!(winners(&table), [2, 3]);
    let places = table.0.now().outcome().unwrap().places.unwrap();
    assert_eq!(places.values().copied().collect::<Vec<_>>(), [4, 3, 1, 1]);
}

#[test]
fn ycw_i8_a_tie_in_both_is_shared() {
    let mut table = Table::begun(3);
    round(&mut table, (0, 1), 2);
    round(&mut table, (0, 2), 2);
    round(&mut table, (0, 1), 1);
    assert_eq!(winners(&table), [1]);
    let mut table = Table::begun(3);
    round(&mut table, (0, 1), 3);
    round(&mut table, (0, 2), 3);
    assert_eq!(winners(&table), [1, 2]);
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
