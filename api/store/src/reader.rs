//! Reading from the database.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use tracing::Instrument;

use super::pool::Pool;
use super::session::Client;
use super::shard::KnownShards;
use super::trace_span::database_span;
use super::version_query::VersionQuery;
use super::{Shards, StoreError};

pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Reads from the primary or from its replica. The methods are in the modules of what they read.
#[derive(Clone)]
pub struct Reader {
    pool: Pool,
    shards: KnownShards,
    pub(super) versions: VersionQuery,
}

impl Reader {
    pub(super) fn new(pool: Pool, shards: KnownShards) -> Self {
        let versions = VersionQuery::new(pool.clone(), shards.clone());
        Self { pool, shards, versions }
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

    pub(super) async fn rows(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        self.ask(sql, parameters).instrument(database_span("query", sql)).await.map_err(StoreError::of_a_read)
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
