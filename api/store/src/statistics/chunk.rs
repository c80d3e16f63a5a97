//! Chunks of counted games.

use crate::row::to_stored;
use deadpool_postgres::Transaction;

use super::GenerationProgress;
use crate::{GameId, Reader, StoreError};

queries! {
    const SELECT_CHUNKS: StoredChunk = "
        SELECT chunk, game, ARRAY[first_id, last_id] AS id_range, rows, tombstones FROM statistic_chunks
        WHERE shard = $1 AND generation = $2
        ORDER BY chunk";

    const SELECT_COLUMNS: StoredColumn = "
        SELECT chunk, name, bytes FROM statistic_columns
        WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3) AND ($4::text[] IS NULL OR name = ANY ($4))";

    const INSERT_CHUNKS: () = "
        INSERT INTO statistic_chunks (shard, generation, chunk, game, first_id, last_id, rows)
        SELECT $1::int, $2::int, c.chunk, c.game, c.first_id, c.last_id, c.rows
        FROM unnest($3::bigint[], $4::text[], $5::uuid[], $6::uuid[], $7::int[])
                 AS c (chunk, game, first_id, last_id, rows)";

    const INSERT_COLUMNS: () = "
        INSERT INTO statistic_columns (shard, generation, chunk, name, bytes)
        SELECT $1::int, $2::int, $3::bigint, c.name, c.bytes
        FROM unnest($4::text[], $5::bytea[]) AS c (name, bytes)";

    const ADD_TOMBSTONES: () = "
        UPDATE statistic_chunks c SET tombstones = c.tombstones || d.rows
        FROM (SELECT n.chunk, array_agg(n.row) AS rows FROM unnest($3::bigint[], $4::int[]) AS n (chunk, row)
              GROUP BY n.chunk) d
        WHERE c.shard = $1 AND c.generation = $2 AND c.chunk = d.chunk";

    const DELETE_CHUNKS: () = "
        DELETE FROM statistic_chunks WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3)";

    const DELETE_COLUMNS: () = "
        DELETE FROM statistic_columns WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3)";
}

/// A chunk without its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChunk {
    /// Its number.
    pub chunk: i64,
    /// The slug of the game.
    pub game: String,
    /// The records with the lowest and the highest id in it.
    pub id_range: [GameId; 2],
    /// How many rows, tombstoned ones included.
    pub rows: usize,
    /// Rows that don't count any more, in any order.
    pub tombstones: Vec<usize>,
}

row!(StoredChunk: chunk, game, id_range, rows, tombstones);

/// A column as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredColumn {
    /// The chunk.
    pub chunk: i64,
    /// The metric, or the column group of the games.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

row!(StoredColumn: chunk, name, bytes);

/// A chunk to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChunk {
    /// The slug of the game.
    pub game: String,
    /// The records with the lowest and the highest id in it.
    pub id_range: [GameId; 2],
    /// How many rows.
    pub rows: usize,
    /// By name: a column for each metric, dimension and column group of the games, or one for all.
    pub columns: Vec<(String, Vec<u8>)>,
}

impl Reader {
    /// All chunks of a generation.
    pub async fn chunks(&self, progress: &GenerationProgress) -> Result<Vec<StoredChunk>, StoreError> {
        self.rows(SELECT_CHUNKS, &[&progress.shard.number(), &progress.generation]).await
    }

    /// The columns of these chunks: all, or those of these names, as far as there are any.
    pub async fn columns(
        &self,
        progress: &GenerationProgress,
        chunks: &[i64],
        names: Option<&[&str]>,
    ) -> Result<Vec<StoredColumn>, StoreError> {
        let (shard, generation) = (progress.shard.number(), progress.generation);
        self.rows(SELECT_COLUMNS, &[&shard, &generation, &chunks, &names]).await
    }
}

/// Writes chunks, numbered from the one that comes next.
pub(super) async fn add(
    transaction: &Transaction<'_>,
    progress: &GenerationProgress,
    chunks: &[NewChunk],
) -> Result<(), StoreError> {
    if chunks.is_empty() {
        return Ok(());
    }
    let (shard, generation) = (progress.shard.number(), progress.generation);
    let numbers: Vec<i64> = (progress.next_chunk..).take(chunks.len()).collect();
    let games: Vec<_> = chunks.iter().map(|chunk| chunk.game.as_str()).collect();
    let [first, last] =
        [0, 1].map(|end| chunks.iter().map(|chunk| chunk.id_range[end].0).collect::<Vec<_>>());
    let rows: Vec<i32> = chunks.iter().map(|chunk| to_stored(chunk.rows)).collect::<Result<_, _>>()?;
    INSERT_CHUNKS
        .execute(transaction, &[&shard, &generation, &numbers, &games, &first, &last, &rows])
        .await?;
    for (number, chunk) in numbers.iter().zip(chunks) {
        let (names, bytes): (Vec<_>, Vec<_>) =
            chunk.columns.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).unzip();
        INSERT_COLUMNS.execute(transaction, &[&shard, &generation, number, &names, &bytes]).await?;
    }
    Ok(())
}

/// Removes chunks, of which everything that lives is elsewhere.
pub(super) async fn remove(
    transaction: &Transaction<'_>,
    progress: &GenerationProgress,
    chunks: &[i64],
) -> Result<(), StoreError> {
    if chunks.is_empty() {
        return Ok(());
    }
    for delete in [DELETE_COLUMNS, DELETE_CHUNKS] {
        delete.execute(transaction, &[&progress.shard.number(), &progress.generation, &chunks]).await?;
    }
    Ok(())
}

/// Marks these rows as no longer counted.
pub(super) async fn add_tombstones(
    transaction: &Transaction<'_>,
    progress: &GenerationProgress,
    tombstones: &[(i64, usize)],
) -> Result<(), StoreError> {
    if tombstones.is_empty() {
        return Ok(());
    }
    let chunks: Vec<i64> = tombstones.iter().map(|(chunk, _)| *chunk).collect();
    let rows: Vec<i32> = tombstones.iter().map(|(_, row)| to_stored(*row)).collect::<Result<_, _>>()?;
    ADD_TOMBSTONES
        .execute(transaction, &[&progress.shard.number(), &progress.generation, &chunks, &rows])
        .await?;
    Ok(())
}
