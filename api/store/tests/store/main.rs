//! The store against a real `PostgreSQL`.

mod append;
mod authority;
mod columns;
mod concurrency;
mod deliveries;
mod distribution;
mod fixtures;
mod generations;
mod joint;
mod name_keys;
mod opening;
mod players;
mod postgres;
mod retention;
mod schema;
mod shards;
mod tokens;
mod versions;
mod whole;
