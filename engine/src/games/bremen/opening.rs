//! The options before the first move, and the first position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bremen, refusals};
use crate::seat::Seats;
use crate::violation::Violation;

/// There are no options besides the number of seats.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "BremenOptions")]
pub struct Options {}

impl Bremen {
    /// BR-1: three or four play.
    pub(super) fn open(seats: u8, Options {}: &Options) -> Result<Self, Violation> {
        match seats {
            3 | 4 => Ok(Self { seats: Seats::new(seats), redeals: 0, table: None }),
            _ => Err(refusals::wrong_seats(seats)),
        }
    }
}
