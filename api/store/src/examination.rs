//! What a database is like, looked at before anything is done with it.

use chrono::{DateTime, Utc};

use super::{DatabaseUrl, MigrateError, Shards, Store, migrate};

/// Everything in one answer. The schema's tables must be ours, if there are any: only their owner can change them.
const EXAMINE: &str = "
    SELECT current_setting('server_version_num')::int AS version,
           current_setting('server_version') AS named,
           pg_encoding_to_char(encoding) AS encoding,
           coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
           pg_is_in_recovery() AS standby,
           coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS behind,
           has_database_privilege(current_database(), 'CREATE')
               AND coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
               AND coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('events')), true)
               AS may_migrate,
           EXISTS (SELECT FROM pg_roles WHERE rolname = 'kifu_service' AND pg_has_role(oid, 'MEMBER')) AS service_role,
           (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS may_make_roles,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
               AS connections,
           current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' AS durable,
           current_user::text AS user_name,
           current_database()::text AS database_name,
           clock_timestamp() AS clock
    FROM pg_database WHERE datname = current_database()";

/// What a database is like.
#[expect(clippy::struct_excessive_bools, reason = "each is an answer of the database")]
#[derive(Debug)]
pub struct Examination {
    /// The version as a number: 150014 for 15.14.
    pub version: i32,
    /// The version as the server says it.
    pub version_text: String,
    /// How it stores text.
    pub encoding: String,
    /// Whether the connection is encrypted.
    pub encrypted: bool,
    /// Whether it only follows another server.
    pub standby: bool,
    /// For how many seconds a standby has heard of no transaction.
    pub behind_seconds: f64,
    /// Whether our user may change the schema.
    pub may_migrate: bool,
    /// Whether there is a role of the service that our user can take on.
    pub service_role: bool,
    /// Whether our user could make that role.
    pub may_make_roles: bool,
    /// How many connections ordinary users may have.
    pub connections: i32,
    /// Its shards, if it has any yet that our user can see.
    pub shards: Option<Shards>,
    /// Whether what it acknowledges is on disk.
    pub durable: bool,
    /// Our user.
    pub user: String,
    /// The database.
    pub database: String,
    /// Its clock minus ours, in seconds.
    pub clock_difference: f64,
    /// The schema's version, 0 if there is none, and the newest that this version of Kifu knows.
    pub schema: (i32, i32),
    /// Why this version of Kifu can't work with the schema as it is.
    pub schema_fault: Option<MigrateError>,
}

impl Store {
    /// Looks at the database, and changes nothing.
    pub async fn examine(&self) -> Result<Examination, MigrateError> {
        examine(&self.config.url).await
    }

    /// The same for the replica, if there is one.
    pub async fn examine_replica(&self) -> Result<Option<Examination>, MigrateError> {
        match &self.config.read_url {
            Some(url) => examine(url).await.map(Some),
            None => Ok(None),
        }
    }
}

async fn examine(url: &DatabaseUrl) -> Result<Examination, MigrateError> {
    let (client, connection) = url.connect().await?;
    let connection = tokio::spawn(connection);
    let begun = Utc::now();
    let row = client.query_one(EXAMINE, &[]).await?;
    let ours = begun + (Utc::now() - begun) / 2;
    let clock: DateTime<Utc> = row.try_get("clock")?;
    let applied = migrate::applied(&client).await?;
    let database = applied.last().map_or(0, |last| last.version);
    let shards = if database > 0 { migrate::count_shards(&client).await.ok() } else { None };
    drop(client);
    let _ = connection.await;
    Ok(Examination {
        version: row.try_get("version")?,
        version_text: row.try_get("named")?,
        encoding: row.try_get("encoding")?,
        encrypted: row.try_get("encrypted")?,
        standby: row.try_get("standby")?,
        behind_seconds: row.try_get("behind")?,
        may_migrate: row.try_get("may_migrate")?,
        service_role: row.try_get("service_role")?,
        may_make_roles: row.try_get("may_make_roles")?,
        connections: row.try_get("connections")?,
        shards: shards.and_then(Shards::new),
        durable: row.try_get("durable")?,
        user: row.try_get("user_name")?,
        database: row.try_get("database_name")?,
        clock_difference: (clock - ours).as_seconds_f64(),
        schema: (database, migrate::latest_version()),
        schema_fault: migrate::judge(&applied).err(),
    })
}
