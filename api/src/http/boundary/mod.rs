//! Rules for access to the service: by which name, from which pages, and how often.

pub mod client;
pub mod host;
pub mod origin;
pub mod rate;
pub mod settings;

use self::client::TrustedProxies;
use self::host::Hosts;
use self::rate::{Failures, Limiter};
use self::settings::BoundarySettings;
use crate::http::secrets::Secrets;

/// The state that the steps need beside the request.
pub struct Boundary {
    /// How a request may name this service.
    pub hosts: Hosts,
    /// The proxies that are trusted to name the client.
    pub networks: TrustedProxies,
    /// The rate limit of clients.
    pub rates: Limiter,
    /// The limit of failed identifications.
    pub failures: Failures,
    /// Knows the operator's key, if there is one.
    pub secrets: Secrets,
    /// Longest body, in bytes.
    pub max_body_bytes: u64,
}

impl Boundary {
    /// Makes the boundary from these settings.
    pub fn new(settings: &BoundarySettings, hosts: Hosts, secrets: Secrets, max_body_bytes: usize) -> Self {
        Self {
            hosts,
            secrets,
            networks: TrustedProxies::new(&settings.trusted_proxy, settings.client_address_header.clone()),
            rates: Limiter::new(settings.rate_limit),
            failures: Failures::new(),
            max_body_bytes: max_body_bytes as u64,
        }
    }
}
