//! Brings what records say of themselves under commitments, of records that were recorded before there were any, beside the
//! requests. Whatever changes a record does it at once, so all records are looked at once only.

use std::collections::HashMap;
use std::time::Duration;

use actix_web::web;

use crate::app::App;
use kifu_store::{RecordsAfter, Shard, Store, StoreError};

/// Records that are looked at together.
const PAGE: u32 = 500;
/// How long to rest between them, so that requests come first.
const PAUSE: Duration = Duration::from_millis(200);
/// How long to rest when all shards of this instance are done: others may come to it.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(10);

/// How far a shard was looked at.
#[derive(Clone, Copy)]
enum Looked {
    /// Up to this record.
    After(RecordsAfter),
    /// All is described.
    Done,
}

/// Looks at the records of all shards that this instance follows.
pub async fn follow(app: web::Data<App>) {
    let mut looked = HashMap::new();
    loop {
        let pause = match describe_some(app.store(), &mut looked).await {
            Ok(true) => PAUSE,
            Ok(false) => IDLE_PAUSE,
            Err(error) => {
                tracing::warn!(%error, "what older records say of themselves could not be brought under commitments");
                FAILURE_PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Looks at the next records of each shard, and says whether there are more.
async fn describe_some(store: &Store, looked: &mut HashMap<i32, Looked>) -> Result<bool, StoreError> {
    let mut is_more = false;
    let mine = |shard: &Shard| store.follows(*shard);
    for shard in store.shards()?.all().filter(mine) {
        let place = looked.entry(shard.number()).or_insert(Looked::After(RecordsAfter::nil()));
        let Looked::After(after) = *place else { continue };
        let last = store.describe_after(shard, after, PAGE).await?;
        *place = last.map_or(Looked::Done, Looked::After);
        is_more |= last.is_some();
    }
    Ok(is_more)
}
