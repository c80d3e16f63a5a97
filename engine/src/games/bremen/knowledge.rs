//! The knowledge about hidden tiles: from the deal, the first leader, and failures to follow.

pub mod sample_world;

use strum::VariantArray;

use super::refusals;
use super::rules::table::{Table, lowest_number};
use super::rules::tile::{Animal, Tile, Tiles};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Violation;

/// BR-2: with this many chickens in one hand, all tiles are dealt again.
pub const CHICKENS_FOR_REDEAL: usize = 8;

/// The knowledge about one seat's hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hand {
    /// The tiles still in it, if the deal told them.
    pub held: Option<Tiles>,
    /// The tiles that it has played.
    pub played: Tiles,
    /// By animal, the play that showed that it has none.
    pub lacks: [Option<Seq>; 4],
    /// The donkey it must have held as the first leader, and the event that told it.
    pub donkey: Option<(Tile, Seq)>,
}

impl Hand {
    /// A hand as dealt.
    pub fn dealt(held: Option<Tiles>) -> Self {
        Self { held, ..Self::default() }
    }

    /// The leader's donkey while it is not played.
    pub fn donkey_left(&self) -> Option<(Tile, Seq)> {
        self.donkey.filter(|(tile, _)| !self.played.contains(*tile))
    }

    /// The tiles known to be in it: all of them, or the leader's donkey.
    pub fn known_tiles(&self) -> Tiles {
        self.held.unwrap_or_else(|| self.donkey_left().map(|(tile, _)| tile).into_iter().collect())
    }

    /// True if the seat is known to hold this animal.
    pub fn surely_holds(&self, animal: Animal) -> bool {
        self.known_tiles().count(animal) > 0
    }

    /// The tile left in it after round 12, if known.
    pub fn left(&self) -> Fact<Tile> {
        let mut known_tiles = self.known_tiles().iter();
        Fact::from(known_tiles.next().filter(|_| known_tiles.next().is_none()))
    }

    /// The animals it has shown to lack.
    pub fn shown_lacks(&self) -> Vec<Animal> {
        Animal::VARIANTS.iter().copied().filter(|animal| self.lacks[animal.index()].is_some()).collect()
    }

    /// Puts a tile on the table.
    pub fn lay(&mut self, tile: Tile) {
        self.played.insert(tile);
        if let Some(held) = &mut self.held {
            held.remove(tile);
        }
    }

    /// How many chickens it may still hold beside those it has played, with BR-2 kept.
    pub fn room_for_chickens(&self) -> usize {
        (CHICKENS_FOR_REDEAL - 1).saturating_sub(self.played.count(Animal::Chicken))
    }
}

impl Table {
    /// The tiles in unknown places: neither played nor open nor in a known hand.
    pub fn unseen(&self) -> Tiles {
        let known_tiles =
            self.hands.values().fold(Tiles::default(), |all, hand| all.with(hand.known_tiles()));
        self.in_game().without(self.open()).without(known_tiles)
    }

    /// Every tile played.
    pub fn played(&self) -> Tiles {
        self.hands.values().fold(Tiles::default(), |all, hand| all.with(hand.played))
    }

    /// The tiles that lie or lay face up: the centre and every tile played.
    pub fn open(&self) -> Tiles {
        self.played().with(self.center.into_iter().collect())
    }

    /// How many chickens this seat may hold at most, before anything is played.
    pub fn possible_chickens(&self, seat: Seat) -> usize {
        let hand = &self.hands[seat];
        let possible = hand.held.unwrap_or_else(|| hand.known_tiles().with(self.unseen()));
        possible.count(Animal::Chicken)
    }

    /// The seats that may hold eight chickens or more, before anything is played.
    pub fn possibly_crowded(&self) -> Vec<Seat> {
        self.seats.iter().filter(|seat| self.possible_chickens(*seat) >= CHICKENS_FOR_REDEAL).collect()
    }

    /// BR-1, BR-3: checks that the tile is in the game and, by the deal and the plays, may still be
    /// in this seat's hand.
    pub fn check_in_hand(&self, seat: Seat, tile: Tile) -> Result<(), Violation> {
        if tile.number() < lowest_number(self.seats) {
            return Err(refusals::not_in_game(tile, self.seats));
        }
        if self.center == Some(tile) {
            return Err(refusals::in_center(tile, self.dealt));
        }
        if self.played().contains(tile)
            && let Some(play) = self.plays().find(|play| play.tile == tile)
        {
            return Err(refusals::already_played(tile, play.at));
        }
        match self.hands[seat].held {
            Some(held) if !held.contains(tile) => Err(refusals::not_in_hand(seat, tile, held, self.dealt)),
            None if self.in_known_hand(tile) => Err(refusals::in_another_hand(seat, tile, self.dealt)),
            _ => Ok(()),
        }
    }

    fn in_known_hand(&self, tile: Tile) -> bool {
        self.hands.values().any(|hand| hand.held.is_some_and(|held| held.contains(tile)))
    }

    /// Checks that a tile that turns up in a hand agrees with everything logged earlier: the deal (BR-2), the first
    /// leader (BR-4), and every failure to follow (BR-6).
    pub fn check_inferences(&self, seat: Seat, tile: Tile) -> Result<(), Violation> {
        let hand = &self.hands[seat];
        let counts_chickens = hand.held.is_none() && !self.chickens_unchecked;
        if counts_chickens && tile.is_chicken() && hand.room_for_chickens() == 0 {
            return Err(refusals::eighth_chicken(seat, tile, self.dealt));
        }
        let elsewhere = self.hands.iter().filter(|(other, _)| *other != seat);
        for (leader, other) in elsewhere {
            if let Some((_, event)) = other.donkey.filter(|(donkey, _)| *donkey == tile) {
                return Err(refusals::donkey_elsewhere(seat, leader, tile, event));
            }
        }
        match hand.lacks[tile.animal().index()] {
            Some(event) => Err(refusals::revoked_earlier(seat, tile, event)),
            None => Ok(()),
        }
    }

    /// BR-4: the first leader still holds its donkey if it has not played it.
    pub fn check_leader_left(&self, seat: Seat, left: Tile) -> Result<(), Violation> {
        match self.hands[seat].donkey_left() {
            Some((donkey, event)) if donkey != left => {
                Err(refusals::donkey_not_left(seat, donkey, left, event))
            }
            _ => Ok(()),
        }
    }
}
