//! The sources of an answer: its chunks, and the moment at which they were read.

use kifu_statistics::catalogue::CatalogueEntry;
use kifu_statistics::chunk::{ChunkSet, ColumnRequest, LoadedChunk, Snapshot};
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::opponents;
use kifu_store::Store;

use super::answer_cache::Inputs;
use super::archive::{Archive, ChunkRequest};
use super::as_of::read_as_of;
use super::query::StatisticsQuery;
use crate::http::cost::{Scans, Slot};
use crate::http::problem::Problem;
use crate::streams::subscriptions::cursor::Sealer;

/// The sources that chunks are read from.
pub struct Sources<'s> {
    /// The chunks in memory.
    pub archive: &'s Archive,
    /// The store, for chunks that are not cached.
    pub store: &'s Store,
    /// The right to read them.
    pub slot: &'s Slot<Scans>,
    /// Reads cursors.
    pub sealer: &'s Sealer,
}

impl Sources<'_> {
    /// The inputs of the answer to this question.
    ///
    /// # Errors
    ///
    /// If the moment cannot be read, or the database cannot be asked.
    pub async fn inputs(
        &self,
        entry: &'static CatalogueEntry,
        query: &StatisticsQuery,
    ) -> Result<(Inputs, Snapshot), Problem> {
        let as_of = read_as_of(self.sealer, query.as_of.as_deref())?;
        let game = match (&entry.games[..], &query.question.filter.games[..]) {
            ([only], _) => Some(*only),
            (_, [only]) => Some(only.as_str()),
            _ => None,
        };
        let mut column_groups = query.question.column_groups();
        if entry.is_of_players() {
            column_groups.push(ColumnGroup::Players);
            let chunk_request =
                ChunkRequest { game, column_groups: &column_groups, metrics: &[], as_of, chunks: None };
            let ChunkSet { chunks, snapshot } =
                self.archive.read((self.store, self.slot), &chunk_request).await?;
            let redirects = snapshot.redirects.clone();
            return Ok((Box::new(move || opponents::inputs(chunks, &redirects)), snapshot));
        }
        let measured = ColumnRequest::of_question(&entry.id, &query.question);
        let chunk_request =
            ChunkRequest { game, column_groups: &column_groups, metrics: &[measured], as_of, chunks: None };
        let ChunkSet { chunks, snapshot } =
            self.archive.read((self.store, self.slot), &chunk_request).await?;
        let by = query.question.by.clone();
        let input = move |chunk: LoadedChunk| chunk.input(&entry.id, entry.metric, &by);
        Ok((Box::new(move || chunks.into_iter().filter_map(input).collect()), snapshot))
    }
}
