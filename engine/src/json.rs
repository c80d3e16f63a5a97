//! Values as JSON.

use serde::Serialize;
use serde_json::Value;

/// Nothing the engine writes can fail to be JSON: its maps have string keys only.
pub(crate) fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
