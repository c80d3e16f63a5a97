//! The streams: live records, the feed and webhooks.

pub mod delivery;
pub mod feed;
pub mod live;
pub mod subscriptions;
pub mod webhooks;
