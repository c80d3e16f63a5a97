//! Bringing the schema up to date.

use super::{DatabaseUrl, StoreError};

mod embedded {
    #![allow(missing_docs, clippy::pedantic)]
    refinery::embed_migrations!("../../migrations");
}

/// Refinery takes no lock of its own. This one is held until the connection ends.
const LOCK_MIGRATIONS: &str = "SELECT pg_advisory_lock(hashtext('kifu migrations'))";

/// Runs what has not run yet, on a connection of its own that keeps the rights of its user.
pub(super) async fn run(url: &DatabaseUrl) -> Result<(), StoreError> {
    let (mut client, connection) = url.connect().await?;
    let connection = tokio::spawn(connection);
    client.batch_execute(LOCK_MIGRATIONS).await?;
    let report = embedded::migrations::runner().run_async(&mut client).await;
    drop(client);
    connection.await.map_err(StoreError::unavailable)??;
    for migration in report.map_err(migration_error)?.applied_migrations() {
        tracing::info!(%migration, "migrated");
    }
    Ok(())
}

fn migration_error(error: refinery::Error) -> StoreError {
    StoreError::Database(std::sync::Arc::new(error))
}
