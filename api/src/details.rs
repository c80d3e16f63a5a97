//! What is known about a record beside the game itself: all that may change, and all that names
//! a person. It lives outside the events, so that erasing somebody touches no event.
//!
//! A change here also raises `games.revision` of every record concerned, last in the same transaction. An instance that
//! has the record in memory then sees, in the look that it takes anyway, that it must read the people anew: a read asks
//! how new the record is, and an append returns the revision that it found.

use kifu_engine::seat::Seat;
use kifu_engine::text::{Names, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::played_at::PlayedAt;
use crate::problem::Problem;
use crate::words;
use crate::words::records::Records;
use kifu_store::{Json, Occupant, Record};

/// Longest name, place or tag, in characters.
const MAX_NAME_LENGTH: usize = 100;
/// Most tags.
const MAX_TAGS: usize = 20;

/// Who sat where, when and so on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Details {
    /// Names by seat; `null` for a guest without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<String>>,
    /// By seat: the player, if it is one with a profile. Left out if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Option<Uuid>>,
    /// When it was played; the offset, if there is one, is that of the clock at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_at: Option<PlayedAt>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
}

impl Details {
    /// The details of a record; what can't be read is left out.
    pub fn of(record: &Record) -> Self {
        let stored: Self = record.details.read().unwrap_or_default();
        let players: Vec<_> =
            record.seating.iter().map(|sitter| sitter.player().map(|player| player.0)).collect();
        Self {
            names: record.seating.iter().map(|sitter| sitter.name().map(str::to_owned)).collect(),
            players: if players.iter().any(Option::is_some) { players } else { Vec::new() },
            ..stored
        }
    }

    /// What is stored of them with the record. People are stored apart.
    ///
    /// # Errors
    ///
    /// If they can't be written as JSON, which is a fault of the service.
    pub fn stored(&self) -> Result<Json, Problem> {
        let rest = Self { names: Vec::new(), players: Vec::new(), ..self.clone() };
        Json::of(&rest).map_err(Problem::internal)
    }

    /// Checks every length.
    ///
    /// # Errors
    ///
    /// If a text is empty or too long, or there are too many tags; the problem names the field and what is allowed.
    pub fn check(&self) -> Result<(), Problem> {
        for (seat, name) in self.names.iter().enumerate() {
            name.iter().try_for_each(|name| check_length(&format!("seats[{seat}]"), name))?;
        }
        self.place.iter().try_for_each(|place| check_length("place", place))?;
        for (index, tag) in self.tags.iter().enumerate() {
            check_length(&format!("tags[{index}]"), tag)?;
        }
        if self.tags.len() > MAX_TAGS {
            return Err(too_long("tags", self.tags.len(), MAX_TAGS));
        }
        Ok(())
    }
}

/// What the seats are called in narration. An erased player is "somebody", with the seat.
pub fn names(seating: &[Occupant]) -> Names {
    let erased = seating.iter().filter(|sitter| **sitter == Occupant::Erased).count();
    Names::by_language((0..).map(Seat::new).zip(seating).map(|(seat, sitter)| match (sitter, erased) {
        (Occupant::Erased, 1) => Some(words::text(Records::Someone)),
        (Occupant::Erased, _) => Some(words::text(Records::SomeoneOn { seat })),
        (sitter, _) => sitter.name().map(|name| Text::new(name, name)),
    }))
}

/// Checks the length of what people write, in characters.
///
/// # Errors
///
/// If it is empty or too long; the problem names the field and what is allowed.
pub fn check_length(what: &str, text: &str) -> Result<(), Problem> {
    let length = text.chars().count();
    if (1..=MAX_NAME_LENGTH).contains(&length) {
        Ok(())
    } else {
        Err(too_long(what, length, MAX_NAME_LENGTH))
    }
}

fn too_long(what: &str, length: usize, allowed: usize) -> Problem {
    let message = Records::Length { field: what.into(), input: length, longest: allowed };
    Problem::field(what, message)
        .with(serde_json::json!({"field": what, "length": length, "allowed": {"min": 1, "max": allowed}}))
}
