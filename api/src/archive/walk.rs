//! Walking over the archive in bounded memory: some records at a time, oldest first, with their logs.

use std::collections::HashMap;

use futures_util::stream::{self, Stream};

use kifu_store::{Event, GameId, Reader, Record, StoreError, WalkFilter};

/// Records read at once.
const RECORDS_PER_READ: u32 = 64;

/// A record and its events.
pub type Loaded = (Record, Vec<Event>);

/// The records of a selection, in the order they were opened.
pub fn walk(reader: Reader, selection: WalkFilter) -> impl Stream<Item = Result<Vec<Loaded>, StoreError>> {
    stream::try_unfold((reader, Some(selection)), |(reader, selection)| async move {
        let Some(selection) = selection else { return Ok(None) };
        let cursors = reader.walk(&selection, RECORDS_PER_READ).await?;
        let ids: Vec<_> = cursors.iter().map(|cursor| cursor.id).collect();
        let page = load(&reader, &ids).await?;
        let full = cursors.len() == RECORDS_PER_READ as usize;
        let after = cursors.last().copied().filter(|_| full);
        let rest = after.map(|after| WalkFilter { after: Some(after), ..selection });
        Ok(Some((page, (reader, rest))))
    })
}

/// Those of these records that are there, in the order of the ids.
pub async fn load(reader: &Reader, ids: &[GameId]) -> Result<Vec<Loaded>, StoreError> {
    let heads = reader.records(ids).await?;
    let known: Vec<_> = heads.iter().map(|head| head.id).collect();
    let mut logs = reader.logs(&known).await?;
    let mut heads: HashMap<_, _> = heads.into_iter().map(|head| (head.id, head)).collect();
    let loaded = ids.iter().filter_map(|id| Some((heads.remove(id)?, logs.remove(id).unwrap_or_default())));
    Ok(loaded.collect())
}
