//! Every observation of the archive, for tools that read Parquet: one file for each kind of game and each month in
//! which games were played.

mod columns;
pub mod endpoints;
mod file;

use std::collections::BTreeMap;

use chrono::DateTime;
use kifu_engine::games;
use parquet::errors::ParquetError;

use super::archive::{Archive, AsOf, Measured, Roll, Rolls, Wanted};
use super::columns::facets::Facet;
use super::shapes::shapes;
use crate::problem::{Code, Problem};
use crate::store::Store;

/// The media type of a file.
pub const PARQUET: &str = "application/vnd.apache.parquet";

/// The games of one kind that were played in one month of the calendar in UTC.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The slug of the game.
    pub game: String,
    /// `2026-11`.
    pub month: String,
}

/// Rows of chunks: by chunk, those that belong to a part.
pub type Rows = BTreeMap<usize, Vec<u32>>;

/// Which parts these games fall into.
pub fn parts(rolls: &Rolls) -> BTreeMap<Part, Rows> {
    let mut parts: BTreeMap<Part, Rows> = BTreeMap::new();
    for (number, roll) in rolls.rolls.iter().enumerate() {
        for row in counted(roll, rolls.moment.position) {
            let Some(month) = month(roll.games.at[row as usize]) else { continue };
            let part = Part { game: roll.game.to_string(), month };
            parts.entry(part).or_default().entry(number).or_default().push(row);
        }
    }
    parts
}

/// Reads all games of a kind with everything observed in them.
pub async fn read(
    archive: &Archive,
    store: &Store,
    game: &str,
    as_of: Option<AsOf>,
) -> Result<Rolls, Problem> {
    let meta = games::find(game).ok_or_else(|| Problem::plain(Code::NotFound))?.meta();
    let shapes = shapes(meta);
    let metrics = Measured::all(&shapes);
    let wanted = Wanted { game: Some(meta.slug), facets: &Facet::ALL, metrics: &metrics, as_of };
    archive.rolls(store, &wanted).await
}

/// The file of a part.
pub fn write(rolls: &Rolls, rows: &Rows) -> Result<Vec<u8>, ParquetError> {
    let mut columns = columns::Columns::default();
    for (number, rows) in rows {
        columns.add(&rolls.rolls[*number], rows, &rolls.moment.ground.people);
    }
    file::write(&columns)
}

/// The rows that counted at a position of the feed.
fn counted(roll: &Roll, position: i64) -> impl Iterator<Item = u32> {
    let games = &roll.games;
    (0..).zip(games.stays.from.iter().zip(&games.stays.until)).filter_map(move |(row, (from, until))| {
        let counts = (*from..*until).contains(&position) && roll.dead.binary_search(&row).is_err();
        counts.then_some(row)
    })
}

fn month(millis: i64) -> Option<String> {
    Some(DateTime::from_timestamp_millis(millis)?.format("%Y-%m").to_string())
}

#[cfg(test)]
mod tests;
