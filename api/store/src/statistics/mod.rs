//! What statistics are answered from: columns of counted games, generation by generation.
//! `migrations/V9__statistics.sql` says what the tables hold.

mod chunk;
mod dirty_record;
mod generation;
mod log;
mod manifest;
mod upkeep;

pub use chunk::{NewChunk, StoredChunk, StoredColumn};
pub use dirty_record::DirtyRecord;
pub use generation::{Rebuilding, Standing, State, Switch};
pub use log::{CountedHead, Entered, EventRange};
pub use manifest::{ColumnKey, Manifest, ManifestChunk, Moment, ReadColumn};
pub use upkeep::{EndedRecord, Follow, Upkeep};
