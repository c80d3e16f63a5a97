//! Tiles, entered by tapping.

use strum::VariantArray;

use super::Bremen;
use super::choices::{Choice, Leftover};
use super::rules::table::{HAND_SIZE, Table, tiles_for};
use super::rules::tile::{Animal, Tile, Tiles};
use super::words::Words;
use crate::form::{ChooseOne, ChooseSeveral, Form, Group, Key};
use crate::game::{Choices, Forms};
use crate::message::Term;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

impl Forms for Bremen {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|choice| self.form(choice, names)).collect()
    }
}

impl Bremen {
    fn form(&self, choice: &Choice, names: &Names) -> Form {
        match choice {
            Choice::Deal { center, .. } => self.deal_form(*center, names),
            Choice::Redeal { seats } => {
                let hand = self.hand(Words::HandShown, "/hand", names);
                let form = Form::new(Words::RedealLabel.text(names), "redeal").aside();
                form.with(hand).with(ChooseOne::actor(seats, names))
            }
            Choice::Lead { seats } => {
                Form::new(Words::LeadLabel.text(names), "lead").with(ChooseOne::actor(seats, names))
            }
            Choice::Play { seat, tiles } => {
                let led = self.table.as_ref().and_then(Table::led);
                let keys = by_animal(tiles.iter().copied(), led, names);
                let form = Form::new(Words::PlayLabel.text(names), "play").by(*seat);
                form.with(ChooseOne::grouped(Words::TileLabel.text(names), ["/tile"], keys))
            }
            Choice::Reveal { left } => reveal_form(left, names),
        }
    }

    fn deal_form(&self, center: bool, names: &Names) -> Form {
        let hands =
            self.seats.iter().map(|seat| self.hand(Words::Hand { seat }, &format!("/hands/{seat}"), names));
        let unknown = BySeat::new(self.seats, |_| ());
        let form = Form::new(Words::DealLabel.text(names), "deal").preset("hands", unknown);
        let tile = center.then(|| {
            let keys = by_animal(tiles_for(self.seats).iter(), None, names);
            ChooseOne::grouped(Words::CentreLabel.text(names), ["/center"], keys)
        });
        form.with_all(hands).with_all(tile)
    }

    fn hand(&self, label: Words, at: &str, names: &Names) -> ChooseSeveral {
        let groups = by_animal(tiles_for(self.seats).iter(), None, names);
        ChooseSeveral::grouped(label.text(names), at, HAND_SIZE, groups).distinct().optional()
    }
}

fn reveal_form(left: &BySeat<Leftover>, names: &Names) -> Form {
    let last = left.iter().map(|(seat, leftover)| last_tile(seat, leftover, names));
    let unknown = left.map(|_, _| ());
    Form::new(Words::RevealLabel.text(names), "reveal").preset("left", unknown).with_all(last)
}

fn last_tile(seat: Seat, leftover: &Leftover, names: &Names) -> ChooseOne {
    let unknown = leftover.may_stay_unknown.then(|| Key::unknown(Words::NotShown.text(names)));
    let groups = by_animal(leftover.tiles.iter().copied(), None, names);
    let groups = groups.chain(unknown.map(|key| Group::plain([key])));
    ChooseOne::grouped(Text::new(names.ja(seat), names.en(seat)), [format!("/left/{seat}")], groups)
}

/// One group per animal; the animal that was led comes first.
fn by_animal(
    tiles: impl Iterator<Item = Tile>,
    led: Option<Animal>,
    names: &Names,
) -> impl Iterator<Item = Group> {
    let tiles: Tiles = tiles.collect();
    let others = Animal::VARIANTS.iter().copied().filter(move |animal| Some(*animal) != led);
    led.into_iter().chain(others).filter_map(move |animal| {
        let keys: Vec<_> = tiles.showing(animal).iter().map(|tile| key(tile, names)).collect();
        (!keys.is_empty())
            .then(|| Group::named(animal.message().text(names), keys).pictured(animal.picture()))
    })
}

fn key(tile: Tile, names: &Names) -> Key {
    Key::new(tile.message().text(names), tile).signed(tile.number().to_string())
}
