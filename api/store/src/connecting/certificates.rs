//! The certificates that an address names. They are replaced in their files while the service runs.

use std::sync::{Arc, PoisonError, RwLock};

use tokio_postgres_rustls::MakeRustlsConnect;

/// How connections that are to come use TLS; the same for all copies of an address.
#[derive(Clone)]
pub(super) struct SharedConnector(Arc<RwLock<MakeRustlsConnect>>);

impl SharedConnector {
    pub(super) fn new(connector: MakeRustlsConnect) -> Self {
        Self(Arc::new(RwLock::new(connector)))
    }

    /// The one to be used now.
    pub(super) fn now(&self) -> MakeRustlsConnect {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Prepares this connector as a replacement; it is used once the new certificates are put in use.
    pub(super) fn replaced_by(&self, connector: MakeRustlsConnect) -> NewCertificates {
        NewCertificates(vec![(self.clone(), connector)])
    }
}

/// Certificates that were read again, and are not in use yet.
#[must_use]
pub struct NewCertificates(Vec<(SharedConnector, MakeRustlsConnect)>);

impl NewCertificates {
    /// Adds the certificates of one more address.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Every connection to come uses them. Those that are open stay as they are.
    pub fn put_in_use(self) {
        for (shared, connector) in self.0 {
            *shared.0.write().unwrap_or_else(PoisonError::into_inner) = connector;
        }
    }
}
