//! The table after a deal.

use super::super::knowledge::Hand;
use super::tile::{Animal, Tile, Tiles};
use super::trick::{Play, Trick};
use crate::fact::Fact;
use crate::seat::{BySeat, Seat, Seats};
use crate::seq::Seq;
use crate::shared::Shared;

/// BR-1: how many tiles each seat is dealt.
pub const HAND_SIZE: usize = 13;

/// BR-3: how many rounds are played.
pub const ROUND_COUNT: usize = 12;

/// A complete round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The tiles of the round.
    pub trick: Trick,
    /// The tile that took them.
    pub taken: Play,
}

/// Everything since the last deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The seats of the table.
    pub seats: Seats,
    /// The deal.
    pub dealt: Seq,
    /// The tile left over, with three seats.
    pub center: Option<Tile>,
    /// True: BR-2 was broken, or said to be, when the tiles were dealt, so eight chickens prove nothing.
    pub chickens_unchecked: bool,
    /// The seat whose chickens require another deal.
    pub redeal_due: Option<Seat>,
    /// The knowledge about every hand.
    pub hands: BySeat<Hand>,
    /// The leader of the first round, once that is known.
    pub first: Option<Seat>,
    /// The round being played.
    pub trick: Trick,
    /// The rounds played.
    pub rounds: Shared<Round>,
    /// The last tiles, once the game is over.
    pub left: Option<BySeat<Fact<Tile>>>,
}

/// BR-1: the tiles used by this number of seats; three play without the 1s, 2s and 3s.
pub const fn tiles_for(seats: Seats) -> Tiles {
    Tiles::from_number(lowest_number(seats))
}

/// The lowest number used by this number of seats.
pub const fn lowest_number(seats: Seats) -> u8 {
    if seats.count() == 3 { 4 } else { 1 }
}

/// BR-4: the donkey whose holder leads first.
pub fn first_donkey(seats: Seats, center: Option<Tile>) -> Tile {
    let lowest = Tile::donkey(lowest_number(seats));
    if center == Some(lowest) { Tile::donkey(lowest_number(seats) + 1) } else { lowest }
}

impl Table {
    /// The tiles of this game.
    pub fn in_game(&self) -> Tiles {
        tiles_for(self.seats)
    }

    /// True if no tile has been played yet.
    pub fn is_fresh(&self) -> bool {
        self.trick.is_empty() && self.rounds.is_empty()
    }

    /// True if all rounds are played.
    pub fn is_played_out(&self) -> bool {
        self.rounds.len() == ROUND_COUNT
    }

    /// The tiles played since the deal.
    pub fn plays(&self) -> impl Iterator<Item = &Play> {
        self.rounds.iter().flat_map(|round| round.trick.plays()).chain(self.trick.plays())
    }

    /// True if every hand is known.
    pub fn knows_all(&self) -> bool {
        self.hands.values().all(|hand| hand.held.is_some())
    }

    /// BR-8: the leader of this round: the taker of the last round, or the first leader.
    pub fn leader(&self) -> Option<Seat> {
        self.rounds.last().map(|round| round.taken.seat).or(self.first)
    }

    /// BR-3: the seat to play, clockwise from the leader.
    pub fn turn(&self) -> Option<Seat> {
        self.leader().and_then(|leader| self.seats.from(leader).nth(self.trick.len()))
    }

    /// The animal of the leader's tile, once it is played.
    pub fn led(&self) -> Option<Animal> {
        self.trick.led()
    }

    /// How many rounds each seat has taken.
    pub fn rounds_taken(&self) -> BySeat<usize> {
        let mut taken = BySeat::new(self.seats, |_| 0);
        self.rounds.iter().for_each(|round| taken[round.taken.seat] += 1);
        taken
    }

    /// BR-8: how many tiles lie face down before a seat.
    pub fn taken(&self, seat: Seat) -> i64 {
        let rounds = self.rounds.iter().filter(|round| round.taken.seat == seat);
        rounds.map(|_| i64::from(self.seats.count())).sum()
    }
}
