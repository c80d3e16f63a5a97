//! How likely each sum of the cards on the table is.

use schemars::JsonSchema;
use serde::Serialize;

use super::table::Tables;
use crate::analysis::{Distribution, WhyNull};
use crate::seat::Seat;

/// The odds of the sum of the cards on the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultOdds")]
pub struct Odds {
    /// The square of the arrow: the number declared last, or 0.
    pub arrow: i64,
    /// The chance that the cards make that much or more.
    pub holds: f64,
    /// The least sum that is possible.
    pub least: i64,
    /// The chance of each sum, from the least one on; they sum to 1.
    pub chances: Vec<f64>,
    /// For each card, in the order they were laid, the chance of each number from 0 to 6.
    pub cards: Vec<[f64; 7]>,
}

impl Tables<'_> {
    /// The odds of the sum of the cards on the table, as a seat or the public could know.
    pub(super) fn odds(&self, step: usize, viewer: Option<Seat>) -> Result<Odds, WhyNull> {
        let draws = self.draws(step, viewer)?;
        let sum = draws.sum().ok_or(WhyNull::NoWorldFits)?;
        let arrow = self.replay.before(step).arrow();
        Ok(Odds {
            arrow,
            holds: sum.at_least(arrow),
            least: sum.least(),
            chances: sum.chances().to_vec(),
            cards: draws.chances().ok_or(WhyNull::NoWorldFits)?,
        })
    }

    /// The sum of the cards on the table, as a seat or the public could know.
    pub(super) fn sum_seen(&self, step: usize, viewer: Option<Seat>) -> Result<Distribution, WhyNull> {
        self.draws(step, viewer)?.sum().ok_or(WhyNull::NoWorldFits)
    }
}
