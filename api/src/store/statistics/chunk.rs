//! Chunks of counted games, and where each record is in them.

use deadpool_postgres::Transaction;
use uuid::Uuid;

use super::Standing;
use crate::store::{GameId, Reader, StoreError};

const COUNTED: &str = "
    SELECT game_id, chunk, first, rows FROM statistic_counted
    WHERE shard = $1 AND generation = $2 AND game_id = ANY ($3)";

const CHUNKS: &str = "
    SELECT chunk, game, rows, dead FROM statistic_chunks
    WHERE shard = $1 AND generation = $2 AND game = ANY ($3)
    ORDER BY chunk";

const COLUMNS: &str = "
    SELECT chunk, name, bytes FROM statistic_columns
    WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3)";

const ADD_CHUNKS: &str = "
    INSERT INTO statistic_chunks (shard, generation, chunk, game, rows)
    SELECT $1::int, $2::int, c.chunk, c.game, c.rows
    FROM unnest($3::bigint[], $4::text[], $5::int[]) AS c (chunk, game, rows)";

const ADD_COLUMNS: &str = "
    INSERT INTO statistic_columns (shard, generation, chunk, name, bytes)
    SELECT $1::int, $2::int, $3::bigint, c.name, c.bytes
    FROM unnest($4::text[], $5::bytea[]) AS c (name, bytes)";

const COUNT: &str = "
    INSERT INTO statistic_counted (shard, generation, game_id, chunk, first, rows)
    SELECT $1::int, $2::int, c.game_id, $3::bigint, c.first, c.rows
    FROM unnest($4::uuid[], $5::int[], $6::int[]) AS c (game_id, first, rows)
    ON CONFLICT (shard, generation, game_id) DO UPDATE
    SET chunk = excluded.chunk, first = excluded.first, rows = excluded.rows";

const UNCOUNT: &str = "
    DELETE FROM statistic_counted WHERE shard = $1 AND generation = $2 AND game_id = ANY ($3)";

const BURY: &str = "
    UPDATE statistic_chunks c SET dead = c.dead || d.rows
    FROM (SELECT n.chunk, array_agg(n.row) AS rows FROM unnest($3::bigint[], $4::int[]) AS n (chunk, row)
          GROUP BY n.chunk) d
    WHERE c.shard = $1 AND c.generation = $2 AND c.chunk = d.chunk";

const REMOVE_CHUNKS: &str = "
    DELETE FROM statistic_chunks WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3)";

const REMOVE_COLUMNS: &str = "
    DELETE FROM statistic_columns WHERE shard = $1 AND generation = $2 AND chunk = ANY ($3)";

/// Where a counted record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The record.
    pub game: GameId,
    /// The chunk.
    pub chunk: i64,
    /// Its first row there.
    pub first: i32,
    /// How many rows.
    pub rows: i32,
}

/// A chunk without its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChunk {
    /// Its number.
    pub chunk: i64,
    /// The slug of the game.
    pub game: String,
    /// How many rows, the dead ones included.
    pub rows: i32,
    /// Rows that don't count any more, in any order.
    pub dead: Vec<i32>,
}

/// A column as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredColumn {
    /// The chunk.
    pub chunk: i64,
    /// The metric; empty for the games.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A chunk to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChunk {
    /// The slug of the game.
    pub game: String,
    /// How many rows.
    pub rows: i32,
    /// By name; the games under the empty one.
    pub columns: Vec<(String, Vec<u8>)>,
    /// Which records, each with its first row and how many.
    pub records: Vec<(GameId, i32, i32)>,
}

impl Reader {
    /// Which of these records are counted, and where.
    pub async fn counted(&self, standing: &Standing, games: &[GameId]) -> Result<Vec<Counted>, StoreError> {
        let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
        let rows = self.rows(COUNTED, &[&standing.shard.number(), &standing.generation, &ids]).await?;
        let counted = |row: &tokio_postgres::Row| {
            Ok(Counted {
                game: GameId(row.try_get("game_id")?),
                chunk: row.try_get("chunk")?,
                first: row.try_get("first")?,
                rows: row.try_get("rows")?,
            })
        };
        rows.iter().map(counted).collect()
    }

    /// The chunks of these kinds of games.
    pub async fn chunks(&self, standing: &Standing, games: &[&str]) -> Result<Vec<StoredChunk>, StoreError> {
        let rows = self.rows(CHUNKS, &[&standing.shard.number(), &standing.generation, &games]).await?;
        let chunk = |row: &tokio_postgres::Row| {
            Ok(StoredChunk {
                chunk: row.try_get("chunk")?,
                game: row.try_get("game")?,
                rows: row.try_get("rows")?,
                dead: row.try_get("dead")?,
            })
        };
        rows.iter().map(chunk).collect()
    }

    /// All columns of these chunks.
    pub async fn columns(
        &self,
        standing: &Standing,
        chunks: &[i64],
    ) -> Result<Vec<StoredColumn>, StoreError> {
        let rows = self.rows(COLUMNS, &[&standing.shard.number(), &standing.generation, &chunks]).await?;
        rows.iter().map(column).collect()
    }
}

pub(super) fn column(row: &tokio_postgres::Row) -> Result<StoredColumn, StoreError> {
    Ok(StoredColumn {
        chunk: row.try_get("chunk")?,
        name: row.try_get("name")?,
        bytes: row.try_get("bytes")?,
    })
}

/// Writes chunks, numbered from the one that comes next.
pub(super) async fn add(
    transaction: &Transaction<'_>,
    standing: &Standing,
    chunks: &[NewChunk],
) -> Result<(), StoreError> {
    if chunks.is_empty() {
        return Ok(());
    }
    let (shard, generation) = (standing.shard.number(), standing.generation);
    let numbers: Vec<i64> = (standing.chunks..).take(chunks.len()).collect();
    let games: Vec<_> = chunks.iter().map(|chunk| chunk.game.as_str()).collect();
    let rows: Vec<_> = chunks.iter().map(|chunk| chunk.rows).collect();
    let add = transaction.prepare_cached(ADD_CHUNKS).await?;
    transaction.execute(&add, &[&shard, &generation, &numbers, &games, &rows]).await?;
    let add = transaction.prepare_cached(ADD_COLUMNS).await?;
    let count = transaction.prepare_cached(COUNT).await?;
    for (number, chunk) in numbers.iter().zip(chunks) {
        let (names, bytes): (Vec<_>, Vec<_>) =
            chunk.columns.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).unzip();
        transaction.execute(&add, &[&shard, &generation, number, &names, &bytes]).await?;
        let ids: Vec<_> = chunk.records.iter().map(|(id, ..)| id.0).collect();
        let firsts: Vec<_> = chunk.records.iter().map(|(_, first, _)| *first).collect();
        let rows: Vec<_> = chunk.records.iter().map(|(.., rows)| *rows).collect();
        transaction.execute(&count, &[&shard, &generation, number, &ids, &firsts, &rows]).await?;
    }
    Ok(())
}

/// Removes chunks, of which everything that lives is elsewhere.
pub(super) async fn remove(
    transaction: &Transaction<'_>,
    standing: &Standing,
    chunks: &[i64],
) -> Result<(), StoreError> {
    if chunks.is_empty() {
        return Ok(());
    }
    for sql in [REMOVE_COLUMNS, REMOVE_CHUNKS] {
        let remove = transaction.prepare_cached(sql).await?;
        transaction.execute(&remove, &[&standing.shard.number(), &standing.generation, &chunks]).await?;
    }
    Ok(())
}

/// These rows don't count any more.
pub(super) async fn bury(
    transaction: &Transaction<'_>,
    standing: &Standing,
    dead: &[(i64, i32)],
) -> Result<(), StoreError> {
    if dead.is_empty() {
        return Ok(());
    }
    let (chunks, rows): (Vec<i64>, Vec<i32>) = dead.iter().copied().unzip();
    let bury = transaction.prepare_cached(BURY).await?;
    transaction.execute(&bury, &[&standing.shard.number(), &standing.generation, &chunks, &rows]).await?;
    Ok(())
}

/// These records are not counted any more.
pub(super) async fn uncount(
    transaction: &Transaction<'_>,
    standing: &Standing,
    games: &[GameId],
) -> Result<(), StoreError> {
    if games.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = games.iter().map(|game| game.0).collect();
    let uncount = transaction.prepare_cached(UNCOUNT).await?;
    transaction.execute(&uncount, &[&standing.shard.number(), &standing.generation, &ids]).await?;
    Ok(())
}
