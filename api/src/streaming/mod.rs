//! Streams of what happens, and what makes them: the machinery below the endpoints that open them.

pub mod channel;
pub mod cursor;
pub mod feed;
pub mod hub;
pub mod sse;
pub mod streams;
pub mod tail;
pub mod telling;

use std::sync::Arc;

use hub::Hub;
use streams::Streams;
use tail::Tail;

/// All that streams of this instance need.
pub struct Live {
    /// All streams.
    pub streams: Streams,
    /// Who listens to which record.
    pub hub: Arc<Hub>,
    /// How far what other instances committed was noticed.
    pub tail: Arc<Tail>,
}

impl Live {
    /// Nobody listens yet.
    pub fn new(streams: Streams) -> Self {
        Self { streams, hub: Arc::default(), tail: Arc::default() }
    }
}
