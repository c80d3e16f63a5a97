//! Makes batches of the recorded events beside the requests, and signs the heads of the trees over them.
//!
//! `kifu verify` compares with a head. Frequent heads leave fewer recent events unprotected, and complete a proof
//! sooner; rare heads need fewer rows.

use std::collections::HashMap;
use std::time::Duration;

use actix_web::web;
use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::http::problem::Problem;
use crate::proofs::signing::Signer;
use crate::proofs::signing::schedule::HeadSchedule;
use kifu_store::{Shard, Store, now};

/// The interval of looks for due batches.
const LOOK_INTERVAL: TimeDelta = TimeDelta::seconds(1);
/// How long the instance that follows a shard may take before another one does its work.
const TAKEOVER_TIME: TimeDelta = TimeDelta::seconds(5);
/// How long to rest when the store fails.
const FAILURE_PAUSE: TimeDelta = TimeDelta::seconds(5);
/// How long a service that ends may take for its last batches.
const LAST_BATCH_TIME: Duration = Duration::from_secs(5);
/// How long to rest before these are tried again.
const LAST_BATCH_PAUSE: Duration = Duration::from_millis(50);

/// Makes batches for ever.
pub async fn follow(app: web::Data<App>) {
    let mut done = HashMap::new();
    loop {
        let (moment, tick) = (now(), app.heads.tick(now()));
        let mut rest = LOOK_INTERVAL.min(tick + app.heads.interval() - moment);
        for shard in app.store().shards().map(kifu_store::Shards::all).into_iter().flatten() {
            let is_mine = app.store().follows(shard) || moment - tick >= TAKEOVER_TIME;
            if !is_mine || done.get(&shard.number()) == Some(&tick) {
                continue;
            }
            match close_if_due(app.store(), &app.signer, app.heads, shard).await {
                Ok(()) => drop(done.insert(shard.number(), tick)),
                Err(error) => {
                    tracing::warn!(%error, shard = shard.number(), "no head of the tree over the events could be signed");
                    rest = FAILURE_PAUSE;
                }
            }
        }
        tokio::time::sleep(rest.to_std().unwrap_or_default()).await;
    }
}

/// Makes a batch of a shard if one is due.
async fn close_if_due(
    store: &Store,
    signer: &Signer,
    schedule: HeadSchedule,
    shard: Shard,
) -> Result<(), Problem> {
    let last = store.latest().last_batch(shard).await?;
    let made: Option<DateTime<Utc>> = last.as_ref().map(|last| last.at);
    match schedule.next(made, now()) {
        Some(at) => signer.close_batch(store, shard, last, at).await,
        None => Ok(()),
    }
}

/// Makes the batches that are due: a command that recorded something does so where no service may be running. The next
/// service does it where the last one has another key than the command.
pub async fn close_due(store: &Store, signer: &Signer, schedule: HeadSchedule) -> Result<(), Problem> {
    for shard in store.shards()?.all() {
        let last = store.latest().last_batch(shard).await?;
        if last.is_none_or(|last| last.public_key == signer.public_key()) {
            close_if_due(store, signer, schedule, shard).await?;
        }
    }
    Ok(())
}

/// Makes last batches when the service ends, whatever was recorded, so that nothing is left without a head.
///
/// Connections of the pool end with the threads that opened them, which is why it is tried again.
pub async fn finish(app: &App) {
    let close = async {
        while let Err(error) = close_all(app).await {
            tracing::debug!(%error, "no last head of the tree yet");
            tokio::time::sleep(LAST_BATCH_PAUSE).await;
        }
    };
    if tokio::time::timeout(LAST_BATCH_TIME, close).await.is_err() {
        tracing::warn!("no last head of the tree over the events could be signed");
    }
}

async fn close_all(app: &App) -> Result<(), Problem> {
    for shard in app.store().shards()?.all() {
        let last = app.store().latest().last_batch(shard).await?;
        app.signer.close_batch(app.store(), shard, last, now()).await?;
    }
    Ok(())
}
