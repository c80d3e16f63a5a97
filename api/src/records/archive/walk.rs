//! Walking over the archive in bounded memory: some records at a time, oldest first, with their logs.
//!
//! Stored data may be damaged. So a record is handed out as [`Stored`], which gives the data or says why it can't: no
//! caller can forget that.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::DateTime;
use futures_util::stream::{self, Stream};

use crate::http::cost::{Admission, Costly, Permit};
use crate::http::problem::Problem;
use crate::records::cache::LoadedRecord;
use crate::records::damage::Damaged;
use kifu_store::{
    Event, Filter, GameId, Reader, Record, Search, Sort, SortKey, SortPosition, StoreError, WalkCursor,
};

/// Records read at once.
const RECORDS_PER_READ: u32 = 64;

/// A record as it is stored, readable or not.
pub struct Stored {
    /// The record.
    pub id: GameId,
    head: Option<Record>,
    events: Vec<Event>,
}

/// A record that folds to its end.
pub struct WholeRecord {
    /// The record.
    pub loaded: LoadedRecord,
    /// Its events, the opening first.
    pub events: Vec<Event>,
}

impl Stored {
    /// The record's head, if it can be read.
    pub fn head(&self) -> Option<&Record> {
        self.head.as_ref()
    }

    /// Its events, as many as there are.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The record's head and its events, to be folded step by step; there may be no events.
    pub fn into_parts(self) -> Result<(Record, Vec<Event>), Damaged> {
        let Self { id, head, events } = self;
        match head {
            _ if events.is_empty() => Err(Damaged::Empty(id)),
            Some(head) => Ok((head, events)),
            None => Err(Damaged::Unopened(id)),
        }
    }

    /// Folds it, which may take long.
    pub fn fold(self, permit: &Permit<impl Costly>) -> Result<WholeRecord, Damaged> {
        let id = self.id;
        let (head, events) = self.into_parts()?;
        let mut loaded = LoadedRecord::new(head, &events, permit).map_err(|_| Damaged::Unopened(id))?;
        match loaded.unreplayable.take() {
            Some(error) => Err(Damaged::Stopped(Box::new(loaded), error)),
            None => Ok(WholeRecord { loaded, events }),
        }
    }
}

/// The records to walk over.
#[derive(Clone, Debug)]
pub enum Selection {
    /// All that are stored, whatever they are found by.
    All,
    /// The records that a search finds.
    Found(Vec<Filter>),
    /// All but these.
    Except(Arc<HashSet<GameId>>),
}

impl Selection {
    fn has(&self, id: GameId) -> bool {
        !matches!(self, Self::Except(others) if others.contains(&id))
    }

    /// The places of the next records, at most [`RECORDS_PER_READ`].
    async fn next(
        &self,
        admission: &Admission,
        reader: &Reader,
        after: Option<WalkCursor>,
    ) -> Result<Vec<WalkCursor>, Problem> {
        let Self::Found(filters) = self else { return Ok(reader.walk(after, RECORDS_PER_READ).await?) };
        let after =
            after.map(|WalkCursor { opened_at, id }| SortPosition { key: opened_at.timestamp_micros(), id });
        let sort = Sort { key: SortKey::Opened, descending: false };
        let search = Search { filters: filters.clone(), sort, after, limit: RECORDS_PER_READ as usize };
        let found = reader.search(&search, &admission.slot().await?).await?;
        Ok(found.iter().map(|hit| hit.position).map(cursor_at).collect())
    }
}

/// The place of a search by the time of opening, as a place in the walk.
fn cursor_at(position: SortPosition) -> WalkCursor {
    let opened_at = DateTime::from_timestamp_micros(position.key).unwrap_or_default();
    WalkCursor { opened_at, id: position.id }
}

/// The records of a selection after a place, in the order they were opened.
pub fn walk(
    admission: Admission,
    reader: Reader,
    selection: Selection,
    after: Option<WalkCursor>,
) -> impl Stream<Item = Result<Vec<Stored>, Problem>> {
    stream::try_unfold(
        (admission, reader, Some((selection, after))),
        |(admission, reader, rest)| async move {
            let Some((selection, after)) = rest else { return Ok(None) };
            let cursors = selection.next(&admission, &reader, after).await?;
            let ids = cursors.iter().map(|cursor| cursor.id).filter(|id| selection.has(*id));
            let ids: Vec<_> = ids.collect();
            let page = load(&reader, &ids).await?;
            let full = cursors.len() == RECORDS_PER_READ as usize;
            let rest = cursors.last().filter(|_| full).map(|last| (selection, Some(*last)));
            Ok(Some((page, (admission, reader, rest))))
        },
    )
}

/// Loads those of these records that are there, in the order of the ids.
pub async fn load(reader: &Reader, ids: &[GameId]) -> Result<Vec<Stored>, StoreError> {
    let heads = reader.records(ids).await?;
    let mut logs = reader.logs(ids).await?;
    let mut heads: HashMap<_, _> = heads.into_iter().collect();
    let stored = ids.iter().filter_map(|id| {
        let head = heads
            .remove(id)?
            .inspect_err(|error| tracing::warn!(%id, %error, "a stored record can't be read"));
        Some(Stored { id: *id, head: head.ok(), events: logs.remove(id).unwrap_or_default() })
    });
    Ok(stored.collect())
}
