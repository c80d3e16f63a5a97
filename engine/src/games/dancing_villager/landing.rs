//! How villagers land.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Word, word};
use crate::text::Text;

/// Every way to land: its name in JSON, and what people call it.
pub const LANDINGS: &[Word] = &[
    word("up", Text::fixed("手が上", "hand up")),
    word("down", Text::fixed("手が下", "hand down")),
    word("flat", Text::fixed("寝ている", "flat")),
    word("standing", Text::fixed("立った", "standing")),
    word("leaning", Text::fixed("もたれた", "leaning")),
];

/// How many villagers landed each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Hand up: meat.
    #[schemars(range(min = 0, max = 6))]
    pub up: i64,
    /// Hand down: charcoal.
    #[schemars(range(min = 0, max = 6))]
    pub down: i64,
    /// Flat.
    #[schemars(range(min = 0, max = 6))]
    pub flat: i64,
    /// Standing: a dog from the pack each.
    #[schemars(range(min = 0, max = 6))]
    pub standing: i64,
    /// Leaning against something: not counted.
    #[schemars(range(min = 0, max = 6))]
    pub leaning: i64,
}

impl Landing {
    /// Each way of landing with its name in JSON and its count.
    pub const fn counts(&self) -> [(&'static str, i64); 5] {
        [
            ("up", self.up),
            ("down", self.down),
            ("flat", self.flat),
            ("standing", self.standing),
            ("leaning", self.leaning),
        ]
    }

    /// How many villagers landed; as many as there are numbers for, if they are absurd.
    pub fn total(&self) -> i64 {
        self.counts().iter().fold(0, |total, (_, count)| total.saturating_add(*count))
    }

    /// These and those together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            up: self.up.saturating_add(other.up),
            down: self.down.saturating_add(other.down),
            flat: self.flat.saturating_add(other.flat),
            standing: self.standing.saturating_add(other.standing),
            leaning: self.leaning.saturating_add(other.leaning),
        }
    }
}
