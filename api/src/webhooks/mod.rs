//! Webhooks: notices of what happens to records, sent to whoever asked for them.
//!
//! A follower of the feed decides what happened and queues a notice for every webhook that it
//! concerns, in the transaction that moves its checkpoint ([`follower`]). Senders of any instance
//! take what is due, sign it and send it, until it arrives or is given up ([`sender`]). A notice
//! arrives at least once; its id is the same every time. Headers and signature are those of the
//! specification Standard Webhooks 1.0.0.

mod address;
mod backoff;
pub mod contract;
mod courier;
pub mod deliveries;
mod failure;
pub mod follower;
pub mod notice;
pub mod permission;
pub mod resource;
pub mod sender;
mod settings;
mod signature;
mod target;
mod vault;

use tokio::sync::Notify;

use address::Networks;
use backoff::Schedule;
use courier::Courier;
pub use settings::WebhookSettings;
use vault::Vault;

use std::sync::Arc;
use std::time::Duration;

/// What this instance needs to make webhooks and to serve them.
pub struct Webhooks {
    networks: Networks,
    vault: Vault,
    courier: Arc<Courier>,
    schedule: Schedule,
    senders: u16,
    timeout: Duration,
    /// Rung when there may be something to send.
    bell: Notify,
}

impl Webhooks {
    /// As the operator decided. Others than this machine can reach the service unless `loopback`.
    pub fn new(settings: &WebhookSettings, loopback: bool) -> Self {
        let networks = Networks::new(settings.webhook_allow_network.clone());
        Self {
            courier: Arc::new(Courier::new(networks.clone(), settings.webhook_timeout)),
            networks,
            vault: Vault::new(settings.webhook_key.as_ref().map(crate::secrets::Secret::expose), !loopback),
            schedule: Schedule::new(settings.webhook_retries.clone()),
            senders: settings.webhook_senders,
            timeout: settings.webhook_timeout,
            bell: Notify::new(),
        }
    }
}
