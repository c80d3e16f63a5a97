//! Statistics over HTTP: the endpoints.

pub mod bulk;
pub mod catalogue;
pub mod file_cache;
pub mod leaderboard;
pub mod show;
