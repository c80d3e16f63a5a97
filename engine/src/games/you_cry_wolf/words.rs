//! The game told by somebody who was there.

use super::{Animal, Effect, Move, Phase, YouCryWolf};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::text::{Names, Text};

/// An animal in Japanese.
pub const fn ja(animal: Animal) -> &'static str {
    match animal {
        Animal::Cow => "牛",
        Animal::Sheep => "羊",
        Animal::Sheepdog => "牧羊犬",
        Animal::Wolf => "狼",
    }
}

/// An animal in English.
pub const fn en(animal: Animal) -> &'static str {
    animal.word()
}

/// "2 cows".
pub fn counted(animal: Animal, count: i64) -> Text {
    let counter = match animal {
        Animal::Cow | Animal::Sheep => "頭",
        Animal::Sheepdog | Animal::Wolf => "匹",
    };
    let many = match animal {
        Animal::Cow => "cows",
        Animal::Sheep => "sheep",
        Animal::Sheepdog => "sheepdogs",
        Animal::Wolf => "wolves",
    };
    let word = if count == 1 { en(animal) } else { many };
    Text::new(format!("{}{count}{counter}", ja(animal)), format!("{count} {word}"))
}

/// "2 cows and a wolf": faces in the order of the rows.
pub fn list(dice: &[Fact<Animal>]) -> Text {
    let known = |face: Animal| dice.iter().filter(|die| die.known() == Some(face)).count();
    let unknown = dice.iter().filter(|die| die.is_unknown()).count();
    let mut parts: Vec<Text> = Animal::ALL
        .into_iter()
        .map(|face| (face, i64::try_from(known(face)).unwrap_or(i64::MAX)))
        .filter(|(_, count)| *count > 0)
        .map(|(face, count)| counted(face, count))
        .collect();
    if unknown > 0 {
        parts.push(Text::new(format!("不明{unknown}個"), format!("{unknown} unknown")));
    }
    let ja: Vec<_> = parts.iter().map(|part| &*part.ja).collect();
    let en: Vec<_> = parts.iter().map(|part| &*part.en).collect();
    Text::new(ja.join("・"), en.join(", "))
}

fn chips(count: i64) -> Text {
    let word = if count == 1 { "chip" } else { "chips" };
    Text::new(format!("チップ{count}枚"), format!("{count} {word}"))
}

pub fn tell_move(game: &YouCryWolf, mv: &Move, names: &Names) -> Text {
    match mv {
        Move::ChooseFirstPlayer { seat, wolves } => {
            let shown =
                wolves.as_ref().and_then(|wolves| wolves.get(*seat)).map(|n| counted(Animal::Wolf, *n));
            let (a, b) =
                shown.map_or_else(Default::default, |n| (format!("({})", n.ja), format!(" with {}", n.en)));
            Text::new(
                format!("{}が狼をいちばん多く出し{a}、ファーストプレイヤーになる。", names.ja(*seat)),
                format!("{} wins the roll for most wolves{b} and becomes the first player.", names.en(*seat)),
            )
        }
        Move::NoteCup { seat, dice } => {
            let dice = list(dice);
            Text::new(
                format!("{}のカップの中: {}。", names.ja(*seat), dice.ja),
                format!("{} looks under the cup: {}.", names.en(*seat), dice.en),
            )
        }
        Move::OpenDice { dice } => {
            let dice = list(&dice.iter().copied().map(Fact::Known).collect::<Vec<_>>());
            let first = game.first.unwrap_or(Seat::new(0));
            Text::new(
                format!("{}が6個のダイスを皆の前で振る: {}。", names.ja(first), dice.ja),
                format!("{} rolls six dice for all to see: {}.", names.en(first), dice.en),
            )
        }
        Move::Bet { seat, die, row, claim } => tell_bet(*seat, (*die, *row), *claim, names),
        Move::Privilege { seat, die, row } => tell_privilege(*seat, (*die, *row), names),
        Move::Call { seat, row } => tell_call(game, *seat, *row, names),
        Move::Reveal { cups, count } => tell_reveal(game, cups.as_ref(), *count, names),
        Move::Pass { seat } => Text::new(
            format!("{}は何もできず、パス。", names.ja(*seat)),
            format!("{} can do nothing and passes.", names.en(*seat)),
        ),
    }
}

/// "a wolf" or "a wolf as a sheep".
fn placed(die: Animal, row: Animal) -> Text {
    if die == row {
        Text::new(format!("{}を置く", ja(die)), format!("a {}", en(die)))
    } else {
        Text::new(format!("{}を{}として置く", ja(die), ja(row)), format!("a {} as a {}", en(die), en(row)))
    }
}

fn tell_bet(seat: Seat, (die, row): (Animal, Animal), claim: i64, names: &Names) -> Text {
    let (placed, claimed) = (placed(die, row), counted(row, claim));
    Text::new(
        format!("{}が{}。「{}!」", names.ja(seat), placed.ja, claimed.ja),
        format!("{} places {} and claims {}.", names.en(seat), placed.en, claimed.en),
    )
}

fn tell_privilege(seat: Seat, (die, row): (Animal, Animal), names: &Names) -> Text {
    let placed = placed(die, row);
    Text::new(
        format!("{}が特権を使い、ダイスを1個振って{}。", names.ja(seat), placed.ja),
        format!("{} uses the privilege, rolls a die and places {}.", names.en(seat), placed.en),
    )
}

fn tell_call(game: &YouCryWolf, seat: Seat, row: Animal, names: &Names) -> Text {
    let Some(marker) = game.board[row].marker else {
        return Text::new(
            format!("{}がコール。", names.ja(seat)),
            format!("{} calls the {} row.", names.en(seat), en(row)),
        );
    };
    let claimed = counted(row, marker.claim);
    Text::new(
        format!("{}「お前、狼少年!」— {}の「{}」を疑う。", names.ja(seat), names.ja(marker.seat), claimed.ja),
        format!(
            "\"You cry wolf!\" {} does not believe {}'s {}.",
            names.en(seat),
            names.en(marker.seat),
            claimed.en
        ),
    )
}

fn tell_reveal(game: &YouCryWolf, cups: Option<&super::Cups>, count: Option<i64>, names: &Names) -> Text {
    let mut text = Text::new("全員がカップを開ける", "All cups are lifted");
    let seen = cups.into_iter().flat_map(super::Cups::iter);
    let seen = seen.filter_map(|(seat, cup)| Some((seat, cup.as_ref().known()?)));
    let told: Vec<(String, String)> = seen
        .filter(|(_, dice)| !dice.is_empty())
        .map(|(seat, dice)| (seat, list(dice)))
        .map(|(seat, dice)| {
            (format!("{}は{}", names.ja(seat), dice.ja), format!("{} has {}", names.en(seat), dice.en))
        })
        .collect();
    if !told.is_empty() {
        let (a, b): (Vec<_>, Vec<_>) = told.into_iter().unzip();
        text = Text::new(format!("{}。{}", text.ja, a.join("、")), format!("{}: {}", text.en, b.join("; ")));
    }
    if let (Some(count), Phase::Reveal(called)) = (count, game.phase) {
        let counted = counted(called.row, count);
        text = Text::new(
            format!("{}。数えて{}", text.ja, counted.ja),
            format!("{}; they count {}", text.en, counted.en),
        );
    }
    Text::new(format!("{}。", text.ja), format!("{}.", text.en))
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::RoundBegan { round, first_player } => Text::new(
            format!("第{round}ラウンド。{}から始める。", names.ja(*first_player)),
            format!("Round {round} begins with {}.", names.en(*first_player)),
        ),
        Effect::MarkerReturned { seat, row, claim } => {
            let claimed = counted(*row, *claim);
            Text::new(
                format!("{}の「{}」のマーカーは手元に戻る。", names.ja(*seat), claimed.ja),
                format!("{} takes back the marker at {}.", names.en(*seat), claimed.en),
            )
        }
        Effect::SheepTaken { die } => Text::new(
            format!("予備がないので、羊の列の1マス目の{}のダイスを使う。", ja(*die)),
            format!("No spare die is left, so the {} on the first sheep square is rolled instead.", en(*die)),
        ),
        Effect::FirstPlayerMoved { seat } => Text::new(
            format!("ファーストプレイヤーは{}に移る。", names.ja(*seat)),
            format!("{} is the first player now.", names.en(*seat)),
        ),
        Effect::Accused { accused, row, claim, .. } => {
            let claimed = counted(*row, *claim);
            Text::new(
                format!("{}の「{}」は本当か。", names.ja(*accused), claimed.ja),
                format!("Did {} really see {}?", names.en(*accused), claimed.en),
            )
        }
        Effect::Counted { row, claim, count } => tell_count(*row, *claim, *count),
        Effect::Paid { payer, receiver, owed, paid } => {
            tell_payment((*payer, *receiver), *owed, *paid, names)
        }
        Effect::GameOver { winners, points } => tell_end(winners, points, names),
    }
}

fn tell_count(row: Animal, claim: i64, count: i64) -> Text {
    let (claimed, found) = (counted(row, claim), counted(row, count));
    let are = if count == 1 { "is" } else { "are" };
    if count < claim {
        Text::new(
            format!("「{}」は嘘、いたのは{}。", claimed.ja, found.ja),
            format!("{} was a lie: there {are} only {}.", claimed.en, found.en),
        )
    } else {
        Text::new(
            format!("「{}」は本当で、{}いた。", claimed.ja, found.ja),
            format!("{} was no lie: there {are} {}.", claimed.en, found.en),
        )
    }
}

fn tell_payment((payer, receiver): (Seat, Seat), owed: i64, paid: i64, names: &Names) -> Text {
    let (all, short) = (chips(paid), owed - paid);
    let mut text = Text::new(
        format!("{}が{}に{}を払う", names.ja(payer), names.ja(receiver), all.ja),
        format!("{} pays {} {}", names.en(payer), names.en(receiver), all.en),
    );
    if short > 0 {
        text = Text::new(
            format!("{}(足りない{short}枚も受け取ったと数える)", text.ja),
            format!("{}; the {short} missing count as received all the same", text.en),
        );
    }
    Text::new(format!("{}。", text.ja), format!("{}.", text.en))
}

fn tell_end(winners: &[Seat], points: &crate::seat::BySeat<i64>, names: &Names) -> Text {
    let best = winners.first().and_then(|seat| points.get(*seat)).copied().unwrap_or_default();
    let a: Vec<_> = winners.iter().map(|seat| names.ja(*seat)).collect();
    let b: Vec<_> = winners.iter().map(|seat| names.en(*seat)).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    let unit = if best == 1 { "point" } else { "points" };
    Text::new(
        format!("ゲーム終了。{}の勝ち({best}点)。", a.join("と")),
        format!("The game is over. {} {verb} with {best} {unit}.", b.join(" and ")),
    )
}
