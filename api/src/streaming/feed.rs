//! What reading the feed needs.

use std::sync::Arc;

use actix_web::web::Bytes;
use serde_json::Value;
use tokio::sync::broadcast;

use super::cursor::{Sealer, ShardPosition};
use super::feed_poller::FeedPoller;
use kifu_store::{Occupant, Store, StoreError};

/// How many items a subscriber may be behind before its stream is closed.
const MAX_PENDING_ITEMS: usize = 4096;

/// What reading the feed needs.
pub struct Feed {
    /// Seals cursors.
    pub sealer: Sealer,
    /// How far the feed was sent to subscribers.
    pub poller: Arc<FeedPoller>,
    /// Sends to the subscribers.
    pub sender: broadcast::Sender<FeedBroadcast>,
}

impl Feed {
    /// Nobody reads yet. Fails if the store can't be asked for the key of cursors.
    pub async fn new(store: &Store) -> Result<Self, StoreError> {
        let sealer = {
            let key = store.latest().feed_key().await?;
            let store = store.clone();
            Sealer::new(key, move || store.epoch())
        };
        Ok(Self { sealer, poller: Arc::default(), sender: broadcast::Sender::new(MAX_PENDING_ITEMS) })
    }
}

/// An event of the feed, made once for all readers.
#[derive(Clone)]
pub struct FeedBroadcast {
    /// The shard that it was committed to.
    pub shard: usize,
    /// The place in the feed after it.
    pub after: ShardPosition,
    /// The server-sent event.
    pub event: Bytes,
    /// What readers who want only some of the feed decide by.
    pub about: Arc<About>,
}

/// What an event of the feed is about.
pub struct About {
    /// The kind of game.
    pub game: String,
    /// The item.
    pub entry: Value,
    /// Who sits at the table.
    pub table: Arc<[Occupant]>,
}
