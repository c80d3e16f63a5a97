//! What a move did to the race.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::{DancingVillager, Phase};
use super::Odds;
use crate::analysis::{Reasons, WhyNull};
use crate::seat::Seat;

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// Of a throw that ended the round, the chance of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_ended: Option<f64>,
    /// Who has most dogs alone since this move, where another seat had before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
}

/// A seat with more dogs than any other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Lead {
    /// The seat.
    pub seat: Seat,
    /// Its dogs.
    pub dogs: u32,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        Vec::new()
    }
}

impl DancingVillager {
    /// What the move did that led here from a position with these odds.
    pub(super) fn ledger(&self, before: &Self, odds: Result<Odds, WhyNull>) -> Ledger {
        let ended = before.phase == Phase::Throw && matches!(self.phase, Phase::DogRace | Phase::FireRace);
        let (was, is) = (before.leader(), self.leader());
        let is_new = was.zip(is).is_some_and(|(was, is)| was.seat != is.seat);
        Ledger { p_ended: odds.ok().filter(|_| ended).map(|odds| odds.p_ends), lead: is.filter(|_| is_new) }
    }

    /// Whoever has most dogs alone.
    fn leader(&self) -> Option<Lead> {
        let ahead = |seat: &Seat| {
            let (own, best_other) = self.coarse_position(*seat);
            own > best_other
        };
        let seat = self.seats.iter().find(ahead)?;
        Some(Lead { seat, dogs: self.player(seat).dogs })
    }
}
