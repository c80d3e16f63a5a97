//! The part of one seat in a joint move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::own_cup;
use super::moves::Move;
use super::rules::animal::Animal;
use super::{Phase, YouCryWolf};
use crate::fact::Fact;
use crate::form::Form;
use crate::seat::{BySeat, Seat};
use crate::text::Names;
use crate::violation::Violation;

/// One seat's part of a joint move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "YouCryWolfPart")]
pub enum Part {
    /// Lifts its cup, as all do after a call (YCW-11).
    Reveal {
        /// The dice still under it; null for a die that makes no difference to the count.
        #[schemars(length(max = 6))]
        cup: Vec<Fact<Animal>>,
    },
}

impl crate::rules::Part<YouCryWolf> for Part {
    fn due(at: &YouCryWolf) -> Option<&'static str> {
        matches!(at.phase, Phase::Reveal(_)).then_some("reveal")
    }

    fn check(&self, at: &YouCryWolf, seat: Seat) -> Result<(), Violation> {
        let Self::Reveal { cup } = self;
        at.check_lifted(seat, cup)
    }

    fn form(at: &YouCryWolf, seat: Seat, names: &Names) -> Option<Form> {
        matches!(at.phase, Phase::Reveal(_)).then(|| own_cup(seat, &at.cups[seat].shown(), names))
    }

    fn join(parts: &BySeat<Self>) -> Option<Move> {
        let cups = parts.map(|_, Self::Reveal { cup }| Fact::Known(cup.clone()));
        Some(Move::Reveal { cups: Some(cups), count: None })
    }

    fn of(mv: &Move, seat: Seat) -> Option<Self> {
        let Move::Reveal { cups: Some(cups), count: None } = mv else { return None };
        let cup = cups.get(seat)?.as_ref().value()?;
        Some(Self::Reveal { cup: cup.clone() })
    }
}
