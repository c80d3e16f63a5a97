//! The comparison of records, by the parts of a record that can never change.

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seq::Seq;
use serde_json::{Value, json};

use crate::http::cost::{Folds, Permit};
use crate::http::credentials::Access;
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::records::cache::LoadedRecord;
use crate::records::view::log::logged_at;
use crate::records::view::seen;
use kifu_store::{Event, Record, Visibility};

/// All of a record that can never change. Names, place, tags and who may read it can.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// The kind of game.
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options, all of them.
    pub options: Value,
    /// The version of the rules that it is played by.
    pub rules_version: RulesVersion,
    /// When it was opened, as exact as the store keeps it.
    pub opened_at: DateTime<Utc>,
    /// Each entry and when it was logged.
    pub log: Vec<(DateTime<Utc>, CanonicalJson)>,
}

impl Content {
    /// The view of a stored record with this access; nothing if the record is closed to it. An import is answered by
    /// this alone: comparing must not reveal more than reading.
    pub fn seen(record: &Record, events: &[Event], access: Access) -> Option<Self> {
        let log = match access {
            Access::Scribe => {
                let entry = |event: &Event| Some((event.at, event.payload.canonical().ok()?));
                events.iter().filter(|event| event.seq.0 > 0).map(entry).collect::<Option<_>>()?
            }
            _ if record.visibility == Visibility::Private => return None,
            _ => {
                #[expect(clippy::disallowed_methods, reason = "only who may open records imports")]
                let permit = Permit::<Folds>::unattended();
                let loaded = LoadedRecord::new(record.clone(), events, &permit).ok()?;
                let entries = seen(&loaded, access).entries(Seq(1)).into_iter();
                entries.map(|entry| (logged_at(&loaded.times, &entry), entry.payload)).collect()
            }
        };
        Some(Self {
            game: record.game.clone(),
            seats: record.seats,
            options: record.options.read().unwrap_or_default(),
            rules_version: record.rules_version.into(),
            opened_at: record.opened_at,
            log,
        })
    }

    /// Checks that a record that is here holds all of this one; otherwise tells where they part.
    pub fn is_in(&self, here: &Self) -> Result<(), Conflict> {
        let heads = [
            ("game", self.game == here.game),
            ("seats", self.seats == here.seats),
            ("options", self.options == here.options),
            ("rules_version", self.rules_version == here.rules_version),
            ("opened_at", self.opened_at == here.opened_at),
        ];
        if let Some((field, _)) = heads.iter().find(|(_, same)| !same) {
            return Err(Conflict::Head(field));
        }
        let same = self.log.iter().zip(&here.log).take_while(|(file, stored)| file == stored).count();
        match (same == self.log.len(), same == here.log.len()) {
            (true, _) => Ok(()),
            (false, true) => Err(Conflict::GoesOn(same)),
            (false, false) => Err(Conflict::Event(same + 1)),
        }
    }
}

/// How a file differs from the record that has its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// They differ in this field.
    Head(&'static str),
    /// They differ in this event.
    Event(usize),
    /// The file goes on after this event, the record ends there.
    GoesOn(usize),
    /// The difference is not for everybody to know.
    Closed,
}

impl From<Conflict> for Problem {
    fn from(conflict: Conflict) -> Self {
        let (message, values) = match conflict {
            Conflict::Head(field) => {
                (Records::FieldDiffers { field: field.into() }, json!({ "field": field }))
            }
            Conflict::Event(event) => (Records::EventDiffers { event }, json!({ "event": event })),
            Conflict::GoesOn(event) => (Records::EndsEarlier { event }, json!({ "ends_with": event })),
            Conflict::Closed => return Self::plain(Code::RecordConflict),
        };
        Self::new(Code::RecordConflict, message).with(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(log: &[&str]) -> Content {
        let at = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let entry = |word: &&str| (at, CanonicalJson::of(&json!({"type": word})).expect("it is JSON"));
        Content {
            game: "go".to_owned(),
            seats: 2,
            options: json!({}),
            rules_version: RulesVersion::FIRST,
            opened_at: at,
            log: log.iter().map(entry).collect(),
        }
    }

    #[test]
    fn a_record_is_a_duplicate_when_all_its_events_are_stored() {
        let here = content(&["a", "b"]);
        for (file, expected) in [
            (content(&["a", "b"]), Ok(())),
            (content(&["a"]), Ok(())),
            (content(&[]), Ok(())),
            (content(&["a", "c"]), Err(Conflict::Event(2))),
            (content(&["a", "b", "c"]), Err(Conflict::GoesOn(2))),
            (Content { seats: 3, ..content(&["a", "b"]) }, Err(Conflict::Head("seats"))),
        ] {
            assert_eq!(file.is_in(&here), expected, "{file:?}");
        }
    }

    #[test]
    fn another_time_is_another_event() {
        let here = content(&["a"]);
        let mut file = here.clone();
        file.log[0].0 += chrono::TimeDelta::microseconds(1);
        assert_eq!(file.is_in(&here), Err(Conflict::Event(1)));
    }
}
