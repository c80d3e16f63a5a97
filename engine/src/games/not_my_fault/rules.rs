//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod cards;
pub mod reveal;
pub mod track;
pub mod turns;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::{NotMyFault, Phase, Played, describe};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl Rules for NotMyFault {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::rules::NoPart;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        self.check_phase(mv)?;
        match mv {
            Move::Declare { seat, number, card } => self.declare(at, *seat, (*number, *card), referee),
            Move::NoteCard { seat, card } => self.note_card(at, *seat, *card),
            Move::Audit { seat } => self.audit(*seat, referee),
            Move::Reveal { cards, sum } => self.reveal(at, cards.as_deref(), *sum),
            Move::Reshuffle {} => self.reshuffle(referee),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv).into()
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        self.shown_to(mv, viewer)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Declare { seat, .. } | Move::NoteCard { seat, .. } | Move::Audit { seat } => Some(*seat),
            Move::Reveal { .. } | Move::Reshuffle {} => None,
        }
    }
}

impl NotMyFault {
    /// G-3: the moves of the present phase.
    fn check_phase(&self, mv: &Move) -> Result<(), Violation> {
        match (self.phase, mv) {
            (Phase::Over(..), _) => Err(Violation::game_over()),
            (Phase::Turn(_), Move::Reveal { .. }) => Err(Violation::wrong_phase("reveal", self)),
            (Phase::Turn(_), _) | (Phase::Reveal(_), Move::Reveal { .. }) => Ok(()),
            (Phase::Reveal(_), _) => Err(Violation::wrong_phase(mv.kind(), self)),
        }
    }
}
