//! Records of which something beside the events has changed, waiting to be counted anew.

use deadpool_postgres::Transaction;

use super::{Standing, State};
use crate::{GameId, Reader, Shard, StoreError};

const CHANGED: &str = "
    SELECT id, game_id FROM statistic_dirty_records WHERE shard = $1 AND generation = $2 AND NOT id = ANY ($3)
    ORDER BY id LIMIT $4";

/// What the live generation has counted is still to be counted by the one that is being built.
const PASS_ON: &str = "
    UPDATE statistic_dirty_records h SET generation = g.generation
    FROM statistic_generations g
    WHERE h.shard = $1 AND h.generation = 0 AND h.id = ANY ($2) AND g.state = 'building'";

const DONE: &str =
    "DELETE FROM statistic_dirty_records WHERE shard = $1 AND generation = $2 AND id = ANY ($3)";

/// A change that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyRecord {
    /// The change.
    pub id: i64,
    /// The record.
    pub game: GameId,
}

impl Reader {
    /// At most `limit` changes that a generation – the live one, if none is named – has still to count, but for those
    /// that are known.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn dirty_records(
        &self,
        shard: Shard,
        generation: Option<i32>,
        known: &[i64],
        limit: u32,
    ) -> Result<Vec<DirtyRecord>, StoreError> {
        let generation = generation.unwrap_or_default();
        let rows = self.rows(CHANGED, &[&shard.number(), &generation, &known, &i64::from(limit)]).await?;
        let changed = |row: &tokio_postgres::Row| {
            Ok(DirtyRecord { id: row.try_get("id")?, game: GameId(row.try_get("game_id")?) })
        };
        rows.iter().map(changed).collect()
    }
}

/// These changes are counted.
pub(super) async fn done(
    transaction: &Transaction<'_>,
    standing: &Standing,
    dirty_records: &[i64],
) -> Result<(), StoreError> {
    if dirty_records.is_empty() {
        return Ok(());
    }
    let shard = standing.shard.number();
    let generation = match standing.state {
        State::Building => standing.generation,
        State::Live => {
            let pass_on = transaction.prepare_cached(PASS_ON).await?;
            transaction.execute(&pass_on, &[&shard, &dirty_records]).await?;
            0
        }
    };
    let done = transaction.prepare_cached(DONE).await?;
    transaction.execute(&done, &[&shard, &generation, &dirty_records]).await?;
    Ok(())
}
