//! Copies: records that go on from a step of another.

use deadpool_postgres::Transaction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio_postgres::Row;
use uuid::Uuid;

use super::{GameId, Shard, StoreError};

/// Searches leave copies out.
const MARK_DOCUMENTS: &str =
    "UPDATE search_documents SET is_copy = true WHERE shard = $1 AND game_id = ANY ($2)";

const INSERT_COPIES: &str = "
    INSERT INTO copies (shard, game_id, source_id, step)
    SELECT $1, c.game_id, c.source_id, c.step FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS c (game_id, source_id, step)";

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

/// Says of new records what they are copies of.
pub(super) async fn insert(
    transaction: &Transaction<'_>,
    shard: Shard,
    copies: &[(GameId, CopyOf)],
) -> Result<(), StoreError> {
    if copies.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = copies.iter().map(|(id, _)| id.0).collect();
    let sources: Vec<_> = copies.iter().map(|(_, of)| of.id).collect();
    let steps: Vec<_> = copies.iter().map(|(_, of)| i32::try_from(of.step).unwrap_or(i32::MAX)).collect();
    let statement = transaction.prepare_cached(INSERT_COPIES).await?;
    transaction.execute(&statement, &[&shard.number(), &ids, &sources, &steps]).await?;
    let mark = transaction.prepare_cached(MARK_DOCUMENTS).await?;
    transaction.execute(&mark, &[&shard.number(), &ids]).await?;
    Ok(())
}

/// What a record is a copy of, if it is one: columns `source_id` and `step`.
pub(super) fn from_row(row: &Row) -> Result<Option<CopyOf>, StoreError> {
    let step: Option<i32> = row.try_get("step")?;
    let id = row.try_get("source_id")?;
    Ok(step.map(|step| CopyOf { id, step: u32::try_from(step).unwrap_or_default() }))
}
