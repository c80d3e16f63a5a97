//! Moves, effects and refusals in words.

use serde_json::json;

use super::SEATS;
use super::moves::{Effect, Move};
use super::score::WinPath;
use super::throwing::Throw;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};
use crate::violation::Violation;

pub fn wrong_seats(given: u8) -> Violation {
    Violation::new(
        "PK-1",
        "wrong_number_of_seats",
        Text::new(
            format!("ぷにょん拳は2人で遊びます({given}人ではできません)。"),
            format!("Punyon-ken is for two, not for {given}."),
        ),
        json!({"given": given, "allowed": [SEATS.count()]}),
    )
}

pub fn wrong_length(given: usize) -> Violation {
    let what = Text::fixed("席ごとの手の数", "The number of throws by seat");
    Violation::out_of_bounds(what, &json!(given), &json!(SEATS.count()))
}

impl Throw {
    /// What it is called.
    pub const fn name(self) -> Text {
        match self {
            Self::Rock => Text::fixed("グー", "rock"),
            Self::Scissors => Text::fixed("チョキ", "scissors"),
            Self::Paper => Text::fixed("パー", "paper"),
        }
    }
}

pub fn tell_move(mv: &Move, names: &Names) -> Text {
    let Move::Throw { hands } = mv;
    match hands.values().as_slice() {
        [first, second] if first == second => {
            let name = first.name();
            Text::new(format!("2人とも{}を出します。", name.ja), format!("Both throw {}.", name.en))
        }
        _ => tell_throws(hands, names),
    }
}

fn tell_throws(hands: &BySeat<Throw>, names: &Names) -> Text {
    let ja = hands.iter().map(|(seat, throw)| format!("{}は{}", names.ja(seat), throw.name().ja));
    let en = hands.iter().map(|(seat, throw)| format!("{} throws {}", names.en(seat), throw.name().en));
    Text::new(
        format!("{}を出します。", ja.collect::<Vec<_>>().join("、")),
        format!("{}.", en.collect::<Vec<_>>().join(", ")),
    )
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::Drawn {} => Text::fixed("あいこで、何も変わりません。", "A draw: nothing changes."),
        Effect::ThrowWon { seat, hand } => {
            let name = hand.name();
            Text::new(
                format!("{}が{}で勝ちます。", names.ja(*seat), name.ja),
                format!("{} wins the throw with {}.", names.en(*seat), name.en),
            )
        }
        Effect::FingersBent { seat, count, bent } => tell_fingers(*seat, *count, *bent, names),
        Effect::PalmTurnedDown { seat } => Text::new(
            format!("{}は掌を下に向けます。", names.ja(*seat)),
            format!("{} turns the palm down.", names.en(*seat)),
        ),
        Effect::PalmTurnedUp { seat } => Text::new(
            format!("負けた{}は掌を上に戻します。", names.ja(*seat)),
            format!("{} loses with the palm down and has to turn it up again.", names.en(*seat)),
        ),
        Effect::GameWon { seat, by } => tell_win(*seat, *by, names),
    }
}

fn tell_fingers(seat: Seat, count: i64, bent: i64, names: &Names) -> Text {
    let fingers = if count == 1 { "one finger" } else { "two fingers" };
    let now = match bent {
        1 => "one is bent now",
        2 => "two are bent now",
        3 => "three are bent now",
        4 => "four are bent now",
        _ => "all five are bent now",
    };
    Text::new(
        format!("{}は指を{count}本曲げます。曲がった指は{bent}本です。", names.ja(seat)),
        format!("{} bends {fingers}; {now}.", names.en(seat)),
    )
}

fn tell_win(seat: Seat, by: WinPath, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    match by {
        WinPath::Fingers => Text::new(
            format!("5本の指がすべて曲がり、{ja}の勝ちです!"),
            format!("With five bent fingers, {en} wins the game!"),
        ),
        WinPath::Palm => Text::new(
            format!("掌を下に向けたままもう一度パーで勝って、{ja}の勝ちです!"),
            format!("With paper once more while the palm is down, {en} wins the game!"),
        ),
    }
}
