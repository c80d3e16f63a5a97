//! Somebody on a seat, as requests name them.

use std::fmt;

use kifu_names::Name;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use crate::http::reading::EXPECTED_PERSON;

/// Somebody at the table: a name, an object with a name, or an object with a player's id.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum SeatEntry {
    /// Just the name.
    Name(Name),
    /// A person with a name.
    Person(Person),
    /// A player with a profile.
    Player(PlayerEntry),
}

/// Names the fault of an object, which serde's own untagged reading can't.
impl<'de> Deserialize<'de> for SeatEntry {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(SeatVisitor)
    }
}

struct SeatVisitor;

impl<'de> Visitor<'de> for SeatVisitor {
    type Value = SeatEntry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED_PERSON)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<SeatEntry, E> {
        Name::parse(name).map(SeatEntry::Name).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<SeatEntry, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct OpeningFields {
            name: Option<Name>,
            player: Option<Uuid>,
            token: Option<String>,
        }
        match OpeningFields::deserialize(MapAccessDeserializer::new(fields))? {
            OpeningFields { name: Some(name), player: None, token: None } => {
                Ok(SeatEntry::Person(Person { name }))
            }
            OpeningFields { name: None, player: Some(player), token } => {
                Ok(SeatEntry::Player(PlayerEntry { player, token }))
            }
            _ => Err(A::Error::invalid_value(Unexpected::Map, &self)),
        }
    }
}

/// A person with a name.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Person {
    /// The name.
    name: Name,
}

/// A player with a profile.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PlayerEntry {
    /// The player's id; that of a merged profile stands for its successor.
    pub player: Uuid,
    /// The player's token, which shows the consent; the operator and players who are seated by anybody need none.
    #[schemars(extend("writeOnly" = true))]
    pub token: Option<String>,
}

impl SeatEntry {
    /// The name of a guest, if it is one.
    pub fn guest(&self) -> Option<&Name> {
        match self {
            Self::Name(name) | Self::Person(Person { name }) => Some(name),
            Self::Player(_) => None,
        }
    }

    /// The player, if it is one.
    pub fn player(&self) -> Option<&PlayerEntry> {
        match self {
            Self::Player(entry) => Some(entry),
            Self::Name(_) | Self::Person(_) => None,
        }
    }
}
