//! Tells if the database takes writes. It is judged by recent appends, and by a trial write.
//!
//! The trial needs room on the disk, as an append does that comes to a new page. Rewriting a row in place needs none.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::batcher::FailedCommits;
use super::{Shards, Store, StoreError, deadline};

/// How long a write may take, waiting for a connection included.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a result holds, however many ask.
const RESULT_TTL: Duration = Duration::from_millis(500);

queries! {
    /// Every append does this, too: it takes the lock of a shard's head, writes the row, and flushes. It moves no
    /// position.
    const TOUCH_HEAD: () = "UPDATE shard_heads SET position = position WHERE shard = $1";

    /// Takes a file of its own for a moment. No right is needed for it, and nothing of it is left behind.
    const WRITE_FILE: String = "SELECT pg_export_snapshot()";
}

/// So many failed appends in a row are no accident.
const MAX_FAILED_COMMITS: u32 = 3;
/// For how long they count. A service that is not ready gets no more appends, so the trial decides.
const FAILURES_TTL: Duration = Duration::from_secs(10);

/// Heads that one look touches; the next look goes on with the next ones. A statement for all of them would take their
/// locks in any order.
const HEADS_PER_PROBE: usize = 4;

/// The last trial write, and its result.
#[derive(Clone, Default)]
pub(super) struct WriteProbe(Arc<Mutex<Probed>>);

#[derive(Default)]
struct Probed {
    last: Option<(Instant, Result<(), StoreError>)>,
    /// How many heads were touched so far.
    touched: usize,
}

impl Store {
    /// Checks that the database answers, is migrated and takes writes. A trial write is made at most twice a second.
    ///
    /// # Errors
    ///
    /// If the database does not answer in time, lacks a migration, or takes no writes; or if an append has waited for it
    /// longer than that, or several have just failed.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let mut probed = self.write_probe.0.lock().await;
        if let Some((at, result)) = &probed.last
            && at.elapsed() < RESULT_TTL
        {
            return result.clone();
        }
        let written = deadline::within(WRITE_TIMEOUT, self.try_writing(probed.touched)).await;
        probed.touched = probed.touched.wrapping_add(HEADS_PER_PROBE);
        let result = written.map_err(StoreError::of_a_read).and_then(|()| self.check_appends());
        // A schema that is missing may be there the next moment; a database that is away takes its time to answer.
        if result.as_ref().map_or_else(StoreError::is_of_database, |()| true) {
            probed.last = Some((Instant::now(), result.clone()));
        }
        result
    }

    async fn try_writing(&self, first: usize) -> Result<(), StoreError> {
        self.touch_heads(first).await?;
        let client = self.primary.get().await?;
        match WRITE_FILE.one(&client, &[]).await {
            // Some servers of others have no such function.
            Err(error) if !error.is_of_database() => {
                tracing::debug!(%error, "whether the disk is full can't be tried");
                Ok(())
            }
            written => written.map(drop),
        }
    }

    async fn touch_heads(&self, first: usize) -> Result<(), StoreError> {
        // A connection that is new learns how many there are.
        let client = self.primary.get().await?;
        let shards: Vec<_> = self.shards().unwrap_or(Shards::SINGLE).all().collect();
        let turn = shards.iter().cycle().skip(first % shards.len()).take(shards.len().min(HEADS_PER_PROBE));
        for shard in turn {
            if TOUCH_HEAD.execute(&client, &[&shard.number()]).await? != 1 {
                return Err(StoreError::Corrupt(format!("shard {} has no head", shard.number())));
            }
        }
        Ok(())
    }

    /// Checks the appends, which have connections of their own.
    fn check_appends(&self) -> Result<(), StoreError> {
        let batchers = self.batchers.get().map(Vec::as_slice).unwrap_or_default();
        for FailedCommits { count, last } in batchers.iter().map(super::Batcher::failures) {
            if let Some((at, error)) = last
                && count >= MAX_FAILED_COMMITS
                && at.elapsed() < FAILURES_TTL
            {
                return Err(StoreError::unavailable(format!("the last {count} appends failed: {error}")));
            }
        }
        let slow = batchers.iter().filter_map(super::Batcher::committing_for);
        match slow.filter(|time| *time > WRITE_TIMEOUT).max() {
            Some(time) => Err(StoreError::unavailable(format!("an append has taken {} s", time.as_secs()))),
            None => Ok(()),
        }
    }
}
