//! The streams: live records, the feed and webhooks.

pub mod delivery;
pub mod feed;
pub mod live;
pub mod streaming;
pub mod webhooks;
