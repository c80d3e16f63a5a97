//! The tiles of one round, in the order they are played.

use super::tile::{Animal, Tile};
use crate::seat::Seat;
use crate::seq::Seq;

/// A tile that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// The event that played it.
    pub at: Seq,
    /// The seat that played it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

/// The tiles that were played in a round so far, the leader's tile first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trick([Option<Play>; 4]);

impl Trick {
    /// The tiles, in order.
    pub fn plays(&self) -> impl Iterator<Item = &Play> {
        self.0.iter().flatten()
    }

    /// How many lie there.
    pub fn len(&self) -> usize {
        self.plays().count()
    }

    /// True if nobody has played yet.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Adds a tile; a fifth is ignored.
    pub fn lay(&mut self, play: Play) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(play);
        }
    }

    /// The animal of the leader's tile, once it is played.
    pub fn led(&self) -> Option<Animal> {
        self.0[0].map(|play| play.tile.animal())
    }

    /// BR-7: the tile that takes the round.
    pub fn taking(&self) -> Option<Play> {
        let chickens = self.plays().any(|play| play.tile.is_chicken());
        let animal = if chickens { Animal::Chicken } else { self.led()? };
        let able = self.plays().filter(|play| play.tile.animal() == animal);
        able.max_by_key(|play| play.tile.number()).copied()
    }
}
