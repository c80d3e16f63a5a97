//! One step of the follower of the feed: everything that it derives, in one transaction.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;

use super::{GenerationProgress, NewChunk, chunk, dirty_record};
use crate::checkpoint::ADVANCE_CHECKPOINT;
use crate::reader::Parameters;
use crate::{
    GameId, Position, Reader, SearchDocument, SearchTerm, Shard, Store, StoreError, search_document,
};

/// The lock is held until the transaction ends, so no other generation becomes the live one before.
const LOCK_GENERATION: &str =
    "SELECT FROM statistic_generations WHERE generation = $1 AND state = $2 FOR SHARE";

const UPDATE_PROGRESS: &str = "
    UPDATE statistic_progress
    SET position = $4, revision = revision + 1, next_chunk = $5
    WHERE shard = $1 AND generation = $2 AND revision = $3";

/// The time is taken after the position is read, so an earlier end of the feed always has an earlier time.
const SELECT_FEED_END: &str = "SELECT position, clock_timestamp() AS at FROM shard_heads WHERE shard = $1";

const INSERT_CLOCK_ROW: &str = "
    INSERT INTO statistic_clock (shard, position, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// A change of a generation.
#[derive(Clone, Debug)]
pub struct IncrementalUpdate {
    /// The generation as it was read.
    pub progress: GenerationProgress,
    /// The feed is counted up to here after the change.
    pub position: Position,
    /// Ids of the dirty records that this change counts.
    pub dirty_records: Vec<i64>,
    /// Chunks to be written.
    pub chunks: Vec<NewChunk>,
    /// Rows to be deleted from chunks that stay: chunk and row.
    pub tombstones: Vec<(i64, i32)>,
    /// Chunks whose rows are in the new chunks, so that they are deleted.
    pub merged_chunks: Vec<i64>,
}

impl IncrementalUpdate {
    /// The progress of the generation after the change.
    pub fn progress_after(&self) -> GenerationProgress {
        GenerationProgress {
            position: self.position,
            revision: self.progress.revision + 1,
            next_chunk: self.progress.next_chunk + i64::try_from(self.chunks.len()).unwrap_or_default(),
            ..self.progress.clone()
        }
    }
}

/// A record that has ended, as search finds it.
pub type EndedRecord = (SearchDocument, Vec<SearchTerm>);

/// Search documents to be filled and emptied.
#[derive(Clone, Debug)]
pub struct SearchUpdate<'n> {
    /// The name of the checkpoint.
    pub name: &'n str,
    /// Where the checkpoint is before.
    pub from: Position,
    /// Where the checkpoint is after.
    pub position: Position,
    /// Of records that have ended.
    pub ended: Vec<EndedRecord>,
    /// Records that have not.
    pub live: Vec<GameId>,
}

impl Reader {
    /// The last position of the feed of a shard, and when it was read.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn feed_end(&self, shard: Shard) -> Result<(Position, DateTime<Utc>), StoreError> {
        let row = self.row(SELECT_FEED_END, &[&shard.number()]).await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("shard {} has no head", shard.number())))?;
        Ok((Position(row.try_get("position")?), row.try_get("at")?))
    }
}

impl Store {
    /// Writes what follows from a part of the feed, in one transaction. False, and nothing changed, if the documents or
    /// the generation have changed since they were read: another follower is at work.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::OutcomeUnknown`]
    /// something may have been written.
    pub async fn write_update(
        &self,
        shard: Shard,
        documents: Option<&SearchUpdate<'_>>,
        update: Option<&IncrementalUpdate>,
        feed_end: (Position, DateTime<Utc>),
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if let Some(update) = update
            && !write(&transaction, update).await?
        {
            return Ok(false);
        }
        if let Some(documents) = documents
            && !write_documents(&transaction, shard, documents).await?
        {
            return Ok(false);
        }
        let insert_clock = transaction.prepare_cached(INSERT_CLOCK_ROW).await?;
        transaction.execute(&insert_clock, &[&shard.number(), &feed_end.0.0, &feed_end.1]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

async fn write_documents(
    transaction: &Transaction<'_>,
    shard: Shard,
    documents: &SearchUpdate<'_>,
) -> Result<bool, StoreError> {
    let advance = transaction.prepare_cached(ADVANCE_CHECKPOINT).await?;
    let SearchUpdate { name, from, position, ended, live } = documents;
    if transaction.execute(&advance, &[name, &shard.number(), &from.0, &position.0]).await? == 0 {
        return Ok(false);
    }
    let terms = ended.iter().flat_map(|(_, terms)| terms).collect();
    let ended: Vec<_> = ended.iter().map(|(document, _)| document).collect();
    search_document::replace(transaction, shard, &ended, live, terms).await?;
    Ok(true)
}

/// Changes a generation, unless it has changed since it was read.
pub(super) async fn write(
    transaction: &Transaction<'_>,
    update: &IncrementalUpdate,
) -> Result<bool, StoreError> {
    let IncrementalUpdate { progress, position, dirty_records, chunks, tombstones, merged_chunks } = update;
    let lock = transaction.prepare_cached(LOCK_GENERATION).await?;
    if transaction.query_opt(&lock, &[&progress.generation, &progress.state.as_str()]).await?.is_none() {
        return Ok(false);
    }
    let advance = transaction.prepare_cached(UPDATE_PROGRESS).await?;
    let next_chunk = update.progress_after().next_chunk;
    let (shard, generation) = (progress.shard.number(), progress.generation);
    let parameters: Parameters<'_> = &[&shard, &generation, &progress.revision, &position.0, &next_chunk];
    if transaction.execute(&advance, parameters).await? == 0 {
        return Ok(false);
    }
    chunk::add_tombstones(transaction, progress, tombstones).await?;
    chunk::remove(transaction, progress, merged_chunks).await?;
    chunk::add(transaction, progress, chunks).await?;
    dirty_record::remove(transaction, progress, dirty_records).await?;
    Ok(true)
}
