//! The observation of each request: its id, a span for its log lines, its duration, and one line of the access log.
//!
//! A log line has only what we named ourselves: the method, the row in the table of endpoints, the record and the kind
//! of problem. It has nothing that clients wrote (addresses, headers, bodies, messages that repeat them), except an id
//! that is sane.

mod access_line;
mod request_id;
mod trace_context;

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, HttpRequest};
use tracing::field::Empty;
use tracing::{Instrument, Span};
use uuid::Uuid;

pub use self::request_id::{REQUEST_ID, RequestId};
pub use self::trace_context::TRACEPARENT;

use self::access_line::AccessLine;
use self::trace_context::TraceContext;
use crate::http::problem::{Code, Problem};

/// The row in the table of endpoints that a request leads to; nothing, if it leads to none. It is looked up once.
#[derive(Clone)]
pub struct RoutedPattern(pub Option<Rc<str>>);

impl RoutedPattern {
    /// The value of a parameter in the path, if the parameter is a whole segment of the pattern.
    pub fn parameter<'p>(&self, path: &'p str, name: &str) -> Option<&'p str> {
        let is_parameter =
            |part: &str| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) == Some(name);
        let mut parts = self.0.as_deref()?.split('/').zip(path.split('/'));
        parts.find(|(part, _)| is_parameter(part)).map(|(_, value)| value)
    }
}

/// Notes everything about a request and its answer.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = RequestId::of(&request);
    let method = known_method(request.method());
    let pattern: Option<Rc<str>> = request.match_pattern().map(Rc::from);
    request.extensions_mut().insert(RoutedPattern(pattern.clone()));
    let route = pattern.as_deref().unwrap_or("other").to_owned();
    let span = span(&request, &id, method, &route);
    let (trace, context) = TraceContext::begin(request.headers(), method, &route);
    trace.record("kifu.request_id", tracing::field::display(&id));
    request.extensions_mut().insert(id.clone());
    let mut line = AccessLine::new(id.clone(), method, route, context.as_ref().map(TraceContext::trace_id));
    if let Some(context) = context {
        request.extensions_mut().insert(context);
    }
    let answered = next.call(request).instrument(trace.clone()).instrument(span.clone()).await;
    let (status, error) = match &answered {
        Ok(response) => (response.status(), response.response().error()),
        Err(error) => (error.as_response_error().status_code(), Some(error)),
    };
    let problem = error.and_then(|error| error.as_error::<Problem>()).map(|problem| problem.code().word());
    span.record("status", status.as_u16());
    span.record("problem", problem);
    trace.record("http.response.status_code", status.as_u16());
    trace.record("kifu.problem", problem);
    if status.is_server_error() {
        trace.record("otel.status_code", "ERROR");
    }
    line.head(status, problem);
    tracing::debug!(parent: &span, "the answer begins");
    let mut response = answered?;
    response.headers_mut().insert(REQUEST_ID, id.header());
    line.expect(response.response().body().size());
    Ok(response.map_body(|_, body| BoxBody::new(Observed { body: body.boxed(), span, trace, line })))
}

/// Notes a request that could not be parsed, and its answer of so many bytes.
pub fn note_unparsed(id: &RequestId, problem: Code, bytes: usize) {
    let mut line = AccessLine::new(id.clone(), "other", "other".to_owned(), None);
    line.head(problem.status(), Some(problem.word()));
    line.sent(bytes);
    line.end();
}

/// The trace context of a request, to be kept with the events that it writes.
pub fn traceparent(request: &HttpRequest) -> Option<String> {
    request.extensions().get::<TraceContext>().map(TraceContext::traceparent)
}

/// The span that the log lines of a request share.
fn span(request: &ServiceRequest, id: &RequestId, method: &str, route: &str) -> Span {
    let game = request.path().split('/').find_map(|part| part.parse::<Uuid>().ok());
    tracing::info_span!(
        "request",
        request_id = %id,
        method,
        path = route,
        game = game.map(tracing::field::display),
        status = Empty,
        problem = Empty,
    )
}

/// The method, if it is one that is known: others may make up any word.
fn known_method(method: &Method) -> &'static str {
    const KNOWN_METHODS: [&str; 9] =
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];
    KNOWN_METHODS.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

/// The body of an answer, counted while it is sent.
struct Observed {
    body: BoxBody,
    span: Span,
    trace: Span,
    line: AccessLine,
}

impl MessageBody for Observed {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let Self { body, span, trace, line } = self.get_mut();
        let polled = span.in_scope(|| trace.in_scope(|| Pin::new(body).poll_next(context)));
        match &polled {
            Poll::Ready(Some(Ok(bytes))) => line.sent(bytes.len()),
            Poll::Ready(None) => line.end(),
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        polled
    }
}
