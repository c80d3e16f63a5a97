//! Server-sent events: how they are written, and the answer that carries them.

use std::convert::Infallible;
use std::fmt::Display;
use std::time::Duration;

use crate::http::media::EVENT_STREAM;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpRequest, HttpResponse};
use futures_util::Stream;
use serde::Serialize;

/// The header with which a client that lost its stream says how far it had come.
pub const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Keeps an answer from being compressed; [`plain`] takes it away again.
pub const IDENTITY: HeaderValue = HeaderValue::from_static("identity");
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// How long a client waits before it comes again.
const RETRY: Duration = Duration::from_secs(1);
/// A line that says nothing but that the stream is alive.
pub const HEARTBEAT: &str = ":\n\n";

/// The beginning of a stream: when to come again, and as a comment how often the stream is heard of at least. A client
/// that hears nothing for longer knows that its connection is dead.
pub fn begin(heartbeat: Duration) -> Bytes {
    format!("retry: {}\n: heartbeat {}\n\n", RETRY.as_millis(), heartbeat.as_secs()).into()
}

/// One event. JSON has no line breaks of its own.
pub fn event(kind: &str, id: Option<&dyn Display>, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).unwrap_or_default();
    match id {
        Some(id) => format!("event: {kind}\nid: {id}\ndata: {data}\n\n"),
        None => format!("event: {kind}\ndata: {data}\n\n"),
    }
    .into()
}

/// Only says how far the client has come: browsers store it and show it to no page.
pub fn mark(id: &impl Display) -> Bytes {
    format!("id: {id}\n\n").into()
}

/// The answer with these events. Nothing on the way may keep or gather them, and the connection is of no more use
/// when they end.
pub fn answer(request: &HttpRequest, events: impl Stream<Item = Bytes> + 'static) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .content_type(EVENT_STREAM)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((ACCEL_BUFFERING, "no"))
        // Compress leaves an answer with an encoding alone; `plain` takes this one away again.
        .insert_header((CONTENT_ENCODING, IDENTITY))
        .force_close();
    if request.method() == Method::HEAD {
        return response.finish();
    }
    let events = futures_util::StreamExt::map(events, Ok::<_, Infallible>);
    response.streaming(events)
}

/// `identity` is not a content encoding that a header may name (RFC 9110, 8.4.1).
pub async fn plain(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    if response.headers().get(CONTENT_ENCODING) == Some(&IDENTITY) {
        response.headers_mut().remove(CONTENT_ENCODING);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_json() {
        let said = event("entry", Some(&7), &"a\nb");
        assert_eq!(said, "event: entry\nid: 7\ndata: \"a\\nb\"\n\n");
        assert_eq!(event("closed", None, &1), "event: closed\ndata: 1\n\n");
        assert_eq!(mark(&"x"), "id: x\n\n");
    }
}
