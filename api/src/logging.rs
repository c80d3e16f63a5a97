//! Where log lines go: standard error, as text or as JSON.
//!
//! Secrets are kept out by their types: [`crate::secrets::Secret`] and
//! [`kifu_store::DatabaseUrl`] print themselves masked. Of a request only what we named ourselves
//! is told: its method, its row in the table of endpoints, its record and the kind of problem. What
//! clients wrote – addresses, headers, bodies, messages that repeat them – is not.

use std::io::{self, IsTerminal};

use actix_web::HttpMessage;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use thiserror::Error;
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};
use tracing_subscriber::EnvFilter;
use uuid::Uuid;

use crate::config::LogFormat;
use crate::problem::Problem;

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
///
/// # Errors
///
/// If the filter does not read, or the log was set up before.
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

/// What the log lines of a request have in common.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        let game = request.path().split('/').find_map(|part| part.parse::<Uuid>().ok());
        tracing::info_span!(
            "request",
            request_id = id,
            method = method(request.method()),
            path = request.match_pattern().unwrap_or_else(|| "other".to_owned()),
            game = game.map(tracing::field::display),
            status = Empty,
            problem = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, actix_web::Error>) {
        let (status, error) = match outcome {
            Ok(response) => (response.status(), response.response().error()),
            Err(error) => (error.as_response_error().status_code(), Some(error)),
        };
        span.record("status", status.as_u16());
        if let Some(problem) = error.and_then(actix_web::Error::as_error::<Problem>) {
            span.record("problem", problem.code().word());
        }
        span.in_scope(|| tracing::debug!("answered"));
    }
}

/// The method, if it is one that is known: others may make up any word.
pub fn method(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}
