//! Spreading a database over the nodes of a Citus cluster.
//!
//! A table with a column `shard` is distributed by it, so that everything of a record, and everything that one transaction
//! of a move touches, is on one node. Tables that it is joined with are copied to every node ([`REFERENCES`]), and the
//! rest stays where it is. `append_events` is run by the node of its shard. Everything happens in one transaction: a
//! database is distributed or it is not.

use std::time::{Duration, Instant};

use thiserror::Error;
use tokio_postgres::{Client, Transaction};

use super::migrate::{self, count_shards, is_distributed, lock};
use super::query::Query;
use super::{ConnectError, MigrateError, Store, StoreError};

/// Tables without a shard that statements or transactions have in common with those that have one.
const REFERENCES: [&str; 5] =
    ["kept_answers", "players", "statistic_generations", "webhook_secrets", "webhooks"];

/// How long connections may take to end that have been closed.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(2);

/// The oldest Citus that hands on rights to single columns.
const OLDEST_CITUS: (u32, u32) = (13, 1);

queries! {
    /// The version of the extension in this database, such as `13.2-1`.
    const SELECT_CITUS_VERSION: String = "SELECT extversion FROM pg_extension WHERE extname = 'citus'";

    /// Other connections of services to this database; tools and people call themselves otherwise.
    const COUNT_SERVICES: i64 = "
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'kifu' AND pid <> pg_backend_pid()";

    /// Each reference of a table to another, which comes back when both are where they belong.
    const SELECT_FOREIGN_KEYS: (String, String, String) = "
        SELECT conrelid::regclass::text AS name, quote_ident(conname) AS key, pg_get_constraintdef(oid) AS definition
        FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
        ORDER BY 1, 2";

    /// The tables that are distributed by shard, the heads first: the others lie with them.
    const SELECT_DISTRIBUTED: String = "
        SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shard'
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
        ORDER BY c.relname <> 'shard_heads', 1";

    /// The function of every move is run by the node that has its shard.
    const SELECT_APPEND_FUNCTION: String = "SELECT 'append_events'::regproc::regprocedure::text";

    /// A shared lock on a row that all nodes have is one on the whole table, and two who have it wait for each other in vain when
    /// they go on. With the exclusive one they wait in turn.
    const SELECT_LOCK_FUNCTION: String = "SELECT pg_get_functiondef('lock_player'::regproc)";

    const HAS_SERVICE_ROLE: bool = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kifu_service')";
}

/// A statement on tables of Citus. Without Citus it can't even be prepared, nor can the statements below.
const COUNT_WORKERS: Query<i64> = Query::new(
    "SELECT count(*) FROM pg_dist_node
    WHERE isactive AND noderole = 'primary' AND shouldhaveshards AND groupid <> 0",
);

/// Drops what a cluster refuses for distributed tables. Without the trigger, rights alone keep events from change. A
/// function of one node has plans for its values; a plan for any values would not know the node.
const PREPARE: &str = "
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = '10s';
    SET LOCAL citus.multi_shard_modify_mode = 'sequential';
    SET LOCAL client_min_messages = warning;
    DROP TRIGGER events_are_append_only ON events;
    DROP FUNCTION refuse_event_change()";

const DISTRIBUTE_HEADS: &str = "
    SELECT create_distributed_table('shard_heads', 'shard', shard_count := $1, colocate_with := 'none')";

const DISTRIBUTE_TABLE: &str = "
    SELECT create_distributed_table($1::text::regclass, 'shard', colocate_with := 'shard_heads')";

const COPY_TABLE: &str = "SELECT create_reference_table($1::text::regclass)";

const DELEGATE_FUNCTION: &str = "
    SELECT create_distributed_function($1::text::regprocedure, 'p_shard', colocate_with := 'shard_heads')";

/// The others are there on every node for statements that call them, and nobody else's are.
const COPY_FUNCTIONS: &str = "
    SELECT create_distributed_function(p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND p.proname <> 'append_events'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')";

/// Nodes connect to each other as the role of the service, so that its rights hold there, too. A session of it on another
/// node has no settings but these.
const LET_NODES_LOG_IN: &str = "
    ALTER ROLE kifu_service LOGIN;
    ALTER ROLE kifu_service SET lock_timeout = '5s'";

/// Drops the rows that the coordinator had before the table was distributed.
const DROP_LOCAL_ROWS: &str = "SELECT truncate_local_data_after_distributing_table($1::text::regclass)";

/// The result of `kifu migrate --distribute`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// How many nodes have shards.
    pub workers: i64,
    /// True: it was distributed before.
    pub was_there: bool,
}

/// A database was not distributed. Nothing was changed but the schema, which is up to date.
#[derive(Clone, Debug, Error)]
pub enum DistributeError {
    /// The schema can't be brought up to date.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// The extension is not there, or too old.
    #[error(
        "{}: Citus {}.{} or later must be there. Install it on every node, name it in \
         shared_preload_libraries, and run CREATE EXTENSION citus in this database on each (docs/cluster.md).\n\
         {}。Citus {}.{} 以降が必要です。全ノードにインストールし、shared_preload_libraries に加えて、各ノードのこのデータベースで \
         CREATE EXTENSION citus を実行してください（docs/cluster.md）。",
        found_en(.found.as_deref()), OLDEST_CITUS.0, OLDEST_CITUS.1, found_ja(.found.as_deref()), OLDEST_CITUS.0, OLDEST_CITUS.1
    )]
    NoCitus {
        /// The version that is there.
        found: Option<String>,
    },
    /// The coordinator does not know any workers.
    #[error(
        "the coordinator knows no workers. Add each in this database: SELECT citus_add_node('host', 5432) \
         (docs/cluster.md).\n\
         コーディネーターにワーカーが登録されていません。このデータベースで 1 台ずつ追加してください: \
         SELECT citus_add_node('host', 5432)（docs/cluster.md）。"
    )]
    NoWorkers,
    /// A service works with the database.
    #[error(
        "{count} connections of a kifu service use this database. Stop it, and distribute again. Nothing was changed.\n\
         稼働中の kifu がこのデータベースを使用しています（接続数 {count}）。停止してから、もう一度実行してください。\
         何も変更していません。"
    )]
    InUse {
        /// How many connections.
        count: i64,
    },
    /// The database refused something.
    #[error("{0}\nデータベースの処理に失敗しました（詳細は上記）。何も変更していません。")]
    Store(#[from] StoreError),
}

fn found_en(version: Option<&str>) -> String {
    version.map_or("the database has no extension citus".to_owned(), |version| {
        format!("the database has Citus {version}")
    })
}

fn found_ja(version: Option<&str>) -> String {
    version.map_or("データベースに拡張機能 citus がありません".to_owned(), |version| {
        format!("データベースの Citus は {version} です")
    })
}

impl From<tokio_postgres::Error> for DistributeError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<ConnectError> for DistributeError {
    fn from(error: ConnectError) -> Self {
        Self::Migrate(error.into())
    }
}

impl Store {
    /// Brings the schema up to date and spreads the tables over the nodes of a cluster, as the user of the URL. The
    /// recorded data come along.
    ///
    /// # Errors
    ///
    /// If the schema can't be brought up to date, the database is none of a cluster, a service works with it, or the
    /// cluster refuses something.
    pub async fn distribute(&self) -> Result<Distribution, DistributeError> {
        self.migrate().await?;
        let (mut client, connection) = self.config.url.connect().await?;
        let connection = tokio::spawn(connection);
        let distributed = distribute(&mut client).await;
        drop(client);
        let _ = connection.await;
        distributed
    }
}

async fn distribute(client: &mut Client) -> Result<Distribution, DistributeError> {
    lock(client).await?;
    require_citus(client).await?;
    let workers = COUNT_WORKERS.one(&*client, &[]).await?;
    if is_distributed(client).await? {
        return Ok(Distribution { workers, was_there: true });
    }
    if workers == 0 {
        return Err(DistributeError::NoWorkers);
    }
    refuse_services(client).await?;
    let shards = count_shards(client).await?.into();
    let transaction = client.transaction().await?;
    transaction.batch_execute(PREPARE).await?;
    let tables = place_tables(&transaction, shards).await?;
    place_functions(&transaction).await?;
    if HAS_SERVICE_ROLE.one(&transaction, &[]).await? {
        transaction.batch_execute(LET_NODES_LOG_IN).await?;
        transaction.batch_execute(migrate::RIGHTS).await?;
    }
    transaction.commit().await?;
    for table in tables {
        client.execute(DROP_LOCAL_ROWS, &[&table]).await?;
    }
    Ok(Distribution { workers, was_there: false })
}

/// Refuses a database that services use.
async fn refuse_services(client: &Client) -> Result<(), DistributeError> {
    match count_services(client).await? {
        0 => Ok(()),
        count => Err(DistributeError::InUse { count }),
    }
}

/// How many other connections of services there are to this database. Those that were just closed are waited for: the
/// server lets go of them a moment later.
pub(super) async fn count_services(client: &Client) -> Result<i64, StoreError> {
    let begun = Instant::now();
    loop {
        let count = COUNT_SERVICES.one(client, &[]).await?;
        if count == 0 || begun.elapsed() > CLOSING_TIMEOUT {
            return Ok(count);
        }
        tokio::time::sleep(CLOSING_TIMEOUT / 20).await;
    }
}

async fn require_citus(client: &Client) -> Result<(), DistributeError> {
    let found = SELECT_CITUS_VERSION.row(client, &[]).await?;
    let numbers = found.as_deref().unwrap_or_default().split(['.', '-']);
    let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [major, minor, ..] if (major, minor) >= OLDEST_CITUS => Ok(()),
        _ => Err(DistributeError::NoCitus { found }),
    }
}

/// Puts every table where it belongs, and returns those that were moved.
async fn place_tables(transaction: &Transaction<'_>, shards: i32) -> Result<Vec<String>, StoreError> {
    let keys = SELECT_FOREIGN_KEYS.all(transaction, &[]).await?;
    for (table, key, _) in &keys {
        transaction.batch_execute(&format!("ALTER TABLE {table} DROP CONSTRAINT {key}")).await?;
    }
    for table in REFERENCES {
        transaction.execute(COPY_TABLE, &[&table]).await?;
    }
    transaction.execute(DISTRIBUTE_HEADS, &[&shards]).await?;
    let mut tables = SELECT_DISTRIBUTED.all(transaction, &[]).await?;
    for table in &tables[1..] {
        transaction.execute(DISTRIBUTE_TABLE, &[table]).await?;
    }
    for (table, key, definition) in &keys {
        transaction.batch_execute(&format!("ALTER TABLE {table} ADD CONSTRAINT {key} {definition}")).await?;
    }
    tables.extend(REFERENCES.map(str::to_owned));
    Ok(tables)
}

async fn place_functions(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let append = SELECT_APPEND_FUNCTION.one(transaction, &[]).await?;
    let plans = format!("ALTER FUNCTION {append} SET plan_cache_mode = force_custom_plan");
    transaction.batch_execute(&plans).await?;
    transaction.execute(DELEGATE_FUNCTION, &[&append]).await?;
    let definition = SELECT_LOCK_FUNCTION.one(transaction, &[]).await?;
    transaction.batch_execute(&definition.replace("FOR KEY SHARE", "FOR NO KEY UPDATE")).await?;
    transaction.query(COPY_FUNCTIONS, &[]).await?;
    Ok(())
}
