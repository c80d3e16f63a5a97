//! How a viewer's log is written.

use super::{Entry, Record};
use crate::game::{Game, Seq};
use crate::seat::Viewer;

/// The log that this viewer would have kept of this record, folded.
pub(super) fn seen_by<G: Game>(record: &Record<G>, viewer: Viewer) -> Record<G> {
    let mut watch = Watch::new(record, viewer);
    watch.catch_up(record);
    watch.seen
}

/// Walks a full log and writes down what one viewer notices of it, as while the game is live: it
/// only ever writes on, also past the end, where [`Record::seen_by`] opens the whole record.
pub struct Watch<G: Game> {
    viewer: Viewer,
    full: Record<G>,
    seen: Record<G>,
    /// By move in force in the full record: what the viewer saw of it.
    shown: Vec<Vec<(G::Move, bool)>>,
}

impl<G: Game> Watch<G> {
    /// Has noticed nothing yet of this record.
    pub fn new(record: &Record<G>, viewer: Viewer) -> Self {
        let empty = Record {
            seats: record.seats,
            now: Box::new(record.start.clone()),
            start: record.start.clone(),
            log: Vec::new(),
            line: Vec::new(),
            abandoned: false,
        };
        Self { viewer, full: empty.clone(), seen: empty, shown: Vec::new() }
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
        let seen_before: Vec<_> = match entry {
            Entry::Play { .. } | Entry::Annotate { .. } => Vec::new(),
            _ => self.shown.concat(),
        };
        let was_abandoned = self.full.abandoned;
        let before = matches!(entry, Entry::Play { .. }).then(|| G::clone(&self.full.now));
        if self.full.append(entry.clone()).is_err() {
            return;
        }
        match entry {
            _ if self.viewer == Viewer::Scribe => self.tell(entry.clone()),
            Entry::Play { mv, irregular } => {
                let shown = show(before.as_ref().unwrap_or(&self.full.now), mv, *irregular, self.viewer);
                self.tell_plays(&shown);
                self.shown.push(shown);
            }
            Entry::TakeBack { .. } => {
                self.shown.truncate(self.full.len());
                self.tell_difference(&seen_before, was_abandoned);
            }
            Entry::Amend { .. } => {
                self.look_again();
                self.tell_difference(&seen_before, was_abandoned);
            }
            Entry::Annotate { event, text } => self.tell_annotation(*event, text),
            Entry::Abandon { .. } => self.tell(entry.clone()),
        }
    }

    /// Works out anew what the viewer saw of every move in force.
    fn look_again(&mut self) {
        let replay = self.full.replay();
        let steps = replay.steps.iter().enumerate();
        self.shown =
            steps.map(|(i, step)| show(replay.before(i), &step.mv, step.irregular, self.viewer)).collect();
    }

    /// Tells what changed between what was seen before and what is seen now: nothing, one
    /// amended move, or a take-back and the moves that came instead.
    fn tell_difference(&mut self, before: &[(G::Move, bool)], was_abandoned: bool) {
        let now = self.shown.concat();
        let resumed = was_abandoned && !self.full.abandoned;
        if before == now && !resumed {
            return;
        }
        let same = before.iter().zip(&now).take_while(|(a, b)| a == b).count();
        if !resumed && let Some(amendment) = self.one_amended(before, &now, same) {
            return self.tell(amendment);
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

    /// The amendment that makes `before` into `now`, if a single one does.
    fn one_amended(
        &self,
        before: &[(G::Move, bool)],
        now: &[(G::Move, bool)],
        at: usize,
    ) -> Option<Entry<G::Move>> {
        let one = before.len() == now.len() && before.get(at + 1..)? == now.get(at + 1..)?;
        let event = self.seen.line.get(at)?.seq;
        let (with, irregular) = now.get(at)?.clone();
        one.then_some(Entry::Amend { event, with, irregular })
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

    fn tell_plays(&mut self, shown: &[(G::Move, bool)]) {
        for (mv, irregular) in shown {
            self.tell(Entry::Play { mv: mv.clone(), irregular: *irregular });
        }
    }

    /// The law "forgetting facts never causes a refusal" says that this always succeeds; the
    /// conformance tests hold every game to it.
    fn tell(&mut self, entry: Entry<G::Move>) {
        let origin = self.full.version();
        let verdict = self.seen.judge(entry);
        debug_assert!(verdict.is_ok(), "{:?} can't be told of {origin:?}: {verdict:?}", self.viewer);
        if let Ok(judged) = verdict {
            self.seen.accept_from(judged, origin);
        }
    }
}

fn show<G: Game>(before: &G, mv: &G::Move, irregular: bool, viewer: Viewer) -> Vec<(G::Move, bool)> {
    before.seen_by(mv, viewer).into_iter().map(|mv| (mv, irregular)).collect()
}
