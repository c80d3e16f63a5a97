//! How a viewer's log is written.
//!
//! A viewer's log is itself a log. `Record::seen_by` filters no answer. It writes the log that this viewer would have
//! kept: hidden moves are left out, other moves lose their hidden facts, and an amendment of a hidden fact is no event
//! at all. That log is then folded. Its events are numbered without gaps, so that not even a version shows that
//! something was hidden. When a game is over, everybody gets the whole log.
//!
//! A seat's own move shows nobody what others know. A viewer sees a statement from that viewer's own position. Only
//! what the scribe logs can show a seat something that nobody said, such as a look at a card that the scribe knows. A
//! seat keeps what it has seen, even if the move is taken back.
//!
//! A breach is shown to a viewer only once that viewer's log cannot hold the move otherwise. If a later move makes an
//! earlier breach plain, the viewer's log amends the earlier move first.
//!
//! A stream keeps the log of the time while it was live. Once a game is over, `seen_by` opens the whole record and its
//! numbers change. A `ViewerLog` goes on writing the log that the viewer kept, so that event ids have no gaps up to the
//! last step, over the end, and on when the record is opened again. The feed is the public's log of that kind, and it
//! never changes.

use std::collections::HashSet;

use super::{Entry, Record, RefoldCounts, Status};
use crate::rules::Rules;
use crate::seat::Viewer;
use crate::seq::Seq;
use crate::tagged::{self, TYPE_FIELD};
use crate::violation::Violation;

/// The log that this viewer would have kept of this record, folded.
pub(super) fn seen_by<G: Rules>(record: &Record<G>, viewer: Viewer) -> Record<G> {
    let mut watch = ViewerLog::new(record, viewer);
    watch.catch_up(record);
    watch.seen
}

/// Walks a full log and writes down what one viewer notices of it, as while the game is live. It only appends, also
/// past the end, where [`Record::seen_by`] opens the whole record.
pub struct ViewerLog<G: Rules> {
    viewer: Viewer,
    full: Record<G>,
    seen: Record<G>,
    /// The views that the viewer had of each move in force in the full record.
    shown: Vec<Vec<VisibleMove<G::Move>>>,
    /// The public part of the moves that showed the viewer more than was said: at most one of a kind.
    disclosed: Vec<Vec<G::Move>>,
}

/// A move as a viewer sees it.
#[derive(Clone, Debug, PartialEq)]
struct VisibleMove<M> {
    mv: M,
    breach: BreachDisclosure,
}

/// Tells if the log of a viewer marks a move as irregular.
#[derive(Clone, Copy, Debug, PartialEq)]
enum BreachDisclosure {
    /// It does not.
    None,
    /// The seat that logged it says so, or the scribe in a game without secrets.
    Stated,
    /// Only once the viewer's own log shows it: the scribe may know it from hidden facts.
    WhenEvident,
}

impl<M> VisibleMove<M> {
    fn entry(self, irregular: bool) -> Entry<M> {
        Entry::Play { mv: self.mv, irregular }
    }
}

impl<M: PartialEq> VisibleMove<M> {
    /// True if the move that is already in the viewer's log is this one.
    fn is(&self, (mv, irregular): &(M, bool)) -> bool {
        let same_breach = match self.breach {
            BreachDisclosure::None => !*irregular,
            BreachDisclosure::Stated => *irregular,
            BreachDisclosure::WhenEvident => true,
        };
        same_breach && self.mv == *mv
    }
}

impl<G: Rules> ViewerLog<G> {
    /// An empty log, which has noticed nothing of this record yet.
    pub fn new(record: &Record<G>, viewer: Viewer) -> Self {
        let empty = Record {
            rules_version: record.rules_version,
            seats: record.seats,
            now: Box::new(record.start.clone()),
            start: record.start.clone(),
            log: Vec::new(),
            plies: Vec::new(),
            disputes: Vec::new(),
            abandoned: false,
            refold_counts: RefoldCounts::default(),
        };
        Self { viewer, full: empty.clone(), seen: empty, shown: Vec::new(), disclosed: Vec::new() }
    }

    /// Notices the entries added to the record since.
    pub fn catch_up(&mut self, record: &Record<G>) {
        for (_, entry) in record.log().skip(self.full.log.len()) {
            self.add_entry(entry);
        }
    }

    /// The log that the viewer kept so far, folded.
    pub fn seen(&self) -> &Record<G> {
        &self.seen
    }

    fn add_entry(&mut self, entry: &Entry<G::Move>) {
        let was_abandoned = self.full.abandoned;
        let plays = matches!(entry, Entry::Play { .. } | Entry::Statement { .. });
        let before = plays.then(|| G::clone(&self.full.now));
        let disputes = self.full.disputes.clone();
        if self.full.append(entry.clone()).is_err() {
            return;
        }
        // A move that sets earlier statements aside was played from the position without them.
        let moved_on = plays && self.full.disputes != disputes;
        let played_from =
            moved_on.then(|| self.full.position_at(self.full.len().saturating_sub(1))).flatten();
        let before = played_from.or(before);
        match entry {
            _ if self.viewer == Viewer::Scribe => self.append(entry.clone()),
            Entry::Play { mv, irregular } => {
                let shown = self.show(&before.unwrap_or_else(|| G::clone(&self.full.now)), mv, *irregular);
                self.append_plays(&shown);
                self.shown.push(shown);
            }
            Entry::Statement { mv, irregular } => {
                let shown = self.show_statement(before.as_ref(), mv, *irregular);
                self.append_plays(&shown);
                self.shown.push(shown);
            }
            Entry::TakeBack { .. } => {
                self.shown.truncate(self.full.len());
                self.append_corrections(was_abandoned);
            }
            Entry::Amend { event, .. } => {
                self.recompute_shown(*event);
                self.append_corrections(was_abandoned);
            }
            Entry::Annotate { event, text } => self.append_annotation(*event, text),
            Entry::Abandon { .. } => self.append(entry.clone()),
        }
    }

    /// The moves that the viewer sees when the scribe, who knows everything, logs this move.
    fn show(&mut self, before: &G, mv: &G::Move, irregular: bool) -> Vec<VisibleMove<G::Move>> {
        let breach = match irregular {
            true if G::HAS_SECRETS => BreachDisclosure::WhenEvident,
            true => BreachDisclosure::Stated,
            false => BreachDisclosure::None,
        };
        let mut seen = before.seen_by(mv, self.viewer);
        if self.is_disclosed_twice(before, mv, &seen) {
            seen = vec![mv.clone()];
        }
        seen.into_iter().map(|mv| VisibleMove { mv, breach }).collect()
    }

    /// True if a seat's own move shows it something that nobody said, and such a move did so before, about something
    /// else. What a seat saw stays seen after a take-back, so a second look shows nothing more.
    fn is_disclosed_twice(&mut self, before: &G, mv: &G::Move, seen: &[G::Move]) -> bool {
        let Viewer::Seat(viewer) = self.viewer else { return false };
        if G::actor(mv) != Some(viewer) || seen.first() == Some(mv) {
            return false;
        }
        let public = before.seen_by(mv, Viewer::Public);
        let kind = |mv: &[G::Move]| mv.first().map(|mv| tagged::write(mv)[TYPE_FIELD].clone());
        if let Some(earlier) = self.disclosed.iter().find(|earlier| kind(earlier) == kind(&public)) {
            *earlier != public
        } else {
            self.disclosed.push(public);
            false
        }
    }

    /// The moves that the viewer sees when seats log this move themselves. A move of one seat tells only what that seat
    /// says. Each viewer derives the rest from its own log, and learns nothing that others know.
    fn show_statement(&self, before: Option<&G>, mv: &G::Move, irregular: bool) -> Vec<VisibleMove<G::Move>> {
        let breach = if irregular { BreachDisclosure::Stated } else { BreachDisclosure::None };
        let of_one_seat = G::actor(mv).is_some() && self.full.status() == Status::Live;
        let at = if of_one_seat { &*self.seen.now } else { before.unwrap_or(&self.full.now) };
        at.seen_by(mv, self.viewer).into_iter().map(|mv| VisibleMove { mv, breach }).collect()
    }

    /// Works out anew the viewer's views of an amended move, and of the later moves that the scribe logged.
    fn recompute_shown(&mut self, amended: Seq) {
        let replay = self.full.replay();
        let from = replay.steps.iter().position(|step| step.seq == amended).unwrap_or_default();
        for (index, step) in replay.steps.iter().enumerate().skip(from) {
            let statement = self.full.plies.get(index).is_some_and(|ply| self.full.is_statement_ply(ply));
            if !statement {
                self.shown[index] = self.show(replay.before(index), &step.mv, step.irregular);
            }
        }
    }

    /// Appends the difference between the log and the present views: nothing, one amended move, or a take-back and the
    /// moves that came instead.
    fn append_corrections(&mut self, was_abandoned: bool) {
        let now = self.shown.concat();
        let before: Vec<_> = self.seen.in_force().map(|(_, mv, irregular)| (mv.clone(), irregular)).collect();
        let resumed = was_abandoned && !self.full.abandoned;
        let same = before.iter().zip(&now).take_while(|(previous, seen)| seen.is(previous)).count();
        if same == before.len() && same == now.len() && !resumed {
            return;
        }
        let only_one = before.len() == now.len()
            && before.iter().zip(&now).skip(same + 1).all(|(previous, seen)| seen.is(previous));
        if !resumed && only_one && self.append_amendment(same, &now[same]) {
            return;
        }
        let undone = (before.len() - same) as u64 + u64::from(was_abandoned);
        if undone > 0 {
            self.append(Entry::TakeBack { count: undone });
        }
        self.append_plays(&now[same..]);
        if was_abandoned && !resumed {
            self.append_abandonment_again();
        }
    }

    /// Amends one move of the viewer's log, if one amendment is enough.
    fn append_amendment(&mut self, at: usize, shown: &VisibleMove<G::Move>) -> bool {
        let Some(event) = self.seen.plies.get(at).map(|ply| ply.seq) else { return false };
        let amend = |irregular| Entry::Amend { event, with: shown.mv.clone(), irregular };
        let appended = self.try_append(amend(shown.breach == BreachDisclosure::Stated)).is_ok();
        appended || shown.breach == BreachDisclosure::WhenEvident && self.try_append(amend(true)).is_ok()
    }

    /// An abandonment that still stands was taken back to correct earlier moves; this appends it again.
    fn append_abandonment_again(&mut self) {
        let abandonment = self
            .seen
            .log
            .iter()
            .map(|(_, entry)| entry)
            .rfind(|entry| matches!(entry, Entry::Abandon { .. }));
        if let Some(abandonment) = abandonment.cloned() {
            self.append(abandonment);
        }
    }

    fn append_annotation(&mut self, event: Option<Seq>, text: &str) {
        let Some(event) = event else {
            return self.append(Entry::Annotate { event: None, text: text.to_owned() });
        };
        let seen = self.seen.log.iter().position(|(origin, _)| *origin == event);
        if let Some(index) = seen {
            let event = Some(Seq(index as u64 + 1));
            self.append(Entry::Annotate { event, text: text.to_owned() });
        }
    }

    fn append_plays(&mut self, shown: &[VisibleMove<G::Move>]) {
        for shown in shown {
            self.append_play(shown);
        }
    }

    /// Appends a move as it was, if the viewer's own log allows it; else with the breach that it makes plain, of this
    /// move or of earlier ones, or as something that somebody else says.
    fn append_play(&mut self, shown: &VisibleMove<G::Move>) {
        let play = |irregular| shown.clone().entry(irregular);
        let Err(violation) = self.try_append(play(shown.breach == BreachDisclosure::Stated)) else { return };
        if shown.breach == BreachDisclosure::WhenEvident && self.try_append(play(true)).is_ok() {
            return;
        }
        if self.append_with_earlier_breaches(shown, &violation) {
            return;
        }
        let VisibleMove { mv, breach } = shown.clone();
        self.append(Entry::Statement { mv, irregular: breach != BreachDisclosure::None });
    }

    /// Marks earlier moves as irregular, if this one makes that plain: first the one that it contradicts, then any
    /// other, then all.
    fn append_with_earlier_breaches(&mut self, shown: &VisibleMove<G::Move>, violation: &Violation) -> bool {
        let undisclosed: Vec<Seq> = self.undisclosed_breaches();
        let one = |event: &Seq| vec![*event];
        let contradicted = undisclosed.iter().filter(|event| Some(**event) == violation.contradicts).map(one);
        let any = undisclosed.iter().rev().map(one);
        let all = (undisclosed.len() > 1).then(|| undisclosed.clone());
        let seen = self.seen.clone();
        for events in contradicted.chain(any).chain(all) {
            if self.append_breaches(&events)
                && (shown.breach != BreachDisclosure::Stated
                    && self.try_append(shown.clone().entry(false)).is_ok()
                    || shown.breach != BreachDisclosure::None
                        && self.try_append(shown.clone().entry(true)).is_ok())
            {
                return true;
            }
            self.seen.clone_from(&seen);
        }
        false
    }

    /// The moves in force of the viewer's log that were irregular, and are not marked so there.
    fn undisclosed_breaches(&self) -> Vec<Seq> {
        let shown: HashSet<usize> = (0..)
            .zip(self.shown.iter().flatten())
            .filter(|(_, shown)| shown.breach == BreachDisclosure::WhenEvident)
            .map(|(index, _)| index)
            .collect();
        let moves = self.seen.in_force().enumerate();
        moves
            .filter(|(index, (.., irregular))| !irregular && shown.contains(index))
            .map(|(_, (event, ..))| event)
            .collect()
    }

    fn append_breaches(&mut self, events: &[Seq]) -> bool {
        events.iter().all(|event| {
            let recorded = self.seen.in_force().find(|(seq, ..)| seq == event);
            let Some(with) = recorded.map(|(_, mv, _)| mv.clone()) else { return false };
            self.try_append(Entry::Amend { event: *event, with, irregular: true }).is_ok()
        })
    }

    fn try_append(&mut self, entry: Entry<G::Move>) -> Result<(), Violation> {
        let accepted = self.seen.check(entry).map_err(|refusal| refusal.violation)?;
        self.seen.apply_from(accepted, self.full.version());
        Ok(())
    }

    /// The invariant "forgetting facts never causes a refusal" says that this always succeeds; the
    /// conformance tests hold every game to it.
    fn append(&mut self, entry: Entry<G::Move>) {
        let verdict = self.try_append(entry);
        let origin = self.full.version();
        debug_assert!(verdict.is_ok(), "{:?} can't be shown {origin:?}: {verdict:?}", self.viewer);
    }
}
