//! The store against a real `PostgreSQL`.

mod append;
mod concurrency;
mod counting;
mod fixtures;
mod generations;
mod joint;
mod opening;
mod players;
mod postgres;
mod schema;
mod tokens;
mod whole;
