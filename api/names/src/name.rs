//! A name: text that people type and others see.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::NameKey;
use super::clean::{cleaned, is_visible};
use super::letters::{letter_count, letters};

/// The name of somebody or something, a place, a tag, a label. There is something to be seen in it, it changes nothing
/// of what stands beside it, and it is short.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, JsonSchema)]
#[schemars(
    inline,
    description = "",
    with = "String",
    extend("minLength" = 1, "maxLength" = Self::MAX_LETTERS, "pattern" = r"^[^\x00]*[^\s\x00-\x1f\x7f-\x9f][^\x00]*$")
)]
pub struct Name(String);

/// The reason why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidName {
    /// Nothing can be seen in it.
    #[error("a name in which nothing is visible")]
    Invisible,
    /// It has so many letters.
    #[error("a name of {0} letters")]
    TooManyLetters(usize),
    /// It has so many bytes, or its key has.
    #[error("a name of {0} bytes")]
    TooManyBytes(usize),
}

impl InvalidName {
    /// Reads the error back from a reader's message: readers of JSON pass on nothing but words.
    pub fn from_words(words: &str) -> Option<Self> {
        let rest = words.strip_prefix("a name ")?;
        let count = |unit| rest.strip_prefix("of ")?.strip_suffix(unit)?.parse().ok();
        if words == Self::Invisible.to_string() {
            return Some(Self::Invisible);
        }
        count(" letters").map(Self::TooManyLetters).or_else(|| count(" bytes").map(Self::TooManyBytes))
    }
}

impl Name {
    /// Letters, as people see them, that a name has at most.
    pub const MAX_LETTERS: usize = 100;
    /// Bytes that a name has at most, and its key.
    pub const MAX_BYTES: usize = 500;
    /// The name in place of one that is not valid any more.
    const ILLEGIBLE: &str = "\u{FFFD}";

    /// Makes a name of text that somebody sent, without invisible characters.
    ///
    /// # Errors
    ///
    /// If there is nothing to be seen in it, or too much.
    pub fn parse(text: &str) -> Result<Self, InvalidName> {
        let name = Self(cleaned(text));
        let (letter_count, bytes) = (letter_count(&name.0), name.0.len().max(name.key().as_str().len()));
        if !is_visible(&name.0) {
            Err(InvalidName::Invisible)
        } else if letter_count > Self::MAX_LETTERS {
            Err(InvalidName::TooManyLetters(letter_count))
        } else if bytes > Self::MAX_BYTES {
            Err(InvalidName::TooManyBytes(bytes))
        } else {
            Ok(name)
        }
    }

    /// A name as an earlier version may have stored it, which allowed more: what can be shown of it.
    pub fn stored(text: &str) -> Self {
        Self::parse(text).unwrap_or_else(|_| {
            let shown = cleaned(text);
            let beginning: Vec<&str> = letters(&shown).take(Self::MAX_LETTERS).collect();
            let beginnings = (1..=beginning.len()).rev().map(|count| beginning[..count].concat());
            let longest = beginnings.map(|beginning| Self::parse(&beginning)).find_map(Result::ok);
            longest.unwrap_or_else(|| Self(Self::ILLEGIBLE.to_owned()))
        })
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which it is compared.
    pub fn key(&self) -> NameKey {
        NameKey::of(&self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Name> for String {
    fn from(Name(text): Name) -> Self {
        text
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
                Name::parse(text).map_err(E::custom)
            }
        }
        reader.deserialize_str(NameVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_something_to_be_seen() {
        for text in [
            "",
            " ",
            "\u{200b}",
            "\u{2060}",
            "\u{feff}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{2800}",
            "\u{202e}",
            "\u{ad}",
            "\u{fe0f}",
            "\u{301}",
            "\u{3000}",
            "\t",
            "\u{e0100}",
            "\u{e0041}",
            "\u{fff9}",
            "\u{fffc}",
            "\u{180e}",
            "\u{34f}",
            "\u{17b4}",
            "\u{1d159}",
            "\u{115f}\u{1160}",
            " \u{20dd}",
            "\u{200d}\u{200d}",
            "\u{85}",
            "\u{e000}",
            "\u{ffff}",
        ] {
            assert_eq!(Name::parse(text), Err(InvalidName::Invisible), "{text:?}");
            assert_eq!(Name::stored(text).as_str(), "�", "{text:?}");
        }
        for text in ["A", "1", "あ", "👩‍🚀", "♥", "?", "أحمد", "דוד"] {
            assert_eq!(Name::parse(text).expect(text).as_str(), text);
        }
    }

    #[test]
    fn a_name_is_short_by_letters_and_by_bytes() {
        assert!(Name::parse(&"あ".repeat(100)).is_ok() && Name::parse(&"か\u{3099}".repeat(80)).is_ok());
        assert_eq!(Name::parse(&"あ".repeat(101)), Err(InvalidName::TooManyLetters(101)));
        assert_eq!(Name::parse(&"👨‍👩‍👧‍👦".repeat(21)), Err(InvalidName::TooManyBytes(525)));
        assert_eq!(Name::parse(&"\u{fdfa}".repeat(20)), Err(InvalidName::TooManyBytes(660)), "by its key");
        assert_eq!(Name::stored(&"あ".repeat(101)).as_str(), "あ".repeat(100));
        assert_eq!(Name::stored(&"\u{fdfa}".repeat(20)).as_str(), "\u{fdfa}".repeat(15));
    }

    #[test]
    fn what_is_wrong_with_a_name_passes_through_readers() {
        for fault in
            [InvalidName::Invisible, InvalidName::TooManyLetters(101), InvalidName::TooManyBytes(525)]
        {
            assert_eq!(InvalidName::from_words(&fault.to_string()), Some(fault));
        }
        assert_eq!(InvalidName::from_words("a name of somebody"), None);
        assert!(serde_json::from_str::<Name>("\"\u{200b}\"").is_err());
    }
}
