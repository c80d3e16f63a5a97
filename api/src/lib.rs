//! The service `kifu`: records of tabletop games over HTTP, kept in PostgreSQL.

pub mod config;
pub mod database;
pub mod embedded;
pub mod logging;
pub mod signals;
