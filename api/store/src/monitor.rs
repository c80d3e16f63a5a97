//! The database figures in the service's metrics.

use super::pool::Pool;
use super::search_document::CHECKPOINT;
use super::{Reader, Store, StoreError};

queries! {
    /// Events that a follower has not seen yet. That of webhooks has nothing to do while there are none.
    const COUNT_UNSEEN_EVENTS: (String, f64) = "
        SELECT follower, sum(greatest(head - place, 0))::float8 AS events
        FROM (SELECT 'search' AS follower, h.position AS head, coalesce(p.position, 0) AS place
              FROM shard_heads h LEFT JOIN projections p ON p.shard = h.shard AND p.name = $1
              UNION ALL
              SELECT 'statistics', h.position, coalesce(p.position, 0)
              FROM shard_heads h
              LEFT JOIN statistic_generations g ON g.state = 'live'
              LEFT JOIN statistic_progress p ON p.shard = h.shard AND p.generation = g.generation
              UNION ALL
              SELECT 'webhooks', h.position,
                     greatest(p.position, coalesce((SELECT min(w.start_positions[h.shard + 1]) FROM webhooks w), h.position))
              FROM shard_heads h LEFT JOIN projections p ON p.shard = h.shard AND p.name = 'webhooks') places
        GROUP BY follower
        ORDER BY follower";

    /// Notices on their way, and for how long the oldest has been due. Those of a disabled webhook are not on their way.
    const COUNT_WAITING_DELIVERIES: (f64, f64) = "
        SELECT count(*)::float8 AS waiting,
               coalesce(greatest(extract(epoch FROM now() - min(d.due_at)), 0), 0)::float8 AS overdue
        FROM deliveries d JOIN webhooks w ON w.webhook_id = d.webhook_id AND w.enabled
        WHERE d.state = 'waiting'";
}

/// The connections of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// How many are at work.
    pub used: usize,
    /// How many are open and wait for work.
    pub idle: usize,
    /// How many there may be.
    pub max: usize,
    /// How many requests wait for one.
    pub waiting: usize,
}

/// The work left for followers of the feed and webhooks.
#[derive(Clone, Debug, PartialEq)]
pub struct Backlog {
    /// Each follower of the feed, with how many events it has not seen yet.
    pub followers: Vec<(String, f64)>,
    /// Notices that wait to be delivered.
    pub waiting_deliveries: f64,
    /// For how many seconds the oldest of them has been due.
    pub overdue_seconds: f64,
}

impl PoolState {
    fn of(pool: &Pool) -> Self {
        let status = pool.status();
        Self {
            used: status.size.saturating_sub(status.available),
            idle: status.available.min(status.size),
            max: status.max_size,
            waiting: status.waiting,
        }
    }
}

impl Store {
    /// The connections to the primary.
    pub fn pool_state(&self) -> PoolState {
        PoolState::of(&self.primary)
    }
}

impl Reader {
    /// Returns the work left for followers of the feed and webhooks.
    pub async fn backlog(&self) -> Result<Backlog, StoreError> {
        let (followers, deliveries) =
            self.rows_of_two((COUNT_UNSEEN_EVENTS, &[&CHECKPOINT]), (COUNT_WAITING_DELIVERIES, &[])).await?;
        let (waiting_deliveries, overdue_seconds) = deliveries.first().copied().unwrap_or_default();
        Ok(Backlog { followers, waiting_deliveries, overdue_seconds })
    }
}
