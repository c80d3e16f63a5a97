//! Generations of columns, and how far each has come.

use deadpool_postgres::Transaction;

use crate::session::OwnedClient;
use crate::{Position, Reader, Shard, Store, StoreError};

queries! {
    const SELECT_PROGRESS: (i32, Position, i64, i64) = "
        SELECT g.generation, p.position, p.revision, p.next_chunk
        FROM statistic_generations g JOIN statistic_progress p ON p.generation = g.generation
        WHERE p.shard = $1 AND g.state = $2 AND g.fingerprint = $3";

    const TRY_LOCK_REBUILD: bool = "SELECT pg_try_advisory_lock(hashtext('kifu statistics'))";

    /// A build with other definitions will never be read.
    const RETIRE_OUTDATED_BUILD: i32 = "
        UPDATE statistic_generations SET state = 'retired' WHERE state = 'building' AND fingerprint <> $1
        RETURNING generation";

    const INSERT_GENERATION: i32 = "
        INSERT INTO statistic_generations (generation, state, fingerprint)
        SELECT max(generation) + 1, 'building', $1::text FROM statistic_generations
        HAVING NOT EXISTS (SELECT FROM statistic_generations WHERE state = 'building')
        RETURNING generation";

    const INSERT_PROGRESS: () = "
        INSERT INTO statistic_progress (shard, generation, position) SELECT shard, $1::int, 0 FROM shard_heads";

    const LOCK_LIVE_GENERATION: i32 =
        "SELECT generation FROM statistic_generations WHERE state = 'live' FOR UPDATE";

    /// Waits for transactions that write to a generation, and lets later ones wait, which then write nothing. A shared lock of
    /// the generation itself would say that more directly, but on a cluster it is one of all nodes, and two followers wait for
    /// each other in vain.
    const CLOSE_GENERATION: () = "UPDATE statistic_progress SET closed = true WHERE generation = $1";

    const SELECT_LAGGING_SHARD: () = "
        SELECT FROM statistic_progress b
        JOIN statistic_progress l ON l.shard = b.shard
        JOIN statistic_generations g ON g.generation = l.generation AND g.state = 'live'
        WHERE b.generation = $1 AND b.position < l.position LIMIT 1";

    const RETIRE_LIVE_GENERATION: () = "UPDATE statistic_generations SET state = 'retired' WHERE state = 'live'";

    const ACTIVATE_GENERATION: () =
        "UPDATE statistic_generations SET state = 'live' WHERE generation = $1 AND state = 'building'";

    /// Invalidates progress that was read while the generation was built: its readers can't write to it any more.
    const INVALIDATE_PROGRESS: () = "UPDATE statistic_progress SET revision = revision + 1 WHERE generation = $1";

    const DELETE_COUNTED_DIRTY_RECORDS: () =
        "DELETE FROM statistic_dirty_records WHERE generation = 0 AND id = ANY ($1)";

    const SELECT_RETIRED_GENERATIONS: i32 = "SELECT generation FROM statistic_generations WHERE state = 'retired'";
}

/// Deletes 32 chunks at a time, their columns first.
const DELETE_CHUNK_BATCH: [&str; 2] = [
    "DELETE FROM statistic_columns c
     USING (SELECT shard, chunk FROM statistic_chunks WHERE generation = $1 ORDER BY shard, chunk LIMIT 32) k
     WHERE c.generation = $1 AND c.shard = k.shard AND c.chunk = k.chunk",
    "DELETE FROM statistic_chunks c
     USING (SELECT shard, chunk FROM statistic_chunks WHERE generation = $1 ORDER BY shard, chunk LIMIT 32) k
     WHERE c.generation = $1 AND c.shard = k.shard AND c.chunk = k.chunk",
];

const DELETE_GENERATION: [&str; 3] = [
    "DELETE FROM statistic_dirty_records WHERE generation = $1",
    "DELETE FROM statistic_progress WHERE generation = $1",
    "DELETE FROM statistic_generations WHERE generation = $1 AND state = 'retired'",
];

/// The purpose of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationState {
    /// It is made beside the live one.
    Building,
    /// Questions are answered from it.
    Live,
}

/// A generation as one shard has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerationProgress {
    /// The shard.
    pub shard: Shard,
    /// The number of the generation.
    pub generation: i32,
    /// The purpose of the generation.
    pub state: GenerationState,
    /// The feed is counted up to here.
    pub position: Position,
    /// Goes up with every change of the generation.
    pub revision: i64,
    /// The number of the next chunk.
    pub next_chunk: i64,
}

impl GenerationState {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Building => "building",
            Self::Live => "live",
        }
    }
}

impl Reader {
    /// The generation of this fingerprint that is live, or being built, if there is one.
    pub async fn generation_progress(
        &self,
        shard: Shard,
        state: GenerationState,
        fingerprint: &str,
    ) -> Result<Option<GenerationProgress>, StoreError> {
        let row = self.row(SELECT_PROGRESS, &[&shard.number(), &state.as_str(), &fingerprint]).await?;
        Ok(row.map(|(generation, position, revision, next_chunk)| GenerationProgress {
            shard,
            generation,
            state,
            position,
            revision,
            next_chunk,
        }))
    }
}

/// The right to build a generation. Only one process has it; it ends with the connection.
pub struct RebuildLock {
    client: OwnedClient,
}

/// A transaction in which a generation takes the place of the live one. Followers wait for it; readers notice nothing.
pub struct GenerationSwitch<'r> {
    transaction: Transaction<'r>,
}

impl Store {
    /// Takes the right to build a generation, unless somebody else has it.
    ///
    /// # Errors
    ///
    /// The lock is not held then.
    pub async fn lock_rebuild(&self) -> Result<Option<RebuildLock>, StoreError> {
        // The connection is taken from the pool, because the lock belongs to the session.
        let mut client = self.primary.take().await?;
        let is_locked = TRY_LOCK_REBUILD.one(&**client.begin_use(), &[]).await?;
        client.end_use();
        Ok(is_locked.then_some(RebuildLock { client }))
    }
}

impl RebuildLock {
    /// Begins a generation, or goes on with the one of the same definitions that somebody left unfinished.
    pub async fn begin(&mut self, fingerprint: &str) -> Result<(), StoreError> {
        let transaction = self.client.begin_use().transaction().await?;
        for outdated in RETIRE_OUTDATED_BUILD.all(&transaction, &[&fingerprint]).await? {
            CLOSE_GENERATION.execute(&transaction, &[&outdated]).await?;
        }
        if let Some(generation) = INSERT_GENERATION.row(&transaction, &[&fingerprint]).await? {
            INSERT_PROGRESS.execute(&transaction, &[&generation]).await?;
        }
        transaction.commit().await?;
        self.client.end_use();
        Ok(())
    }

    /// Closes the live generation: followers of it wait.
    ///
    /// # Errors
    ///
    /// If no generation is live. Nothing is held then.
    pub async fn begin_switch(&mut self) -> Result<GenerationSwitch<'_>, StoreError> {
        let transaction = self.client.begin_use().transaction().await?;
        let live = LOCK_LIVE_GENERATION.one(&transaction, &[]).await?;
        CLOSE_GENERATION.execute(&transaction, &[&live]).await?;
        Ok(GenerationSwitch { transaction })
    }

    /// Deletes retired generations.
    ///
    /// # Errors
    ///
    /// If it fails, the rows removed by then stay removed, and the rest can be swept later.
    pub async fn delete_retired(&mut self) -> Result<(), StoreError> {
        for generation in SELECT_RETIRED_GENERATIONS.all(&**self.client.begin_use(), &[]).await? {
            let mut removed = 1;
            while removed > 0 {
                removed = 0;
                for sql in DELETE_CHUNK_BATCH {
                    removed += self.client.begin_use().execute(sql, &[&generation]).await?;
                }
            }
            for sql in DELETE_GENERATION {
                self.client.begin_use().execute(sql, &[&generation]).await?;
            }
        }
        self.client.end_use();
        Ok(())
    }
}

impl GenerationSwitch<'_> {
    /// True if a generation has counted less than the live one.
    pub async fn is_behind(&self, generation: i32) -> Result<bool, StoreError> {
        Ok(SELECT_LAGGING_SHARD.row(&self.transaction, &[&generation]).await?.is_some())
    }

    /// Makes a generation the live one, and deletes the dirty records that it has counted already.
    ///
    /// # Errors
    ///
    /// The other generation stays live, unless the connection broke while this was being committed
    /// ([`StoreError::OutcomeUnknown`]): then either may be.
    pub async fn commit(self, generation: i32, dirty_records: &[i64]) -> Result<(), StoreError> {
        RETIRE_LIVE_GENERATION.execute(&self.transaction, &[]).await?;
        ACTIVATE_GENERATION.execute(&self.transaction, &[&generation]).await?;
        INVALIDATE_PROGRESS.execute(&self.transaction, &[&generation]).await?;
        DELETE_COUNTED_DIRTY_RECORDS.execute(&self.transaction, &[&dirty_records]).await?;
        self.transaction.commit().await?;
        Ok(())
    }
}
