//! The tasks behind the streams: one for each record that somebody listens to, and one that notices what other
//! instances committed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;

use crate::access::Credential;
use crate::app::App;
use crate::problem::Problem;
use crate::record_cache::RecordSnapshot;
use crate::streaming::channel::Channel;
use crate::streaming::tail::Places;
use crate::streaming::telling::Reason;
use kifu_store::{GameId, Seq, Shard, StoreError, Visibility};

/// How soon a changed name or a revoked token is noticed.
const REVISION_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_millis(500);
/// Events looked at in one query.
const EVENTS_PER_QUERY: u32 = 5000;

/// Tells the streams of one record what happens there, until nobody listens.
pub async fn tell(app: web::Data<App>, channel: Arc<Channel>) {
    while channel.wait().await {
        if let Err(problem) = tell_news(&app, &channel).await {
            tracing::warn!(game = %channel.cached.id, %problem, "a record could not be streamed");
            tokio::time::sleep(FAILURE_PAUSE).await;
            channel.again();
        }
    }
}

async fn tell_news(app: &App, channel: &Arc<Channel>) -> Result<(), Problem> {
    if channel.take_doubt() {
        return look_again(app, channel).await;
    }
    // Whoever may no longer listen is told nothing that was logged after that: so tokens are looked at first.
    let guard = app.records.read(Arc::clone(&channel.cached)).await?;
    if guard.loaded().head.revision != channel.revision() {
        return look_again(app, channel).await;
    }
    tell_all(app, channel, &guard).await
}

/// Tells everybody what is new in this snapshot; beside the threads that serve, if the record is large.
async fn tell_all(app: &App, channel: &Arc<Channel>, snapshot: &RecordSnapshot) -> Result<(), Problem> {
    let channel = Arc::clone(channel);
    snapshot.compute(app.records.compute(), move |loaded| channel.tell(loaded)).await
}

/// Names, visibility or tokens have changed.
pub async fn look_again(app: &App, channel: &Arc<Channel>) -> Result<(), Problem> {
    let visibility = {
        let guard = app.records.read(Arc::clone(&channel.cached)).await?;
        guard.loaded().head.visibility
    };
    for credential in channel.credentials() {
        if let Some(reason) = lost(app, channel.cached.id, credential, visibility).await? {
            channel.dismiss(credential, reason);
        }
    }
    let guard = app.records.read(Arc::clone(&channel.cached)).await?;
    tell_all(app, channel, &guard).await?;
    channel.settle(guard.loaded());
    Ok(())
}

/// Why somebody may no longer listen, if so.
async fn lost(
    app: &App,
    id: GameId,
    credential: Credential,
    visibility: Visibility,
) -> Result<Option<Reason>, StoreError> {
    Ok(match credential {
        Credential::None => (visibility == Visibility::Private).then_some(Reason::Private),
        Credential::Operator => None,
        Credential::Token(hash) => match app.store().latest().role(id, &hash).await? {
            Some(_) => None,
            None => Some(Reason::Revoked),
        },
    })
}

/// Notices what other instances commit, for as long as anybody listens.
pub async fn follow(app: web::Data<App>) {
    let mut looked = Instant::now();
    loop {
        app.live.tail.rest().await;
        let Some(from) = app.live.tail.places() else { continue };
        let looking = looked.elapsed() >= REVISION_POLL_INTERVAL;
        if looking {
            looked = Instant::now();
        }
        if let Err(error) = look(&app, from, looking).await {
            tracing::warn!(%error, "other instances could not be followed");
            tokio::time::sleep(FAILURE_PAUSE).await;
        }
    }
}

async fn look(app: &App, from: Places, at_revisions: bool) -> Result<(), StoreError> {
    let mut to = from;
    let mut grown: HashMap<GameId, Seq> = HashMap::new();
    for (place, shard) in to.0.iter_mut().zip(Shard::all()) {
        for event in app.store().latest().event_refs(shard, *place, EVENTS_PER_QUERY).await? {
            *place = event.position;
            grown.insert(event.game, event.seq);
        }
    }
    app.live.tail.advance(from, to, || grown.iter().for_each(|(id, seq)| app.live.hub.grew(*id, *seq)));
    if at_revisions {
        for (id, revision) in app.store().latest().revisions(&app.live.hub.records()).await? {
            app.live.hub.stands_at(id, revision);
        }
    }
    Ok(())
}
