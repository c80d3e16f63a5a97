//! The rules. Each concept of the rulebook has a file of its own in `rules/`.

pub mod camps;
pub mod evening;
pub mod morning;
pub mod role;

use super::moves::{Effect, Move};
use super::opening::Options;
use super::part::Part;
use super::{HalfWerewolf, Phase, Played, describe};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl Rules for HalfWerewolf {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        Self::open(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        self.check_phase(mv)?;
        match mv {
            Move::Deal { hands, graveyard } => self.deal(at, hands, graveyard, referee),
            Move::Note { seat, dealt, passed, holds } => {
                self.note(at, *seat, (dealt, *passed, holds), referee)
            }
            Move::PassCards { cards } => self.pass_cards(at, cards, referee),
            Move::SeerLook { seat, target, role } => self.seer_look(at, *seat, *target, *role, referee),
            Move::Dig { seat, saw, give, given_card, target } => {
                self.dig(at, *seat, *target, (saw, *give, *given_card), referee)
            }
            Move::SkipAbility { ability } => self.skip_ability(at, *ability, referee),
            Move::Statement { seat, text, claims_role } => {
                self.statement(*seat, text.as_deref(), *claims_role)
            }
            Move::EndDay {} => Ok((Self { phase: Phase::Vote, ..self.clone() }, Vec::new())),
            Move::Vote { ballots } => self.vote(at, ballots, referee),
            Move::Reveal { hands, graveyard, looked, saw, give } => {
                self.reveal(at, (hands, graveyard), (*looked, saw, *give), referee)
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self.setup, mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        self.shown_to(mv, viewer)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Note { seat, .. }
            | Move::SeerLook { seat, .. }
            | Move::Dig { seat, .. }
            | Move::Statement { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl HalfWerewolf {
    /// G-3.
    fn check_phase(&self, mv: &Move) -> Result<(), Violation> {
        if self.phase.has(mv) { Ok(()) } else { Err(Violation::wrong_phase(mv.kind(), self)) }
    }
}

impl Phase {
    /// G-3: true if a move belongs to this phase.
    const fn has(self, mv: &Move) -> bool {
        match mv {
            Move::Deal { .. } => matches!(self, Self::Deal),
            Move::Note { .. } => !matches!(self, Self::Deal | Self::Over),
            Move::PassCards { .. } => matches!(self, Self::Pass),
            Move::SeerLook { .. } => matches!(self, Self::Seer),
            Move::Dig { .. } => matches!(self, Self::Gravedigger),
            Move::SkipAbility { .. } => matches!(self, Self::Seer | Self::Gravedigger),
            Move::Statement { .. } | Move::EndDay {} => matches!(self, Self::Day),
            Move::Vote { .. } => matches!(self, Self::Vote | Self::Runoff),
            Move::Reveal { .. } => matches!(self, Self::Reveal),
        }
    }
}
