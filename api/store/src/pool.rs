//! Connections of the service.

use std::sync::Arc;
use std::time::Duration;

use super::{DatabaseUrl, StoreError};
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};

/// How long to wait for a connection before saying that the database is unavailable.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);

/// Every connection gives up the rights of its user where there is a role for that (`migrations/V1`), and no statement
/// waits for ever.
const SESSION_SETTINGS: &str = "
    DO $$
    BEGIN
        SET ROLE kifu_service;
    EXCEPTION WHEN invalid_parameter_value OR undefined_object OR insufficient_privilege THEN NULL;
    END
    $$;
    SET statement_timeout = '30s';
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '30s';
    SET jit = off";

/// What appends has one good plan, made while the tables may still be empty; choosing it anew for every move would
/// take longer than the move.
const APPEND_SETTINGS: &str = "
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off";

/// A pool of at most `size` connections, none made yet.
pub(super) fn build(url: &DatabaseUrl, size: usize) -> Result<Pool, StoreError> {
    with_settings(url, size, SESSION_SETTINGS.to_owned())
}

/// The one connection of a thread that appends.
pub(super) fn build_appending(url: &DatabaseUrl) -> Result<Pool, StoreError> {
    with_settings(url, 1, format!("{SESSION_SETTINGS};{APPEND_SETTINGS}"))
}

fn with_settings(url: &DatabaseUrl, size: usize, settings: String) -> Result<Pool, StoreError> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(url.config().clone(), url.connector(), recycling);
    let settings: Arc<str> = settings.into();
    let configure = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
        let settings = settings.clone();
        Box::pin(async move { client.batch_execute(&settings).await.map_err(HookError::Backend) })
    });
    Pool::builder(manager)
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(CONNECTION_TIMEOUT))
        .create_timeout(Some(CONNECTION_TIMEOUT))
        .post_create(configure)
        .build()
        .map_err(StoreError::unavailable)
}
