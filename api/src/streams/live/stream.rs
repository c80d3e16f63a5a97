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
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::tasks;
use crate::app::App;
use crate::http::authorization;
use crate::http::boundary::client;
use crate::http::cost::{Admission, Folds, Permit};
use crate::http::credentials::Credential;
use crate::http::extractors::{After, game_id, query};
use crate::http::problem::{Code, Problem};
use crate::http::words::requests::Requests;
use crate::records::cache::{CachedRecord, LoadedRecord};
use crate::records::view::head::RecordHead;
use crate::streams::subscriptions::channel::{Backlog, ChannelMessage, Joined, url};
use crate::streams::subscriptions::feed_poller::PollerGuard;
use crate::streams::subscriptions::live_events::{self, CloseReason, EventId};
use crate::streams::subscriptions::sse;
use crate::streams::subscriptions::streams::{HeartbeatTimer, StreamPermit, StreamTick, closed_event};
use crate::streams::subscriptions::subscriber_registry::Subscription;
use kifu_store::{Epoch, now};

/// The event to begin after.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LiveQuery {
    after: Option<After>,
}

/// The last event that the client has received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClientPosition {
    /// The client has received nothing yet.
    Nothing,
    /// Everything up to this entry of the log as it is.
    Entries(Seq),
    /// Everything up to an event of a stream.
    Event(EventId),
}

/// Opens a stream.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let position = ClientPosition::read(&request)?;
    let admission = Admission::of(&request)?;
    let cached = app.records.find(&admission, game_id(&request)?).await?;
    let cached = cached.ok_or_else(|| Problem::plain(Code::NotFound))?;
    // Before the record is read, so that no later commit of another instance is missed.
    let poller_guard = app.live.poller.enter(app.store()).await?;
    loop {
        // Locked, so that no event after it is sent before this stream has joined.
        let guard = app.records.lock(&admission, Arc::clone(&cached)).await?;
        let access = authorization::access(&app, &request, &guard).await?;
        let permit = app.live.streams.enter(client::payer(&app.boundary, &request))?;
        // Subscribers may have lost access: that is checked before anything new is sent.
        if let Some(channel) = app.live.subscribers.outdated_channel(cached.id, guard.loaded().head.revision)
        {
            drop((guard, permit));
            tasks::recheck_access(&app, &channel).await?;
            continue;
        }
        let credential = authorization::credential(&app, &request)?;
        let until = match credential {
            Credential::Token(hash) => app.store().latest().expiry(cached.id, &hash).await?,
            Credential::None | Credential::Operator => None,
        };
        let runtime = Handle::current();
        let stream_request = StreamRequest { viewer: access.viewer(), credential, position, runtime };
        let (data, record) = (app.clone(), Arc::clone(&cached));
        let start = move |loaded: &LoadedRecord| stream_request.start(&data, &record, loaded);
        let (first, source) = match guard.compute(&admission, start).await?? {
            StreamStart::Streaming(first, source) => (first, source),
            StreamStart::UpToDate => {
                return Ok(HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish());
            }
            StreamStart::JustEnded => continue,
        };
        let admission = guard.loaded().is_large().then(|| admission.patient());
        let poller_guard = matches!(source, LiveSource::Subscribed(_)).then_some(poller_guard);
        let heartbeat = app.live.streams.heartbeat();
        let streaming = Streaming {
            first,
            source,
            until,
            admission,
            heartbeat,
            _poller_guard: poller_guard,
            _permit: permit,
        };
        return Ok(sse::answer(&request, streaming.events()));
    }
}

/// A request for a stream: its viewer and the client's position.
struct StreamRequest {
    viewer: Viewer,
    credential: Credential,
    position: ClientPosition,
    /// The runtime that follows the events of the record: a large record is read on a thread of no runtime.
    runtime: Handle,
}

/// How a stream starts.
enum StreamStart {
    Streaming(FirstEvents, LiveSource),
    /// Nothing to send: the client has everything up to the end.
    UpToDate,
    /// The game is over for other streams already.
    JustEnded,
}

impl StreamRequest {
    fn start(
        self,
        app: &web::Data<App>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
    ) -> Result<StreamStart, Problem> {
        if loaded.record.status() == Status::Live {
            return self.listen(app, cached, loaded);
        }
        let watch = loaded.record.viewer_log(self.viewer);
        let version = watch.seen().version();
        let end = EventId { version, has_ended: true, epoch: loaded.epoch };
        if self.position == ClientPosition::Event(end) {
            return Ok(StreamStart::UpToDate);
        }
        let first = FirstEvents::of(cached, loaded, watch.seen(), self.position)?;
        let end = live_events::end_event(&url(loaded.head.id), version, &*loaded.record, loaded.epoch);
        Ok(StreamStart::Streaming(first, LiveSource::Last(end)))
    }

    fn listen(
        self,
        app: &web::Data<App>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
    ) -> Result<StreamStart, Problem> {
        let start = |channel| drop(self.runtime.spawn(tasks::stream_record(app.clone(), channel)));
        let subscription = app.live.subscribers.subscribe(cached, loaded, start);
        let first = |seen: &dyn AnyRecord| FirstEvents::of(cached, loaded, seen, self.position);
        let joined = subscription.channel.join(loaded, self.viewer, self.credential, first);
        let Some(Joined { receiver, close_reason, initial }) = joined else {
            return Ok(StreamStart::JustEnded);
        };
        let credential = self.credential;
        let source =
            LiveSource::Subscribed(LiveSubscription { receiver, close_reason, credential, subscription });
        Ok(StreamStart::Streaming(initial?, source))
    }
}

impl ClientPosition {
    /// Reads the header, which a returning client sends anew; else the query.
    fn read(request: &HttpRequest) -> Result<Self, Problem> {
        let LiveQuery { after } = query(request)?;
        match request.headers().get(sse::LAST_EVENT_ID) {
            Some(id) if !id.is_empty() => {
                id.to_str().ok().and_then(EventId::parse).map(Self::Event).ok_or_else(|| {
                    let name = "Last-Event-ID";
                    Problem::parameter(name, Requests::OfThisStream { name: name.into() })
                })
            }
            _ => Ok(after.map_or(Self::Nothing, |After(after)| Self::Entries(Seq(after)))),
        }
    }

    /// The entry of this log that the client goes on after. Entries from another epoch belong to another log.
    fn last_entry(self, epoch: Epoch) -> Option<Seq> {
        match self {
            Self::Entries(last) => Some(last),
            Self::Event(id) if id.epoch == epoch => Some(id.version),
            Self::Event(_) | Self::Nothing => None,
        }
    }
}

/// The first events of a stream.
enum FirstEvents {
    /// The position of the record.
    Position(Option<Bytes>),
    /// The events that the client has missed; `None` while the next of them is made.
    Backlog(Option<Box<Backlog>>),
}

impl FirstEvents {
    /// A client without events gets the position, and so does one that had another log: of another epoch, or with more
    /// events than there are.
    fn of(
        cached: &CachedRecord,
        loaded: &LoadedRecord,
        seen: &dyn AnyRecord,
        position: ClientPosition,
    ) -> Result<Self, Problem> {
        match position.last_entry(loaded.epoch) {
            Some(after) if after <= seen.version() => Backlog::new(cached.game(), loaded, seen, after)
                .map(|backlog| Self::Backlog(Some(Box::new(backlog)))),
            _ => {
                let head = RecordHead::of(&loaded.head);
                Ok(Self::Position(Some(live_events::position_event(head, seen, loaded.epoch))))
            }
        }
    }

    /// The next event; made beside the threads that serve, if it is for them.
    async fn next(&mut self, admission: Option<&Admission>) -> Option<Bytes> {
        let backlog = match self {
            Self::Position(position) => return position.take(),
            Self::Backlog(backlog) => backlog,
        };
        let mut backlog_events = backlog.take()?;
        let Some(admission) = admission else {
            let event = backlog_events.next();
            *backlog = Some(backlog_events);
            return event;
        };
        let work = move |_: &Permit<Folds>| (backlog_events.next(), backlog_events);
        let (event, backlog_events) = admission.run(work).await.ok()?;
        *backlog = Some(backlog_events);
        event
    }
}

/// The source of the events after the first ones.
enum LiveSource {
    /// The record's channel.
    Subscribed(LiveSubscription),
    /// There is one more.
    Last(Bytes),
    /// There are no more.
    Exhausted,
}

/// The subscription of one stream.
struct LiveSubscription {
    receiver: broadcast::Receiver<ChannelMessage>,
    close_reason: Arc<OnceLock<CloseReason>>,
    credential: Credential,
    subscription: Subscription,
}

impl Drop for LiveSubscription {
    fn drop(&mut self) {
        self.subscription.channel.leave(self.credential);
    }
}

struct Streaming {
    first: FirstEvents,
    source: LiveSource,
    /// The admission by which events of a large record are made.
    admission: Option<Admission>,
    /// Until when the token is valid.
    until: Option<DateTime<Utc>>,
    heartbeat: HeartbeatTimer,
    _poller_guard: Option<PollerGuard>,
    _permit: StreamPermit,
}

impl Streaming {
    fn events(self) -> impl Stream<Item = Bytes> {
        let begin = sse::begin(self.heartbeat.interval());
        let events = stream::unfold(self, |mut streaming| async move {
            let event = streaming.next().await?;
            Some((event, streaming))
        });
        stream::StreamExt::chain(stream::iter([begin]), events)
    }

    async fn next(&mut self) -> Option<Bytes> {
        if let Some(reason) = self.heartbeat.close_reason() {
            return self.close(reason);
        }
        if let Some(reason) = self.close_reason() {
            return self.close(reason);
        }
        if let Some(event) = self.first.next(self.admission.as_ref()).await {
            return Some(event);
        }
        loop {
            let expired = expired(self.until);
            let LiveSource::Subscribed(subscription) = &mut self.source else { break self.last() };
            let message = tokio::select! {
                biased;
                () = expired => return self.close(CloseReason::Expired),
                tick = self.heartbeat.tick() => match tick {
                    StreamTick::Heartbeat => return Some(Bytes::from_static(sse::HEARTBEAT.as_bytes())),
                    StreamTick::Close(reason) => return self.close(reason),
                },
                message = subscription.receiver.recv() => message,
            };
            match message {
                Ok(ChannelMessage::Event(event)) => match self.close_reason() {
                    None => return Some(event),
                    Some(reason) => return self.close(reason),
                },
                Ok(ChannelMessage::End(end)) => self.source = LiveSource::Last(end),
                Ok(ChannelMessage::Close(who, reason)) if who == subscription.credential => {
                    return self.close(reason);
                }
                Ok(ChannelMessage::Close(..)) => {}
                Err(RecvError::Lagged(_)) => return self.close(CloseReason::TooSlow),
                Err(RecvError::Closed) => return self.close(CloseReason::Stopping),
            }
        }
    }

    /// Why the stream has to be closed, if it has.
    fn close_reason(&self) -> Option<CloseReason> {
        let LiveSource::Subscribed(subscription) = &self.source else { return None };
        let is_expired = self.until.is_some_and(|until| until <= now());
        subscription.close_reason.get().copied().or(is_expired.then_some(CloseReason::Expired))
    }

    /// The last event, once.
    fn last(&mut self) -> Option<Bytes> {
        match std::mem::replace(&mut self.source, LiveSource::Exhausted) {
            LiveSource::Last(end) => Some(end),
            LiveSource::Subscribed(_) | LiveSource::Exhausted => None,
        }
    }

    fn close(&mut self, reason: CloseReason) -> Option<Bytes> {
        self.first = FirstEvents::Position(None);
        match std::mem::replace(&mut self.source, LiveSource::Exhausted) {
            LiveSource::Exhausted => None,
            LiveSource::Subscribed(_) | LiveSource::Last(_) => Some(closed_event(reason)),
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
