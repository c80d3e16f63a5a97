//! Every observation of the archive, for tools that read Parquet: one file for each kind of game and each month in
//! which games were played.

mod columns;
mod digest;
mod file;
mod metadata;

pub use digest::digest;
pub use file::SCHEMA;

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use parquet::errors::ParquetError;

use crate::chunk::{ChunkSet, LoadedChunk};

/// The games of one kind that were played in one month of the calendar in UTC.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParquetPart {
    /// The slug of the game.
    pub game: String,
    /// `2026-11`.
    pub month: String,
}

/// Rows of chunks: by chunk, those that belong to a part.
pub type Rows = BTreeMap<usize, Vec<u32>>;

/// Which parts these games fall into.
pub fn parts(set: &ChunkSet) -> BTreeMap<ParquetPart, Rows> {
    let mut parts: BTreeMap<ParquetPart, Rows> = BTreeMap::new();
    for (number, chunk) in set.chunks.iter().enumerate() {
        for row in counted_rows(chunk) {
            let Some(month) = month(chunk.games.at[row as usize]) else { continue };
            let part = ParquetPart { game: chunk.game.to_string(), month };
            parts.entry(part).or_default().entry(number).or_default().push(row);
        }
    }
    parts
}

/// The file of a part, with what is to be known of it as metadata: [`metadata`].
///
/// # Errors
///
/// If the Parquet library fails, which does not depend on the games.
pub fn write(set: &ChunkSet, rows: &Rows, as_of: Option<&str>) -> Result<Vec<u8>, ParquetError> {
    let mut columns = columns::Columns::default();
    for (number, rows) in rows {
        columns.add(&set.chunks[*number], rows, &set.snapshot.redirects);
    }
    let kinds: BTreeSet<&str> = rows.keys().map(|number| &*set.chunks[*number].game).collect();
    file::write(&columns, metadata::of(&kinds, as_of)?)
}

/// The rows that counted at the position up to which the chunk is asked.
fn counted_rows(chunk: &LoadedChunk) -> impl Iterator<Item = u32> {
    let games = &chunk.games;
    (0..).zip(games.base.from.iter().zip(&games.base.until)).filter_map(move |(row, (from, until))| {
        let counts =
            (*from..*until).contains(&chunk.position) && chunk.tombstones.binary_search(&row).is_err();
        counts.then_some(row)
    })
}

fn month(millis: i64) -> Option<String> {
    Some(DateTime::from_timestamp_millis(millis)?.format("%Y-%m").to_string())
}

#[cfg(test)]
mod tests;
