//! Moves and effects, told by a person who was there.

use super::ending::Conditions;
use super::moves::{Effect, Move};
use super::table::Table;
use super::tile::Tile;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

pub fn tell_move(table: Option<&Table>, mv: &Move, names: &Names) -> Text {
    match mv {
        Move::Deal { hands, center } => tell_deal(hands, *center, names),
        Move::Redeal { seat, hand } => tell_redeal(*seat, hand, names),
        Move::Lead { seat } => Text::new(
            format!("{}が最初の親です。", names.ja(*seat)),
            format!("{} leads the first round.", names.en(*seat)),
        ),
        Move::Play { seat, tile } => tell_play(table, *seat, *tile, names),
        Move::Reveal { left } => tell_reveal(left, names),
    }
}

fn tell_deal(hands: &Fact<BySeat<Fact<Vec<Tile>>>>, center: Option<Tile>, names: &Names) -> Text {
    let mut ja = vec!["コマが13個ずつ配られます".to_owned()];
    let mut en = vec!["Everybody takes 13 tiles".to_owned()];
    if let Some(name) = center.map(Tile::name) {
        ja.push(format!("。余った{}は中央に置かれます", name.ja));
        en.push(format!("; the {} is left over and goes face up to the centre", name.en));
    }
    ja.push("。".to_owned());
    en.push(".".to_owned());
    let known = hands.as_ref().known();
    for (seat, hand) in known.iter().flat_map(|hands| hands.iter()) {
        if let Fact::Known(hand) = hand {
            let list = list(hand);
            ja.push(format!("{}の手元は{}。", names.ja(seat), list.ja));
            en.push(format!(" {} holds {}.", names.en(seat), list.en));
        }
    }
    Text::new(ja.concat(), en.concat())
}

fn list(tiles: &[Tile]) -> Text {
    let names: Vec<Text> = tiles.iter().map(|tile| tile.name()).collect();
    let join = |words: Vec<&str>, with| words.join(with);
    Text::new(
        join(names.iter().map(|name| &*name.ja).collect(), "・"),
        join(names.iter().map(|name| &*name.en).collect(), ", "),
    )
}

fn tell_redeal(seat: Seat, hand: &Fact<Vec<Tile>>, names: &Names) -> Text {
    let shown = hand.as_ref().known().map(|hand| list(hand));
    let ja = shown.as_ref().map(|list| format!("見せたのは{}。", list.ja)).unwrap_or_default();
    let en = shown.as_ref().map(|list| format!(" and shows {}", list.en)).unwrap_or_default();
    Text::new(
        format!("{}の手元にニワトリが8個以上。{ja}配り直しです。", names.ja(seat)),
        format!("{} holds eight chickens or more{en}: all tiles are dealt again.", names.en(seat)),
    )
}

fn tell_play(table: Option<&Table>, seat: Seat, tile: Tile, names: &Names) -> Text {
    let (name, ja, en) = (tile.name(), names.ja(seat), names.en(seat));
    match table.and_then(Table::led) {
        None => Text::new(
            format!("{ja}は親として{}を出します。", name.ja),
            format!("{en} leads with {}.", name.en),
        ),
        Some(led) if led == tile.animal() => {
            Text::new(format!("{ja}は{}を出します。", name.ja), format!("{en} follows with {}.", name.en))
        }
        Some(led) => {
            let led = led.name();
            Text::new(
                format!("{ja}は{}ではなく{}を出します。", led.ja, name.ja),
                format!("{en} plays no {} but {}.", led.en, name.en),
            )
        }
    }
}

fn tell_reveal(left: &BySeat<Fact<Tile>>, names: &Names) -> Text {
    let shown: Vec<(Seat, Text)> =
        left.iter().filter_map(|(seat, tile)| Some((seat, tile.known()?.name()))).collect();
    if shown.is_empty() {
        return Text::fixed("最後のコマは見せずに終わります。", "The last tiles go back unseen.");
    }
    let ja: Vec<String> =
        shown.iter().map(|(seat, name)| format!("{}は{}", names.ja(*seat), name.ja)).collect();
    let en: Vec<String> =
        shown.iter().map(|(seat, name)| format!("{} has {}", names.en(*seat), name.en)).collect();
    Text::new(
        format!("残ったコマを見せ合います。{}。", ja.join("、")),
        format!("The last tiles are turned over: {}.", en.join(", ")),
    )
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::FirstLeader { seat, tile } => {
            let name = tile.name();
            Text::new(
                format!("{}を持つ{}が最初の親です。", name.ja, names.ja(*seat)),
                format!("{} holds {} and leads the first round.", names.en(*seat), name.en),
            )
        }
        Effect::RedealDue { seat, chickens } => Text::new(
            format!("{}の手元にニワトリが{chickens}個。配り直さなければなりません。", names.ja(*seat)),
            format!("{} holds {chickens} chickens, so the tiles must be dealt again.", names.en(*seat)),
        ),
        Effect::RoundTaken { round, seat, tile, taken } => {
            let name = tile.name();
            Text::new(
                format!("第{round}ラウンドは{}で{}が獲得します(合計{taken}個)。", name.ja, names.ja(*seat)),
                format!(
                    "{} takes round {round} with {} and has {taken} tiles now.",
                    names.en(*seat),
                    name.en
                ),
            )
        }
        Effect::ConditionsDecided { tiles_taken, animals_left } => {
            tell_conditions(Conditions { tiles_taken: *tiles_taken, animals_left: *animals_left })
        }
        Effect::Won { score, title } => {
            let name = title.name();
            Text::new(
                format!("全員の勝利!得点は{score}点、「{}」です。", name.ja),
                format!("Everybody wins with {score} points: {}!", name.en),
            )
        }
        Effect::Lost { .. } => Text::fixed("全員の敗北です。", "Everybody loses."),
    }
}

fn tell_conditions(conditions: Conditions) -> Text {
    match (conditions.tiles_taken, conditions.animals_left) {
        (true, true) => Text::fixed(
            "12ラウンドが終わり、2つの条件はどちらも満たされています。",
            "Twelve rounds are over, and both conditions are met.",
        ),
        (false, true) => Text::fixed(
            "12ラウンドが終わり、残った動物はそろいましたが、獲得した個数が合いません。",
            "Twelve rounds are over: the animals left are right, the tiles taken are not.",
        ),
        (true, false) => Text::fixed(
            "12ラウンドが終わり、獲得した個数は合いましたが、残った動物がそろいません。",
            "Twelve rounds are over: the tiles taken are right, the animals left are not.",
        ),
        (false, false) => Text::fixed(
            "12ラウンドが終わり、獲得した個数も残った動物も条件に合いません。",
            "Twelve rounds are over, and neither the tiles taken nor the animals left are right.",
        ),
    }
}
