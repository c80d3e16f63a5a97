//! Events as they are stored, by record and by position.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;

use super::row::number;
use super::{
    FeedPositions, GameId, Json, Position, Reader, RecordVersion, Seq, Shard, StoreError, Visibility,
};

pub(super) const SELECT_EVENTS_OF_RECORD: &str = "
    SELECT game_id, seq, position, type, schema_version, at, actor, payload::text AS payload
    FROM events WHERE shard = $1 AND game_id = $2 AND seq >= $3
    ORDER BY seq";

const SELECT_FEED: &str = "
    SELECT e.game_id, e.seq, e.position, e.type, e.schema_version, e.at, e.actor,
           e.payload::text AS payload, g.game, g.visibility
    FROM events e JOIN games g ON g.shard = e.shard AND g.game_id = e.game_id
    WHERE e.shard = $1 AND e.position > $2
    ORDER BY e.position LIMIT $3";

/// A look at all shards, which few pages need: whoever works for one shard asks for its head.
pub(super) const SELECT_FEED_HEADS: &str = "SELECT position FROM shard_heads ORDER BY shard";

const SELECT_FEED_HEAD: &str = "SELECT position FROM shard_heads WHERE shard = $1";

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The record it belongs to.
    pub game: GameId,
    /// Its place in the record.
    pub seq: Seq,
    /// Its place in the feed of the shard.
    pub position: Position,
    /// The column `type`.
    pub kind: String,
    /// The version of the payload's schema.
    pub schema_version: i32,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// Who recorded it.
    pub actor: String,
    /// What happened.
    pub payload: Json,
}

/// An event in the feed, with what decides who may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEvent {
    /// The event.
    pub event: Event,
    /// The slug of its game.
    pub slug: String,
    /// Who may find and read its record.
    pub visibility: Visibility,
}

impl Reader {
    /// A record's events in order, from `from` on; none if there is no such record.
    pub async fn events(&self, game: GameId, from: Seq) -> Result<Vec<Event>, StoreError> {
        let rows = self
            .rows(SELECT_EVENTS_OF_RECORD, &[&self.shards()?.of(game).number(), &game.0, &i64::from(from)])
            .await?;
        rows.iter().map(from_row).collect()
    }

    /// The version of a record, if there is one.
    pub async fn record_version(&self, game: GameId) -> Result<Option<RecordVersion>, StoreError> {
        self.versions.version(game).await
    }

    /// At most `limit` events of a shard after a position, of records of every visibility.
    ///
    /// Nothing appears later at or before a position once returned.
    pub async fn feed(
        &self,
        shard: Shard,
        after: Position,
        limit: u32,
    ) -> Result<Vec<FeedEvent>, StoreError> {
        let rows = self.rows(SELECT_FEED, &[&shard.number(), &after.0, &i64::from(limit)]).await?;
        rows.iter()
            .map(|row| {
                Ok(FeedEvent {
                    event: from_row(row)?,
                    slug: row.try_get("game")?,
                    visibility: Visibility::parse(row.try_get("visibility")?)?,
                })
            })
            .collect()
    }

    /// The position of the last event of each shard, all of one moment.
    ///
    /// # Errors
    ///
    /// If the database has another number of shards.
    pub async fn heads(&self) -> Result<FeedPositions, StoreError> {
        let rows = self.rows(SELECT_FEED_HEADS, &[]).await?;
        let positions: Result<FeedPositions, StoreError> =
            rows.iter().map(|row| Ok(Position(row.try_get(0)?))).collect();
        let positions = positions?;
        if positions.iter().len() == usize::from(self.shards()?.count()) {
            return Ok(positions);
        }
        Err(StoreError::Corrupt(format!("there are {} heads of shards", positions.iter().len())))
    }

    /// The position of the last event of a shard.
    pub async fn head(&self, shard: Shard) -> Result<Position, StoreError> {
        let row = self.row(SELECT_FEED_HEAD, &[&shard.number()]).await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("shard {} has no head", shard.number())))?;
        Ok(Position(row.try_get(0)?))
    }
}

pub(super) fn from_row(row: &Row) -> Result<Event, StoreError> {
    Ok(Event {
        game: GameId(row.try_get("game_id")?),
        seq: number::<i64, _>(row, "seq")?,
        position: Position(row.try_get("position")?),
        kind: row.try_get("type")?,
        schema_version: row.try_get("schema_version")?,
        at: row.try_get("at")?,
        actor: row.try_get("actor")?,
        payload: Json::from_text(row.try_get("payload")?),
    })
}
