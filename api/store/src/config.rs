//! The configuration of the store.

use std::time::Duration;

use super::{DatabaseUrl, Shards};

/// The address of the database, and how many connections to hold.
#[derive(Clone, Debug)]
pub struct StoreConfig {
    /// The user in it owns the schema.
    pub url: DatabaseUrl,
    /// A read replica; reads go to the primary without one.
    pub read_url: Option<DatabaseUrl>,
    /// How far behind the replica may be and still be read.
    pub max_replica_lag: Duration,
    /// Most connections in each pool. Appending takes others, outside the pools: on each thread as many as it needs at the
    /// same time, which is never more than there are shards.
    pub connections: usize,
    /// How many shards an empty database gets; one, if nothing is said. A database that is in use keeps its number.
    pub shards: Option<Shards>,
}

impl StoreConfig {
    /// One database for reads and writes, with 16 connections.
    pub fn new(url: DatabaseUrl) -> Self {
        Self { url, read_url: None, max_replica_lag: Duration::from_secs(30), connections: 16, shards: None }
    }
}
