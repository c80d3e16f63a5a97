//! What statistics are answered from: columns of counted games, generation by generation.
//! `migrations/V9__statistics.sql` says what the tables hold.

mod chunk;
mod dirty_record;
mod event_range;
mod generation;
mod incremental_update;
mod manifest;
mod slow_observations;

pub use chunk::{NewChunk, StoredChunk, StoredColumn};
pub use dirty_record::DirtyRecord;
pub use event_range::{CountableRecord, EventRange, RangeEvent};
pub use generation::{GenerationProgress, GenerationState, GenerationSwitch, RebuildLock};
pub use incremental_update::{EndedRecord, FeedEnd, IncrementalUpdate, SearchUpdate, ShardWork};
pub use manifest::{ColumnKey, ColumnReader, Manifest, ManifestChunk, SnapshotTime};
pub use slow_observations::SlowObservations;
