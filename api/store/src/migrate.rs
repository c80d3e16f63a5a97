//! Bringing the schema up to date, and saying when it is not the one that this version knows.

use std::sync::Arc;

use refinery::Target;
use refinery::error::Kind;
use thiserror::Error;
use tokio_postgres::{Client, GenericClient};

use super::query::Query;
use super::{ConnectError, DatabaseUrl, Shards, StoreError, name_keys};

mod embedded {
    #![allow(missing_docs, clippy::pedantic)]
    refinery::embed_migrations!("../../migrations");
}

/// Refinery takes no lock of its own. This one is held until the connection ends.
const LOCK_MIGRATIONS: &str = "SELECT pg_advisory_lock(hashtext('kifu migrations'))";

queries! {
    const HAS_HISTORY: bool = "SELECT to_regclass('refinery_schema_history') IS NOT NULL";

    const HISTORY: Applied = "SELECT version, name FROM refinery_schema_history ORDER BY version";

    /// How many shards the migrations give an empty database.
    const SET_SHARDS: String = "SELECT set_config('kifu.shards', $1, false)";

    const COUNT_SHARDS: u16 = "SELECT count(*) FROM shard_heads";

    /// Tells if our user is a member of a service role, and if that role has rights.
    const SERVICE_ROLE: (bool, bool) = "
        SELECT coalesce(bool_or(pg_has_role(oid, 'MEMBER')), false),
               coalesce(bool_or(has_table_privilege(oid, 'events', 'INSERT')), false)
        FROM pg_roles WHERE rolname = 'kifu_service'";

    /// A table of Citus, which need not be there.
    const HAS_CITUS: bool = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL";
}

/// A statement on tables of Citus. Without Citus it can't even be prepared.
const IS_DISTRIBUTED: Query<bool> = Query::new(
    "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('shard_heads'))",
);

/// The rights of the service role.
pub(super) const RIGHTS: &str = include_str!("service_role.sql");

/// How the name of a migration begins that takes something away which earlier versions of Kifu use.
const CONTRACTS: &str = "contract_";

/// The schema is not up to date.
#[derive(Clone, Debug, Error)]
pub enum MigrateError {
    /// The database can't be reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// A newer version of Kifu has changed the schema.
    #[error(
        "the database has schema {database} of a newer Kifu, and this one knows {supported}: use that version or a later one.\n\
         データベースは新しい Kifu のスキーマ {database} です（この版は {supported} まで）。その版以降の Kifu を使ってください。"
    )]
    Newer {
        /// The schema of the database.
        database: i32,
        /// The newest that this version knows.
        supported: i32,
    },
    /// The schema was not brought up to date, and nobody asked for that.
    #[error(
        "the database has schema {database} and this Kifu needs {supported}: run kifu migrate, or leave out --no-migrate.\n\
         データベースのスキーマは {database} ですが、この Kifu には {supported} が必要です。kifu migrate を実行するか、\
         --no-migrate を外してください。"
    )]
    Older {
        /// The schema of the database; 0 if it has none.
        database: i32,
        /// The newest that this version knows.
        supported: i32,
    },
    /// Another build of Kifu made the schema otherwise. Only builds between releases do.
    #[error(
        "the database was made by another build of Kifu: its migration {migration} is not the one of this build. Nothing was \
         changed. Use that build, or write the records out with it (kifu export) and read them into a new database (kifu import).\n\
         データベースは別のビルドの Kifu で作られており、マイグレーション {migration} がこのビルドのものと異なります。何も変更されて\
         いません。そのビルドを使うか、そのビルドの kifu export で記録を書き出し、新しいデータベースに kifu import で読み込んでください。"
    )]
    Different {
        /// The migration that differs.
        migration: String,
    },
    /// A row of the schema's history is missing.
    #[error(
        "the history of the schema (refinery_schema_history) lacks migration {missing}, though later ones are there: somebody \
         deleted its row. Nothing was changed. Restore a backup, or put the row back.\n\
         スキーマの履歴（refinery_schema_history）にマイグレーション {missing} の行がありませんが、それより後の行はあります。\
         行が削除されたようです。何も変更していません。バックアップを復元するか、その行を戻してください。"
    )]
    Gap {
        /// The version that is missing.
        missing: i32,
    },
    /// The database refused something.
    #[error("{0}")]
    Store(#[from] StoreError),
}

impl MigrateError {
    /// The exit code of a process that ends by this, after `sysexits.h`: 78 where another build or setting is needed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Connect(error) => error.exit_code(),
            Self::Newer { .. } | Self::Older { .. } | Self::Different { .. } | Self::Gap { .. } => 78,
            Self::Store(_) => 1,
        }
    }
}

impl From<tokio_postgres::Error> for MigrateError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A migration that a database has.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) version: i32,
    name: String,
}

row!(Applied: version, name);

/// True if the tables are distributed.
pub(super) async fn is_distributed(client: &impl GenericClient) -> Result<bool, StoreError> {
    Ok(HAS_CITUS.one(client.client(), &[]).await? && IS_DISTRIBUTED.one(client.client(), &[]).await?)
}

/// The shards of a database with a schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// How many.
    pub(super) shards: u16,
    /// True: they are spread over the nodes of a cluster.
    pub(super) is_distributed: bool,
}

impl Found {
    async fn in_database(client: &Client) -> Result<Self, MigrateError> {
        let is_distributed = is_distributed(client).await?;
        Ok(Self { shards: count_shards(client).await?, is_distributed })
    }
}

/// The newest migration of this version.
pub(crate) fn latest_version() -> i32 {
    embedded::migrations::runner()
        .get_migrations()
        .iter()
        .map(refinery::Migration::version)
        .max()
        .unwrap_or(0)
}

/// The migrations that a database has, the oldest first.
pub(crate) async fn applied(client: &impl GenericClient) -> Result<Vec<Applied>, StoreError> {
    if !HAS_HISTORY.one(client.client(), &[]).await? {
        return Ok(Vec::new());
    }
    HISTORY.all(client.client(), &[]).await
}

/// Runs the missing migrations, on a connection of its own that keeps the rights of its user, and returns how many
/// shards there are and where. An empty database gets as many as are asked for.
pub(super) async fn run(url: &DatabaseUrl, shards: Shards) -> Result<Found, MigrateError> {
    let (mut client, connection) = url.connect().await?;
    let connection = tokio::spawn(connection);
    let migrated = bring_up_to_date(&mut client, shards).await;
    let found = match migrated {
        Ok(()) => Found::in_database(&client).await,
        Err(error) => Err(error),
    };
    drop(client);
    let ended = connection.await;
    let found = found?;
    ended.map_err(StoreError::unavailable)??;
    Ok(found)
}

pub(super) async fn count_shards(client: &Client) -> Result<u16, MigrateError> {
    Ok(COUNT_SHARDS.one(client, &[]).await?)
}

async fn bring_up_to_date(client: &mut Client, shards: Shards) -> Result<(), MigrateError> {
    lock(client).await?;
    SET_SHARDS.execute(&*client, &[&shards.count().to_string()]).await?;
    let applied = applied(client).await?;
    let database = applied.last().map_or(0, |last| last.version);
    if database > latest_version() {
        return Err(MigrateError::Newer { database, supported: latest_version() });
    }
    refuse_gaps(&applied)?;
    up_to(client, latest_version()).await
}

/// A migration whose row is missing would be run a second time.
fn refuse_gaps(applied: &[Applied]) -> Result<(), MigrateError> {
    let last = applied.last().map_or(0, |last| last.version);
    let runner = embedded::migrations::runner();
    let known_versions =
        runner.get_migrations().iter().map(refinery::Migration::version).filter(|version| *version < last);
    let missing =
        known_versions.filter(|version| applied.iter().all(|found| found.version != *version)).min();
    missing.map_or(Ok(()), |missing| Err(MigrateError::Gap { missing }))
}

/// Keeps others from migrating until the connection ends.
pub(crate) async fn lock(client: &Client) -> Result<(), StoreError> {
    Ok(client.batch_execute(LOCK_MIGRATIONS).await?)
}

/// Runs the missing migrations up to a version. Call it only under the lock.
pub(crate) async fn up_to(client: &mut Client, version: i32) -> Result<(), MigrateError> {
    let runner = embedded::migrations::runner().set_target(Target::Version(version));
    let report = runner.run_async(client).await.map_err(migration_error)?;
    for migration in report.applied_migrations() {
        tracing::info!(%migration, "migrated");
    }
    if version == latest_version() {
        name_keys::renew(client).await?;
        grant(client, !report.applied_migrations().is_empty()).await
    } else {
        Ok(())
    }
}

/// Gives the role of the service its rights, if there is one that our user may take on: whoever set the database up may
/// have made it since.
async fn grant(client: &Client, changed: bool) -> Result<(), MigrateError> {
    let (usable, has_rights) = SERVICE_ROLE.one(client, &[]).await?;
    if !usable {
        tracing::warn!(
            "no role kifu_service: the service works with all rights of its user; triggers protect events"
        );
    }
    if usable && (changed || !has_rights) {
        client.batch_execute(RIGHTS).await?;
    }
    Ok(())
}

/// Tells if this version can work with the schema as it is. It can work with a newer schema that only adds something:
/// the names of migrations that take something away say so.
pub(super) async fn check(url: &DatabaseUrl) -> Result<Found, MigrateError> {
    let (client, connection) = url.connect().await?;
    let connection = tokio::spawn(connection);
    let looked = look(&client).await;
    drop(client);
    let _ = connection.await;
    let (applied, found) = looked?;
    let (database, supported) = (applied.last().map_or(0, |last| last.version), latest_version());
    if database > supported {
        tracing::warn!(
            database,
            supported,
            "a newer kifu has added to the schema; this one goes on with what it knows"
        );
    }
    Ok(found)
}

/// The state of a database that this version can work with.
async fn look(client: &Client) -> Result<(Vec<Applied>, Found), MigrateError> {
    let applied = applied(client).await?;
    judge(&applied)?;
    Ok((applied, Found::in_database(client).await?))
}

/// Tells if this version can work with a schema that has these migrations.
pub(crate) fn judge(applied: &[Applied]) -> Result<(), MigrateError> {
    refuse_gaps(applied)?;
    let supported = latest_version();
    let database = applied.last().map_or(0, |last| last.version);
    if applied.iter().any(|migration| migration.version > supported && migration.name.starts_with(CONTRACTS))
    {
        return Err(MigrateError::Newer { database, supported });
    }
    if database < supported {
        return Err(MigrateError::Older { database, supported });
    }
    Ok(())
}

fn migration_error(error: refinery::Error) -> MigrateError {
    match error.kind() {
        Kind::DivergentVersion(applied, _) | Kind::MissingVersion(applied) => {
            MigrateError::Different { migration: applied.to_string() }
        }
        _ => MigrateError::Store(StoreError::Database(Arc::new(error))),
    }
}
