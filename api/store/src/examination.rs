//! An examination of a database before anything is done with it.

use chrono::{DateTime, Utc};

use super::{DatabaseUrl, MigrateError, Shards, Store, migrate};

queries! {
    /// Asks everything at once. The schema's tables must be ours, if there are any: only their owner can change them.
    const EXAMINE: ServerFacts = "
        SELECT current_setting('server_version_num')::int AS version,
               current_setting('server_version') AS version_text,
               pg_encoding_to_char(encoding) AS encoding,
               coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
               pg_is_in_recovery() AS standby,
               coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS behind_seconds,
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
}

/// The facts that a database states of itself.
#[expect(clippy::struct_excessive_bools, reason = "each is an answer of the database")]
#[derive(Debug)]
pub struct ServerFacts {
    /// The version as a number: 150014 for 15.14.
    pub version: i32,
    /// The version as the server says it.
    pub version_text: String,
    /// How it stores text.
    pub encoding: String,
    /// True: the connection is encrypted.
    pub encrypted: bool,
    /// True: it only follows another server.
    pub standby: bool,
    /// For how many seconds a standby has heard of no transaction.
    pub behind_seconds: f64,
    /// True: our user may change the schema.
    pub may_migrate: bool,
    /// True: there is a service role that our user can take on.
    pub service_role: bool,
    /// True: our user could make that role.
    pub may_make_roles: bool,
    /// How many connections ordinary users may have.
    pub connections: i32,
    /// True: acknowledged writes are on disk.
    pub durable: bool,
    /// Our user.
    pub user_name: String,
    /// The database.
    pub database_name: String,
    clock: DateTime<Utc>,
}

row!(ServerFacts: version, version_text, encoding, encrypted, standby, behind_seconds, may_migrate, service_role,
    may_make_roles, connections, durable, user_name, database_name, clock);

/// The result of an examination.
#[derive(Debug)]
pub struct Examination {
    /// The facts that it states of itself.
    pub server: ServerFacts,
    /// Its shards, if it has any yet that our user can see.
    pub shards: Option<Shards>,
    /// Its clock minus ours, in seconds.
    pub clock_difference: f64,
    /// The schema's version, 0 if there is none, and the newest that this version of Kifu knows.
    pub schema: (i32, i32),
    /// The reason why this version of Kifu can't work with the schema as it is.
    pub schema_fault: Option<MigrateError>,
}

impl Store {
    /// Looks at the database, and changes nothing.
    pub async fn examine(&self) -> Result<Examination, MigrateError> {
        examine(&self.config.url).await
    }

    /// Examines the replica, if there is one.
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
    let server = EXAMINE.one(&client, &[]).await?;
    let ours = begun + (Utc::now() - begun) / 2;
    let applied = migrate::applied(&client).await?;
    let database = applied.last().map_or(0, |last| last.version);
    let shards = if database > 0 { migrate::count_shards(&client).await.ok() } else { None };
    drop(client);
    let _ = connection.await;
    Ok(Examination {
        clock_difference: (server.clock - ours).as_seconds_f64(),
        server,
        shards: shards.and_then(Shards::new),
        schema: (database, migrate::latest_version()),
        schema_fault: migrate::judge(&applied).err(),
    })
}
