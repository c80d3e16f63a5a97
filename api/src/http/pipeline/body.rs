//! Bodies: refused by what their headers say, and guarded while they are read.
//!
//! A body that was not read is never dropped. actix drains a dropped body for as long as the client sends. `Guarded`
//! keeps it until the connection is closed, within the time that bodies may take.

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::{HttpRequest, rt, web::Bytes};
use futures_util::{Stream, StreamExt};
use serde_json::json;
use tokio::time::{Instant, Sleep, sleep};

use crate::http::extractors::media_type;
use crate::http::media;
use crate::http::problem::{Code, Problem};

/// How long a body may keep us waiting, all waits together, beyond what its length allows.
const BODY_GRACE: Duration = Duration::from_secs(15);
/// Bytes a second that a body must bring in the long run.
const MIN_BYTES_PER_SECOND: f64 = 8192.0;
/// How much of a body that nobody wants is taken before its connection is closed, so that the client can read why.
const MAX_DRAINED_BYTES: u64 = 256 << 10;

/// Refuses a compressed body: how long it is shows only when it is expanded.
pub fn check_encoding(request: &HttpRequest) -> Result<(), Problem> {
    let is_plain = |coding: &str| coding.is_empty() || coding.eq_ignore_ascii_case("identity");
    let mut codings = request.headers().get_all(CONTENT_ENCODING);
    let plain =
        codings.all(|value| value.to_str().is_ok_and(|value| value.split(',').map(str::trim).all(is_plain)));
    if plain {
        return Ok(());
    }
    Err(Problem::plain(Code::UnsupportedEncoding).with_header(ACCEPT_ENCODING, "identity"))
}

/// Refuses a body that says that it is longer than this many bytes.
pub fn check_size(request: &HttpRequest, limit: Option<u64>) -> Result<(), Problem> {
    match (declared(request), limit) {
        (Some(length), Some(limit)) if length > limit => Err(too_large(limit)),
        _ => Ok(()),
    }
}

/// The problem of a body of more than this number of bytes.
pub fn too_large(limit: u64) -> Problem {
    Problem::plain(Code::BodyTooLarge).with(json!({ "limit": limit }))
}

/// Refuses a body that says to be something else than the endpoint takes, or does not say what it is: so do the forms and
/// texts that a page of another site can have sent without asking.
pub fn check_media_type(request: &HttpRequest, taken: &[&'static str]) -> Result<(), Problem> {
    let fits = match media_type(request) {
        Some(media) => taken.contains(&media.as_str()),
        None => !request.headers().contains_key(CONTENT_TYPE) && !has_body(request),
    };
    if taken.is_empty() || fits { Ok(()) } else { Err(media::unsupported(request.method(), taken)) }
}

fn declared(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// True if a body is declared. A body in chunks shows only when it is read: [`crate::http::extractors::check_untyped`].
fn has_body(request: &HttpRequest) -> bool {
    declared(request).is_some_and(|length| length > 0)
}

/// The body of one request, seen to until nothing of it comes any more.
pub struct Guarded(Option<Rc<RefCell<BodySource>>>);

struct BodySource {
    payload: Payload,
    ended: bool,
}

impl Guarded {
    /// Guards this body.
    pub fn over(payload: Payload) -> Self {
        let source = |payload| Rc::new(RefCell::new(BodySource { payload, ended: false }));
        Self(match payload {
            Payload::None => None,
            payload => Some(source(payload)),
        })
    }

    /// The body as its handler reads it: an error, once it is longer than this many bytes or comes too slowly.
    pub fn for_handler(&self, limit: Option<u64>) -> Payload {
        match &self.0 {
            Some(source) => Payload::Stream { payload: Box::pin(Reader::new(source, limit)) },
            None => Payload::None,
        }
    }

    /// Takes a little of the unread body, no longer than bodies may take, so that the client reads the answer before
    /// its connection is closed. A body dropped unread would be taken for as long as the client sends.
    pub fn let_go(self) {
        let Some(source) = self.0.filter(|source| !source.borrow().ended) else { return };
        rt::spawn(async move {
            while Rc::strong_count(&source) > 1 {
                sleep(Duration::from_secs(1)).await;
            }
            let mut rest = Reader::new(&source, Some(MAX_DRAINED_BYTES));
            while let Some(Ok(_)) = rest.next().await {}
        });
    }
}

struct Reader {
    source: Rc<RefCell<BodySource>>,
    left: Option<u64>,
    pace: Pace,
}

impl Reader {
    fn new(source: &Rc<RefCell<BodySource>>, limit: Option<u64>) -> Self {
        Self { source: Rc::clone(source), left: limit, pace: Pace::new() }
    }

    fn took(&mut self, bytes: Bytes) -> Result<Bytes, PayloadError> {
        self.pace.took(bytes.len());
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(bytes.len() as u64).ok_or(PayloadError::Overflow)?;
        }
        Ok(bytes)
    }
}

impl Stream for Reader {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.source.borrow_mut().payload).poll_next(context);
        match polled {
            Poll::Ready(Some(Ok(bytes))) => Poll::Ready(Some(this.took(bytes))),
            Poll::Ready(end) => {
                this.source.borrow_mut().ended = true;
                Poll::Ready(end)
            }
            Poll::Pending if this.pace.is_lost(context) => {
                Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

/// The time for which a body may still keep us waiting. Only waits for the client count, not the work on the bytes.
struct Pace {
    left: Allowance,
    since: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

impl Pace {
    fn new() -> Self {
        Self { left: Allowance(BODY_GRACE), since: None, timer: Box::pin(sleep(BODY_GRACE)) }
    }

    fn took(&mut self, bytes: usize) {
        let waited = self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        self.left = self.left.after(waited, bytes);
    }

    fn is_lost(&mut self, context: &mut Context<'_>) -> bool {
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some(now);
            self.timer.as_mut().reset(now + self.left.0);
        }
        self.timer.as_mut().poll(context).is_ready()
    }
}

/// How long the client may still keep us waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowance(Duration);

impl Allowance {
    /// The allowance that is left after this wait for this number of bytes.
    fn after(self, waited: Duration, bytes: usize) -> Self {
        let earned = Duration::from_secs_f64(bytes as f64 / MIN_BYTES_PER_SECOND);
        Self((self.0.saturating_sub(waited) + earned).min(BODY_GRACE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    #[test]
    fn a_body_must_keep_a_pace_but_may_rest() {
        const FAST_BYTES: usize = 16_384;
        for (what, pieces, comes) in [
            ("at once", vec![(0, 100)], true),
            ("after a rest", vec![(14, 100)], true),
            ("never", vec![(16, 100)], false),
            ("a trickle", vec![(1, 1); 20], false),
            ("a short trickle", vec![(1, 1); 14], true),
            ("slow but steady", vec![(1, FAST_BYTES); 100], true),
            ("much, then nothing", vec![(0, 10_000_000), (16, 1)], false),
            ("rests again and again", vec![(10, FAST_BYTES); 3], false),
        ] {
            let mut left = Allowance(BODY_GRACE);
            let came = pieces.into_iter().all(|(seconds, bytes)| {
                let (waited, allowed) = (Duration::from_secs(seconds), left.0);
                left = left.after(waited, bytes);
                waited < allowed
            });
            assert_eq!(came, comes, "{what}");
        }
    }

    #[tokio::test]
    async fn a_body_longer_than_it_may_be_is_not_read_to_its_end() {
        let read = async |sizes: [usize; 2]| {
            let pieces = sizes.map(|size| Ok::<_, PayloadError>(Bytes::from(vec![b'x'; size])));
            let payload: Payload = Payload::Stream { payload: Box::pin(stream::iter(pieces)) };
            let source = Rc::new(RefCell::new(BodySource { payload, ended: false }));
            let pieces: Vec<_> = Reader::new(&source, Some(100)).collect().await;
            pieces.into_iter().map(|piece| piece.map_or(0, |bytes| bytes.len())).collect::<Vec<_>>()
        };
        assert_eq!(read([60, 40]).await, [60, 40]);
        assert_eq!(read([60, 41]).await, [60, 0]);
    }
}
