//! How far each follower of the feed has come.

use super::{Position, Reader, Shard, StoreError};

const SELECT_CHECKPOINT: &str = "SELECT position FROM projections WHERE name = $1 AND shard = $2";

/// Moves a checkpoint from $3 to $4, or touches nothing if it is elsewhere. The first time it is at 0.
pub(super) const ADVANCE_CHECKPOINT: &str = "
    INSERT INTO projections AS p (name, shard, position)
    SELECT $1::text, $2::int, $4::bigint
    WHERE $3::bigint = 0 OR EXISTS (SELECT FROM projections q WHERE q.name = $1 AND q.shard = $2)
    ON CONFLICT (name, shard) DO UPDATE SET position = excluded.position WHERE p.position = $3::bigint";

impl Reader {
    /// How far a follower has come in a shard; the start if it has never been seen.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn checkpoint(&self, name: &str, shard: Shard) -> Result<Position, StoreError> {
        match self.row(SELECT_CHECKPOINT, &[&name, &shard.number()]).await? {
            Some(row) => Ok(Position(row.try_get(0)?)),
            None => Ok(Position::START),
        }
    }
}
