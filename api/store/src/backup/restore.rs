//! Restoring a backup.

use std::path::Path;

use bytes::Bytes;
use futures_util::{SinkExt, TryStreamExt, pin_mut};
use tokio_postgres::{Client, Transaction};

use super::digest::RowDigest;
use super::error::{BackupError, Damage};
use super::file::{BackupManifest, BackupReader, Entry, TableContent};
use super::indexes::Indexes;
use super::tables::{self, SEEDED, Table, quoted};
use super::write::SESSION;
use crate::Store;
use crate::distribution::count_services;
use crate::epoch::BEGIN_ANOTHER_EPOCH;
use crate::migrate::{self, applied, latest_version, lock};

/// The database has as many shards as the backup now, and an empty generation must know of each. Nodes of the tree stood over
/// batches that are gone.
const RESTART_DERIVED: [&str; 3] = [
    "DELETE FROM tree_nodes",
    "DELETE FROM statistic_progress",
    "INSERT INTO statistic_progress (shard, generation, position)
     SELECT h.shard, g.generation, 0 FROM shard_heads h CROSS JOIN statistic_generations g",
];

/// The number of rows read back between two reports of progress.
const ROWS_PER_REPORT: u64 = 1000;

/// How far a restoration has come. Each row counts three times: it is written, it is put into indexes, it is read back.
#[derive(Clone, Copy, Debug)]
pub struct RestoreProgress<'t> {
    /// The table that is worked on.
    pub table: &'t str,
    /// The row operations done so far.
    pub done: u64,
    /// The row operations in all.
    pub total: u64,
}

/// Adds up the work done.
struct Meter<P> {
    done: u64,
    total: u64,
    progress: P,
}

impl<P: Fn(RestoreProgress<'_>)> Meter<P> {
    fn of(manifest: &BackupManifest, progress: P) -> Self {
        Self { done: 0, total: 3 * manifest.tables.iter().map(|table| table.rows).sum::<u64>(), progress }
    }

    fn add(&mut self, table: &str, rows: u64) {
        self.done += rows;
        (self.progress)(RestoreProgress { table, done: self.done, total: self.total });
    }
}

impl Store {
    /// Puts a backup whose file was [verified](super::verify) into an empty database, reads everything back and
    /// compares it, and brings the schema up to date. `progress` is called as it goes on.
    ///
    /// # Errors
    ///
    /// If the file is damaged, the database is not empty or in use, or what was read back differs. Then the database has
    /// at most the empty tables of the schema, and the restoration can be repeated.
    pub async fn restore(
        &self,
        path: &Path,
        manifest: &BackupManifest,
        progress: impl Fn(RestoreProgress<'_>),
    ) -> Result<(), BackupError> {
        if manifest.schema > latest_version() {
            return Err(BackupError::Newer { backup: manifest.schema, supported: latest_version() });
        }
        let (mut client, connection) = self.config.url.connect().await?;
        let connection = tokio::spawn(connection);
        let restored = into(&mut client, path, manifest, progress).await;
        drop(client);
        let _ = connection.await;
        restored
    }
}

async fn into(
    client: &mut Client,
    path: &Path,
    manifest: &BackupManifest,
    progress: impl Fn(RestoreProgress<'_>),
) -> Result<(), BackupError> {
    client.batch_execute(SESSION).await?;
    lock(client).await?;
    let services = count_services(client).await?;
    if services > 0 {
        return Err(BackupError::InUse { count: services });
    }
    if migrate::is_distributed(client).await? {
        return Err(BackupError::Distributed);
    }
    let transaction = client.transaction().await?;
    let fresh = refuse_what_is_not_empty(&transaction, manifest).await?;
    drop(transaction);
    if fresh {
        migrate::up_to(client, manifest.schema).await?;
    }
    let transaction = client.transaction().await?;
    let tables = tables::all(&transaction).await?;
    let tables = matching(path, manifest, &tables)?;
    let mut meter = Meter::of(manifest, progress);
    let indexes = Indexes::drop(&transaction).await?;
    empty(&transaction, &tables).await?;
    load(&transaction, path, &tables, &mut meter).await?;
    indexes
        .create(&transaction, |index| {
            let rows = manifest.rows(&index.table) / indexes.count(&index.table).max(1);
            meter.add(&index.table, rows);
        })
        .await?;
    for (table, content) in &tables {
        read_back(&transaction, table, content, &mut meter).await?;
        triggers(&transaction, table, "ENABLE").await?;
    }
    for sql in RESTART_DERIVED {
        transaction.execute(sql, &[]).await?;
    }
    // Events recorded after the backup are gone. Clients that saw them notice the new epoch.
    BEGIN_ANOTHER_EPOCH.execute(&transaction, &[]).await?;
    transaction.commit().await?;
    migrate::up_to(client, latest_version()).await?;
    client.batch_execute("ANALYZE").await?;
    Ok(())
}

/// True if there is no table at all. A table that is there may hold only what an unused service leaves.
async fn refuse_what_is_not_empty(
    transaction: &Transaction<'_>,
    manifest: &BackupManifest,
) -> Result<bool, BackupError> {
    let tables = tables::all(transaction).await?;
    let Some(last) = applied(transaction).await?.last().map(|migration| migration.version) else {
        return match tables.first() {
            Some(table) => Err(BackupError::NotEmpty { what: table.name.clone() }),
            None => Ok(true),
        };
    };
    if last != manifest.schema {
        let what = format!("schema {last}; the backup has {}", manifest.schema);
        return Err(BackupError::NotEmpty { what });
    }
    for table in tables.iter().filter(|table| !SEEDED.contains(&table.name.as_str())) {
        let sql = format!("SELECT FROM {} LIMIT 1", quoted(&table.name));
        if transaction.query_opt(&sql, &[]).await?.is_some() {
            return Err(BackupError::NotEmpty { what: table.name.clone() });
        }
    }
    Ok(false)
}

/// The tables of the database with their content in the backup, in the backup's order.
fn matching<'t>(
    path: &Path,
    manifest: &'t BackupManifest,
    tables: &[Table],
) -> Result<Vec<(Table, &'t TableContent)>, BackupError> {
    let find = |content: &'t TableContent| {
        let table = tables.iter().find(|table| table.name == content.name)?;
        let mut columns = (table.columns.clone(), content.columns.clone());
        columns.0.sort_unstable();
        columns.1.sort_unstable();
        // In the order of the backup, whatever it is here.
        let table = Table { columns: content.columns.clone(), ..table.clone() };
        (columns.0 == columns.1).then_some((table, content))
    };
    let all: Option<Vec<_>> = manifest.tables.iter().map(find).collect();
    all.filter(|all| all.len() == tables.len()).ok_or_else(|| BackupError::damaged(path, Damage::OtherTables))
}

/// Takes out what the migrations and an unused service have put there, and turns off what would happen to new rows: the
/// backup has what came of that.
async fn empty(transaction: &Transaction<'_>, tables: &[(Table, &TableContent)]) -> Result<(), BackupError> {
    for (table, _) in tables {
        triggers(transaction, table, "DISABLE").await?;
    }
    for (table, _) in tables.iter().filter(|(table, _)| SEEDED.contains(&table.name.as_str())) {
        transaction.execute(&format!("DELETE FROM {}", quoted(&table.name)), &[]).await?;
    }
    Ok(())
}

async fn triggers(transaction: &Transaction<'_>, table: &Table, verb: &str) -> Result<(), BackupError> {
    let sql = format!("ALTER TABLE {} {verb} TRIGGER USER", quoted(&table.name));
    Ok(transaction.batch_execute(&sql).await?)
}

async fn load(
    transaction: &Transaction<'_>,
    path: &Path,
    tables: &[(Table, &TableContent)],
    meter: &mut Meter<impl Fn(RestoreProgress<'_>)>,
) -> Result<(), BackupError> {
    let mut reader = BackupReader::open(path)?;
    let mut entries = reader.entries()?.peekable();
    for (table, _) in tables {
        meter.add(&table.name, 0);
        let into = transaction.copy_in(&format!("COPY {} FROM STDIN", table.source())).await?;
        pin_mut!(into);
        let here = |entry: &Result<Entry, _>| matches!(entry, Ok(Entry::Part { table: of, .. }) if *of == table.name);
        while let Some(Ok(Entry::Part { rows, .. })) = entries.next_if(here) {
            let count = rows.split_inclusive(|byte| *byte == b'\n').count() as u64;
            into.send(Bytes::from(rows)).await?;
            meter.add(&table.name, count);
        }
        into.finish().await?;
    }
    Ok(())
}

/// Checks that the rows in the table now are those of the backup.
async fn read_back(
    transaction: &Transaction<'_>,
    table: &Table,
    content: &TableContent,
    meter: &mut Meter<impl Fn(RestoreProgress<'_>)>,
) -> Result<(), BackupError> {
    let rows = transaction.copy_out(&format!("COPY {} TO STDOUT", table.source())).await?;
    pin_mut!(rows);
    let mut digest = RowDigest::default();
    while let Some(row) = rows.try_next().await? {
        digest.add(&row);
        if digest.rows.is_multiple_of(ROWS_PER_REPORT) {
            meter.add(&table.name, ROWS_PER_REPORT);
        }
    }
    meter.add(&table.name, digest.rows % ROWS_PER_REPORT);
    if digest.rows == content.rows && digest.to_string() == content.digest {
        return Ok(());
    }
    Err(BackupError::Differs { table: table.name.clone(), expected: content.rows, found: digest.rows })
}
