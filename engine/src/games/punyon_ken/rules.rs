//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod score;
pub mod throwing;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::part::Part;
use super::{PunyonKen, describe, refusals};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::BySeat;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};
use throwing::Throw;

impl Rules for PunyonKen {
    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options)
    }

    fn play(&self, _: Seq, mv: &Move, _: &mut Referee) -> Result<(Self, Vec<Effect>), Violation> {
        let Move::Throw { hands } = mv;
        Ok(self.throw(two(hands)?))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(mv).into()
    }
}

/// PK-2: both throw. G-5: one throw per seat.
pub fn two(hands: &BySeat<Throw>) -> Result<[Throw; 2], Violation> {
    match hands.values().as_slice() {
        [first, second] => Ok([*first, *second]),
        other => Err(refusals::wrong_length(other.len())),
    }
}
