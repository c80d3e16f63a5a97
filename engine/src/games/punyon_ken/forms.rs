//! Throws, entered by tapping.

use strum::VariantArray;

use super::choices::Choice;
use super::drawing::picture;
use super::rules::throwing::Throw;
use super::words::Words;
use super::{PunyonKen, TWO_SEATS};
use crate::form::{ChooseOne, Form, Key};
use crate::game::{Choices, Forms};
use crate::message::Term;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

impl Forms for PunyonKen {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|Choice::Throw { hands }| throw(hands.values(), names)).collect()
    }
}

fn throw<'a>(hands: impl Iterator<Item = &'a Vec<Throw>>, names: &Names) -> Form {
    let hand = |(seat, hands): (Seat, &Vec<Throw>)| {
        let label = Text::new(names.ja(seat), names.en(seat));
        ChooseOne::of(label, format!("/hands/{seat}"), hands.iter().map(|hand| key(*hand, names)))
    };
    let hands = TWO_SEATS.iter().zip(hands).map(hand);
    let label = Words::ThrowLabel.text(names);
    Form::new(label, "throw").preset("hands", BySeat::new(TWO_SEATS, |_| ())).with_all(hands)
}

/// The form of one seat's own throw.
pub(super) fn own_throw(seat: Seat, names: &Names) -> Form {
    let label = Words::ThrowLabel.text(names);
    let hands = Throw::VARIANTS.iter().copied().map(|hand| key(hand, names));
    let hands = ChooseOne::of(label.clone(), "/hand", hands);
    Form::new(label, "throw").preset("hand", ()).of(seat).with(hands)
}

fn key(hand: Throw, names: &Names) -> Key {
    Key::new(hand.message().text(names), hand).pictured(picture(hand))
}
