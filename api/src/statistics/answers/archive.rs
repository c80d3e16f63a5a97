//! Reads the columns that questions need, as of one moment.
//!
//! The manifest – which chunks there are, which of their rows are dead, how far the feed is counted – is read with every
//! question. Columns never change, so cached ones are never stale.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::looks::FeedLooks;
use crate::http::cost::{Scans, Slot};
use crate::http::problem::{Code, Problem};
use crate::operation::weighted_cache::{CacheSize, Eviction, weighted_cache};
use crate::streams::subscriptions::cursor::{CursorError, Sealer};
use kifu_statistics::chunk::{ChunkId, ChunkSet, ColumnRequest, LoadedChunk, Snapshot, SnapshotId};
use kifu_statistics::columns::column_groups::ColumnGroup;
use kifu_statistics::columns::games::Games;
use kifu_statistics::columns::inline::{INLINE_COLUMN, NamedColumn, is_small};
use kifu_statistics::columns::observations::{Dimension, ObservationColumns, dimension, dimension_named};
use kifu_statistics::columns::{ColumnError, decode};
use kifu_statistics::question::PlayerRedirects;
use kifu_store::{
    ColumnKey, FeedPositions, Manifest, ManifestChunk, Reader, SnapshotTime, Store, StoreError,
};

/// How long a question waits for the archive to be counted up to the place of the feed that it names.
const COUNTING_TIMEOUT: Duration = Duration::from_secs(2);
/// How often it looks in between.
const COUNTING_INTERVAL: Duration = Duration::from_millis(25);

/// The value of `as_of` for the end of the feed.
const NOW: &str = "now";

/// About how large a column is, in bytes.
const TYPICAL_COLUMN_BYTES: u64 = 100_000;

/// The columns that are kept in memory.
pub struct Archive {
    /// The follower's looks at the ends of the feed.
    pub looks: FeedLooks,
    cache: Cache<ChunkColumn, Column, ColumnWeight>,
}

/// The data that a question needs.
#[derive(Clone, Debug)]
pub struct ChunkRequest<'q> {
    /// The kind of game; all, if `None`.
    pub game: Option<&'q str>,
    /// The column groups needed.
    pub column_groups: &'q [ColumnGroup],
    /// The metrics.
    pub metrics: &'q [ColumnRequest<'q>],
    /// The moment; now, if `None`.
    pub as_of: Option<AsOf>,
    /// Only of these chunks, as far as they are still there; of all, if `None`.
    pub chunks: Option<&'q BTreeSet<ChunkId>>,
}

impl ChunkRequest<'_> {
    /// Up to where the archive must be counted to answer this. A time to come is now.
    async fn least_place(&self, store: &Store) -> Result<Option<FeedPositions>, StoreError> {
        match &self.as_of {
            None | Some(AsOf::Time(_)) => Ok(None),
            Some(AsOf::Now) => FeedPositions::end(store).await.map(Some),
            Some(AsOf::Place(place, _)) => Ok(Some(place.clone())),
        }
    }

    /// Leaves out the chunks that are not asked for.
    fn narrow(&self, manifest: &mut Manifest) {
        let Some(requested) = self.chunks else { return };
        let generation = manifest.generation;
        manifest.chunks.retain(|chunk| requested.contains(&(generation, chunk.shard, chunk.chunk)));
    }

    /// True if the snapshot is of the requested moment: a replica may not have come so far.
    fn is_answered_by(&self, snapshot: &Snapshot, least: Option<&FeedPositions>) -> bool {
        match &self.as_of {
            Some(AsOf::Time(time)) => snapshot.as_of == *time,
            _ => is_counted(snapshot, least),
        }
    }
}

/// True if the archive is counted up to a place of the feed.
fn is_counted(snapshot: &Snapshot, least: Option<&FeedPositions>) -> bool {
    let mut places = least.into_iter().flat_map(FeedPositions::iter).zip(snapshot.positions.iter());
    places.all(|(place, counted)| place.0 <= *counted)
}

/// The moment that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AsOf {
    /// The present, with everything that was acknowledged before the question.
    Now,
    /// The archive at that time.
    Time(DateTime<Utc>),
    /// The archive when the feed had come so far, with the time at which that place was told.
    Place(FeedPositions, DateTime<Utc>),
}

type ChunkColumn = (i32, ColumnKey);

#[derive(Clone)]
enum Column {
    /// A column group of the games.
    Games(Games),
    /// The observations of a metric without their dimensions.
    ObservationColumns(ObservationColumns),
    Dimension(Arc<Dimension>),
    /// All columns of a small chunk.
    Inline(Arc<HashMap<String, Self>>),
    /// The chunk does not have it: nothing was observed in it.
    Nothing,
}

#[derive(Clone)]
struct ColumnWeight;

impl Weighter<ChunkColumn, Column> for ColumnWeight {
    fn weight(&self, _: &ChunkColumn, column: &Column) -> u64 {
        (column.bytes() as u64).max(1)
    }
}

impl AsOf {
    /// Reads a client's text: `now`, a time, a date – its end in UTC – or a cursor of the feed or of an earlier
    /// answer.
    ///
    /// # Errors
    ///
    /// If it is none of these, or a cursor of another database.
    pub fn read(text: &str, sealer: &Sealer) -> Result<Self, CursorError> {
        if text == NOW {
            return Ok(Self::Now);
        }
        if let Ok(time) = DateTime::parse_from_rfc3339(text) {
            return Ok(Self::Time(time.to_utc()));
        }
        if let Ok(date) = text.parse::<NaiveDate>() {
            let next = date.checked_add_days(Days::new(1)).ok_or(CursorError::Unreadable)?;
            return Ok(Self::Time(next.and_time(NaiveTime::MIN).and_utc()));
        }
        let (cursor, issued_at) = sealer.open_with_time(text)?;
        Ok(Self::Place(cursor.positions(), issued_at))
    }
}

impl Archive {
    /// Forgets all columns.
    pub fn clear(&self) {
        self.looks.clear();
        self.cache.clear();
    }

    /// Keeps columns of this number of bytes in all.
    pub fn new(bytes: u64) -> Self {
        let size = CacheSize { bytes, typical_value_bytes: TYPICAL_COLUMN_BYTES, shards: 2 };
        Self { looks: FeedLooks::default(), cache: weighted_cache(size, Eviction::LeastUsed, ColumnWeight) }
    }

    /// Reads games as far as they are requested: from the replica, unless it lacks the requested moment. A request
    /// with a place of the feed, or its end, waits until that place is counted: so clients read their own writes.
    ///
    /// # Errors
    ///
    /// If no generation of statistics is live; with the code [`Code::Unavailable`] if the live one was counted by
    /// another version, and [`Code::NotCountedYet`] if the archive is not counted up to the place in time.
    pub async fn read(
        &self,
        (store, _slot): (&Store, &Slot<Scans>),
        request: &ChunkRequest<'_>,
    ) -> Result<ChunkSet, Problem> {
        let least = request.least_place(store).await?;
        if let Some(replica) = store.replica() {
            match self.read_from(replica, request).await {
                Ok(chunks) if request.is_answered_by(&chunks.snapshot, least.as_ref()) => return Ok(chunks),
                Ok(_) => {}
                Err(problem) => {
                    tracing::warn!(code = problem.code().word(), "the replica did not answer a question");
                    store.pass_over_replica();
                }
            }
        }
        let begun = Instant::now();
        loop {
            let chunks = self.read_from(store.latest(), request).await?;
            if is_counted(&chunks.snapshot, least.as_ref()) {
                return Ok(chunks);
            }
            if begun.elapsed() >= COUNTING_TIMEOUT {
                return Err(Problem::plain(Code::NotCountedYet));
            }
            tokio::time::sleep(COUNTING_INTERVAL).await;
        }
    }

    async fn read_from(&self, reader: &Reader, request: &ChunkRequest<'_>) -> Result<ChunkSet, Problem> {
        let ChunkRequest { game, column_groups, metrics, ref as_of, .. } = *request;
        let moment = match as_of.clone() {
            None | Some(AsOf::Now) => SnapshotTime::Now,
            Some(AsOf::Time(time)) => SnapshotTime::Time(time),
            Some(AsOf::Place(place, _)) => SnapshotTime::Place(place),
        };
        let mut manifest = reader.manifest(game, moment.clone()).await?;
        if !manifest.is_counted {
            return Err(Problem::plain(Code::Unavailable));
        }
        request.narrow(&mut manifest);
        let column_groups = column_groups.iter().map(|column_group| column_group.name().to_owned());
        let names: Vec<String> =
            column_groups.chain(metrics.iter().flat_map(ColumnRequest::columns)).collect();
        let (mut cached, missing) = self.cached(&manifest, &names);
        if !missing.is_empty() {
            // Chunks may have been merged since: everything once more, at one moment.
            let wanting = |manifest: &Manifest| {
                let mut manifest = manifest.clone();
                request.narrow(&mut manifest);
                let missing;
                (cached, missing) = self.cached(&manifest, &names);
                missing
            };
            let columns;
            (manifest, columns) = reader.manifest_with_columns(game, moment, wanting, Column::read).await?;
            request.narrow(&mut manifest);
            self.keep(manifest.generation, &columns);
            cached.extend(columns);
        }
        let redirects = PlayerRedirects::new(manifest.replaced_players.iter().copied());
        let id = snapshot_id(&manifest);
        let positions: Arc<[i64]> = manifest.positions.numbers().into();
        let chunks = manifest
            .chunks
            .into_iter()
            .map(|chunk| loaded((manifest.generation, &positions), chunk, request, &cached))
            .collect::<Option<_>>();
        let chunks = chunks.ok_or_else(|| {
            tracing::warn!(
                "statistics are of another version, and have to be rebuilt before they can be read"
            );
            Problem::plain(Code::Unavailable)
        })?;
        let as_of = self.answer_time(request, &positions, manifest.as_of);
        let snapshot = Snapshot { positions, as_of, redirects, id };
        Ok(ChunkSet { chunks, snapshot })
    }

    /// The time in an answer: the requested one, as far as that is counted; else up to when everything is.
    fn answer_time(
        &self,
        request: &ChunkRequest<'_>,
        positions: &[i64],
        counted: DateTime<Utc>,
    ) -> DateTime<Utc> {
        let until = self.looks.counted_until(positions).unwrap_or(counted);
        match request.as_of {
            Some(AsOf::Place(_, issued_at)) => issued_at,
            Some(AsOf::Time(time)) if time <= until => time,
            _ => until,
        }
    }

    /// The columns that are cached, and the keys of those that are not.
    fn cached(&self, manifest: &Manifest, names: &[String]) -> (HashMap<ColumnKey, Column>, Vec<ColumnKey>) {
        let (mut cached, mut missing) = (HashMap::new(), Vec::new());
        let whole = [INLINE_COLUMN.to_owned()];
        let of_chunk = |chunk: &ManifestChunk| {
            let names = if is_small(chunk.rows) { &whole } else { names };
            let (shard, chunk) = (chunk.shard, chunk.chunk);
            names.iter().map(move |name| ColumnKey { shard, chunk, name: name.clone() })
        };
        for key in manifest.chunks.iter().flat_map(of_chunk) {
            let key = (manifest.generation, key);
            match self.cache.get(&key) {
                Some(column) => {
                    cached.insert(key.1, column);
                }
                None => missing.push(key.1),
            }
        }
        (cached, missing)
    }

    /// Keeps columns, also those that a chunk does not have.
    fn keep(&self, generation: i32, columns: &[(ColumnKey, Column)]) {
        for (key, column) in columns {
            self.cache.insert((generation, key.clone()), column.clone());
        }
    }
}

impl Column {
    fn read(key: &ColumnKey, bytes: Option<&[u8]>) -> Result<Self, StoreError> {
        let Some(bytes) = bytes else { return Ok(Self::Nothing) };
        let column =
            if key.name == INLINE_COLUMN { Self::inline(bytes) } else { Self::one(&key.name, bytes) };
        column.map_err(|error| StoreError::Corrupt(format!("a column of statistics: {error}")))
    }

    fn inline(bytes: &[u8]) -> Result<Self, ColumnError> {
        let columns: Vec<NamedColumn> = decode(bytes)?;
        let columns = columns.into_iter().map(|(name, bytes)| {
            let column = Self::one(&name, &bytes)?;
            Ok((name, column))
        });
        Ok(Self::Inline(Arc::new(columns.collect::<Result<_, ColumnError>>()?)))
    }

    fn one(name: &str, bytes: &[u8]) -> Result<Self, ColumnError> {
        match (ColumnGroup::named(name), dimension_named(name)) {
            (Some(column_group), _) => Games::read(column_group, bytes).map(Self::Games),
            (None, Some(_)) => decode(bytes).map(Self::Dimension),
            (None, None) => decode(bytes).map(Self::ObservationColumns),
        }
    }

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        match self {
            Self::Games(games) => games.bytes(),
            Self::ObservationColumns(observations) => observations.bytes(),
            Self::Dimension(dimension) => dimension.bytes(),
            Self::Inline(columns) => columns.iter().map(|(name, column)| name.len() + column.bytes()).sum(),
            Self::Nothing => 0,
        }
    }
}

/// `None` if the chunk does not have what every chunk has. It is asked up to the position of its shard.
fn loaded(
    (generation, positions): (i32, &[i64]),
    chunk: ManifestChunk,
    request: &ChunkRequest<'_>,
    cached: &HashMap<ColumnKey, Column>,
) -> Option<LoadedChunk> {
    let stored =
        |name: &str| cached.get(&ColumnKey { shard: chunk.shard, chunk: chunk.chunk, name: name.to_owned() });
    let whole = stored(INLINE_COLUMN);
    let column = |name: &str| match whole {
        Some(Column::Inline(columns)) => columns.get(name),
        _ => stored(name),
    };
    let mut games = Games::default();
    for column_group in request.column_groups {
        let Column::Games(of_column_group) = column(column_group.name())? else { return None };
        games.take(*column_group, of_column_group);
    }
    let mut observations = BTreeMap::new();
    for ColumnRequest { id, dimensions } in request.metrics {
        let Some(Column::ObservationColumns(of_metric)) = column(id) else { continue };
        let mut of_metric = of_metric.clone();
        for place in dimensions {
            let Some(Column::Dimension(of_place)) = column(&dimension(id, *place)) else { return None };
            of_metric.take(*place, of_place.clone());
        }
        observations.insert((*id).to_owned(), Arc::new(of_metric));
    }
    let position = usize::try_from(chunk.shard).ok().and_then(|shard| positions.get(shard).copied())?;
    Some(LoadedChunk {
        id: (generation, chunk.shard, chunk.chunk),
        position,
        game: chunk.game.into(),
        games: games.into(),
        tombstones: Arc::new(chunk.tombstones),
        observations,
    })
}

/// A digest of the data read: equal for equal chunks, rows and people.
fn snapshot_id(manifest: &Manifest) -> SnapshotId {
    let mut digest = blake3::Hasher::new();
    digest.update(&manifest.generation.to_le_bytes());
    for chunk in &manifest.chunks {
        digest.update(&chunk.shard.to_le_bytes()).update(&chunk.chunk.to_le_bytes());
        digest.update(&(chunk.tombstones.len() as u64).to_le_bytes());
    }
    for (player, now) in &manifest.replaced_players {
        digest.update(player.as_bytes()).update(now.unwrap_or_default().as_bytes());
    }
    SnapshotId(*digest.finalize().as_bytes())
}
