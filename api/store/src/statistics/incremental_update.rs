//! One step of a generation of statistics along the feed.

use deadpool_postgres::Transaction;
use kifu_engine::count;

use super::{GenerationProgress, NewChunk, chunk, dirty_record};
use crate::query::Parameters;
use crate::{Position, StoreError};

queries! {
    /// Keeps another generation from becoming the live one until the transaction ends: the switch closes this row.
    const UPDATE_PROGRESS: () = "
        UPDATE statistic_progress
        SET position = $4, revision = revision + 1, next_chunk = $5
        WHERE shard = $1 AND generation = $2 AND revision = $3 AND NOT closed";
}

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
    pub tombstones: Vec<(i64, usize)>,
    /// Chunks whose rows are in the new chunks, so that they are deleted.
    pub merged_chunks: Vec<i64>,
}

impl IncrementalUpdate {
    /// The progress of the generation after the change.
    pub fn progress_after(&self) -> GenerationProgress {
        GenerationProgress {
            position: self.position,
            revision: self.progress.revision + 1,
            next_chunk: self.progress.next_chunk + count::to_i64(self.chunks.len()),
            ..self.progress.clone()
        }
    }

    /// Changes the generation. False, and nothing changed, if it has changed since it was read.
    pub(crate) async fn write(&self, transaction: &Transaction<'_>) -> Result<bool, StoreError> {
        let Self { progress, position, dirty_records, chunks, tombstones, merged_chunks } = self;
        let next_chunk = self.progress_after().next_chunk;
        let (shard, generation) = (progress.shard.number(), progress.generation);
        let parameters: Parameters<'_> = &[&shard, &generation, &progress.revision, &position.0, &next_chunk];
        if UPDATE_PROGRESS.execute(transaction, parameters).await? == 0 {
            return Ok(false);
        }
        chunk::add_tombstones(transaction, progress, tombstones).await?;
        chunk::remove(transaction, progress, merged_chunks).await?;
        chunk::add(transaction, progress, chunks).await?;
        dirty_record::remove(transaction, progress, dirty_records).await?;
        Ok(true)
    }
}
