//! Where the database is.

/// Where the database is, and how many connections to hold.
#[derive(Clone)]
pub struct StoreConfig {
    /// A `postgres://` URL or key–value string; its user owns the schema.
    pub url: String,
    /// The same for a read replica; reads go to the primary without one.
    pub read_url: Option<String>,
    /// Most connections in each pool. Appending takes one more a shard, outside the pools.
    pub connections: usize,
}

impl StoreConfig {
    /// One database for reads and writes, with 16 connections.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), read_url: None, connections: 16 }
    }
}
