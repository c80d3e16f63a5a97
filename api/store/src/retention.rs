//! Retention: deletes rows that are no longer needed, so that no table grows without bound.

use super::{Shard, Store, StoreError};
use crate::search_document::CHECKPOINT;

/// A client may repeat a request under its idempotency key for 30 days.
const DELETE_EXPIRED_KEYS: [&str; 4] = [
    "DELETE FROM idempotency WHERE at < now() - interval '30 days'",
    "DELETE FROM openings WHERE at < now() - interval '30 days'",
    "DELETE FROM issuances WHERE at < now() - interval '30 days'",
    "DELETE FROM kept_answers WHERE at < now() - interval '30 days'",
];

queries! {
    /// Notices that arrived a week ago, and those that were given up or wait for a disabled webhook for 30 days.
    const DELETE_EXPIRED_DELIVERIES: () = "
        DELETE FROM deliveries
        WHERE (state = 'delivered' AND tried_at < now() - interval '7 days')
           OR (state <> 'delivered' AND created_at < now() - interval '30 days' AND due_at < now())";

    /// Keeps the follower from writing documents until the transaction ends: they could use a term that is deleted here.
    const LOCK_DOCUMENTS: () = "SELECT FROM projections WHERE name = $1 AND shard = $2 FOR UPDATE";

    /// A batch of terms in the order of their ids. It answers with the last id of the batch, its size, and how many of its
    /// terms were deleted.
    const DELETE_UNUSED_TERMS: (Option<i64>, i64, u64) = "
        WITH batch AS MATERIALIZED (
            SELECT id FROM search_terms WHERE shard = $1 AND id > $2 ORDER BY id LIMIT $3
        ), unused AS (
            DELETE FROM search_terms t USING batch b
            WHERE t.shard = $1 AND t.id = b.id AND NOT EXISTS (
                SELECT FROM search_documents d WHERE d.shard = $1 AND d.terms @> ARRAY[b.id])
            RETURNING t.id
        )
        SELECT max(b.id) AS last, count(*) AS examined, (SELECT count(*) FROM unused) AS deleted FROM batch b";
}

/// Thins rows of the clock. Of rows older than a week the last of each minute stays, of rows older than 90 days the
/// last of each hour. The very first row always stays: it tells when the shard began.
const THIN_CLOCK: [&str; 2] = [
    "DELETE FROM statistic_clock c USING (
         SELECT shard, position,
                row_number() OVER (PARTITION BY shard, date_trunc('minute', at) ORDER BY position DESC) AS n
         FROM statistic_clock WHERE position > 0 AND at < date_trunc('minute', now() - interval '7 days')) o
     WHERE c.shard = o.shard AND c.position = o.position AND o.n > 1",
    "DELETE FROM statistic_clock c USING (
         SELECT shard, position,
                row_number() OVER (PARTITION BY shard, date_trunc('hour', at) ORDER BY position DESC) AS n
         FROM statistic_clock WHERE position > 0 AND at < date_trunc('hour', now() - interval '90 days')) o
     WHERE c.shard = o.shard AND c.position = o.position AND o.n > 1",
];

/// How many terms are examined in one transaction, during which no document is written.
const TERM_BATCH_ROWS: i64 = 500;

/// Rows that were deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeletedRows {
    /// Idempotency keys: of appends, openings, tokens and secrets.
    pub idempotency_keys: u64,
    /// Notices of webhooks.
    pub deliveries: u64,
    /// Rows of the clock that `as_of` a time reads.
    pub clock_rows: u64,
    /// Search terms that no document has.
    pub search_terms: u64,
}

impl Store {
    /// Deletes expired rows. Several instances may do so at the same time.
    ///
    /// # Errors
    ///
    /// If it fails, the rows deleted by then stay deleted.
    pub async fn delete_expired(&self) -> Result<DeletedRows, StoreError> {
        let mut rows = DeletedRows::default();
        {
            let client = self.primary.get().await?;
            for sql in DELETE_EXPIRED_KEYS {
                rows.idempotency_keys += client.execute(sql, &[]).await?;
            }
            rows.deliveries = DELETE_EXPIRED_DELIVERIES.execute(&client, &[]).await?;
            for sql in THIN_CLOCK {
                rows.clock_rows += client.execute(sql, &[]).await?;
            }
        }
        for shard in self.shards()?.all() {
            rows.search_terms += self.delete_unused_terms(shard).await?;
        }
        Ok(rows)
    }

    async fn delete_unused_terms(&self, shard: Shard) -> Result<u64, StoreError> {
        let (mut after, mut deleted) = (i64::MIN, 0);
        loop {
            let mut client = self.primary.get().await?;
            let transaction = client.transaction().await?;
            LOCK_DOCUMENTS.execute(&transaction, &[&CHECKPOINT, &shard.number()]).await?;
            let (last, examined, of_batch) =
                DELETE_UNUSED_TERMS.one(&transaction, &[&shard.number(), &after, &TERM_BATCH_ROWS]).await?;
            transaction.commit().await?;
            deleted += of_batch;
            match last {
                Some(last) if examined == TERM_BATCH_ROWS => after = last,
                _ => return Ok(deleted),
            }
        }
    }
}
