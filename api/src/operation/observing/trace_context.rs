//! The trace that a request is part of, in the form of W3C Trace Context (`traceparent`, `tracestate`).

use actix_web::http::header::HeaderMap;
use tracing::{Span, field::Empty};

/// The header with the caller's place in its trace.
pub const TRACEPARENT: &str = "traceparent";

/// The place of a request in its trace: the span of ours where spans are exported, else the caller's as it came.
#[derive(Clone, Copy, Debug)]
pub struct TraceContext {
    trace: u128,
    span: u64,
    flags: u8,
}

impl TraceContext {
    /// Takes in the caller's context and continues it with a span of ours.
    pub fn begin(headers: &HeaderMap, method: &'static str, route: &str) -> (Span, Option<Self>) {
        // Two values of one header contradict each other, so neither is used.
        let mut values = headers.get_all(TRACEPARENT);
        let one = values.next().filter(|_| values.next().is_none());
        let caller = one.and_then(|value| Self::read(value.to_str().ok()?));
        let span = server_span(method, route);
        #[cfg(feature = "otlp")]
        if !span.is_disabled() {
            let context = Self::continued(caller, headers, &span);
            return (span, context);
        }
        (span, caller)
    }

    /// Reads the header `traceparent`.
    fn read(header: &str) -> Option<Self> {
        let parts: Vec<_> = header.trim().split('-').collect();
        let [version, trace, span, flags, further @ ..] = &parts[..] else { return None };
        let version = hexadecimal(version, 2).filter(|version| *version != 0xff)?;
        let (trace, span) = (hexadecimal(trace, 32)?, hexadecimal(span, 16)?);
        // Only the lowest flag has a meaning yet: the trace is sampled.
        let flags = hexadecimal(flags, 2)? & 1;
        let is_valid = trace != 0 && span != 0 && (version != 0 || further.is_empty());
        is_valid.then_some(Self { trace, span: span.try_into().ok()?, flags: flags.try_into().ok()? })
    }

    #[cfg(feature = "otlp")]
    fn continued(caller: Option<Self>, headers: &HeaderMap, span: &Span) -> Option<Self> {
        use opentelemetry::Context;
        use opentelemetry::trace::{SpanContext, TraceContextExt, TraceFlags, TraceState};
        use tracing_opentelemetry::OpenTelemetrySpanExt;

        let state =
            headers.get("tracestate").and_then(|state| state.to_str().ok()?.parse::<TraceState>().ok());
        let parent = caller.map_or_else(Context::new, |Self { trace, span, flags }| {
            let (flags, state) = (TraceFlags::new(flags), state.unwrap_or_default());
            let context = SpanContext::new(trace.into(), span.into(), flags, true, state);
            Context::new().with_remote_span_context(context)
        });
        // Fails only where the span is not exported; then it has no context of its own either.
        let _ = span.set_parent(parent);
        let context = span.context().span().span_context().clone();
        let ids = (u128::from_be_bytes(context.trace_id().to_bytes()), context.span_id().to_bytes());
        context.is_valid().then_some(Self {
            trace: ids.0,
            span: u64::from_be_bytes(ids.1),
            flags: context.trace_flags().to_u8(),
        })
    }

    /// The context as a header `traceparent`.
    pub fn traceparent(&self) -> String {
        let Self { trace, span, flags } = self;
        format!("00-{trace:032x}-{span:016x}-{flags:02x}")
    }

    /// The id that the trace is found by.
    pub fn trace_id(&self) -> String {
        format!("{:032x}", self.trace)
    }
}

/// A number of so many digits, in lower case.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    let is_number = text.len() == digits && text.bytes().all(is_digit);
    is_number.then(|| u128::from_str_radix(text, 16).ok()).flatten()
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
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        ] {
            assert_eq!(taken(&[invalid]), None, "{invalid}");
        }
        let later = "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-more";
        assert_eq!(taken(&[later]).as_deref(), Some(GIVEN));
        assert_eq!(taken(&[]), None);
        assert_eq!(taken(&[GIVEN, GIVEN]), None);
    }
}
