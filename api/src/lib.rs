//! The service `kifu`: records of tabletop games over HTTP, kept in PostgreSQL.

pub mod archive;
pub mod auth;
pub mod commands;
pub mod config;
pub mod contract;
pub mod database;
pub mod details;
pub mod docs;
pub mod embedded;
pub mod feed;
pub mod health;
pub mod logging;
pub mod players;
pub mod problem;
pub mod projection;
pub mod records;
pub mod request;
pub mod routes;
pub mod rules;
pub mod seal;
pub mod signals;
pub mod startup;
pub mod statistics;
pub mod store;
pub mod tables;
pub mod webhooks;
