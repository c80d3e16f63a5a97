//! Facts that a scribe may not have seen.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something true at the table that the record may not know. `null` in JSON when unknown;
/// give such a field `#[serde(default)]` where leaving it out means the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(inline, description = "", with = "Option<T>")]
pub enum Fact<T> {
    /// Recorded.
    Known(T),
    /// Nobody has said.
    #[default]
    Unknown,
}

impl<T> Fact<T> {
    /// The value, if known.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// A reference to the value, if known.
    pub fn as_ref(&self) -> Fact<&T> {
        match self {
            Self::Known(value) => Fact::Known(value),
            Self::Unknown => Fact::Unknown,
        }
    }

    /// True if the value is known.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// True if the value is not known.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// Applies a function to the value, if known.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Fact<U> {
        match self {
            Self::Known(value) => Fact::Known(f(value)),
            Self::Unknown => Fact::Unknown,
        }
    }

    /// This fact, or the other one where this is unknown.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match self {
            Self::Known(_) => self,
            Self::Unknown => other,
        }
    }

    /// This fact if it is visible, else unknown.
    #[must_use]
    pub fn seen_if(self, visible: bool) -> Self {
        if visible { self } else { Self::Unknown }
    }
}

impl<T: PartialEq> Fact<T> {
    /// True if both can hold at once: they are equal, or one of them is unknown.
    pub fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => a == b,
            _ => true,
        }
    }
}

impl<T> From<Option<T>> for Fact<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Self::Known)
    }
}

impl<T: Serialize> Serialize for Fact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Fact<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<T>::deserialize(deserializer).map(Self::from)
    }
}
