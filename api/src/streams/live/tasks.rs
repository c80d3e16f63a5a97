//! The tasks behind the streams: one for each record with subscribers, and one that polls what other
//! instances committed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;
use kifu_engine::seq::Seq;

use crate::app::App;
use crate::http::cost::Admission;
use crate::http::credentials::Credential;
use crate::http::problem::Problem;
use crate::records::cache::RecordSnapshot;
use crate::streams::subscriptions::channel::Channel;
use crate::streams::subscriptions::live_events::CloseReason;
use kifu_store::{FeedPositions, GameId, StoreError, Visibility};

/// How soon a changed name or a revoked token is noticed.
const REVISION_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_millis(500);
/// Events looked at in one query.
const EVENTS_PER_QUERY: u32 = 5000;

/// Emits the new events of one record, until it has no subscribers.
pub async fn stream_record(app: web::Data<App>, channel: Arc<Channel>) {
    while channel.wait().await {
        if let Err(problem) = emit_new(&app, &channel).await {
            tracing::warn!(game = %channel.cached.id, %problem, "a record could not be streamed");
            tokio::time::sleep(FAILURE_PAUSE).await;
            channel.wake();
        }
    }
}

async fn emit_new(app: &App, channel: &Arc<Channel>) -> Result<(), Problem> {
    if channel.take_dirty() {
        return recheck_access(app, channel).await;
    }
    // Access is checked first: a stream that has lost it gets nothing that was logged afterwards.
    let guard = app.records.read(&of_service(app), Arc::clone(&channel.cached)).await?;
    if guard.loaded().head.revision != channel.revision() {
        return recheck_access(app, channel).await;
    }
    emit_all(app, channel, &guard).await
}

/// The admission of streams: they are made for all subscribers of a record.
#[expect(clippy::disallowed_methods, reason = "no request waits for it")]
fn of_service(app: &App) -> Admission {
    Admission::of_service(&app.lanes)
}

/// Sends the new events of this snapshot; for a large record, beside the threads that serve.
async fn emit_all(app: &App, channel: &Arc<Channel>, snapshot: &RecordSnapshot) -> Result<(), Problem> {
    let channel = Arc::clone(channel);
    snapshot.compute(&of_service(app), move |loaded| channel.emit(loaded)).await
}

/// Names, visibility or tokens have changed.
pub async fn recheck_access(app: &App, channel: &Arc<Channel>) -> Result<(), Problem> {
    let visibility = {
        let guard = app.records.read(&of_service(app), Arc::clone(&channel.cached)).await?;
        guard.loaded().head.visibility
    };
    for credential in channel.credentials() {
        if let Some(reason) = access_lost(app, channel.cached.id, credential, visibility).await? {
            channel.close_for(credential, reason);
        }
    }
    let guard = app.records.read(&of_service(app), Arc::clone(&channel.cached)).await?;
    emit_all(app, channel, &guard).await?;
    channel.emit_head(guard.loaded());
    Ok(())
}

/// Why a credential has lost access, if it has.
async fn access_lost(
    app: &App,
    id: GameId,
    credential: Credential,
    visibility: Visibility,
) -> Result<Option<CloseReason>, StoreError> {
    Ok(match credential {
        Credential::None => (visibility == Visibility::Private).then_some(CloseReason::Private),
        Credential::Operator => None,
        Credential::Token(hash) => match app.store().latest().role(id, &hash).await? {
            Some(_) => None,
            None => Some(CloseReason::Revoked),
        },
    })
}

/// Polls what other instances commit, for as long as there are subscribers.
pub async fn follow(app: web::Data<App>) {
    let mut last_check = Instant::now();
    loop {
        app.live.poller.wait().await;
        let Some(from) = app.live.poller.positions() else { continue };
        let check_revisions = last_check.elapsed() >= REVISION_POLL_INTERVAL;
        if check_revisions {
            last_check = Instant::now();
        }
        if let Err(error) = poll(&app, &from, check_revisions).await {
            tracing::warn!(%error, "other instances could not be followed");
            tokio::time::sleep(FAILURE_PAUSE).await;
        }
    }
}

async fn poll(app: &App, from: &FeedPositions, check_revisions: bool) -> Result<(), StoreError> {
    let (store, mut to) = (app.store(), Vec::new());
    let mut appended: HashMap<GameId, Seq> = HashMap::new();
    // One look at all shards: those in which nothing happened are not asked for events.
    let ends = store.latest().heads().await?;
    for (shard, (mut position, end)) in store.shards()?.all().zip(from.iter().zip(ends.iter())) {
        if position < end {
            for event in store.latest().event_refs(shard, position, EVENTS_PER_QUERY).await? {
                position = event.position;
                appended.insert(event.game, event.seq);
            }
        }
        to.push(position);
    }
    let to = to.into_iter().collect();
    app.live.poller.advance(from, to, || {
        for (id, seq) in &appended {
            app.live.subscribers.mark_appended(*id, *seq);
        }
    });
    if check_revisions {
        for (id, revision) in app.store().latest().revisions(&app.live.subscribers.records()).await? {
            app.live.subscribers.mark_revision(id, revision);
        }
    }
    Ok(())
}
