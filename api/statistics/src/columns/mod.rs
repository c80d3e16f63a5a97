//! The columns that questions are answered from.
//!
//! Counted games come in chunks of one kind of game. A chunk never changes: a column for each [column
//! group](column_groups::ColumnGroup) of its [`Games`], one of [`ObservationColumns`] for every metric, and one for
//! each of its dimensions. A record has an entry for each interval of the feed in which it said something else, and all
//! its entries are in one chunk. When it is counted anew, all of them are written to a later chunk, and tombstones mark
//! the rows in the old one. Small chunks are merged into larger ones, which drops deleted rows.
//!
//! Chunks never change, so an instance keeps decoded ones without asking whether they are stale. Column groups and
//! dimensions are stored apart, so a question reads only what it filters and groups by. A row is written some four
//! times in all, by merging eight chunks to one. Where a record is counted is found in the sorted ids of the chunks, as
//! in any log-structured store; an index with a row for each record cost a rebuild more than everything else that it
//! writes. A service that meets columns of another format answers 503 until its own generation is live.

pub mod column_groups;
pub mod dictionary_column;
pub mod games;
pub mod inline;
pub mod merging;
pub mod observations;
mod packed;

use std::collections::BTreeMap;

pub use postcard::Error as ColumnError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use games::{Game, Games};
use observations::{ObservationColumns, StoredObservation};

/// A game with everything that was observed in it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEntry {
    /// The game.
    pub game: Game,
    /// The observations, by metric.
    pub observations: BTreeMap<String, Vec<StoredObservation>>,
}

/// Counted games of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk {
    /// The games.
    pub games: Games,
    /// The observations, by metric: all metrics that any game of the kind has.
    pub observations: BTreeMap<String, ObservationColumns>,
}

/// A metric, by name, with the number of its dimensions.
pub type Shape = (String, usize);

impl Chunk {
    /// A chunk of these entries, with a column for each of these metrics.
    pub fn of(mut entries: Vec<GameEntry>, metrics: &[Shape]) -> Self {
        entries.sort_by_key(|entry| (entry.game.id, entry.game.from));
        let mut builder = ChunkBuilder::new(metrics);
        for entry in &entries {
            builder.push(entry);
        }
        builder.finish()
    }
}

/// Makes a [`Chunk`] entry by entry, in the order of their records and positions.
pub struct ChunkBuilder {
    games: games::GamesBuilder,
    observations: Vec<(String, observations::ObservationColumnsBuilder)>,
}

impl ChunkBuilder {
    /// For a chunk with a column for each of these metrics.
    pub fn new(metrics: &[Shape]) -> Self {
        let column = |(metric, dimensions): &Shape| {
            (metric.clone(), observations::ObservationColumnsBuilder::new(*dimensions))
        };
        Self { games: games::GamesBuilder::default(), observations: metrics.iter().map(column).collect() }
    }

    /// Adds an entry behind those that were added.
    pub fn push(&mut self, entry: &GameEntry) {
        self.games.push(&entry.game);
        for (metric, observations) in &mut self.observations {
            observations.push(entry.observations.get(metric).map_or(&[][..], Vec::as_slice));
        }
    }

    /// The chunk.
    pub fn finish(self) -> Chunk {
        let observations = self.observations.into_iter().map(|(metric, column)| (metric, column.finish()));
        Chunk { games: self.games.finish(), observations: observations.collect() }
    }
}

/// A column as it is stored.
///
/// # Errors
///
/// If a value can't be encoded.
pub fn encode(column: &impl Serialize) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_allocvec(column)
}

/// A column that was stored.
///
/// # Errors
///
/// If the bytes are no such column.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(bytes)
}

impl Chunk {
    /// The entries, as they were put in.
    pub fn entries(&self) -> Vec<GameEntry> {
        let entry = |row| {
            let observations =
                self.observations.iter().map(|(metric, column)| (metric.clone(), column.get(row)));
            let observations = observations.filter(|(_, observations)| !observations.is_empty()).collect();
            GameEntry { game: self.games.get(row), observations }
        };
        (0..self.games.len()).map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::column_groups::ColumnGroup;
    use super::observations::{Value, WHOLE_TABLE};
    use super::*;

    fn entry(id: u128, from: i64) -> GameEntry {
        let game = Game {
            id: Uuid::from_u128(id),
            from,
            until: from + 7,
            played_at: 1_700_000_000_000,
            irregular: id.is_multiple_of(2),
            options: "{}".into(),
            rules_version: 1,
            place: id.is_multiple_of(3).then(|| "home".into()),
            tags: vec!["club".into(); usize::try_from(id % 3).unwrap()],
            players: vec![Some(Uuid::from_u128(7)), None],
            won: vec![true, false],
            places: vec![1, 2],
            ending: "empty".into(),
        };
        let one = |seat, value| StoredObservation { seat, value, dimensions: vec![Some("2".into())] };
        let values = [
            one(0, Value::Number(1.5)),
            one(WHOLE_TABLE, Value::Between(0.0, 1.0)),
            one(1, Value::Word("x".into())),
        ];
        let observations = [("bids".to_owned(), values[..usize::try_from(id % 4).unwrap()].to_vec())];
        GameEntry {
            game,
            observations: observations.into_iter().filter(|(_, values)| !values.is_empty()).collect(),
        }
    }

    #[test]
    fn a_chunk_gives_back_what_was_put_in_sorted_and_survives_being_stored() {
        let mut entries: Vec<_> =
            (0..9).rev().map(|id| entry(id, 100 - i64::try_from(id).unwrap())).collect();
        entries.push(entry(3, 5));
        let chunk = Chunk::of(entries.clone(), &[("bids".into(), 1), ("never".into(), 0)]);
        entries.sort_by_key(|entry| (entry.game.id, entry.game.from));
        assert_eq!(chunk.entries(), entries);
        let mut stored = Games::default();
        for column_group in ColumnGroup::ALL {
            stored.take(
                column_group,
                &Games::read(column_group, &chunk.games.write(column_group).unwrap()).unwrap(),
            );
        }
        assert_eq!(stored, chunk.games);
        let observations = &chunk.observations["bids"];
        let mut stored: ObservationColumns = decode(&encode(observations).unwrap()).unwrap();
        assert_eq!(stored.dimensions, []);
        stored.take(0, decode(&encode(&*observations.dimensions[0]).unwrap()).unwrap());
        assert_eq!(stored, *observations);
    }
}
