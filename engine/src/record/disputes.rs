//! Statements: moves that seats log without knowing all that is recorded, and how they fold to one position.
//!
//! A seat is judged on its own log, and on nothing else. What a seat logs is stored with the mark `"statement": true`.
//! The log says what was stated, and the fold decides what it can believe. A statement folds as it was made if it can.
//! If it cannot, what it says of hidden facts is set aside, seat by seat. If even its public part does not fit, hidden
//! facts that were logged before it are set aside as well. In the limit that leaves the public's log, which always
//! folds, because forgetting facts never causes a refusal.
//!
//! A part that is set aside is a *dispute*. The scribe sees both statements and settles them by `amend` or `take_back`.
//! Other viewers see the disputes that exist in their own fold. Disputes follow from the moves in force, in their
//! order, so nothing about them is stored.

use std::cell::Cell;

use serde_json::Value;

use super::check::Change;
use super::play::{Played, play, replay_entry};
use super::{Entry, Ply, Record, Refusal};
use crate::rules::Rules;
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Violation;

#[cfg(test)]
mod tests;

/// The most moves of a record that are folded again to make room for statements. After that, a statement that does not
/// fit is set aside at once. This bounds the time to read a log. No seat learns of it, because its own log still has
/// its statement.
const MAX_REFOLDED_MOVES: u64 = 250_000;

/// A move of which the position keeps less than was said, because it does not agree with another.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute<M> {
    /// The event that recorded the move.
    pub event: Seq,
    /// The event that it does not agree with, where one can be named.
    pub with: Option<Seq>,
    /// The moves that the position keeps of it: usually the public part, none if nobody noticed the move.
    pub applied: Vec<M>,
}

/// A move in force, folded.
#[derive(Clone, Debug)]
pub(super) struct FoldedMove<G: Rules> {
    pub(super) played: Played<G>,
    pub(super) dispute: Option<Dispute<G::Move>>,
}

/// All moves in force, folded again.
#[derive(Clone, Debug)]
pub(super) struct RefoldedMoves<G: Rules> {
    pub(super) moves: Vec<FoldedMove<G>>,
    /// How many moves were folded beside them, to make room for statements.
    pub(super) extra_folds: u64,
}

/// A move in force, to be folded.
#[derive(Debug)]
struct LoggedMove<'r, M> {
    seq: Seq,
    mv: &'r M,
    irregular: bool,
    statement: bool,
}

impl<M> Clone for LoggedMove<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for LoggedMove<'_, M> {}

impl<M: Clone> LoggedMove<'_, M> {
    /// Disputes the whole move: the position stays as it was.
    fn dispute_whole<G: Rules<Move = M>>(self, before: &G, violation: &Violation) -> FoldedMove<G> {
        let played = Played { breaches: Vec::new(), effects: Vec::new(), after: Box::new(before.clone()) };
        let dispute = Dispute { event: self.seq, with: violation.contradicts, applied: Vec::new() };
        FoldedMove { played, dispute: Some(dispute) }
    }
}

/// The moves in force so far, folded one after the other.
struct Fold<'r, G: Rules> {
    seats: Seats,
    start: &'r G,
    logged: Vec<LoggedMove<'r, G::Move>>,
    folded: Vec<FoldedMove<G>>,
    /// How many moves may still be folded to make room for statements.
    remaining_folds: Cell<u64>,
}

impl<G: Rules> Record<G> {
    /// The disputes, in the order of the moves.
    pub fn disputes(&self) -> &[Dispute<G::Move>] {
        &self.disputes
    }

    /// The disputes, each with the move as it was said and a flag for an irregular one.
    pub fn disputed_moves(&self) -> impl Iterator<Item = (&Dispute<G::Move>, &G::Move, bool)> {
        self.disputes.iter().filter_map(|dispute| {
            let index = self.plies.binary_search_by_key(&dispute.event, |ply| ply.seq).ok()?;
            let (_, mv, irregular) = self.moves(index..=index).next()?;
            Some((dispute, mv, irregular))
        })
    }

    pub(super) fn dispute(&self, event: Seq) -> Option<&Dispute<G::Move>> {
        let found = self.disputes.binary_search_by_key(&event, |dispute| dispute.event).ok()?;
        self.disputes.get(found)
    }

    /// True if seats themselves logged the move in force that this event recorded.
    pub fn is_statement(&self, event: Seq) -> bool {
        let ply = self.plies.binary_search_by_key(&event, |ply| ply.seq);
        ply.is_ok_and(|index| self.is_statement_ply(&self.plies[index]))
    }

    /// True if seats themselves logged any move in force.
    pub(super) fn has_statements(&self) -> bool {
        self.plies.iter().any(|ply| self.is_statement_ply(ply))
    }

    pub(super) fn is_statement_ply(&self, ply: &Ply) -> bool {
        matches!(self.entry(ply.source), Some(Entry::Statement { .. }))
    }

    /// Seats may say whatever their own logs allow, so only the end of the game refuses a statement.
    pub(super) fn check_statement(&self, mv: &G::Move, irregular: bool) -> Result<Change<G>, Refusal> {
        if self.abandoned || self.now.outcome().is_some() {
            return Err(Violation::game_over().into());
        }
        let logged = LoggedMove { seq: self.next_seq(), mv, irregular, statement: true };
        match fold_logged_move(&*self.now, self.seats, logged) {
            Ok(FoldedMove { played, dispute: None }) => Ok(Change::Push(played)),
            Ok(FoldedMove { played, dispute: Some(dispute) }) => Ok(Change::PushDisputed(played, dispute)),
            Err(violation) if self.remaining_folds() == 0 => {
                let FoldedMove { played, dispute } = logged.dispute_whole(&*self.now, &violation);
                Ok(dispute.map_or(Change::Nothing, |dispute| Change::PushDisputed(played, dispute)))
            }
            Err(violation) => {
                let mut fold = Fold::of(self);
                // No seat's own log allowed it: only an imported file can have such a statement.
                if !fold.reduce_earlier_moves(logged, &violation) && fold.remaining_folds.get() > 0 {
                    return Err(violation.into());
                }
                let shown = Some(self.plies.len());
                Ok(Change::Refold { folded: fold.into_folded(self), shown })
            }
        }
    }

    /// How many moves may still be folded to make room for statements.
    fn remaining_folds(&self) -> u64 {
        MAX_REFOLDED_MOVES.saturating_sub(self.refold_counts.statements)
    }

    /// Folds the first `count` moves in force, one of them amended.
    pub(super) fn refold(
        &self,
        count: usize,
        amended: Option<(usize, &G::Move, bool)>,
    ) -> Result<RefoldedMoves<G>, Refusal> {
        let mut fold = Fold::empty(self, count);
        for (index, logged) in self.logged_moves(count, amended).enumerate() {
            fold.add(logged).map_err(|violation| {
                if amended.is_some_and(|(amended, ..)| amended == index) {
                    return violation.into();
                }
                let later = fold.before(fold.folded.len()).describe_move(logged.mv);
                Refusal::of_later_move(violation, logged.seq, later)
            })?;
        }
        Ok(fold.into_folded(self))
    }

    fn logged_moves<'r>(
        &'r self,
        count: usize,
        amended: Option<(usize, &'r G::Move, bool)>,
    ) -> impl Iterator<Item = LoggedMove<'r, G::Move>> {
        let plies = self.plies[..count].iter().enumerate();
        plies.filter_map(move |(index, ply)| match amended {
            Some((at, mv, irregular)) if at == index => {
                Some(LoggedMove { seq: ply.seq, mv, irregular, statement: false })
            }
            _ => {
                let (mv, irregular) = self.entry(ply.source)?.recorded_move()?;
                Some(LoggedMove { seq: ply.seq, mv, irregular, statement: self.is_statement_ply(ply) })
            }
        })
    }

    /// Takes over moves that were folded again; a new one comes last, an amended one was recorded by `event`.
    pub(super) fn apply_refold(&mut self, folded: Vec<FoldedMove<G>>, source: Seq, event: Seq) {
        self.plies.truncate(folded.len());
        if folded.len() > self.plies.len() {
            self.plies.push(Ply { seq: source, source, breached: false });
        }
        *self.now = self.start.clone();
        self.disputes.clear();
        for (ply, FoldedMove { played, dispute }) in self.plies.iter_mut().zip(folded) {
            if ply.seq == event {
                ply.source = source;
            }
            ply.breached = !played.breaches.is_empty();
            self.disputes.extend(dispute);
            self.now = played.after;
        }
    }
}

impl<'r, G: Rules> Fold<'r, G> {
    fn empty(record: &'r Record<G>, count: usize) -> Self {
        let Record { seats, start, .. } = record;
        let (logged, folded) = (Vec::with_capacity(count), Vec::with_capacity(count));
        Self { seats: *seats, start, logged, folded, remaining_folds: Cell::new(record.remaining_folds()) }
    }

    /// All moves in force, each as the record has it.
    fn of(record: &'r Record<G>) -> Self {
        let mut fold = Self::empty(record, record.plies.len() + 1);
        for logged in record.logged_moves(record.plies.len(), None) {
            let dispute = record.dispute(logged.seq).cloned();
            let before = fold.before(fold.folded.len());
            // Every move was accepted by this same fold, so none is refused here.
            let Ok(played) = replay_entry(before, logged.seq, logged.mv, logged.irregular, dispute.as_ref())
            else {
                break;
            };
            fold.logged.push(logged);
            fold.folded.push(FoldedMove { played, dispute });
            fold.remaining_folds.update(|left| left.saturating_sub(1));
        }
        fold
    }

    fn into_folded(self, record: &Record<G>) -> RefoldedMoves<G> {
        RefoldedMoves {
            extra_folds: record.remaining_folds() - self.remaining_folds.get(),
            moves: self.folded,
        }
    }

    fn before(&self, index: usize) -> &G {
        index.checked_sub(1).map_or(self.start, |previous| &*self.folded[previous].played.after)
    }

    fn add(&mut self, logged: LoggedMove<'r, G::Move>) -> Result<(), Violation> {
        let before = self.before(self.folded.len());
        let folded = match fold_logged_move(before, self.seats, logged) {
            Err(violation) if logged.statement => {
                self.reduce_earlier_moves(logged, &violation);
                return Ok(());
            }
            folded => folded?,
        };
        self.logged.push(logged);
        self.folded.push(folded);
        Ok(())
    }

    /// Adds a statement whose public part does not fit, by setting aside hidden facts that were logged before it: first
    /// facts of one seat in the event that it contradicts, then all facts there, then those of as few of the last moves
    /// as will do. Returns true if that makes room for it; else it is disputed as a whole.
    fn reduce_earlier_moves(&mut self, last: LoggedMove<'r, G::Move>, violation: &Violation) -> bool {
        let count = self.folded.len();
        let culprit =
            violation.contradicts.and_then(|event| self.logged.iter().position(|logged| logged.seq == event));
        let found = culprit.and_then(|culprit| self.reduce_move(culprit, last));
        let found = found.or_else(|| {
            let try_reducing = |reduced: usize| self.reduce_last(reduced, last);
            let mut most = 1;
            while most < count && try_reducing(most).is_none() {
                most *= 2;
            }
            let (mut low, mut high) = (most / 2 + 1, most.min(count));
            while low < high {
                let middle = usize::midpoint(low, high);
                if try_reducing(middle).is_some() { high = middle } else { low = middle + 1 }
            }
            try_reducing(high)
        });
        self.logged.push(last);
        let makes_room = found.is_some();
        if let Some(folded) = found {
            self.folded = folded;
        } else {
            self.folded.push(last.dispute_whole(self.before(count), violation));
        }
        makes_room
    }

    /// All moves, with less kept of one.
    fn reduce_move(&self, culprit: usize, last: LoggedMove<'r, G::Move>) -> Option<Vec<FoldedMove<G>>> {
        let before = self.before(culprit);
        let mv = self.logged[culprit].mv;
        let public = before.seen_by(mv, Viewer::Public);
        let seats: Vec<Seat> = seats_seeing_more(before, self.seats, mv, &public);
        let but_one = seats.iter().map(|left_out| {
            let others = seats.iter().filter(|seat| *seat != left_out);
            others.fold(public.clone(), |applied, seat| {
                overlay(&applied, &before.seen_by(mv, Viewer::Seat(*seat)))
            })
        });
        but_one.chain([public.clone()]).find_map(|applied| self.refold_with(culprit, vec![applied], last))
    }

    /// All moves, with only the public part kept of the last `reduced` ones.
    fn reduce_last(&self, reduced: usize, last: LoggedMove<'r, G::Move>) -> Option<Vec<FoldedMove<G>>> {
        let from = self.folded.len() - reduced;
        let public = |index: usize| self.before(index).seen_by(self.logged[index].mv, Viewer::Public);
        self.refold_with(from, (from..self.folded.len()).map(public).collect(), last)
    }

    /// All moves, with the given parts kept of those from an index on, and the statement last. `None` if they do not
    /// fold, or if no folds are left.
    fn refold_with(
        &self,
        from: usize,
        applied: Vec<Vec<G::Move>>,
        last: LoggedMove<'r, G::Move>,
    ) -> Option<Vec<FoldedMove<G>>> {
        let mut folded = self.folded[..from].to_vec();
        let mut applied = applied.into_iter();
        for (logged, previous) in self.logged[from..].iter().zip(&self.folded[from..]) {
            self.remaining_folds.set(self.remaining_folds.get().checked_sub(1)?);
            let before = folded.last().map_or(self.start, |last| &*last.played.after);
            let as_logged = std::slice::from_ref(logged.mv);
            let (applied, dispute) = match (applied.next(), &previous.dispute) {
                (Some(applied), _) if applied != as_logged => {
                    let dispute =
                        Dispute { event: logged.seq, with: Some(last.seq), applied: applied.clone() };
                    (applied, Some(dispute))
                }
                (_, Some(dispute)) => (dispute.applied.clone(), Some(dispute.clone())),
                (_, None) => (as_logged.to_vec(), None),
            };
            let played = play_parts(before, logged.seq, &applied, logged.irregular).ok()?;
            folded.push(FoldedMove { played, dispute });
        }
        let before = folded.last().map_or(self.start, |last| &*last.played.after);
        let last = fold_logged_move(before, self.seats, last).ok()?;
        folded.push(last);
        Some(folded)
    }
}

/// Folds one move as it was said; of a statement, as much as fits.
fn fold_logged_move<G: Rules>(
    before: &G,
    seats: Seats,
    logged: LoggedMove<'_, G::Move>,
) -> Result<FoldedMove<G>, Violation> {
    let LoggedMove { seq, mv, irregular, statement } = logged;
    let violation = match play(before, seq, mv, irregular) {
        Ok(played) => return Ok(FoldedMove { played, dispute: None }),
        Err(violation) => violation,
    };
    if !statement {
        return Err(violation);
    }
    let mut applied = before.seen_by(mv, Viewer::Public);
    let mut played = play_parts(before, seq, &applied, irregular)?;
    for seat in seats_seeing_more(before, seats, mv, &applied) {
        let more = overlay(&applied, &before.seen_by(mv, Viewer::Seat(seat)));
        if more != applied
            && let Ok(so_far) = play_parts(before, seq, &more, irregular)
        {
            (applied, played) = (more, so_far);
        }
    }
    Ok(FoldedMove { played, dispute: Some(Dispute { event: seq, with: violation.contradicts, applied }) })
}

/// The seats that see more of a move than everybody does.
fn seats_seeing_more<G: Rules>(before: &G, seats: Seats, mv: &G::Move, public: &[G::Move]) -> Vec<Seat> {
    seats.iter().filter(|seat| before.seen_by(mv, Viewer::Seat(*seat)) != public).collect()
}

/// Plays the moves that stand for one move, one after the other. Those after the first tell effects of it, which may be
/// plain by now.
pub(super) fn play_parts<G: Rules>(
    before: &G,
    seq: Seq,
    parts: &[G::Move],
    irregular: bool,
) -> Result<Played<G>, Violation> {
    let Some((first, more)) = parts.split_first() else {
        let after = Box::new(before.clone());
        return Ok(Played { breaches: Vec::new(), effects: Vec::new(), after });
    };
    let mut all = play(before, seq, first, irregular)?;
    for mv in more {
        if let Ok(played) = play(&*all.after, seq, mv, irregular) {
            all.effects.extend(played.effects);
            all.after = played.after;
        }
    }
    Ok(all)
}

/// The moves that somebody saw, filled in with what somebody else saw of them.
fn overlay<M: serde::Serialize + serde::de::DeserializeOwned + Clone>(saw: &[M], also: &[M]) -> Vec<M> {
    let (Some((first, rest)), Some(also_first)) = (saw.split_first(), also.first()) else {
        return if saw.is_empty() { also.to_vec() } else { saw.to_vec() };
    };
    let mut both = tagged::write(first);
    fill_in(&mut both, &tagged::write(also_first));
    let filled = both.as_object().and_then(tagged::read).and_then(Result::ok);
    let filled = filled.map_or_else(|| first.clone(), |(mv, _)| mv);
    std::iter::once(filled).chain(rest.iter().cloned()).collect()
}

fn fill_in(previous: &mut Value, also: &Value) {
    match (previous, also) {
        (previous @ Value::Null, also) => previous.clone_from(also),
        (Value::Object(previous), Value::Object(also)) => {
            for (key, also) in also {
                fill_in(previous.entry(key).or_insert(Value::Null), also);
            }
        }
        (Value::Array(previous), Value::Array(also)) => {
            previous.iter_mut().zip(also).for_each(|(previous, also)| fill_in(previous, also));
        }
        _ => {}
    }
}
