//! Forgets everything when the database has become another one: restored, or promoted (`store/src/epoch.rs`).

use std::time::Duration;

use actix_web::web;

use crate::app::App;
use kifu_store::FeedPositions;

/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_millis(500);

/// Waits for another epoch, for ever.
pub async fn follow(app: web::Data<App>) {
    let mut count = app.store().epoch_count();
    loop {
        count = app.store().epoch_after(count).await;
        let end = loop {
            match FeedPositions::end(app.store()).await {
                Ok(end) => break end,
                Err(error) => tracing::warn!(%error, "the end of the feed could not be read"),
            }
            tokio::time::sleep(FAILURE_PAUSE).await;
        };
        app.forget(end);
    }
}
