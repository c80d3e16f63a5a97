//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::rules::landing::Landing;
use crate::seat::{BySeat, Seat};

/// The thing that a hand touched wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "DancingVillagerTouched")]
pub enum Touched {
    /// A dog of the field.
    Dog,
    /// The fire.
    Fire,
}

impl Touched {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

/// A move at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "DancingVillagerMove")]
#[strum(serialize_all = "snake_case")]
pub enum Move {
    /// The place of the new dog of the field. It is optional. It is allowed once in a round in
    /// which a dog came from the pack, before the first throw.
    PlaceDog {
        /// The seat before which it lies: at the start the winner of rock-paper-scissors, later
        /// a seat across the fire from one that took a dog.
        seat: Seat,
    },
    /// All seats throw all their villagers at once.
    Throw {
        /// By seat, how its villagers landed; they add up to the villagers that it has.
        results: BySeat<Landing>,
        /// True: some villagers lie stacked.
        stacked: bool,
    },
    /// The meat is gone: hands go for the dogs of the field.
    TakeDogs {
        /// By seat, how many it took; the sum is all dogs of the field.
        taken: BySeat<i64>,
    },
    /// The charcoal is gone: a hand takes the fire.
    TakeFire {
        /// The seat whose hand was first.
        seat: Seat,
    },
    /// A seat took or touched a dog or the fire wrongly.
    Foul {
        /// The seat that fouled.
        seat: Seat,
        /// The thing it touched, if anybody told it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        touched: Option<Touched>,
    },
}

impl Move {
    /// Its `type` in JSON.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// The sticks of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DancingVillagerStick")]
pub enum Stick {
    /// Five at the start of a round; when they are gone the dogs can be taken.
    Meat,
    /// Three at the start of a round; when they are gone the dogs attack.
    Charcoal,
}

/// The prize of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DancingVillagerPrize")]
pub enum Prize {
    /// The dogs of the field (DV-9).
    Dogs,
    /// The fire (DV-10).
    Fire,
}

/// An effect of a move by rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "DancingVillagerEffect")]
pub enum Effect {
    /// Sticks are taken off the field (DV-3, DV-5, DV-8).
    SticksTaken {
        /// The kind of stick.
        kind: Stick,
        /// How many.
        count: i64,
        /// How many of them are left.
        left: i64,
    },
    /// As many hands up as down: no stick is taken off (DV-3).
    CancelledOut {
        /// How many of each.
        each: i64,
    },
    /// Standing villagers bring dogs from the pack (DV-6).
    DogsGained {
        /// The seat whose villagers stood.
        seat: Seat,
        /// How many dogs they bring.
        count: i64,
        /// How many dogs the seat has now.
        dogs: i64,
    },
    /// Every villager is flat, and a dog from the pack joins the field (DV-7).
    DogJoined {
        /// How many dogs the field has now.
        field: i64,
    },
    /// The meat or the charcoal is gone, and a race for the prize starts (DV-9, DV-10).
    RaceStarted {
        /// The prize.
        prize: Prize,
    },
    /// A seat took dogs of the field (DV-9).
    DogsTaken {
        /// The seat that took them.
        seat: Seat,
        /// How many.
        count: i64,
        /// How many dogs the seat has now.
        dogs: i64,
    },
    /// A seat lost a villager, to the dogs (DV-10) or by a foul (DV-11).
    VillagerLost {
        /// The seat that lost it.
        seat: Seat,
        /// How many it has left.
        villagers: i64,
    },
    /// A seat has lost its last villager: its dogs run away, and it starts again (DV-12).
    DogsEscaped {
        /// The seat whose dogs run away.
        seat: Seat,
        /// How many go back into the pack.
        dogs: i64,
        /// How many villagers the seat gets back.
        villagers: i64,
    },
    /// A seat has seven dogs or more, so the game ends (DV-14): now, or after the race that the
    /// same throw set off (DV-I4).
    SevenDogs {
        /// The seat that has them.
        seat: Seat,
        /// How many dogs it has.
        dogs: i64,
    },
    /// The next round begins with all sticks (DV-13).
    RoundBegan {
        /// The number of the round, from 1.
        round: i64,
        /// How many dogs lie in the field.
        field: i64,
    },
    /// The game is over (DV-14, DV-15).
    GameEnded {
        /// The winners; several if they share the first place.
        winners: Vec<Seat>,
    },
}
