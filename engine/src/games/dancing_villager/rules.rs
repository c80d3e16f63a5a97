//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod landing;
pub mod racing;
pub mod throwing;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::{DancingVillager, NewDog, Phase, Played, describe, refusals};
use crate::kinds::choice_kinds;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl Rules for DancingVillager {
    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::rules::NoPart;

    fn new(seats: u8, options: &Options, version: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options, version)
    }

    fn play(&self, _: Seq, mv: &Move, referee: &mut Referee) -> Played {
        match mv {
            Move::PlaceDog { seat } => self.place_dog(*seat, referee),
            Move::Throw { results, stacked } => self.throw(results, *stacked, referee),
            Move::TakeDogs { taken } => self.take_dogs(taken, referee),
            Move::TakeFire { seat } => self.take_fire(*seat),
            Move::Foul { seat, .. } => self.foul(*seat),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::TakeFire { seat } | Move::Foul { seat, .. } => Some(*seat),
            Move::PlaceDog { .. } | Move::Throw { .. } | Move::TakeDogs { .. } => None,
        }
    }
}

impl DancingVillager {
    /// G-3
    fn expect(&self, phase: Phase, input: &str) -> Result<(), Violation> {
        if self.phase == phase { Ok(()) } else { Err(self.wrong_phase(input)) }
    }

    fn wrong_phase(&self, input: &str) -> Violation {
        Violation::wrong_phase(input, self)
    }

    /// DV-1, DV-13: the seat on whose side of the fire the dog lies; no other rule depends on it.
    fn place_dog(&self, seat: Seat, referee: &mut Referee) -> Played {
        if self.phase != Phase::Throw || self.throws > 0 || self.new_dog == NewDog::Placed {
            return Err(self.wrong_phase("place_dog"));
        }
        Violation::check_seat(seat, self.seats)?;
        let recorded = referee.is_lenient();
        let breach = || refusals::no_new_dog(&choice_kinds(self), recorded);
        referee.require(self.new_dog == NewDog::Came, breach)?;
        Ok((Self { dog_before: Some(seat), new_dog: NewDog::Placed, ..*self }, Vec::new()))
    }
}
