//! The answers of statistics: their queries ([`query`]), their moments ([`as_of`], [`looks`]), their data
//! ([`archive`]), the caches ([`answer_cache`], [`ratings`]) and the form of numbers ([`rounded_json`]). The crate
//! `kifu-statistics` defines the counts.

pub mod answer_cache;
pub mod archive;
pub mod as_of;
pub mod looks;
pub mod names;
pub mod query;
pub mod ratings;
pub mod rounded_json;
pub mod sources;
