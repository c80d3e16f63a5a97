//! Whether the database takes writes: tried, not inferred.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::{Shards, Store, StoreError, deadline};

/// How long a write may take, waiting for a connection included.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a result holds, however many ask.
const RESULT_TTL: Duration = Duration::from_millis(500);

/// What every append does, too: it takes the lock of a shard's head, writes the row, and flushes. It moves no position.
const TOUCH_HEAD: &str = "UPDATE shard_heads SET position = position WHERE shard = $1";

/// Heads that one look touches; the next look goes on with the next ones. A statement for all of them would take their
/// locks in any order.
const HEADS_PER_PROBE: usize = 4;

/// The last write that was tried, and what became of it.
#[derive(Clone, Default)]
pub(super) struct WriteProbe(Arc<Mutex<Probed>>);

#[derive(Default)]
struct Probed {
    last: Option<(Instant, Result<(), StoreError>)>,
    /// How many heads were touched so far.
    touched: usize,
}

impl Store {
    /// Whether the database answers, is migrated and takes writes: one is made, at most twice a second.
    ///
    /// # Errors
    ///
    /// If the database does not answer in time, lacks a migration, or takes no writes; or if an append has waited for it
    /// longer than that.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let mut probed = self.write_probe.0.lock().await;
        if let Some((at, result)) = &probed.last
            && at.elapsed() < RESULT_TTL
        {
            return result.clone();
        }
        let written = deadline::within(WRITE_TIMEOUT, self.touch_heads(probed.touched)).await;
        probed.touched = probed.touched.wrapping_add(HEADS_PER_PROBE);
        let result = written.map_err(StoreError::of_a_read).and_then(|()| self.check_appends());
        // A schema that is missing may be there the next moment; a database that is away takes its time to answer.
        if result.as_ref().map_or_else(StoreError::is_of_database, |()| true) {
            probed.last = Some((Instant::now(), result.clone()));
        }
        result
    }

    async fn touch_heads(&self, first: usize) -> Result<(), StoreError> {
        // A connection that is new learns how many there are.
        let client = self.primary.get().await?;
        let shards: Vec<_> = self.shards().unwrap_or(Shards::SINGLE).all().collect();
        let turn = shards.iter().cycle().skip(first % shards.len()).take(shards.len().min(HEADS_PER_PROBE));
        for shard in turn {
            let statement = client.prepare_cached(TOUCH_HEAD).await?;
            if client.execute(&statement, &[&shard.number()]).await? != 1 {
                return Err(StoreError::Corrupt(format!("shard {} has no head", shard.number())));
            }
        }
        Ok(())
    }

    /// Appends have connections of their own.
    fn check_appends(&self) -> Result<(), StoreError> {
        let batchers = self.batchers.get().map(Vec::as_slice).unwrap_or_default();
        let slow = batchers.iter().filter_map(super::Batcher::committing_for);
        match slow.filter(|time| *time > WRITE_TIMEOUT).max() {
            Some(time) => Err(StoreError::unavailable(format!("an append has taken {} s", time.as_secs()))),
            None => Ok(()),
        }
    }
}
