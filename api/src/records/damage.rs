//! Stored records that can't be read to their end. A reader of many passes over them and reports them: one damaged
//! record does not stop the rest.

use kifu_engine::erased::Rejected;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::http::credentials::Access;
use crate::http::problem::Problem;
use crate::http::words::records::Records;
use crate::http::words::text;
use crate::records::cache::{LoadedRecord, ReplayError, Unfoldable};
use crate::records::view::seen;
use kifu_store::GameId;

/// The most records that a trailer names; it counts the others.
const MAX_NAMED: usize = 1000;

/// A stored record that was passed over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PassedOver {
    /// The record.
    pub id: Uuid,
    /// The first event that is missing or can't be replayed, by the client's count; none where the record does not
    /// even open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<u64>,
    /// Why.
    pub message: Text,
}

/// A stored record that can't be read to its end.
pub enum Damaged {
    /// It does not open: something beside its events is not what this version of Kifu knows.
    Unopened(GameId),
    /// Not one event of it is stored.
    Empty(GameId),
    /// It opens, and stops before an event.
    Stopped(Box<LoadedRecord>, ReplayError),
}

impl Damaged {
    /// The part that this access may know. The facts against an event may be hidden, and so may its number.
    pub fn seen_by(&self, access: Access) -> PassedOver {
        let (loaded, error) = match self {
            Self::Unopened(id) => {
                return PassedOver { id: id.0, event: None, message: text(Records::RecordUnreadable) };
            }
            Self::Empty(id) => {
                let message = text(Records::EventMissing { event: 0 });
                return PassedOver { id: id.0, event: Some(0), message };
            }
            Self::Stopped(loaded, error) => (loaded, error),
        };
        let event = match access {
            Access::Scribe => error.at.0,
            Access::Seat(_) | Access::Reader => seen(loaded, access).version().0 + 1,
        };
        let message = match &error.why {
            Unfoldable::Missing => text(Records::EventMissing { event }),
            Unfoldable::Rejected(why) if access == Access::Scribe => refusal(why, loaded, event),
            Unfoldable::Rejected(_) | Unfoldable::Panicked => text(Records::EventUnreplayable { event }),
        };
        PassedOver { id: loaded.head.id.0, event: Some(event), message }
    }
}

fn refusal(why: &Rejected, loaded: &LoadedRecord, event: u64) -> Text {
    Problem::rejected(why.clone(), &loaded.names).at_event(event).message()
}

/// The last line of many records, where some were passed over.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Trailer {
    /// The first 1000 of them.
    pub passed_over: Vec<PassedOver>,
    /// The number of them.
    pub count: u64,
}

impl Trailer {
    /// Names one more.
    pub fn add(&mut self, record: PassedOver) {
        self.count += 1;
        if self.passed_over.len() < MAX_NAMED {
            self.passed_over.push(record);
        }
    }

    /// The line; nothing where all records are there.
    pub fn line(&self) -> String {
        match self.count {
            0 => String::new(),
            _ => serde_json::to_string(self).unwrap_or_default() + "\n",
        }
    }

    /// True if a line is a list of records passed over, and so no record.
    pub fn is(line: &serde_json::Value) -> bool {
        line["passed_over"].is_array() && line["count"].is_u64()
    }
}
