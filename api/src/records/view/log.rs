//! The log of a record as a viewer sees it.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyEntry, AnyRecord, EntryView};
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::Serialize;

use crate::records::cache::LoadedRecord;

/// One entry of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoggedEvent {
    /// Its number, as this viewer counts.
    pub seq: Seq,
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// True: the move contradicts somebody else's statement, so that the position keeps only a part of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// The entry: a move, or one of the entries that every game has.
    pub entry: AnyEntry,
}

/// The entries of a record as seen, from this one on, with their times.
pub fn log(loaded: &LoadedRecord, record: &dyn AnyRecord, from: Seq) -> Vec<LoggedEvent> {
    let disputed = disputed(record);
    record.entries(from).iter().map(|entry| logged(loaded, entry, &disputed)).collect()
}

/// The events that are disputed in this record.
pub fn disputed(record: &dyn AnyRecord) -> BTreeSet<Seq> {
    record.disputes().into_iter().map(|dispute| dispute.event).collect()
}

/// An entry with its time and its game.
pub fn logged(loaded: &LoadedRecord, entry: &EntryView, disputed: &BTreeSet<Seq>) -> LoggedEvent {
    let at = logged_at(&loaded.times, entry);
    let (seq, disputed) = (entry.seq, disputed.contains(&entry.seq));
    LoggedEvent { seq, at, disputed, entry: AnyEntry::of(loaded.record.meta().slug, &entry.payload) }
}

/// When an entry was logged, by the times of all events of the full record.
pub fn logged_at(times: &[DateTime<Utc>], entry: &EntryView) -> DateTime<Utc> {
    times.get(entry.origin.index()).copied().unwrap_or_default()
}
