//! What statistics are answered from: columns of counted games, generation by generation.
//! `migrations/V15__statistics.sql` says what the tables hold.

mod chunk;
mod generation;
mod head;
mod log;
mod manifest;
mod upkeep;

pub use chunk::{NewChunk, StoredChunk, StoredColumn};
pub use generation::{Rebuilding, Standing, State, Switch};
pub use head::ChangedHead;
pub use log::{CountedHead, Entered, Stretch};
pub use manifest::{ColumnKey, Manifest, ManifestChunk, Moment, ReadColumn};
pub use upkeep::{Carded, Follow, Upkeep};
