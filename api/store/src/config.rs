//! Where the database is.

use std::time::Duration;

use super::DatabaseUrl;

/// Where the database is, and how many connections to hold.
#[derive(Clone, Debug)]
pub struct StoreConfig {
    /// The user in it owns the schema.
    pub url: DatabaseUrl,
    /// A read replica; reads go to the primary without one.
    pub read_url: Option<DatabaseUrl>,
    /// How far behind the replica may be and still be read.
    pub max_replica_lag: Duration,
    /// Most connections in each pool. Appending takes one more a shard, outside the pools.
    pub connections: usize,
}

impl StoreConfig {
    /// One database for reads and writes, with 16 connections.
    pub fn new(url: DatabaseUrl) -> Self {
        Self { url, read_url: None, max_replica_lag: Duration::from_secs(30), connections: 16 }
    }
}
