//! The winners and their result.

use super::{Phase, YouCryWolf};
use crate::outcome::Outcome;
use crate::seat::{BySeat, Seat};

impl YouCryWolf {
    /// YCW-25, YCW-I8: most points, then most own chips, then shared.
    pub(super) fn result(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then_some(())?;
        let rank = |seat: Seat| (self.points[seat], self.own[seat]);
        let place = |seat: Seat| {
            let better = self.seats.iter().filter(|other| rank(*other) > rank(seat)).count();
            u8::try_from(better + 1).unwrap_or(u8::MAX)
        };
        let places = BySeat::new(self.seats, place);
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
