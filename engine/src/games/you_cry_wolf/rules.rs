//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod animal;
pub mod board;
pub mod call;
pub mod round;
pub mod turns;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::part::Part;
use super::{Phase, YouCryWolf, describe};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl Rules for YouCryWolf {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_phase(mv)?;
        let (mut next, effects) = match mv {
            Move::ChooseFirstPlayer { seat, wolves } => {
                self.choose_first_player(*seat, wolves.as_ref(), referee)?
            }
            Move::NoteCup { seat, dice } => self.note_cup(at, *seat, dice)?,
            Move::OpenDice { dice } => self.roll_open_dice(dice)?,
            Move::Bet { seat, die, row, claim } => self.bet(at, *seat, (*die, *row, *claim), referee)?,
            Move::Privilege { seat, die, row } => self.privilege(*seat, *die, *row, referee)?,
            Move::Call { seat, row } => self.call(*seat, *row, referee)?,
            Move::Reveal { cups, count } => return self.reveal(cups.as_ref(), *count),
            Move::Pass { seat } => self.pass(at, *seat, referee)?,
        };
        next.lifted = None;
        Ok((next, effects))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        self.shown_to(mv, viewer)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::NoteCup { seat, .. }
            | Move::Bet { seat, .. }
            | Move::Privilege { seat, .. }
            | Move::Call { seat, .. }
            | Move::Pass { seat } => Some(*seat),
            Move::ChooseFirstPlayer { .. } | Move::OpenDice { .. } | Move::Reveal { .. } => None,
        }
    }
}

impl YouCryWolf {
    /// G-3: the moves of the present phase.
    fn check_phase(&self, mv: &Move) -> Result<(), Violation> {
        match (self.phase, mv) {
            (Phase::Over, _) => Err(Violation::game_over()),
            (Phase::ChooseFirstPlayer, Move::ChooseFirstPlayer { .. })
            | (Phase::OpenDice, Move::OpenDice { .. })
            | (Phase::OpenDice | Phase::Turns(_), Move::NoteCup { .. })
            | (
                Phase::Turns(_),
                Move::Bet { .. } | Move::Privilege { .. } | Move::Call { .. } | Move::Pass { .. },
            )
            | (Phase::Reveal(_), Move::Reveal { .. }) => Ok(()),
            _ => Err(Violation::wrong_phase(mv.kind(), self)),
        }
    }
}
