//! Throws, entered by tapping.

use serde_json::json;

use super::moves::Choice;
use super::throwing::Throw;
use super::{PunyonKen, SEATS};
use crate::form::{Form, Key, Pick};
use crate::game::Game;
use crate::seat::Seat;
use crate::text::{Names, Text};

const THROW: Text = Text::fixed("出した手", "Throw");

impl PunyonKen {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|Choice::Throw { hands }| throw(hands.values(), names)).collect()
    }
}

fn throw<'a>(hands: impl Iterator<Item = &'a Vec<Throw>>, names: &Names) -> Form {
    let hand = |(seat, hands): (Seat, &Vec<Throw>)| {
        let label = Text::new(names.ja(seat), names.en(seat));
        Pick::of(label, format!("/hands/{seat}"), hands.iter().map(|hand| key(*hand)))
    };
    let hands = SEATS.iter().zip(hands).map(hand);
    Form::new(THROW, json!({"type": "throw", "hands": [null, null]})).with_all(hands)
}

/// What one of the two throws.
pub(super) fn own_throw(seat: Seat) -> Form {
    let hands = Pick::of(THROW, "/hand", Throw::ALL.into_iter().map(key));
    Form::new(THROW, json!({"type": "throw", "hand": null})).of(seat).with(hands)
}

fn key(hand: Throw) -> Key {
    let sign = match hand {
        Throw::Rock => "✊",
        Throw::Scissors => "✌️",
        Throw::Paper => "🖐️",
    };
    Key::new(hand.name(), hand.word()).signed(sign)
}
