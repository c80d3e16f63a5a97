//! The visibility of a record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::StoreError;

/// The viewers that may find and read a record without a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Anyone may find and read it.
    Public,
    /// Anyone who knows its id may read it.
    Unlisted,
    /// Only somebody with a token may read it.
    Private,
}

impl Visibility {
    /// True if this visibility is more open than the other.
    pub fn is_more_open_than(self, other: Self) -> bool {
        let openness = |visibility| match visibility {
            Self::Private => 0,
            Self::Unlisted => 1,
            Self::Public => 2,
        };
        openness(self) > openness(other)
    }

    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }

    /// The visibility of this word.
    ///
    /// # Errors
    ///
    /// If there is no visibility of this word.
    pub fn parse(word: &str) -> Result<Self, StoreError> {
        match word {
            "public" => Ok(Self::Public),
            "unlisted" => Ok(Self::Unlisted),
            "private" => Ok(Self::Private),
            other => Err(StoreError::Corrupt(format!("the visibility {other}"))),
        }
    }
}
