//! Settings of access to the service: by which name, and how often.

use std::net::SocketAddr;

use actix_web::http::header::HeaderName;
use clap::Args;
use ipnet::IpNet;

use crate::operation::setting_values::{header_name, listened_address, network, whole_number};

/// Settings of the boundary.
#[derive(Debug, Clone, Args)]
pub struct BoundarySettings {
    /// Further names by which requests may call the service in `Host`, separated by commas; `*.example.org` allows every
    /// name below. Those of this machine, of `--listen` and of `--public-url` are always allowed.
    #[arg(long, global = true, env = "KIFU_ALLOWED_HOST", value_name = "NAME", value_delimiter = ',')]
    pub allowed_host: Vec<String>,
    /// Networks of proxies that are believed whom they ask for, separated by commas, as in `10.0.0.0/8,::1/128`.
    #[arg(long, global = true, env = "KIFU_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',', value_parser = network)]
    pub trusted_proxy: Vec<IpNet>,
    /// The header in which these proxies name the client: X-Forwarded-For, Forwarded, X-Real-IP, CF-Connecting-IP or
    /// another with an address. No other one is read.
    #[arg(
        long,
        global = true,
        env = "KIFU_CLIENT_ADDRESS_HEADER",
        value_name = "HEADER",
        default_value = "x-forwarded-for", value_parser = header_name)]
    pub client_address_header: HeaderName,
    /// Requests a second that a token, the operator's key or else an address may make in the long run; ten times as many
    /// at once. 0 sets no limit. What this machine itself asks is never limited.
    #[arg(long, global = true, env = "KIFU_RATE_LIMIT", value_name = "N", default_value_t = 100, value_parser = whole_number::<u32>(0..=1_000_000))]
    pub rate_limit: u32,
    /// Streams that a token, the operator's key or else an address may have open at once. This machine itself may have as
    /// many as there are.
    #[arg(long, global = true, env = "KIFU_MAX_STREAMS_PER_CLIENT", value_name = "N", default_value_t = 200, value_parser = whole_number::<usize>(0..=10_000_000))]
    pub max_streams_per_client: usize,
    /// Address to serve `/metrics` at without a key, on a listener of its own. On the other one they need the
    /// operator's key.
    #[arg(
        long,
        global = true,
        env = "KIFU_METRICS_LISTEN",
        value_name = "ADDRESS",
        value_parser = listened_address
    )]
    pub metrics_listen: Option<SocketAddr>,
}
