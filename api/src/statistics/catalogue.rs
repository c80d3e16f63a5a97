//! `GET /v1/statistics`: every metric, and exactly what it means.

use kifu_engine::statistics::Metric;
use schemars::JsonSchema;
use serde::Serialize;

/// A metric with its definition.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Metric")]
pub struct Entry {
    /// Its id: the game's slug, or `general`, a dot, the metric's name.
    #[schemars(schema_with = "crate::contract::metric_id")]
    pub id: String,
    /// The game; `null` for what records of every game answer.
    #[schemars(schema_with = "crate::contract::maybe_slug")]
    pub game: Option<&'static str>,
    /// What people call it, what exactly it is, its unit and dimensions, its version.
    #[serde(flatten)]
    pub metric: &'static Metric,
    /// What its observations can be grouped by. `option.…` is there where the game has options.
    pub group_by: Vec<String>,
    /// Where its values are.
    pub url: String,
}
