//! What seats say without knowing all that is recorded, and how a position comes of it all the same.
//!
//! A statement is folded as it was said, if it can be. If not, a part of what it says of hidden facts is set aside;
//! and if even its public part does not fit, so are hidden facts that were logged before it. In the limit that leaves
//! the public's log, which folds because forgetting facts never causes a refusal. What is set aside follows from the
//! moves in force alone, in their order: nothing about it is stored.

use std::cell::Cell;

use serde_json::Value;

use super::{Change, Entry, Played, Ply, Record, Refusal, play, play_kept};
use crate::rules::Rules;
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Violation;

/// So many moves are folded again to make room for statements, in all of a record; after that one that does not fit is
/// set aside as it comes. So a log takes bounded time to read, and no seat learns of it: what it said is in its own log
/// all the same.
const MAX_REFOLDED_MOVES: u64 = 250_000;

/// A move of which the position keeps less than was said, because it does not agree with another.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute<M> {
    /// The event that recorded the move.
    pub event: Seq,
    /// The event that it does not agree with, where one can be named.
    pub with: Option<Seq>,
    /// What the position keeps of the move: usually its public part, nothing of one that nobody noticed.
    pub kept: Vec<M>,
}

/// A move in force, folded.
#[derive(Clone, Debug)]
pub(super) struct Folded<G: Rules> {
    pub(super) played: Played<G>,
    pub(super) dispute: Option<Dispute<G::Move>>,
}

/// All moves in force, folded again.
#[derive(Clone, Debug)]
pub(super) struct FoldedAgain<G: Rules> {
    pub(super) moves: Vec<Folded<G>>,
    /// How many moves were folded beside them, to make room for statements.
    pub(super) for_room: u64,
}

/// A move in force, to be folded.
#[derive(Debug)]
struct Said<'r, M> {
    seq: Seq,
    mv: &'r M,
    irregular: bool,
    statement: bool,
}

impl<M> Clone for Said<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Said<'_, M> {}

impl<M: Clone> Said<'_, M> {
    /// Leaves the position as it was.
    fn set_aside<G: Rules<Move = M>>(self, before: &G, violation: &Violation) -> Folded<G> {
        let played = Played { breaches: Vec::new(), effects: Vec::new(), after: Box::new(before.clone()) };
        let dispute = Dispute { event: self.seq, with: violation.contradicts, kept: Vec::new() };
        Folded { played, dispute: Some(dispute) }
    }
}

/// The moves in force so far, folded one after the other.
struct Fold<'r, G: Rules> {
    seats: Seats,
    start: &'r G,
    said: Vec<Said<'r, G::Move>>,
    folded: Vec<Folded<G>>,
    /// How many moves may still be folded to make room for statements.
    room_left: Cell<u64>,
}

impl<G: Rules> Record<G> {
    /// Where the moves do not agree, in the order of the moves.
    pub fn disputes(&self) -> &[Dispute<G::Move>] {
        &self.disputes
    }

    /// The same, each with the move as it was said and whether it was irregular.
    pub fn disputed_moves(&self) -> impl Iterator<Item = (&Dispute<G::Move>, &G::Move, bool)> {
        self.disputes.iter().filter_map(|dispute| {
            let index = self.line.binary_search_by_key(&dispute.event, |ply| ply.seq).ok()?;
            let (_, mv, irregular) = self.moves(index..=index).next()?;
            Some((dispute, mv, irregular))
        })
    }

    pub(super) fn dispute(&self, event: Seq) -> Option<&Dispute<G::Move>> {
        let found = self.disputes.binary_search_by_key(&event, |dispute| dispute.event).ok()?;
        self.disputes.get(found)
    }

    /// Whether the move in force that this event recorded was logged by seats themselves.
    pub fn is_said_by_seats(&self, event: Seq) -> bool {
        let ply = self.line.binary_search_by_key(&event, |ply| ply.seq);
        ply.is_ok_and(|index| self.is_statement(&self.line[index]))
    }

    /// Whether any move in force was.
    pub(super) fn has_statements(&self) -> bool {
        self.line.iter().any(|ply| self.is_statement(ply))
    }

    pub(super) fn is_statement(&self, ply: &Ply) -> bool {
        matches!(self.entry(ply.told), Some(Entry::Statement { .. }))
    }

    /// Seats may say whatever their own logs allow, so nothing but the end of the game is held against it.
    pub(super) fn judge_statement(&self, mv: &G::Move, irregular: bool) -> Result<Change<G>, Refusal> {
        if self.abandoned || self.now.outcome().is_some() {
            return Err(Violation::game_over().into());
        }
        let said = Said { seq: self.next_seq(), mv, irregular, statement: true };
        match settle(&*self.now, self.seats, said) {
            Ok(Folded { played, dispute: None }) => Ok(Change::Push(played)),
            Ok(Folded { played, dispute: Some(dispute) }) => Ok(Change::PushDisputed(played, dispute)),
            Err(violation) if self.room_left() == 0 => {
                let Folded { played, dispute } = said.set_aside(&*self.now, &violation);
                Ok(dispute.map_or(Change::Nothing, |dispute| Change::PushDisputed(played, dispute)))
            }
            Err(violation) => {
                let mut fold = Fold::of(self);
                fold.make_room(said, &violation);
                let shown = Some(self.line.len());
                Ok(Change::Refold { folded: fold.into_folded(self), shown })
            }
        }
    }

    /// How many moves may still be folded to make room for statements.
    fn room_left(&self) -> u64 {
        MAX_REFOLDED_MOVES.saturating_sub(self.refolded.statements)
    }

    /// Folds so many moves in force from the start, one of them amended.
    pub(super) fn fold_again(
        &self,
        plies: usize,
        amended: Option<(usize, &G::Move, bool)>,
    ) -> Result<FoldedAgain<G>, Refusal> {
        let mut fold = Fold::empty(self, plies);
        for (index, said) in self.said(plies, amended).enumerate() {
            fold.add(said).map_err(|violation| {
                if amended.is_some_and(|(amended, ..)| amended == index) {
                    return violation.into();
                }
                let later = fold.before(fold.folded.len()).describe_move(said.mv);
                Refusal::of_later_move(violation, said.seq, later)
            })?;
        }
        Ok(fold.into_folded(self))
    }

    fn said<'r>(
        &'r self,
        plies: usize,
        amended: Option<(usize, &'r G::Move, bool)>,
    ) -> impl Iterator<Item = Said<'r, G::Move>> {
        let line = self.line[..plies].iter().enumerate();
        line.filter_map(move |(index, ply)| match amended {
            Some((at, mv, irregular)) if at == index => {
                Some(Said { seq: ply.seq, mv, irregular, statement: false })
            }
            _ => {
                let (mv, irregular) = self.entry(ply.told)?.told()?;
                Some(Said { seq: ply.seq, mv, irregular, statement: self.is_statement(ply) })
            }
        })
    }

    /// Takes over moves that were folded again; a new one comes last, an amended one was recorded by `event`.
    pub(super) fn accept_refold(&mut self, folded: Vec<Folded<G>>, told: Seq, event: Seq) {
        self.line.truncate(folded.len());
        if folded.len() > self.line.len() {
            self.line.push(Ply { seq: told, told, breached: false });
        }
        *self.now = self.start.clone();
        self.disputes.clear();
        for (ply, Folded { played, dispute }) in self.line.iter_mut().zip(folded) {
            if ply.seq == event {
                ply.told = told;
            }
            ply.breached = !played.breaches.is_empty();
            self.disputes.extend(dispute);
            self.now = played.after;
        }
    }
}

impl<'r, G: Rules> Fold<'r, G> {
    fn empty(record: &'r Record<G>, plies: usize) -> Self {
        let Record { seats, start, .. } = record;
        let (said, folded) = (Vec::with_capacity(plies), Vec::with_capacity(plies));
        Self { seats: *seats, start, said, folded, room_left: Cell::new(record.room_left()) }
    }

    /// All moves in force, each as the record has it.
    fn of(record: &'r Record<G>) -> Self {
        let mut fold = Self::empty(record, record.line.len() + 1);
        for said in record.said(record.line.len(), None) {
            let dispute = record.dispute(said.seq).cloned();
            let before = fold.before(fold.folded.len());
            // Every move was accepted by this same fold, so none is refused here.
            let Ok(played) = play_kept(before, said.seq, said.mv, said.irregular, dispute.as_ref()) else {
                break;
            };
            fold.said.push(said);
            fold.folded.push(Folded { played, dispute });
            fold.room_left.update(|left| left.saturating_sub(1));
        }
        fold
    }

    fn into_folded(self, record: &Record<G>) -> FoldedAgain<G> {
        FoldedAgain { for_room: record.room_left() - self.room_left.get(), moves: self.folded }
    }

    fn before(&self, index: usize) -> &G {
        index.checked_sub(1).map_or(self.start, |previous| &*self.folded[previous].played.after)
    }

    fn add(&mut self, said: Said<'r, G::Move>) -> Result<(), Violation> {
        let before = self.before(self.folded.len());
        let folded = match settle(before, self.seats, said) {
            Err(violation) if said.statement => {
                self.make_room(said, &violation);
                return Ok(());
            }
            folded => folded?,
        };
        self.said.push(said);
        self.folded.push(folded);
        Ok(())
    }

    /// Adds a statement whose public part does not fit, by setting aside hidden facts that were logged before it: of
    /// the event that it contradicts those of one seat, then all of them; then those of all later events.
    fn make_room(&mut self, last: Said<'r, G::Move>, violation: &Violation) {
        let count = self.folded.len();
        let culprit =
            violation.contradicts.and_then(|event| self.said.iter().position(|said| said.seq == event));
        let found = culprit.and_then(|culprit| self.without(culprit, last));
        let found = found.or_else(|| {
            let enough = |forgotten: usize| self.without_last(forgotten, last);
            let mut most = 1;
            while most < count && enough(most).is_none() {
                most *= 2;
            }
            let (mut low, mut high) = (most / 2 + 1, most.min(count));
            while low < high {
                let middle = usize::midpoint(low, high);
                if enough(middle).is_some() { high = middle } else { low = middle + 1 }
            }
            enough(high)
        });
        self.said.push(last);
        if let Some(folded) = found {
            self.folded = folded;
        } else {
            // While there are folds left, no game that keeps the invariant named above comes here.
            debug_assert!(self.room_left.get() == 0, "{:?} leaves no room for {:?}", self.said, last.mv);
            self.folded.push(last.set_aside(self.before(count), violation));
        }
    }

    /// All moves with less of one kept.
    fn without(&self, culprit: usize, last: Said<'r, G::Move>) -> Option<Vec<Folded<G>>> {
        let before = self.before(culprit);
        let mv = self.said[culprit].mv;
        let public = before.seen_by(mv, Viewer::Public);
        let seats: Vec<Seat> = who_see_more(before, self.seats, mv, &public);
        let but_one = seats.iter().map(|left_out| {
            let others = seats.iter().filter(|seat| *seat != left_out);
            others.fold(public.clone(), |kept, seat| overlay(&kept, &before.seen_by(mv, Viewer::Seat(*seat))))
        });
        but_one.chain([public.clone()]).find_map(|kept| self.with_kept(culprit, vec![kept], last))
    }

    /// All moves with the public part of the last so many kept.
    fn without_last(&self, forgotten: usize, last: Said<'r, G::Move>) -> Option<Vec<Folded<G>>> {
        let from = self.folded.len() - forgotten;
        let public = |index: usize| self.before(index).seen_by(self.said[index].mv, Viewer::Public);
        self.with_kept(from, (from..self.folded.len()).map(public).collect(), last)
    }

    /// All moves, with so much kept of those from an index on, and the statement at the end; if they fold, before no
    /// more may be folded.
    fn with_kept(
        &self,
        from: usize,
        kept: Vec<Vec<G::Move>>,
        last: Said<'r, G::Move>,
    ) -> Option<Vec<Folded<G>>> {
        let mut folded = self.folded[..from].to_vec();
        let mut kept = kept.into_iter();
        for (said, known) in self.said[from..].iter().zip(&self.folded[from..]) {
            self.room_left.set(self.room_left.get().checked_sub(1)?);
            let before = folded.last().map_or(self.start, |last| &*last.played.after);
            let as_said = std::slice::from_ref(said.mv);
            let (kept, dispute) = match (kept.next(), &known.dispute) {
                (Some(kept), _) if kept != as_said => {
                    let dispute = Dispute { event: said.seq, with: Some(last.seq), kept: kept.clone() };
                    (kept, Some(dispute))
                }
                (_, Some(dispute)) => (dispute.kept.clone(), Some(dispute.clone())),
                (_, None) => (as_said.to_vec(), None),
            };
            let played = play_parts(before, said.seq, &kept, said.irregular).ok()?;
            folded.push(Folded { played, dispute });
        }
        let before = folded.last().map_or(self.start, |last| &*last.played.after);
        let last = settle(before, self.seats, last).ok()?;
        folded.push(last);
        Some(folded)
    }
}

/// Folds one move: as it was said, and of a statement as much as can be.
fn settle<G: Rules>(before: &G, seats: Seats, said: Said<'_, G::Move>) -> Result<Folded<G>, Violation> {
    let Said { seq, mv, irregular, statement } = said;
    let violation = match play(before, seq, mv, irregular) {
        Ok(played) => return Ok(Folded { played, dispute: None }),
        Err(violation) => violation,
    };
    if !statement {
        return Err(violation);
    }
    let mut kept = before.seen_by(mv, Viewer::Public);
    let mut played = play_parts(before, seq, &kept, irregular)?;
    for seat in who_see_more(before, seats, mv, &kept) {
        let more = overlay(&kept, &before.seen_by(mv, Viewer::Seat(seat)));
        if more != kept
            && let Ok(so_far) = play_parts(before, seq, &more, irregular)
        {
            (kept, played) = (more, so_far);
        }
    }
    Ok(Folded { played, dispute: Some(Dispute { event: seq, with: violation.contradicts, kept }) })
}

/// The seats that see more of a move than everybody does.
fn who_see_more<G: Rules>(before: &G, seats: Seats, mv: &G::Move, public: &[G::Move]) -> Vec<Seat> {
    seats.iter().filter(|seat| before.seen_by(mv, Viewer::Seat(*seat)) != public).collect()
}

/// The moves that a move is taken for, one after the other. Those after the first tell what followed from it, which
/// may be plain by now.
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

/// What somebody saw of a move, with what somebody else saw of it filled in.
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

fn fill_in(known: &mut Value, also: &Value) {
    match (known, also) {
        (known @ Value::Null, also) => known.clone_from(also),
        (Value::Object(known), Value::Object(also)) => {
            for (key, also) in also {
                fill_in(known.entry(key).or_insert(Value::Null), also);
            }
        }
        (Value::Array(known), Value::Array(also)) => {
            known.iter_mut().zip(also).for_each(|(known, also)| fill_in(known, also));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bremen::Bremen;
    use crate::record::Refolded;
    use serde_json::json;

    /// A tile that is recorded in another hand is played by seat 0, whose hand nobody recorded.
    fn contradicted(record: &mut Record<Bremen>) -> Entry<<Bremen as Rules>::Move> {
        let tiles = |animal: &str| (1..=13).map(|n| json!(format!("{animal}-{n}"))).collect::<Vec<_>>();
        let hands = json!([null, tiles("cat"), tiles("dog"), null]);
        let read = |mv: Value| {
            let mv = mv.as_object().and_then(tagged::read).and_then(Result::ok).map(|(mv, _)| mv);
            mv.expect("a move")
        };
        for mv in [json!({"type": "deal", "hands": hands}), json!({"type": "lead", "seat": 0})] {
            record.append(Entry::Play { mv: read(mv), irregular: false }).expect("it is possible");
        }
        Entry::Statement { mv: read(json!({"type": "play", "seat": 0, "tile": "cat-5"})), irregular: false }
    }

    #[test]
    fn statements_are_folded_again_in_bounded_time() {
        let mut record = Record::<Bremen>::open(4, &<Bremen as Rules>::Options::default()).expect("it opens");
        let statement = contradicted(&mut record);
        let before = record.now().clone();
        let mut full = record.clone();
        record.append(statement.clone()).expect("a statement is accepted");
        let Refolded { corrections, statements } = record.refolded();
        assert!(corrections == 0 && statements > 0 && *record.now() != before, "it made room for itself");
        for left in [0, 1, 3] {
            let mut full = full.clone();
            full.refolded.statements = MAX_REFOLDED_MOVES - left;
            full.append(statement.clone()).expect("a statement is accepted");
            assert_eq!((full.refolded().statements, full.now()), (MAX_REFOLDED_MOVES, &before), "{left}");
            let kept: Vec<_> = full.disputes().iter().map(|dispute| dispute.kept.len()).collect();
            assert_eq!(kept, [0]);
            let public = full.seen_by(Viewer::Public);
            assert_eq!(public.len(), full.len(), "whoever knows less sees the move");
        }
        // An amendment folds statements again as well, and makes no more room for them than a statement does.
        full.append(statement).expect("a statement is accepted");
        full.refolded.statements = MAX_REFOLDED_MOVES;
        let deal = full.in_force().next().map(|(_, mv, _)| mv.clone()).expect("a deal");
        full.append(Entry::Amend { event: Seq(1), with: deal, irregular: false })
            .expect("it changes nothing");
        assert_eq!(full.refolded(), Refolded { corrections: 3, statements: MAX_REFOLDED_MOVES });
        assert_eq!(full.disputes().iter().map(|dispute| dispute.kept.len()).collect::<Vec<_>>(), [0]);
    }

    /// What seats state is no correction of the scribe's, however often room was made for it.
    #[test]
    fn statements_use_up_no_corrections() {
        let mut record = Record::<Bremen>::open(4, &<Bremen as Rules>::Options::default()).expect("it opens");
        let statement = contradicted(&mut record);
        record.append(statement).expect("a statement is accepted");
        record.append(Entry::TakeBack { count: 1 }).expect("it is taken back");
        assert_eq!(record.refolded().corrections, 2, "the deal and the lead");
    }
}
