//! One step of what follows the feed: everything that it derives, in one transaction.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;

use super::{NewChunk, Standing, chunk, dirty_record};
use crate::checkpoint::ADVANCE;
use crate::reader::Parameters;
use crate::{
    GameId, Position, Reader, SearchDocument, SearchTerm, Shard, Store, StoreError, search_document,
};

/// Held until the transaction ends: no other generation becomes the live one meanwhile.
const HOLD: &str = "SELECT FROM statistic_generations WHERE generation = $1 AND state = $2 FOR SHARE";

const STEP: &str = "
    UPDATE statistic_progress
    SET position = $4, step = step + 1, chunks = $5
    WHERE shard = $1 AND generation = $2 AND step = $3";

/// The time is taken behind the look at the feed: who saw an earlier end saw it before.
const NOW: &str = "SELECT position, clock_timestamp() AS at FROM shard_heads WHERE shard = $1";

const NOTE: &str = "
    INSERT INTO statistic_clock (shard, position, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// What changes in a generation.
#[derive(Clone, Debug)]
pub struct Upkeep {
    /// The generation as it was looked at.
    pub standing: Standing,
    /// Up to here the feed is counted then.
    pub to: Position,
    /// Numbers of the dirty records that are counted then.
    pub dirty_records: Vec<i64>,
    /// Chunks to be written.
    pub chunks: Vec<NewChunk>,
    /// Rows that don't count any more, in chunks that stay.
    pub tombstones: Vec<(i64, i32)>,
    /// Chunks of which everything that lives is written anew.
    pub merged: Vec<i64>,
}

impl Upkeep {
    /// How the generation stands when this is written.
    pub fn done(&self) -> Standing {
        Standing {
            position: self.to,
            step: self.standing.step + 1,
            chunks: self.standing.chunks + i64::try_from(self.chunks.len()).unwrap_or_default(),
            ..self.standing.clone()
        }
    }
}

/// What can be said of a record that has ended.
pub type EndedRecord = (SearchDocument, Vec<SearchTerm>);

/// Search documents to be filled and emptied.
#[derive(Clone, Debug)]
pub struct Follow<'n> {
    /// The name of the checkpoint.
    pub name: &'n str,
    /// Where it must be.
    pub from: Position,
    /// Where it is then.
    pub to: Position,
    /// Of records that have ended.
    pub ended: Vec<EndedRecord>,
    /// Records that have not.
    pub live: Vec<GameId>,
}

impl Reader {
    /// Where the feed of a shard ends, and when it was seen to.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn feed_now(&self, shard: Shard) -> Result<(Position, DateTime<Utc>), StoreError> {
        let row = self.row(NOW, &[&shard.number()]).await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("shard {} has no head", shard.number())))?;
        Ok((Position(row.try_get("position")?), row.try_get("at")?))
    }
}

impl Store {
    /// Writes what follows from a part of the feed, in one transaction. False, and nothing changed, if the documents or
    /// the generation are not any more as they were looked at: somebody else is at work.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn keep_up(
        &self,
        shard: Shard,
        documents: Option<&Follow<'_>>,
        upkeep: Option<&Upkeep>,
        seen: (Position, DateTime<Utc>),
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if let Some(upkeep) = upkeep
            && !write(&transaction, upkeep).await?
        {
            return Ok(false);
        }
        if let Some(documents) = documents
            && !write_documents(&transaction, shard, documents).await?
        {
            return Ok(false);
        }
        let note = transaction.prepare_cached(NOTE).await?;
        transaction.execute(&note, &[&shard.number(), &seen.0.0, &seen.1]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

async fn write_documents(
    transaction: &Transaction<'_>,
    shard: Shard,
    documents: &Follow<'_>,
) -> Result<bool, StoreError> {
    let advance = transaction.prepare_cached(ADVANCE).await?;
    let Follow { name, from, to, ended, live } = documents;
    if transaction.execute(&advance, &[name, &shard.number(), &from.0, &to.0]).await? == 0 {
        return Ok(false);
    }
    let terms = ended.iter().flat_map(|(_, terms)| terms).collect();
    let ended: Vec<_> = ended.iter().map(|(document, _)| document).collect();
    search_document::replace(transaction, shard, &ended, live, terms).await?;
    Ok(true)
}

/// Changes a generation, unless it has changed since it was looked at.
pub(super) async fn write(transaction: &Transaction<'_>, upkeep: &Upkeep) -> Result<bool, StoreError> {
    let Upkeep { standing, to, dirty_records, chunks, tombstones, merged } = upkeep;
    let hold = transaction.prepare_cached(HOLD).await?;
    if transaction.query_opt(&hold, &[&standing.generation, &standing.state.word()]).await?.is_none() {
        return Ok(false);
    }
    let step = transaction.prepare_cached(STEP).await?;
    let chunks_then = upkeep.done().chunks;
    let (shard, generation) = (standing.shard.number(), standing.generation);
    let parameters: Parameters<'_> = &[&shard, &generation, &standing.step, &to.0, &chunks_then];
    if transaction.execute(&step, parameters).await? == 0 {
        return Ok(false);
    }
    chunk::delete(transaction, standing, tombstones).await?;
    chunk::remove(transaction, standing, merged).await?;
    chunk::add(transaction, standing, chunks).await?;
    dirty_record::done(transaction, standing, dirty_records).await?;
    Ok(true)
}
