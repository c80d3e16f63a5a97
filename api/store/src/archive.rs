//! Walking over many records, oldest first, and reading several at once.

use super::row::number;
use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::{Event, GameId, Reader, Record, StoreError, event};

/// Oldest first.
const SELECT_NEXT_RECORDS: &str = "
    SELECT g.game_id, g.opened_at FROM games g
    WHERE g.shard = $1 AND ($2::timestamptz IS NULL OR (g.opened_at, g.game_id) > ($2, $3::uuid))
    ORDER BY g.opened_at, g.game_id
    LIMIT $4";

const COUNT_RECORDS: &str = "SELECT count(*) FROM games WHERE shard = $1";

const SELECT_LOGS: &str = "
    SELECT game_id, seq, position, type, schema_version, at, actor, payload::text AS payload
    FROM events WHERE shard = $1 AND game_id = ANY ($2)
    ORDER BY game_id, seq";

const SELECT_RECORDS_OPENED_AT: &str = "SELECT game_id FROM games WHERE shard = $1 AND opened_at = ANY ($2)";

/// A place in the walk: after the record with these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkCursor {
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Its name.
    pub id: GameId,
}

impl Record {
    /// Where a walk goes on after this record.
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
            let rows = self
                .rows(SELECT_NEXT_RECORDS, &[&shard.number(), &opened_at, &id, &i64::from(limit)])
                .await?;
            for row in &rows {
                let id = GameId(row.try_get("game_id")?);
                page.push(WalkCursor { opened_at: row.try_get("opened_at")?, id });
            }
        }
        page.sort_by_key(|cursor| (cursor.opened_at, cursor.id));
        page.truncate(limit as usize);
        Ok(page)
    }

    /// How many records there are.
    pub async fn count_records(&self) -> Result<u64, StoreError> {
        let mut count = 0;
        for shard in self.shards()?.all() {
            let row = self.row(COUNT_RECORDS, &[&shard.number()]).await?;
            count += row.map_or(Ok(0), |row| number::<i64, u64>(&row, 0))?;
        }
        Ok(count)
    }

    /// The events of several records, each in order.
    pub async fn logs(&self, games: &[GameId]) -> Result<HashMap<GameId, Vec<Event>>, StoreError> {
        let mut logs: HashMap<GameId, Vec<Event>> = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            for row in &self.rows(SELECT_LOGS, &[&shard.number(), &ids]).await? {
                let event = event::from_row(row)?;
                logs.entry(event.game).or_default().push(event);
            }
        }
        Ok(logs)
    }

    /// The records that were opened at exactly one of these times.
    pub async fn records_opened_at(&self, times: &[DateTime<Utc>]) -> Result<Vec<GameId>, StoreError> {
        let mut games = Vec::new();
        for shard in self.shards()?.all() {
            for row in &self.rows(SELECT_RECORDS_OPENED_AT, &[&shard.number(), &times]).await? {
                games.push(GameId(row.try_get(0)?));
            }
        }
        Ok(games)
    }
}
