//! Where log lines go: standard error, as text or as JSON. And where traces go: to a collector, if there is one.
//!
//! Secrets are kept out by their types: [`crate::secrets::Secret`] and
//! [`crate::config::DatabaseUrl`] print themselves masked. [`crate::observing`] decides what is logged of a request.

mod export;

use std::io::{self, IsTerminal};

use thiserror::Error;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, fmt, registry};

use crate::config::LogFormat;

pub use self::export::TraceExport;

/// The target of spans that are exported.
const TRACES: &str = "kifu::traces";

/// The log could not be set up.
#[derive(Debug, Error)]
pub enum LoggingError {
    /// What to log is no filter.
    #[error("--log: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// A log was set up before in this process.
    #[error("logging was already set up: {0}")]
    Installed(#[from] TryInitError),
}

/// Sets up the log of this process; `filter` as in `info,kifu=debug`. Spans of requests and what they ask of the
/// database go to `traces`, where they are exported; they are no lines of the log.
///
/// # Errors
///
/// If the filter does not read, or the log was set up before.
pub fn init(filter: &str, format: LogFormat, traces: Option<&TraceExport>) -> Result<(), LoggingError> {
    let filter = EnvFilter::try_new(filter)?.add_directive(format!("{TRACES}=off").parse()?);
    // A log that nobody reads any more hinders no request.
    let lines =
        fmt::layer().with_writer(io::stderr).log_internal_errors(false).with_ansi(io::stderr().is_terminal());
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let traces = traces.map(|export| {
        // Warnings and errors show in the span in which they happened.
        let targets =
            Targets::new().with_target(TRACES, LevelFilter::INFO).with_target("kifu", LevelFilter::WARN);
        tracing_opentelemetry::layer().with_tracer(export.tracer()).with_filter(targets)
    });
    registry().with(lines.with_filter(filter)).with(traces).try_init()?;
    Ok(())
}
