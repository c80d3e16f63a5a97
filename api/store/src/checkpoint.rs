//! How far each follower of the feed has come.

use deadpool_postgres::Transaction;

use super::{Position, Reader, Shard, Store, StoreError};

queries! {
    const SELECT_CHECKPOINT: Position = "SELECT position FROM projections WHERE name = $1 AND shard = $2";

    const ADVANCE_CHECKPOINT: () =
        "UPDATE projections SET position = $4 WHERE name = $1 AND shard = $2 AND position = $3";

    /// The first step of a follower.
    const BEGIN_CHECKPOINT: () =
        "INSERT INTO projections (name, shard, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
}

/// Moves a checkpoint, or makes the first one. False, and nothing changed, if it was not at `from`: another follower of that
/// name was faster.
pub(super) async fn advance(
    transaction: &Transaction<'_>,
    name: &str,
    shard: Shard,
    from: Position,
    to: Position,
) -> Result<bool, StoreError> {
    if ADVANCE_CHECKPOINT.execute(transaction, &[&name, &shard.number(), &from.0, &to.0]).await? == 1 {
        return Ok(true);
    }
    if from != Position::START {
        return Ok(false);
    }
    Ok(BEGIN_CHECKPOINT.execute(transaction, &[&name, &shard.number(), &to.0]).await? == 1)
}

impl Reader {
    /// How far a follower has come in a shard; the start if it has never been seen.
    pub async fn checkpoint(&self, name: &str, shard: Shard) -> Result<Position, StoreError> {
        Ok(self.row(SELECT_CHECKPOINT, &[&name, &shard.number()]).await?.unwrap_or(Position::START))
    }
}

impl Store {
    /// Moves the checkpoint of a follower that writes as it goes. False, and nothing changed, if it was not at `from`.
    pub async fn advance_checkpoint(
        &self,
        name: &str,
        shard: Shard,
        from: Position,
        to: Position,
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let advanced = advance(&transaction, name, shard, from, to).await?;
        transaction.commit().await?;
        Ok(advanced)
    }
}
