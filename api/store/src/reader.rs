//! Reading from the database.

use tracing::Instrument;

use super::pool::Pool;
use super::query::{Parameters, Query};
use super::row::FromRow;
use super::session::Client;
use super::shard::KnownShards;
use super::trace_span::database_span;
use super::version_query::VersionQuery;
use super::{Shards, StoreError};

/// Reads from the primary or from its replica. The methods are in the modules of the data that they read.
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

    pub(super) async fn rows<R: FromRow>(
        &self,
        query: Query<R>,
        parameters: Parameters<'_>,
    ) -> Result<Vec<R>, StoreError> {
        let span = database_span("query", query.sql);
        let rows = async { query.all(&self.pool.get().await?, parameters).await };
        rows.instrument(span).await.map_err(StoreError::of_a_read)
    }

    /// The rows of two statements, which are sent together on one connection.
    pub(super) async fn rows_of_two<A: FromRow, B: FromRow>(
        &self,
        (first, first_parameters): (Query<A>, Parameters<'_>),
        (second, second_parameters): (Query<B>, Parameters<'_>),
    ) -> Result<(Vec<A>, Vec<B>), StoreError> {
        let client = self.pool.get().await?;
        let rows =
            tokio::try_join!(first.all(&client, first_parameters), second.all(&client, second_parameters));
        rows.map_err(StoreError::of_a_read)
    }

    pub(super) async fn row<R: FromRow>(
        &self,
        query: Query<R>,
        parameters: Parameters<'_>,
    ) -> Result<Option<R>, StoreError> {
        Ok(self.rows(query, parameters).await?.into_iter().next())
    }
}
