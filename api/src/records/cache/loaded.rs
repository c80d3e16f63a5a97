//! A record as it was read from the store.
//!
//! Old games survive changes of the rules. A stored log that no longer folds opens to its longest legal prefix. The
//! record then says where it stops (`unreplayable`) and takes no more moves.

use std::fmt::{self, Display, Formatter};
use std::num::NonZeroU16;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use kifu_engine::budget::Budget;
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, Rejected};
use kifu_engine::games;
use kifu_engine::record::{Refusal, Status};
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;

use super::answers::WrittenAnswers;
use super::limits::Totals;
use super::views::Views;
use crate::http::cost::{Costly, Permit};
use crate::http::entity_tag::{HeadDigest, Stamp};
use crate::http::problem::Problem;
use crate::records::details::names;
use kifu_store::{Epoch, EpochCount, Event, Json, now};

/// From this many events or folds on, folding and rendering take a thread that serves too long.
const MIN_LARGE_EVENTS: u64 = 500;
/// Payload bytes from which a record is large.
const MIN_LARGE_PAYLOAD_BYTES: usize = 128 << 10;

/// A record folded from its events. Adding to it makes another one.
#[derive(Clone)]
pub struct LoadedRecord {
    /// The record's head.
    pub head: Arc<kifu_store::Record>,
    /// The names of the seats.
    pub names: Names,
    /// The record; its readable part, if it can't be replayed to its end.
    pub record: Arc<dyn AnyRecord>,
    /// The number of the last event known, whether or not it folds.
    pub(super) last: Seq,
    /// When each event was logged, the opening first.
    pub times: Vec<DateTime<Utc>>,
    /// Why it stops short of the last event, where it does.
    pub unreplayable: Option<ReplayError>,
    /// The epoch of the database when it was read. A record that was not read for an answer has no epoch: its tags
    /// match no record.
    pub epoch: Epoch,
    /// The epoch as this service counts it.
    pub epoch_count: EpochCount,
    /// The amount logged in it.
    pub totals: Totals,
    pub(super) views: Arc<Views>,
    pub(super) answers: WrittenAnswers,
}

/// A stored log that no longer folds.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// The first event that was refused.
    pub at: Seq,
    /// Why.
    pub why: Unfoldable,
}

/// Why an event does not fold.
#[derive(Clone, Debug)]
pub enum Unfoldable {
    /// The rules stand against it, or it can't be read.
    Rejected(Box<Rejected>),
    /// It is not stored: it was lost or taken away. What follows keeps its number.
    Missing,
    /// Folding it panicked.
    Panicked,
}

/// How a stored record was opened.
///
/// # Errors
///
/// If it was stored otherwise than it can have been.
pub fn stored_opening(seats: u8, options: &Json, rules_version: NonZeroU16) -> Result<Opening, Problem> {
    let options = options.read().map_err(Problem::internal)?;
    Ok(Opening { seats, options, rules_version: rules_version.into() })
}

impl LoadedRecord {
    /// Folds a whole log, its opening event first.
    pub fn new(
        head: kifu_store::Record,
        events: &[Event],
        permit: &Permit<impl Costly>,
    ) -> Result<Self, Problem> {
        let game = find_game(&head)?;
        let opening = stored_opening(head.seats, &head.options, head.rules_version)?;
        let record = game.open(&opening).map_err(|why| {
            Problem::internal(format!(
                "the stored record {} no longer opens: {}",
                head.id,
                Unfoldable::Rejected(why.into())
            ))
        })?;
        let times = Vec::with_capacity(events.len());
        let mut loaded = Self { times, last: Seq::default(), ..Self::opened(head, record) };
        loaded.fold(events, permit);
        Ok(loaded)
    }

    /// The opening.
    ///
    /// # Errors
    ///
    /// If it was stored otherwise than it can have been.
    pub fn opening(&self) -> Result<Opening, Problem> {
        stored_opening(self.head.seats, &self.head.options, self.head.rules_version)
    }

    /// A record just opened.
    pub fn opened(head: kifu_store::Record, record: Box<dyn AnyRecord>) -> Self {
        Self {
            names: names(&head.seating),
            times: vec![head.opened_at],
            last: Seq::default(),
            totals: Totals::none(record.seats()),
            head: Arc::new(head),
            record: record.into(),
            unreplayable: None,
            epoch: Epoch::default(),
            epoch_count: EpochCount::default(),
            views: Arc::default(),
            answers: WrittenAnswers::default(),
        }
    }

    /// Sets the epoch, for a record read for an answer.
    #[must_use]
    pub fn of_epoch(self, epoch: Epoch) -> Self {
        Self { epoch, ..self }
    }

    /// The record with the entries added that the store has taken.
    #[must_use]
    pub fn grown(
        &self,
        record: Box<dyn AnyRecord>,
        (added, totals): (usize, Totals),
        at: DateTime<Utc>,
    ) -> Self {
        let mut times = Vec::with_capacity(self.times.len() + added);
        times.extend_from_slice(&self.times);
        times.resize(times.len() + added, at);
        // Everybody sees all of a record that is over.
        let is_live = record.status() == Status::Live;
        let views = if is_live { Arc::clone(&self.views) } else { Arc::default() };
        Self {
            head: Arc::clone(&self.head),
            names: self.names.clone(),
            record: record.into(),
            last: Seq(self.last.0 + added as u64),
            times,
            unreplayable: self.unreplayable.clone(),
            totals,
            views,
            answers: WrittenAnswers::default(),
            ..*self
        }
    }

    /// The time of the next entry: now, but never before that of the last one, however clocks are set.
    pub fn time_of_next(&self) -> DateTime<Utc> {
        self.times.last().map_or_else(now, |last| now().max(*last))
    }

    pub(super) fn set_head(&mut self, head: kifu_store::Record) {
        self.names = names(&head.seating);
        self.head = Arc::new(head);
    }

    /// Folds the events that follow. Where one is missing, or does not fold, the record stops before it; nothing is
    /// numbered anew. A fold that panics counts as one that fails, so that one record does not stop a walk over many.
    /// Where the permit ends, the result is of no use.
    pub fn fold(&mut self, events: &[Event], permit: &Permit<impl Costly>) {
        if Arc::get_mut(&mut self.record).is_none() {
            self.record = self.record.fork().into();
        }
        for event in events.iter().take_while(|_| permit.goes_on()) {
            // Up to where it stops, a record has every event.
            let expected = Seq(self.times.len() as u64);
            self.last = event.seq;
            self.times.push(event.at);
            let mut stated_by = None;
            if self.unreplayable.is_none() && event.seq != expected {
                self.stop(event, expected, Unfoldable::Missing);
            } else if self.unreplayable.is_none() && event.seq.0 > 0 {
                match self.fold_one(event) {
                    Ok(seat) => stated_by = seat,
                    Err(why) => self.stop(event, expected, why),
                }
            }
            self.totals.add(event.payload.as_str(), stated_by);
        }
    }

    /// A position is changed only when the next one is made (`Rules::play` takes `&self`): what panics leaves it as it was.
    fn fold_one(&mut self, event: &Event) -> Result<Option<Seat>, Unfoldable> {
        let Some(record) = Arc::get_mut(&mut self.record) else { return Ok(None) };
        let folded = catch_unwind(AssertUnwindSafe(|| record.append_stored(event.payload.as_str())));
        folded.map_err(|_| Unfoldable::Panicked)?.map_err(|why| Unfoldable::Rejected(why.into()))
    }

    fn stop(&mut self, event: &Event, at: Seq, why: Unfoldable) {
        tracing::warn!(game = %event.game, seq = at.0, %why, "a stored log no longer folds");
        self.unreplayable = Some(ReplayError { at, why });
    }

    /// The number of the last event known, whether or not it folds.
    pub fn last(&self) -> Seq {
        self.last
    }

    /// The stamp of this record in a version that a viewer has seen.
    pub fn stamp(&self, version: Seq) -> Stamp {
        Stamp { version, head: Some(HeadDigest::of(&self.head)), epoch: self.epoch }
    }

    /// The record as this viewer sees it; see [`AnyRecord::seen_by`].
    pub fn seen_by(&self, viewer: Viewer) -> Arc<dyn AnyRecord> {
        if viewer == Viewer::Scribe || self.record.status() != Status::Live {
            return Arc::clone(&self.record);
        }
        self.views.of(&*self.record, viewer)
    }

    /// True if folding or rendering it would keep a thread that serves from serving others.
    pub fn is_large(&self) -> bool {
        self.times.len() as u64 + self.record.refold_counts().total() > MIN_LARGE_EVENTS
            || self.totals.bytes > MIN_LARGE_PAYLOAD_BYTES
    }

    /// The memory that it takes, in bytes: about, since allocators round up.
    pub fn memory(&self) -> usize {
        let record = self.record.memory() + self.totals.bytes;
        let times = self.times.capacity() * size_of::<DateTime<Utc>>();
        let head = self.head.options.as_str().len() + self.head.details.as_str().len();
        size_of::<Self>() + record + times + head + self.views.memory() + self.answers.memory()
    }
}

/// Writes the reason in English, for the log.
impl Display for Unfoldable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(why) => {
                let problem = Problem::rejected((**why).clone(), &Names::none(0));
                f.write_str(&problem.message().en)
            }
            Self::Missing => f.write_str("it is missing"),
            Self::Panicked => f.write_str("folding it panicked"),
        }
    }
}

impl ReplayError {
    /// The rule that stands against it, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        let Unfoldable::Rejected(why) = &self.why else { return None };
        match &**why {
            Rejected::Refused(refusal) => Some(refusal),
            Rejected::Malformed(_) => None,
        }
    }

    /// True if the event is not stored.
    pub fn is_missing(&self) -> bool {
        matches!(self.why, Unfoldable::Missing)
    }
}

pub(super) fn find_game(head: &kifu_store::Record) -> Result<&'static dyn AnyGame, Problem> {
    games::find(&head.game).ok_or_else(|| {
        Problem::internal(format!("the stored record {} is of the unknown game {}", head.id, head.game))
    })
}
