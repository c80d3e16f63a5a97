//! `GET /v1/games/{id}/live`: what a viewer sees, as it happens.

use std::sync::{Arc, OnceLock};

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use futures_util::{Stream, stream};
use kifu_engine::erased::AnyRecord;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::following;
use crate::access::Credential;
use crate::app::App;
use crate::auth;
use crate::boundary::client;
use crate::compute::Compute;
use crate::problem::{Code, Problem};
use crate::record_cache::{CachedRecord, LoadedRecord};
use crate::record_view::head::RecordHead;
use crate::request::{After, game_id, query};
use crate::streaming::channel::{Backlog, Joined, Message, url};
use crate::streaming::hub::Hold;
use crate::streaming::sse;
use crate::streaming::streams::{Beat, Pulse, StreamPlace, let_go};
use crate::streaming::tail::Following;
use crate::streaming::telling::{self, ENDED, Reason};
use crate::words::requests::Requests;
use kifu_store::now;

/// From where on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LiveQuery {
    after: Option<After>,
}

/// What [`sse::LAST_EVENT_ID`] may say; empty, it says nothing.
pub const EVENT_ID: &str = "^([0-9]{1,15}(-end)?)?$";

/// How far the client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It knows nothing yet.
    Nothing,
    /// Everything up to this entry.
    Entries(Seq),
    /// Everything up to this entry, and that the game was over after it.
    End(Seq),
}

/// Opens a stream.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let known = Known::read(&request)?;
    let cached = app.records.find(game_id(&request)?).await?;
    let cached = cached.ok_or_else(|| Problem::plain(Code::NotFound))?;
    // Before the record is looked at: nothing may be committed elsewhere unnoticed after that.
    let following = app.live.tail.enter(app.store()).await?;
    loop {
        // Locked, so that nobody is told of what comes after it before this stream has joined.
        let guard = app.records.lock(Arc::clone(&cached)).await?;
        let access = auth::access(&app, &request, &guard).await?;
        let place = app.live.streams.enter(client::payer(&app.boundary, &request))?;
        // Others may listen already who may no longer: that is settled before anybody is told of what is new.
        if let Some(channel) = app.live.hub.behind(cached.id, guard.loaded().head.revision) {
            drop((guard, place));
            following::look_again(&app, &channel).await?;
            continue;
        }
        let credential = auth::credential(&app, &request)?;
        let until = match credential {
            Credential::Token(hash) => app.store().latest().expiry(cached.id, &hash).await?,
            Credential::None | Credential::Operator => None,
        };
        let asked = StreamRequest { viewer: access.viewer(), credential, known };
        let (data, record) = (app.clone(), Arc::clone(&cached));
        let look = move |loaded: &LoadedRecord| asked.look(&data, &record, loaded);
        let (first, source) = match guard.compute(app.records.compute(), look).await?? {
            FirstLook::Streaming(first, source) => (first, source),
            FirstLook::KnownToTheEnd => {
                return Ok(HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish());
            }
            FirstLook::JustEnded => continue,
        };
        let compute = guard.loaded().is_large().then(|| app.records.compute().clone());
        let following = matches!(source, LiveSource::Listening(_)).then_some(following);
        let pulse = app.live.streams.pulse();
        let told = Streaming { first, source, until, compute, pulse, _following: following, _place: place };
        return Ok(sse::answer(&request, told.events()));
    }
}

/// Who opens a stream, and how far it has come.
struct StreamRequest {
    viewer: Viewer,
    credential: Credential,
    known: Known,
}

/// What a stream is to tell.
enum FirstLook {
    Streaming(First, LiveSource),
    /// Nothing: the client knows that the game is over, and all before.
    KnownToTheEnd,
    /// The game is over by what other streams were told already.
    JustEnded,
}

impl StreamRequest {
    fn look(
        self,
        app: &web::Data<App>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
    ) -> Result<FirstLook, Problem> {
        if loaded.record.status() == Status::Live {
            return self.listen(app, cached, loaded);
        }
        let watch = loaded.record.watch(self.viewer);
        let told = watch.seen().version();
        if self.known == Known::End(told) {
            return Ok(FirstLook::KnownToTheEnd);
        }
        let first = First::of(cached, loaded, watch.seen(), self.known)?;
        let end = telling::end(&url(loaded.head.id), told, &*loaded.record);
        Ok(FirstLook::Streaming(first, LiveSource::Last(end)))
    }

    fn listen(
        self,
        app: &web::Data<App>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
    ) -> Result<FirstLook, Problem> {
        let start = |channel| drop(tokio::spawn(following::tell(app.clone(), channel)));
        let hold = app.live.hub.hold(cached, loaded, start);
        let first = |seen: &dyn AnyRecord| First::of(cached, loaded, seen, self.known);
        let joined = hold.channel.join(loaded, self.viewer, self.credential, first);
        let Some(Joined { receiver, dismissed, looked }) = joined else { return Ok(FirstLook::JustEnded) };
        let credential = self.credential;
        let source = LiveSource::Listening(Subscription { receiver, dismissed, credential, hold });
        Ok(FirstLook::Streaming(looked?, source))
    }
}

impl Known {
    /// What the header says, which a client that comes again sends anew; else the query.
    fn read(request: &HttpRequest) -> Result<Self, Problem> {
        let LiveQuery { after } = query(request)?;
        match request.headers().get(sse::LAST_EVENT_ID) {
            Some(id) if !id.is_empty() => id.to_str().ok().and_then(Self::parse).ok_or_else(|| {
                let name = "Last-Event-ID";
                Problem::parameter(name, Requests::OfThisStream { name: name.into() })
            }),
            _ => Ok(after.map_or(Self::Nothing, |After(after)| Self::Entries(Seq(after)))),
        }
    }

    fn parse(id: &str) -> Option<Self> {
        let (number, ended) = match id.strip_suffix(ENDED) {
            Some(number) => (number, true),
            None => (id, false),
        };
        let digits = (1..=15).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let seq = number.parse().ok().filter(|_| digits).map(Seq)?;
        Some(if ended { Self::End(seq) } else { Self::Entries(seq) })
    }
}

/// What is told first.
enum First {
    /// Where the record stands.
    Standing(Option<Bytes>),
    /// What the client has missed; `None` while the next event of it is made.
    Missed(Option<Box<Backlog>>),
}

impl First {
    /// Who knows nothing is told where the record stands, and so is who knows more than there is: that was told of
    /// another log.
    fn of(
        cached: &CachedRecord,
        loaded: &LoadedRecord,
        seen: &dyn AnyRecord,
        known: Known,
    ) -> Result<Self, Problem> {
        match known {
            Known::Entries(after) | Known::End(after) if after <= seen.version() => {
                Backlog::new(cached.game(), loaded, seen, after)
                    .map(|backlog| Self::Missed(Some(Box::new(backlog))))
            }
            _ => Ok(Self::Standing(Some(telling::standing(RecordHead::of(&loaded.head), seen)))),
        }
    }

    /// The next event; made beside the threads that serve, if there is something to compute there.
    async fn next(&mut self, compute: Option<&Compute>) -> Option<Bytes> {
        let backlog = match self {
            Self::Standing(standing) => return standing.take(),
            Self::Missed(backlog) => backlog,
        };
        let mut missed = backlog.take()?;
        let Some(compute) = compute else {
            let event = missed.next();
            *backlog = Some(missed);
            return event;
        };
        let (event, missed) = compute.run(move || (missed.next(), missed)).await.ok()?;
        *backlog = Some(missed);
        event
    }
}

/// Where the events come from after the first ones.
enum LiveSource {
    /// From what happens.
    Listening(Subscription),
    /// There is one more.
    Last(Bytes),
    /// There are no more.
    Dry,
}

/// One who listens to a record.
struct Subscription {
    receiver: broadcast::Receiver<Message>,
    dismissed: Arc<OnceLock<Reason>>,
    credential: Credential,
    hold: Hold,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hold.channel.leave(self.credential);
    }
}

struct Streaming {
    first: First,
    source: LiveSource,
    /// Where events of a large record are made.
    compute: Option<Compute>,
    /// Until when the token is valid.
    until: Option<DateTime<Utc>>,
    pulse: Pulse,
    _following: Option<Following>,
    _place: StreamPlace,
}

impl Streaming {
    fn events(self) -> impl Stream<Item = Bytes> {
        let events = stream::unfold(self, |mut streaming| async move {
            let event = streaming.next().await?;
            Some((event, streaming))
        });
        stream::StreamExt::chain(stream::iter([Bytes::from_static(sse::RETRY_FIELD.as_bytes())]), events)
    }

    async fn next(&mut self) -> Option<Bytes> {
        if self.pulse.is_stopping() {
            return self.close(Reason::Stopping);
        }
        if let Some(reason) = self.dismissed() {
            return self.close(reason);
        }
        if let Some(event) = self.first.next(self.compute.as_ref()).await {
            return Some(event);
        }
        loop {
            let expired = expired(self.until);
            let LiveSource::Listening(subscription) = &mut self.source else { break self.last() };
            let message = tokio::select! {
                biased;
                () = expired => return self.close(Reason::Expired),
                beat = self.pulse.beat() => match beat {
                    Beat::Alive => return Some(Bytes::from_static(sse::HEARTBEAT.as_bytes())),
                    Beat::Stopping => return self.close(Reason::Stopping),
                },
                message = subscription.receiver.recv() => message,
            };
            match message {
                Ok(Message::Event(event)) => match self.dismissed() {
                    None => return Some(event),
                    Some(reason) => return self.close(reason),
                },
                Ok(Message::End(end)) => self.source = LiveSource::Last(end),
                Ok(Message::Leave(who, reason)) if who == subscription.credential => {
                    return self.close(reason);
                }
                Ok(Message::Leave(..)) => {}
                Err(RecvError::Lagged(_)) => return self.close(Reason::TooSlow),
                Err(RecvError::Closed) => return self.close(Reason::Stopping),
            }
        }
    }

    /// Why nothing more may be told, if so.
    fn dismissed(&self) -> Option<Reason> {
        let LiveSource::Listening(subscription) = &self.source else { return None };
        let is_expired = self.until.is_some_and(|until| until <= now());
        subscription.dismissed.get().copied().or(is_expired.then_some(Reason::Expired))
    }

    /// The last event, once.
    fn last(&mut self) -> Option<Bytes> {
        match std::mem::replace(&mut self.source, LiveSource::Dry) {
            LiveSource::Last(end) => Some(end),
            LiveSource::Listening(_) | LiveSource::Dry => None,
        }
    }

    fn close(&mut self, reason: Reason) -> Option<Bytes> {
        self.first = First::Standing(None);
        match std::mem::replace(&mut self.source, LiveSource::Dry) {
            LiveSource::Dry => None,
            LiveSource::Listening(_) | LiveSource::Last(_) => Some(let_go(reason)),
        }
    }
}

/// Waits until a token is no longer valid.
async fn expired(until: Option<DateTime<Utc>>) {
    match until.map(|until| (until - now()).to_std()) {
        None => std::future::pending().await,
        Some(Ok(left)) => tokio::time::sleep(left).await,
        Some(Err(_)) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_how_far_the_client_has_come() {
        for (id, known) in [
            ("0", Some(Known::Entries(Seq(0)))),
            ("12", Some(Known::Entries(Seq(12)))),
            ("12-end", Some(Known::End(Seq(12)))),
            ("", None),
            ("-end", None),
            ("+1", None),
            ("1.0", None),
            ("1000000000000000", None),
        ] {
            assert_eq!(Known::parse(id), known, "{id:?}");
        }
    }
}
