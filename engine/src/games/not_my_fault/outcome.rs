//! The winners and their result.

use schemars::JsonSchema;
use serde::Serialize;

use super::{NotMyFault, Phase};
use crate::outcome::{Outcome, places};
use crate::seat::Seat;

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "NotMyFaultEnding")]
pub enum Ending {
    /// Somebody declared 30, and the cards made it (NMF-8).
    Thirty,
    /// Somebody took a second suspension and lost (NMF-9).
    SecondSuspension,
    /// All others were eliminated (NMF-11).
    LastPlayer,
}

impl Ending {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

impl NotMyFault {
    pub(super) fn won(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Over(Ending::SecondSuspension, loser) => seat != loser,
            Phase::Over(_, winner) => seat == winner,
            _ => false,
        }
    }

    /// NMF-8, NMF-9, NMF-11.
    pub(super) fn result(&self) -> Option<Outcome> {
        let Phase::Over(ending, _) = self.phase else { return None };
        let winners: Vec<Seat> = self.seats.iter().filter(|seat| self.won(*seat)).collect();
        Some(Outcome {
            winners,
            places: Some(places(self.seats, |seat| self.won(seat))),
            points: None,
            score: None,
            title: None,
            ending: ending.word(),
        })
    }
}
