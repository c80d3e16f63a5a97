//! Statistics over HTTP: the endpoints.

pub mod bulk;
pub mod catalogue;
pub mod counting;
pub mod leaderboard;
pub mod projection;
pub mod show;
