//! The data that answers statistics: columns of counted games, generation by generation.
//! `migrations/V9__statistics.sql` describes the tables.

mod chunk;
mod countable_record;
mod dirty_record;
mod generation;
mod incremental_update;
mod manifest;
mod slow_observations;

pub use chunk::{NewChunk, StoredChunk, StoredColumn};
pub use countable_record::CountableRecord;
pub use dirty_record::DirtyRecord;
pub use generation::{GenerationProgress, GenerationState, GenerationSwitch, RebuildLock};
pub use incremental_update::IncrementalUpdate;
pub use manifest::{ColumnKey, ColumnReader, Manifest, ManifestChunk, SnapshotTime};
pub use slow_observations::SlowObservations;
