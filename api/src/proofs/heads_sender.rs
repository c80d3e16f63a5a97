//! Sends signed heads to a place outside the database, as they are kept.
//!
//! It begins with the last head of each shard that this instance follows: that covers everything before it. If the place does
//! not take a head, it is tried again until it does, and then all that were signed meanwhile follow.

use std::collections::HashMap;
use std::time::Duration;

use actix_web::web;
use kifu_proofs::signature::{Signed, TreeHead};

use crate::app::App;
use crate::http::problem::Problem;
use crate::proofs::signing::elsewhere::Elsewhere;
use kifu_store::Shard;

/// How often to look for new heads.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long to rest when the place, or the store, fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(10);
/// Heads that are sent at a time.
const HEADS_AT_ONCE: u32 = 100;

/// Sends heads for ever; only waits where there is no such place.
pub async fn follow(app: web::Data<App>) {
    let Some(place) = &app.heads_elsewhere else { return std::future::pending().await };
    let mut next = HashMap::new();
    loop {
        let mut rest = LOOK_INTERVAL;
        for shard in app.store().shards().map(kifu_store::Shards::all).into_iter().flatten() {
            if app.store().follows(shard) && !send_new(&app, place, shard, &mut next).await {
                rest = FAILURE_PAUSE;
            }
        }
        tokio::time::sleep(rest).await;
    }
}

/// Sends the heads of a shard from the one that is next, and says whether that went well.
async fn send_new(app: &App, place: &Elsewhere, shard: Shard, next: &mut HashMap<i32, u64>) -> bool {
    let heads = match heads_from(app, shard, next.get(&shard.number()).copied()).await {
        Ok(heads) => heads,
        Err(error) => {
            tracing::warn!(%error, "signed heads could not be read to be sent");
            return false;
        }
    };
    let Some(last) = heads.last() else { return true };
    next.entry(shard.number()).or_insert(heads[0].statement.size - 1);
    metrics::gauge!("kifu_heads_unsent").set(heads.len() as f64);
    match place.add(&heads).await {
        Ok(()) => {
            next.insert(shard.number(), last.statement.size);
            metrics::gauge!("kifu_heads_unsent").set(0.0);
            true
        }
        Err(error) => {
            tracing::warn!(%error, shard = shard.number(), "signed heads could not be sent elsewhere; this is tried again");
            false
        }
    }
}

/// The heads of the batches from this number on, or the last one.
async fn heads_from(app: &App, shard: Shard, from: Option<u64>) -> Result<Vec<Signed<TreeHead>>, Problem> {
    let reader = app.store().latest();
    let from = match (from, reader.last_batch(shard).await?) {
        (_, None) => return Ok(Vec::new()),
        (None, Some(last)) => last.number,
        (Some(from), Some(last)) if from > last.number => return Ok(Vec::new()),
        (Some(from), Some(_)) => from,
    };
    app.store().grow_tree(shard, from).await?;
    Ok(reader.signed_heads(shard, from, HEADS_AT_ONCE).await?)
}
