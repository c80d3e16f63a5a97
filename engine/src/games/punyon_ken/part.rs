//! The throw of one of the two.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PunyonKen;
use super::forms::own_throw;
use super::moves::Move;
use super::rules::throwing::Throw;
use crate::form::Form;
use crate::seat::{BySeat, Seat};
use crate::text::Names;
use crate::violation::Violation;

/// One seat's part of a simultaneous throw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "PunyonKenPart")]
pub enum Part {
    /// Throws.
    Throw {
        /// The throw.
        hand: Throw,
    },
}

impl crate::rules::Part<PunyonKen> for Part {
    /// PK-2.
    fn due(at: &PunyonKen) -> Option<&'static str> {
        at.won.is_none().then_some("throw")
    }

    /// Any hand can be thrown at any time.
    fn check(&self, _: &PunyonKen, _: Seat) -> Result<(), Violation> {
        Ok(())
    }

    fn form(at: &PunyonKen, seat: Seat, names: &Names) -> Option<Form> {
        at.won.is_none().then(|| own_throw(seat, names))
    }

    fn join(parts: &BySeat<Self>) -> Option<Move> {
        Some(Move::Throw { hands: parts.map(|_, Self::Throw { hand }| *hand) })
    }

    fn of(Move::Throw { hands }: &Move, seat: Seat) -> Option<Self> {
        Some(Self::Throw { hand: *hands.get(seat)? })
    }
}
