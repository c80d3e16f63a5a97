//! The options before the first move, and the first position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::Knowledge;
use super::knowledge::world::Table;
use super::rules::role::{Setup, Variant};
use super::{HalfWerewolf, Phase, refusals};
use crate::seat::{BySeat, Seats};
use crate::shared::Shared;
use crate::violation::Violation;

/// How the game is set up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "HalfWerewolfOptions")]
pub struct Options {
    /// The variant, which decides the cards; any but `standard` needs six seats.
    #[serde(default)]
    pub variant: Variant,
}

impl HalfWerewolf {
    /// The first position.
    pub(super) fn open(seats: u8, options: &Options) -> Result<Self, Violation> {
        let variant = options.variant;
        if !(4..=6).contains(&seats) {
            return Err(refusals::wrong_seats(seats));
        }
        if seats != 6 && variant != Variant::Standard {
            return Err(refusals::wrong_variant(variant, seats));
        }
        let seats = Seats::new(seats);
        let setup = Setup { seats, variant };
        Ok(Self {
            setup,
            phase: Phase::Deal,
            knowledge: Knowledge::new(Table { setup, look: None, dig: None }),
            statements: BySeat::new(seats, |_| None),
            votes: Shared::default(),
            verdict: None,
            end: None,
        })
    }
}
