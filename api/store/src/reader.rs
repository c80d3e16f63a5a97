//! Reading from the database.

use std::time::Instant;

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use tracing::{Instrument, Span};

use super::pool::Pool;
use super::session::Client;
use super::shard::KnownShards;
use super::version_query::VersionQueues;
use super::{Shards, StoreError};

pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Reads from the primary or from its replica. The methods are in the modules of what they read.
#[derive(Clone)]
pub struct Reader {
    pool: Pool,
    shards: KnownShards,
    pub(super) version_queues: VersionQueues,
}

impl Reader {
    pub(super) fn new(pool: Pool, shards: KnownShards) -> Self {
        Self { pool, shards, version_queues: VersionQueues::default() }
    }

    pub(super) fn shards(&self) -> Result<Shards, StoreError> {
        self.shards.get()
    }

    /// Closes the connections that nobody uses.
    pub(super) fn close_idle(&self) {
        self.pool.close_idle();
    }

    pub(super) async fn client(&self) -> Result<Client, StoreError> {
        self.pool.get().await
    }

    /// A connection that is closed if it is still in use at the deadline.
    pub(super) async fn client_until(&self, deadline: Instant) -> Result<Client, StoreError> {
        self.pool.get_until(deadline).await
    }

    pub(super) async fn rows(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        self.ask(sql, parameters).instrument(span("query", sql)).await.map_err(StoreError::of_a_read)
    }

    async fn ask(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.query(&statement, parameters).await?)
    }

    /// The rows of two statements, which are sent together on one connection.
    pub(super) async fn rows_of_two(
        &self,
        statements: [&str; 2],
        parameters: [Parameters<'_>; 2],
    ) -> Result<[Vec<Row>; 2], StoreError> {
        let client = self.pool.get().await?;
        Self::ask_two(&client, statements, parameters).await.map_err(StoreError::of_a_read)
    }

    async fn ask_two(
        client: &Client,
        statements: [&str; 2],
        parameters: [Parameters<'_>; 2],
    ) -> Result<[Vec<Row>; 2], StoreError> {
        let first = client.prepare_cached(statements[0]).await?;
        let second = client.prepare_cached(statements[1]).await?;
        let queries = (client.query(&first, parameters[0]), client.query(&second, parameters[1]));
        Ok(tokio::try_join!(queries.0, queries.1)?.into())
    }

    pub(super) async fn row(&self, sql: &str, parameters: Parameters<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, parameters).await?.into_iter().next())
    }
}

/// What is asked of the database, as a span of a trace. Values are parameters, so the text holds none.
pub(super) fn span(name: &'static str, sql: &str) -> Span {
    tracing::info_span!(
        target: "kifu::traces",
        "database",
        otel.name = name,
        otel.kind = "client",
        db.system.name = "postgresql",
        db.query.text = sql,
    )
}
