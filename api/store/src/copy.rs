//! Copies: records that go on from a step of another.

use deadpool_postgres::Transaction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio_postgres::Row;
use uuid::Uuid;

use super::revision_note::CALL_DESCRIBE;
use super::{GameId, Shard, StoreError};

/// Searches leave copies out.
const MARK_DOCUMENT: &str = "UPDATE search_documents SET is_copy = true WHERE shard = $1 AND game_id = $2";

const INSERT_COPY: &str = "INSERT INTO copies (shard, game_id, source_id, step) VALUES ($1, $2, $3, $4)";

/// What a copy was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyOf {
    /// The record; left out where the copy is easier to find than the record it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
    /// How many of its moves were taken over, as the public counts them.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub step: u32,
}

impl CopyOf {
    /// The column `step`.
    ///
    /// # Errors
    ///
    /// If the database can't hold it.
    pub(super) fn stored_step(self) -> Result<i32, StoreError> {
        i32::try_from(self.step)
            .map_err(|_| StoreError::unstorable("a step above what the database counts to"))
    }
}

/// Says of a new record what it is a copy of.
pub(super) async fn insert(
    transaction: &Transaction<'_>,
    shard: Shard,
    game: GameId,
    of: CopyOf,
) -> Result<(), StoreError> {
    let statement = transaction.prepare_cached(INSERT_COPY).await?;
    transaction.execute(&statement, &[&shard.number(), &game.0, &of.id, &of.stored_step()?]).await?;
    let mark = transaction.prepare_cached(MARK_DOCUMENT).await?;
    transaction.execute(&mark, &[&shard.number(), &game.0]).await?;
    let describe = transaction.prepare_cached(CALL_DESCRIBE).await?;
    transaction.query(&describe, &[&shard.number(), &game.0]).await?;
    Ok(())
}

/// What a record is a copy of, if it is one: columns `source_id` and `step`.
pub(super) fn from_row(row: &Row) -> Result<Option<CopyOf>, StoreError> {
    let step: Option<i32> = row.try_get("step")?;
    let id = row.try_get("source_id")?;
    let step = step.map(u32::try_from).transpose();
    let step = step.map_err(|_| StoreError::Corrupt("a copy has a negative step".into()))?;
    Ok(step.map(|step| CopyOf { id, step }))
}
