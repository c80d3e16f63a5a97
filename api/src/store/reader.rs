//! Where questions are asked.

use deadpool_postgres::Pool;
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

    pub(super) async fn rows(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.query(&statement, parameters).await?)
    }

    pub(super) async fn row(&self, sql: &str, parameters: Parameters<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, parameters).await?.into_iter().next())
    }
}
