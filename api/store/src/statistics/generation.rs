//! Generations of columns, and how far each has come.

use deadpool_postgres::{ClientWrapper, Object, Transaction};

use crate::{Position, Reader, Shard, Store, StoreError};

const STANDING: &str = "
    SELECT g.generation, p.position, p.step, p.chunks
    FROM statistic_generations g JOIN statistic_progress p ON p.generation = g.generation
    WHERE p.shard = $1 AND g.state = $2 AND g.fingerprint = $3";

const LOCK: &str = "SELECT pg_try_advisory_lock(hashtext('kifu statistics'))";

/// Whatever is built of other definitions will never be read.
const DISCARD: &str = "
    UPDATE statistic_generations SET state = 'retired' WHERE state = 'building' AND fingerprint <> $1";

const BEGIN: &str = "
    INSERT INTO statistic_generations (generation, state, fingerprint)
    SELECT max(generation) + 1, 'building', $1::text FROM statistic_generations
    HAVING NOT EXISTS (SELECT FROM statistic_generations WHERE state = 'building')
    RETURNING generation";

const BEGIN_SHARDS: &str = "
    INSERT INTO statistic_progress (shard, generation, position) SELECT shard, $1::int, 0 FROM shard_heads";

/// Waits for whoever is writing to it, and keeps all others from doing so.
const HOLD_LIVE: &str = "SELECT generation FROM statistic_generations WHERE state = 'live' FOR UPDATE";

const BEHIND: &str = "
    SELECT FROM statistic_progress b
    JOIN statistic_progress l ON l.shard = b.shard
    JOIN statistic_generations g ON g.generation = l.generation AND g.state = 'live'
    WHERE b.generation = $1 AND b.position < l.position LIMIT 1";

const RETIRE: &str = "UPDATE statistic_generations SET state = 'retired' WHERE state = 'live'";

const GO_LIVE: &str =
    "UPDATE statistic_generations SET state = 'live' WHERE generation = $1 AND state = 'building'";

const SEEN: &str = "DELETE FROM statistic_dirty_records WHERE generation = 0 AND id = ANY ($1)";

const RETIRED: &str = "SELECT generation FROM statistic_generations WHERE state = 'retired'";

/// Some chunks at a time, their columns first.
const SWEEP: [&str; 2] = [
    "DELETE FROM statistic_columns c
     USING (SELECT shard, chunk FROM statistic_chunks WHERE generation = $1 ORDER BY shard, chunk LIMIT 32) k
     WHERE c.generation = $1 AND c.shard = k.shard AND c.chunk = k.chunk",
    "DELETE FROM statistic_chunks c
     USING (SELECT shard, chunk FROM statistic_chunks WHERE generation = $1 ORDER BY shard, chunk LIMIT 32) k
     WHERE c.generation = $1 AND c.shard = k.shard AND c.chunk = k.chunk",
];

const FORGET: [&str; 3] = [
    "DELETE FROM statistic_dirty_records WHERE generation = $1",
    "DELETE FROM statistic_progress WHERE generation = $1",
    "DELETE FROM statistic_generations WHERE generation = $1 AND state = 'retired'",
];

/// What a generation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is made beside the live one.
    Building,
    /// Questions are answered from it.
    Live,
}

/// A generation as one shard has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The shard.
    pub shard: Shard,
    /// The number of the generation.
    pub generation: i32,
    /// What it is for.
    pub state: State,
    /// Up to here the feed is counted.
    pub position: Position,
    /// Goes up with every change of it.
    pub step: i64,
    /// How many chunks were ever written.
    pub chunks: i64,
}

impl State {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Building => "building",
            Self::Live => "live",
        }
    }
}

impl Reader {
    /// The generation of this fingerprint that is live, or being built, if there is one.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn standing(
        &self,
        shard: Shard,
        state: State,
        fingerprint: &str,
    ) -> Result<Option<Standing>, StoreError> {
        let row = self.row(STANDING, &[&shard.number(), &state.word(), &fingerprint]).await?;
        row.map(|row| {
            Ok(Standing {
                shard,
                state,
                generation: row.try_get("generation")?,
                position: Position(row.try_get("position")?),
                step: row.try_get("step")?,
                chunks: row.try_get("chunks")?,
            })
        })
        .transpose()
    }
}

/// The right to build a generation: nobody else has it, and it ends with the connection.
pub struct Rebuilding {
    client: ClientWrapper,
}

/// The moment at which a generation takes the place of the live one. Nobody counts meanwhile; readers notice nothing.
pub struct Switch<'r> {
    transaction: Transaction<'r>,
}

impl Store {
    /// Takes the right to build a generation, unless somebody else has it.
    ///
    /// # Errors
    ///
    /// If the database can't be asked. The lock is not held then.
    pub async fn rebuilding(&self) -> Result<Option<Rebuilding>, StoreError> {
        // Not given back to the pool: the lock is that of the session.
        let client = Object::take(self.primary.get().await?);
        let held: bool = client.query_one(LOCK, &[]).await?.try_get(0)?;
        Ok(held.then_some(Rebuilding { client }))
    }
}

impl Rebuilding {
    /// Begins a generation, or goes on with the one of the same definitions that somebody left unfinished.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn begin(&mut self, fingerprint: &str) -> Result<(), StoreError> {
        let transaction = self.client.transaction().await?;
        transaction.execute(DISCARD, &[&fingerprint]).await?;
        if let Some(row) = transaction.query_opt(BEGIN, &[&fingerprint]).await? {
            let generation: i32 = row.try_get(0)?;
            transaction.execute(BEGIN_SHARDS, &[&generation]).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Holds the live generation as it is.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or no generation is live. Nothing is held then.
    pub async fn switch(&mut self) -> Result<Switch<'_>, StoreError> {
        let transaction = self.client.transaction().await?;
        transaction.query_one(HOLD_LIVE, &[]).await?;
        Ok(Switch { transaction })
    }

    /// Removes all that is left of generations that are not read any more.
    ///
    /// # Errors
    ///
    /// If the database can't be asked. What was removed by then stays removed, and the rest can be swept later.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        for row in self.client.query(RETIRED, &[]).await? {
            let generation: i32 = row.try_get(0)?;
            let mut removed = 1;
            while removed > 0 {
                removed = 0;
                for sql in SWEEP {
                    removed += self.client.execute(sql, &[&generation]).await?;
                }
            }
            for sql in FORGET {
                self.client.execute(sql, &[&generation]).await?;
            }
        }
        Ok(())
    }
}

impl Switch<'_> {
    /// Whether a generation has counted less than the live one.
    ///
    /// # Errors
    ///
    /// If the database can't be asked.
    pub async fn is_behind(&self, generation: i32) -> Result<bool, StoreError> {
        Ok(self.transaction.query_opt(BEHIND, &[&generation]).await?.is_some())
    }

    /// Makes a generation the live one; these changes beside events it has counted already.
    ///
    /// # Errors
    ///
    /// If the database can't be asked. The other generation stays live, unless the connection broke while this was
    /// being committed ([`StoreError::Unavailable`]): then either may be.
    pub async fn commit(self, generation: i32, dirty_records: &[i64]) -> Result<(), StoreError> {
        self.transaction.execute(RETIRE, &[]).await?;
        self.transaction.execute(GO_LIVE, &[&generation]).await?;
        self.transaction.execute(SEEN, &[&dirty_records]).await?;
        self.transaction.commit().await?;
        Ok(())
    }
}
