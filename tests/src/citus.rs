//! A cluster of Citus: a coordinator and workers, each a PostgreSQL of its own on a port of this machine. Tests get
//! databases on it that are copies of one which `kifu migrate --distribute` has made.

use std::path::Path;

use postgres::{Client, NoTls};
use uuid::Uuid;

use crate::postgres::{Postgres, Setup};

/// Names the ports of a running cluster, the coordinator's first: tests of services get their databases there.
pub const PORTS: &str = "TEST_CLUSTER";

/// The database that all others are copies of.
pub const PREPARED: &str = "kifu_prepared";

/// Every node trusts all connections from this machine. Each database has a process of Citus's own.
const SETUP: Setup = Setup {
    logins: "host all all 127.0.0.1/32 trust",
    certificate: None,
    clients: None,
    settings: &[
        "shared_preload_libraries=citus",
        "citus.node_conninfo=sslmode=disable",
        "citus.enable_statistics_collection=off",
        "wal_level=logical",
        "max_connections=500",
        "max_prepared_transactions=500",
        "max_worker_processes=200",
        "max_locks_per_transaction=512",
        "shared_buffers=64MB",
    ],
};

/// A running cluster.
#[derive(Debug)]
pub struct Citus {
    coordinator: Postgres,
    workers: Vec<Postgres>,
}

/// A database on a running cluster; removed from all nodes when it is dropped.
#[derive(Debug)]
pub struct ClusterDatabase {
    ports: Vec<u16>,
    name: String,
}

/// True if the newest PostgreSQL of this machine has the extension.
pub fn is_installed() -> bool {
    let folders = std::fs::read_dir("/usr/share/postgresql").into_iter().flatten().flatten();
    folders.map(|folder| folder.path().join("extension/citus.control")).any(|control| Path::is_file(&control))
}

/// The ports of the cluster that the tests use, if they use one.
pub fn ports() -> Option<Vec<u16>> {
    let ports = std::env::var(PORTS).ok()?;
    Some(ports.split(',').map(|port| port.parse().expect("ports, separated by commas")).collect())
}

impl Citus {
    /// Starts a coordinator and this number of workers.
    ///
    /// # Panics
    ///
    /// If one does not start.
    pub fn start(workers: usize) -> Self {
        let workers = (0..workers).map(|_| Postgres::start(&SETUP)).collect();
        Self { coordinator: Postgres::start(&SETUP), workers }
    }

    /// A further worker that no database knows yet.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn add(&mut self) -> u16 {
        let worker = Postgres::start(&SETUP);
        let port = worker.port();
        self.workers.push(worker);
        port
    }

    /// The workers.
    pub fn workers(&mut self) -> &mut [Postgres] {
        &mut self.workers
    }

    /// Its ports, the coordinator's first.
    pub fn ports(&self) -> Vec<u16> {
        std::iter::once(&self.coordinator).chain(&self.workers).map(Postgres::port).collect()
    }

    /// A database with the extension on all nodes, which know each other, and nothing of Kifu's in it.
    ///
    /// # Panics
    ///
    /// If it can't be made.
    pub fn empty_database(&self, name: &str) -> ClusterDatabase {
        let ports = self.ports();
        for port in &ports {
            connect(*port, "postgres").batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
            connect(*port, name).batch_execute("CREATE EXTENSION citus").unwrap();
        }
        let mut coordinator = connect(ports[0], name);
        let register = format!("SELECT citus_set_coordinator_host('127.0.0.1', {})", ports[0]);
        coordinator.batch_execute(&register).unwrap();
        for port in &ports[1..] {
            coordinator.batch_execute(&format!("SELECT citus_add_node('127.0.0.1', {port})")).unwrap();
        }
        ClusterDatabase { ports, name: name.to_owned() }
    }
}

impl ClusterDatabase {
    /// A copy of the prepared one on the nodes with these ports.
    ///
    /// # Panics
    ///
    /// If it can't be made.
    pub fn prepared(ports: Vec<u16>) -> Self {
        let name = format!("kifu_{}", Uuid::now_v7().simple());
        for port in &ports {
            let mut node = connect(*port, "postgres");
            let leave = format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{PREPARED}'"
            );
            let copy = format!("CREATE DATABASE {name} TEMPLATE {PREPARED}");
            while let Err(error) = node.batch_execute(&leave).and_then(|()| node.batch_execute(&copy)) {
                assert_eq!(error.code(), Some(&postgres::error::SqlState::OBJECT_IN_USE), "{error}");
            }
        }
        Self { ports, name }
    }

    /// Lets nobody in any more, so that it can be copied.
    ///
    /// # Panics
    ///
    /// If a node refuses that.
    pub fn close(&self) {
        for port in &self.ports {
            let close = format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", self.name);
            connect(*port, "postgres").batch_execute(&close).unwrap();
        }
    }

    /// Lets a further node with the extension take part, without any shards yet. It also gets the settings of the
    /// coordinator's databases, so that it must have databases with those names.
    ///
    /// # Panics
    ///
    /// If it can't.
    pub fn add_node(&self, port: u16) {
        for name in [PREPARED, &self.name] {
            connect(port, "postgres").batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        }
        connect(port, &self.name).batch_execute("CREATE EXTENSION citus").unwrap();
        self.node(0).batch_execute(&format!("SELECT citus_add_node('127.0.0.1', {port})")).unwrap();
    }

    /// Its address, for the superuser.
    pub fn url(&self) -> String {
        format!("postgresql://postgres@127.0.0.1:{}/{}", self.ports[0], self.name)
    }

    /// A connection to the part of it on a node.
    ///
    /// # Panics
    ///
    /// If there is none to be had.
    pub fn node(&self, number: usize) -> Client {
        connect(self.ports[number], &self.name)
    }
}

impl Drop for ClusterDatabase {
    fn drop(&mut self) {
        for port in &self.ports {
            let url = format!("host=127.0.0.1 port={port} user=postgres dbname=postgres");
            // A node that is away has nothing to remove.
            let Ok(mut node) = Client::connect(&url, NoTls) else { continue };
            let _ = node.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        }
    }
}

fn connect(port: u16, database: &str) -> Client {
    Client::connect(&format!("host=127.0.0.1 port={port} user=postgres dbname={database}"), NoTls).unwrap()
}
