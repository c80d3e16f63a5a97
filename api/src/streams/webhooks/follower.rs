//! Follows the feed and queues notices. Without webhooks it looks for them once a second, and no further.
//!
//! The fold up to an event decides its notices: the status before and after it, and whether the public's log has it. So
//! the same events make the same notices whenever they are read, and an amendment of a hidden fact makes none.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use actix_web::web;
use kifu_engine::seq::Seq;
use tokio::task::spawn_blocking;

use super::notice::notices;
use crate::app::App;
use crate::http::credentials::IMPORTER;
use crate::http::problem::Problem;
use kifu_store::{FeedEvent, GameId, Notice, Position, Shard, Visibility, WebhookFilter};

/// The name of the checkpoint.
const CHECKPOINT: &str = "webhooks";
/// Events looked at in one transaction.
const EVENTS_PER_TRANSACTION: u32 = 500;
/// How often it is looked whether somebody has left work of a shard that another instance follows.
const TAKEOVER_INTERVAL: Duration = Duration::from_secs(5);
/// How long to rest when there is nothing new.
const IDLE_PAUSE: Duration = Duration::from_millis(250);
/// How long to rest when nobody wants to know, or the store fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(1);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    let mut looked_at_all = None::<Instant>;
    loop {
        // Another instance may fail to follow its shards, and at first nobody knows which instance follows which.
        let all = looked_at_all.is_none_or(|at| at.elapsed() >= TAKEOVER_INTERVAL);
        if all {
            looked_at_all = Some(Instant::now());
        }
        let rest = match catch_up(&app, all).await {
            Ok(true) => IDLE_PAUSE,
            Ok(false) => FAILURE_PAUSE,
            Err(error) => {
                tracing::warn!(%error, "notices could not be queued");
                FAILURE_PAUSE
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// Follows the feed of the shards of this instance to its end, or of all; says whether anybody wants to know.
async fn catch_up(app: &App, all: bool) -> Result<bool, Problem> {
    let store = app.store();
    let shards: Vec<_> = store.shards()?.all().filter(|shard| all || store.follows(*shard)).collect();
    let (mut more, mut failed) = (true, None);
    while more {
        more = false;
        // A batch of each in turn: one with much to do does not keep the others waiting, nor does one that fails.
        for shard in &shards {
            let interests = store.latest().webhook_filters().await?;
            if interests.is_empty() {
                return Ok(false);
            }
            match step(app, *shard, &interests).await {
                Ok(is_full) => more |= is_full,
                Err(error) => failed = Some(error),
            }
        }
    }
    failed.map_or(Ok(true), Err)
}

/// Takes one batch of events, and says whether more are waiting.
async fn step(app: &App, shard: Shard, interests: &[WebhookFilter]) -> Result<bool, Problem> {
    let store = app.store();
    let from = store.latest().checkpoint(CHECKPOINT, shard).await?;
    // Events from before the first of them was made concern none of them.
    let since = interests.iter().map(|interest| interest.start_position(shard)).min().unwrap_or_default();
    let after = from.max(since);
    let events = store.latest().feed(shard, after, EVENTS_PER_TRANSACTION).await?;
    let Some(last) = events.last() else { return Ok(false) };
    let to = last.event.position;
    // Again, as a filter may have been added since; later ones get later events.
    let interests = store.latest().webhook_filters().await?;
    let mut all = Vec::new();
    for game in affected_records(app, &events, &interests) {
        all.extend(notices_of(app, game, after, to).await?);
    }
    // Another instance may have been faster: then this batch is queued already.
    if store.enqueue(CHECKPOINT, shard, from, to, &all).await? && !all.is_empty() {
        app.webhooks.wakeup.notify_one();
    }
    Ok(events.len() == EVENTS_PER_TRANSACTION as usize)
}

/// The records that a webhook may want a notice of.
fn affected_records(app: &App, events: &[FeedEvent], interests: &[WebhookFilter]) -> Vec<GameId> {
    let mut by_game: BTreeMap<GameId, Vec<&FeedEvent>> = BTreeMap::new();
    for event in events {
        by_game.entry(event.event.game).or_default().push(event);
    }
    let affected = by_game.into_iter().filter(|(_, events)| {
        interests.iter().any(|interest| concerns(interest, events[0])) && !is_irrelevant(app, events)
    });
    affected.map(|(game, _)| game).collect()
}

fn concerns(interest: &WebhookFilter, event: &FeedEvent) -> bool {
    interest.game.as_ref().is_none_or(|game| *game == event.slug)
        && match interest.record {
            Some(record) => record == event.event.game,
            None => event.visibility == Visibility::Public,
        }
}

/// True if these events of a record are only moves of a game that is known to be live, or were imported.
fn is_irrelevant(app: &App, events: &[&FeedEvent]) -> bool {
    if events.iter().all(|event| event.event.actor == IMPORTER) {
        return true;
    }
    let last = events.last().map_or(Seq(0), |event| event.event.seq);
    let relevant_kinds = ["opened", "amend", "abandon", "take_back"];
    let is_other = |event: &&FeedEvent| !relevant_kinds.contains(&event.event.kind.as_str());
    events.iter().all(is_other) && app.records.is_live_at(events[0].event.game, last)
}

async fn notices_of(app: &App, id: GameId, after: Position, to: Position) -> Result<Vec<Notice>, Problem> {
    let Some((head, mut events)) = app.store().latest().record_with_events(id).await? else {
        return Ok(Vec::new());
    };
    if head.copy_of.is_some() {
        return Ok(Vec::new());
    }
    events.retain(|event| event.position <= to);
    let links = app.links.clone();
    let found = spawn_blocking(move || notices(head, &events, after, &links)).await;
    // A record that can't be read must not keep the others waiting.
    Ok(found.map_err(Problem::internal).flatten().unwrap_or_else(|error| {
        tracing::warn!(%error, %id, "nothing can be told of a record");
        Vec::new()
    }))
}
