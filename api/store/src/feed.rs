//! The feed: the public events, the records that grew, and their revisions.

use std::sync::{Arc, OnceLock};

use kifu_proofs::HexBytes;

use super::{
    AppendOutcome, Event, GameId, MayScan, OpenOutcome, Opening, Position, Reader, Seq, Shard, Store,
    StoreError,
};

queries! {
    /// Only of public records that are no copies.
    const SELECT_PUBLIC_FEED: PublicEvent = "
        SELECT e.game_id AS game, e.seq, e.position, e.type AS kind, e.schema_version, e.at, e.actor,
               e.payload::text AS payload, g.game AS slug
        FROM events e JOIN games g ON g.shard = e.shard AND g.game_id = e.game_id
        WHERE e.shard = $1 AND e.position > $2 AND e.position <= $3 AND g.visibility = 'public'
          AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)
        ORDER BY e.position LIMIT $4";

    const SELECT_EVENT_REFS: EventRef = "
        SELECT game_id AS game, seq, position, type IN ('take_back', 'amend') AS corrects FROM events
        WHERE shard = $1 AND position > $2
        ORDER BY position LIMIT $3";

    const SELECT_REVISIONS: (GameId, i64) =
        "SELECT game_id, revision FROM games WHERE shard = $1 AND game_id = ANY ($2)";

    const SELECT_CURSOR_KEY: HexBytes<32> = "SELECT key FROM service_keys WHERE name = 'feed_cursor'";
}

/// An event of a public record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicEvent {
    /// The event.
    pub event: Event,
    /// The slug of its game.
    pub slug: String,
}

row!(PublicEvent: ..event, slug);

/// An event of any record, without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventRef {
    /// The record.
    pub game: GameId,
    /// Its new version.
    pub seq: Seq,
    /// The event's position in the feed.
    pub position: Position,
    /// True: it is about moves that are recorded already.
    pub corrects: bool,
}

row!(EventRef: game, seq, position, corrects);

/// Called for every record that grew through this store, as soon as that is durable.
pub type Listener = Box<dyn Fn(GameId, Seq) + Send + Sync>;

/// The listener, if there is one; commands have none.
#[derive(Clone, Default)]
pub(super) struct ListenerSlot(Arc<OnceLock<Listener>>);

impl ListenerSlot {
    pub(super) fn opened(&self, opening: &Opening, opened: &OpenOutcome) {
        if let (Some(listener), OpenOutcome::New { .. }) = (self.0.get(), opened) {
            listener(opening.id, Seq(0));
        }
    }

    pub(super) fn appended(&self, game: GameId, appended: &AppendOutcome) {
        if let (Some(listener), AppendOutcome::Accepted { last, .. }) = (self.0.get(), appended) {
            listener(game, *last);
        }
    }
}

impl Store {
    /// Calls the listener for every record that grows through this store from now on. Only the first listener is kept.
    pub fn listen(&self, listener: Listener) {
        // A service has one registry of subscribers, so there is no second listener.
        let _ = self.listener.0.set(listener);
    }
}

impl Reader {
    /// Events of public records of a shard after one position and up to another, at most `limit`.
    pub async fn public_feed(
        &self,
        shard: Shard,
        after: Position,
        upto: Position,
        limit: u32,
        _: &impl MayScan,
    ) -> Result<Vec<PublicEvent>, StoreError> {
        self.rows(SELECT_PUBLIC_FEED, &[&shard.number(), &after.0, &upto.0, &i64::from(limit)]).await
    }

    /// Returns events of a shard after a position, at most `limit`, to tell which records grew.
    pub async fn event_refs(
        &self,
        shard: Shard,
        after: Position,
        limit: u32,
    ) -> Result<Vec<EventRef>, StoreError> {
        self.rows(SELECT_EVENT_REFS, &[&shard.number(), &after.0, &i64::from(limit)]).await
    }

    /// The revisions of these records.
    pub async fn revisions(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>, StoreError> {
        let mut revisions = Vec::with_capacity(games.len());
        for (shard, ids) in self.shards()?.split(games) {
            revisions.extend(self.rows(SELECT_REVISIONS, &[&shard.number(), &ids]).await?);
        }
        Ok(revisions)
    }

    /// The key that seals cursors of the feed, the same for all instances.
    ///
    /// # Errors
    ///
    /// If the database has no key of 32 bytes ([`StoreError::Corrupt`]).
    pub async fn feed_key(&self) -> Result<[u8; 32], StoreError> {
        let missing = || StoreError::Corrupt("there is no key for cursors of the feed".into());
        Ok(self.row(SELECT_CURSOR_KEY, &[]).await?.ok_or_else(missing)?.0)
    }
}
