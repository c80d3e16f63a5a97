//! PostgreSQL without a server: the installed binaries, run for this service alone.
//!
//! The data folder holds
//!
//! | name | what |
//! |---|---|
//! | `lock` | held with `flock` by the kifu that works here; its process id |
//! | `postgres/` | the cluster; it has this name only once it is complete |
//! | `postgres.partial-…/` | a cluster being created, or left by an interrupted start |
//! | `postgres.log` | what the server says |
//! | `run/` | its socket, unless the path would be too long |
//!
//! Everything acknowledged is on disk: fsync, synchronous commits, full page writes and data
//! checksums are on. The server ends with this process, however that ends.

mod account;
mod binaries;
mod cluster;
mod error;
mod server;

use std::fmt::Write as _;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use postgres::NoTls;
use tracing::warn;

use account::Account;
use binaries::Binaries;
use cluster::NAME;
pub use error::EmbeddedError;
use error::io_at;
use server::{Keeper, Server};

/// The system's limit for the path of a socket is 107 bytes and a final zero (104 in all on macOS).
const SOCKET_PATH: usize = 103;

/// Name of the socket in its folder, given by PostgreSQL.
const SOCKET: &str = ".s.PGSQL.5432";

/// How long the lock may be held on by a process that is ending, or by one just forked.
const LETTING_GO: Duration = Duration::from_millis(500);

/// How often the lock is tried meanwhile.
const LOOK: Duration = Duration::from_millis(10);

/// What our own server should be like.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where everything is kept; created if need be.
    pub data_dir: PathBuf,
    /// The folder with `postgres` and `initdb`; `None` finds the installed ones.
    pub binaries: Option<PathBuf>,
    /// Connections at most.
    pub max_connections: u16,
}

/// Our own running server. Dropping it stops it; [`Embedded::stop`] says whether that went well.
#[derive(Debug)]
pub struct Embedded {
    socket_dir: PathBuf,
    // In this order: the server is gone before the lock is let go.
    keeper: Keeper,
    _lock: File,
}

impl Embedded {
    /// Starts the server, creating its cluster and its database `kifu` if need be, and waits until
    /// it accepts connections. Blocks; may be called from any thread, also of an async runtime.
    ///
    /// Should the server die later, it is started again with the same address.
    pub fn start(options: &Options) -> Result<Self, EmbeddedError> {
        let data_dir = create_data_dir(&options.data_dir)?;
        let lock = lock(&data_dir)?;
        let cluster = cluster::folder(&data_dir);
        let version = cluster::version(&cluster)?;
        let account = Account::choose(&cluster)?;
        account.check_reach(&data_dir)?;
        let binaries = Binaries::find(options.binaries.as_deref(), version, &account)?;
        let socket_dir = socket_dir(&data_dir);
        create_socket_dir(&socket_dir, &account)?;
        let server = Server {
            binaries,
            account,
            cluster,
            socket_dir: socket_dir.clone(),
            log: data_dir.join("postgres.log"),
            max_connections: options.max_connections,
        };
        let create = move |server: &Server| match version {
            Some(_) => Ok(()),
            None => cluster::create(&data_dir, &server.binaries, &server.account),
        };
        let keeper = Keeper::start(server, create, |server| create_database(&server.socket_dir))?;
        Ok(Self { socket_dir, keeper, _lock: lock })
    }

    /// Address of the database, for `tokio_postgres`, `postgres` and `psql`.
    pub fn url(&self) -> String {
        url(&self.socket_dir, NAME)
    }

    /// Address of the database another process serves from this data folder, if one does.
    pub fn running(data_dir: &Path) -> Option<String> {
        let socket_dir = socket_dir(&fs::canonicalize(data_dir).ok()?);
        socket_dir.join(SOCKET).exists().then(|| url(&socket_dir, NAME))
    }

    /// Stops the server: what was not committed is rolled back, all else is on disk. Waits for it.
    pub fn stop(self) -> Result<(), EmbeddedError> {
        self.keeper.stop()
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        if let Err(error) = self.keeper.stop() {
            warn!(%error, "stopping PostgreSQL");
        }
    }
}

/// The data folder, absolute and without links, so that it compares equal to what `/proc` says.
fn create_data_dir(data_dir: &Path) -> Result<PathBuf, EmbeddedError> {
    let doing = "create the data folder";
    let data_dir = std::path::absolute(data_dir).map_err(io_at(doing, data_dir))?;
    if !data_dir.exists() {
        let parent = data_dir.parent().unwrap_or(&data_dir);
        fs::create_dir_all(parent).map_err(io_at(doing, &data_dir))?;
        fs::create_dir_all(&data_dir).map_err(io_at(doing, &data_dir))?;
        // Root's is entered by the account the server runs as; what is in it protects itself.
        let mode = if rustix::process::geteuid().is_root() { 0o711 } else { 0o700 };
        fs::set_permissions(&data_dir, Permissions::from_mode(mode)).map_err(io_at("protect", &data_dir))?;
    }
    fs::canonicalize(&data_dir).map_err(io_at("find", &data_dir))
}

/// Takes the data folder for this process, until the file is closed.
fn lock(data_dir: &Path) -> Result<File, EmbeddedError> {
    let path = data_dir.join("lock");
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true).mode(0o600);
    let mut file = options.open(&path).map_err(io_at("open", &path))?;
    let begun = Instant::now();
    while let Err(refused) = file.try_lock() {
        if let TryLockError::Error(source) = refused {
            return Err(EmbeddedError::Io { doing: "lock", path, source });
        }
        if begun.elapsed() > LETTING_GO {
            let mut text = String::new();
            let _ = file.read_to_string(&mut text);
            return Err(EmbeddedError::InUse {
                data_dir: data_dir.to_owned(),
                pid: text.trim().parse().ok(),
            });
        }
        sleep(LOOK);
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(io_at("write", &path))?;
    Ok(file)
}

/// Where the socket is: in the data folder, or under a short name of its own when the path would be
/// too long. A function of the data folder alone, so that others find it.
fn socket_dir(data_dir: &Path) -> PathBuf {
    let folder = data_dir.join("run");
    if folder.join(SOCKET).as_os_str().len() <= SOCKET_PATH && data_dir.to_str().is_some() {
        return folder;
    }
    let hash = blake3::hash(data_dir.as_os_str().as_bytes()).to_hex();
    PathBuf::from(format!("/tmp/kifu-{}", &hash[..24]))
}

/// A folder nobody but the server's account (and root) can enter.
fn create_socket_dir(folder: &Path, account: &Account) -> Result<(), EmbeddedError> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.give(folder)?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(source) => {
            return Err(EmbeddedError::Io { doing: "create", path: folder.to_owned(), source });
        }
    }
    // Not followed: in /tmp it might be somebody else's link.
    let found = fs::symlink_metadata(folder).map_err(io_at("read", folder))?;
    let root_made_it = found.uid() == 0 && rustix::process::geteuid().is_root();
    if !found.is_dir() || (found.uid() != account.uid() && !root_made_it) {
        let reason = format!("{} belongs to somebody else", folder.display());
        return Err(EmbeddedError::Socket { reason });
    }
    account.give(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(io_at("protect", folder))
}

fn url(socket_dir: &Path, database: &str) -> String {
    let mut host = String::new();
    for &byte in socket_dir.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            host.push(char::from(byte));
        } else {
            let _ = write!(host, "%{byte:02X}");
        }
    }
    format!("postgresql:///{database}?host={host}&port=5432&user={NAME}")
}

/// Creates the database at the first start, or at the second if the first got no further.
fn create_database(socket_dir: &Path) -> Result<(), EmbeddedError> {
    let exists = "SELECT 1 FROM pg_database WHERE datname = $1";
    let mut client =
        postgres::Client::connect(&url(socket_dir, "postgres"), NoTls).map_err(EmbeddedError::Create)?;
    if client.query_opt(exists, &[&NAME]).map_err(EmbeddedError::Create)?.is_none() {
        client.batch_execute(&format!("CREATE DATABASE {NAME}")).map_err(EmbeddedError::Create)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_gets_a_short_socket() {
        let long = PathBuf::from(format!("/{}", "x".repeat(120)));
        for data_dir in [Path::new("/var/lib/kifu"), &long] {
            assert!(socket_dir(data_dir).join(SOCKET).as_os_str().len() <= SOCKET_PATH);
        }
    }

    #[test]
    fn any_path_survives_the_url() {
        let folder = Path::new("/tmp/a b&c=d%20/棋譜");
        let config: postgres::Config = url(folder, NAME).parse().unwrap();
        assert_eq!(config.get_hosts(), [tokio_postgres::config::Host::Unix(folder.into())]);
        assert_eq!((config.get_user(), config.get_dbname()), (Some(NAME), Some(NAME)));
    }
}
