//! How a viewer's log is written.

use std::collections::HashSet;

use super::{Entry, Record, Refolded, Status};
use crate::rules::Rules;
use crate::seat::Viewer;
use crate::seq::Seq;
use crate::tagged::{self, TYPE_FIELD};
use crate::violation::Violation;

/// The log that this viewer would have kept of this record, folded.
pub(super) fn seen_by<G: Rules>(record: &Record<G>, viewer: Viewer) -> Record<G> {
    let mut watch = Watch::new(record, viewer);
    watch.catch_up(record);
    watch.seen
}

/// Walks a full log and writes down what one viewer notices of it, as while the game is live: it
/// only ever writes on, also past the end, where [`Record::seen_by`] opens the whole record.
pub struct Watch<G: Rules> {
    viewer: Viewer,
    full: Record<G>,
    seen: Record<G>,
    /// By move in force in the full record: what the viewer saw of it.
    shown: Vec<Vec<Shown<G::Move>>>,
    /// What everybody saw of the moves that showed the viewer more than was said: at most one of a kind.
    disclosed: Vec<Vec<G::Move>>,
}

/// A move as a viewer sees it.
#[derive(Clone, Debug, PartialEq)]
struct Shown<M> {
    mv: M,
    breach: Breach,
}

/// Whether a viewer is told that a move is irregular.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Breach {
    /// It is not.
    None,
    /// The seat that logged it says so; or the scribe, of a game without secrets.
    Said,
    /// Only once the viewer's own log shows it: the scribe may say so because of what is hidden.
    IfPlain,
}

impl<M> Shown<M> {
    fn entry(self, irregular: bool) -> Entry<M> {
        Entry::Play { mv: self.mv, irregular }
    }
}

impl<M: PartialEq> Shown<M> {
    /// Whether a viewer who was told this move needs not be told this.
    fn is(&self, (mv, irregular): &(M, bool)) -> bool {
        let as_told = match self.breach {
            Breach::None => !*irregular,
            Breach::Said => *irregular,
            Breach::IfPlain => true,
        };
        as_told && self.mv == *mv
    }
}

impl<G: Rules> Watch<G> {
    /// Has noticed nothing yet of this record.
    pub fn new(record: &Record<G>, viewer: Viewer) -> Self {
        let empty = Record {
            seats: record.seats,
            now: Box::new(record.start.clone()),
            start: record.start.clone(),
            log: Vec::new(),
            line: Vec::new(),
            disputes: Vec::new(),
            abandoned: false,
            refolded: Refolded::default(),
        };
        Self { viewer, full: empty.clone(), seen: empty, shown: Vec::new(), disclosed: Vec::new() }
    }

    /// Notices what was added to the record since.
    pub fn catch_up(&mut self, record: &Record<G>) {
        for (_, entry) in record.log().skip(self.full.log.len()) {
            self.notice(entry);
        }
    }

    /// The log that the viewer kept so far, folded.
    pub fn seen(&self) -> &Record<G> {
        &self.seen
    }

    fn notice(&mut self, entry: &Entry<G::Move>) {
        let was_abandoned = self.full.abandoned;
        let plays = matches!(entry, Entry::Play { .. } | Entry::Statement { .. });
        let before = plays.then(|| G::clone(&self.full.now));
        if self.full.append(entry.clone()).is_err() {
            return;
        }
        match entry {
            _ if self.viewer == Viewer::Scribe => self.tell(entry.clone()),
            Entry::Play { mv, irregular } => {
                let shown = self.show(&before.unwrap_or_else(|| G::clone(&self.full.now)), mv, *irregular);
                self.tell_plays(&shown);
                self.shown.push(shown);
            }
            Entry::Statement { mv, irregular } => {
                let shown = self.show_statement(before.as_ref(), mv, *irregular);
                self.tell_plays(&shown);
                self.shown.push(shown);
            }
            Entry::TakeBack { .. } => {
                self.shown.truncate(self.full.len());
                self.tell_difference(was_abandoned);
            }
            Entry::Amend { event, .. } => {
                self.look_again(*event);
                self.tell_difference(was_abandoned);
            }
            Entry::Annotate { event, text } => self.tell_annotation(*event, text),
            Entry::Abandon { .. } => self.tell(entry.clone()),
        }
    }

    /// What the viewer sees of a move that the scribe logged, who knows everything.
    fn show(&mut self, before: &G, mv: &G::Move, irregular: bool) -> Vec<Shown<G::Move>> {
        let breach = match irregular {
            true if G::HAS_SECRETS => Breach::IfPlain,
            true => Breach::Said,
            false => Breach::None,
        };
        let mut seen = before.seen_by(mv, self.viewer);
        if self.is_disclosed_twice(before, mv, &seen) {
            seen = vec![mv.clone()];
        }
        seen.into_iter().map(|mv| Shown { mv, breach }).collect()
    }

    /// Whether a seat's own move shows it what nobody said, and such a move did so before, about something else: what
    /// somebody looked at stays seen when the move is taken back, so looking again shows nothing more.
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

    /// What the viewer sees of a move that seats logged themselves. One seat's tells what that seat says: whatever
    /// else there is to see, each works it out of its own log, and nobody is told by it what others know.
    fn show_statement(&self, before: Option<&G>, mv: &G::Move, irregular: bool) -> Vec<Shown<G::Move>> {
        let breach = if irregular { Breach::Said } else { Breach::None };
        let of_one_seat = G::actor(mv).is_some() && self.full.status() == Status::Live;
        let at = if of_one_seat { &*self.seen.now } else { before.unwrap_or(&self.full.now) };
        at.seen_by(mv, self.viewer).into_iter().map(|mv| Shown { mv, breach }).collect()
    }

    /// Works out anew what the viewer saw of an amended move, and of those after it that the scribe logged.
    fn look_again(&mut self, amended: Seq) {
        let replay = self.full.replay();
        let from = replay.steps.iter().position(|step| step.seq == amended).unwrap_or_default();
        for (index, step) in replay.steps.iter().enumerate().skip(from) {
            let statement = self.full.line.get(index).is_some_and(|ply| self.full.is_statement(ply));
            if !statement {
                self.shown[index] = self.show(replay.before(index), &step.mv, step.irregular);
            }
        }
    }

    /// Tells what changed between what was told before and what is seen now: nothing, one
    /// amended move, or a take-back and the moves that came instead.
    fn tell_difference(&mut self, was_abandoned: bool) {
        let now = self.shown.concat();
        let before: Vec<_> = self.seen.in_force().map(|(_, mv, irregular)| (mv.clone(), irregular)).collect();
        let resumed = was_abandoned && !self.full.abandoned;
        let same = before.iter().zip(&now).take_while(|(told, seen)| seen.is(told)).count();
        if same == before.len() && same == now.len() && !resumed {
            return;
        }
        let only_one = before.len() == now.len()
            && before.iter().zip(&now).skip(same + 1).all(|(told, seen)| seen.is(told));
        if !resumed && only_one && self.tell_amended(same, &now[same]) {
            return;
        }
        let undone = (before.len() - same) as u64 + u64::from(was_abandoned);
        if undone > 0 {
            self.tell(Entry::TakeBack { count: undone });
        }
        self.tell_plays(&now[same..]);
        if was_abandoned && !resumed {
            self.tell_abandonment_again();
        }
    }

    /// Tells that a move was another one, if one amendment can say so.
    fn tell_amended(&mut self, at: usize, shown: &Shown<G::Move>) -> bool {
        let Some(event) = self.seen.line.get(at).map(|ply| ply.seq) else { return false };
        let amend = |irregular| Entry::Amend { event, with: shown.mv.clone(), irregular };
        let told = self.try_to_tell(amend(shown.breach == Breach::Said)).is_ok();
        told || shown.breach == Breach::IfPlain && self.try_to_tell(amend(true)).is_ok()
    }

    /// To tell what changed before an abandonment that still stands, it had to be taken back.
    fn tell_abandonment_again(&mut self) {
        let abandonment = self
            .seen
            .log
            .iter()
            .map(|(_, entry)| entry)
            .rfind(|entry| matches!(entry, Entry::Abandon { .. }));
        if let Some(abandonment) = abandonment.cloned() {
            self.tell(abandonment);
        }
    }

    fn tell_annotation(&mut self, event: Option<Seq>, text: &str) {
        let Some(event) = event else {
            return self.tell(Entry::Annotate { event: None, text: text.to_owned() });
        };
        let seen = self.seen.log.iter().position(|(origin, _)| *origin == event);
        if let Some(index) = seen {
            let event = Some(Seq(index as u64 + 1));
            self.tell(Entry::Annotate { event, text: text.to_owned() });
        }
    }

    fn tell_plays(&mut self, shown: &[Shown<G::Move>]) {
        for shown in shown {
            self.tell_play(shown);
        }
    }

    /// Tells a move, as far as the viewer's own log allows as it was; else with the breach that it makes plain, of
    /// this move or of earlier ones, or as something that somebody else says.
    fn tell_play(&mut self, shown: &Shown<G::Move>) {
        let play = |irregular| shown.clone().entry(irregular);
        let Err(violation) = self.try_to_tell(play(shown.breach == Breach::Said)) else { return };
        if shown.breach == Breach::IfPlain && self.try_to_tell(play(true)).is_ok() {
            return;
        }
        if self.tell_with_earlier_breaches(shown, &violation) {
            return;
        }
        let Shown { mv, breach } = shown.clone();
        self.tell(Entry::Statement { mv, irregular: breach != Breach::None });
    }

    /// Tells of earlier moves that they were irregular, if this one makes that plain: first of the one that it
    /// contradicts, then of any other, then of all.
    fn tell_with_earlier_breaches(&mut self, shown: &Shown<G::Move>, violation: &Violation) -> bool {
        let withheld: Vec<Seq> = self.withheld();
        let one = |event: &Seq| vec![*event];
        let contradicted = withheld.iter().filter(|event| Some(**event) == violation.contradicts).map(one);
        let any = withheld.iter().rev().map(one);
        let all = (withheld.len() > 1).then(|| withheld.clone());
        let seen = self.seen.clone();
        for events in contradicted.chain(any).chain(all) {
            if self.tell_breaches(&events)
                && (shown.breach != Breach::Said && self.try_to_tell(shown.clone().entry(false)).is_ok()
                    || shown.breach != Breach::None && self.try_to_tell(shown.clone().entry(true)).is_ok())
            {
                return true;
            }
            self.seen.clone_from(&seen);
        }
        false
    }

    /// The moves in force of the viewer's log that were irregular, of which it was not told.
    fn withheld(&self) -> Vec<Seq> {
        let shown: HashSet<usize> = (0..)
            .zip(self.shown.iter().flatten())
            .filter(|(_, shown)| shown.breach == Breach::IfPlain)
            .map(|(index, _)| index)
            .collect();
        let told = self.seen.in_force().enumerate();
        told.filter(|(index, (.., irregular))| !irregular && shown.contains(index))
            .map(|(_, (event, ..))| event)
            .collect()
    }

    fn tell_breaches(&mut self, events: &[Seq]) -> bool {
        events.iter().all(|event| {
            let told = self.seen.in_force().find(|(seq, ..)| seq == event);
            let Some(with) = told.map(|(_, mv, _)| mv.clone()) else { return false };
            self.try_to_tell(Entry::Amend { event: *event, with, irregular: true }).is_ok()
        })
    }

    fn try_to_tell(&mut self, entry: Entry<G::Move>) -> Result<(), Violation> {
        let judged = self.seen.judge(entry).map_err(|refusal| refusal.violation)?;
        self.seen.accept_from(judged, self.full.version());
        Ok(())
    }

    /// The invariant "forgetting facts never causes a refusal" says that this always succeeds; the
    /// conformance tests hold every game to it.
    fn tell(&mut self, entry: Entry<G::Move>) {
        let verdict = self.try_to_tell(entry);
        let origin = self.full.version();
        debug_assert!(verdict.is_ok(), "{:?} can't be told of {origin:?}: {verdict:?}", self.viewer);
    }
}
