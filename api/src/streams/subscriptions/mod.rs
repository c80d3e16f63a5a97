//! Live streams and their machinery, below the endpoints that open them.

pub mod channel;
pub mod cursor;
pub mod feed;
pub mod feed_poller;
pub mod live_events;
pub mod sse;
pub mod streams;
pub mod subscriber_registry;

use std::sync::Arc;

use feed_poller::FeedPoller;
use kifu_store::Shards;
use streams::Streams;
use subscriber_registry::SubscriberRegistry;

/// All that streams of this instance need.
pub struct Live {
    /// All streams.
    pub streams: Streams,
    /// The subscribers of each record.
    pub subscribers: Arc<SubscriberRegistry>,
    /// How far what other instances committed was noticed.
    pub poller: Arc<FeedPoller>,
}

impl Live {
    /// Nobody listens yet.
    pub fn new(streams: Streams, shards: Shards) -> Self {
        Self { streams, subscribers: Arc::default(), poller: Arc::new(FeedPoller::new(shards)) }
    }
}
