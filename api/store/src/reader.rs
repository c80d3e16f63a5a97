//! Where questions are asked.

use deadpool_postgres::{Client, Pool};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::StoreError;

pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Asks questions of the primary or of its replica. The questions are beside what they ask for.
#[derive(Clone)]
pub struct Reader {
    pool: Pool,
}

impl Reader {
    pub(super) fn new(pool: Pool) -> Self {
        Self { pool }
    }

    pub(super) async fn client(&self) -> Result<Client, StoreError> {
        Ok(self.pool.get().await?)
    }

    pub(super) async fn rows(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.query(&statement, parameters).await?)
    }

    /// The rows of two questions, asked together on one connection.
    pub(super) async fn both(
        &self,
        questions: [&str; 2],
        parameters: [Parameters<'_>; 2],
    ) -> Result<[Vec<Row>; 2], StoreError> {
        let client = self.pool.get().await?;
        let first = client.prepare_cached(questions[0]).await?;
        let second = client.prepare_cached(questions[1]).await?;
        let asked = (client.query(&first, parameters[0]), client.query(&second, parameters[1]));
        Ok(tokio::try_join!(asked.0, asked.1)?.into())
    }

    pub(super) async fn row(&self, sql: &str, parameters: Parameters<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, parameters).await?.into_iter().next())
    }
}
