//! The service `kifu`: records of tabletop games over HTTP, kept in PostgreSQL.

mod app;
pub mod cli;
pub mod http;
pub mod operation;
mod pages;
mod players;
mod proofs;
pub mod records;
pub mod statistics;
mod streams;
