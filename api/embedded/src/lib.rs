//! A private PostgreSQL: the installed binaries, run for one process alone.
//!
//! The data folder holds
//!
//! | name | what |
//! |---|---|
//! | `lock` | held with `flock` by the process that works here; its process id |
//! | `postgres/` | the cluster; it has this name only once it is complete |
//! | `postgres.next/`, `postgres.upgraded/` | the cluster of a newer PostgreSQL while it is filled, and when it is |
//! | `postgres.old-…/` | the cluster that an upgrade replaced |
//! | `postgres.partial-…/` | a cluster being created, or left by an interrupted start |
//! | `postgres.log` | what the server says |
//! | `log-position` | how far the server's log had come; whoever works with the server writes it |
//! | `run/` | its socket, unless the path would be too long: then `socket-folder` says where it is |
//! | `pg_hba.conf`, `pg_ident.conf` | who may log in, written anew at every start |
//!
//! Everything acknowledged is on disk: fsync, synchronous commits, full page writes and data
//! checksums are on. The server ends with this process, however that ends.

mod access;
mod account;
mod binaries;
mod check;
mod cluster;
mod error;
mod folder;
mod inspection;
mod reasons;
mod running;
mod server;
mod socket;
mod tied;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use postgres::NoTls;
use tracing::warn;

use access::{ADMIN, Access, USER};
use account::Account;
use binaries::Binaries;
pub use check::Health;
pub use error::EmbeddedError;
pub use inspection::{Inspection, inspect};
pub use reasons::{Action, NotStarted, Unusable};
use server::{Keeper, Server};

/// The role whose rights the service's connections take on; the schema grants them.
const SERVICE_ROLE: &str = "kifu_service";

/// The options of our own server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of all data; created if need be.
    pub data_dir: PathBuf,
    /// The folder with `postgres` and `initdb`; `None` finds the installed ones.
    pub binaries: Option<PathBuf>,
    /// Connections at most.
    pub max_connections: u16,
}

/// Our own running server. Dropping it stops it; [`Embedded::stop`] says whether that went well.
#[derive(Debug)]
pub struct Embedded {
    data_dir: PathBuf,
    socket_dir: PathBuf,
    version: u32,
    // In this order: the server is gone before the lock is let go.
    keeper: Keeper,
    lock: Arc<File>,
}

impl Embedded {
    /// Starts the server, creating its cluster and its database `kifu` if need be, and waits until
    /// it accepts connections. Blocks; may be called from any thread, also of an async runtime.
    ///
    /// Should the server die later, it is started again with the same address.
    ///
    /// # Errors
    ///
    /// If the folder is not ours, is in use or can't be written, no PostgreSQL is installed, or the server does not
    /// start; see [`EmbeddedError`].
    pub fn start(options: &Options) -> Result<Self, EmbeddedError> {
        if !options.data_dir.exists() {
            // A start that is refused leaves no folder behind.
            inspection::check_programs(options)?;
        }
        let data_dir = folder::prepare(&options.data_dir)?;
        let lock = Arc::new(folder::lock(&data_dir)?);
        cluster::finish_upgrade(&data_dir)?;
        let cluster = cluster::folder(&data_dir);
        Self::start_cluster(options, data_dir, cluster, lock)
    }

    fn start_cluster(
        options: &Options,
        data_dir: PathBuf,
        cluster: PathBuf,
        lock: Arc<File>,
    ) -> Result<Self, EmbeddedError> {
        let version = cluster::version(&cluster)?;
        let account = Account::choose(&cluster::folder(&data_dir))?;
        account.check_reach(&data_dir)?;
        let binaries = Binaries::find(options.binaries.as_deref(), version, &account)?;
        let socket_dir = socket::create(&data_dir, &account)?;
        let server = Server {
            binaries,
            account,
            data_dir: data_dir.clone(),
            cluster,
            socket_dir: socket_dir.clone(),
            access: Access::write(&data_dir)?,
            log: data_dir.join("postgres.log"),
            max_connections: options.max_connections,
        };
        let running = server.binaries.version;
        let folder = data_dir.clone();
        let create = move |server: &Server| match version {
            Some(_) => Ok(()),
            None => cluster::create(&folder, &server.cluster, &server.binaries, &server.account),
        };
        let keeper = Keeper::start(server, create, |server| create_database(&server.socket_dir))?;
        Ok(Self { data_dir, socket_dir, version: running, keeper, lock })
    }

    /// Fails if there is no database in a data folder; nothing is made there.
    ///
    /// # Errors
    ///
    /// If there is none, or it can't be looked at.
    pub fn find(data_dir: &Path) -> Result<(), EmbeddedError> {
        if cluster::exists(data_dir)? {
            return Ok(());
        }
        Err(EmbeddedError::Missing { data_dir: data_dir.to_owned() })
    }

    /// Address of the database, for `tokio_postgres`, `postgres` and `psql`. Its user owns the database and is no
    /// superuser; only this process's user, and root, can log in.
    pub fn url(&self) -> String {
        socket::service_url(&self.socket_dir)
    }

    /// The health of new connections to the server; it is checked every few seconds.
    pub fn health(&self) -> Health {
        self.keeper.health.clone()
    }

    /// The major version of the server.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The major version that a new cluster would have.
    ///
    /// # Errors
    ///
    /// If no usable PostgreSQL is installed.
    pub fn newest(&self, options: &Options) -> Result<u32, EmbeddedError> {
        let account = Account::choose(&cluster::folder(&self.data_dir))?;
        Ok(Binaries::find(options.binaries.as_deref(), None, &account)?.version)
    }

    /// Stops the server, and starts one on a new cluster beside its own, which is left as it is. Nobody else gets at the
    /// data folder meanwhile. What an interrupted upgrade left is removed.
    ///
    /// # Errors
    ///
    /// As for [`Embedded::start`].
    pub fn next(self, options: &Options) -> Result<Self, EmbeddedError> {
        let (data_dir, lock) = (self.data_dir.clone(), Arc::clone(&self.lock));
        self.stop()?;
        cluster::discard_next(&data_dir)?;
        let cluster = cluster::next(&data_dir);
        Self::start_cluster(options, data_dir, cluster, lock)
    }

    /// Stops a server that [`Embedded::next`] has started, and puts its cluster in the place of the old one; answers where
    /// that is now. Whenever it is interrupted, the next start finds one of the two, whole.
    ///
    /// # Errors
    ///
    /// If the server does not end, or a folder can't be renamed.
    pub fn take_place(self) -> Result<PathBuf, EmbeddedError> {
        let (data_dir, lock) = (self.data_dir.clone(), Arc::clone(&self.lock));
        self.stop()?;
        let old = cluster::take_place(&data_dir);
        drop(lock);
        old
    }

    /// Address of the database another process serves from this data folder, if one does.
    pub fn running(data_dir: &Path) -> Option<String> {
        let socket_dir = socket::find(&fs::canonicalize(data_dir).ok()?)?;
        socket_dir.join(socket::SOCKET_NAME).exists().then(|| socket::service_url(&socket_dir))
    }

    /// Stops the server: what was not committed is rolled back, all else is on disk. Waits for it.
    ///
    /// # Errors
    ///
    /// If the server does not end, or ends with an error.
    pub fn stop(self) -> Result<(), EmbeddedError> {
        self.keeper.stop()
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        if let Err(error) = self.keeper.stop() {
            warn!(%error, "stopping PostgreSQL");
        }
        socket::remove(&self.data_dir);
    }
}

/// Creates the service's user and database at the first start, or at the second if the first got no further.
fn create_database(socket_dir: &Path) -> Result<(), EmbeddedError> {
    let url = socket::url(socket_dir, "postgres", ADMIN);
    let mut client = postgres::Client::connect(&url, NoTls).map_err(EmbeddedError::Create)?;
    let mut missing = |catalogue: &str, name: &str| {
        let sql = format!("SELECT NOT EXISTS (SELECT FROM {catalogue} = $1)");
        client
            .query_one(&sql, &[&name])
            .and_then(|row| row.try_get::<_, bool>(0))
            .map_err(EmbeddedError::Create)
    };
    let mut statements = Vec::new();
    if missing("pg_roles WHERE rolname", USER)? {
        statements.push(format!("CREATE ROLE {USER} LOGIN"));
    }
    if missing("pg_roles WHERE rolname", SERVICE_ROLE)? {
        statements.push(format!("CREATE ROLE {SERVICE_ROLE} NOLOGIN"));
    }
    if missing("pg_database WHERE datname", USER)? {
        statements.push(format!("GRANT {SERVICE_ROLE} TO {USER}"));
        statements.push(format!("CREATE DATABASE {USER} OWNER {USER}"));
    }
    statements.iter().try_for_each(|sql| client.batch_execute(sql)).map_err(EmbeddedError::Create)
}
