//! What questions are answered from: chunks of counted games as they stood at one moment.
//!
//! The manifest – which chunks there are, which of their rows are dead, how far the feed is counted – is read with every
//! question. Columns never change, so those that are kept are as good as those that are stored.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use super::answer::Page;
use super::answer::question::{By, Filter, People};
use super::columns::facets::Facet;
use super::columns::games::Games;
use super::columns::merging::FULL;
use super::columns::observed::{Dimension, Observed, dimension, dimension_named};
use super::columns::small::{Named, WHOLE, is_small};
use super::columns::{Shape, decode};
use crate::feed::cursor::{Cursor, Sealer};
use crate::live::tail::Places;
use crate::problem::{Code, Problem};
use crate::store::{ColumnKey, Manifest, ManifestChunk, Moment, Position, Store, StoreError};

/// About how large a column is, in bytes.
const USUAL: u64 = 100_000;

/// The columns that are kept in memory.
pub struct Archive {
    kept: Cache<Key, Column, Weight>,
}

/// What a question needs.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'q> {
    /// The kind of game; all, if `None`.
    pub game: Option<&'q str>,
    /// What must be known of the games.
    pub facets: &'q [Facet],
    /// Which metrics.
    pub metrics: &'q [Measured<'q>],
    /// When; now, if `None`.
    pub as_of: Option<AsOf>,
}

/// What a question needs of a metric.
#[derive(Clone, Debug)]
pub struct Measured<'q> {
    /// Its id.
    pub id: &'q str,
    /// Places of dimensions.
    pub dimensions: Vec<usize>,
}

/// An earlier moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsOf {
    /// As the archive stood at that time.
    Time(DateTime<Utc>),
    /// As it stood when the feed had come so far.
    Place(Position),
}

/// What a question needs of the archive, read at one moment.
pub struct Rolls {
    /// Chunk by chunk.
    pub rolls: Vec<Roll>,
    /// When that was.
    pub moment: When,
}

/// What a chunk is known by: its generation, its shard, its number. It never changes but for rows that die.
pub type ChunkId = (i32, i32, i64);

/// The games of a chunk.
#[derive(Clone)]
pub struct Roll {
    /// Which chunk.
    pub id: ChunkId,
    /// The kind of game.
    pub game: Arc<str>,
    /// The games, as far as they were asked for.
    pub games: Arc<Games>,
    /// Rows that a later chunk has anew, in their order.
    pub dead: Arc<Vec<u32>>,
    /// The columns asked for, by metric; one in which nothing was observed is missing.
    pub observed: BTreeMap<String, Arc<Observed>>,
}

/// What chunks are read by, whatever is asked of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Their generation.
    pub generation: i32,
    /// Who is who by now.
    pub people: People,
}

/// The moment at which the archive was looked at.
#[derive(Clone, Debug)]
pub struct When {
    /// Up to here the feed is counted. Never to be shown: it tells how much is hidden.
    pub position: i64,
    /// Everything acknowledged before this time is counted.
    pub as_of: DateTime<Utc>,
    /// The same place, to be sealed.
    pub cursor: Cursor,
    /// The chunks' generation, and who is who by now.
    pub ground: Ground,
    /// A digest of what was read: the same for the same chunks, rows and people.
    pub digest: [u8; 32],
}

type Key = (i32, ColumnKey);

#[derive(Clone)]
enum Column {
    /// A facet of the games.
    Games(Games),
    /// The observations of a metric without their dimensions.
    Observed(Observed),
    Dimension(Arc<Dimension>),
    /// All columns of a small chunk.
    Whole(Arc<HashMap<String, Self>>),
    /// The chunk does not have it: nothing was observed in it.
    Nothing,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Column> for Weight {
    fn weight(&self, _: &Key, column: &Column) -> u64 {
        (column.bytes() as u64).max(1)
    }
}

impl<'q> Measured<'q> {
    /// A metric as far as a filter and ways to group need it.
    pub fn asked(id: &'q str, filter: &Filter, by: &[By]) -> Self {
        let by = by.iter().filter_map(|by| if let By::Dimension(place) = by { Some(*place) } else { None });
        let places: BTreeSet<usize> = filter.dimensions.iter().map(|(place, _)| *place).chain(by).collect();
        Self { id, dimensions: places.into_iter().collect() }
    }

    /// All metrics of these shapes, with all their dimensions.
    pub fn all(shapes: &'q [Shape]) -> Vec<Self> {
        shapes.iter().map(|(id, dimensions)| Self { id, dimensions: (0..*dimensions).collect() }).collect()
    }

    fn columns(&self) -> impl Iterator<Item = String> {
        let dimensions = self.dimensions.iter().map(|place| dimension(self.id, *place));
        std::iter::once(self.id.to_owned()).chain(dimensions)
    }
}

impl Roll {
    /// Which chunk it is, if that is so large that it hardly ever changes.
    pub fn settled(&self) -> Option<ChunkId> {
        (self.games.len() >= FULL).then_some(self.id)
    }

    /// The games with what was observed of one metric; `None` if nothing was.
    pub fn page(mut self, metric: &str) -> Option<Page> {
        let observed = self.observed.remove(metric)?;
        Some(Page {
            settled: self.settled(),
            observed,
            game: self.game,
            games: self.games,
            dead: self.dead,
            tables: None,
        })
    }
}

impl AsOf {
    /// What a client wrote: a time, a date – its end in UTC – or a cursor of the feed or of an earlier answer.
    pub fn read(text: &str, sealer: &Sealer) -> Option<Self> {
        if let Ok(time) = DateTime::parse_from_rfc3339(text) {
            return Some(Self::Time(time.to_utc()));
        }
        if let Ok(date) = text.parse::<NaiveDate>() {
            let next = date.checked_add_days(Days::new(1))?;
            return Some(Self::Time(next.and_time(NaiveTime::MIN).and_utc()));
        }
        let cursor = sealer.open(text)?;
        Some(Self::Place(cursor.0[0].position))
    }
}

impl Archive {
    /// Keeps columns of so many bytes in all.
    pub fn new(bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            .shards(2)
            .weight_capacity(bytes)
            .estimated_items_capacity(usize::try_from(bytes / USUAL).unwrap_or(usize::MAX).max(16))
            .build()
            .expect("all that has no default is given");
        let kept =
            Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self { kept }
    }

    /// Reads games as far as they are wanted.
    pub async fn rolls(&self, store: &Store, wanted: &Wanted<'_>) -> Result<Rolls, Problem> {
        let Wanted { game, facets, metrics, as_of } = *wanted;
        let moment = match as_of {
            None => Moment::Now,
            Some(AsOf::Time(time)) => Moment::Time(time),
            Some(AsOf::Place(place)) => Moment::Place(place),
        };
        let reader = store.replica();
        let mut manifest = reader.manifest(game, moment).await?;
        let facets = facets.iter().map(|facet| facet.name().to_owned());
        let names: Vec<String> = facets.chain(metrics.iter().flat_map(Measured::columns)).collect();
        let (mut known, missing) = self.known(&manifest, &names);
        if !missing.is_empty() {
            // Chunks may have been merged since: everything once more, at one moment.
            let wanting = |manifest: &Manifest| {
                let missing;
                (known, missing) = self.known(manifest, &names);
                missing
            };
            let columns;
            (manifest, columns) = reader.manifest_with_columns(game, moment, wanting, Column::read).await?;
            self.keep(manifest.generation, &columns);
            known.extend(columns);
        }
        let people = People::new(manifest.people.iter().copied());
        let ground = Ground { generation: manifest.generation, people };
        let digest = digest(&manifest);
        let rolls = manifest
            .chunks
            .into_iter()
            .map(|chunk| roll(manifest.generation, chunk, wanted, &known))
            .collect::<Option<_>>();
        let rolls = rolls.ok_or_else(|| {
            tracing::warn!(
                "statistics are of another version, and have to be rebuilt before they can be read"
            );
            Problem::plain(Code::Unavailable)
        })?;
        let moment = When {
            position: manifest.position.0,
            as_of: manifest.as_of,
            cursor: Cursor::after(Places([manifest.position])),
            ground,
            digest,
        };
        Ok(Rolls { rolls, moment })
    }

    /// The columns that are kept, and those that are not.
    fn known(&self, manifest: &Manifest, names: &[String]) -> (HashMap<ColumnKey, Column>, Vec<ColumnKey>) {
        let (mut known, mut missing) = (HashMap::new(), Vec::new());
        let whole = [WHOLE.to_owned()];
        let of_chunk = |chunk: &ManifestChunk| {
            let names = if is_small(chunk.rows.try_into().unwrap_or_default()) { &whole } else { names };
            let (shard, chunk) = (chunk.shard, chunk.chunk);
            names.iter().map(move |name| ColumnKey { shard, chunk, name: name.clone() })
        };
        for key in manifest.chunks.iter().flat_map(of_chunk) {
            let key = (manifest.generation, key);
            match self.kept.get(&key) {
                Some(column) => {
                    known.insert(key.1, column);
                }
                None => missing.push(key.1),
            }
        }
        (known, missing)
    }

    /// Keeps columns, also those that a chunk does not have.
    fn keep(&self, generation: i32, columns: &[(ColumnKey, Column)]) {
        for (key, column) in columns {
            self.kept.insert((generation, key.clone()), column.clone());
        }
    }
}

impl Column {
    fn read(key: &ColumnKey, bytes: Option<&[u8]>) -> Result<Self, StoreError> {
        let Some(bytes) = bytes else { return Ok(Self::Nothing) };
        let column = if key.name == WHOLE { Self::whole(bytes) } else { Self::one(&key.name, bytes) };
        column.map_err(|error| StoreError::Corrupt(format!("a column of statistics: {error}")))
    }

    fn whole(bytes: &[u8]) -> Result<Self, postcard::Error> {
        let columns: Vec<Named> = decode(bytes)?;
        let columns = columns.into_iter().map(|(name, bytes)| {
            let column = Self::one(&name, &bytes)?;
            Ok((name, column))
        });
        Ok(Self::Whole(Arc::new(columns.collect::<Result<_, postcard::Error>>()?)))
    }

    fn one(name: &str, bytes: &[u8]) -> Result<Self, postcard::Error> {
        match (Facet::named(name), dimension_named(name)) {
            (Some(facet), _) => Games::read(facet, bytes).map(Self::Games),
            (None, Some(_)) => decode(bytes).map(Self::Dimension),
            (None, None) => decode(bytes).map(Self::Observed),
        }
    }

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        match self {
            Self::Games(games) => games.bytes(),
            Self::Observed(observed) => observed.bytes(),
            Self::Dimension(dimension) => dimension.bytes(),
            Self::Whole(columns) => columns.iter().map(|(name, column)| name.len() + column.bytes()).sum(),
            Self::Nothing => 0,
        }
    }
}

/// `None` if the chunk does not have what every chunk has.
fn roll(
    generation: i32,
    chunk: ManifestChunk,
    wanted: &Wanted<'_>,
    known: &HashMap<ColumnKey, Column>,
) -> Option<Roll> {
    let stored =
        |name: &str| known.get(&ColumnKey { shard: chunk.shard, chunk: chunk.chunk, name: name.to_owned() });
    let whole = stored(WHOLE);
    let column = |name: &str| match whole {
        Some(Column::Whole(columns)) => columns.get(name),
        _ => stored(name),
    };
    let mut games = Games::default();
    for facet in wanted.facets {
        let Column::Games(of_facet) = column(facet.name())? else { return None };
        games.take(*facet, of_facet);
    }
    let mut observed = BTreeMap::new();
    for Measured { id, dimensions } in wanted.metrics {
        let Some(Column::Observed(of_metric)) = column(id) else { continue };
        let mut of_metric = of_metric.clone();
        for place in dimensions {
            let Some(Column::Dimension(of_place)) = column(&dimension(id, *place)) else { return None };
            of_metric.take(*place, of_place.clone());
        }
        observed.insert((*id).to_owned(), Arc::new(of_metric));
    }
    let id = (generation, chunk.shard, chunk.chunk);
    Some(Roll { id, game: chunk.game.into(), games: games.into(), dead: Arc::new(chunk.dead), observed })
}

fn digest(manifest: &Manifest) -> [u8; 32] {
    let mut digest = blake3::Hasher::new();
    digest.update(&manifest.generation.to_le_bytes());
    for chunk in &manifest.chunks {
        digest.update(&chunk.chunk.to_le_bytes()).update(&(chunk.dead.len() as u64).to_le_bytes());
    }
    for (player, now) in &manifest.people {
        digest.update(player.as_bytes()).update(now.unwrap_or_default().as_bytes());
    }
    *digest.finalize().as_bytes()
}
