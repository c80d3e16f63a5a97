//! The kifu binary, and a folder that it keeps its data in.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use uuid::Uuid;

use crate::citus::ClusterDatabase;

/// The kifu binary to test.
///
/// # Panics
///
/// If it has not been built; the message says how.
pub fn binary() -> PathBuf {
    // Tests lie in a folder below that of binaries.
    let beside_us = || {
        let us = std::env::current_exe().ok()?;
        let path = us.parent()?.join("kifu");
        Some(if path.is_file() { path } else { us.parent()?.parent()?.join("kifu") })
    };
    let path = std::env::var_os("KIFU_BIN").map(PathBuf::from).or_else(beside_us).unwrap_or_default();
    assert!(
        path.is_file(),
        "there is no kifu at {}: build it with `cargo build --all-features` (with --release if the tests \
         run with it), or name it in KIFU_BIN",
        path.display()
    );
    path
}

/// How many shards databases of the tests have, if `TEST_SHARDS` says so: everything holds with several, too.
pub fn shards() -> Option<String> {
    std::env::var("TEST_SHARDS").ok()
}

/// A data folder that PostgreSQL's user can reach; removed when it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Where its database is, if that is on a cluster.
    database: Option<ClusterDatabase>,
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Folder {
    /// A new one with nothing in it: kifu makes the database when it first works there.
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-http-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        Self { path: folder, database: None }
    }

    /// A new one whose database is a copy of the prepared one on the cluster with these ports.
    pub fn on_cluster(ports: Vec<u16>) -> Self {
        let mut folder = Self::new();
        folder.database = Some(ClusterDatabase::prepared(ports));
        folder
    }

    /// Where its database is, if that is on a cluster.
    pub fn cluster_database(&self) -> Option<&ClusterDatabase> {
        self.database.as_ref()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where kifu keeps its data.
    pub(crate) fn data(&self) -> PathBuf {
        self.path.join("data")
    }

    /// A kifu command that works in this folder and knows nothing of our environment.
    pub fn kifu(&self) -> Command {
        let mut command = Command::new(binary());
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KIFU_")) {
            command.env_remove(name);
        }
        command.arg("--data-dir").arg(self.data());
        command
            .env("KIFU_CONFIG", "/dev/null")
            .env("KIFU_LISTEN", "127.0.0.1:0")
            .env("KIFU_METRICS_LISTEN", "127.0.0.1:0")
            .env("KIFU_LOG", "warn");
        if let Some(shards) = shards() {
            command.env("KIFU_SHARDS", shards);
        }
        if let Some(database) = &self.database {
            command.env("KIFU_DATABASE_URL", database.url());
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The command to serve; its errors go where the test's do.
    pub(crate) fn serving(&self) -> Command {
        let mut command = self.kifu();
        command.stderr(Stdio::inherit());
        command
    }

    /// Runs a kifu command in this folder to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.kifu().args(arguments).output().unwrap()
    }

    /// Address of the database that a service serves from this folder.
    pub fn database_url(&self) -> String {
        if let Some(database) = &self.database {
            return database.url();
        }
        let socket = fs::canonicalize(self.data().join("run")).unwrap();
        format!("postgresql:///kifu?host={}&port=5432&user=kifu", socket.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
