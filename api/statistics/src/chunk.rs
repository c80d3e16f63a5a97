//! The data that answers questions: chunks of counted games as they stood at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use kifu_engine::statistics::Metric;

use crate::answer::ScanInput;
use crate::columns::Shape;
use crate::columns::games::Games;
use crate::columns::observations::{ObservationColumns, ObservationColumnsBuilder, dimension};
use crate::question::{GroupByExpr, PlayerRedirects, Question};

/// The columns of a metric that a question needs.
#[derive(Clone, Debug)]
pub struct ColumnRequest<'q> {
    /// Its id.
    pub id: &'q str,
    /// Places of dimensions.
    pub dimensions: Vec<usize>,
}

/// The chunks that a question needs, read at one moment.
pub struct ChunkSet {
    /// Chunk by chunk.
    pub chunks: Vec<LoadedChunk>,
    /// When that was.
    pub snapshot: Snapshot,
}

/// The id of a chunk: its generation, its shard, its number. A chunk never changes, except that rows are deleted.
pub type ChunkId = (i32, i32, i64);

/// The games of a chunk.
#[derive(Clone)]
pub struct LoadedChunk {
    /// The id of the chunk.
    pub id: ChunkId,
    /// The position in the feed of its shard up to which it is asked.
    pub position: i64,
    /// The kind of game.
    pub game: Arc<str>,
    /// The games, as far as they were asked for.
    pub games: Arc<Games>,
    /// Rows that a later chunk replaces, in their order.
    pub tombstones: Arc<Vec<u32>>,
    /// The columns asked for, by metric; one in which nothing was observed is missing.
    pub observations: BTreeMap<String, Arc<ObservationColumns>>,
}

/// The archive at the moment at which it was looked at.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Up to here the feed of each shard is counted. It must never be shown, because it reveals how much is hidden.
    pub positions: Arc<[i64]>,
    /// Everything acknowledged before this time is counted.
    pub as_of: DateTime<Utc>,
    /// The player that each id stands for now.
    pub redirects: PlayerRedirects,
    /// The digest of the data that was read.
    pub id: SnapshotId,
}

/// A digest of the data that was read: the same for the same chunks, rows and people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SnapshotId(pub [u8; 32]);

impl<'q> ColumnRequest<'q> {
    /// A metric as far as a question needs it.
    pub fn of_question(id: &'q str, question: &Question) -> Self {
        let filtered = question.filter.dimensions.iter().map(|(place, _)| *place);
        let by = question.by.iter().filter_map(GroupByExpr::dimension);
        let places: BTreeSet<usize> = filtered.chain(by).collect();
        Self { id, dimensions: places.into_iter().collect() }
    }

    /// All metrics of these shapes, with all their dimensions.
    pub fn all(shapes: &'q [Shape]) -> Vec<Self> {
        shapes.iter().map(|(id, dimensions)| Self { id, dimensions: (0..*dimensions).collect() }).collect()
    }

    /// The names of the columns in which it lies.
    pub fn columns(&self) -> impl Iterator<Item = String> {
        let dimensions = self.dimensions.iter().map(|place| dimension(self.id, *place));
        std::iter::once(self.id.to_owned()).chain(dimensions)
    }
}

impl LoadedChunk {
    /// The games with what was observed of one metric; `None` if nothing was, unless games are numbered, for which all of
    /// them count.
    pub fn input(mut self, id: &str, metric: &Metric, by: &[GroupByExpr]) -> Option<ScanInput> {
        let none = || {
            let mut none = ObservationColumnsBuilder::new(metric.dimensions.len());
            (0..self.games.len()).for_each(|_| none.push(&[]));
            Arc::new(none.finish())
        };
        let numbered = by.iter().any(GroupByExpr::is_by_number);
        let observations = self.observations.remove(id).or_else(|| numbered.then(none))?;
        Some(ScanInput {
            position: self.position,
            observations,
            game: self.game,
            games: self.games,
            tombstones: self.tombstones,
            opponents: None,
        })
    }
}
