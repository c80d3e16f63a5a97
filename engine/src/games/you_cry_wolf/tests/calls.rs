//! The call, the payment, the privilege and the end, rule by rule; the worked examples.

use serde_json::{Value, json};

use super::super::YouCryWolf;
use super::super::moves::Effect;
use super::{Table, all_markers_out, bet, dice, paid, privilege, set_up};
use crate::erased::{AnyJointMoves, Rejected};
use crate::game::{Game, Views};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::seq::Seq;

#[test]
fn ycw_10_any_other_seats_marker_may_be_called() {
    let mut table = all_markers_out();
    let call = |row: &str| json!({"type": "call", "seat": 0, "row": row});
    assert_eq!(table.broken(call("cow")), "YCW-10");
    assert_eq!(Table::begun(2).broken(call("cow")), "YCW-10");
    let effects = table.play(call("wolf"));
    assert!(matches!(effects[..], [Effect::Accused { claim: 5, .. }]));
    // A call is not only for the last bet: seat 1 may call the claim of seat 0 two turns ago.
    let mut table = all_markers_out();
    table.bet(0, "cow", "cow", 3);
    table.call(1, "sheep");
}

#[test]
fn ycw_11_only_the_row_and_the_cups_are_counted() {
    let mut table = Table::begun(2);
    table.bet(0, "sheep", "sheep", 8);
    table.call(1, "sheep");
    let effects = table.play(json!({"type": "reveal", "cups": [dice("sswcc"), dice("sscccd")]}));
    assert!(matches!(effects[0], Effect::Counted { claim: 8, count: 6, .. }));
}

#[test]
fn ycw_11_each_seat_can_lift_its_own_cup() {
    let mut table = Table::begun(2);
    table.bet(0, "sheep", "sheep", 8);
    assert_eq!(table.0.joint(), None);
    table.call(1, "sheep");
    let cup = |word: &str| json!({"type": "reveal", "cup": dice(word)});
    let why_not = |seat: u8, part: &Value| match table.0.check_part(Seat::new(seat), part) {
        Err(Rejected::Refused(refusal)) => Some((refusal.violation.rule, refusal.violation.code)),
        other => other.map(|_| None).unwrap(),
    };
    let parts = [cup("sswc?"), cup("sscccd")];
    assert_eq!(why_not(0, &parts[0]), Some(("YCW-11", "count_left_open")));
    assert_eq!(why_not(0, &cup("sswccc")).unwrap().0, "YCW-2");
    let parts = [cup("sswcc"), parts[1].clone()];
    assert_eq!((why_not(0, &parts[0]), why_not(1, &parts[1])), (None, None));
    let reveal = json!({"type": "reveal", "cups": [dice("sswcc"), dice("sscccd")]});
    assert_eq!(table.0.join(&parts), Some(reveal));
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
    assert_eq!(
        (&view["turn"], &view["first_player"], &view["spare_dice"]),
        (&json!(1), &json!(1), &json!(11))
    );
    assert_eq!(view["rows"][1]["marker"], json!(null));
    // The new first player must wait until all have had a turn again.
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
            // A seat between them bets on another row.
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

/// Lifted dice stay open until the next cups are rolled, and at the end.
#[test]
fn ycw_11_lifted_cups_lie_open_until_the_next_are_rolled() {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 2);
    table.call(1, "cow");
    assert_eq!(table.view()["lifted"], json!(null));
    table.play(json!({"type": "reveal", "cups": [dice("ccssd"), dice("cdddww")]}));
    let view = table.view();
    assert_eq!(view["lifted"]["call"], json!({"caller": 1, "accused": 0, "row": "cow", "claim": 2}));
    assert_eq!((&view["lifted"]["count"], &view["round"]), (&json!(4), &json!(2)));
    assert_eq!(view["lifted"]["cups"], json!([dice("ccssd"), dice("cdddww")]));
    assert_eq!(view["seats"][0]["cup"], json!(vec![json!(null); 6]));
    // The public sees them too.
    let seen = table.0.seen_by(crate::seat::Viewer::Public);
    assert_eq!(json!(seen.now().view())["lifted"], view["lifted"]);
    table.bet(1, "cow", "cow", 20);
    assert_eq!(table.view()["lifted"], json!(null));
    table.call(0, "cow");
    table.play(json!({"type": "reveal", "cups": [dice("cccccc"), dice("sssss")]}));
    let over = table.view();
    assert_eq!(over["phase"], "over");
    assert_eq!(over["seats"][0]["cup"], json!(dice("cccccc")));
    assert_eq!(over["seats"][1]["cup"], json!(dice("sssss")));
    assert_eq!(over["lifted"]["count"], 7);
    let svg = |language| {
        let names = crate::text::Names::none(2);
        let mut board = crate::board::Board::new(&names, language, crate::board::Layout::Portrait);
        YouCryWolf::draw(&table.0.now().view(), None, &mut board);
        board.into_svg(&YouCryWolf::META.name)
    };
    let (ja, en) = (svg(crate::text::Language::Ja), svg(crate::text::Language::En));
    for words in [
        "20 cows claimed, 7 cows counted",
        "The game is over.",
        "0 points and 0 chips",
        "Under Seat 1's cup: 6 cows",
    ] {
        assert!(en.contains(words), "{words}: {en}");
    }
    for words in ["数えると牛7頭", "ゲーム終了", "自分のチップは0枚", "カップの中は牛6頭"]
    {
        assert!(ja.contains(words), "{words}: {ja}");
    }
}
