//! Throws and races, entered by tapping.

use strum::VariantArray;

use super::DancingVillager;
use super::choices::Choice;
use super::moves::Touched;
use super::rules::landing::{Landing, LandingKind};
use super::words::Words;
use crate::form::{Cell, ChooseOne, Form, Key, Tally};
use crate::game::{Choices, Forms};
use crate::message::Term;
use crate::seat::{BySeat, Seat, Seats};
use crate::text::{Names, Text};

/// The signs of [`Way::VARIANTS`] for narrow places.
const LANDING_SIGNS: [&str; 5] = ["↑", "↓", "—", "│", "╱"];

impl Forms for DancingVillager {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(self.seats, choice, names)).collect()
    }
}

fn forms(at: Seats, choice: &Choice, names: &Names) -> Vec<Form> {
    let form = match choice {
        Choice::PlaceDog { seats } => {
            let before = ChooseOne::seat(Words::BeforeLabel.text(names), "/seat", seats, names);
            Form::new(Words::PlaceDogLabel.text(names), choice.kind()).with(before)
        }
        Choice::Throw { villagers } => throw(villagers, names),
        Choice::TakeDogs { dogs } => take_dogs(at, *dogs, names),
        Choice::TakeFire { seats } => {
            Form::new(Words::TakeFireLabel.text(names), choice.kind()).with(ChooseOne::actor(seats, names))
        }
        Choice::Foul { seats } => return fouls(seats, names).into(),
    };
    vec![form]
}

fn throw(villagers: &BySeat<i64>, names: &Names) -> Form {
    let stacked = Key::new(Words::StackedKey.text(names), true);
    let stacked = ChooseOne::of(Words::StackedLabel.text(names), "/stacked", [stacked]).optional();
    let fields = villagers.iter().map(|(seat, total)| landing(seat, *total, names));
    let results = villagers.map(|_, flat| Landing { flat: *flat, ..Landing::default() });
    let form = Form::new(Words::ThrowLabel.text(names), "throw").preset("results", results);
    form.preset("stacked", false).with(stacked).with_all(fields)
}

fn landing(seat: Seat, total: i64, names: &Names) -> Tally {
    let cell = |(kind, sign): (LandingKind, _)| Cell {
        label: kind.message().text(names),
        sign: Some(sign),
        picture: None,
        at: format!("/results/{seat}/{}", kind.word()),
    };
    let kinds = LandingKind::VARIANTS.iter().copied().zip(LANDING_SIGNS);
    // A villager that is not counted lies flat.
    let (rest, cells): (Vec<_>, Vec<_>) = kinds.partition(|(kind, _)| *kind == LandingKind::Flat);
    Tally {
        label: Text::new(names.ja(seat), names.en(seat)),
        total,
        cells: cells.into_iter().map(cell).collect(),
        rest: rest.into_iter().map(cell).next(),
    }
}

fn take_dogs(at: Seats, dogs: i64, names: &Names) -> Form {
    let none = BySeat::new(at, |_| 0);
    let cell = |seat: Seat| Cell {
        label: Text::new(names.ja(seat), names.en(seat)),
        sign: None,
        picture: None,
        at: format!("/taken/{seat}"),
    };
    let label = Words::FieldLabel { field: dogs }.text(names);
    let tally = Tally { label, total: dogs, cells: at.iter().map(cell).collect(), rest: None };
    let form = Form::new(Words::TakeDogsLabel.text(names), "take_dogs").preset("taken", none);
    if dogs == 0 { form } else { form.with(tally) }
}

/// The forms of fouls. Each names the touched thing, so that a foul is two taps.
fn fouls(seats: &[Seat], names: &Names) -> [Form; 3] {
    [None, Some(Touched::Dog), Some(Touched::Fire)].map(|touched| {
        let label = touched.map_or(Words::FoulLabel, |touched| Words::FoulTouchedLabel { touched });
        let form = Form::new(label.text(names), "foul").preset("touched", touched).aside();
        form.with(ChooseOne::actor(seats, names))
    })
}
