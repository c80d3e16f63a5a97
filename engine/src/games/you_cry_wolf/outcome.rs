//! The winners and their result.

use super::{Phase, YouCryWolf};
use crate::outcome::{Outcome, places};
use crate::seat::Seat;

impl YouCryWolf {
    /// YCW-25, YCW-I8: most points, then most own chips, then shared.
    pub(super) fn result(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then_some(())?;
        let rank = |seat: Seat| (self.points[seat], self.own[seat]);
        let places = places(self.seats, rank);
        let winners = self.seats.iter().filter(|seat| places[*seat] == 1).collect();
        Some(Outcome {
            winners,
            places: Some(places),
            points: Some(self.points.clone()),
            score: None,
            title: None,
            ending: "out_of_chips",
        })
    }
}
