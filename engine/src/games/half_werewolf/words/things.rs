//! The arguments of Half Werewolf's messages beside cards: camps, times, votes, parts of sentences.

use serde_json::Value;
use strum::VariantArray;

use super::super::moves::{Count, Target};
use super::super::rules::camps::Camp;
use super::super::rules::role::{Role, Variant};
use super::{Card, Cards, Slot, Words};
use crate::fact::Fact;
use crate::json::encode;
use crate::message::{Message, Term};
use crate::seat::Seat;

impl Term for Role {
    fn message(&self) -> Message {
        Message::of_name(self.name())
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Camp {
    fn message(&self) -> Message {
        Message::of_name(self.name())
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Variant {
    fn message(&self) -> Message {
        match self {
            Self::Standard => Words::Standard,
            Self::NightOfTheMagician => Words::NightOfTheMagician,
            Self::DangerousNeighbour => Words::DangerousNeighbour,
            Self::FarewellToADyingWorld => Words::FarewellToADyingWorld,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

/// A time of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOfDay {
    /// Cards are dealt and passed, and the abilities used.
    Morning,
    /// Everybody talks.
    Day,
    /// Everybody votes.
    Evening,
    /// The game is over.
    TheEnd,
}

impl Term for TimeOfDay {
    fn message(&self) -> Message {
        match self {
            Self::Morning => Words::Morning,
            Self::Day => Words::Day,
            Self::Evening => Words::Evening,
            Self::TheEnd => Words::TheEnd,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Morning, Self::Day, Self::Evening, Self::TheEnd]
    }
}

impl Term for Target {
    fn message(&self) -> Message {
        match *self {
            Self::Seat(seat) => Words::Person { seat },
            Self::Graveyard => Words::Graveyard,
        }
        .into()
    }

    fn data(&self) -> Option<Value> {
        Some(encode(self))
    }

    fn samples() -> Vec<Self> {
        vec![Self::Seat(Seat::new(1)), Self::Seat(Seat::new(2)), Self::Graveyard]
    }
}

/// A seat's note about its cards.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// The two it was dealt.
    Dealt(Cards),
    /// The one that it passed on.
    Passed(Card),
    /// The two that it holds.
    Holds(Cards),
}

impl Term for Noted {
    fn message(&self) -> Message {
        match self.clone() {
            Self::Dealt(cards) => Words::NotedDealt { cards },
            Self::Passed(card) => Words::NotedPassed { card },
            Self::Holds(cards) => Words::NotedHolds { cards },
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        let cards = || Cards(vec![Role::Seer, Role::Villager]);
        vec![Self::Dealt(cards()), Self::Passed(Card(Role::Villager)), Self::Holds(cards())]
    }
}

/// The card of the graveyard that the gravedigger gives away, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Buried {
    /// The card.
    Card(Card),
    /// Its slot.
    Slot(Slot),
    /// Neither is known.
    Unknown,
}

impl Buried {
    /// The card that was given, or else the slot.
    pub fn of(given_card: Fact<Role>, give: Fact<i64>) -> Self {
        match (given_card, give) {
            (Fact::Known(role), _) => Self::Card(Card(role)),
            (Fact::Unknown, Fact::Known(slot)) => Self::Slot(Slot(slot)),
            (Fact::Unknown, Fact::Unknown) => Self::Unknown,
        }
    }
}

impl Term for Buried {
    fn message(&self) -> Message {
        match *self {
            Self::Card(card) => card.message(),
            Self::Slot(slot) => Words::ThatOfThem { slot }.into(),
            Self::Unknown => Words::OneOfThem.into(),
        }
    }

    fn samples() -> Vec<Self> {
        vec![Self::Unknown, Self::Card(Card(Role::Villager)), Self::Slot(Slot(1))]
    }
}

/// A seat's vote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ballot(pub Seat, pub Option<Target>);

impl Term for Ballot {
    fn message(&self) -> Message {
        let Self(seat, target) = *self;
        match target {
            Some(target) if target == Target::Seat(seat) => Words::BallotForThemselves { seat },
            Some(target) => Words::BallotFor { seat, target },
            None => Words::BallotForNobody { seat },
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        let [aki, beni, third] = [0, 1, 2].map(Seat::new);
        vec![Self(aki, Some(Target::Seat(beni))), Self(beni, Some(Target::Seat(beni))), Self(third, None)]
    }
}

impl Term for Count {
    fn message(&self) -> Message {
        Words::Counted { target: self.target, votes: self.votes }.into()
    }

    fn samples() -> Vec<Self> {
        let of = |(target, votes)| Self { target, votes };
        [(Target::Seat(Seat::new(1)), 3), (Target::Graveyard, 1)].map(of).into()
    }
}

/// The cards of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand(pub Seat, pub Cards);

impl Term for Hand {
    fn message(&self) -> Message {
        Words::HandOf { seat: self.0, cards: self.1.clone() }.into()
    }

    fn samples() -> Vec<Self> {
        let cards = <Cards as Term>::samples().into_iter();
        (0..).map(Seat::new).zip(cards).map(|(seat, cards)| Self(seat, cards)).collect()
    }
}
