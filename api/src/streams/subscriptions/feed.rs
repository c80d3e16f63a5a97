//! The state that readers of the feed need.

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::broadcast;

use super::cursor::{Cursor, Sealer, ShardPosition};
use super::feed_poller::FeedPoller;
use kifu_store::{Occupant, Shard, Store, StoreError};

/// How many items a subscriber may be behind before its stream is closed.
const MAX_PENDING_ITEMS: usize = 4096;

/// The state that readers of the feed need.
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
        let shards = store.shards()?;
        let sealer = {
            let key = store.latest().feed_key().await?;
            let store = store.clone();
            Sealer::new(key, shards, move || store.epoch())
        };
        let poller = Arc::new(FeedPoller::new(shards));
        Ok(Self { sealer, poller, sender: broadcast::Sender::new(MAX_PENDING_ITEMS) })
    }
}

/// An event of the feed, made once for all readers.
#[derive(Clone)]
pub struct FeedBroadcast {
    /// The shard that it was committed to.
    pub shard: Shard,
    /// The place in the feed of the shard after it.
    pub after: ShardPosition,
    /// The place in the feed of all shards after it, which the server-sent event has, sealed.
    pub to: Arc<Cursor>,
    /// The server-sent event.
    pub event: Bytes,
    /// The subject by which readers filter the feed.
    pub about: Arc<About>,
}

/// The subject of an event of the feed.
pub struct About {
    /// The item.
    pub item: Box<dyn StreamedItem>,
    /// The people at the table.
    pub table: Arc<[Occupant]>,
}

/// An item of the feed as streams see it.
pub trait StreamedItem: Send + Sync {
    /// The kind of game.
    fn game(&self) -> &str;

    /// The name of the entry.
    fn kind(&self) -> String;

    /// The server-sent event for a reader with a place of its own.
    fn event(&self, cursor: String) -> Bytes;
}
