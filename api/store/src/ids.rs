//! The numbers and names the store hands out.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use uuid::{NoContext, Timestamp, Uuid};

/// A digest of something secret or long: of a token, a key or a body.
pub type Hash = [u8; 32];

/// A new id, greater than those made in earlier milliseconds (`UUIDv7`). The rest of it is random: ids that counted up within
/// a millisecond, as those of [`Uuid::now_v7`], would show whether another was made between two, for something hidden.
pub fn new_id() -> Uuid {
    Uuid::new_v7(Timestamp::now(NoContext))
}

/// The name of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub Uuid);

impl GameId {
    /// A new id.
    pub fn generate() -> Self {
        Self(new_id())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// The permanent id of a player's profile; the player's name may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

impl PlayerId {
    /// A new id.
    pub fn generate() -> Self {
        Self(new_id())
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of an event in the feed of its shard: from 1, without gaps, in the order of commits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(pub i64);

impl Position {
    /// Before the first event.
    pub const START: Self = Self(0);
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The time now, as exact as the database keeps it: what is answered is what is read again.
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}
