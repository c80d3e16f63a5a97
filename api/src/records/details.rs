//! Everything known about a record beside the game itself: all that may change, and all that names
//! a person. It lives outside the events, so that erasing somebody touches no event.
//!
//! A change here also raises `games.revision` of every record concerned, last in the same transaction. An instance that
//! has the record in memory then sees, in the look that it takes anyway, that it must read the people anew: a read asks
//! how new the record is, and an append returns the revision that it found.

use kifu_engine::sitter::Sitter;
use kifu_engine::text::Names;
use kifu_names::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::problem::Problem;
use crate::http::words::records::Records;
use crate::records::played_at::PlayedAt;
use kifu_store::{Json, Occupant, Record};

/// Most tags.
const MAX_TAGS: usize = 20;

/// The people by seat, the time, the place and so on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Details {
    /// Names by seat; `null` for a guest without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<Name>>,
    /// The player by seat, if it is one with a profile. Left out if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Option<Uuid>>,
    /// When it was played; the offset, if there is one, is that of the clock at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_at: Option<PlayedAt>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Name>,
    /// Words to find it by.
    pub tags: Vec<Name>,
}

/// The form stored with the record and used to find it. `write_search_document` reads the keys.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    played_at: Option<PlayedAt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place_key: Option<String>,
    tags: Vec<String>,
    tag_keys: Vec<String>,
}

impl Details {
    /// The details of a record; parts that can't be read are left out.
    pub fn of(record: &Record) -> Self {
        let stored = Self::stored_in(&record.details);
        let players: Vec<_> =
            record.seating.iter().map(|sitter| sitter.player().map(|player| player.0)).collect();
        Self {
            names: record.seating.iter().map(|sitter| sitter.name().cloned()).collect(),
            players: if players.iter().any(Option::is_some) { players } else { Vec::new() },
            ..stored
        }
    }

    /// Reads the details stored with the record, without its people; parts that can't be read are left out.
    pub fn stored_in(details: &Json) -> Self {
        let StoredDetails { played_at, place, tags, .. } = details.read().unwrap_or_default();
        Self {
            played_at,
            place: place.as_deref().map(Name::stored),
            tags: tags.iter().map(|tag| Name::stored(tag)).collect(),
            ..Self::default()
        }
    }

    /// The form stored with the record. People are stored apart.
    ///
    /// # Errors
    ///
    /// If they can't be written as JSON, which is a fault of the service.
    pub fn stored(&self) -> Result<Json, Problem> {
        let stored = StoredDetails {
            played_at: self.played_at,
            place: self.place.as_ref().map(Name::to_string),
            place_key: self.place.as_ref().map(|place| place.key().into()),
            tags: self.tags.iter().map(Name::to_string).collect(),
            tag_keys: self.tags.iter().map(|tag| tag.key().into()).collect(),
        };
        Json::of(&stored).map_err(Problem::internal)
    }

    /// Checks that there are not too many tags.
    ///
    /// # Errors
    ///
    /// If there are; the problem names the field and the limit.
    pub fn check(&self) -> Result<(), Problem> {
        let input = self.tags.len();
        if input <= MAX_TAGS {
            return Ok(());
        }
        let message = Records::TooManyTags { field: "tags".into(), input, most: MAX_TAGS };
        let values = serde_json::json!({"field": "tags", "length": input, "allowed": {"max": MAX_TAGS}});
        Err(Problem::field("tags", message).with(values))
    }
}

/// The names of the seats in narration.
pub fn names(seating: &[Occupant]) -> Names {
    let sitters = seating.iter().map(|occupant| match (occupant, occupant.name()) {
        (Occupant::Erased, _) => Sitter::Erased,
        (_, Some(name)) => Sitter::Named(name.as_str()),
        (_, None) => Sitter::Nameless,
    });
    Sitter::names(&sitters.collect::<Vec<_>>())
}
