//! The operator's settings for webhooks.

use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use crate::http::secrets::Secret;
use crate::operation::setting_values::{network, seconds, whole_number};

/// The schedule that the specification gives as its example: ten attempts within three days.
const DEFAULT_RETRIES: &str = "5,300,1800,7200,18000,36000,50400,72000,86400";

/// The operator's settings for webhooks.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// Random text that seals the signing secrets of webhooks in the database; every instance has the same one.
    /// Without it no webhook can be made when others can reach the service.
    #[arg(long, global = true, env = "KIFU_WEBHOOK_KEY", hide_env_values = true, value_name = "KEY")]
    pub webhook_key: Option<Secret>,
    /// Networks that notices may be sent to beside the public internet, as in `10.1.0.0/16,fd12::/32`;
    /// there also by plain http.
    #[arg(
        long,
        global = true,
        env = "KIFU_WEBHOOK_ALLOW_NETWORK",
        value_name = "NETWORKS",
        value_delimiter = ',', value_parser = network)]
    pub webhook_allow_network: Vec<IpNet>,
    /// Notices that this instance sends at the same time; with 0 it leaves sending to others.
    #[arg(long, global = true, env = "KIFU_WEBHOOK_SENDERS", value_name = "N", default_value = "8", value_parser = whole_number::<u16>(0..=1_000))]
    pub webhook_senders: u16,
    /// Delays before a notice is sent again, in seconds; after the last it is given up.
    #[arg(
        long,
        global = true,
        env = "KIFU_WEBHOOK_RETRY_DELAYS",
        value_name = "SECONDS",
        default_value = DEFAULT_RETRIES,
        value_delimiter = ',',
        value_parser = seconds
    )]
    pub webhook_retry_delays: Vec<Duration>,
    /// How long a receiver may take to answer, in seconds.
    #[arg(long, global = true, env = "KIFU_WEBHOOK_TIMEOUT_SECONDS", value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub webhook_timeout_seconds: Duration,
}
