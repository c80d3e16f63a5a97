//! What is deleted because nobody needs it any more: tables that would otherwise grow for ever.

use super::{Shard, Store, StoreError};
use crate::search_document::CHECKPOINT;

/// A client may repeat a request under its idempotency key for 30 days.
const RETRIES: [&str; 3] = [
    "DELETE FROM idempotency WHERE at < now() - interval '30 days'",
    "DELETE FROM openings WHERE at < now() - interval '30 days'",
    "DELETE FROM issuances WHERE at < now() - interval '30 days'",
];

/// Notices that arrived a week ago, and those that were given up or wait for a disabled webhook for 30 days.
const NOTICES: &str = "
    DELETE FROM deliveries
    WHERE (state = 'delivered' AND tried_at < now() - interval '7 days')
       OR (state <> 'delivered' AND created_at < now() - interval '30 days' AND due_at < now())";

/// Of the clock, the last row of each minute that is older than a week stays, and of each hour that is older than 90
/// days.
const CLOCK: [&str; 2] = [
    "DELETE FROM statistic_clock c USING (
         SELECT shard, position,
                row_number() OVER (PARTITION BY shard, date_trunc('minute', at) ORDER BY position DESC) AS n
         FROM statistic_clock WHERE at < date_trunc('minute', now() - interval '7 days')) o
     WHERE c.shard = o.shard AND c.position = o.position AND o.n > 1",
    "DELETE FROM statistic_clock c USING (
         SELECT shard, position,
                row_number() OVER (PARTITION BY shard, date_trunc('hour', at) ORDER BY position DESC) AS n
         FROM statistic_clock WHERE at < date_trunc('hour', now() - interval '90 days')) o
     WHERE c.shard = o.shard AND c.position = o.position AND o.n > 1",
];

/// Keeps the follower from writing documents until the transaction ends: a term that it finds here must stay.
const HOLD_DOCUMENTS: &str = "SELECT FROM projections WHERE name = $1 AND shard = $2 FOR UPDATE";

/// Some terms at a time, in the order of their ids: the last id that was looked at, and how many were looked at.
const TERMS: &str = "
    WITH batch AS MATERIALIZED (
        SELECT id FROM search_terms WHERE shard = $1 AND id > $2 ORDER BY id LIMIT $3
    ), unused AS (
        DELETE FROM search_terms t USING batch b
        WHERE t.shard = $1 AND t.id = b.id AND NOT EXISTS (
            SELECT FROM search_documents d WHERE d.shard = $1 AND d.terms @> ARRAY[b.id])
        RETURNING t.id
    )
    SELECT max(b.id) AS last, count(*) AS looked_at, (SELECT count(*) FROM unused) AS deleted FROM batch b";

/// Terms that are looked at in one transaction, during which no document is written.
const TERMS_AT_ONCE: i64 = 500;

/// Rows that were deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// Answers to requests under an idempotency key.
    pub retries: u64,
    /// Notices of webhooks.
    pub notices: u64,
    /// Rows of the clock that `as_of` a time reads.
    pub clock: u64,
    /// Search terms that no document has.
    pub terms: u64,
}

impl Store {
    /// Deletes what has expired; what somebody else is deleting at the same moment is deleted once.
    ///
    /// # Errors
    ///
    /// If the database can't be asked. What was deleted by then stays deleted.
    pub async fn delete_expired(&self) -> Result<Expired, StoreError> {
        let mut expired = Expired::default();
        {
            let client = self.primary.get().await?;
            for sql in RETRIES {
                expired.retries += client.execute(sql, &[]).await?;
            }
            expired.notices = client.execute(NOTICES, &[]).await?;
            for sql in CLOCK {
                expired.clock += client.execute(sql, &[]).await?;
            }
        }
        for shard in Shard::all() {
            expired.terms += self.delete_unused_terms(shard).await?;
        }
        Ok(expired)
    }

    async fn delete_unused_terms(&self, shard: Shard) -> Result<u64, StoreError> {
        let (mut after, mut deleted) = (i64::MIN, 0);
        loop {
            let mut client = self.primary.get().await?;
            let transaction = client.transaction().await?;
            transaction.execute(HOLD_DOCUMENTS, &[&CHECKPOINT, &shard.number()]).await?;
            let row = transaction.query_one(TERMS, &[&shard.number(), &after, &TERMS_AT_ONCE]).await?;
            transaction.commit().await?;
            deleted += u64::try_from(row.try_get::<_, i64>("deleted")?).unwrap_or_default();
            let looked_at: i64 = row.try_get("looked_at")?;
            match row.try_get("last")? {
                Some(last) if looked_at == TERMS_AT_ONCE => after = last,
                _ => return Ok(deleted),
            }
        }
    }
}
