//! Copies: records that go on from a step of another.

use deadpool_postgres::Transaction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio_postgres::Row;
use uuid::Uuid;

use super::{GameId, Shard, StoreError};

const MARK: &str = "
    INSERT INTO copies (shard, game_id, copied, step)
    SELECT $1, c.game_id, c.copied, c.step FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS c (game_id, copied, step)";

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

/// Marks new records as copies.
pub(super) async fn mark(
    transaction: &Transaction<'_>,
    shard: Shard,
    marks: &[(GameId, CopyOf)],
) -> Result<(), StoreError> {
    if marks.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = marks.iter().map(|(id, _)| id.0).collect();
    let copied: Vec<_> = marks.iter().map(|(_, of)| of.id).collect();
    let steps: Vec<_> = marks.iter().map(|(_, of)| i32::try_from(of.step).unwrap_or(i32::MAX)).collect();
    let statement = transaction.prepare_cached(MARK).await?;
    transaction.execute(&statement, &[&shard.number(), &ids, &copied, &steps]).await?;
    Ok(())
}

/// The mark beside a record, if it has one: columns `copied` and `step`.
pub(super) fn from_row(row: &Row) -> Result<Option<CopyOf>, StoreError> {
    let step: Option<i32> = row.try_get("step")?;
    let id = row.try_get("copied")?;
    Ok(step.map(|step| CopyOf { id, step: u32::try_from(step).unwrap_or_default() }))
}
