//! The moves in force, folded again.

use super::play::replay_entry;
use super::{Dispute, Record};
use crate::rules::Rules;
use crate::seq::Seq;
use crate::violation::Violation;

/// One move in force, and the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<G: Rules> {
    /// The event that recorded it.
    pub seq: Seq,
    /// The move, as amended.
    pub mv: G::Move,
    /// True: it was recorded as irregular.
    pub irregular: bool,
    /// The dispute, if the move does not agree with the statements of others.
    pub dispute: Option<Dispute<G::Move>>,
    /// The soft rules it broke.
    pub breaches: Vec<Violation>,
    /// The effects that followed by rule.
    pub effects: Vec<G::Effect>,
    /// The position after it.
    pub after: G,
}

impl<G: Rules> Step<G> {
    /// The move, as far as the position keeps it; `None` if all of it is set aside.
    pub fn applied_move(&self) -> Option<&G::Move> {
        self.dispute.as_ref().map_or(Some(&self.mv), |dispute| dispute.applied.first())
    }
}

/// All moves in force, with every position between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<G: Rules> {
    /// The position before the first move.
    pub start: G,
    /// The moves in force, in order.
    pub steps: Vec<Step<G>>,
}

impl<G: Rules> Replay<G> {
    /// The position before a step.
    pub fn before(&self, step: usize) -> &G {
        step.checked_sub(1).map_or(&self.start, |previous| &self.steps[previous].after)
    }

    /// The position after the last step.
    pub fn end(&self) -> &G {
        self.before(self.steps.len())
    }

    /// The replay as the position keeps it: without the moves that are set aside as a whole, and with the kept part of
    /// the others. Counting may believe only this.
    #[must_use]
    pub fn as_applied(mut self) -> Self {
        self.steps.retain_mut(|step| {
            let Some(applied) = step.applied_move().cloned() else { return false };
            step.mv = applied;
            true
        });
        self
    }

    /// True if any step broke a rule.
    pub fn is_irregular(&self) -> bool {
        self.steps.iter().any(|step| !step.breaches.is_empty())
    }
}

/// Folds the moves in force of a record one after the other, and keeps one position only. It outlives a borrow of the
/// record, so that a long replay can be rendered in parts.
#[derive(Clone, Debug)]
pub struct ReplayCursor<G: Rules> {
    now: G,
    done: usize,
}

impl<G: Rules> ReplayCursor<G> {
    /// A cursor at the start of this record.
    pub fn new(record: &Record<G>) -> Self {
        Self { now: record.start.clone(), done: 0 }
    }

    /// The position before the next move of the record that it began with, and the step that it makes.
    pub fn step(&mut self, record: &Record<G>) -> Option<(G, Step<G>)> {
        let (seq, mv, irregular) = record.moves(self.done..=self.done).next()?;
        // Every move was accepted by this same fold, so none is refused here.
        let dispute = record.dispute(seq);
        let played = replay_entry(&self.now, seq, mv, irregular, dispute).ok()?;
        let step = played.step(seq, mv, irregular, dispute.cloned());
        self.done += 1;
        Some((std::mem::replace(&mut self.now, step.after.clone()), step))
    }

    /// Passes over the next move; false after the last one.
    pub fn skip(&mut self, record: &Record<G>) -> bool {
        let Some((seq, mv, irregular)) = record.moves(self.done..=self.done).next() else { return false };
        let played = replay_entry(&self.now, seq, mv, irregular, record.dispute(seq));
        let Ok(played) = played else { return false };
        self.now = *played.after;
        self.done += 1;
        true
    }
}

impl<G: Rules> Record<G> {
    /// Folds the moves in force again and keeps every position.
    pub fn replay(&self) -> Replay<G> {
        let mut before = self.start.clone();
        let mut steps = Vec::with_capacity(self.plies.len());
        for (seq, mv, irregular) in self.moves(..) {
            // Every move was accepted by this same fold, so none is refused here.
            let dispute = self.dispute(seq);
            let Ok(played) = replay_entry(&before, seq, mv, irregular, dispute) else { break };
            before.clone_from(&played.after);
            steps.push(played.step(seq, mv, irregular, dispute.cloned()));
        }
        Replay { start: self.start.clone(), steps }
    }

    /// The position after so many moves in force.
    pub fn position_at(&self, step: usize) -> Option<G> {
        match step {
            step if step == self.plies.len() => Some(self.now().clone()),
            step => (step < self.plies.len()).then(|| self.position_after(step)),
        }
    }

    /// The step with this number, from 1, and the position before it.
    pub fn step_at(&self, step: usize) -> Option<(G, Step<G>)> {
        let done = step.checked_sub(1)?;
        ReplayCursor { now: self.position_at(done)?, done }.step(self)
    }

    /// The position after so many moves in force, folded anew.
    pub(super) fn position_after(&self, count: usize) -> G {
        self.moves(..count).fold(self.start.clone(), |before, (seq, mv, irregular)| {
            match replay_entry(&before, seq, mv, irregular, self.dispute(seq)) {
                Ok(played) => *played.after,
                Err(_) => before,
            }
        })
    }
}
