//! How villagers land.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// A way to land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantNames, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LandingKind {
    /// Hand up: meat.
    Up,
    /// Hand down: charcoal.
    Down,
    /// Flat.
    Flat,
    /// Standing: a dog from the pack.
    Standing,
    /// Leaning against something: not counted.
    Leaning,
}

impl LandingKind {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

/// How many villagers landed each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DancingVillagerLanding")]
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
    /// How many villagers landed this way.
    pub const fn count(&self, kind: LandingKind) -> i64 {
        match kind {
            LandingKind::Up => self.up,
            LandingKind::Down => self.down,
            LandingKind::Flat => self.flat,
            LandingKind::Standing => self.standing,
            LandingKind::Leaning => self.leaning,
        }
    }

    /// How many villagers landed; saturates at the greatest number.
    pub fn total(&self) -> i64 {
        LandingKind::VARIANTS
            .iter()
            .copied()
            .fold(0, |total: i64, kind| total.saturating_add(self.count(kind)))
    }

    /// The sum of both.
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
