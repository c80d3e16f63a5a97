//! Where log lines go: standard error, as text or as JSON.
//!
//! Secrets are kept out by their types: [`crate::config::Secret`] and
//! [`crate::config::DatabaseUrl`] print themselves masked.

use std::io::{self, IsTerminal};

use thiserror::Error;
use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// The log could not be set up.
#[derive(Debug, Error)]
pub enum LoggingError {
    /// `KIFU_LOG` is no filter.
    #[error("KIFU_LOG: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// A log was set up before in this process.
    #[error("logging was already set up: {0}")]
    Installed(Box<dyn std::error::Error + Send + Sync>),
}

/// Sets up the log of this process; `filter` as in `info,kifu=debug`.
pub fn init(filter: &str, format: LogFormat) -> Result<(), LoggingError> {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(filter)?)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    }
    .map_err(LoggingError::Installed)
}
