//! Cards in messages: their roles and their places.

use super::super::choices::RoleCount;
use super::super::moves::{CardPlace, SeatSlot};
use super::super::rules::role::{Pair, Role, Setup};
use super::Words;
use crate::message::{Message, Term};
use crate::seat::Seat;

/// A card that shows this role: "a villager", "the seer".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card(pub Role);

impl Term for Card {
    fn message(&self) -> Message {
        match self.0 {
            Role::Villager => Words::AnyCard { role: self.0 },
            role => Words::TheCard { role },
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        [Role::Villager, Role::Seer].map(Self).into()
    }
}

/// One or two cards in no order: "the seer and a villager", "2 villagers".
#[derive(Clone, Debug, PartialEq)]
pub struct Cards(pub Vec<Role>);

impl Cards {
    /// These two.
    pub fn of(pair: Pair) -> Self {
        Self(pair.roles().into())
    }
}

impl Term for Cards {
    /// The most telling card first.
    fn message(&self) -> Message {
        if self.0 == [Role::Villager; 2] {
            return Words::TwoVillagers.into();
        }
        let mut roles = self.0.clone();
        roles.sort_by_key(|role| *role == Role::Villager);
        Words::Cards { cards: roles.into_iter().map(Card).collect() }.into()
    }

    fn samples() -> Vec<Self> {
        [&[Role::Villager, Role::Seer][..], &[Role::Villager; 2], &[Role::Werewolf]]
            .map(|roles| Self(roles.into()))
            .into()
    }
}

/// A card as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face(Option<Role>);

impl Term for Face {
    fn message(&self) -> Message {
        self.0.map_or_else(|| Words::UnknownCard.into(), |role| Card(role).message())
    }

    fn samples() -> Vec<Self> {
        vec![Self(Some(Role::Werewolf)), Self(None)]
    }
}

/// One or two cards as they lie, as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Faces(pub Vec<Option<Role>>);

impl Term for Faces {
    fn message(&self) -> Message {
        if self.0.iter().all(Option::is_none) {
            return Words::UnknownCards { count: self.0.len() }.into();
        }
        if self.0 == [Some(Role::Villager); 2] {
            return Words::TwoVillagers.into();
        }
        Words::Faces { faces: self.0.iter().copied().map(Face).collect() }.into()
    }

    fn samples() -> Vec<Self> {
        [&[None, Some(Role::Seer)][..], &[None; 2], &[None]].map(|faces| Self(faces.into())).into()
    }
}

impl Term for RoleCount {
    fn message(&self) -> Message {
        Words::OfRole { role: self.role, count: self.count }.into()
    }

    fn samples() -> Vec<Self> {
        vec![Self { role: Role::Villager, count: 6 }, Self { role: Role::Werewolf, count: 1 }]
    }
}

/// Which of two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub i64);

impl Term for Slot {
    fn message(&self) -> Message {
        if self.0 == 0 { Words::First } else { Words::Second }.into()
    }

    fn samples() -> Vec<Self> {
        vec![Self(0), Self(1)]
    }
}

/// A card face down, by where it lies: "their own first card", "Aki's first card".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaceDown {
    /// Before the seat that the sentence is about.
    Own(Slot),
    /// Before a seat.
    Of(Seat, Slot),
    /// In the graveyard.
    Graveyard(Slot),
    /// In a graveyard of one card.
    OnlyGraveyard,
}

impl FaceDown {
    /// The card at this place.
    pub fn at(setup: Setup, place: CardPlace) -> Self {
        match place {
            CardPlace::Seat(SeatSlot { seat, slot }) => Self::Of(seat, Slot(slot)),
            CardPlace::Graveyard(_) if setup.graveyard() == 1 => Self::OnlyGraveyard,
            CardPlace::Graveyard(grave) => Self::Graveyard(Slot(grave.graveyard)),
        }
    }

    /// The place in a sentence about this seat.
    pub fn for_seat(self, by: Seat) -> Self {
        match self {
            Self::Of(seat, slot) if seat == by => Self::Own(slot),
            other => other,
        }
    }
}

impl Term for FaceDown {
    fn message(&self) -> Message {
        match *self {
            Self::Own(slot) => Words::OwnCard { slot },
            Self::Of(seat, slot) => Words::CardOf { seat, slot },
            Self::Graveyard(slot) => Words::GraveyardCard { slot },
            Self::OnlyGraveyard => Words::OnlyGraveyardCard,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        let [first, second] = [Slot(0), Slot(1)];
        vec![Self::Of(Seat::new(1), first), Self::Own(second), Self::Graveyard(second), Self::OnlyGraveyard]
    }
}
