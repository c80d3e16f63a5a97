//! The table in sentences: above its parts where it is drawn, and for whoever cannot see it.

use super::track::is_white;
use super::view::{LaidView, PhaseName, PileView, RevealedView, SeatView, View};
use super::{Ending, words};
use crate::seat::Seat;
use crate::text::{Names, Text};

/// The round, and the rule that makes this game a hard one.
pub fn round(view: &View) -> Text {
    let (ja, en) = if view.extreme {
        ("・エクストリームルール(停職1枚で脱落)", ", extreme rule: one suspension and out")
    } else {
        ("", "")
    };
    Text::new(format!("第{}ラウンド{ja}", view.round), format!("Round {}{en}", view.round))
}

/// What everybody waits for, or how it ended.
pub fn awaited(view: &View, names: &Names) -> Text {
    match (view.phase, view.turn, &view.pending) {
        (PhaseName::Turn, Some(seat), _) => turn(seat, view, names),
        (PhaseName::Reveal, _, Some(pending)) => {
            let (who, number) = (pending.declarer, pending.number);
            match pending.auditor {
                Some(auditor) => Text::new(
                    format!(
                        "{}が{}の「{number}以上」を監査。カードを表に!",
                        names.ja(auditor),
                        names.ja(who)
                    ),
                    format!("Turn the cards up: {} audits {}'s {number}.", names.en(auditor), names.en(who)),
                ),
                None => Text::new(
                    format!("{}が{number}を宣言。カードを表に!", names.ja(who)),
                    format!("Turn the cards up: {} declared {number}.", names.en(who)),
                ),
            }
        }
        _ => end(view, names),
    }
}

fn turn(seat: Seat, view: &View, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    let warned = view.seats.get(seat).is_some_and(|own| own.warned);
    let black = if warned { ("黒いマスを", " a black square") } else { ("", "") };
    let accused = view.cards.last().filter(|last| last.seat != seat);
    match accused.map(|last| (names.ja(last.seat), names.en(last.seat))) {
        Some((who_ja, who_en)) if view.must_audit => Text::new(
            format!("{ja}は{who_ja}を監査するしかない(引くカードがない)。"),
            format!("{en} must audit {who_en}: no card is left to draw."),
        ),
        Some((who_ja, who_en)) => Text::new(
            format!("{ja}の番: {}宣言するか、{who_ja}を監査する。", black.0),
            format!("{en} declares{} or audits {who_en}.", black.1),
        ),
        None => Text::new(
            format!("{ja}の番: カードを引いて{}宣言する。", black.0),
            format!("{en} draws a card and declares{}.", if warned { black.1 } else { " a number" }),
        ),
    }
}

/// Who won or, where all others did, who lost.
fn end(view: &View, names: &Names) -> Text {
    let is_told = |seat: &Seat| won(view, *seat) != (view.ending == Some(Ending::SecondSuspension));
    let told: Vec<Seat> = view.seats.iter().map(|(seat, _)| seat).filter(is_told).collect();
    let told = words::list(&told, names);
    match view.ending {
        Some(Ending::Thirty) => Text::new(
            format!("ゲーム終了: 30を達成した{}の勝ち。", told.ja),
            format!("The end: 30 was made and won by {}.", told.en),
        ),
        Some(Ending::SecondSuspension) => Text::new(
            format!("ゲーム終了: 停職2枚で{}の負け、ほかは勝ち。", told.ja),
            format!("The end: all win but {}, suspended twice.", told.en),
        ),
        Some(Ending::LastPlayer) | None => Text::new(
            format!("ゲーム終了: 最後まで残った{}の勝ち。", told.ja),
            format!("The end: the last one left is {}.", told.en),
        ),
    }
}

/// NMF-8, NMF-9, NMF-11.
pub fn won(view: &View, seat: Seat) -> bool {
    let revealed = view.revealed.as_ref();
    match view.ending {
        Some(Ending::Thirty) => {
            revealed.and_then(|round| round.cards.last()).is_some_and(|last| last.seat == seat)
        }
        Some(Ending::SecondSuspension) => revealed.is_some_and(|round| round.suspended != Some(seat)),
        Some(Ending::LastPlayer) => view.seats.get(seat).is_some_and(|own| !own.eliminated),
        None => false,
    }
}

/// Where the arrow is.
pub fn arrow(number: i64) -> Text {
    let (ja, en) = match number {
        0 => ("", ""),
        _ if is_white(number) => ("(白いマス)", ", a white square"),
        _ => ("(黒いマス)", ", a black square"),
    };
    Text::new(format!("矢印は{number}{ja}。"), format!("The arrow points to {number}{en}."))
}

/// The heading over cards that lie face down.
pub fn face_down(count: usize) -> Text {
    match count {
        0 => Text::fixed("伏せたカードはまだない", "No card is on the table yet"),
        1 => Text::fixed("伏せたカード1枚と宣言", "1 card face down, and what was declared"),
        _ => Text::new(
            format!("伏せたカード{count}枚と宣言"),
            format!("{count} cards face down, and what was declared"),
        ),
    }
}

/// The heading over cards that were turned up: what they made, and whom that cost.
pub fn turned_up(round: &RevealedView, names: &Names) -> Text {
    let number = round.cards.last().map_or(0, |last| last.number);
    let sign = if round.sum < number { "<" } else { "≥" };
    let (ja, en) = match round.suspended {
        Some(seat) => (format!("停職は{}", names.ja(seat)), format!("suspended: {}", names.en(seat))),
        None => ("達成".to_owned(), "made".to_owned()),
    };
    let sum = round.sum;
    Text::new(
        format!("表にしたカードの合計{sum} {sign} 宣言{number}: {ja}"),
        format!("Turned up: sum {sum} {sign} {number} declared, {en}"),
    )
}

/// A declaration with its card.
pub fn laid(laid: &LaidView, names: &Names) -> Text {
    let (ja, en) = match laid.card.known() {
        Some(card) => (card.to_string(), format!("a {card}")),
        None => ("不明のカード".to_owned(), "an unknown card".to_owned()),
    };
    let LaidView { seat, number, .. } = *laid;
    Text::new(
        format!("{}は{ja}で「{number}以上」。", names.ja(seat)),
        format!("{} with {en}: {number} or more.", names.en(seat)),
    )
}

/// What the warning card of a seat allows.
pub fn warning(own: &SeatView) -> Text {
    if own.warned {
        Text::fixed("黄色: 黒いマスだけ", "yellow: black only")
    } else {
        Text::fixed("灰色: どのマスも可", "grey: any square")
    }
}

/// What a seat is about, in a word or two.
pub fn part(seat: Seat, own: &SeatView, view: &View) -> Text {
    let pending = view.pending.as_ref();
    match view.phase {
        PhaseName::Over if won(view, seat) => Text::fixed("勝ち", "won"),
        _ if own.eliminated => Text::fixed("脱落", "out of the game"),
        PhaseName::Over => Text::fixed("負け", "lost"),
        PhaseName::Turn if view.turn == Some(seat) => Text::fixed("手番", "to play"),
        PhaseName::Reveal if pending.is_some_and(|it| it.auditor == Some(seat)) => {
            Text::fixed("監査", "audits")
        }
        PhaseName::Reveal if pending.is_some_and(|it| it.declarer == seat) => {
            let number = pending.map_or(0, |it| it.number);
            Text::new(format!("「{number}以上」"), format!("declared {number}"))
        }
        _ => Text::fixed("", ""),
    }
}

/// A seat with all that lies before it.
pub fn seat(seat: Seat, own: &SeatView, view: &View, names: &Names) -> Text {
    let (part, taken) = (part(seat, own, view), own.suspensions);
    let mut told = if part.ja.is_empty() { Vec::new() } else { vec![part] };
    if !own.eliminated {
        let warning = warning(own);
        told.push(Text::new(format!("戒告カードは{}", warning.ja), format!("warning card {}", warning.en)));
    }
    let cards = if taken == 1 { "suspension" } else { "suspensions" };
    told.push(Text::new(format!("停職{taken}枚"), format!("{taken} {cards}")));
    let (ja, en): (Vec<&str>, Vec<&str>) = told.iter().map(|text| (&*text.ja, &*text.en)).unzip();
    Text::new(
        format!("{}: {}。", names.ja(seat), ja.join("、")),
        format!("{}: {}.", names.en(seat), en.join(", ")),
    )
}

/// The draw pile, if the deck is known, and the discards.
pub fn piles(discards: i64, pile: Option<&PileView>) -> Text {
    let discarded = if discards == 1 { "discard" } else { "discards" };
    let (ja, en) = match pile.map(|pile| pile.cards) {
        Some(cards) => (format!("山札{cards}枚、"), format!("Draw pile {cards}, ")),
        None => Default::default(),
    };
    Text::new(format!("{ja}捨て札{discards}枚"), format!("{en}{discards} {discarded}"))
}

/// What stands under the numbers of the deck.
pub const LEGEND: Text = Text::fixed("確かな捨て札/全部", "certain discards/of all");

/// How many of each number are discarded for certain, of how many.
pub fn discarded_numbers(pile: &PileView) -> Text {
    let numbers = pile.discarded.iter().zip(&pile.deck).enumerate().filter(|(_, (_, all))| **all > 0);
    let told: Vec<String> = numbers.map(|(number, (gone, all))| format!("{number}: {gone}/{all}")).collect();
    Text::new(
        format!("数字ごとの{}: {}。", LEGEND.ja, told.join("、")),
        format!("By number, {}: {}.", LEGEND.en, told.join(", ")),
    )
}
