//! A `PostgreSQL` of the tests' own: in a temporary folder, on a private socket, with fsync on.
//!
//! The tests of a process share a server, each in a database of its own. It is stopped when the last of them lets go.

#[path = "../../../../tests/src/cluster.rs"]
mod cluster;

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use cluster::Cluster;
use uuid::Uuid;

/// The port that names the server's socket.
const PORT: u16 = 5432;

static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());

/// A fresh database. Keep it as long as it is used.
pub struct Database {
    /// Its URL, as the owner.
    pub url: String,
    server: Arc<Server>,
}

impl Database {
    /// Creates a database, starting the server if need be. Blocks.
    pub fn create() -> Self {
        let server = Server::shared();
        let name = format!("t{}", Uuid::now_v7().simple());
        server.psql(&format!("CREATE DATABASE {name}"));
        Self { url: server.url(&name), server }
    }

    /// Runs a statement as the superuser, in the database `postgres`.
    pub fn psql(&self, sql: &str) {
        self.server.psql(sql);
    }
}

struct Server(Cluster);

impl Server {
    fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let mut cluster = Cluster::create(&["-A", "trust", "-k"]);
            cluster.start(PORT, &["listen_addresses=".to_owned(), "max_connections=200".to_owned()]);
            let server = Arc::new(Self(cluster));
            *shared = Arc::downgrade(&server);
            server
        })
    }

    fn url(&self, database: &str) -> String {
        format!("host={} port={PORT} user=postgres dbname={database}", self.0.folder.display())
    }

    fn psql(&self, sql: &str) {
        let mut psql = Command::new("psql");
        let output = psql.args(["-qX", "-c", sql, &self.url("postgres")]).output().unwrap();
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
