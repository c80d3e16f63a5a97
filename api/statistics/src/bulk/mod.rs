//! Every observation of the archive, for tools that read Parquet: one file for each kind of game and each month in
//! which games were played, or each day or hour of that month.

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

/// The beginning and the end of the files' names.
const FILE_STEM: &str = "observations";
const FILE_EXTENSION: &str = "parquet";

/// How long the time is whose games are in one file, in the calendar in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilePeriod {
    /// A month.
    #[default]
    Month,
    /// A day.
    Day,
    /// An hour.
    Hour,
}

/// The games of one kind that were played in one month of the calendar in UTC, or in one day or hour of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParquetPart {
    /// The slug of the game.
    pub game: String,
    /// `2026-11`.
    pub month: String,
    /// The day of the month (`07`) or its hour (`07T15`); the whole month without one.
    pub time_in_month: Option<String>,
}

impl ParquetPart {
    /// A whole month.
    pub fn of_month(game: &str, month: &str) -> Self {
        Self { game: game.to_owned(), month: month.to_owned(), time_in_month: None }
    }

    /// The folder of its file: tools for partitioned Parquet read game and month from it.
    pub fn folder(&self) -> [String; 2] {
        [format!("game={}", self.game), format!("month={}", self.month)]
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        match &self.time_in_month {
            Some(time) => format!("{FILE_STEM}-{time}.{FILE_EXTENSION}"),
            None => format!("{FILE_STEM}.{FILE_EXTENSION}"),
        }
    }

    /// True if some part has a file of this name.
    pub fn may_have_file(name: &str) -> bool {
        let Some(rest) = name.strip_prefix(FILE_STEM) else { return false };
        let Some(time) = rest.strip_suffix(FILE_EXTENSION).and_then(|rest| rest.strip_suffix('.')) else {
            return false;
        };
        let is_number = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        match time.strip_prefix('-').map(|time| time.split_once('T').unwrap_or((time, "00"))) {
            Some((day, hour)) => is_number(day) && is_number(hour),
            None => time.is_empty(),
        }
    }
}

/// Rows of chunks: by chunk, those that belong to a part.
pub type Rows = BTreeMap<usize, Vec<u32>>;

/// The parts that these games fall into.
pub fn parts(set: &ChunkSet, period: FilePeriod) -> BTreeMap<ParquetPart, Rows> {
    let mut parts: BTreeMap<ParquetPart, Rows> = BTreeMap::new();
    for (number, chunk) in set.chunks.iter().enumerate() {
        for row in counted_rows(chunk) {
            let Some((month, time_in_month)) = times(chunk.games.played_at[row as usize], period) else {
                continue;
            };
            let part = ParquetPart { game: chunk.game.to_string(), month, time_in_month };
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

/// The month of a moment, and which part of it.
fn times(millis: i64, period: FilePeriod) -> Option<(String, Option<String>)> {
    let at = DateTime::from_timestamp_millis(millis)?;
    let format = match period {
        FilePeriod::Month => None,
        FilePeriod::Day => Some("%d"),
        FilePeriod::Hour => Some("%dT%H"),
    };
    Some((at.format("%Y-%m").to_string(), format.map(|format| at.format(format).to_string())))
}

#[cfg(test)]
mod tests;
