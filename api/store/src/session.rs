//! A connection of a pool, which is closed when one use of it takes too long.
//!
//! The task that drives a connection knows until when it may be in use. When that time has come it drops the socket:
//! whoever waits for an answer gets an error, and the pool does not hand the connection out again. This is one place for
//! every query and every commit, and it holds against a server that stands still and a network that is silent. The task
//! looks a few times a second, so that a use costs no more than two atomic writes.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use deadpool_postgres::{ClientWrapper, StatementCache, Transaction};
use tokio_postgres::{Error, Statement};

use super::connecting::Connection;
use super::{DatabaseUrl, deadline};

/// How often it is looked whether a connection has missed its deadline.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// A connection that nobody has used for so long is replaced when somebody wants it: a firewall in between may have
/// forgotten it.
const MAX_IDLE_TIME: Duration = Duration::from_mins(5);

/// Makes the connections of a pool.
pub(super) struct SessionManager {
    url: DatabaseUrl,
}

/// A connection, in use or not.
pub(super) struct Session {
    client: ClientWrapper,
    deadline: Arc<SharedDeadline>,
    /// How often a connection had got no answer in time when this one was made.
    silences: u64,
}

/// The deadline of a connection in use, in milliseconds of its life; 0 while nobody uses it.
struct SharedDeadline {
    begun: Instant,
    millis: AtomicU64,
}

/// A connection in use; it goes back to its pool.
pub(crate) struct Client(managed::Object<SessionManager>);

/// A connection that belongs to no pool any more.
pub(super) struct OwnedClient(Session);

impl SessionManager {
    pub(super) fn new(url: &DatabaseUrl) -> Self {
        Self { url: url.clone() }
    }
}

impl managed::Manager for SessionManager {
    type Type = Session;
    type Error = Error;

    async fn create(&self) -> Result<Session, Error> {
        // Boxed, because it is large and everybody who takes a connection holds it.
        let silences = self.url.silences();
        let (client, connection) = Box::pin(self.url.open_connection()).await?;
        let deadline = Arc::new(SharedDeadline { begun: Instant::now(), millis: AtomicU64::new(0) });
        let task = tokio::spawn(drive(connection, Arc::clone(&deadline), self.url.clone()));
        Ok(Session { client: ClientWrapper::new(client, task), deadline, silences })
    }

    async fn recycle(&self, session: &mut Session, metrics: &Metrics) -> RecycleResult<Error> {
        if may_be_forgotten(metrics, Instant::now()) {
            return Err(RecycleError::message("the connection may be forgotten"));
        }
        if session.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        if session.silences < self.url.silences() {
            return Err(RecycleError::message("the server may stand still"));
        }
        Ok(())
    }
}

/// True if a connection has lain idle for longer than [`MAX_IDLE_TIME`] by now.
fn may_be_forgotten(metrics: &Metrics, now: Instant) -> bool {
    now.duration_since(metrics.recycled.unwrap_or(metrics.created)) > MAX_IDLE_TIME
}

/// Drives a connection until it ends or a use of it takes too long.
async fn drive(connection: Connection, deadline: Arc<SharedDeadline>, url: DatabaseUrl) {
    let mut connection = std::pin::pin!(connection);
    loop {
        tokio::select! {
            ended = &mut connection => {
                if let Err(error) = ended {
                    tracing::warn!(%error, "a connection to the database ended");
                }
                return;
            }
            () = tokio::time::sleep(LOOK_INTERVAL) => {
                if deadline.is_missed() {
                    metrics::counter!("kifu_database_deadlines_missed_total").increment(1);
                    tracing::warn!("the database did not answer in time; the connection is closed");
                    url.note_silence();
                    return;
                }
            }
        }
    }
}

impl SharedDeadline {
    fn set(&self, deadline: Instant) {
        let left = deadline.saturating_duration_since(self.begun);
        let millis = 1_000 * left.as_secs() + u64::from(left.subsec_millis());
        self.millis.store(millis.max(1), Ordering::Relaxed);
    }

    fn clear(&self) {
        self.millis.store(0, Ordering::Relaxed);
    }

    fn is_missed(&self) -> bool {
        let millis = self.millis.load(Ordering::Relaxed);
        millis > 0 && self.begun.elapsed() >= Duration::from_millis(millis)
    }
}

impl Session {
    pub(super) fn client(&self) -> &ClientWrapper {
        &self.client
    }
}

impl Client {
    pub(super) fn new(session: managed::Object<SessionManager>, deadline: Instant) -> Self {
        session.deadline.set(deadline);
        Self(session)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that missed its deadline must not be saved by being given back in the moment before it is noticed.
        if !self.0.deadline.is_missed() {
            self.0.deadline.clear();
        }
    }
}

impl Deref for Client {
    type Target = ClientWrapper;

    fn deref(&self) -> &ClientWrapper {
        &self.0.client
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut ClientWrapper {
        &mut self.0.client
    }
}

impl OwnedClient {
    pub(super) fn new(session: managed::Object<SessionManager>) -> Self {
        Self(managed::Object::take(session))
    }

    /// The connection, to be used for as long as the caller may wait.
    pub(super) fn begin_use(&mut self) -> &mut ClientWrapper {
        self.0.deadline.set(deadline::current());
        &mut self.0.client
    }

    /// Ends the use. The connection keeps whatever it holds.
    pub(super) fn end_use(&self) {
        self.0.deadline.clear();
    }
}

/// The target of statements: a connection, or a transaction on one. Those of a pool keep their prepared statements.
#[derive(Clone, Copy)]
pub(crate) struct Statements<'c> {
    pub(super) client: &'c tokio_postgres::Client,
    cache: Option<&'c StatementCache>,
}

impl Statements<'_> {
    pub(super) async fn prepare(&self, sql: &str) -> Result<Statement, Error> {
        match self.cache {
            Some(cache) => cache.prepare(self.client, sql).await,
            None => self.client.prepare(sql).await,
        }
    }
}

impl<'c> From<&'c Client> for Statements<'c> {
    fn from(client: &'c Client) -> Self {
        Self { client, cache: Some(&client.statement_cache) }
    }
}

impl<'c> From<&'c tokio_postgres::Client> for Statements<'c> {
    fn from(client: &'c tokio_postgres::Client) -> Self {
        Self { client, cache: None }
    }
}

impl<'c> From<&'c tokio_postgres::Transaction<'_>> for Statements<'c> {
    fn from(transaction: &'c tokio_postgres::Transaction<'_>) -> Self {
        Self { client: tokio_postgres::GenericClient::client(transaction), cache: None }
    }
}

impl<'c> From<&'c Transaction<'_>> for Statements<'c> {
    fn from(transaction: &'c Transaction<'_>) -> Self {
        Self { cache: Some(&transaction.statement_cache), ..Self::from(&**transaction) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_nobody_used_for_long_is_replaced() {
        let made = Metrics::default();
        let later = made.created + 2 * MAX_IDLE_TIME;
        assert!(!may_be_forgotten(&made, made.created));
        assert!(may_be_forgotten(&made, later));
        assert!(!may_be_forgotten(&Metrics { recycled: Some(made.created + MAX_IDLE_TIME), ..made }, later));
    }
}
