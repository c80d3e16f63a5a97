//! The portable record file: a whole record in one JSON document.

use chrono::{DateTime, Utc};
use kifu_engine::erased::{NewEntry, NewOptions};
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seq::Seq;
use kifu_names::Name;
use kifu_proofs::description;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::http::credentials::Access;
use crate::records::cache::LoadedRecord;
use crate::records::details::Details;
use crate::records::played_at::moment;
use crate::records::view::log::logged_at;
use crate::records::view::seen;
use kifu_store::{CopyOf, Visibility};

/// The version of the file format.
pub const FORMAT_VERSION: u32 = 1;

/// A whole record in one JSON document.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordFile {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub kifu: u32,
    /// The record's id; imported again, it is recognised by it.
    pub id: Uuid,
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options.
    #[schemars(with = "NewOptions")]
    pub options: Map<String, Value>,
    /// The version of the rules that it is played by; 1 in a file that says none.
    #[serde(default = "first_version")]
    pub rules_version: RulesVersion,
    /// When the record was opened.
    #[serde(deserialize_with = "moment")]
    pub opened_at: DateTime<Utc>,
    /// The viewers that may find and read the record.
    pub visibility: Visibility,
    /// The original, if this is a copy: then it stays outside statistics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<CopyOf>,
    /// The details: the people by seat, the time, the place and so on.
    #[serde(default)]
    pub details: Details,
    /// The log, oldest entry first.
    pub log: Vec<Logged>,
    /// The folded status when the file was written; checked when the file is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The result it folded to; for readers, not read back.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "not_read_back")]
    pub outcome: Option<Outcome>,
}

impl RecordFile {
    /// The record's description, as its commitments have it.
    pub fn described(&self) -> description::Details {
        let Details { names, players, played_at, place, tags } = &self.details;
        let seats = (0..names.len().max(self.seats.into())).map(|seat| {
            let name = names.get(seat).and_then(Option::as_ref).map(Name::as_str);
            let player = players.get(seat).copied().flatten();
            (description::seat_detail(seat), description::seat(name, player))
        });
        let others = [
            ("visibility", json!(self.visibility)),
            ("place", json!(place)),
            ("played_at", json!(played_at)),
            ("tags", json!(tags)),
            ("copy_of", json!(self.copy_of)),
        ];
        seats.chain(others.into_iter().map(|(detail, value)| (detail.to_owned(), value))).collect()
    }
}

/// Files did not say it while every game had one version.
const fn first_version() -> RulesVersion {
    RulesVersion::FIRST
}

/// Takes whatever is there for nothing: `skip_deserializing` would call it an unknown field.
fn not_read_back<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Outcome>, D::Error> {
    serde::de::IgnoredAny::deserialize(reader).map(|_| None)
}

/// One entry of a log.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// When it was logged.
    #[serde(deserialize_with = "moment")]
    pub at: DateTime<Utc>,
    /// The entry, as it was sent: that the file is of one game it says once.
    #[schemars(with = "NewEntry")]
    pub entry: Value,
}

impl RecordFile {
    /// The file of a record, as a viewer sees it.
    pub fn of(loaded: &LoadedRecord, access: Access) -> Self {
        let head = &loaded.head;
        let record = seen(loaded, access);
        let log = record.entries(Seq(1)).into_iter();
        Self {
            kifu: FORMAT_VERSION,
            id: head.id.0,
            game: head.game.clone(),
            seats: head.seats,
            options: head.options.read().unwrap_or_default(),
            rules_version: record.rules_version(),
            opened_at: head.opened_at,
            visibility: head.visibility,
            copy_of: head.copy_of,
            details: Details::of(head),
            log: log
                .map(|entry| Logged { at: logged_at(&loaded.times, &entry), entry: entry.payload.value() })
                .collect(),
            status: Some(record.status()),
            outcome: record.outcome(),
        }
    }
}
