//! The events of the stream of one record, as a viewer sees it.

use std::fmt;

use actix_web::web::Bytes;
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyEntry, AnyRecord, EntryView, LogChange, Rejected, StepView};
use kifu_engine::seq::Seq;
use kifu_engine::text::{Names, Text};
use schemars::JsonSchema;
use serde::Serialize;

use super::sse;
use crate::http::words;
use crate::http::words::records::Records;
use crate::records::cache::Unfoldable;
use crate::records::view::Position;
use crate::records::view::head::RecordHead;
use kifu_store::Epoch;

/// The position of a record when a stream begins.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LivePosition {
    /// The head of the record.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The position, for this viewer.
    #[serde(flatten)]
    pub position: Position,
}

/// One entry of the log, as this viewer sees it, and what it did.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LiveEntry {
    /// Its number, as this viewer counts: one more than that of the entry before.
    pub seq: Seq,
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The entry.
    pub entry: AnyEntry,
    /// The number of moves in force that stay as they were, from the first on. The others are gone, and `steps` follow.
    pub keep: usize,
    /// The moves in force after those that stay, with what followed.
    pub steps: Vec<StepView>,
    /// The position of the record after it.
    #[serde(flatten)]
    pub position: Position,
}

/// The game is over or was abandoned.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LiveEnd {
    /// A sentence: the whole record is open to everybody now. It is numbered anew, without anything left out.
    pub message: Text,
    /// The address of the whole record.
    pub record: String,
    /// The position of the whole record.
    #[serde(flatten)]
    pub position: Position,
}

/// Why the service ends a stream before the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StreamEndReason")]
pub enum CloseReason {
    /// The client reads too slowly; it may come again and go on.
    TooSlow,
    /// The token was revoked.
    Revoked,
    /// The token has expired.
    Expired,
    /// The record has become private.
    Private,
    /// The service stops; another instance, or this one in a moment, goes on.
    Stopping,
    /// The database was restored or replaced: the client may have another log.
    Replaced,
}

/// The service ends the stream.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LiveClosed {
    /// Why.
    pub reason: CloseReason,
    /// The reason in words.
    pub message: Text,
}

impl CloseReason {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::TooSlow, Self::Revoked, Self::Expired, Self::Private, Self::Stopping, Self::Replaced];

    /// The last event of a stream that ends for this reason. A client that comes again after the database was replaced
    /// begins anew: an empty id makes it forget the last one.
    pub fn event(self) -> Bytes {
        let id: Option<&dyn std::fmt::Display> = if self == Self::Replaced { Some(&"") } else { None };
        sse::event("closed", id, &LiveClosed { reason: self, message: self.message() })
    }

    /// Its stable name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TooSlow => "too_slow",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
            Self::Private => "private",
            Self::Stopping => "stopping",
            Self::Replaced => "replaced",
        }
    }

    fn message(self) -> Text {
        words::text(match self {
            Self::TooSlow => Records::ReadTooSlowly,
            Self::Revoked => Records::TokenRevoked,
            Self::Expired => Records::TokenExpired,
            Self::Private => Records::BecamePrivate,
            Self::Stopping => Records::ServiceStops,
            Self::Replaced => Records::DatabaseReplaced,
        })
    }
}

/// The first event, where the client has nothing yet.
pub fn position_event(head: RecordHead, seen: &dyn AnyRecord, epoch: Epoch) -> Bytes {
    let position = LivePosition { head, position: Position::of(seen, epoch) };
    sse::event("position", Some(&EventId::of(seen.version(), epoch)), &position)
}

/// The event for a changed head of a record.
pub fn record_event(head: &RecordHead) -> Bytes {
    sse::event("record", None, head)
}

/// The last event; `version` is the number of the last entry that the viewer received.
pub fn end_event(url: &str, version: Seq, record: &dyn AnyRecord, epoch: Epoch) -> Bytes {
    let message = words::text(Records::OverAndOpen);
    let end = LiveEnd { message, record: url.to_owned(), position: Position::of(record, epoch) };
    sse::event("end", Some(&EventId { has_ended: true, ..EventId::of(version, epoch) }), &end)
}

/// The suffix of an event id that says that the client has received the end as well.
const END_SUFFIX: &str = "-end";

/// The last event that a client has received: the id of an event of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventId {
    /// The last entry.
    pub version: Seq,
    /// True: the client knows that the game was over after it.
    pub has_ended: bool,
    /// The epoch of the database that the entries are of.
    pub epoch: Epoch,
}

impl EventId {
    /// The pattern of an id; an empty value counts as absent.
    pub const PATTERN: &str = "^([0-9]{1,15}(-end)?@[0-9a-f]{16})?$";

    fn of(version: Seq, epoch: Epoch) -> Self {
        Self { version, has_ended: false, epoch }
    }

    /// The id that this is, if it is one.
    pub fn parse(id: &str) -> Option<Self> {
        let (place, epoch) = id.split_once('@')?;
        let (number, has_ended) = match place.strip_suffix(END_SUFFIX) {
            Some(number) => (number, true),
            None => (place, false),
        };
        let is_number = (1..=15).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let version = number.parse().ok().filter(|_| is_number).map(Seq)?;
        Some(Self { version, has_ended, epoch: epoch.parse().ok()? })
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}@{}", self.version.0, if self.has_ended { END_SUFFIX } else { "" }, self.epoch)
    }
}

/// Emits the entries of one viewer's log, one after another.
pub struct EntryEmitter {
    /// The entries emitted so far, folded.
    record: Box<dyn AnyRecord>,
    epoch: Epoch,
}

impl EntryEmitter {
    /// Goes on after this log.
    pub fn after(record: Box<dyn AnyRecord>, epoch: Epoch) -> Self {
        Self { record, epoch }
    }

    /// The number of the last entry emitted.
    pub fn version(&self) -> Seq {
        self.record.version()
    }

    /// Folds an entry that the client has already.
    pub fn skip(&mut self, entry: &EntryView) {
        self.fold(entry, |record| record.append_stored(entry.payload.as_str()).map(drop));
    }

    /// The next entry. `None` only if it did not fold, which no log of a viewer does.
    pub fn emit(&mut self, entry: &EntryView, at: DateTime<Utc>, names: &Names) -> Option<Bytes> {
        let change = self.fold(entry, |record| record.add_stored(&entry.payload, names))?;
        let (keep, steps) = self.changed(change, names);
        let position = Position::of(&*self.record, self.epoch);
        let id = EventId::of(entry.seq, self.epoch);
        let seq = entry.seq;
        let entry = AnyEntry::of(self.record.meta().slug, &entry.payload);
        Some(sse::event("entry", Some(&id), &LiveEntry { seq, at, entry, keep, steps, position }))
    }

    fn fold<T>(
        &mut self,
        entry: &EntryView,
        fold: impl FnOnce(&mut dyn AnyRecord) -> Result<T, Rejected>,
    ) -> Option<T> {
        fold(&mut *self.record)
            .map_err(|why| Unfoldable::Rejected(why.into()))
            .inspect_err(|why| tracing::error!(seq = entry.seq.0, %why, "a viewer's log does not fold"))
            .ok()
    }

    /// How many moves in force stay, and those that follow.
    fn changed(&self, change: LogChange, names: &Names) -> (usize, Vec<StepView>) {
        let moves = self.record.len();
        match change {
            LogChange::Played(step) => (moves - 1, vec![*step]),
            LogChange::Nothing => (moves, Vec::new()),
            LogChange::Corrected { amended } => {
                let mut steps = self.record.steps(1, moves, names);
                let keep = steps.iter().position(|step| Some(step.seq) == amended).unwrap_or(moves);
                (keep, steps.split_off(keep))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_id_is_what_the_client_has_received() {
        let id = |version, has_ended| Some(EventId { version: Seq(version), has_ended, epoch: Epoch(0xff) });
        for (text, expected) in [
            ("0@00000000000000ff", id(0, false)),
            ("12@00000000000000ff", id(12, false)),
            ("12-end@00000000000000ff", id(12, true)),
            ("12", None),
            ("12-end", None),
            ("", None),
            ("-end@00000000000000ff", None),
            ("+1@00000000000000ff", None),
            ("1.0@00000000000000ff", None),
            ("1000000000000000@00000000000000ff", None),
        ] {
            assert_eq!(EventId::parse(text), expected, "{text:?}");
            if let Some(id) = expected {
                assert_eq!(id.to_string(), text);
            }
        }
    }
}
