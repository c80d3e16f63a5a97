//! Whether the database takes writes: tried, not inferred.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::{Shard, Store, StoreError, deadline};

/// How long a write may take, waiting for a connection included.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a result holds, however many ask.
const RESULT_TTL: Duration = Duration::from_millis(500);

/// What every append does, too: it takes the lock of a shard's head, writes the row, and flushes. It moves no position.
const TOUCH_HEADS: &str = "UPDATE shard_heads SET position = position";

/// The last write that was tried, and what became of it.
#[derive(Clone, Default)]
pub(super) struct WriteProbe(Arc<Mutex<Option<ProbeResult>>>);

type ProbeResult = (Instant, Result<(), StoreError>);

impl Store {
    /// Whether the database answers, is migrated and takes writes: one is made, at most twice a second.
    ///
    /// # Errors
    ///
    /// If the database does not answer in time, lacks a migration, or takes no writes; or if an append has waited for it
    /// longer than that.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let mut last = self.write_probe.0.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < RESULT_TTL
        {
            return result.clone();
        }
        let written = deadline::within(WRITE_TIMEOUT, self.touch_heads()).await;
        let result = written.map_err(StoreError::of_a_read).and_then(|()| self.check_appends());
        // A schema that is missing may be there the next moment; a database that is away takes its time to answer.
        if result.as_ref().map_or_else(StoreError::is_of_database, |()| true) {
            *last = Some((Instant::now(), result.clone()));
        }
        result
    }

    async fn touch_heads(&self) -> Result<(), StoreError> {
        let touched = self.primary.get().await?.execute(TOUCH_HEADS, &[]).await?;
        if touched == u64::from(Shard::COUNT) {
            return Ok(());
        }
        Err(StoreError::Corrupt("the database has another number of shards".into()))
    }

    /// Appends have connections of their own.
    fn check_appends(&self) -> Result<(), StoreError> {
        let slow = self.batchers.iter().filter_map(super::Batcher::committing_for);
        match slow.filter(|time| *time > WRITE_TIMEOUT).max() {
            Some(time) => Err(StoreError::unavailable(format!("an append has taken {} s", time.as_secs()))),
            None => Ok(()),
        }
    }
}
