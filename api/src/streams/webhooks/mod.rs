//! Webhooks: notices of events of records, sent to their subscribers.
//!
//! A follower of the feed decides what happened and queues a notice for every webhook that it
//! concerns, in the transaction that moves its checkpoint ([`follower`]). Senders of any instance
//! take what is due, sign it and send it, until it arrives or is given up ([`sender`]). A notice
//! arrives at least once; its id is the same every time. Headers and signature are those of the
//! specification Standard Webhooks 1.0.0.

pub mod contract;
pub mod deliveries;
pub mod follower;
pub mod notice;
pub mod permission;
pub mod resource;
pub mod sender;
