//! Declarations, audits and reveals, entered by tapping.

use super::NotMyFault;
use super::choices::{Choice, OpenNote};
use super::words::Words;
use crate::fact::Fact;
use crate::form::{ChooseOne, ChooseSeveral, Field, Form, InclusiveRange, Key, Number};
use crate::game::{Choices, Forms};
use crate::range::Range;
use crate::text::Names;

impl Forms for NotMyFault {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(choice, names)).collect()
    }
}

fn forms(choice: &Choice, names: &Names) -> Vec<Form> {
    match choice {
        Choice::Declare { seat, numbers, cards } => {
            let keys = cards.iter().map(|card| Key::number(*card));
            let card = ChooseOne::of(Words::CardLabel.text(names), "/card", keys).optional();
            let number = Number::one_of(Words::NumberLabel.text(names), "/number", numbers);
            vec![Form::new(Words::DeclareLabel.text(names), "declare").by(*seat).with(card).with(number)]
        }
        Choice::Audit { seat, accused, number } => {
            let label = Words::AuditLabel { accused: *accused, number: *number }.text(names);
            vec![Form::new(label, "audit").by(*seat)]
        }
        Choice::NoteCard { open } => vec![note(open, names)],
        Choice::Reveal { cards, sums } => vec![by_sum(sums, names), by_cards(cards, sums, names)],
        Choice::Reshuffle { .. } => {
            vec![Form::new(Words::ReshuffleLabel.text(names), "reshuffle").aside()]
        }
    }
}

fn note(open: &[OpenNote], names: &Names) -> Form {
    let seats: Vec<_> = open.iter().map(|note| note.seat).collect();
    let mut who = ChooseOne::actor(&seats, names);
    for (key, note) in who.groups.iter_mut().flat_map(|group| &mut group.keys).zip(open) {
        let label = Words::CardLaidLabel { number: note.declared }.text(names);
        key.then.push(ChooseOne::of(label, "/card", note.cards.iter().map(|card| Key::number(*card))).into());
    }
    Form::new(Words::NoteLabel.text(names), "note_card").aside().with(who)
}

fn by_sum(sums: &[Range], names: &Names) -> Form {
    Form::new(Words::BySumLabel.text(names), "reveal").with(sum(sums, names))
}

fn sum(sums: &[Range], names: &Names) -> Number {
    let ranges = sums.iter().map(|sum| InclusiveRange { min: sum.min, max: sum.max }).collect();
    Number { label: Words::SumLabel.text(names), at: "/sum".into(), required: true, ranges }
}

fn by_cards(cards: &[Fact<i64>], sums: &[Range], names: &Names) -> Form {
    let unknown = Key::unknown(Words::UnknownLabel.text(names));
    let keys = (0..=6).map(Key::number).chain([unknown]);
    let placed = Words::InOrderLabel.text(names);
    let all_known = cards.iter().all(Fact::is_known);
    let several =
        ChooseSeveral { required: !all_known, ..ChooseSeveral::of(placed, "/cards", cards.len(), keys) };
    let fields: [Field; 2] = [sum(sums, names).optional().into(), several.into()];
    let form = Form::new(Words::ByCardsLabel.text(names), "reveal");
    form.preset("cards", all_known.then_some(cards)).with_all(fields)
}
