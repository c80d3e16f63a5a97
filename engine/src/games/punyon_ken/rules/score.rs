//! The score hand: bent fingers, and the direction of the palm.

use schemars::JsonSchema;
use serde::Serialize;

/// PK-5: this many bent fingers win.
pub const ALL_FINGERS: u8 = 5;

/// The direction of a palm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "PunyonKenPalm")]
pub enum Palm {
    /// Up, as at the start.
    Up,
    /// Down: one more win with paper wins the game.
    Down,
}

impl Palm {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

/// The hand on which a seat keeps its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// How many fingers are bent, 0 to 5.
    pub bent: u8,
    /// The direction of the palm.
    pub palm: Palm,
}

impl Score {
    /// PK-1: open, palm up.
    pub const START: Self = Self { bent: 0, palm: Palm::Up };

    /// Bends this many fingers, or all that are still straight (PK-I1). Returns how many.
    pub fn bend(&mut self, count: u8) -> u8 {
        let bending = count.min(ALL_FINGERS.saturating_sub(self.bent));
        self.bent += bending;
        bending
    }
}
