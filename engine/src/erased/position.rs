//! The position of a record of any game and all that goes with it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{AnyRecord, AnyView, DisputeView};
use crate::outcome::Outcome;
use crate::record::Status;
use crate::seq::Seq;

/// The position of a record and all that goes with it, for the viewer whose record it is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct PositionView {
    /// The version of the record as this viewer counts it.
    pub version: Seq,
    /// Live, over or abandoned.
    pub status: Status,
    /// How many moves are in force.
    pub moves: usize,
    /// True: a move in force broke a rule.
    pub irregular: bool,
    /// The position.
    pub state: AnyView,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// Moves that do not agree with what somebody else said, as far as this viewer sees both.
    pub disputes: Vec<DisputeView>,
}

impl PositionView {
    /// The position of this record.
    pub fn of(record: &dyn AnyRecord) -> Self {
        Self {
            version: record.version(),
            status: record.status(),
            moves: record.len(),
            irregular: record.is_irregular(),
            state: record.state(),
            outcome: record.outcome(),
            disputes: record.disputes(),
        }
    }
}
