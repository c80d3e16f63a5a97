//! The delivery of notices to webhooks: allowed addresses, signatures, attempts.

pub mod address;
pub mod backoff;
pub mod failure;
mod settings;
pub mod signature;
pub mod target;
pub mod vault;
pub mod webhook_client;

use tokio::sync::Notify;

use address::AllowedNetworks;
use backoff::Schedule;
pub use settings::WebhookSettings;
use vault::Vault;
use webhook_client::WebhookClient;

use std::sync::Arc;
use std::time::Duration;

/// The state of this instance to make webhooks and to serve them.
pub struct WebhookDelivery {
    /// The networks whose addresses may be called.
    pub networks: AllowedNetworks,
    /// Seals the secrets of webhooks.
    pub vault: Vault,
    /// Sends.
    pub client: Arc<WebhookClient>,
    /// The schedule of repeated attempts.
    pub schedule: Schedule,
    /// How many are sent at once.
    pub senders: u16,
    /// How long an attempt may take.
    pub timeout: Duration,
    /// Notified when there may be something to send.
    pub wakeup: Notify,
}

impl WebhookDelivery {
    /// Follows the operator's settings. Others than this machine can reach the service unless `loopback`.
    pub fn new(settings: &WebhookSettings, loopback: bool) -> Self {
        let networks = AllowedNetworks::new(settings.webhook_allow_network.clone());
        Self {
            client: Arc::new(WebhookClient::new(networks.clone(), settings.webhook_timeout_seconds)),
            networks,
            vault: Vault::new(
                settings.webhook_key.as_ref().map(crate::http::secrets::Secret::expose),
                !loopback,
            ),
            schedule: Schedule::new(settings.webhook_retry_delays.clone()),
            senders: settings.webhook_senders,
            timeout: settings.webhook_timeout_seconds,
            wakeup: Notify::new(),
        }
    }
}
