//! The store against a real `PostgreSQL`.

mod append;
mod concurrency;
mod fixtures;
mod opening;
mod postgres;
mod schema;
mod statistics;
mod whole;
