//! The trace that a request is part of, in the form of W3C Trace Context (`traceparent`, `tracestate`).

use actix_web::http::header::HeaderMap;
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{SpanContext, TraceContextExt};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::{Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The header with the caller's place in its trace.
pub const TRACEPARENT: &str = "traceparent";

/// The place of a request in its trace: the span of ours where spans are exported, else the caller's as it came.
#[derive(Clone, Debug)]
pub struct TraceContext(SpanContext);

impl TraceContext {
    /// Takes in the caller's context and continues it with a span of ours.
    pub fn begin(headers: &HeaderMap, method: &'static str, route: &str) -> (Span, Option<Self>) {
        let parent = TraceContextPropagator::new().extract(&Headers(headers));
        let span = server_span(method, route);
        if span.is_disabled() {
            return (span, Self::of(&parent));
        }
        // Fails only where the span is not exported; then it has no context of its own either.
        let _ = span.set_parent(parent);
        let context = Self::of(&span.context());
        (span, context)
    }

    fn of(context: &Context) -> Option<Self> {
        let context = context.span().span_context().clone();
        context.is_valid().then_some(Self(context))
    }

    /// As a header `traceparent`.
    pub fn traceparent(&self) -> String {
        let Self(context) = self;
        format!("00-{}-{}-{:02x}", context.trace_id(), context.span_id(), context.trace_flags().to_u8())
    }

    /// By which the trace is found.
    pub fn trace_id(&self) -> String {
        self.0.trace_id().to_string()
    }
}

/// Only the exporter gets it: log lines have a span of their own.
fn server_span(method: &'static str, route: &str) -> Span {
    tracing::info_span!(
        target: "kifu::traces",
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        kifu.request_id = Empty,
        kifu.problem = Empty,
    )
}

struct Headers<'h>(&'h HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        // Two values of one header contradict each other, so neither is used.
        let mut values = self.0.get_all(name);
        let one = values.next().filter(|_| name != TRACEPARENT || values.next().is_none());
        one.and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(actix_web::http::header::HeaderName::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    const GIVEN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn taken(values: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers
                .append(HeaderName::from_static(TRACEPARENT), HeaderValue::from_str(value).expect("a value"));
        }
        TraceContext::begin(&headers, "GET", "/").1.map(|context| context.traceparent())
    }

    #[test]
    fn a_callers_context_is_taken_if_it_is_valid() {
        assert_eq!(taken(&[GIVEN]).as_deref(), Some(GIVEN));
        for invalid in [
            "",
            "nonsense",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        ] {
            assert_eq!(taken(&[invalid]), None, "{invalid}");
        }
        assert_eq!(taken(&[]), None);
        assert_eq!(taken(&[GIVEN, GIVEN]), None);
    }
}
