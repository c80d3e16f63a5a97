//! Deletes expired data, as long as the service runs.

use std::time::Duration;

use actix_web::web;

use crate::app::App;

/// Nothing expires within less than a day, so an hour more is not noticed.
const SWEEP_INTERVAL: Duration = Duration::from_hours(1);

/// Deletes at the start and then every hour.
pub async fn run(app: web::Data<App>) {
    loop {
        match app.store().delete_expired().await {
            Ok(expired) => tracing::debug!(?expired, "what had expired is deleted"),
            Err(error) => tracing::warn!(%error, "what has expired could not be deleted"),
        }
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}
