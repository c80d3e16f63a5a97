//! Numbers of events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of an event in its record. The opening is 0, the first entry 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(rename = "EventNumber")]
pub struct Seq(pub u64);
