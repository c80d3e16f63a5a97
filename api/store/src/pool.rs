//! Connections of the service.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool::Status;
use deadpool::managed::{self, Hook, HookError, QueueMode};
use deadpool_postgres::Runtime;

use super::epoch::EpochWatch;
use super::session::{Client, OwnedClient, Session, SessionManager};
use super::{DatabaseUrl, StoreError, deadline};

/// How long to wait for a connection before saying that the database is unavailable.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);

/// Every connection gives up the rights of its user where there is a role for that (`migrations/V1`), and no statement
/// waits for ever. On a cluster, a session has one connection to each node: a transaction that changes what all nodes have
/// may read all shards before. Elsewhere nobody reads that setting.
const SESSION_SETTINGS: &str = "
    DO $$
    BEGIN
        SET ROLE kifu_service;
    EXCEPTION WHEN invalid_parameter_value OR undefined_object OR insufficient_privilege THEN NULL;
    END
    $$;
    SET statement_timeout = '30s';
    SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '30s';
    SET jit = off;
    SET citus.multi_shard_modify_mode = 'sequential'";

/// Appends use one good plan, made while the tables may still be empty; planning anew for every move would take longer
/// than the move. A cluster finds the shard by the values, so it needs them.
const APPEND_SETTINGS: &str = "
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off";

/// Connections. The one that was used last is used next: its statements are prepared, and the server has its tables at hand.
#[derive(Clone)]
pub(crate) struct Pool(managed::Pool<SessionManager>);

impl Pool {
    /// A pool of at most `size` connections, none made yet. Each looks at the epoch of the database, if it is the primary.
    pub(super) fn new(
        url: &DatabaseUrl,
        size: usize,
        epochs: Option<EpochWatch>,
    ) -> Result<Self, StoreError> {
        Self::with_settings(url, size, SESSION_SETTINGS.to_owned(), epochs)
    }

    /// The connections of a thread that appends.
    pub(super) fn for_appending(
        url: &DatabaseUrl,
        size: usize,
        epochs: &EpochWatch,
    ) -> Result<Self, StoreError> {
        let settings = if epochs.are_shards_distributed() {
            SESSION_SETTINGS.to_owned()
        } else {
            format!("{SESSION_SETTINGS};{APPEND_SETTINGS}")
        };
        Self::with_settings(url, size, settings, Some(epochs.clone()))
    }

    fn with_settings(
        url: &DatabaseUrl,
        size: usize,
        settings: String,
        epochs: Option<EpochWatch>,
    ) -> Result<Self, StoreError> {
        let settings: Arc<str> = settings.into();
        let address = url.clone();
        let configure = Hook::async_fn(move |session: &mut Session, _| {
            let (settings, epochs, address) = (settings.clone(), epochs.clone(), address.clone());
            Box::pin(async move {
                let client = session.client();
                client.batch_execute(&settings).await.map_err(HookError::Backend)?;
                match epochs {
                    Some(epochs) => epochs.look(client, &address).await,
                    None => Ok(()),
                }
            })
        });
        let pool = managed::Pool::builder(SessionManager::new(url))
            .max_size(size)
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(CONNECTION_TIMEOUT))
            .create_timeout(Some(CONNECTION_TIMEOUT))
            .post_create(configure)
            .build();
        pool.map(Self).map_err(StoreError::unavailable)
    }

    /// A connection, for as long as the caller may wait for its work.
    pub(super) async fn get(&self) -> Result<Client, StoreError> {
        self.get_until(deadline::current()).await
    }

    /// A connection that is closed if it is still in use then.
    pub(super) async fn get_until(&self, deadline: Instant) -> Result<Client, StoreError> {
        let got = tokio::time::timeout_at(deadline.into(), self.0.get()).await;
        let session = got.map_err(StoreError::unavailable)?.map_err(StoreError::not_connected)?;
        Ok(Client::new(session, deadline))
    }

    /// A connection of one's own, which the pool replaces.
    pub(super) async fn take(&self) -> Result<OwnedClient, StoreError> {
        Ok(OwnedClient::new(self.0.get().await.map_err(StoreError::not_connected)?))
    }

    /// Closes the connections that nobody uses.
    pub(super) fn close_idle(&self) {
        self.0.retain(|_, _| false);
    }

    /// How many connections there are, and how many are in use.
    pub(super) fn status(&self) -> Status {
        self.0.status()
    }
}
