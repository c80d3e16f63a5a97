//! Every way to break a rule of this game, said in one sentence.

use serde_json::{Value, json};

use super::words::{en, ja};
use super::{Animal, Dice, Learned, Range};
use crate::game::Seq;
use crate::seat::{BySeat, Seat};
use crate::text::Text;
use crate::violation::Violation;

fn broken(rule: &'static str, code: &'static str, ja: String, en: String, detail: Value) -> Violation {
    Violation::new(rule, code, Text::new(ja, en), detail)
}

fn number(seat: Seat) -> i64 {
    seat.number()
}

/// Names the earlier event that cannot stand beside the move.
pub fn contradicting(violation: Violation, event: Seq) -> Violation {
    Violation { code: "contradiction", ..violation.contradicting(event) }
}

pub fn wrong_length(what: &'static str, given: usize, allowed: usize) -> Violation {
    let name = Text::new(format!("「{what}」の要素の数"), format!("The length of \"{what}\""));
    Violation::out_of_bounds(name, &given.into(), &allowed.into())
}

pub fn not_six_dice(rule: &'static str, given: usize) -> Violation {
    let (ja, en) = (
        format!("ダイスは6個です({given}個ではありません)。"),
        format!("There are six dice here, not {given}."),
    );
    broken(rule, "not_six_dice", ja, en, json!({"given": given, "allowed": 6}))
}

pub fn boxes(given: i64, most: i64) -> Violation {
    let name = Text::fixed("箱の数", "The number of boxes");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 1, "max": most}))
}

pub fn seats(rule: &'static str, given: i64, most: i64) -> Violation {
    let (ja, en) = (
        format!("この箱の数と設定では2人から{most}人までです({given}人はできません)。"),
        format!("With these boxes and options 2 to {most} can play, not {given}."),
    );
    broken(rule, "seats", ja, en, json!({"given": given, "allowed": {"min": 2, "max": most}}))
}

pub fn wolves_of_six_dice(given: i64) -> Violation {
    let (ja, en) = (
        format!("6個のダイスで狼が{given}匹出ることはありません。"),
        format!("Six dice cannot show {given} wolves."),
    );
    broken("YCW-1", "wolves_of_six_dice", ja, en, json!({"given": given, "allowed": {"min": 0, "max": 6}}))
}

pub fn not_most_wolves(seat: Seat, wolves: &BySeat<i64>, most: i64) -> Violation {
    let (ja, en) = (
        format!("席{}の狼は最多の{most}匹ではありません。", number(seat)),
        format!("Seat {} did not roll the most wolves, {most}.", number(seat)),
    );
    let best: Vec<Seat> = wolves.iter().filter(|(_, count)| **count == most).map(|(seat, _)| seat).collect();
    broken("YCW-I1", "not_most_wolves", ja, en, json!({"given": seat, "allowed": best}))
}

pub fn nothing_new(seat: Seat) -> Violation {
    let (ja, en) = (
        format!("席{}のカップの6個はすでに全部分かっています。", number(seat)),
        format!("All six dice of seat {} are noted already.", number(seat)),
    );
    broken(
        "YCW-2",
        "nothing_new",
        ja,
        en,
        json!({"seat": seat, "allowed": "a cup with a die unknown so far"}),
    )
}

pub fn die_noted_otherwise(
    seat: Seat,
    index: usize,
    given: Animal,
    (known, event): (Animal, Seq),
) -> Violation {
    let text = Text::new(
        format!(
            "席{}の{}個目のダイスは{}ではなく{}と記録されています。",
            number(seat),
            index + 1,
            ja(given),
            ja(known)
        ),
        format!(
            "Seat {}'s die {} was noted as a {}, not a {}.",
            number(seat),
            index + 1,
            en(known),
            en(given)
        ),
    );
    Violation::contradiction(text, json!({"index": index, "given": given, "allowed": known}), event)
}

fn words_of(dice: Dice) -> Vec<&'static str> {
    dice.faces().map(Animal::word).collect()
}

pub fn impossible_cup(seat: Seat, dice: Dice, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    let (ja, en) = (
        format!("席{}がこの6個を持っていたなら、すでに置いたダイスは置けません。", number(seat)),
        format!("From these six dice seat {} could not have placed what it placed.", number(seat)),
    );
    contradicting(
        broken(
            "YCW-2",
            "contradiction",
            ja,
            en,
            json!({"seat": seat, "given": words_of(dice), "allowed": "six dice in all"}),
        ),
        event,
    )
}

pub fn impossible_bet(seat: Seat, die: Animal, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    let (ja, en) = (
        format!("席{}のカップに{}はもうありません。", number(seat), ja(die)),
        format!("There is no {} left under seat {}'s cup.", en(die), number(seat)),
    );
    contradicting(
        broken(
            "YCW-2",
            "contradiction",
            ja,
            en,
            json!({"seat": seat, "given": die, "allowed": "a die under the cup"}),
        ),
        event,
    )
}

pub fn pass_not_forced(seat: Seat, event: Seq) -> Violation {
    let (ja, en) = (
        format!("席{}は前にパスしましたが、このダイスがあれば宣言できたはずです。", number(seat)),
        format!("Seat {} passed earlier, but with this die it could have bet.", number(seat)),
    );
    contradicting(broken("YCW-I3", "contradiction", ja, en, json!({"seat": seat})), event)
}

pub fn cup_noted_otherwise(seat: Seat, seen: Dice, event: Seq) -> Violation {
    let text = Text::new(
        format!("席{}のカップの中身が前のメモと合いません。", number(seat)),
        format!("What lies under seat {}'s cup disagrees with what was noted.", number(seat)),
    );
    Violation::contradiction(text, json!({"seat": seat, "given": words_of(seen)}), event)
}

pub fn not_the_rest(seat: Seat, given: usize, left: i64, event: Option<Seq>) -> Violation {
    let (ja, en) = (
        format!("席{}のカップに残っているダイスは{left}個です({given}個ではありません)。", number(seat)),
        format!("Seat {} has {left} dice left under its cup, not {given}.", number(seat)),
    );
    let violation =
        broken("YCW-2", "not_six_dice", ja, en, json!({"seat": seat, "given": given, "allowed": left}));
    match event {
        Some(event) => contradicting(violation, event),
        None => violation,
    }
}

pub fn wrong_row(die: Animal, row: Animal) -> Violation {
    let (ja, en) = (
        format!("{}のダイスは{}の列には置けません。", ja(die), ja(row)),
        format!("A {} cannot be placed on the {} row.", en(die), en(row)),
    );
    broken("YCW-5", "wrong_row", ja, en, json!({"die": die, "given": row, "allowed": die.rows()}))
}

pub fn claim_too_low(row: Animal, given: i64, least: i64) -> Violation {
    let (ja, en) = (
        format!("{}の宣言は、置かれたダイスの数より1つ以上大きい{least}以上でなければなりません。", ja(row)),
        format!("A claim on the {} row must exceed the dice there: {least} or more.", en(row)),
    );
    broken("YCW-6", "claim_too_low", ja, en, json!({"given": given, "allowed": {"min": least}}))
}

pub fn not_outbid(row: Animal, given: i64, marker: i64) -> Violation {
    let least = marker.saturating_add(1);
    let (ja, en) = (
        format!("{}の宣言は今の{marker}を上回らなければなりません。", ja(row)),
        format!("The claim must exceed the {marker} already claimed on the {} row.", en(row)),
    );
    broken("YCW-7", "claim_not_higher", ja, en, json!({"given": given, "allowed": {"min": least}}))
}

pub fn no_marker(seat: Seat) -> Violation {
    let (ja, en) = (
        format!("席{}の3個のマーカーはすべて使われています。", number(seat)),
        format!("All three markers of seat {} are in use.", number(seat)),
    );
    broken("YCW-8", "no_marker", ja, en, json!({"seat": seat, "given": 0, "allowed": {"min": 1}}))
}

pub fn empty_cup(seat: Seat) -> Violation {
    let (ja, en) = (
        format!("席{}のカップにはもうダイスがありません。", number(seat)),
        format!("Seat {} has no dice left under its cup.", number(seat)),
    );
    broken("YCW-9", "empty_cup", ja, en, json!({"seat": seat, "given": 0, "allowed": {"min": 1}}))
}

pub fn more_than_all_dice(given: i64, most: i64) -> Violation {
    let (ja, en) = (
        format!("ダイスは全部で{most}個なので、それより大きい宣言はできません。"),
        format!("There are only {most} dice in the game, so no higher claim is possible."),
    );
    broken("YCW-I2", "claim_too_high", ja, en, json!({"given": given, "allowed": {"max": most}}))
}

pub fn no_privilege(seat: Seat, first: Option<Seat>) -> Violation {
    let (ja, en) = (
        format!(
            "席{}はまだ特権を使えません。手番が一巡したファーストプレイヤーだけが使えます。",
            number(seat)
        ),
        format!(
            "Seat {} may not use the privilege: it is the first player's, after a full lap.",
            number(seat)
        ),
    );
    broken("YCW-19", "no_privilege", ja, en, json!({"given": seat, "allowed": first}))
}

pub fn nothing_to_roll() -> Violation {
    let (ja, en) = (
        "予備のダイスも羊の列のダイスもないので、特権は使えません。".to_owned(),
        "With neither a spare die nor a die on the sheep row the privilege is not available.".to_owned(),
    );
    broken("YCW-I4", "nothing_to_roll", ja, en, json!({"given": 0, "allowed": {"min": 1}}))
}

pub fn could_act(seat: Seat) -> Violation {
    let (ja, en) = (
        format!("席{}はまだほかのことができるので、パスできません。", number(seat)),
        format!("Seat {} may not pass while it can bet, call or use the privilege.", number(seat)),
    );
    broken("YCW-I3", "could_act", ja, en, json!({"given": seat, "allowed": ["bet", "call", "privilege"]}))
}

pub fn nobody_to_accuse(row: Animal, allowed: &[Animal]) -> Violation {
    let (ja, en) = (
        format!("{}の列には、コールできるほかの人のマーカーがありません。", ja(row)),
        format!("There is nobody else's marker to call on the {} row.", en(row)),
    );
    broken("YCW-10", "nobody_to_accuse", ja, en, json!({"given": row, "allowed": allowed}))
}

pub fn count_out_of_bounds(given: i64, most: i64) -> Violation {
    let name = Text::fixed("数えた数", "The count");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 0, "max": most}))
}

pub fn nothing_revealed() -> Violation {
    let (ja, en) = (
        "カップの中身か数えた数の、少なくとも一方が要ります。".to_owned(),
        "A reveal needs the dice under the cups or the count, or both.".to_owned(),
    );
    broken("YCW-11", "nothing_revealed", ja, en, json!({"given": null, "allowed": ["cups", "count"]}))
}

pub fn count_left_open(range: Range) -> Violation {
    let Range { min, max } = range;
    let (ja, en) = (
        format!("分からないダイスがあり、数は{min}から{max}のどれかです。数えた数が要ります。"),
        format!("Unknown dice leave the count open between {min} and {max}; the count is needed."),
    );
    broken("YCW-11", "count_left_open", ja, en, json!({"given": null, "allowed": range}))
}

pub fn wrong_count(given: i64, range: Range) -> Violation {
    let Range { min, max } = range;
    let (ja, en) = if min == max {
        (
            format!("数えると{min}になり、{given}にはなりません。"),
            format!("The dice count to {min}, not {given}."),
        )
    } else {
        (
            format!("数は{min}から{max}の間になり、{given}にはなりません。"),
            format!("The dice count to between {min} and {max}, not {given}."),
        )
    };
    broken("YCW-11", "wrong_count", ja, en, json!({"given": given, "allowed": range}))
}
