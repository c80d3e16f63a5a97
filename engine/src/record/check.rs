//! Checks if an entry may be added, and finds what it would change.

use super::disputes::{Dispute, RefoldedMoves};
use super::play::{Played, play};
use super::{Entry, Record, Refusal, Status, Step};
use crate::count;
use crate::rules::Rules;
use crate::seq::Seq;
use crate::violation::Violation;

/// An entry that passed the check, with the changes that it makes.
#[derive(Clone, Debug)]
pub struct Accepted<G: Rules> {
    pub(super) entry: Entry<G::Move>,
    /// The event of the move that it plays or corrects; of the entry itself if there is none.
    pub(super) seq: Seq,
    pub(super) change: Change<G>,
}

/// The change that an accepted entry makes.
#[derive(Clone, Debug)]
pub(super) enum Change<G: Rules> {
    Push(Played<G>),
    Truncate {
        remaining: usize,
        now: Box<G>,
    },
    /// The moves from `index` on, folded again: the first of them, which of all of them breached, and the position
    /// after the last.
    Replace {
        index: usize,
        first: Played<G>,
        breached: Vec<bool>,
        now: Box<G>,
    },
    /// The last move, a statement that is disputed.
    PushDisputed(Played<G>, Dispute<G::Move>),
    /// All moves in force, folded again because something is disputed, or was; `shown` is the one that is new.
    Refold {
        folded: RefoldedMoves<G>,
        shown: Option<usize>,
    },
    Abandon,
    Nothing,
}

impl<G: Rules> Accepted<G> {
    /// The move that was played or corrected, with its effects.
    pub fn step(&self) -> Option<Step<G>> {
        let (played, dispute) = match &self.change {
            Change::Push(played) => (played, None),
            Change::PushDisputed(played, dispute) => (played, Some(dispute)),
            Change::Replace { first, .. } => (first, None),
            Change::Refold { folded, shown } => {
                let folded = folded.moves.get((*shown)?)?;
                (&folded.played, folded.dispute.as_ref())
            }
            _ => return None,
        };
        let (mv, irregular) = self.entry.recorded_move()?;
        Some(played.clone().step(self.seq, mv, irregular, dispute.cloned()))
    }
}

impl<G: Rules> Record<G> {
    /// Checks if an entry may be added now, and finds what it would do. Changes nothing. A refusal says if the entry
    /// would be accepted as irregular.
    ///
    /// # Errors
    ///
    /// The violation of the rule that forbids the entry or, after a correction, a later move.
    pub fn check(&self, entry: Entry<G::Move>) -> Result<Accepted<G>, Refusal> {
        let change = match &entry {
            Entry::Play { mv, irregular } => check_or_excuse(*irregular, |i| self.check_play(mv, i))?,
            Entry::Statement { mv, irregular } => self.check_statement(mv, *irregular)?,
            Entry::TakeBack { count } => self.check_take_back(*count)?,
            Entry::Amend { event, with, irregular } => {
                check_or_excuse(*irregular, |i| self.check_amend(*event, with, i))?
            }
            Entry::Annotate { event, .. } => self.check_annotate(*event)?,
            Entry::Abandon { .. } => self.check_abandon()?,
        };
        let seq = if let Entry::Amend { event, .. } = entry { event } else { self.next_seq() };
        Ok(Accepted { entry, seq, change })
    }

    fn check_play(&self, mv: &G::Move, irregular: bool) -> Result<Change<G>, Refusal> {
        if self.abandoned {
            return Err(Violation::game_over().into());
        }
        Ok(Change::Push(play(&*self.now, self.next_seq(), mv, irregular)?))
    }

    fn check_take_back(&self, count: u64) -> Result<Change<G>, Refusal> {
        let possible = self.plies.len() as u64 + u64::from(self.abandoned);
        if !(1..=possible).contains(&count) {
            return Err(Violation::cannot_take_back(count, possible).into());
        }
        let remaining = count::from_u64(possible - count).min(self.plies.len());
        if !self.disputes.is_empty() {
            return Ok(Change::Refold { folded: self.refold(remaining, None)?, shown: None });
        }
        let now = Box::new(self.position_after(remaining));
        Ok(Change::Truncate { remaining, now })
    }

    fn check_amend(&self, event: Seq, with: &G::Move, irregular: bool) -> Result<Change<G>, Refusal> {
        let Some(index) = self.plies.iter().position(|ply| ply.seq == event) else {
            let in_force: Vec<Seq> = self.plies.iter().map(|ply| ply.seq).collect();
            return Err(Violation::not_in_force(event, &in_force).into());
        };
        if self.has_statements() {
            let folded = self.refold(self.plies.len(), Some((index, with, irregular)))?;
            return Ok(Change::Refold { folded, shown: Some(index) });
        }
        let first = play(&self.position_after(index), event, with, irregular)?;
        let mut breached = vec![!first.breaches.is_empty()];
        let mut now = first.after.clone();
        for (seq, mv, irregular) in self.moves(index + 1..) {
            let later = play(&*now, seq, mv, irregular)
                .map_err(|violation| Refusal::of_later_move(violation, seq, now.describe_move(mv)))?;
            breached.push(!later.breaches.is_empty());
            now = later.after;
        }
        Ok(Change::Replace { index, first, breached, now })
    }

    fn check_annotate(&self, event: Option<Seq>) -> Result<Change<G>, Refusal> {
        match event {
            Some(event) if !(1..self.next_seq().0).contains(&event.0) => {
                Err(Violation::no_such_event(event, self.version()).into())
            }
            _ => Ok(Change::Nothing),
        }
    }

    fn check_abandon(&self) -> Result<Change<G>, Refusal> {
        match self.status() {
            Status::Live => Ok(Change::Abandon),
            Status::Over | Status::Abandoned => Err(Violation::game_over().into()),
        }
    }
}

/// Judges a move. If it is refused and was not irregular, tries it as irregular.
fn check_or_excuse<T>(irregular: bool, check: impl Fn(bool) -> Result<T, Refusal>) -> Result<T, Refusal> {
    check(irregular).map_err(|mut refusal| {
        refusal.violation.can_record_anyway = !irregular && check(true).is_ok();
        refusal
    })
}
