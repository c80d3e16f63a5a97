//! One move on a position.

use super::disputes::{self, Dispute};
use super::replay::Step;
use crate::rules::Rules;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

/// The result of a move.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Rules> {
    pub(super) breaches: Vec<Violation>,
    pub(super) effects: Vec<G::Effect>,
    pub(super) after: Box<G>,
}

impl<G: Rules> Played<G> {
    /// The step that it makes of a record.
    pub(super) fn step(
        self,
        seq: Seq,
        mv: &G::Move,
        irregular: bool,
        dispute: Option<Dispute<G::Move>>,
    ) -> Step<G> {
        let Self { breaches, effects, after } = self;
        Step { seq, mv: mv.clone(), irregular, dispute, breaches, effects, after: *after }
    }
}

/// Plays a move on a position that is not over.
pub(super) fn play<G: Rules>(
    before: &G,
    seq: Seq,
    mv: &G::Move,
    irregular: bool,
) -> Result<Played<G>, Violation> {
    if before.outcome().is_some() {
        return Err(Violation::game_over());
    }
    let mut referee = if irregular { Referee::lenient() } else { Referee::strict() };
    let (after, effects) = before.play(seq, mv, &mut referee)?;
    Ok(Played { breaches: referee.into_breaches(), effects, after: Box::new(after) })
}

/// Plays a move again; of a disputed move only the part that the position keeps.
pub(super) fn replay_entry<G: Rules>(
    before: &G,
    seq: Seq,
    mv: &G::Move,
    irregular: bool,
    dispute: Option<&Dispute<G::Move>>,
) -> Result<Played<G>, Violation> {
    match dispute {
        None => play(before, seq, mv, irregular),
        Some(dispute) => disputes::play_parts(before, seq, &dispute.applied, irregular),
    }
}
