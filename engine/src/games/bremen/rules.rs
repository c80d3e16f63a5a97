//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod dealing;
pub mod ending;
pub mod playing;
pub mod table;
pub mod tile;
pub mod trick;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::{Bremen, Phase, Played, describe};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};
use table::Table;

impl Rules for Bremen {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::rules::NoPart;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        match mv {
            Move::Deal { hands, center } => self.deal(at, hands, *center, referee),
            Move::Redeal { seat, hand } => self.redeal(*seat, hand, referee),
            Move::Lead { seat } => self.lead(at, *seat, referee),
            Move::Play { seat, tile } => self.play_tile(at, *seat, *tile, referee),
            Move::Reveal { left } => self.reveal(left),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self.table.as_ref(), mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        self.shown_to(mv, viewer)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Redeal { seat, .. } | Move::Lead { seat } | Move::Play { seat, .. } => Some(*seat),
            Move::Deal { .. } | Move::Reveal { .. } => None,
        }
    }
}

impl Bremen {
    /// G-3: the table, if any, in this phase.
    pub(super) fn expect(&self, phase: Phase, input: &str) -> Result<Option<&Table>, Violation> {
        if self.phase() == phase { Ok(self.table.as_ref()) } else { Err(self.wrong_phase(input)) }
    }

    pub(super) fn wrong_phase(&self, input: &str) -> Violation {
        Violation::wrong_phase(input, self)
    }

    pub(super) fn with(&self, table: Table) -> Self {
        Self { seats: self.seats, redeals: self.redeals, table: Some(table) }
    }
}
