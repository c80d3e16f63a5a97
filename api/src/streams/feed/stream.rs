//! The feed as server-sent events.

use std::collections::VecDeque;
use std::sync::Arc;

use actix_web::web::{self, Bytes};
use futures_util::{FutureExt, Stream, stream};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::FeedItem;
use super::filter::FeedFilter;
use super::page::{self, Item, ItemRequest};
use crate::app::App;
use crate::http::cost::Admission;
use crate::http::problem::Problem;
use crate::streams::subscriptions::cursor::Cursor;
use crate::streams::subscriptions::feed::{About, FeedBroadcast, StreamedItem};
use crate::streams::subscriptions::feed_poller::PollerGuard;
use crate::streams::subscriptions::live_events::CloseReason;
use crate::streams::subscriptions::sse;
use crate::streams::subscriptions::streams::{HeartbeatTimer, StreamPermit, StreamTick, closed_event};
use kifu_store::{FeedPositions, Position};

/// Items read at once while a reader catches up.
const ITEMS_PER_READ: u32 = 200;
/// Positions that are read for one broadcast.
const POSITIONS_PER_BROADCAST: i64 = 2000;
/// The shortest pause between two reads: commits of that time are read together.
const MIN_PAUSE: std::time::Duration = std::time::Duration::from_millis(5);
/// How long to rest when the store fails.
const FAILURE_PAUSE: std::time::Duration = std::time::Duration::from_millis(500);

/// Follows the feed and sends it to subscribers, for as long as there are any.
pub async fn follow(app: web::Data<App>) {
    loop {
        app.feed.poller.wait().await;
        if let Some(from) = app.feed.poller.positions()
            && let Err(problem) = broadcast_new(&app, &from).await
        {
            tracing::warn!(%problem, "the feed could not be followed");
            tokio::time::sleep(FAILURE_PAUSE).await;
        }
        tokio::time::sleep(MIN_PAUSE).await;
    }
}

async fn broadcast_new(app: &App, from: &FeedPositions) -> Result<(), Problem> {
    let end = FeedPositions::end(app.store()).await?;
    let limit =
        |(end, from): (Position, Position)| end.min(Position(from.0.saturating_add(POSITIONS_PER_BROADCAST)));
    let upto: FeedPositions = end.iter().zip(from.iter()).map(limit).collect();
    if upto == *from {
        return Ok(());
    }
    let everything = ItemRequest { filter: &FeedFilter::default(), most: u32::MAX };
    #[expect(clippy::disallowed_methods, reason = "it is read once for all who follow the feed")]
    let admission = Admission::of_service(&app.lanes);
    let page = page::read((app, &admission), Cursor::after(from), &upto, &everything).await?;
    // A page may end earlier.
    let to = page.to.positions();
    let broadcast: Vec<_> = page.items.into_iter().map(broadcast_of).collect();
    app.feed.poller.advance(from, to, || {
        for broadcast in broadcast {
            // The last reader may have left just now.
            let _ = app.feed.sender.send(broadcast);
        }
    });
    Ok(())
}

fn broadcast_of(Item { shard, after, to, item, table }: Item) -> FeedBroadcast {
    let event = sse::event("item", Some(&item.cursor), &item);
    FeedBroadcast { shard, after, to, event, about: Arc::new(About { item: Box::new(item), table }) }
}

impl StreamedItem for FeedItem {
    fn game(&self) -> &str {
        &self.game
    }

    fn kind(&self) -> String {
        self.entry.kind()
    }

    fn event(&self, cursor: String) -> Bytes {
        let item = Self { cursor, ..self.clone() };
        sse::event("item", Some(&item.cursor), &item)
    }
}

/// A reader of the feed.
pub struct FeedStream {
    app: web::Data<App>,
    admission: Admission,
    /// Everything up to here was sent.
    to: Cursor,
    filter: FeedFilter,
    ready: VecDeque<Bytes>,
    source: FeedSource,
    heartbeat: HeartbeatTimer,
    _permit: StreamPermit,
}

/// The source of the next items.
enum FeedSource {
    /// The store: the reader is behind.
    Store,
    /// The store up to the point where the reader joined, then the broadcast.
    CatchingUp(FeedReader, Cursor),
    /// The broadcast.
    Broadcast(FeedReader),
    /// There are no more.
    Exhausted,
}

struct FeedReader {
    receiver: broadcast::Receiver<FeedBroadcast>,
    _poller_guard: PollerGuard,
}

impl FeedStream {
    /// Reads the wanted items after a cursor.
    pub fn new(
        (app, admission): (web::Data<App>, Admission),
        (from, filter): (Cursor, FeedFilter),
        permit: StreamPermit,
    ) -> Self {
        let heartbeat = app.live.streams.heartbeat();
        Self {
            app,
            admission,
            to: from,
            filter,
            ready: VecDeque::new(),
            source: FeedSource::Store,
            heartbeat,
            _permit: permit,
        }
    }

    /// The stream of events.
    pub fn events(self) -> impl Stream<Item = Bytes> {
        let begin = sse::begin(self.heartbeat.interval());
        let events = stream::unfold(self, |mut reading| async move {
            let event = reading.next().await?;
            Some((event, reading))
        });
        stream::StreamExt::chain(stream::iter([begin]), events)
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(reason) = self.heartbeat.close_reason() {
                return self.close(reason);
            }
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let result = match &mut self.source {
                FeedSource::Exhausted => return None,
                FeedSource::Broadcast(_) => return self.next_broadcast().await,
                FeedSource::Store | FeedSource::CatchingUp(..) => self.read().await,
            };
            if let Err(problem) = result {
                tracing::warn!(%problem, "a stream of the feed ends");
                return self.close(CloseReason::Stopping);
            }
            if let Some(StreamTick::Heartbeat) = self.heartbeat.tick().now_or_never() {
                self.ready.push_back(self.mark());
            }
        }
    }

    /// Reads on from the store; at its end, joins the broadcast.
    async fn read(&mut self) -> Result<(), Problem> {
        let end = match &self.source {
            FeedSource::CatchingUp(_, end) => end.clone(),
            _ => Cursor::after(&FeedPositions::end(self.app.store()).await?),
        };
        let request = ItemRequest { filter: &self.filter, most: ITEMS_PER_READ };
        let who = (&**self.app, &self.admission);
        let page = page::read(who, self.to.clone(), &end.positions(), &request).await?;
        self.to = page.to;
        self.ready.extend(page.items.into_iter().map(|item| broadcast_of(item).event));
        if self.to.includes(&end) {
            self.source = match std::mem::replace(&mut self.source, FeedSource::Exhausted) {
                FeedSource::CatchingUp(reader, _) => FeedSource::Broadcast(reader),
                _ => self.join().await?,
            };
        }
        Ok(())
    }

    async fn join(&self) -> Result<FeedSource, Problem> {
        let poller_guard = self.app.feed.poller.enter(self.app.store()).await?;
        let (receiver, end) = self
            .app
            .feed
            .poller
            .with_positions(|positions| (self.app.feed.sender.subscribe(), Cursor::after(positions)));
        Ok(FeedSource::CatchingUp(FeedReader { receiver, _poller_guard: poller_guard }, end))
    }

    async fn next_broadcast(&mut self) -> Option<Bytes> {
        loop {
            let FeedSource::Broadcast(FeedReader { receiver, .. }) = &mut self.source else { return None };
            let broadcast = tokio::select! {
                biased;
                tick = self.heartbeat.tick() => match tick {
                    StreamTick::Close(reason) => return self.close(reason),
                    StreamTick::Heartbeat => {
                        let sent = self.app.feed.poller.with_positions(|positions| {
                            receiver.is_empty().then(|| Cursor::after(positions))
                        });
                        if let Some(sent) = &sent {
                            self.to.advance(sent);
                        }
                        return Some(self.mark());
                    }
                },
                broadcast = receiver.recv() => broadcast,
            };
            match broadcast {
                // The reader has read this from the store already.
                Ok(FeedBroadcast { shard, after, .. }) if after <= self.to.of(shard) => {}
                Ok(FeedBroadcast { to, event, about, .. }) => {
                    // A reader that is further in other shards goes on from there.
                    let is_ahead = !to.includes(&self.to);
                    self.to.advance(&to);
                    let (filter, About { item, table }) = (&self.filter, &*about);
                    if filter.wants_record(item.game(), table) && filter.wants_item(&item.kind()) {
                        let own = || item.event(self.app.feed.sealer.seal(&self.to));
                        return Some(if is_ahead { own() } else { event });
                    }
                }
                Err(RecvError::Lagged(_)) => return self.close(CloseReason::TooSlow),
                Err(RecvError::Closed) => return self.close(CloseReason::Stopping),
            }
        }
    }

    /// The reader's cursor, also after a long time without items.
    fn mark(&self) -> Bytes {
        sse::mark(&self.app.feed.sealer.seal(&self.to))
    }

    fn close(&mut self, reason: CloseReason) -> Option<Bytes> {
        self.ready.clear();
        match std::mem::replace(&mut self.source, FeedSource::Exhausted) {
            FeedSource::Exhausted => None,
            _ => Some(closed_event(reason)),
        }
    }
}
