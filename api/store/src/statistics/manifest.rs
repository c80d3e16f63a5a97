//! What a statistics query reads, all of one moment.

use crate::row::{from_stored, number};
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use tokio::try_join;
use tokio_postgres::types::FromSql;
use tokio_postgres::{IsolationLevel, Row};
use uuid::Uuid;

use crate::reader::Parameters;
use crate::session::Statements;
use crate::{FeedPositions, Position, Reader, Shard, Shards, StoreError};

/// Of one shard. Everything acknowledged before `at` is counted up to `position`: where the feed has no end that is not
/// counted yet, that is the time of this question. A replica may not know the end: there it is the newest time that any
/// clock shows, because what was acknowledged before that was replicated before. Otherwise the shard's own clock decides.
const SELECT_MANIFEST: &str = "
    WITH live AS MATERIALIZED (
        SELECT p.shard, g.generation, p.position, g.fingerprint <> '' OR p.position = h.position AS is_counted,
               p.position >= h.position AS is_at_end, pg_is_in_recovery() AS is_replica,
               now() AS asked_at,
               (SELECT t.at FROM statistic_clock t WHERE t.shard = $3 ORDER BY t.at DESC LIMIT 1) AS newest_at,
               (SELECT n.at FROM statistic_clock n
                WHERE n.shard = $3 AND n.position <= p.position ORDER BY n.position DESC LIMIT 1) AS counted_at,
               (SELECT max(n.position) FROM (
                    SELECT t.position FROM statistic_clock t
                    WHERE t.shard = $3 AND t.at <= $2::timestamptz ORDER BY t.at DESC LIMIT 8) n) AS requested_position
        FROM statistic_generations g
        JOIN statistic_progress p ON p.shard = $3 AND p.generation = g.generation
        JOIN shard_heads h ON h.shard = $3
        WHERE g.state = 'live')
    SELECT l.*, c.chunk, c.game, c.rows, c.tombstones
    FROM live l
    LEFT JOIN statistic_chunks c
           ON c.shard = $3 AND c.generation = l.generation AND ($1::text IS NULL OR c.game = $1)
    ORDER BY c.chunk";

const SELECT_REPLACED_PLAYERS: &str = "
    SELECT player_id, merged_into FROM players WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL";

/// Of one shard.
const SELECT_COLUMNS: &str = "
    SELECT $1::int AS shard, k.chunk, k.name, c.bytes
    FROM unnest($3::bigint[], $4::text[]) AS k (chunk, name)
    LEFT JOIN statistic_columns c
           ON c.shard = $1 AND c.generation = $2 AND c.chunk = k.chunk AND c.name = k.name";

/// How often it is asked again where another generation became the live one between two shards.
const MAX_ATTEMPTS: usize = 3;

/// Of which moment the statistics are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotTime {
    /// Now.
    Now,
    /// As they were at a time.
    Time(DateTime<Utc>),
    /// As they were when the feed had reached a place.
    Place(FeedPositions),
}

/// The chunks that are read, and how far the archive was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The live generation.
    pub generation: i32,
    /// Whether a service has counted it; none has in a database that was restored and not started yet.
    pub is_counted: bool,
    /// The place asked for, or as far as is counted.
    pub positions: FeedPositions,
    /// Everything acknowledged before it is counted; of a place, as far as that goes.
    pub as_of: DateTime<Utc>,
    /// The chunks.
    pub chunks: Vec<ManifestChunk>,
    /// Ids of players who were merged into another, who is named, or erased (`None`).
    pub replaced_players: Vec<(Uuid, Option<Uuid>)>,
}

/// A chunk, with what changes about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestChunk {
    /// Where it is.
    pub shard: i32,
    /// Its number.
    pub chunk: i64,
    /// The slug of the game.
    pub game: String,
    /// How many rows, tombstoned ones included.
    pub rows: usize,
    /// Rows that don't count any more, in their order.
    pub tombstones: Vec<u32>,
}

/// A column of a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColumnKey {
    /// Of which shard.
    pub shard: i32,
    /// Of which chunk.
    pub chunk: i64,
    /// The metric, dimension or column group of the games; of a small chunk, the one for all.
    pub name: String,
}

/// How a column is read; the chunk has none where there are no bytes.
pub type ColumnReader<T> = fn(&ColumnKey, Option<&[u8]>) -> Result<T, StoreError>;

/// The most columns that are decoded at the same time.
const MAX_CONCURRENT_COLUMN_READS: usize = 4;

impl Reader {
    /// The chunks of a kind of game, or of all.
    ///
    /// # Errors
    ///
    /// If no generation is live ([`StoreError::Corrupt`]).
    pub async fn manifest(
        &self,
        game: Option<&str>,
        snapshot_time: SnapshotTime,
    ) -> Result<Manifest, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let client = self.client().await?;
            let manifest = ask((&client).into(), self.shards()?, game, &snapshot_time).await;
            if let Some(manifest) = manifest.map_err(StoreError::of_a_read)? {
                return Ok(manifest);
            }
        }
        Err(StoreError::unavailable("generations of statistics change too fast"))
    }

    /// The same together with the columns that `missing_columns` selects, all of one moment. Columns are decoded while
    /// others are still being received.
    ///
    /// # Errors
    ///
    /// As [`manifest`](Self::manifest), and if `read_column` refuses a column or panics ([`StoreError::Corrupt`] with
    /// the message).
    pub async fn manifest_with_columns<T: Send + 'static>(
        &self,
        game: Option<&str>,
        snapshot_time: SnapshotTime,
        missing_columns: impl FnOnce(&Manifest) -> Vec<ColumnKey>,
        read_column: ColumnReader<T>,
    ) -> Result<(Manifest, Vec<(ColumnKey, T)>), StoreError> {
        let mut client = self.client().await?;
        let shards = self.shards()?;
        for _ in 0..MAX_ATTEMPTS {
            let transaction =
                client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
            let transaction = transaction.start().await?;
            let manifest = ask((&transaction).into(), shards, game, &snapshot_time).await?;
            let Some(manifest) = manifest else { continue };
            let keys = missing_columns(&manifest);
            let columns = columns(&transaction, manifest.generation, &keys, read_column).await?;
            transaction.commit().await?;
            return Ok((manifest, columns));
        }
        Err(StoreError::unavailable("generations of statistics change too fast"))
    }
}

/// Asks every shard, without waiting for one before the next; `None` if another generation became the live one meanwhile.
async fn ask(
    client: Statements<'_>,
    shards: Shards,
    game: Option<&str>,
    snapshot_time: &SnapshotTime,
) -> Result<Option<Manifest>, StoreError> {
    let select = client.prepare(SELECT_MANIFEST).await?;
    let select_replaced = client.prepare(SELECT_REPLACED_PLAYERS).await?;
    let of_shard =
        async |shard: Shard| client.query(&select, &[&game, &snapshot_time.time(), &shard.number()]).await;
    let (rows, replaced) =
        try_join!(try_join_all(shards.all().map(of_shard)), client.query(&select_replaced, &[]))?;
    read(&rows, &replaced, snapshot_time)
}

/// The columns with these keys, shard by shard.
async fn columns<T: Send + 'static>(
    transaction: &Transaction<'_>,
    generation: i32,
    keys: &[ColumnKey],
    read_column: ColumnReader<T>,
) -> Result<Vec<(ColumnKey, T)>, StoreError> {
    let mut by_shard = BTreeMap::<i32, (Vec<i64>, Vec<&str>)>::new();
    for key in keys {
        let (chunks, names) = by_shard.entry(key.shard).or_default();
        chunks.push(key.chunk);
        names.push(&key.name);
    }
    let select = transaction.prepare_cached(SELECT_COLUMNS).await?;
    let mut columns = Vec::with_capacity(keys.len());
    for (shard, (chunks, names)) in &by_shard {
        let parameters: Parameters<'_> = &[shard, &generation, chunks, names];
        let rows = transaction.query_raw(&select, parameters.iter().copied()).await?;
        let read = rows.err_into().map_ok(|row| column(row, read_column));
        let read: Vec<_> = read.try_buffer_unordered(MAX_CONCURRENT_COLUMN_READS).try_collect().await?;
        columns.extend(read);
    }
    Ok(columns)
}

impl SnapshotTime {
    fn time(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Time(time) => Some(*time),
            Self::Now | Self::Place(_) => None,
        }
    }

    /// The position to read at in a shard, and its time; not later than what is counted.
    fn of(
        &self,
        shard: usize,
        row: &Row,
        at: DateTime<Utc>,
    ) -> Result<(Position, DateTime<Utc>), StoreError> {
        let position = Position(row.try_get("position")?);
        match self {
            Self::Time(time) if *time < at => {
                let requested: Option<i64> = row.try_get("requested_position")?;
                Ok((Position(requested.unwrap_or_default()).min(position), *time))
            }
            Self::Place(requested) => match requested.iter().nth(shard) {
                Some(requested) => Ok((requested.min(position), at)),
                None => Ok((position, at)),
            },
            _ => Ok((position, at)),
        }
    }
}

/// One row at least for each shard; `None` if they are of several generations.
fn read(
    rows: &[Vec<Row>],
    replaced_players: &[Row],
    snapshot_time: &SnapshotTime,
) -> Result<Option<Manifest>, StoreError> {
    let no_generation = || StoreError::Corrupt("no generation of statistics is live".into());
    let firsts: Vec<_> =
        rows.iter().map(|rows| rows.first().ok_or_else(no_generation)).collect::<Result<_, _>>()?;
    let generations: Vec<i32> = of_each(&firsts, "generation")?;
    let newest: Vec<Option<DateTime<Utc>>> = of_each(&firsts, "newest_at")?;
    let newest = newest.into_iter().flatten().max();
    let (mut positions, mut as_of, mut chunks) = (Vec::new(), DateTime::<Utc>::MAX_UTC, Vec::new());
    for (shard, (first, rows)) in firsts.iter().zip(rows).enumerate() {
        let (position, at) = snapshot_time.of(shard, first, counted_at(first, newest)?)?;
        positions.push(position);
        // What is counted of all shards is what is counted of the one that is furthest behind.
        as_of = as_of.min(at);
        for row in rows {
            if let Some(chunk) = row.try_get("chunk")? {
                chunks.push(ManifestChunk {
                    shard: row.try_get("shard")?,
                    chunk,
                    game: row.try_get("game")?,
                    rows: number::<i32, _>(row, "rows")?,
                    tombstones: tombstones(row.try_get("tombstones")?)?,
                });
            }
        }
    }
    let replaced_players =
        replaced_players.iter().map(|row| Ok((row.try_get("player_id")?, row.try_get("merged_into")?)));
    let replaced_players = replaced_players.collect::<Result<_, StoreError>>()?;
    let (generation, positions) = (generations[0], positions.into_iter().collect());
    let is_counted = !of_each(&firsts, "is_counted")?.contains(&false);
    let is_one = generations.iter().all(|other| *other == generation);
    Ok(is_one.then_some(Manifest { generation, is_counted, positions, as_of, chunks, replaced_players }))
}

fn of_each<'r, T: FromSql<'r>>(rows: &[&'r Row], column: &str) -> Result<Vec<T>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(column)?)).collect()
}

/// The time up to which a shard is counted.
fn counted_at(row: &Row, newest: Option<DateTime<Utc>>) -> Result<DateTime<Utc>, StoreError> {
    let counted: Option<DateTime<Utc>> = row.try_get("counted_at")?;
    let is_replica: bool = row.try_get("is_replica")?;
    let now = if is_replica { newest } else { Some(row.try_get("asked_at")?) };
    let end = if row.try_get("is_at_end")? { now } else { None };
    Ok(end.or(counted).unwrap_or(DateTime::UNIX_EPOCH))
}

fn tombstones(rows: Vec<i32>) -> Result<Vec<u32>, StoreError> {
    let mut rows: Vec<_> = rows.into_iter().map(from_stored).collect::<Result<_, _>>()?;
    rows.sort_unstable();
    Ok(rows)
}

async fn column<T: Send + 'static>(row: Row, read: ColumnReader<T>) -> Result<(ColumnKey, T), StoreError> {
    let decoding = tokio::task::spawn_blocking(move || {
        let key = ColumnKey {
            shard: row.try_get("shard")?,
            chunk: row.try_get("chunk")?,
            name: row.try_get("name")?,
        };
        let column = read(&key, row.try_get("bytes")?)?;
        Ok((key, column))
    });
    decoding.await.map_err(|error| StoreError::Corrupt(format!("a column can't be read: {error}")))?
}
