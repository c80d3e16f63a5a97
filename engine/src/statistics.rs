//! What a finished record says, as numbers with a definition.

use serde::Serialize;

use crate::seat::Seat;
use crate::text::Text;

/// How the values of a metric are summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Numbers: mean, spread, quantiles.
    Number,
    /// Yes or no, as 1 or 0: a share.
    Share,
    /// One word of several: how often each.
    Category,
}

/// A question that records of a game answer, and exactly what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// Stable name within the game, in `snake_case`.
    pub name: &'static str,
    /// What people call it.
    pub title: Text,
    /// What one observation is, precisely.
    pub definition: Text,
    /// What the values count: `chips`, `points`, `1` for shares.
    pub unit: &'static str,
    /// How its values are summed up.
    pub kind: Kind,
    /// The names of the dimensions its observations carry.
    pub dimensions: &'static [&'static str],
    /// Goes up whenever the definition changes.
    pub version: u32,
}

/// A metric in its first version.
pub const fn metric(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    dimensions: &'static [&'static str],
    title: Text,
    definition: Text,
) -> Metric {
    Metric { name, title, definition, unit, kind, dimensions, version: 1 }
}

/// The value of one observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// For [`Kind::Number`] and, as 0 or 1, [`Kind::Share`].
    Number(f64),
    /// For [`Kind::Category`].
    Word(String),
}

/// One thing that was seen in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observation {
    /// The metric it belongs to.
    pub metric: &'static str,
    /// Whose it is; `None` where it is the whole table's.
    pub seat: Option<Seat>,
    /// What was seen.
    pub value: Value,
    /// The dimensions the metric declares, each with its value here.
    pub dimensions: Vec<(&'static str, String)>,
}

impl Observation {
    /// A number seen at a seat, or at the whole table.
    pub fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: f64) -> Self {
        Self { metric, seat: seat.into(), value: Value::Number(value), dimensions: Vec::new() }
    }

    /// A yes (1) or no (0).
    pub fn share(metric: &'static str, seat: impl Into<Option<Seat>>, yes: bool) -> Self {
        Self::number(metric, seat, f64::from(u8::from(yes)))
    }

    /// One word of several.
    pub fn word(metric: &'static str, seat: impl Into<Option<Seat>>, word: impl Into<String>) -> Self {
        Self { metric, seat: seat.into(), value: Value::Word(word.into()), dimensions: Vec::new() }
    }

    /// The same with one dimension more.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "it reads better with values")]
    pub fn with(mut self, dimension: &'static str, value: impl ToString) -> Self {
        self.dimensions.push((dimension, value.to_string()));
        self
    }
}
