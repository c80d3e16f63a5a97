//! Copies: records that go on from a step of another.

use deadpool_postgres::Transaction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::revision_note::CALL_DESCRIBE;
use super::{GameId, Shard, StoreError};

queries! {
    /// Searches leave copies out.
    const MARK_DOCUMENT: () = "UPDATE search_documents SET is_copy = true WHERE shard = $1 AND game_id = $2";

    const INSERT_COPY: () = "INSERT INTO copies (shard, game_id, source_id, step) VALUES ($1, $2, $3, $4)";
}

/// The source of a copy.
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

/// Marks a new record as a copy.
pub(super) async fn insert(
    transaction: &Transaction<'_>,
    shard: Shard,
    game: GameId,
    of: CopyOf,
) -> Result<(), StoreError> {
    INSERT_COPY.execute(transaction, &[&shard.number(), &game.0, &of.id, &of.stored_step()?]).await?;
    MARK_DOCUMENT.execute(transaction, &[&shard.number(), &game.0]).await?;
    CALL_DESCRIBE.all(transaction, &[&shard.number(), &game.0]).await?;
    Ok(())
}
