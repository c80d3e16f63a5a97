//! Statements, each with the type of its rows.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::StoreError;
use super::row::FromRow;
use super::session::Statements;

/// The parameters of a statement.
pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A statement whose rows are read as an `R`.
pub(crate) struct Query<R> {
    /// Its text.
    pub(crate) sql: &'static str,
    from_row: fn(&Row, usize) -> Result<R, StoreError>,
}

impl<R: FromRow> Query<R> {
    pub(crate) const fn new(sql: &'static str) -> Self {
        Self { sql, from_row: R::from_row }
    }

    /// Runs it, and answers how many rows it touched.
    pub(crate) async fn execute<'c>(
        self,
        client: impl Into<Statements<'c>>,
        parameters: Parameters<'_>,
    ) -> Result<u64, StoreError> {
        let on = client.into();
        Ok(on.client.execute(&on.prepare(self.sql).await?, parameters).await?)
    }

    /// Reads one of its rows.
    pub(crate) fn read(&self, row: &Row) -> Result<R, StoreError> {
        (self.from_row)(row, 0)
    }

    /// All its rows, which end when the server has committed.
    pub(crate) async fn all<'c>(
        self,
        client: impl Into<Statements<'c>>,
        parameters: Parameters<'_>,
    ) -> Result<Vec<R>, StoreError> {
        let on = client.into();
        let rows = on.client.query(&on.prepare(self.sql).await?, parameters).await?;
        rows.iter().map(|row| self.read(row)).collect()
    }

    /// Its only row, if there is one.
    pub(crate) async fn row<'c>(
        self,
        client: impl Into<Statements<'c>>,
        parameters: Parameters<'_>,
    ) -> Result<Option<R>, StoreError> {
        Ok(self.all(client, parameters).await?.into_iter().next())
    }

    /// The row of a statement that always has one.
    pub(crate) async fn one<'c>(
        self,
        client: impl Into<Statements<'c>>,
        parameters: Parameters<'_>,
    ) -> Result<R, StoreError> {
        let sql = self.sql.trim();
        let row = self.row(client, parameters).await?;
        row.ok_or_else(|| StoreError::Corrupt(format!("the database did not answer {sql}")))
    }
}

/// Declares statements with the type of their rows, and has a test compare the two.
macro_rules! queries {
    ($($(#[$doc:meta])* $visibility:vis const $name:ident: $row:ty = $sql:expr;)*) => {$(
        $(#[$doc])*
        $visibility const $name: $crate::query::Query<$row> = $crate::query::Query::new($sql);

        #[cfg(test)]
        inventory::submit! {
            $crate::query::tests::DeclaredQuery {
                module: module_path!(),
                name: stringify!($name),
                sql: $name.sql,
                columns: <$row as $crate::row::FromRow>::columns,
            }
        }
    )*};
}
#[cfg(test)]
pub(crate) mod tests;
