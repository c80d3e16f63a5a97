//! What reading the feed needs.

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::broadcast;

use super::cursor::{Sealer, ShardPlace};
use super::tail::Tail;
use kifu_store::{Store, StoreError};

/// How many items a reader of the stream may be behind before it is let go.
const MAX_PENDING_ITEMS: usize = 4096;

/// What reading the feed needs.
pub struct Feed {
    /// Makes cursors that tell nothing.
    pub sealer: Sealer,
    /// How far the readers of streams were told.
    pub tail: Arc<Tail>,
    /// Where readers of streams are told.
    pub sender: broadcast::Sender<News>,
}

impl Feed {
    /// Nobody reads yet. Fails if the store can't be asked for the key of cursors.
    pub async fn new(store: &Store) -> Result<Self, StoreError> {
        let sealer = Sealer::new(store.latest().feed_key().await?);
        Ok(Self { sealer, tail: Arc::default(), sender: broadcast::Sender::new(MAX_PENDING_ITEMS) })
    }
}

/// An event of the feed, made once for all readers.
#[derive(Clone)]
pub struct News {
    /// The shard that it was committed to.
    pub shard: usize,
    /// The place in the feed after it.
    pub after: ShardPlace,
    /// The server-sent event.
    pub event: Bytes,
}
