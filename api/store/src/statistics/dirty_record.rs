//! Records of which something beside the events has changed, waiting to be counted anew.

use deadpool_postgres::Transaction;

use super::{GenerationProgress, GenerationState};
use crate::{GameId, Reader, Shard, StoreError};

queries! {
    const SELECT_DIRTY_RECORDS: DirtyRecord = "
        SELECT id, game_id AS game FROM statistic_dirty_records WHERE shard = $1 AND generation = $2 AND NOT id = ANY ($3)
        ORDER BY id LIMIT $4";

    /// The generation that is being built has still to count what the live one has counted.
    const REASSIGN_TO_BUILDING: () = "
        UPDATE statistic_dirty_records h SET generation = g.generation
        FROM statistic_generations g
        WHERE h.shard = $1 AND h.generation = 0 AND h.id = ANY ($2) AND g.state = 'building'";

    const DELETE_DIRTY_RECORDS: () =
        "DELETE FROM statistic_dirty_records WHERE shard = $1 AND generation = $2 AND id = ANY ($3)";
}

/// A change that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyRecord {
    /// The change.
    pub id: i64,
    /// The record.
    pub game: GameId,
}

row!(DirtyRecord: id, game);

impl Reader {
    /// At most `limit` changes that a generation (the live one if none is named) has still to count, without those
    /// that are `excluded`.
    pub async fn dirty_records(
        &self,
        shard: Shard,
        generation: Option<i32>,
        excluded: &[i64],
        limit: u32,
    ) -> Result<Vec<DirtyRecord>, StoreError> {
        let generation = generation.unwrap_or_default();
        self.rows(SELECT_DIRTY_RECORDS, &[&shard.number(), &generation, &excluded, &i64::from(limit)]).await
    }
}

/// Deletes changes that are counted.
pub(super) async fn remove(
    transaction: &Transaction<'_>,
    progress: &GenerationProgress,
    dirty_records: &[i64],
) -> Result<(), StoreError> {
    if dirty_records.is_empty() {
        return Ok(());
    }
    let shard = progress.shard.number();
    let generation = match progress.state {
        GenerationState::Building => progress.generation,
        GenerationState::Live => {
            REASSIGN_TO_BUILDING.execute(transaction, &[&shard, &dirty_records]).await?;
            0
        }
    };
    DELETE_DIRTY_RECORDS.execute(transaction, &[&shard, &generation, &dirty_records]).await?;
    Ok(())
}
