//! What the OpenAPI 3.1 contract is made of: endpoints, parameters, answers and the engine's own types.
//!
//! A game's moves, effects and choices become unions discriminated by `type`, one named schema a
//! variant, so that generated clients are typed. Nothing here names a game.

mod answer;
mod endpoint;
mod parameter;
mod rules;
mod schemas;
pub mod unions;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

pub use answer::Answer;
pub use endpoint::Endpoint;
pub use parameter::{NO_NUL, Parameter};
pub use rules::{Identity, Rules};
pub use schemas::*;

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";

type SchemaOf = fn(&mut SchemaGenerator) -> Value;

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
