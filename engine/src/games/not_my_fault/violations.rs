//! Every way to break a rule of this game, said in one sentence.

use serde_json::{Value, json};

use super::cards::{Cards, HIGHEST};
use super::track::{BLACK, LAST};
use super::view::copies;
use super::{Laid, MOST_SEATS, Range};
use crate::fact::Fact;
use crate::game::Seq;
use crate::seat::Seat;
use crate::text::Text;
use crate::violation::Violation;

fn broken(rule: &'static str, code: &'static str, (ja, en): (String, String), detail: Value) -> Violation {
    Violation::new(rule, code, Text::new(ja, en), detail)
}

/// The same, with the earlier event that cannot stand beside the move, if there is one.
fn because_of(violation: Violation, event: Option<Seq>) -> Violation {
    match event {
        Some(event) => Violation { code: "contradiction", ..violation.contradicting(event) },
        None => violation,
    }
}

pub fn seats(given: u8) -> Violation {
    let name = Text::fixed("席の数", "The number of seats");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 2, "max": MOST_SEATS}))
}

pub fn wrong_length(what: &'static str, given: usize, allowed: usize) -> Violation {
    let name = Text::new(format!("「{what}」の要素の数"), format!("The length of \"{what}\""));
    Violation::out_of_bounds(name, &given.into(), &allowed.into())
}

pub fn copies_of_a_number(given: i64, most: i64) -> Violation {
    let name = Text::fixed("同じ数字のカードの枚数", "The number of cards that are alike");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 0, "max": most}))
}

pub fn empty_deck() -> Violation {
    let name = Text::fixed("カードの総数", "The number of cards");
    Violation::out_of_bounds(name, &0.into(), &json!({"min": 1}))
}

pub fn card_out_of_bounds(given: i64) -> Violation {
    let name = Text::fixed("カードの数字", "The number on the card");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 0, "max": HIGHEST}))
}

pub fn not_in_deck(given: &[i64], deck: Cards) -> Violation {
    let name = Text::fixed("カード", "What the cards show");
    Violation::out_of_bounds(name, &given.into(), &json!({"deck": copies(deck)}))
}

pub fn sum_out_of_bounds(given: i64, most: i64) -> Violation {
    let name = Text::fixed("合計", "The sum");
    Violation::out_of_bounds(name, &given.into(), &json!({"min": 0, "max": most}))
}

pub fn less_than_one(given: i64) -> Violation {
    let said = (
        format!("最初の宣言は1以上でなければなりません({given}はできません)。"),
        format!("The first declaration of a round is 1 or more, not {given}."),
    );
    broken("NMF-2", "less_than_one", said, json!({"given": given, "allowed": {"min": 1, "max": LAST}}))
}

pub fn not_higher(given: i64, arrow: i64) -> Violation {
    let said = (
        format!("宣言は前の{arrow}より大きくなければなりません({given}はできません)。"),
        format!("A declaration must be higher than the {arrow} before it, and {given} is not."),
    );
    let allowed = json!({"min": arrow + 1, "max": LAST});
    broken("NMF-4", "not_higher", said, json!({"given": given, "allowed": allowed}))
}

pub fn beyond_the_track(given: i64, arrow: i64) -> Violation {
    let said = (
        format!("宣言できるのは{LAST}までです({given}はできません)。"),
        format!("A declaration is at most {LAST}, not {given}."),
    );
    let allowed = json!({"min": arrow + 1, "max": LAST});
    broken("NMF-4", "beyond_the_track", said, json!({"given": given, "allowed": allowed}))
}

pub fn white_again(seat: Seat, given: i64, arrow: i64) -> Violation {
    let said = (
        format!("席{seat}の戒告カードは黄色なので、白いマスの{given}は宣言できません。"),
        format!("Seat {seat}'s warning card is yellow, so the white square {given} cannot be declared."),
    );
    let allowed: Vec<i64> = BLACK.into_iter().filter(|number| *number > arrow).collect();
    broken("NMF-5", "white_again", said, json!({"given": given, "allowed": allowed}))
}

pub fn nothing_to_draw(seat: Seat) -> Violation {
    let said = (
        format!("引けるカードがもうないので、席{seat}は監査するしかありません。"),
        format!("No card is left to draw, so seat {seat} must audit."),
    );
    broken("NMF-I2", "nothing_to_draw", said, json!({"given": "declare", "allowed": ["audit"]}))
}

pub fn nothing_to_audit(seat: Seat) -> Violation {
    let said = (
        format!("このラウンドの宣言はまだないので、席{seat}は監査できません。"),
        format!("Nothing has been declared in this round yet, so there is nothing for seat {seat} to audit."),
    );
    broken("NMF-2", "nothing_to_audit", said, json!({"given": "audit", "allowed": ["declare"]}))
}

pub fn own_declaration(seat: Seat) -> Violation {
    let said = (
        format!("席{seat}は自分の宣言を監査できません。"),
        format!("Seat {seat} cannot audit its own declaration."),
    );
    broken("NMF-6", "own_declaration", said, json!({"given": seat, "allowed": "another seat"}))
}

pub fn no_card(seat: Seat) -> Violation {
    let said = (
        format!("席{seat}はこのラウンドでまだカードを伏せていません。"),
        format!("Seat {seat} has not laid a card in this round."),
    );
    broken("NMF-2", "no_card", said, json!({"given": seat, "allowed": "a seat with a card on the table"}))
}

pub fn nothing_new(seat: Seat) -> Violation {
    let said = (
        format!("席{seat}が最後に伏せたカードはもう分かっています。"),
        format!("The card that seat {seat} laid last is known already."),
    );
    broken("NMF-2", "nothing_new", said, json!({"given": seat, "allowed": "a seat whose card is unknown"}))
}

pub fn nothing_to_reshuffle() -> Violation {
    let said = (
        "捨て札がないので、山札を作り直すことはできません。".to_owned(),
        "There are no discards to shuffle into the draw pile.".to_owned(),
    );
    broken("NMF-10", "nothing_to_reshuffle", said, json!({"given": 0, "allowed": {"min": 1}}))
}

pub fn nothing_revealed(rule: &'static str) -> Violation {
    let said = (
        "カードか合計の、少なくとも一方が要ります。".to_owned(),
        "The cards or their sum are needed, or both.".to_owned(),
    );
    broken(rule, "nothing_revealed", said, json!({"given": null, "allowed": ["cards", "sum"]}))
}

/// "3", "0–6" or "0, 3–6, 9".
fn listed(sums: &[Range]) -> String {
    let range = |range: &Range| match range {
        Range { min, max } if min == max => min.to_string(),
        Range { min, max } => format!("{min}–{max}"),
    };
    sums.iter().map(range).collect::<Vec<_>>().join(", ")
}

pub fn wrong_sum(rule: &'static str, given: i64, sums: &[Range]) -> Violation {
    let list = listed(sums);
    let said = (
        format!("このカードの合計は{given}になりません(あり得るのは {list})。"),
        format!("These cards do not make {given} (possible: {list})."),
    );
    broken(rule, "wrong_sum", said, json!({"given": given, "allowed": sums}))
}

pub fn sum_left_open(rule: &'static str, sums: &[Range]) -> Violation {
    let list = listed(sums);
    let said = (
        format!("分からないカードがあり、合計が決まりません(あり得るのは {list})。合計が要ります。"),
        format!("Unknown cards leave the sum open (possible: {list}), so it is needed."),
    );
    broken(rule, "sum_left_open", said, json!({"given": null, "allowed": sums}))
}

/// G-4.
pub fn card_otherwise(laid: &Laid, given: u8, logged: u8) -> Violation {
    let seat = laid.seat;
    let text = Text::new(
        format!("席{seat}が「{}」と宣言したカードは{given}ではなく{logged}と記録されています。", laid.number),
        format!(
            "The card with which seat {seat} declared {} was logged as {logged}, not {given}.",
            laid.number
        ),
    );
    Violation::contradiction(text, json!({"seat": seat, "given": given, "allowed": logged}), laid.at)
}

/// NMF-10: other cards of this number than the deck has were seen already.
pub fn card_elsewhere(given: &[Fact<u8>], event: Option<Seq>) -> Violation {
    let said = (
        "山札を作り直してから出たカードを除くと、残りの中にこのカードはありません。".to_owned(),
        "The deck has no such cards left besides those seen since the draw pile was last remade.".to_owned(),
    );
    let given: Vec<u8> = given.iter().filter_map(|card| card.known()).collect();
    because_of(broken("NMF-10", "not_left", said, json!({"given": given})), event)
}

/// G-4, or NMF-10 where only the discards tell it.
pub fn sum_otherwise(rule: &'static str, given: i64, sums: &[Range], event: Option<Seq>) -> Violation {
    let list = listed(sums);
    let said = (
        format!("これまでに分かっているカードでは、合計は{given}になりません(あり得るのは {list})。"),
        format!("With the cards known already the sum cannot be {given} (possible: {list})."),
    );
    because_of(broken(rule, "wrong_sum", said, json!({"given": given, "allowed": sums})), event)
}
