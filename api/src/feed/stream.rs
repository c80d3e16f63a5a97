//! The feed as server-sent events.

use std::collections::VecDeque;

use actix_web::web::{self, Bytes};
use futures_util::{FutureExt, Stream, stream};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::page::{self, Item};
use crate::app::App;
use crate::problem::Problem;
use crate::streaming::cursor::Cursor;
use crate::streaming::feed::News;
use crate::streaming::sse;
use crate::streaming::streams::{Beat, Pulse, StreamPlace as Seat, let_go};
use crate::streaming::tail::{Following, Places};
use crate::streaming::telling::Reason;
use kifu_store::Position;

/// Items read at once while a reader catches up.
const ITEMS_PER_READ: usize = 200;
/// Positions that are told of at once.
const POSITIONS_PER_BROADCAST: i64 = 2000;
/// How long the follower rests at least: what is committed meanwhile is read together.
const MIN_PAUSE: std::time::Duration = std::time::Duration::from_millis(5);
/// How long to rest when the store fails.
const FAILURE_PAUSE: std::time::Duration = std::time::Duration::from_millis(500);

/// Follows the feed and tells its readers, for as long as there are any.
pub async fn follow(app: web::Data<App>) {
    loop {
        app.feed.tail.rest().await;
        if let Some(from) = app.feed.tail.places()
            && let Err(problem) = tell_news(&app, from).await
        {
            tracing::warn!(%problem, "the feed could not be followed");
            tokio::time::sleep(FAILURE_PAUSE).await;
        }
        tokio::time::sleep(MIN_PAUSE).await;
    }
}

async fn tell_news(app: &App, from: Places) -> Result<(), Problem> {
    let mut to = Places::end(app.store()).await?;
    to.0.iter_mut()
        .zip(from.0)
        .for_each(|(to, from)| *to = (*to).min(Position(from.0 + POSITIONS_PER_BROADCAST)));
    if to == from {
        return Ok(());
    }
    let page = page::read(app, Cursor::after(from), to, usize::MAX).await?;
    let news: Vec<_> = page.items.into_iter().map(news).collect();
    app.feed.tail.advance(from, to, || {
        for news in news {
            // The last reader may have left just now.
            let _ = app.feed.sender.send(news);
        }
    });
    Ok(())
}

fn news(Item { shard, after, told }: Item) -> News {
    let event = sse::event("item", Some(&told.cursor), &told);
    News { shard, after, event }
}

/// A reader of the feed.
pub struct Reading {
    app: web::Data<App>,
    /// Everything up to here was told.
    to: Cursor,
    ready: VecDeque<Bytes>,
    source: FeedSource,
    pulse: Pulse,
    _seat: Seat,
}

/// Where the next items come from.
enum FeedSource {
    /// From the store: the reader is behind.
    Store,
    /// From the store up to where the reader joined those who follow, then from what is told to all.
    Joined(FeedReader, Cursor),
    /// From what is told to all.
    News(FeedReader),
    /// There are no more.
    Dry,
}

struct FeedReader {
    receiver: broadcast::Receiver<News>,
    _following: Following,
}

impl Reading {
    /// Reads on after a cursor.
    pub fn new(app: web::Data<App>, from: Cursor, seat: Seat) -> Self {
        let pulse = app.live.streams.pulse();
        Self { app, to: from, ready: VecDeque::new(), source: FeedSource::Store, pulse, _seat: seat }
    }

    /// The stream of events.
    pub fn events(self) -> impl Stream<Item = Bytes> {
        let events = stream::unfold(self, |mut reading| async move {
            let event = reading.next().await?;
            Some((event, reading))
        });
        stream::StreamExt::chain(stream::iter([Bytes::from_static(sse::RETRY_FIELD.as_bytes())]), events)
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.pulse.is_stopping() {
                return self.close(Reason::Stopping);
            }
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let went_on = match &mut self.source {
                FeedSource::Dry => return None,
                FeedSource::News(_) => return self.news().await,
                FeedSource::Store | FeedSource::Joined(..) => self.read().await,
            };
            if let Err(problem) = went_on {
                tracing::warn!(%problem, "a stream of the feed ends");
                return self.close(Reason::Stopping);
            }
            if let Some(Beat::Alive) = self.pulse.beat().now_or_never() {
                self.ready.push_back(self.mark());
            }
        }
    }

    /// Reads on from the store; at its end, joins those who follow.
    async fn read(&mut self) -> Result<(), Problem> {
        let end = match &self.source {
            FeedSource::Joined(_, end) => *end,
            _ => Cursor::after(Places::end(self.app.store()).await?),
        };
        let upto = Places(end.0.map(|place| place.position));
        let page = page::read(&self.app, self.to, upto, ITEMS_PER_READ).await?;
        self.to = page.to;
        self.ready.extend(page.items.into_iter().map(|item| news(item).event));
        if self.to.max(end) == self.to {
            self.source = match std::mem::replace(&mut self.source, FeedSource::Dry) {
                FeedSource::Joined(joined, _) => FeedSource::News(joined),
                _ => self.join().await?,
            };
        }
        Ok(())
    }

    async fn join(&self) -> Result<FeedSource, Problem> {
        let following = self.app.feed.tail.enter(self.app.store()).await?;
        let (receiver, end) = self.app.feed.tail.at(|places| (self.app.feed.sender.subscribe(), places));
        Ok(FeedSource::Joined(FeedReader { receiver, _following: following }, Cursor::after(end)))
    }

    async fn news(&mut self) -> Option<Bytes> {
        loop {
            let FeedSource::News(FeedReader { receiver, .. }) = &mut self.source else { return None };
            let news = tokio::select! {
                biased;
                beat = self.pulse.beat() => match beat {
                    Beat::Stopping => return self.close(Reason::Stopping),
                    Beat::Alive => {
                        let told = self.app.feed.tail.at(|places| receiver.is_empty().then_some(places));
                        self.to = told.map_or(self.to, |places| self.to.max(Cursor::after(places)));
                        return Some(self.mark());
                    }
                },
                news = receiver.recv() => news,
            };
            match news {
                // What the reader had read from the store before it was told to all.
                Ok(News { shard, after, .. }) if after <= self.to.0[shard] => {}
                Ok(News { shard, after, event }) => {
                    self.to.0[shard] = after;
                    return Some(event);
                }
                Err(RecvError::Lagged(_)) => return self.close(Reason::TooSlow),
                Err(RecvError::Closed) => return self.close(Reason::Stopping),
            }
        }
    }

    /// How far the reader has come, also where it was told nothing for long.
    fn mark(&self) -> Bytes {
        sse::mark(&self.app.feed.sealer.seal(&self.to))
    }

    fn close(&mut self, reason: Reason) -> Option<Bytes> {
        self.ready.clear();
        match std::mem::replace(&mut self.source, FeedSource::Dry) {
            FeedSource::Dry => None,
            _ => Some(let_go(reason)),
        }
    }
}
