//! Statistics over HTTP: the endpoints.

pub mod answers;
pub mod bulk;
pub mod catalogue;
pub mod leaderboard;
pub mod projection;
pub mod show;
