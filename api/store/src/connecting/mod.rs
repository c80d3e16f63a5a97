//! The way to the database: its address, TLS, and the errors when no connection comes about.

mod certificates;
mod failure;
mod servers;
mod tls;
mod tls_parameters;
mod url;
mod verifier;

pub use certificates::NewCertificates;
pub(crate) use failure::causes;
pub use failure::{ConnectError, ConnectFailure};
pub use tls::{SslMode, TlsError};
pub(crate) use url::Connection;
pub use url::{DatabaseUrl, DatabaseUrlError};
