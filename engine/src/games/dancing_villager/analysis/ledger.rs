//! The effect of a move on the race.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::{DancingVillager, Phase};
use super::Odds;
use crate::analysis::{Reasons, WhyNull};
use crate::seat::Seat;

/// The findings of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The chance that the throw would end the round; given only if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_ended: Option<f64>,
    /// The seat that took the lead (most dogs alone) from another seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Seat>,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        Vec::new()
    }
}

impl DancingVillager {
    /// The findings of the move that led here from a position with these odds.
    pub(super) fn ledger(&self, before: &Self, odds: Result<Odds, WhyNull>) -> Ledger {
        let ended = before.phase == Phase::Throw && matches!(self.phase, Phase::DogRace | Phase::FireRace);
        let (was, is) = (before.leader(), self.leader());
        let is_new = was.zip(is).is_some_and(|(was, is)| was != is);
        Ledger { p_ended: odds.ok().filter(|_| ended).map(|odds| odds.p_ends), lead: is.filter(|_| is_new) }
    }

    /// The only seat with most dogs, if there is one.
    fn leader(&self) -> Option<Seat> {
        let ahead = |seat: &Seat| {
            let (own, best_other) = self.coarse_position(*seat);
            own > best_other
        };
        self.seats.iter().find(ahead)
    }
}
