//! The board: one row per animal, with the dice placed there and the marker of the last claim.

use super::super::opening::Edition;
use super::animal::{Animal, ByAnimal, Dice};
use crate::count;
use crate::seat::Seat;
use crate::shared::Shared;

/// A die on a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The face it shows.
    pub die: Animal,
    /// The seat that placed it.
    pub by: Seat,
    /// True if it was rolled with the privilege rather than taken from a cup.
    pub rolled: bool,
}

/// A claim on a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// The seat that claims.
    pub seat: Seat,
    /// The number claimed.
    pub claim: i64,
}

/// One row, from square 1 on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The dice, in order.
    pub dice: Shared<Placed>,
    /// At most one marker.
    pub marker: Option<Marker>,
}

impl Row {
    /// The number of dice.
    pub fn count(&self) -> i64 {
        count::to_i64(self.dice.len())
    }

    /// The lowest claim once one more die lies here (YCW-6).
    pub fn least_claim(&self) -> i64 {
        self.count() + 2
    }

    /// The lowest claim that outbids the marker that lies here, if one does (YCW-7).
    pub fn least_outbidding(&self) -> Option<i64> {
        self.marker.map(|marker| marker.claim.saturating_add(1))
    }
}

/// All four rows.
pub type Board = ByAnimal<Row>;

impl Board {
    /// How many rows carry a marker of this seat.
    pub fn markers_of(&self, seat: Seat) -> i64 {
        let own = |row: &&Row| row.marker.is_some_and(|marker| marker.seat == seat);
        count::to_i64(self.0.iter().filter(own).count())
    }

    /// The number that the placed dice add to a call of this animal. A die counts as the animal of its row (YCW-16,
    /// YCW-17). In the English edition, a die on its own animal's row also counts wherever that animal does (YCW-18).
    pub fn counted(&self, called: Animal, edition: Edition) -> i64 {
        let elsewhere = called.counted().iter().filter(|face| **face != called);
        let honest = |row: &Animal| Dice::of(self[*row].dice.iter().map(|placed| placed.die))[*row];
        match edition {
            Edition::Ja => self[called].count(),
            Edition::En => self[called].count() + elsewhere.map(honest).sum::<i64>(),
        }
    }
}
