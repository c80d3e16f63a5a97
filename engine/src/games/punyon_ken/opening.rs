//! The options before the first move, and the first position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::score::Score;
use super::{PunyonKen, TWO_SEATS, refusals};
use crate::violation::Violation;

/// There are no options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "PunyonKenOptions")]
pub struct Options {}

impl PunyonKen {
    /// PK-1: both hands open, palms up.
    pub(super) const START: Self = Self { scores: [Score::START; 2], won: None };

    /// The first position.
    pub(super) fn open(seats: u8, Options {}: &Options) -> Result<Self, Violation> {
        if seats == TWO_SEATS.count() { Ok(Self::START) } else { Err(refusals::wrong_seats(seats)) }
    }
}
