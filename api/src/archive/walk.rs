//! Walking over the archive in bounded memory: some records at a time, oldest first, with their logs.

use std::collections::HashMap;

use futures_util::stream::{self, Stream};

use crate::cost::Admission;
use crate::problem::Problem;
use kifu_store::{
    Event, Filter, GameId, Reader, Record, Search, Sort, SortKey, SortPosition, StoreError, WalkCursor,
};

/// Records read at once.
const RECORDS_PER_READ: u32 = 64;

/// A record and its events.
pub type Loaded = (Record, Vec<Event>);

/// Which records to walk over.
#[derive(Clone, Debug)]
pub enum Selection {
    /// All that are stored, whatever they are found by.
    All,
    /// Those that a search finds.
    Found(Vec<Filter>),
}

impl Selection {
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
        let search = Search { filters: filters.clone(), sort, after, limit: RECORDS_PER_READ.into() };
        let found = reader.search(&search, &admission.slot().await?).await?;
        Ok(found.iter().map(|found| found.record.cursor()).collect())
    }
}

/// The records of a selection after a place, in the order they were opened.
pub fn walk(
    admission: Admission,
    reader: Reader,
    selection: Selection,
    after: Option<WalkCursor>,
) -> impl Stream<Item = Result<Vec<Loaded>, Problem>> {
    stream::try_unfold(
        (admission, reader, Some((selection, after))),
        |(admission, reader, rest)| async move {
            let Some((selection, after)) = rest else { return Ok(None) };
            let cursors = selection.next(&admission, &reader, after).await?;
            let ids: Vec<_> = cursors.iter().map(|cursor| cursor.id).collect();
            let page = load(&reader, &ids).await?;
            let full = cursors.len() == RECORDS_PER_READ as usize;
            let rest = cursors.last().filter(|_| full).map(|last| (selection, Some(*last)));
            Ok(Some((page, (admission, reader, rest))))
        },
    )
}

/// Those of these records that are there, in the order of the ids.
pub async fn load(reader: &Reader, ids: &[GameId]) -> Result<Vec<Loaded>, StoreError> {
    let heads = reader.records(ids).await?;
    let mut logs = reader.logs(ids).await?;
    let mut heads: HashMap<_, _> = heads.into_iter().map(|head| (head.id, head)).collect();
    let loaded = ids.iter().filter_map(|id| Some((heads.remove(id)?, logs.remove(id).unwrap_or_default())));
    Ok(loaded.collect())
}
