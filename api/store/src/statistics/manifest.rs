//! The data that a statistics query reads, all of one moment.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use tokio::try_join;
use tokio_postgres::{IsolationLevel, Row};
use uuid::Uuid;

use crate::query::Parameters;
use crate::row::FromRow;
use crate::session::Statements;
use crate::{FeedPositions, Position, Reader, Shard, Shards, StoreError};

queries! {
    /// Of one shard. Everything acknowledged before `at` is counted up to `position`: where the feed has no end that is not
    /// counted yet, that is the time of this question. A replica may not know the end: there it is the newest time that any
    /// clock shows, because what was acknowledged before that was replicated before. Otherwise the shard's own clock decides.
    const SELECT_MANIFEST: ManifestRow = "
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

    const SELECT_REPLACED_PLAYERS: (Uuid, Option<Uuid>) = "
        SELECT player_id, merged_into FROM players WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL";
}

/// The columns of chunks of one shard.
const SELECT_COLUMNS: &str = "
    SELECT $1::int AS shard, k.chunk, k.name, c.bytes
    FROM unnest($3::bigint[], $4::text[]) AS k (chunk, name)
    LEFT JOIN statistic_columns c
           ON c.shard = $1 AND c.generation = $2 AND c.chunk = k.chunk AND c.name = k.name";

/// How often it is asked again where another generation became the live one between two shards.
const MAX_ATTEMPTS: usize = 3;

/// The moment for which statistics are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotTime {
    /// The statistics of now.
    Now,
    /// The statistics as they were at a time.
    Time(DateTime<Utc>),
    /// The statistics as they were when the feed had reached a place.
    Place(FeedPositions),
}

/// The chunks that are read, and how far the archive was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The live generation.
    pub generation: i32,
    /// True: a service has counted it. No service has counted a database that was restored and not started yet.
    pub is_counted: bool,
    /// The place asked for, or as far as is counted.
    pub positions: FeedPositions,
    /// Everything acknowledged before it is counted; for a place, only up to that place.
    pub as_of: DateTime<Utc>,
    /// The chunks.
    pub chunks: Vec<ManifestChunk>,
    /// Ids of players who were merged into another, who is named, or erased (`None`).
    pub replaced_players: Vec<(Uuid, Option<Uuid>)>,
}

/// A chunk, with the facts about it that change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestChunk {
    /// The shard of the chunk.
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
    /// The shard.
    pub shard: i32,
    /// The number of the chunk.
    pub chunk: i64,
    /// The metric, dimension or column group of the games; of a small chunk, the one for all.
    pub name: String,
}

row!(ColumnKey: shard, chunk, name);

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

    /// Reads the manifest and the columns that `missing_columns` selects, all of one moment. Columns are decoded while
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
    let of_shard = async |shard: Shard| {
        SELECT_MANIFEST.all(client, &[&game, &snapshot_time.time(), &shard.number()]).await
    };
    let (rows, replaced_players) =
        try_join!(try_join_all(shards.all().map(of_shard)), SELECT_REPLACED_PLAYERS.all(client, &[]))?;
    read(rows, replaced_players, snapshot_time)
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
    fn of(&self, shard: usize, row: &ManifestRow, at: DateTime<Utc>) -> (Position, DateTime<Utc>) {
        let position = row.position;
        match self {
            Self::Time(time) if *time < at => {
                (row.requested_position.unwrap_or_default().min(position), *time)
            }
            Self::Place(requested) => match requested.iter().nth(shard) {
                Some(requested) => (requested.min(position), at),
                None => (position, at),
            },
            _ => (position, at),
        }
    }
}

/// A shard with one of its chunks, if it has any.
struct ManifestRow {
    shard: i32,
    generation: i32,
    position: Position,
    is_counted: bool,
    is_at_end: bool,
    is_replica: bool,
    asked_at: DateTime<Utc>,
    newest_at: Option<DateTime<Utc>>,
    counted_at: Option<DateTime<Utc>>,
    requested_position: Option<Position>,
    chunk: Option<i64>,
    game: Option<String>,
    rows: Option<usize>,
    tombstones: Option<Vec<u32>>,
}

row!(ManifestRow: shard, generation, position, is_counted, is_at_end, is_replica, asked_at, newest_at,
    counted_at, requested_position, chunk, game, rows, tombstones);

impl ManifestRow {
    /// The time up to which the shard is counted.
    fn counted_at(&self, newest: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let now = if self.is_replica { newest } else { Some(self.asked_at) };
        now.filter(|_| self.is_at_end).or(self.counted_at).unwrap_or(DateTime::UNIX_EPOCH)
    }

    fn chunk(self) -> Option<ManifestChunk> {
        let (shard, mut tombstones) = (self.shard, self.tombstones?);
        tombstones.sort_unstable();
        Some(ManifestChunk { shard, chunk: self.chunk?, game: self.game?, rows: self.rows?, tombstones })
    }
}

/// One row at least for each shard; `None` if they are of several generations.
fn read(
    rows: Vec<Vec<ManifestRow>>,
    replaced_players: Vec<(Uuid, Option<Uuid>)>,
    snapshot_time: &SnapshotTime,
) -> Result<Option<Manifest>, StoreError> {
    let no_generation = || StoreError::Corrupt("no generation of statistics is live".into());
    let firsts: Vec<_> =
        rows.iter().map(|rows| rows.first().ok_or_else(no_generation)).collect::<Result<_, _>>()?;
    let newest = firsts.iter().filter_map(|first| first.newest_at).max();
    let moments = firsts.iter().enumerate();
    let moments = moments.map(|(shard, first)| snapshot_time.of(shard, first, first.counted_at(newest)));
    let (positions, times): (Vec<_>, Vec<_>) = moments.unzip();
    let generation = firsts[0].generation;
    let is_one = firsts.iter().all(|first| first.generation == generation);
    let is_counted = firsts.iter().all(|first| first.is_counted);
    Ok(is_one.then(|| Manifest {
        generation,
        is_counted,
        positions: positions.into_iter().collect(),
        // The shard that is furthest behind limits how far all shards are counted.
        as_of: times.into_iter().min().unwrap_or(DateTime::<Utc>::MAX_UTC),
        chunks: rows.into_iter().flatten().filter_map(ManifestRow::chunk).collect(),
        replaced_players,
    }))
}

async fn column<T: Send + 'static>(row: Row, read: ColumnReader<T>) -> Result<(ColumnKey, T), StoreError> {
    let decoding = tokio::task::spawn_blocking(move || {
        let key = ColumnKey::from_row(&row, 0)?;
        let column = read(&key, row.try_get("bytes")?)?;
        Ok((key, column))
    });
    decoding.await.map_err(|error| StoreError::Corrupt(format!("a column can't be read: {error}")))?
}
