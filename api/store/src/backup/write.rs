//! Writing a backup.

use std::path::Path;

use chrono::{DateTime, Utc};
use futures_util::{TryStreamExt, pin_mut};
use tokio::task::JoinHandle;
use tokio_postgres::{Client, IsolationLevel, Transaction};

use super::error::BackupError;
use super::file::{BackupManifest, Writer};
use super::tables::{self, Table, quoted};
use crate::migrate::{self, applied};
use crate::{DatabaseUrl, Store};

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

/// Keeps everything from being written that crosses nodes, and all appends, in the order in which others lock.
const PAUSE_WRITERS: &str = "
    SET lock_timeout = '10s';
    BEGIN;
    LOCK TABLE players, shard_heads, games, webhooks IN EXCLUSIVE MODE";

queries! {
    const SELECT_SERVER: (String, DateTime<Utc>) = "SELECT current_setting('server_version'), now()";
}

/// A node takes its snapshot with the first statement, and keeps it on this one connection.
const BEGIN_ON_ALL_NODES: &str = "
    SET LOCAL citus.max_adaptive_executor_pool_size = 1;
    SELECT count(*) FROM shard_heads;
    SELECT count(*) FROM players";

/// While it lasts, writers wait: the nodes of a cluster have no snapshot in common, so each takes its own meanwhile.
struct Pause {
    client: Client,
    connection: JoinHandle<Result<(), tokio_postgres::Error>>,
}

impl Pause {
    async fn begin(url: &DatabaseUrl) -> Result<Self, BackupError> {
        let (client, connection) = url.connect().await?;
        let connection = tokio::spawn(connection);
        client.batch_execute(PAUSE_WRITERS).await?;
        Ok(Self { client, connection })
    }

    async fn end(self) {
        drop(self.client);
        // The server lets the locks go when it sees that, whatever the task says.
        let _ = self.connection.await;
    }
}

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
        // Before the transaction, which sees the moment at which it begins.
        let is_distributed = migrate::is_distributed(&client).await?;
        let pause = if is_distributed { Some(Pause::begin(&self.config.url).await?) } else { None };
        let transaction = client
            .build_transaction()
            .isolation_level(IsolationLevel::RepeatableRead)
            .read_only(true)
            .start()
            .await?;
        if let Some(pause) = pause {
            transaction.batch_execute(BEGIN_ON_ALL_NODES).await?;
            pause.end().await;
        }
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
    let (server, taken_at) = SELECT_SERVER.one(transaction, &[]).await?;
    let mut writer = Writer::create(path, BackupManifest::new(server, schema, taken_at))?;
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
