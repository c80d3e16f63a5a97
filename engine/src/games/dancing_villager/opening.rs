//! The options before the first move, and the first position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CHARCOAL_PER_ROUND, DancingVillager, MAX_SEATS, MEAT_PER_ROUND, NewDog, Phase, Player, refusals,
};
use crate::rules::RulesVersion;
use crate::seat::Seats;
use crate::violation::Violation;

/// There are no options besides the number of seats.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "DancingVillagerOptions")]
pub struct Options {}

impl DancingVillager {
    /// DV-1: all sticks, and one dog.
    const fn start(seats: Seats, version: RulesVersion) -> Self {
        Self {
            seats,
            version,
            players: [Player { villagers: starting_villagers(seats), dogs: 0 }; MAX_SEATS],
            phase: Phase::Throw,
            round: 1,
            throws: 0,
            meat: MEAT_PER_ROUND,
            charcoal: CHARCOAL_PER_ROUND,
            field: 1,
            dog_before: None,
            new_dog: NewDog::Came,
            decided: false,
        }
    }

    /// The first position.
    pub(super) fn open(seats: u8, Options {}: &Options, version: RulesVersion) -> Result<Self, Violation> {
        match seats {
            2..=4 => Ok(Self::start(Seats::new(seats), version)),
            _ => Err(refusals::wrong_seats(seats)),
        }
    }
}

/// How many villagers each seat starts with.
pub const fn starting_villagers(seats: Seats) -> u8 {
    match seats.count() {
        2 => 6,
        3 => 4,
        _ => 3,
    }
}
