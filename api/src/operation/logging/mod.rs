//! Where log lines go: standard error, as text or as JSON. And where traces go: to a collector, if there is one.
//!
//! Secrets are kept out by their types: [`crate::http::secrets::Secret`] and
//! [`crate::operation::config::DatabaseUrl`] print themselves masked. [`crate::operation::observing`] decides what is logged of a request.

#[cfg(feature = "otlp")]
mod export;
mod line_limit;
#[cfg(not(feature = "otlp"))]
mod no_export;

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::thread;

use thiserror::Error;
use tracing_subscriber::filter::{FilterExt, LevelFilter, ParseError, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Registry, fmt, registry, reload};

use crate::operation::config::LogFormat;

#[cfg(feature = "otlp")]
pub use self::export::TraceExport;
use self::line_limit::LineLimit;
#[cfg(not(feature = "otlp"))]
pub use self::no_export::NoExport as TraceExport;

/// The target of spans that are exported.
const TRACES: &str = "kifu::traces";

/// The log could not be set up.
#[derive(Debug, Error)]
pub enum LoggingError {
    /// The filter of the log is invalid.
    #[error("--log: {0}")]
    Filter(#[from] ParseError),
    /// A log was set up before in this process.
    #[error("logging was already set up: {0}")]
    Installed(#[from] TryInitError),
    /// There is no log any more.
    #[error("logging: {0}")]
    Gone(reload::Error),
    /// There is no thread to be had.
    #[error("logging: {0}")]
    Thread(#[from] io::Error),
}

/// The filter of this process's log.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// Shows from now on what this filter says.
///
/// # Errors
///
/// If the filter does not read. The one before holds then.
pub fn set_filter(filter: &str) -> Result<(), LoggingError> {
    let filter = read_filter(filter)?;
    FILTER.get().map_or(Ok(()), |handle| handle.reload(filter).map_err(LoggingError::Gone))
}

fn read_filter(filter: &str) -> Result<EnvFilter, ParseError> {
    Ok(EnvFilter::try_new(filter)?.add_directive(format!("{TRACES}=off").parse()?))
}

/// The log of this process. The rest of it is written and exported when it is dropped.
pub struct ProcessLog {
    limit: LineLimit,
    _traces: Option<TraceExport>,
}

impl Drop for ProcessLog {
    fn drop(&mut self) {
        self.limit.end_period();
    }
}

/// Sets up the log of this process; `filter` as in `info,kifu=debug`. Spans of requests and what they ask of the
/// database go to `traces`, where they are exported; they are no lines of the log.
///
/// # Errors
///
/// If the filter does not read, the log was set up before, or there is no thread to be had.
pub fn init(
    filter: &str,
    format: LogFormat,
    traces: Option<TraceExport>,
) -> Result<ProcessLog, LoggingError> {
    let (filter, handle) = reload::Layer::new(read_filter(filter)?);
    // A log that nobody reads any more hinders no request.
    let lines =
        fmt::layer().with_writer(io::stderr).log_internal_errors(false).with_ansi(io::stderr().is_terminal());
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let exported = traces.as_ref().map(|export| {
        // Warnings and errors show in the span in which they happened.
        let targets =
            Targets::new().with_target(TRACES, LevelFilter::INFO).with_target("kifu", LevelFilter::WARN);
        export.layer().with_filter(targets)
    });
    let limit = LineLimit::default();
    registry().with(lines.with_filter(filter.and(limit.clone()))).with(exported).try_init()?;
    let _ = FILTER.set(handle);
    let log = ProcessLog { limit: limit.clone(), _traces: traces };
    thread::Builder::new().name("log".to_owned()).spawn(move || {
        loop {
            thread::sleep(line_limit::PERIOD);
            limit.end_period();
        }
    })?;
    Ok(log)
}
