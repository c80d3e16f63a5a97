//! What a statistics query reads, all of one moment.

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use tokio_postgres::{IsolationLevel, Row};
use uuid::Uuid;

use crate::reader::Parameters;
use crate::{FeedPositions, Position, Reader, StoreError};

/// Everything acknowledged before `at` is counted up to `position`, shard by shard: where the feed has no end that is not
/// counted yet, that is the time of this question. A replica may not know the end: there it is the newest time that any
/// clock shows, because what was acknowledged before that was replicated before. Otherwise the shard's own clock decides.
const SELECT_MANIFEST: &str = "
    WITH live AS MATERIALIZED (
        SELECT p.shard, g.generation, p.position,
               coalesce(CASE WHEN p.position < h.position THEN NULL
                             WHEN NOT pg_is_in_recovery() THEN now()
                             ELSE (SELECT max(last.at) FROM shard_heads s CROSS JOIN LATERAL (
                                       SELECT t.at FROM statistic_clock t WHERE t.shard = s.shard
                                       ORDER BY t.at DESC LIMIT 1) last) END,
                        (SELECT n.at FROM statistic_clock n
                         WHERE n.shard = p.shard AND n.position <= p.position ORDER BY n.position DESC LIMIT 1),
                        'epoch'::timestamptz) AS at,
               (SELECT max(n.position) FROM (
                    SELECT t.position FROM statistic_clock t
                    WHERE t.shard = p.shard AND t.at <= $2::timestamptz ORDER BY t.at DESC LIMIT 8) n) AS requested_position,
               (SELECT CASE WHEN n.position = ($3::bigint[])[p.shard + 1] THEN coalesce(n.still_at, n.at) ELSE n.at END
                FROM statistic_clock n
                WHERE n.shard = p.shard AND n.position <= ($3::bigint[])[p.shard + 1]
                ORDER BY n.position DESC LIMIT 1) AS requested_position_at
        FROM statistic_generations g
        JOIN statistic_progress p ON p.generation = g.generation
        JOIN shard_heads h ON h.shard = p.shard
        WHERE g.state = 'live')
    SELECT l.*, c.chunk, c.game, c.rows, c.tombstones
    FROM live l
    LEFT JOIN statistic_chunks c
           ON c.shard = l.shard AND c.generation = l.generation AND ($1::text IS NULL OR c.game = $1)
    ORDER BY l.shard, c.chunk";

const SELECT_REPLACED_PLAYERS: &str = "
    SELECT player_id, merged_into FROM players WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL";

const SELECT_COLUMNS: &str = "
    SELECT k.shard, k.chunk, k.name, c.bytes
    FROM unnest($2::int[], $3::bigint[], $4::text[]) AS k (shard, chunk, name)
    LEFT JOIN statistic_columns c
           ON c.shard = k.shard AND c.generation = $1 AND c.chunk = k.chunk AND c.name = k.name";

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
    /// The place asked for, or as far as is counted.
    pub positions: FeedPositions,
    /// Everything acknowledged before it is counted.
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
    pub rows: i32,
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
    /// If the database can't be asked, holds what this version can't read, or has no live generation
    /// ([`StoreError::Corrupt`]).
    pub async fn manifest(
        &self,
        game: Option<&str>,
        snapshot_time: SnapshotTime,
    ) -> Result<Manifest, StoreError> {
        let (time, positions) = snapshot_time.parameters();
        let [rows, replaced_players] = self
            .rows_of_two([SELECT_MANIFEST, SELECT_REPLACED_PLAYERS], [&[&game, &time, &positions], &[]])
            .await?;
        read(&rows, &replaced_players, &snapshot_time)
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
        let transaction =
            client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
        let transaction = transaction.start().await?;
        let (time, positions) = snapshot_time.parameters();
        let manifest = transaction.prepare_cached(SELECT_MANIFEST).await?;
        let rows = transaction.query(&manifest, &[&game, &time, &positions]).await?;
        let replaced_players = transaction.prepare_cached(SELECT_REPLACED_PLAYERS).await?;
        let manifest = read(&rows, &transaction.query(&replaced_players, &[]).await?, &snapshot_time)?;
        let keys = missing_columns(&manifest);
        let shards: Vec<_> = keys.iter().map(|key| key.shard).collect();
        let chunks: Vec<_> = keys.iter().map(|key| key.chunk).collect();
        let names: Vec<_> = keys.iter().map(|key| key.name.as_str()).collect();
        let columns = transaction.prepare_cached(SELECT_COLUMNS).await?;
        let parameters: Parameters<'_> = &[&manifest.generation, &shards, &chunks, &names];
        let rows = transaction.query_raw(&columns, parameters.iter().copied()).await?;
        let columns = rows.err_into().map_ok(|row| column(row, read_column));
        let columns = columns.try_buffer_unordered(MAX_CONCURRENT_COLUMN_READS).try_collect().await?;
        transaction.commit().await?;
        Ok((manifest, columns))
    }
}

impl SnapshotTime {
    fn parameters(&self) -> (Option<DateTime<Utc>>, Option<Vec<i64>>) {
        match self {
            Self::Now => (None, None),
            Self::Time(time) => (Some(*time), None),
            Self::Place(positions) => (None, Some(positions.numbers())),
        }
    }

    /// The position to read at in a shard, and its time; not later than what is counted.
    fn of(&self, shard: usize, row: &Row) -> Result<(Position, DateTime<Utc>), StoreError> {
        let (position, at) = (Position(row.try_get("position")?), row.try_get("at")?);
        match self {
            Self::Time(time) if *time < at => {
                let requested: Option<i64> = row.try_get("requested_position")?;
                Ok((Position(requested.unwrap_or_default()).min(position), *time))
            }
            Self::Place(requested) => match requested.iter().nth(shard) {
                Some(requested) if requested < position => {
                    let at: Option<DateTime<Utc>> = row.try_get("requested_position_at")?;
                    Ok((requested, at.unwrap_or(DateTime::UNIX_EPOCH)))
                }
                _ => Ok((position, at)),
            },
            _ => Ok((position, at)),
        }
    }
}

/// The rows come shard by shard, one at least of each.
fn read(
    rows: &[Row],
    replaced_players: &[Row],
    snapshot_time: &SnapshotTime,
) -> Result<Manifest, StoreError> {
    let first =
        rows.first().ok_or_else(|| StoreError::Corrupt("no generation of statistics is live".into()))?;
    let (mut positions, mut as_of, mut chunks) = (Vec::new(), DateTime::<Utc>::MAX_UTC, Vec::new());
    for row in rows {
        let shard: i32 = row.try_get("shard")?;
        let shard = usize::try_from(shard).unwrap_or(usize::MAX);
        if shard == positions.len() {
            let (position, at) = snapshot_time.of(shard, row)?;
            positions.push(position);
            // What is counted of all shards is what is counted of the one that is furthest behind.
            as_of = as_of.min(at);
        }
        if shard + 1 != positions.len() {
            return Err(StoreError::Corrupt("a shard has no generation of statistics".into()));
        }
        if let Some(chunk) = row.try_get("chunk")? {
            chunks.push(ManifestChunk {
                shard: row.try_get("shard")?,
                chunk,
                game: row.try_get("game")?,
                rows: row.try_get("rows")?,
                tombstones: tombstones(row.try_get("tombstones")?),
            });
        }
    }
    let replaced_players =
        replaced_players.iter().map(|row| Ok((row.try_get("player_id")?, row.try_get("merged_into")?)));
    let replaced_players = replaced_players.collect::<Result<_, StoreError>>()?;
    let (generation, positions) = (first.try_get("generation")?, positions.into_iter().collect());
    Ok(Manifest { generation, positions, as_of, chunks, replaced_players })
}

fn tombstones(rows: Vec<i32>) -> Vec<u32> {
    let mut rows: Vec<_> = rows.into_iter().filter_map(|row| u32::try_from(row).ok()).collect();
    rows.sort_unstable();
    rows
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
