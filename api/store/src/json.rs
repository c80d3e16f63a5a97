//! JSON on its way through.

use kifu_engine::canonical_json::CanonicalJson;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A JSON document as text, which the store passes on without looking into it.
///
/// `PostgreSQL` keeps the value, not the text: spaces, the order of members and repeated members are
/// lost. It refuses the character NUL anywhere ([`StoreError::Unstorable`](super::StoreError)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// `value` as JSON.
    ///
    /// # Errors
    ///
    /// If the value does not serialize, as `serde_json::to_string` fails.
    pub fn of(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(Self)
    }

    /// Takes text without parsing it; the database refuses text that is not JSON.
    pub fn from_text(text: String) -> Self {
        Self(text)
    }

    /// Reads it as a `T`.
    ///
    /// # Errors
    ///
    /// If it does not read as a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// The JSON in the form that is hashed.
    ///
    /// # Errors
    ///
    /// If it is no JSON.
    pub fn canonical(&self) -> Result<CanonicalJson, serde_json::Error> {
        CanonicalJson::of(&self.read::<Value>()?)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self(value.to_string())
    }
}
