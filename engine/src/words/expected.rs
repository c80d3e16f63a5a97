//! The values that can stand in a place of some JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The value that was expected in a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// A whole number.
    WholeNumber(NumberRange),
    /// A number, whole or not.
    Number,
    /// `true` or `false`.
    TrueOrFalse,
    /// A text.
    Text,
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A list.
    List,
    /// A list of so many entries.
    ListOf(usize),
    /// An object.
    Object,
    /// The number of a seat.
    Seat,
    /// Nothing at all.
    Nothing,
    /// One of several.
    Either(Vec<Self>),
    /// Something else, in the words of its type.
    Other(String),
}

/// The whole numbers that a type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The least.
    pub min: i64,
    /// The greatest; none where it is beyond 2^63.
    pub max: Option<i64>,
}

impl NumberRange {
    /// True if a number is one of them.
    pub fn contains(self, number: i64) -> bool {
        self.min <= number && self.max.is_none_or(|max| number <= max)
    }

    /// True if it is so wide that nobody needs to be told of it.
    pub fn is_wide(self) -> bool {
        self.max.is_none_or(|max| max >= i64::from(u32::MAX)) && self.min <= i64::from(i32::MIN)
    }

    /// The numbers of a type of serde, by its name.
    fn of(name: &str) -> Option<Self> {
        if let Some(name) = name.strip_prefix("a nonzero ") {
            return Self::of(name).map(|range| Self { min: range.min.max(1), ..range });
        }
        let (min, max) = match name {
            "i8" => (i8::MIN.into(), i8::MAX.into()),
            "i16" => (i16::MIN.into(), i16::MAX.into()),
            "i32" => (i32::MIN.into(), i32::MAX.into()),
            "i64" | "isize" => (i64::MIN, i64::MAX),
            "u8" => (0, u8::MAX.into()),
            "u16" => (0, u16::MAX.into()),
            "u32" => (0, u32::MAX.into()),
            "u64" | "usize" => return Some(Self { min: 0, max: None }),
            _ => return None,
        };
        Some(Self { min, max: Some(max) })
    }
}

impl Expected {
    /// Reads the expectation of a type.
    pub(crate) fn of(said: &dyn serde::de::Expected) -> Self {
        Self::parse(&said.to_string())
    }

    /// Reads the expectation of a type, in the words of serde. Our own types say alternatives with " or ", and "a
    /// seat".
    fn parse(said: &str) -> Self {
        if let Some((one, rest)) = said.split_once(" or ") {
            return match Self::parse(rest) {
                Self::Either(others) => {
                    Self::Either(std::iter::once(Self::parse(one)).chain(others).collect())
                }
                other => Self::Either(vec![Self::parse(one), other]),
            };
        }
        match said {
            "a boolean" => Self::TrueOrFalse,
            "a string" | "a borrowed string" | "a character" | "a formatted date and time string" => {
                Self::Text
            }
            "a sequence" => Self::List,
            "a map" | "newtype variant" | "struct variant" | "tuple variant" => Self::Object,
            "a seat" => Self::Seat,
            "a graveyard" => Self::OneOf(vec!["graveyard"]),
            "unit" => Self::Nothing,
            "f32" | "f64" => Self::Number,
            said if said.starts_with("struct ") => Self::Object,
            said => NumberRange::of(said).map_or_else(|| Self::Other(said.to_owned()), Self::WholeNumber),
        }
    }
}

/// For programs: the type as JSON Schema names it, and its possible values.
impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = match self {
            Self::WholeNumber(_) | Self::Seat => "integer",
            Self::Number => "number",
            Self::TrueOrFalse => "boolean",
            Self::Text => "string",
            Self::List | Self::ListOf(_) => "array",
            Self::Object => "object",
            Self::Nothing => "null",
            Self::OneOf(words) => return serializer.collect_map([("one_of", words)]),
            Self::Either(alternatives) => return alternatives.serialize(serializer),
            Self::Other(_) => return serializer.serialize_none(),
        };
        let mut schema = serializer.serialize_map(None)?;
        schema.serialize_entry("type", name)?;
        match self {
            Self::WholeNumber(range) if !range.is_wide() => {
                schema.serialize_entry("min", &range.min)?;
                range.max.map_or(Ok(()), |max| schema.serialize_entry("max", &max))?;
            }
            Self::ListOf(length) => schema.serialize_entry("length", length)?,
            _ => {}
        }
        schema.end()
    }
}
