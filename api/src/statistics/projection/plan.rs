//! Plans the rows to write so that records count as they now stand.

use std::collections::{BTreeMap, HashMap};

use kifu_engine::games;

use super::count::CountedRecord;
use super::record_locator::{Counted, RecordLocator};
use crate::http::problem::Problem;
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::columns::games::Games;
use kifu_statistics::columns::inline::{NamedColumn, pack, unpack};
use kifu_statistics::columns::merging::{MergeInput, absorbed, merged, size};
use kifu_statistics::columns::observations::{dimension, dimension_named};
use kifu_statistics::columns::{Chunk, ColumnError, GameEntry, decode, encode};
use kifu_statistics::shapes::shapes;
use kifu_store::{GameId, GenerationProgress, IncrementalUpdate, NewChunk, Store, StoredChunk, StoredColumn};

/// Rows of records by the slug of their game, some of which don't count any more.
pub type Rows = BTreeMap<String, Vec<(Chunk, Vec<usize>)>>;

/// A generation as it was looked at.
pub struct StoredGeneration<'l> {
    /// The progress of the generation.
    pub standing: GenerationProgress,
    /// All its chunks.
    pub chunks: Vec<StoredChunk>,
    /// Finds records in them.
    pub record_locator: &'l RecordLocator,
}

impl StoredGeneration<'_> {
    /// Finds the places in which these records are counted.
    pub async fn counted(&self, store: &Store, games: &[GameId]) -> Result<Vec<Counted>, Problem> {
        self.record_locator.find(store, &self.standing, &self.chunks, games).await
    }
}

/// The changes that count these records as they now stand: new rows, small chunks that they complete, and the old rows
/// marked dead. `new` are rows of other records, which were never counted. Takes the entries out of the counted
/// records.
pub async fn plan(
    store: &Store,
    stored_generation: StoredGeneration<'_>,
    counted_records: &mut [CountedRecord],
    mut new: Rows,
) -> Result<IncrementalUpdate, Problem> {
    let games: Vec<GameId> = counted_records.iter().map(|record| record.game).collect();
    let counted = stored_generation.counted(store, &games).await?;
    for (slug, chunk) in
        chunks(counted_records.iter_mut().map(|record| (&*record.slug, std::mem::take(&mut record.entries))))
    {
        new.entry(slug).or_default().push((chunk, Vec::new()));
    }
    let StoredGeneration { standing, chunks: mut stored, .. } = stored_generation;
    let tombstones: Vec<(i64, usize)> = counted.iter().flat_map(rows).collect();
    delete(&mut stored, &tombstones);
    let taken = taken(&stored, &new);
    let columns = match taken.as_slice() {
        [] => Vec::new(),
        taken => store.latest().columns(&standing, taken, None).await?,
    };
    stored.retain(|chunk| taken.contains(&chunk.chunk));
    let chunks = tokio::task::spawn_blocking(move || write_chunks(new, &stored, columns));
    let chunks = chunks.await.map_err(Problem::internal)??;
    Ok(IncrementalUpdate {
        position: standing.position,
        dirty_records: Vec::new(),
        chunks,
        tombstones: tombstones.into_iter().filter(|(chunk, _)| !taken.contains(chunk)).collect(),
        merged_chunks: taken,
        progress: standing,
    })
}

fn rows(counted: &Counted) -> impl Iterator<Item = (i64, usize)> + use<> {
    let chunk = counted.chunk;
    counted.rows.clone().map(move |row| (chunk, row))
}

fn delete(stored: &mut [StoredChunk], tombstones: &[(i64, usize)]) {
    for chunk in stored {
        chunk
            .tombstones
            .extend(tombstones.iter().filter(|(number, _)| *number == chunk.chunk).map(|(_, row)| row));
    }
}

/// The chunks that are merged with the new rows.
fn taken(stored: &[StoredChunk], new: &Rows) -> Vec<i64> {
    let of_kind = |(kind, new): (&String, &Vec<(Chunk, Vec<usize>)>)| {
        let chunks = stored.iter().filter(|chunk| chunk.game == *kind);
        let sizes: Vec<_> = chunks.map(|chunk| (chunk.chunk, size_of_chunk(chunk))).collect();
        absorbed(&sizes, new.iter().map(|(chunk, tombstones)| chunk.games.len() - tombstones.len()).sum())
    };
    new.iter().flat_map(of_kind).collect()
}

fn size_of_chunk(chunk: &StoredChunk) -> usize {
    size(chunk.rows, chunk.tombstones.len())
}

/// Writes for each kind the new rows together with the live rows of the chunks that are merged.
fn write_chunks(
    new: Rows,
    stored: &[StoredChunk],
    columns: Vec<StoredColumn>,
) -> Result<Vec<NewChunk>, Problem> {
    let mut parts = read_chunks(columns)?;
    let mut written = Vec::new();
    for (kind, mut rows) in new {
        let Some(game) = games::find(&kind) else { continue };
        for chunk in stored.iter().filter(|chunk| chunk.game == kind) {
            rows.extend(parts.remove(&chunk.chunk).map(|read| (read, chunk.tombstones.clone())));
        }
        let parts: Vec<_> = rows.iter().map(|(chunk, tombstones)| MergeInput { chunk, tombstones }).collect();
        match parts.as_slice() {
            [MergeInput { chunk, tombstones: [] }] => written.push(self::stored(&kind, chunk)?),
            parts => {
                for chunk in merged(parts, &shapes(game.meta())) {
                    written.push(self::stored(&kind, &chunk)?);
                }
            }
        }
    }
    Ok(written)
}

/// Entries of records, each with the slug of its game, as a chunk for each game that has any.
fn chunks<'s>(
    entries: impl Iterator<Item = (&'s str, Vec<GameEntry>)>,
) -> impl Iterator<Item = (String, Chunk)> {
    let mut of_kinds: BTreeMap<&str, Vec<GameEntry>> = BTreeMap::new();
    for (slug, mut entries) in entries.filter(|(_, entries)| !entries.is_empty()) {
        of_kinds.entry(slug).or_default().append(&mut entries);
    }
    of_kinds.into_iter().filter_map(|(slug, entries)| {
        let shapes = shapes(games::find(slug)?.meta());
        Some((slug.to_owned(), Chunk::of(entries, &shapes)))
    })
}

/// The chunks of these columns, by their numbers.
pub fn read_chunks(columns: Vec<StoredColumn>) -> Result<HashMap<i64, Chunk>, Problem> {
    let mut chunks: HashMap<i64, Vec<NamedColumn>> = HashMap::new();
    for StoredColumn { chunk, name, bytes } in columns {
        let columns = unpack((name, bytes)).map_err(Problem::internal)?;
        chunks.entry(chunk).or_default().extend(columns);
    }
    let chunks = chunks.into_iter().map(|(number, columns)| Ok((number, read_chunk(columns)?)));
    chunks.collect::<Result<_, ColumnError>>().map_err(Problem::internal)
}

fn read_chunk(columns: Vec<NamedColumn>) -> Result<Chunk, ColumnError> {
    let mut chunk = Chunk::default();
    let (dimensions, others): (Vec<_>, Vec<_>) =
        columns.into_iter().partition(|(name, _)| dimension_named(name).is_some());
    // Columns with dimensions come after their dimensions.
    for (name, bytes) in others.iter().chain(&dimensions) {
        match (ColumnGroup::named(name), dimension_named(name)) {
            (Some(column_group), _) => chunk.games.take(column_group, &Games::read(column_group, bytes)?),
            (None, Some((metric, place))) => {
                if let Some(observations) = chunk.observations.get_mut(metric) {
                    observations.take(place, decode(bytes)?);
                }
            }
            (None, None) => _ = chunk.observations.insert(name.clone(), decode(bytes)?),
        }
    }
    Ok(chunk)
}

/// A chunk as it is stored, without the columns in which nothing was observed.
pub fn stored(kind: &str, chunk: &Chunk) -> Result<NewChunk, Problem> {
    let ids = chunk.games.ids.as_slice();
    let ends = ids.first().zip(ids.last()).ok_or_else(|| Problem::internal("a chunk without games"))?;
    let id_range = <[_; 2]>::from(ends).map(|id| GameId(*id));
    let columns = columns_of(chunk).and_then(|columns| pack(ids.len(), columns));
    let columns = columns.map_err(Problem::internal)?;
    Ok(NewChunk { game: kind.to_owned(), id_range, rows: ids.len(), columns })
}

fn columns_of(chunk: &Chunk) -> Result<Vec<NamedColumn>, ColumnError> {
    let mut columns = Vec::new();
    for column_group in ColumnGroup::ALL {
        columns.push((column_group.name().to_owned(), chunk.games.write(column_group)?));
    }
    for (name, observations) in
        chunk.observations.iter().filter(|(_, observations)| !observations.seats.is_empty())
    {
        columns.push((name.clone(), encode(observations)?));
        for (place, of_place) in observations.dimensions.iter().enumerate() {
            columns.push((dimension(name, place), encode(&**of_place)?));
        }
    }
    Ok(columns)
}
