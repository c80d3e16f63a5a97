//! A record: the log of everything that was said about one game, and the fold that makes it a
//! position again.
//!
//! A refused move is judged once more as irregular, on the same record. So `can_record_anyway` is only true if the
//! irregular move would be accepted.

mod check;
mod disputes;
mod entry;
mod play;
mod refusal;
mod replay;
mod viewer_log;

pub use check::Accepted;
pub use disputes::Dispute;
pub use entry::Entry;
pub use refusal::Refusal;
pub use replay::{Replay, ReplayCursor, Step};
pub use viewer_log::ViewerLog;

use std::slice::SliceIndex;

use check::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seats, Viewer};
use crate::seq::Seq;
use crate::violation::Violation;

/// The status of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "RecordStatus")]
pub enum Status {
    /// Moves are still to come.
    Live,
    /// There is a result.
    Over,
    /// It ended without one.
    Abandoned,
}

/// A move in force. The log holds the move itself.
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
    rules_version: RulesVersion,
    start: G,
    /// Each entry, beside the event of the full record it comes from: its own event, unless the record is a viewer's.
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
    /// The cost of reading the log beside a fold of each move.
    pub fn total(self) -> u64 {
        self.corrections + self.statements
    }
}

impl<G: Rules> Record<G> {
    /// An empty record of a game set up like this, played by this version of the rules.
    ///
    /// # Errors
    ///
    /// If the game has no such number of seats with these options.
    pub fn open(seats: u8, options: &G::Options, version: RulesVersion) -> Result<Self, Violation> {
        let start = G::new(seats, options, version)?;
        Ok(Self {
            seats: Seats::new(seats),
            rules_version: version,
            now: Box::new(start.clone()),
            start,
            log: Vec::new(),
            plies: Vec::new(),
            disputes: Vec::new(),
            abandoned: false,
            refold_counts: RefoldCounts::default(),
        })
    }

    /// A copy with room for one more entry. A record in memory is forked for every move, and a list that has to grow
    /// doubles its room.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            start: self.start.clone(),
            log: with_room_for_one(&self.log),
            plies: with_room_for_one(&self.plies),
            disputes: self.disputes.clone(),
            now: self.now.clone(),
            ..*self
        }
    }

    /// How many entries the log has: the sequence number of the last event.
    pub fn version(&self) -> Seq {
        Seq(self.log.len() as u64)
    }

    /// The seats of the table.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The version of the rules that it is played by.
    pub fn rules_version(&self) -> RulesVersion {
        self.rules_version
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

    /// True if nothing has been played, or all was taken back.
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

    /// True if a move in force broke a rule.
    pub fn is_irregular(&self) -> bool {
        self.plies.iter().any(|ply| ply.breached)
    }

    /// How many moves were folded again so far. Reading the log folds as many again.
    pub fn refold_counts(&self) -> RefoldCounts {
        self.refold_counts
    }

    /// The memory that it takes, in bytes, without the heap of its entries, such as texts.
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

    /// The moves in force as amended, each with the event that recorded it and a flag for an irregular one.
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

    /// Adds an entry that [`Record::check`] found possible for this very record.
    pub fn apply(&mut self, accepted: Accepted<G>) {
        let origin = Seq(self.log.len() as u64 + 1);
        self.apply_from(accepted, origin);
    }

    /// Checks an entry and applies it.
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

    /// The record that a viewer sees: its own log, in which everything hidden from that viewer is unknown, folded like
    /// any other. Its events are numbered without gaps, so that not even the numbers reveal hidden moves. Once a record
    /// is over, everybody sees it whole.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        if viewer == Viewer::Scribe || self.status() != Status::Live {
            return self.clone();
        }
        viewer_log::seen_by(self, viewer)
    }
}

fn with_room_for_one<T: Clone>(list: &[T]) -> Vec<T> {
    let mut copy = Vec::with_capacity(list.len() + 1);
    copy.extend_from_slice(list);
    copy
}

/// The index of an event in the log.
fn index(event: Seq) -> Option<usize> {
    event.index().checked_sub(1)
}
