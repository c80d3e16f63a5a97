//! Walking over many records, oldest first, and reading several at once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::query::Parameters;
use super::{Event, GameId, Reader, Record, StoreError};

queries! {
    /// Oldest first.
    const SELECT_NEXT_RECORDS: WalkCursor = "
        SELECT g.game_id AS id, g.opened_at FROM games g
        WHERE g.shard = $1 AND ($2::timestamptz IS NULL OR (g.opened_at, g.game_id) > ($2, $3::uuid))
        ORDER BY g.opened_at, g.game_id
        LIMIT $4";

    const COUNT_RECORDS: u64 = "SELECT count(*) FROM games WHERE shard = $1";

    const SELECT_LOGS: Event = "
        SELECT game_id AS game, seq, position, type AS kind, schema_version, at, actor, payload::text AS payload
        FROM events WHERE shard = $1 AND game_id = ANY ($2)
        ORDER BY game_id, seq";

    const SELECT_RECORDS_OPENED_AT: GameId = "SELECT game_id FROM games WHERE shard = $1 AND opened_at = ANY ($2)";
}

/// A place in the walk: after the record with these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkCursor {
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Its name.
    pub id: GameId,
}

row!(WalkCursor: opened_at, id);

impl Record {
    /// The cursor with which a walk goes on after this record.
    pub fn cursor(&self) -> WalkCursor {
        WalkCursor { opened_at: self.opened_at, id: self.id }
    }
}

impl Reader {
    /// The next of all records, in the order they were opened, over all shards, at most `limit`.
    pub async fn walk(&self, after: Option<WalkCursor>, limit: u32) -> Result<Vec<WalkCursor>, StoreError> {
        let (opened_at, id) = after.map(|cursor| (cursor.opened_at, cursor.id.0)).unzip();
        let mut page = Vec::new();
        for shard in self.shards()?.all() {
            let parameters: Parameters<'_> = &[&shard.number(), &opened_at, &id, &i64::from(limit)];
            page.extend(self.rows(SELECT_NEXT_RECORDS, parameters).await?);
        }
        page.sort_by_key(|cursor| (cursor.opened_at, cursor.id));
        page.truncate(limit as usize);
        Ok(page)
    }

    /// How many records there are.
    pub async fn count_records(&self) -> Result<u64, StoreError> {
        let mut count = 0;
        for shard in self.shards()?.all() {
            count += self.row(COUNT_RECORDS, &[&shard.number()]).await?.unwrap_or_default();
        }
        Ok(count)
    }

    /// The events of several records, each in order.
    pub async fn logs(&self, games: &[GameId]) -> Result<HashMap<GameId, Vec<Event>>, StoreError> {
        let mut logs: HashMap<GameId, Vec<Event>> = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            for event in self.rows(SELECT_LOGS, &[&shard.number(), &ids]).await? {
                logs.entry(event.game).or_default().push(event);
            }
        }
        Ok(logs)
    }

    /// The records that were opened at exactly one of these times.
    pub async fn records_opened_at(&self, times: &[DateTime<Utc>]) -> Result<Vec<GameId>, StoreError> {
        let mut games = Vec::new();
        for shard in self.shards()?.all() {
            games.extend(self.rows(SELECT_RECORDS_OPENED_AT, &[&shard.number(), &times]).await?);
        }
        Ok(games)
    }
}
