//! Numbers of events.

use std::fmt;
use std::num::TryFromIntError;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::count;

/// The number of an event in its record. The opening is 0, the first entry 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(rename = "EventNumber")]
pub struct Seq(pub u64);

impl Seq {
    /// The number as an index of a log that begins with the opening.
    pub fn index(self) -> usize {
        count::from_u64(self.0)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<i64> for Seq {
    type Error = TryFromIntError;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        number.try_into().map(Self)
    }
}

impl From<Seq> for i64 {
    fn from(seq: Seq) -> Self {
        seq.0.cast_signed()
    }
}
