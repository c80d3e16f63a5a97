//! The views of a record: its position, its head, its log.

pub mod head;
pub mod log;

use std::sync::Arc;

use kifu_engine::erased::{AnyRecord, PositionView};
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use kifu_engine::violation::ViolationView;
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::credentials::Access;
use crate::http::entity_tag::{EntityTag, Stamp};
use crate::records::cache::{LoadedRecord, ReplayError};
use kifu_store::Epoch;

/// The position and all that goes with it, for one viewer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Position {
    /// The position.
    #[serde(flatten)]
    pub view: PositionView,
    /// The `ETag` of this version, as `If-Match` takes it.
    #[schemars(with = "String")]
    pub etag: EntityTag,
}

impl Position {
    /// The position of this record.
    pub fn of(record: &dyn AnyRecord, epoch: Epoch) -> Self {
        Self { view: PositionView::of(record), etag: etag(record, epoch) }
    }
}

/// Why a stored record can be read no further.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Unreplayable {
    /// The first event that no longer folds, as this viewer counts.
    pub event: Seq,
    /// The rule that stands against it; only the scribe gets it, because it may be about a hidden fact.
    pub violation: Option<ViolationView>,
    /// True: the event is not stored, as it was lost or taken away. The operator has to restore it; `kifu verify` says
    /// what else is missing.
    pub missing: bool,
}

impl Unreplayable {
    /// The part of the error that a viewer up to this version may know: everything for the scribe, for others only as
    /// far as they can see.
    pub fn seen(error: &ReplayError, names: &Names, access: Access, version: Seq) -> Self {
        let missing = error.is_missing();
        match access {
            Access::Scribe => {
                let violation = error.refusal().map(|refusal| refusal.violation.view(names));
                Self { event: error.at, violation, missing }
            }
            Access::Seat(_) | Access::Reader => Self { event: Seq(version.0 + 1), violation: None, missing },
        }
    }
}

/// The record as a viewer sees it.
pub fn seen(loaded: &LoadedRecord, access: Access) -> Arc<dyn AnyRecord> {
    loaded.seen_by(access.viewer())
}

/// The `ETag` of a record: its version as the viewer counts it.
pub fn etag(record: &dyn AnyRecord, epoch: Epoch) -> EntityTag {
    EntityTag::of_record(Stamp::of_events(record.version(), epoch))
}
