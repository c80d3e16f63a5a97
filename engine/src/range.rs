//! Ranges of whole numbers.

use schemars::JsonSchema;
use serde::Serialize;

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Range {
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

impl Range {
    /// True if a number lies in it.
    pub fn contains(self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}
