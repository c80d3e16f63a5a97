//! The places in which records are counted: the rows of a chunk.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use quick_cache::sync::Cache;
use uuid::Uuid;

use crate::http::problem::Problem;
use kifu_statistics::columns::column_groups::{ColumnGroup, ids};
use kifu_statistics::columns::inline::{INLINE_COLUMN, NamedColumn, unpack};
use kifu_store::{GameId, GenerationProgress, Store, StoredChunk, StoredColumn};

/// Chunks whose ids are kept; those of the largest take 512 KiB, of most 64.
const MAX_CACHED_CHUNKS: usize = 64;

/// The place in which a record is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The record.
    pub game: GameId,
    /// The chunk.
    pub chunk: i64,
    /// Its rows there.
    pub rows: Range<usize>,
}

/// Finds records by the ids in the chunks, and keeps those for the next time: they never change.
pub struct RecordLocator {
    cache: Cache<ChunkKey, Arc<Vec<Uuid>>>,
}

/// The shard, the generation, the chunk.
type ChunkKey = (i32, i32, i64);

impl Default for RecordLocator {
    fn default() -> Self {
        Self { cache: Cache::new(MAX_CACHED_CHUNKS) }
    }
}

impl RecordLocator {
    /// Finds these records in these chunks, with their rows. A record whose rows are dead is not counted.
    pub async fn find(
        &self,
        store: &Store,
        standing: &GenerationProgress,
        chunks: &[StoredChunk],
        games: &[GameId],
    ) -> Result<Vec<Counted>, Problem> {
        let mut games = games.to_vec();
        games.sort_unstable();
        let searched: Vec<_> = chunks
            .iter()
            .map(|chunk| (chunk, between(&games, chunk.id_range)))
            .filter(|(_, games)| !games.is_empty())
            .collect();
        let numbers: Vec<i64> = searched.iter().map(|(chunk, _)| chunk.chunk).collect();
        let ids = self.ids(store, standing, &numbers).await?;
        let counted =
            searched.iter().filter_map(|(chunk, games)| Some((chunk, games, ids.get(&chunk.chunk)?)));
        Ok(counted.flat_map(|(chunk, games, ids)| counted_in(chunk, games, ids)).collect())
    }

    async fn ids(
        &self,
        store: &Store,
        standing: &GenerationProgress,
        chunks: &[i64],
    ) -> Result<HashMap<i64, Arc<Vec<Uuid>>>, Problem> {
        let key = |chunk: i64| (standing.shard.number(), standing.generation, chunk);
        let cached = chunks.iter().filter_map(|chunk| Some((*chunk, self.cache.get(&key(*chunk))?)));
        let mut ids_by_chunk: HashMap<_, _> = cached.collect();
        let missing: Vec<i64> =
            chunks.iter().copied().filter(|chunk| !ids_by_chunk.contains_key(chunk)).collect();
        if !missing.is_empty() {
            let names = [ColumnGroup::Ids.name(), INLINE_COLUMN];
            for StoredColumn { chunk, name, bytes } in
                store.latest().columns(standing, &missing, Some(&names)).await?
            {
                let ids = Arc::new(ids_in((name, bytes))?);
                self.cache.insert(key(chunk), ids.clone());
                ids_by_chunk.insert(chunk, ids);
            }
        }
        Ok(ids_by_chunk)
    }
}

fn ids_in(column: NamedColumn) -> Result<Vec<Uuid>, Problem> {
    let columns = unpack(column).map_err(Problem::internal)?;
    let found = columns.iter().find(|(name, _)| name == ColumnGroup::Ids.name());
    Ok(found.map(|(_, bytes)| ids(bytes)).unwrap_or_default())
}

/// The records between two, these included, of sorted records.
fn between(games: &[GameId], [first, last]: [GameId; 2]) -> &[GameId] {
    let begin = games.partition_point(|game| *game < first);
    let end = games.partition_point(|game| *game <= last);
    games.get(begin..end).unwrap_or_default()
}

fn counted_in(chunk: &StoredChunk, games: &[GameId], ids: &[Uuid]) -> Vec<Counted> {
    let counted = games.iter().filter_map(|game| {
        let first = ids.partition_point(|id| *id < game.0);
        let end = ids.partition_point(|id| *id <= game.0);
        let counted = Counted { game: *game, chunk: chunk.chunk, rows: first..end };
        (first < end && !chunk.tombstones.contains(&first)).then_some(counted)
    });
    counted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u128) -> GameId {
        GameId(Uuid::from_u128(number))
    }

    #[test]
    fn a_record_is_found_with_all_its_rows_unless_they_are_dead() {
        let ids: Vec<Uuid> = [2, 4, 4, 4, 7, 9].map(Uuid::from_u128).into();
        let id_range = [game(2), game(9)];
        let chunk = StoredChunk { chunk: 5, game: "go".into(), id_range, rows: 6, tombstones: vec![4] };
        let found = counted_in(&chunk, &[2, 3, 4, 7, 9].map(game), &ids);
        let at = |number, rows| Counted { game: game(number), chunk: 5, rows };
        assert_eq!(found, [at(2, 0..1), at(4, 1..4), at(9, 5..6)]);
    }

    #[test]
    fn a_chunk_is_searched_for_what_lies_between_its_ends() {
        let games = [1, 3, 5].map(game);
        assert_eq!(super::between(&games, [game(2), game(5)]), [3, 5].map(game));
        assert_eq!(super::between(&games, [game(6), game(9)]), []);
        assert_eq!(super::between(&games, [game(0), game(1)]), [game(1)]);
    }
}
