//! JSON in the one form that is hashed.

use serde::Serialize;

/// A JSON document in its canonical form (RFC 8785).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalJson(String);

impl CanonicalJson {
    /// This value, written.
    ///
    /// # Errors
    ///
    /// If the value does not serialize, or has a number that is none in JSON.
    pub fn of(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json_canonicalizer::to_string(value).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
