//! Live tables: every viewer is told what it sees, as it happens.
//!
//! An append through this instance wakes the streams of its record at once; what other instances commit is noticed
//! by following the feed's positions while anybody listens. Each record that somebody listens to has one task, which
//! makes each viewer's events once; readers share them, and who falls too far behind is let go.

pub mod channel;
pub mod following;
pub mod hub;
pub mod sse;
pub mod stream;
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
