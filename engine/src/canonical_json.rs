//! JSON in the one form that is stored and hashed.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A JSON document in its canonical form (RFC 8785), written once for the store, the hash, the limits and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalJson(String);

impl CanonicalJson {
    /// This value, written.
    ///
    /// # Errors
    ///
    /// If the value does not serialize, or has a number that JSON cannot hold.
    pub fn of(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json_canonicalizer::to_string(value).map(Self)
    }

    /// An entry of a log. Nothing the engine writes can fail to be JSON: its maps have string keys and its numbers are
    /// whole.
    pub(crate) fn of_entry(entry: &impl Serialize) -> Self {
        Self::of(entry).unwrap_or_else(|_| Self("null".to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name that an entry has in [`TYPE_FIELD`](crate::tagged::TYPE_FIELD); empty if it has none.
    pub fn kind(&self) -> String {
        kind(&self.0)
    }

    /// This object without a field.
    #[must_use]
    pub fn without(&self, field: &str) -> Self {
        let mut value = self.value();
        if let Value::Object(fields) = &mut value {
            fields.remove(field);
        }
        Self::of_entry(&value)
    }

    /// The document as a JSON value.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for CanonicalJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name in [`TYPE_FIELD`](crate::tagged::TYPE_FIELD) of an object; empty if it has none.
pub(crate) fn kind(object: &str) -> String {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Kind {
        r#type: String,
    }
    serde_json::from_str::<Kind>(object).unwrap_or_default().r#type
}
