//! Events as they are stored, by record and by position.

use chrono::{DateTime, Utc};

use super::{
    FeedPositions, GameId, Json, Position, Reader, RecordVersion, Seq, Shard, StoreError, Visibility,
};

queries! {
    pub(super) const SELECT_EVENTS_OF_RECORD: Event = "
        SELECT game_id AS game, seq, position, type AS kind, schema_version, at, actor, payload::text AS payload
        FROM events WHERE shard = $1 AND game_id = $2 AND seq >= $3
        ORDER BY seq";

    const SELECT_FEED: FeedEvent = "
        SELECT e.game_id AS game, e.seq, e.position, e.type AS kind, e.schema_version, e.at, e.actor,
               e.payload::text AS payload, g.game AS slug, g.visibility
        FROM events e JOIN games g ON g.shard = e.shard AND g.game_id = e.game_id
        WHERE e.shard = $1 AND e.position > $2
        ORDER BY e.position LIMIT $3";

    /// A look at all shards, which few pages need: whoever works for one shard asks for its head.
    pub(super) const SELECT_FEED_HEADS: Position = "SELECT position FROM shard_heads ORDER BY shard";

    const SELECT_FEED_HEAD: Position = "SELECT position FROM shard_heads WHERE shard = $1";
}

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
    /// The actor that recorded it.
    pub actor: String,
    /// The payload of the event.
    pub payload: Json,
}

row!(Event: game, seq, position, kind, schema_version, at, actor, payload);

/// An event in the feed, with the visibility of its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEvent {
    /// The event.
    pub event: Event,
    /// The slug of its game.
    pub slug: String,
    /// The viewers that may find and read its record.
    pub visibility: Visibility,
}

row!(FeedEvent: ..event, slug, visibility);

impl Reader {
    /// A record's events in order, from `from` on; none if there is no such record.
    pub async fn events(&self, game: GameId, from: Seq) -> Result<Vec<Event>, StoreError> {
        let shard = self.shards()?.of(game).number();
        self.rows(SELECT_EVENTS_OF_RECORD, &[&shard, &game.0, &i64::from(from)]).await
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
        self.rows(SELECT_FEED, &[&shard.number(), &after.0, &i64::from(limit)]).await
    }

    /// The position of the last event of each shard, all of one moment.
    ///
    /// # Errors
    ///
    /// If the database has another number of shards.
    pub async fn heads(&self) -> Result<FeedPositions, StoreError> {
        let positions: FeedPositions = self.rows(SELECT_FEED_HEADS, &[]).await?.into_iter().collect();
        if positions.iter().len() == usize::from(self.shards()?.count()) {
            return Ok(positions);
        }
        Err(StoreError::Corrupt(format!("there are {} heads of shards", positions.iter().len())))
    }

    /// The position of the last event of a shard.
    pub async fn head(&self, shard: Shard) -> Result<Position, StoreError> {
        let position = self.row(SELECT_FEED_HEAD, &[&shard.number()]).await?;
        position.ok_or_else(|| StoreError::Corrupt(format!("shard {} has no head", shard.number())))
    }
}
