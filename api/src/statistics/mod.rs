//! Statistics over HTTP: the endpoints.

pub mod bulk;
pub mod catalogue;
pub mod leaderboard;
pub mod show;
