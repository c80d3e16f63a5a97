//! Joint moves: all seats choose at the same moment, each without knowing the choices of the others.

use schemars::JsonSchema;
use serde::Serialize;

use crate::seq::Seq;

/// A joint move that a record waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JointMove")]
pub struct Joint {
    /// The type of the move.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The last event that may have changed the choice: parts entered before it count for nothing. Comments change
    /// nothing.
    #[serde(skip)]
    pub since: Seq,
}
