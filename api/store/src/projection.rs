//! The statements of the feed's follower: how much is left, and everything that one step derives, in one transaction.

use chrono::{DateTime, Utc};

use crate::statistics::IncrementalUpdate;
use crate::{Position, Reader, SearchUpdate, Shard, Store, StoreError, search_document};

queries! {
    /// The time is taken after the position is read, so an earlier end of the feed always has an earlier time.
    const SELECT_FEED_END: FeedEnd = "SELECT position, clock_timestamp() AS at FROM shard_heads WHERE shard = $1";

    const INSERT_CLOCK_ROW: () = "
        INSERT INTO statistic_clock (shard, position, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

    /// The ends of the feed of all shards, and which of them the search documents ($1) or the live generation of these
    /// definitions ($2) have not reached, or where records wait to be counted anew.
    const SELECT_PENDING_WORK: ShardWork = "
        SELECT h.shard, h.position, clock_timestamp() AS at, least(coalesce(p.position, 0), s.position) AS reached,
               coalesce(h.position > coalesce(p.position, 0) OR h.position > s.position
                        OR s.position IS NOT NULL AND EXISTS (
                            SELECT FROM statistic_dirty_records d WHERE d.shard = h.shard AND d.generation = 0),
                        false) AS is_pending
        FROM shard_heads h
        LEFT JOIN projections p ON p.shard = h.shard AND p.name = $1
        LEFT JOIN statistic_generations g ON g.state = 'live' AND g.fingerprint = $2
        LEFT JOIN statistic_progress s ON s.shard = h.shard AND s.generation = g.generation
        ORDER BY h.shard";
}

/// A look at where the feed of a shard ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedEnd {
    /// The position of its last event.
    pub position: Position,
    /// When that was read.
    pub at: DateTime<Utc>,
}

row!(FeedEnd: position, at);

/// A shard with something that a follower has not worked through yet, or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardWork {
    /// The shard.
    pub shard: Shard,
    /// The end of its feed.
    pub end: FeedEnd,
    /// How far the followers are.
    pub reached: Position,
    /// True: there is something to do.
    pub is_pending: bool,
}

row!(ShardWork: ..end, shard, reached, is_pending);

impl Reader {
    /// The last position of the feed of a shard, and when it was read.
    pub async fn feed_end(&self, shard: Shard) -> Result<FeedEnd, StoreError> {
        let end = self.row(SELECT_FEED_END, &[&shard.number()]).await?;
        end.ok_or_else(|| StoreError::Corrupt(format!("shard {} has no head", shard.number())))
    }

    /// The end of every shard's feed, and whether the followers of statistics and search have reached it. One look
    /// serves all, so that shards in which nothing happens cost nothing.
    pub async fn pending_work(&self, fingerprint: &str) -> Result<Vec<ShardWork>, StoreError> {
        self.rows(SELECT_PENDING_WORK, &[&search_document::CHECKPOINT, &fingerprint]).await
    }
}

impl Store {
    /// Writes what follows from a part of the feed, in one transaction, and notes in the clock where the feed ended at
    /// `feed_end`. False, and nothing changed, if the documents or the generation have changed since they were read: another
    /// follower is at work.
    pub async fn write_update(
        &self,
        shard: Shard,
        documents: Option<&SearchUpdate>,
        update: Option<&IncrementalUpdate>,
        feed_end: FeedEnd,
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if let Some(update) = update
            && !update.write(&transaction).await?
        {
            return Ok(false);
        }
        if let Some(documents) = documents
            && !search_document::write(&transaction, shard, documents).await?
        {
            return Ok(false);
        }
        INSERT_CLOCK_ROW
            .execute(&transaction, &[&shard.number(), &feed_end.position.0, &feed_end.at])
            .await?;
        transaction.commit().await?;
        Ok(true)
    }
}
