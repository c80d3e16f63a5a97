//! The game told by somebody who was there.

use super::{Effect, Ending, Move, NotMyFault};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::text::{Names, Text};

pub fn tell_move(game: &NotMyFault, mv: &Move, names: &Names) -> Text {
    match mv {
        Move::Declare { seat, number, card } => {
            tell_declaration((names.ja(*seat), names.en(*seat)), *number, *card, game.laid.is_empty())
        }
        Move::NoteCard { seat, card } => Text::new(
            format!("{}が伏せたカードは{card}。", names.ja(*seat)),
            format!("The card that {} laid is a {card}.", names.en(*seat)),
        ),
        Move::Audit { seat } => Text::new(
            format!("{}「監査!」", names.ja(*seat)),
            format!("\"Audit!\" cries {}.", names.en(*seat)),
        ),
        Move::Reveal { cards, .. } => tell_reveal(game, cards.as_deref()),
        Move::Reshuffle {} => {
            Text::fixed("捨て札をまぜて山札に戻す。", "The discards are shuffled into the draw pile.")
        }
    }
}

fn tell_declaration((ja, en): (&str, &str), number: i64, card: Fact<i64>, first: bool) -> Text {
    let (drawn_ja, drawn_en) = match card {
        Fact::Known(card) => (format!("{card}を引いて伏せ"), format!("draws a {card}, lays it face down")),
        Fact::Unknown => ("カードを引いて伏せ".to_owned(), "draws a card, lays it face down".to_owned()),
    };
    let (all_ja, all_en) = if first { ("", "") } else { ("全部で", " in all") };
    Text::new(
        format!("{ja}が{drawn_ja}、「{all_ja}{number}以上」と宣言する。"),
        format!("{en} {drawn_en} and declares {number} or more{all_en}."),
    )
}

/// "a 3, a 6 and 2 cards that nobody wrote down", by all that is known of the cards.
fn tell_reveal(game: &NotMyFault, cards: Option<&[Fact<i64>]>) -> Text {
    let Move::Reveal { cards, .. } = game.reveal_seen(cards, None) else { return Text::fixed("", "") };
    let known: Vec<i64> = cards.iter().flatten().filter_map(|card| card.known()).collect();
    let (ja, en) = match game.laid.len() {
        1 => ("伏せたカードを表にする", "The card is turned up"),
        _ => ("伏せたカードをすべて表にする", "All cards are turned up"),
    };
    if known.is_empty() {
        return Text::new(format!("{ja}。"), format!("{en}."));
    }
    let mut told: Vec<Text> =
        known.iter().map(|card| Text::new(card.to_string(), format!("a {card}"))).collect();
    told.extend(match game.laid.len().saturating_sub(known.len()) {
        0 => None,
        1 => Some(Text::fixed("記録のない1枚", "a card that nobody wrote down")),
        more => {
            Some(Text::new(format!("記録のない{more}枚"), format!("{more} cards that nobody wrote down")))
        }
    });
    let list = listed(told.iter().map(|text| (&*text.ja, &*text.en)));
    Text::new(format!("{ja}: {}。", list.ja), format!("{en}: {}.", list.en))
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::DrawPileRemade { cards } => tell_draw_pile(*cards),
        Effect::Warned { seat } => Text::new(
            format!("白いマスなので、{}の戒告カードは黄色になる。", names.ja(*seat)),
            format!("That is a white square, so {}'s warning card is turned to yellow.", names.en(*seat)),
        ),
        Effect::Accused { auditor, accused, number } => Text::new(
            format!("{}は{}の「{number}以上」を疑う。", names.ja(*auditor), names.ja(*accused)),
            format!("{} does not believe {}'s {number}.", names.en(*auditor), names.en(*accused)),
        ),
        Effect::Counted { seat, number, sum } => {
            tell_count((names.ja(*seat), names.en(*seat)), *number, *sum)
        }
        Effect::Suspended { seat, suspensions } => tell_suspension(*seat, *suspensions, names),
        Effect::Eliminated { seat } => Text::new(
            format!("{}は脱落する。", names.ja(*seat)),
            format!("{} is out of the game.", names.en(*seat)),
        ),
        Effect::RoundBegan { round, seat } => Text::new(
            format!("第{round}ラウンド。{}から始める。", names.ja(*seat)),
            format!("Round {round} begins with {}.", names.en(*seat)),
        ),
        Effect::GameOver { ending, winners, losers } => tell_end(*ending, winners, losers, names),
    }
}

fn tell_draw_pile(cards: i64) -> Text {
    let word = if cards == 1 { "card" } else { "cards" };
    Text::new(
        format!("その前に山札がなくなっていたので、捨て札をまぜて{cards}枚の山札を作り直した。"),
        format!("The draw pile had been empty, so the discards were shuffled first: {cards} {word}."),
    )
}

fn tell_count((ja, en): (&str, &str), number: i64, sum: i64) -> Text {
    let (verdict_ja, verdict_en) = match sum - number {
        ..0 => (format!("{ja}の「{number}以上」には足りない"), format!("less than {en}'s {number}")),
        0 => (format!("{ja}の「{number}以上」にちょうど足りる"), format!("exactly {en}'s {number}")),
        _ => (format!("{ja}の「{number}以上」に足りる"), format!("enough for {en}'s {number}")),
    };
    Text::new(format!("合計は{sum}で、{verdict_ja}。"), format!("The sum is {sum}, {verdict_en}."))
}

fn tell_suspension(seat: Seat, suspensions: i64, names: &Names) -> Text {
    let (ja, en) = match suspensions {
        ..=1 => ("停職カードを取る".to_owned(), "takes a suspension card".to_owned()),
        2 => ("2枚目の停職カードを取る".to_owned(), "takes a second suspension card".to_owned()),
        more => {
            (format!("{more}枚目の停職カードを取る"), format!("takes another suspension card, number {more}"))
        }
    };
    Text::new(format!("{}が{ja}。", names.ja(seat)), format!("{} {en}.", names.en(seat)))
}

fn tell_end(ending: Ending, winners: &[Seat], losers: &[Seat], names: &Names) -> Text {
    let (win, lose) = (list(winners, names), list(losers, names));
    let verb = if winners.len() == 1 { "wins" } else { "win" };
    match ending {
        Ending::Thirty => Text::new(
            format!("ゲーム終了。{}がひとりで勝つ。", win.ja),
            format!("The game is over. {} wins alone.", win.en),
        ),
        Ending::SecondSuspension => Text::new(
            format!("ゲーム終了。{}が負け、{}が勝つ。", lose.ja, win.ja),
            format!("The game is over. {} loses; {} {verb}.", lose.en, win.en),
        ),
        Ending::LastPlayer => Text::new(
            format!("ゲーム終了。最後まで残った{}が勝つ。", win.ja),
            format!("The game is over. {} is the last one left and wins.", win.en),
        ),
    }
}

/// "Aki, Ben and Chika".
pub fn list(seats: &[Seat], names: &Names) -> Text {
    listed(seats.iter().map(|seat| (names.ja(*seat), names.en(*seat))))
}

fn listed<'a>(told: impl Iterator<Item = (&'a str, &'a str)>) -> Text {
    let (ja, en): (Vec<_>, Vec<_>) = told.unzip();
    let en = match en.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => en.concat(),
    };
    Text::new(ja.join("、"), en)
}
