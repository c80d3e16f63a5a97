//! What statistics are answered from: what can be asked ([`query`]) and as of when ([`as_of`]), what it is read from
//! ([`archive`]), and what is cached ([`answer_cache`], [`ratings`], [`file_cache`]). What is counted and how stands in the crate
//! `kifu-statistics`.

pub mod answer_cache;
pub mod archive;
pub mod as_of;
pub mod file_cache;
pub mod names;
pub mod query;
pub mod ratings;
pub mod sources;
