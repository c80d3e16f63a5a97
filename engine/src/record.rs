//! A record: the log of everything that was said about one game, and the fold that makes it a
//! position again.
//!
//! A refused move is judged once more as irregular, on the same record. So `can_record_anyway` promises only what
//! holds.

mod disputes;
mod viewer_log;

pub use disputes::Dispute;
pub use viewer_log::ViewerLog;

use std::slice::SliceIndex;

use crate::rules::Rules;

use crate::message::{Message, RuleId};
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};
use crate::words::Common;

/// One entry of a log. Only [`Entry::Play`] is a move of the game; the others are about the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry<M> {
    /// Somebody moved.
    Play {
        /// The move.
        mv: M,
        /// Recorded although it may break a soft rule, because it really happened.
        irregular: bool,
    },
    /// Seats logged a move themselves, not knowing all that is recorded. It counts like any other; but where it
    /// does not agree with what it could not know, that becomes a [`Dispute`] and no refusal.
    Statement {
        /// The move.
        mv: M,
        /// As in [`Entry::Play`].
        irregular: bool,
    },
    /// The last moves still in force are undone; an abandonment counts as one.
    TakeBack {
        /// How many, at least 1.
        count: u64,
    },
    /// An earlier move was another one.
    Amend {
        /// The event that recorded the move.
        event: Seq,
        /// What it should have said.
        with: M,
        /// As in [`Entry::Play`].
        irregular: bool,
    },
    /// A comment; never affects the fold.
    Annotate {
        /// The event it is about; the whole record if none.
        event: Option<Seq>,
        /// The comment.
        text: String,
    },
    /// The table broke up without a result.
    Abandon {
        /// Why.
        reason: Option<String>,
    },
}

impl<M> Entry<M> {
    /// The move that it records, and whether it is marked irregular.
    fn recorded_move(&self) -> Option<(&M, bool)> {
        match self {
            Self::Play { mv, irregular }
            | Self::Statement { mv, irregular }
            | Self::Amend { with: mv, irregular, .. } => Some((mv, *irregular)),
            _ => None,
        }
    }
}

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Moves are still to come.
    Live,
    /// There is a result.
    Over,
    /// It ended without one.
    Abandoned,
}

/// The field of a violation's detail that has the later move that an amendment breaks.
const LATER_MOVE_FIELD: &str = "later";

/// Why an entry was refused. The record is as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The rule that would be broken.
    pub violation: Violation,
    /// The later move that would no longer be possible, when an earlier one was to be amended.
    pub breaks: Option<Seq>,
    /// What that move says.
    later: Option<Message>,
}

impl Refusal {
    /// An amendment is refused because a later move does not fit. Whom that move names is in the violation's detail.
    fn of_later_move(mut violation: Violation, event: Seq, later: Message) -> Self {
        violation.detail[LATER_MOVE_FIELD] = serde_json::json!({"event": event, "seats": later.seats()});
        Self { violation, breaks: Some(event), later: Some(later) }
    }

    /// Why. Of an amendment, which later move would no longer fit, what it says, and the rule it would break.
    pub fn message(&self) -> Message {
        let Violation { message, rule, .. } = &self.violation;
        match (self.breaks, &self.later) {
            (Some(event), Some(said)) => {
                let (said, rule, why) = (said.clone(), RuleId(rule), message.clone());
                Common::LaterMoveBreaks { event, said, rule, why }.into()
            }
            _ => message.clone(),
        }
    }
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Self {
        Self { violation, breaks: None, later: None }
    }
}

/// One move in force, and what became of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<G: Rules> {
    /// The event that recorded it.
    pub seq: Seq,
    /// The move, as amended.
    pub mv: G::Move,
    /// Whether it was recorded as irregular.
    pub irregular: bool,
    /// What the position keeps of it, where it does not agree with what others said.
    pub dispute: Option<Dispute<G::Move>>,
    /// The soft rules it broke.
    pub breaches: Vec<Violation>,
    /// What followed by rule.
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

    /// The same without the moves of which the position keeps nothing, and of the others what it keeps: all that
    /// counting may believe.
    #[must_use]
    pub fn as_applied(mut self) -> Self {
        self.steps.retain_mut(|step| {
            let Some(applied) = step.applied_move().cloned() else { return false };
            step.mv = applied;
            true
        });
        self
    }

    /// Whether any step broke a rule.
    pub fn is_irregular(&self) -> bool {
        self.steps.iter().any(|step| !step.breaches.is_empty())
    }
}

/// A move in force. What it was stands in the log.
#[derive(Clone, Debug, PartialEq)]
struct Ply {
    /// The event that recorded it.
    seq: Seq,
    /// The event that holds the move: the same one, or its last amendment.
    source: Seq,
    breached: bool,
}

/// A game being recorded: its log, and the position the log folds to.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Rules> {
    seats: Seats,
    start: G,
    /// Each entry, beside the event of the full record it comes from: this same one, unless the
    /// record is what a viewer sees.
    log: Vec<(Seq, Entry<G::Move>)>,
    plies: Vec<Ply>,
    /// Moves of which the position keeps a part, in the order of the line.
    disputes: Vec<Dispute<G::Move>>,
    abandoned: bool,
    refold_counts: RefoldCounts,
    now: Box<G>,
}

/// How many moves were folded again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefoldCounts {
    /// By taking back and amending: all moves in force after each.
    pub corrections: u64,
    /// To make room for statements that did not fit, whatever made it necessary.
    pub statements: u64,
}

impl RefoldCounts {
    /// What reading the log costs beside a fold of each move.
    pub fn total(self) -> u64 {
        self.corrections + self.statements
    }
}

/// An entry found possible, with all that accepting it changes.
#[derive(Clone, Debug)]
pub struct Accepted<G: Rules> {
    entry: Entry<G::Move>,
    /// The event of the move that it plays or corrects; of the entry itself if there is none.
    seq: Seq,
    change: Change<G>,
}

#[derive(Clone, Debug)]
enum Change<G: Rules> {
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
        folded: disputes::RefoldedMoves<G>,
        shown: Option<usize>,
    },
    Abandon,
    Nothing,
}

/// What a move did.
#[derive(Clone, Debug)]
struct Played<G: Rules> {
    breaches: Vec<Violation>,
    effects: Vec<G::Effect>,
    after: Box<G>,
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

impl<G: Rules> Played<G> {
    fn step(self, seq: Seq, mv: &G::Move, irregular: bool, dispute: Option<Dispute<G::Move>>) -> Step<G> {
        let Self { breaches, effects, after } = self;
        Step { seq, mv: mv.clone(), irregular, dispute, breaches, effects, after: *after }
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
    /// Stands at the start of this record.
    pub fn new(record: &Record<G>) -> Self {
        Self { now: record.start.clone(), done: 0 }
    }

    /// The position before the next move of the record that it began with, and the step that it makes.
    pub fn step(&mut self, record: &Record<G>) -> Option<(G, Step<G>)> {
        let (seq, mv, irregular) = record.moves(self.done..=self.done).next()?;
        // Every move was accepted by this same fold, so none is refused here.
        let dispute = record.dispute(seq);
        let played = play_kept(&self.now, seq, mv, irregular, dispute).ok()?;
        let step = played.step(seq, mv, irregular, dispute.cloned());
        self.done += 1;
        Some((std::mem::replace(&mut self.now, step.after.clone()), step))
    }
}

impl<G: Rules> Record<G> {
    /// An empty record of a game set up like this.
    ///
    /// # Errors
    ///
    /// If the game has no such number of seats with these options.
    pub fn open(seats: u8, options: &G::Options) -> Result<Self, Violation> {
        let start = G::new(seats, options)?;
        Ok(Self {
            seats: Seats::new(seats),
            now: Box::new(start.clone()),
            start,
            log: Vec::new(),
            plies: Vec::new(),
            disputes: Vec::new(),
            abandoned: false,
            refold_counts: RefoldCounts::default(),
        })
    }

    /// How many entries the log has: the sequence number of the last event.
    pub fn version(&self) -> Seq {
        Seq(self.log.len() as u64)
    }

    /// The seats of the table.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The position now.
    pub fn now(&self) -> &G {
        &self.now
    }

    /// Every entry, oldest first, with the event of the full record it comes from.
    pub fn log(&self) -> impl Iterator<Item = (Seq, &Entry<G::Move>)> {
        self.log.iter().map(|(origin, entry)| (*origin, entry))
    }

    /// The event of the full record that an event of this one comes from.
    pub fn origin(&self, event: Seq) -> Option<Seq> {
        self.log.get(index(event)?).map(|(origin, _)| *origin)
    }

    /// The last event of this record that comes from that event of the full record or an earlier one.
    pub fn last_from(&self, origin: Seq) -> Seq {
        Seq(self.log.partition_point(|(from, _)| *from <= origin) as u64)
    }

    /// How many moves are in force.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// The events of the first and the last move in force, the same if there is but one.
    pub fn span(&self) -> Option<[Seq; 2]> {
        Some([self.plies.first()?.seq, self.plies.last()?.seq])
    }

    /// Whether nothing has been played, or all was taken back.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Live, over or abandoned.
    pub fn status(&self) -> Status {
        if self.now.outcome().is_some() {
            Status::Over
        } else if self.abandoned {
            Status::Abandoned
        } else {
            Status::Live
        }
    }

    /// Whether a move in force broke a rule.
    pub fn is_irregular(&self) -> bool {
        self.plies.iter().any(|ply| ply.breached)
    }

    /// How many moves were folded again so far. Reading the log folds as many again.
    pub fn refold_counts(&self) -> RefoldCounts {
        self.refold_counts
    }

    /// What a seat has stated, whatever became of it.
    pub fn statements_by(&self, seat: Seat) -> impl Iterator<Item = &Entry<G::Move>> {
        self.log.iter().map(|(_, entry)| entry).filter(move |entry| match entry {
            Entry::Statement { mv, .. } => G::actor(mv) == Some(seat),
            _ => false,
        })
    }

    /// The memory that it takes, in bytes, without what its entries keep elsewhere, such as texts.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + 2 * size_of::<G>()
            + self.log.capacity() * size_of::<(Seq, Entry<G::Move>)>()
            + self.plies.capacity() * size_of::<Ply>()
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Folds the moves in force again and keeps every position.
    pub fn replay(&self) -> Replay<G> {
        let mut before = self.start.clone();
        let mut steps = Vec::with_capacity(self.plies.len());
        for (seq, mv, irregular) in self.moves(..) {
            // Every move was accepted by this same fold, so none is refused here.
            let dispute = self.dispute(seq);
            let Ok(played) = play_kept(&before, seq, mv, irregular, dispute) else { break };
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

    /// The moves in force as amended, each with the event that recorded it and whether it was irregular.
    pub fn in_force(&self) -> impl Iterator<Item = (Seq, &G::Move, bool)> {
        self.moves(..)
    }

    fn moves(
        &self,
        which: impl SliceIndex<[Ply], Output = [Ply]>,
    ) -> impl Iterator<Item = (Seq, &G::Move, bool)> {
        self.plies.get(which).unwrap_or_default().iter().filter_map(|ply| {
            let (mv, irregular) = self.entry(ply.source)?.recorded_move()?;
            Some((ply.seq, mv, irregular))
        })
    }

    fn entry(&self, event: Seq) -> Option<&Entry<G::Move>> {
        self.log.get(index(event)?).map(|(_, entry)| entry)
    }

    /// Whether an entry may be added now, and what it would do. Changes nothing. A refusal says whether the same
    /// entry would be accepted as irregular.
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

    /// Adds an entry that [`Record::check`] found possible for this very record.
    pub fn apply(&mut self, accepted: Accepted<G>) {
        let origin = Seq(self.log.len() as u64 + 1);
        self.apply_from(accepted, origin);
    }

    /// Judges and accepts.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check); then nothing has changed.
    pub fn append(&mut self, entry: Entry<G::Move>) -> Result<(), Refusal> {
        let accepted = self.check(entry)?;
        self.apply(accepted);
        Ok(())
    }

    fn apply_from(&mut self, accepted: Accepted<G>, origin: Seq) {
        let source = self.next_seq();
        match accepted.change {
            Change::Push(played) => {
                self.plies.push(Ply { seq: source, source, breached: !played.breaches.is_empty() });
                self.now = played.after;
            }
            Change::Truncate { remaining, now } => {
                self.refold_counts.corrections += remaining as u64;
                self.plies.truncate(remaining);
                self.abandoned = false;
                self.now = now;
            }
            Change::Replace { index, breached, now, .. } => {
                self.refold_counts.corrections += self.plies.len() as u64;
                self.plies[index].source = source;
                for (ply, breached) in self.plies[index..].iter_mut().zip(breached) {
                    ply.breached = breached;
                }
                self.now = now;
            }
            Change::PushDisputed(played, dispute) => {
                self.plies.push(Ply { seq: source, source, breached: !played.breaches.is_empty() });
                self.disputes.push(dispute);
                self.now = played.after;
            }
            Change::Refold { folded, .. } => {
                self.refold_counts.statements += folded.extra_folds;
                if !matches!(accepted.entry, Entry::Statement { .. }) {
                    self.refold_counts.corrections += folded.moves.len() as u64;
                }
                if let Entry::TakeBack { .. } = accepted.entry {
                    self.abandoned = false;
                }
                self.apply_refold(folded.moves, source, accepted.seq);
            }
            Change::Abandon => self.abandoned = true,
            Change::Nothing => {}
        }
        self.log.push((origin, accepted.entry));
    }

    fn next_seq(&self) -> Seq {
        Seq(self.log.len() as u64 + 1)
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
        let remaining = usize::try_from(possible - count).unwrap_or(0).min(self.plies.len());
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

    fn position_after(&self, count: usize) -> G {
        self.moves(..count).fold(self.start.clone(), |before, (seq, mv, irregular)| {
            match play_kept(&before, seq, mv, irregular, self.dispute(seq)) {
                Ok(played) => *played.after,
                Err(_) => before,
            }
        })
    }

    /// The record that a viewer sees: a log of its own, in which everything hidden from that
    /// viewer is unknown, folded like any other. Its events are numbered without gaps, so that
    /// not even the numbers tell what was hidden. Once a record is over everybody sees it whole.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        if viewer == Viewer::Scribe || self.status() != Status::Live {
            return self.clone();
        }
        viewer_log::seen_by(self, viewer)
    }
}

/// Judges a move that may be irregular; where it is refused and was not, tries whether it could be.
fn check_or_excuse<T>(irregular: bool, check: impl Fn(bool) -> Result<T, Refusal>) -> Result<T, Refusal> {
    check(irregular).map_err(|mut refusal| {
        refusal.violation.can_record_anyway = !irregular && check(true).is_ok();
        refusal
    })
}

/// Where the log holds an event.
fn index(event: Seq) -> Option<usize> {
    usize::try_from(event.0).ok()?.checked_sub(1)
}

fn play<G: Rules>(before: &G, seq: Seq, mv: &G::Move, irregular: bool) -> Result<Played<G>, Violation> {
    if before.outcome().is_some() {
        return Err(Violation::game_over());
    }
    let mut referee = if irregular { Referee::lenient() } else { Referee::strict() };
    let (after, effects) = before.play(seq, mv, &mut referee)?;
    Ok(Played { breaches: referee.into_breaches(), effects, after: Box::new(after) })
}

/// The same of a move of which the position may keep a part.
fn play_kept<G: Rules>(
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
