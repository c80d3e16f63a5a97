//! Observations that take too long to be made whenever records are counted. Each record is observed once, and the
//! result is stored.

use std::collections::HashMap;

use deadpool_postgres::Transaction;
use uuid::Uuid;

use crate::{GameId, Json, Position, Reader, Shard, Store, StoreError};

queries! {
    const SELECT_SLOW_OBSERVATIONS: SlowObservations = "
        SELECT game_id AS game, position, fingerprint, observations::text AS observations FROM slow_observations
        WHERE shard = $1 AND game_id = ANY ($2)";

    /// Records of these games, but no copies, which are never counted.
    const SELECT_OBSERVABLE_RECORDS: GameId = "
        SELECT g.game_id FROM games g
        WHERE g.shard = $1 AND g.game_id = ANY ($2) AND g.game = ANY ($3)
          AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)
        ORDER BY g.game_id";

    /// Stores observations unless another instance has observed more of the record.
    const UPSERT_SLOW_OBSERVATIONS: () = "
        INSERT INTO slow_observations (shard, game_id, position, fingerprint, observations)
        VALUES ($1, $2, $3, $4, $5::text::jsonb)
        ON CONFLICT (shard, game_id) DO UPDATE
        SET position = excluded.position, fingerprint = excluded.fingerprint, observations = excluded.observations
        WHERE slow_observations.position <= excluded.position";

    const INSERT_DIRTY_RECORD: () = "INSERT INTO statistic_dirty_records (shard, game_id) VALUES ($1, $2)";
}

/// The slow observations of a finished record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowObservations {
    /// The record.
    pub game: GameId,
    /// The position of the event after which it was observed.
    pub position: Position,
    /// The fingerprint of the definitions by which it was observed.
    pub fingerprint: String,
    /// The observations, if there are any.
    pub observations: Option<Json>,
}

row!(SlowObservations: game, position, fingerprint, observations);

impl Reader {
    /// Returns the slow observations of these records, where there are any.
    pub async fn slow_observations(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, SlowObservations>, StoreError> {
        let mut found = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            found.extend(self.slow_observations_of(shard, &ids).await?);
        }
        Ok(found)
    }

    /// Returns the slow observations of records of one shard.
    pub(super) async fn slow_observations_of(
        &self,
        shard: Shard,
        games: &[Uuid],
    ) -> Result<HashMap<GameId, SlowObservations>, StoreError> {
        let rows = self.rows(SELECT_SLOW_OBSERVATIONS, &[&shard.number(), &games]).await?;
        Ok(rows.into_iter().map(|found| (found.game, found)).collect())
    }

    /// Returns those of these records that are of these games, and no copies.
    pub async fn observable_records(
        &self,
        shard: Shard,
        records: &[GameId],
        games: &[&str],
    ) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<Uuid> = records.iter().map(|game| game.0).collect();
        self.rows(SELECT_OBSERVABLE_RECORDS, &[&shard.number(), &ids, &games]).await
    }
}

impl Store {
    /// Stores slow observations of records of a shard, which are then counted anew.
    pub async fn write_slow_observations(
        &self,
        shard: Shard,
        observed: &[SlowObservations],
    ) -> Result<(), StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        for one in observed {
            write(&transaction, shard, one).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

async fn write(
    transaction: &Transaction<'_>,
    shard: Shard,
    one: &SlowObservations,
) -> Result<(), StoreError> {
    let SlowObservations { game, position, fingerprint, observations } = one;
    let observations = observations.as_ref().map(Json::as_str);
    UPSERT_SLOW_OBSERVATIONS
        .execute(transaction, &[&shard.number(), &game.0, &position.0, &fingerprint, &observations])
        .await?;
    if observations.is_some() {
        INSERT_DIRTY_RECORD.execute(transaction, &[&shard.number(), &game.0]).await?;
    }
    Ok(())
}
