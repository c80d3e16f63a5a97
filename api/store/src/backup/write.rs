//! Writing a backup.

use std::path::Path;

use chrono::{DateTime, Utc};
use futures_util::{TryStreamExt, pin_mut};
use tokio_postgres::{IsolationLevel, Transaction};

use super::error::BackupError;
use super::file::{BackupManifest, Writer};
use super::tables::{self, Table, quoted};
use crate::Store;
use crate::migrate::applied;

/// How values are written, so that every server reads them alike; and no statement is given up.
pub(super) const SESSION: &str = "
    SET datestyle = 'ISO';
    SET timezone = 'UTC';
    SET intervalstyle = 'postgres';
    SET extra_float_digits = 1;
    SET bytea_output = 'hex';
    SET statement_timeout = 0;
    SET lock_timeout = '60s';
    SET idle_in_transaction_session_timeout = 0";

impl Store {
    /// Writes everything into one file, as it is at one moment, while services go on. The schema is left as it is.
    /// `progress` is called with each table before it is read.
    ///
    /// # Errors
    ///
    /// If the database can't be read or the file can't be written. Then there is no file.
    pub async fn backup(&self, path: &Path, progress: impl Fn(&str)) -> Result<BackupManifest, BackupError> {
        let (mut client, connection) = self.config.url.connect().await?;
        let connection = tokio::spawn(connection);
        client.batch_execute(SESSION).await?;
        let transaction = client
            .build_transaction()
            .isolation_level(IsolationLevel::RepeatableRead)
            .read_only(true)
            .start()
            .await?;
        let manifest = content(&transaction, path, progress).await;
        drop(transaction);
        drop(client);
        let _ = connection.await;
        manifest
    }
}

async fn content(
    transaction: &Transaction<'_>,
    path: &Path,
    progress: impl Fn(&str),
) -> Result<BackupManifest, BackupError> {
    let schema = applied(transaction).await?.last().map(|migration| migration.version);
    let schema = schema.ok_or(BackupError::NoSchema)?;
    let tables = tables::all(transaction).await?;
    // From here on no migration can change them.
    let names: Vec<_> = tables.iter().map(|table| quoted(&table.name)).collect();
    transaction.batch_execute(&format!("LOCK TABLE {} IN ACCESS SHARE MODE", names.join(", "))).await?;
    let server = transaction.query_one("SELECT current_setting('server_version'), now()", &[]).await?;
    let taken_at: DateTime<Utc> = server.get(1);
    let mut writer = Writer::create(path, BackupManifest::new(server.get(0), schema, taken_at))?;
    for table in &tables {
        progress(&table.name);
        if let Err(error) = copy(transaction, table, &mut writer).await {
            writer.give_up();
            return Err(error);
        }
    }
    writer.finish()
}

async fn copy(transaction: &Transaction<'_>, table: &Table, writer: &mut Writer) -> Result<(), BackupError> {
    writer.begin(&table.name, &table.columns);
    let rows = transaction.copy_out(&format!("COPY {} TO STDOUT", table.source())).await?;
    pin_mut!(rows);
    // A message of the server is a whole row.
    while let Some(row) = rows.try_next().await? {
        writer.rows(&row)?;
    }
    writer.end()
}
