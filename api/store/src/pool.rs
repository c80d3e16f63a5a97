//! Connections of the service.

use std::sync::Arc;
use std::time::Duration;

use super::{DatabaseUrl, StoreError};
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};

/// How long to wait for a connection before saying that the database is unavailable.
const PATIENCE: Duration = Duration::from_secs(5);

/// Every connection gives up the rights of its user, and no statement waits for ever.
const SESSION: &str = "
    SET ROLE kifu_service;
    SET statement_timeout = '30s';
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '30s';
    SET jit = off";

/// What appends has one good plan, made while the tables may still be empty; choosing it anew for every move would
/// take longer than the move.
const APPENDING: &str = "
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off";

/// A pool of at most `size` connections, none made yet.
pub(super) fn build(url: &DatabaseUrl, size: usize) -> Result<Pool, StoreError> {
    with_session(url, size, SESSION.to_owned())
}

/// The one connection of a thread that appends.
pub(super) fn build_appending(url: &DatabaseUrl) -> Result<Pool, StoreError> {
    with_session(url, 1, format!("{SESSION};{APPENDING}"))
}

fn with_session(url: &DatabaseUrl, size: usize, session: String) -> Result<Pool, StoreError> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(url.config().clone(), url.connector(), recycling);
    let session: Arc<str> = session.into();
    let role = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
        let session = session.clone();
        Box::pin(async move { client.batch_execute(&session).await.map_err(HookError::Backend) })
    });
    Pool::builder(manager)
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(PATIENCE))
        .create_timeout(Some(PATIENCE))
        .post_create(role)
        .build()
        .map_err(StoreError::unavailable)
}
