//! The winners and their result.

use super::moves::Effect;
use super::rules::throwing::DOGS_TO_END;
use super::{DancingVillager, Phase};
use crate::outcome::{Outcome, places};
use crate::seat::{BySeat, Seat};

impl DancingVillager {
    /// DV-14: the game ends.
    pub(super) fn end(&mut self, effects: &mut Vec<Effect>) {
        self.phase = Phase::Over;
        effects.push(Effect::GameEnded { winners: self.winners() });
    }

    /// DV-15: more dogs come first, then more villagers; seats equal in both share the place.
    pub(super) fn places(&self) -> BySeat<u8> {
        let strength = |seat| (self.player(seat).dogs, self.player(seat).villagers);
        places(self.seats, strength)
    }

    pub(super) fn winners(&self) -> Vec<Seat> {
        self.places().iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
    }

    /// The result, once there is one.
    pub(super) fn result(&self) -> Option<Outcome> {
        // DV-I4: the dogs may be gone again when the game ends.
        let still_enough = self.players().any(|(_, player)| player.dogs >= DOGS_TO_END);
        (self.phase == Phase::Over).then(|| Outcome {
            winners: self.winners(),
            places: Some(self.places()),
            points: Some(BySeat::new(self.seats, |seat| self.player(seat).dogs)),
            score: None,
            title: None,
            ending: if still_enough { "seven_dogs" } else { "seven_dogs_lost_again" },
        })
    }
}
