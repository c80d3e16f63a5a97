//! What is known about a record beside the game itself: all that may change, and all that names
//! a person. It lives outside the events, so that erasing somebody touches no event.

use chrono::{DateTime, Utc};
use kifu_engine::text::{Names, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::{Code, Problem};
use crate::store::Json;

/// Longest name, place or tag, in characters.
const LONGEST: usize = 100;
/// Most tags.
const MOST_TAGS: usize = 20;

/// Who sat where, when and so on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Details {
    /// Names by seat; `null` for a guest without one.
    pub names: Vec<Option<String>>,
    /// When it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_at: Option<DateTime<Utc>>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
}

impl Details {
    /// Details as stored; what can't be read is left out.
    pub fn read(stored: &Json) -> Self {
        stored.read().unwrap_or_default()
    }

    /// What the seats are called in narration.
    pub fn names(&self, seats: u8) -> Names {
        let mut names = self.names.clone();
        names.resize(seats.into(), None);
        Names::new(&names)
    }

    /// Checks every length.
    pub fn check(&self) -> Result<(), Problem> {
        self.names.iter().flatten().try_for_each(|name| check_length("seats", name))?;
        self.place.iter().try_for_each(|place| check_length("place", place))?;
        self.tags.iter().try_for_each(|tag| check_length("tags", tag))?;
        if self.tags.len() > MOST_TAGS {
            return Err(too_long("tags", self.tags.len(), MOST_TAGS));
        }
        Ok(())
    }
}

fn check_length(what: &str, text: &str) -> Result<(), Problem> {
    let length = text.chars().count();
    if (1..=LONGEST).contains(&length) { Ok(()) } else { Err(too_long(what, length, LONGEST)) }
}

fn too_long(what: &str, length: usize, allowed: usize) -> Problem {
    let message = Text::new(
        format!("{what}: 長さは1から{allowed}までです({length}でした)。"),
        format!("{what}: the length must be 1 to {allowed}, not {length}."),
    );
    Problem::new(Code::MalformedBody, message)
        .with(serde_json::json!({"field": what, "length": length, "allowed": {"min": 1, "max": allowed}}))
}
