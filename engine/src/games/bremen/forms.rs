//! Tiles, entered by tapping.

use serde_json::{Value, json};

use super::Bremen;
use super::moves::{Choice, Leftover};
use super::table::{HAND_SIZE, Table, tiles_for};
use super::tile::{Animal, Tile, Tiles};
use crate::form::{Form, Group, Key, Pick, Several};
use crate::game::Game;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

const TILE: Text = Text::fixed("コマ", "Tile");

impl Bremen {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|choice| self.form(choice, names)).collect()
    }

    fn form(&self, choice: &Choice, names: &Names) -> Form {
        match choice {
            Choice::Deal { center, .. } => self.deal_form(*center, names),
            Choice::Redeal { seats } => {
                let label = Text::fixed("ニワトリ8枚以上で配り直す", "Deal again: eight chickens");
                let hand = self.hand(Text::fixed("見せた手札", "The hand, if shown"), "/hand");
                let form = Form::new(label, json!({"type": "redeal"})).aside();
                form.with(hand).with(Pick::actor(seats, names))
            }
            Choice::Lead { seats } => {
                let label = Text::fixed("最初のリーダー", "Who leads first");
                Form::new(label, json!({"type": "lead"})).with(Pick::actor(seats, names))
            }
            Choice::Play { seat, tiles } => {
                let led = self.table.as_ref().and_then(Table::led);
                let form = Form::new(Text::fixed("出す", "Play"), json!({"type": "play", "seat": seat}));
                form.of(*seat).with(Pick::grouped(TILE, ["/tile"], by_animal(tiles.iter().copied(), led)))
            }
            Choice::Reveal { left } => reveal_form(left, names),
        }
    }

    fn deal_form(&self, center: bool, names: &Names) -> Form {
        let hands = self.seats.iter().map(|seat| {
            let label = Text::new(format!("{}の手札", names.ja(seat)), format!("{}'s hand", names.en(seat)));
            self.hand(label, &format!("/hands/{seat}"))
        });
        let unknown = vec![Value::Null; self.seats.len()];
        let form =
            Form::new(Text::fixed("配る", "Deal"), json!({"type": "deal", "hands": unknown})).with_all(hands);
        let label = Text::fixed("中央のコマ", "Tile in the centre");
        let tile =
            center.then(|| Pick::grouped(label, ["/center"], by_animal(tiles_for(self.seats).iter(), None)));
        form.with_all(tile)
    }

    fn hand(&self, label: Text, at: &str) -> Several {
        let groups = by_animal(tiles_for(self.seats).iter(), None);
        Several::grouped(label, at, HAND_SIZE, groups).distinct().optional()
    }
}

fn reveal_form(left: &BySeat<Leftover>, names: &Names) -> Form {
    let last = left.iter().map(|(seat, leftover)| last_tile(seat, leftover, names));
    let unknown = vec![Value::Null; left.len()];
    let label = Text::fixed("残ったコマを見せる", "Turn over the last tiles");
    Form::new(label, json!({"type": "reveal", "left": unknown})).with_all(last)
}

fn last_tile(seat: Seat, leftover: &Leftover, names: &Names) -> Pick {
    let unknown = leftover.may_stay_unknown.then(|| Key::unknown(Text::fixed("見せない", "not shown")));
    let groups = by_animal(leftover.tiles.iter().copied(), None);
    let groups = groups.chain(unknown.map(|key| Group::plain([key])));
    Pick::grouped(Text::new(names.ja(seat), names.en(seat)), [format!("/left/{seat}")], groups)
}

/// One group an animal, the one that was led first.
fn by_animal(tiles: impl Iterator<Item = Tile>, led: Option<Animal>) -> impl Iterator<Item = Group> {
    let tiles: Tiles = tiles.collect();
    let others = Animal::ALL.into_iter().filter(move |animal| Some(*animal) != led);
    led.into_iter().chain(others).filter_map(move |animal| {
        let keys: Vec<_> = tiles.showing(animal).iter().map(key).collect();
        (!keys.is_empty()).then(|| Group::named(animal.name(), keys))
    })
}

fn key(tile: Tile) -> Key {
    Key::new(tile.name(), tile.to_string()).signed(tile.number().to_string())
}
