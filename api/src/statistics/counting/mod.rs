//! What statistics are answered from: what can be asked ([`query`]) and as of when ([`as_of`], [`looks`]), what it is read from
//! ([`archive`]), what is cached ([`answer_cache`], [`ratings`]), and how numbers are written
//! ([`rounded_json`]). What is counted and how stands in the crate `kifu-statistics`.

pub mod answer_cache;
pub mod archive;
pub mod as_of;
pub mod looks;
pub mod names;
pub mod query;
pub mod ratings;
pub mod rounded_json;
pub mod sources;
