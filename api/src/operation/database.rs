//! The database the process works with: one that was named, or our own.

use std::num::NonZeroUsize;

use kifu_embedded::{Embedded, EmbeddedError, Options};
use thiserror::Error;
use tracing::{info, warn};

use crate::operation::config::{Command, Config, Settings};
use kifu_store::{DatabaseUrl, DatabaseUrlError, Shards};

/// Connections beyond the pool: those that append to one shard, migrations, an operator's `psql`, other tools. With the
/// default pool this makes the 100 that PostgreSQL allows by default.
const SPARE_CONNECTIONS: u16 = 84;

/// The database of the records.
#[derive(Debug)]
pub struct Database {
    /// The address for everything that writes.
    pub url: DatabaseUrl,
    /// A replica for statistics, where there is one.
    pub read_url: Option<DatabaseUrl>,
    /// Our own server, if this process started one.
    pub embedded: Option<Embedded>,
}

/// No database could be had.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// Our own server did not start, or did not stop.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// A setting is no address.
    #[error("{setting}: {source}")]
    Url {
        /// The setting.
        setting: &'static str,
        /// Why not.
        source: DatabaseUrlError,
    },
}

impl Database {
    /// The database named by `KIFU_DATABASE_URL` (not connected to here), else our own,
    /// started and ready. Blocks until then.
    ///
    /// A command other than `serve` joins the server of a service that is already running on
    /// the same data folder.
    ///
    /// # Errors
    ///
    /// If an address in the settings is not one of a PostgreSQL database, or our own server does not start, or has no
    /// database for a command that only reads one. The commands
    /// `serve` and `restore` also fail if another process uses the data folder; other commands only if they find no server there to
    /// join.
    pub fn open(config: &Config) -> Result<Self, DatabaseError> {
        let settings = &config.settings;
        let read_url = settings.read_database_url.as_ref();
        let read_url = read_url.map(|url| named("KIFU_READ_DATABASE_URL", url.expose())).transpose()?;
        let read_url = read_url.map(DatabaseUrl::for_reading);
        read_url.iter().for_each(warn_unverified);
        if let Some(url) = &settings.database_url {
            let url = named("KIFU_DATABASE_URL", url.expose())?;
            warn_unverified(&url);
            info!(database = %url, "using the database named by KIFU_DATABASE_URL");
            return Ok(Self { url, read_url, embedded: None });
        }
        if !config.command().may_make_database() {
            Embedded::find(&settings.data_dir)?;
        }
        let options = embedded_options(settings);
        let (url, embedded) = match Embedded::start(&options) {
            Ok(embedded) => (embedded.url(), Some(embedded)),
            Err(EmbeddedError::InUse { data_dir, pid }) => {
                let joined = match config.command() {
                    Command::Serve | Command::Restore(_) => None,
                    _ => Embedded::running(&data_dir),
                };
                (joined.ok_or(EmbeddedError::InUse { data_dir, pid })?, None)
            }
            Err(error) => return Err(error.into()),
        };
        let url = named("our own database", &url)?;
        info!(database = %url, own = embedded.is_some(), "the database is ready");
        Ok(Self { url, read_url, embedded })
    }

    /// Stops our own server, if there is one, and waits for it. A named database is left alone.
    ///
    /// # Errors
    ///
    /// If our own server does not end, or ends with an error.
    pub fn close(self) -> Result<(), DatabaseError> {
        match self.embedded {
            Some(embedded) => Ok(embedded.stop()?),
            None => Ok(()),
        }
    }
}

/// The options of our own server.
pub fn embedded_options(settings: &Settings) -> Options {
    Options {
        data_dir: settings.data_dir.clone(),
        binaries: settings.postgres_bin.clone(),
        max_connections: settings
            .pool_size
            .get()
            .saturating_add(SPARE_CONNECTIONS)
            .saturating_add(appending_connections(shards_of_new(settings)))
            .saturating_sub(appending_connections(Shards::SINGLE)),
    }
}

/// The shards that an empty database would get.
pub fn shards_of_new(settings: &Settings) -> Shards {
    settings.shards.and_then(Shards::new).unwrap_or(Shards::SINGLE)
}

/// How many connections this process may open for appending beside the pool: some for each thread that answers requests.
pub fn appending_connections(shards: Shards) -> u16 {
    // One for each thread that the HTTP server starts.
    let threads = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
    // A number of connections has 16 bits.
    let [low, high, ..] = threads.min(0xffff).to_le_bytes();
    u16::from_le_bytes([low, high]).saturating_mul(shards.appending_connections())
}

/// Parsed here and not by `clap`, whose errors repeat the text, password and all.
pub(crate) fn named(setting: &'static str, url: &str) -> Result<DatabaseUrl, DatabaseError> {
    url.parse().map_err(|source| DatabaseError::Url { setting, source })
}

/// Others on the network between could read and change what goes through it.
fn warn_unverified(url: &DatabaseUrl) {
    if url.is_unverified() {
        warn!(database = %url, "sslmode does not verify the database: over a network say sslmode=verify-full");
    }
}

impl DatabaseError {
    /// The exit code of a process that ends by this, after `sysexits.h`.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Embedded(error) => error.exit_code(),
            Self::Url { .. } => 78,
        }
    }
}
