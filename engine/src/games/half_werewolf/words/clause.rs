//! A statement about the cards, as a part of a sentence.

use serde_json::Value;

use super::super::knowledge::clue::{Clue, Place};
use super::super::rules::role::{Pair, Role, Setup, Variant};
use super::{Card, Cards, FaceDown, Words};
use crate::json::encode;
use crate::message::{Message, Term};
use crate::seat::{Seat, Seats};

fn standard(clue: Clue) -> Clause {
    Clause(Setup { seats: Seats::new(6), variant: Variant::Standard }, clue)
}

/// The place of the only werewolf.
pub fn places() -> [Clause; 2] {
    let seat = Seat::new(1);
    let dealt = Clue::Dealt(seat, Pair::new([Role::Werewolf, Role::Villager]));
    [Clue::Card(Place::Slot(seat, 1), Role::Werewolf), dealt].map(standard)
}

/// Places where it cannot be as well.
pub fn other_places() -> [Clause; 2] {
    let werewolf = Role::Werewolf;
    let held = Clue::Held(Seat::new(2), Pair::new([werewolf, Role::Villager]));
    [Clue::CardNow(Place::Grave(0), werewolf), held].map(standard)
}

/// The cards that a seat was dealt.
pub fn dealt() -> [Clause; 1] {
    [standard(Clue::Dealt(Seat::new(1), Pair::new([Role::Seer, Role::Villager])))]
}

/// A card that this seat cannot have passed on.
pub fn passed() -> [Clause; 1] {
    [standard(Clue::Passed(Seat::new(1), Role::Madman))]
}

/// Statements on record.
pub fn stated() -> [Clause; 3] {
    let seat = Seat::new(1);
    let holds = Clue::HoldsNow(seat, Pair::new([Role::Villager; 2]));
    [Clue::Passed(seat, Role::Villager), holds, Clue::Gave(1)].map(standard)
}

/// Statements that disagree with these.
pub fn stated_otherwise() -> [Clause; 3] {
    let seat = Seat::new(1);
    let holds = Clue::HoldsNow(seat, Pair::new([Role::Seer, Role::Villager]));
    [Clue::Gave(0), Clue::Passed(seat, Role::Seer), holds].map(standard)
}

/// A clue told of this game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clause(pub Setup, pub Clue);

impl Term for Clause {
    fn message(&self) -> Message {
        let Self(setup, clue) = *self;
        let lying = |place: Place| FaceDown::at(setup, place.into());
        match clue {
            Clue::Dealt(seat, pair) => Words::WasDealt { seat, cards: Cards::of(pair) },
            Clue::Passed(seat, role) => Words::PassedOn { seat, card: Card(role) },
            Clue::Held(seat, pair) => Words::Held { seat, cards: Cards::of(pair) },
            Clue::HoldsNow(seat, pair) => Words::HoldsNow { seat, cards: Cards::of(pair) },
            Clue::Card(place, role) => Words::CardWas { place: lying(place), card: Card(role) },
            Clue::CardNow(place, role) => Words::CardIs { place: lying(place), card: Card(role) },
            Clue::Gave(slot) => Words::Exchanged { place: lying(Place::Grave(slot)) },
            Clue::GivenCard(role) => Words::GaveAway { card: Card(role) },
            // HW-4 to HW-14: nobody stated it.
            Clue::SeerIs(_)
            | Clue::GravediggerIs(_)
            | Clue::ExchangedWithAnother(_)
            | Clue::UsedBoth(_)
            | Clue::SeerSkipped
            | Clue::GravediggerSkipped
            | Clue::Voted(_)
            | Clue::ShowedNull(_) => Words::RulesKept,
        }
        .into()
    }

    fn data(&self) -> Option<Value> {
        Some(encode(&self.1))
    }

    fn samples() -> Vec<Self> {
        let setup = Setup { seats: Seats::new(6), variant: Variant::Standard };
        let (seat, pair) = (Seat::new(1), Pair::new([Role::Seer, Role::Villager]));
        let clues = [
            Clue::Dealt(seat, pair),
            Clue::Passed(seat, Role::Villager),
            Clue::Held(seat, Pair::new([Role::Villager; 2])),
            Clue::HoldsNow(seat, pair),
            Clue::Card(Place::Slot(seat, 1), Role::Werewolf),
            Clue::CardNow(Place::Grave(0), Role::Werewolf),
            Clue::Gave(1),
            Clue::GivenCard(Role::Villager),
        ];
        clues.map(|clue| Self(setup, clue)).into()
    }
}
