//! Makes the nodes of the trees beside the requests, and keeps signed heads.
//!
//! A head that is kept is what `kifu verify` compares with. The more often, the less of what was recorded last could be
//! changed without a trace; the less often, the fewer rows there are.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use actix_web::web;
use chrono::TimeDelta;

use crate::app::App;
use crate::problem::Problem;
use crate::signing::size;
use kifu_store::{Position, Shard, now};

/// How often to look for new events.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How often it is looked whether somebody has left work of a shard that another instance follows.
const TAKEOVER_INTERVAL: Duration = Duration::from_secs(5);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(5);
/// How old the last head is at least when another one is kept.
const HEAD_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    let (mut grown, mut looked_at_all) = (HashMap::new(), None::<Instant>);
    loop {
        // What another instance follows, it may not get on with; and at first nobody knows who follows what.
        let all = looked_at_all.is_none_or(|at| at.elapsed() >= TAKEOVER_INTERVAL);
        if all {
            looked_at_all = Some(Instant::now());
        }
        let mut rest = LOOK_INTERVAL;
        let shards = app.store().shards().map(kifu_store::Shards::all);
        for shard in shards.into_iter().flatten().filter(|shard| all || app.store().follows(*shard)) {
            if let Err(error) = follow_shard(&app, shard, &mut grown).await {
                tracing::warn!(%error, "the tree over the events could not be kept up");
                rest = FAILURE_PAUSE;
            }
        }
        tokio::time::sleep(rest).await;
    }
}

/// `grown` says up to where nothing remains to be done for a shard.
async fn follow_shard(app: &App, shard: Shard, grown: &mut HashMap<i32, Position>) -> Result<(), Problem> {
    let (store, number) = (app.store(), shard.number());
    let head = store.latest().head(shard).await?;
    if head == Position::START || grown.get(&number) == Some(&head) {
        return Ok(());
    }
    store.grow_tree(shard, size(head)).await?;
    let last = store.latest().last_tree_head(shard).await?;
    let is_due = last.as_ref().is_none_or(|last| now() - last.statement.at >= HEAD_INTERVAL);
    let is_new = last.is_none_or(|last| last.statement.size != size(head));
    if is_new
        && is_due
        && let Some(signed) = app.signer.head(store, shard, size(head)).await?
    {
        store.keep_tree_head(&signed).await?;
    }
    if is_due || !is_new {
        grown.insert(number, head);
    }
    Ok(())
}
