//! Statistics over HTTP: what can be asked ([`query`]), what it is read from ([`archive`]), answers that are kept
//! ([`answer_cache`], [`ratings`]) and the endpoints. What is counted and how stands in the crate `kifu-statistics`.

pub mod answer_cache;
pub mod archive;
pub mod as_of;
pub mod bulk;
pub mod catalogue;
pub mod leaderboard;
pub mod query;
pub mod ratings;
pub mod show;
