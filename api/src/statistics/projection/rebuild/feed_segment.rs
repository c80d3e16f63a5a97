//! Segments: long parts of the feed, of which several are read and counted in parallel. Most records begin and end
//! within one and are folded from its events; of the others the whole log is read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::stream::{self, Stream, TryStreamExt};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use uuid::Uuid;

use crate::http::problem::Problem;
use crate::statistics::projection::count::{self, CountedRecord, count, damaged};
use kifu_statistics::columns::{Chunk, ChunkBuilder, GameEntry};
use kifu_statistics::entries::{LogEvent, walk};
use kifu_statistics::shapes::shapes;
use kifu_store::{CountableRecord, EventRange, GameId, Position, RangeEvent, Shard, Store};

/// Events of a segment, and how many of them are read at once.
const SEGMENT_EVENTS: i64 = 131_072;
const EVENTS_PER_READ: i64 = 4096;
/// Segments that are read and folded at the same time.
const CONCURRENT_SEGMENTS: usize = 3;

/// The counted data of a segment.
pub struct FeedSegment {
    /// The end of the segment.
    pub to: Position,
    /// How many events there are.
    pub events: u64,
    /// The data of the records opened in it, by the slug of their game.
    pub new: Vec<(String, Chunk)>,
    /// The data of all other records with events in it.
    pub records: Vec<CountedRecord>,
    /// Records that can't be read to their end.
    pub damaged: Vec<GameId>,
}

/// The feed of a shard between two places, in its order.
pub fn segments(
    store: &Store,
    shard: Shard,
    from: Position,
    end: Position,
) -> impl Stream<Item = Result<FeedSegment, Problem>> {
    let places = parts(from, end, SEGMENT_EVENTS).map(Ok);
    let segments = stream::iter(places).map_ok(move |(after, to)| {
        let segment = tokio::spawn(segment(store.clone(), shard, after, to));
        async move { segment.await.map_err(Problem::internal)? }
    });
    segments.try_buffered(CONCURRENT_SEGMENTS)
}

/// The stretch between two places, in parts of some length.
fn parts(from: Position, end: Position, length: i64) -> impl Iterator<Item = (Position, Position)> {
    let mut after = from;
    std::iter::from_fn(move || {
        let to = Position(end.0.min(after.0 + length));
        (after < end).then(|| (std::mem::replace(&mut after, to), to))
    })
}

async fn segment(store: Store, shard: Shard, after: Position, to: Position) -> Result<FeedSegment, Problem> {
    let reader = store.latest();
    let mut ranges = Vec::new();
    for (after, to) in parts(after, to, EVENTS_PER_READ) {
        ranges.extend(reader.event_range(shard, after, to).await?);
    }
    let opened: Vec<Uuid> = ranges.iter().flat_map(EventRange::opened).map(|game| game.0).collect();
    let heads = reader.countable_records(shard, &opened).await?;
    let events = ranges.iter().map(EventRange::count).sum::<usize>() as u64;
    let folded = tokio::task::spawn_blocking(move || fold(&ranges, heads));
    let (new, others) = folded.await.map_err(Problem::internal)?;
    let records = count(&store, others.clone(), to, |_, _| None).await?;
    let damaged = damaged(others, &records);
    Ok(FeedSegment { to, events, new, records, damaged })
}

/// The data of the records opened here, and the records that have to be read by themselves: they were opened before,
/// or do not fold to their end.
type Folded = (Vec<(String, Chunk)>, Vec<GameId>);

fn fold(ranges: &[EventRange], heads: Vec<Result<CountableRecord, GameId>>) -> Folded {
    let opened: HashSet<GameId> = ranges.iter().flat_map(EventRange::opened).collect();
    let mut logs: HashMap<GameId, Vec<RangeEvent<'_>>> = HashMap::with_capacity(opened.len());
    for range in ranges {
        for (game, event) in range.events() {
            logs.entry(game).or_default().push(event);
        }
    }
    let mut kinds: BTreeMap<String, Vec<CountableRecord>> = BTreeMap::new();
    let (mut new, mut broken) = (Vec::new(), HashSet::new());
    for head in heads {
        match head {
            Ok(head) => kinds.entry(head.game.clone()).or_default().push(head),
            Err(unreadable) => {
                broken.insert(unreadable);
            }
        }
    }
    for (slug, heads) in kinds {
        if games::find(&slug).is_none() {
            broken.extend(heads.iter().map(|head| head.id));
        }
        let chunk = games::find(&slug).map(|game| chunk(game, heads, &logs, &mut broken));
        new.extend(chunk.filter(|chunk| !chunk.games.is_empty()).map(|chunk| (slug, chunk)));
    }
    let is_apart = |game: &GameId| !opened.contains(game) || broken.contains(game);
    (new, logs.into_keys().filter(is_apart).collect())
}

/// The data of records of one kind. Each record is put into columns before the next is folded.
fn chunk(
    game: &'static dyn AnyGame,
    mut heads: Vec<CountableRecord>,
    logs: &HashMap<GameId, Vec<RangeEvent<'_>>>,
    broken: &mut HashSet<GameId>,
) -> Chunk {
    heads.sort_unstable_by_key(|head| head.id);
    let mut chunk = ChunkBuilder::new(&shapes(game.meta()));
    for head in heads {
        let id = head.id;
        let Some(log) = logs.get(&id) else { continue };
        // A record that panics is passed over as well, so that no record stops a rebuild.
        match catch_unwind(AssertUnwindSafe(|| entries_of(head, log))).ok().flatten() {
            Some(entries) => entries.iter().for_each(|entry| chunk.push(entry)),
            None => {
                broken.insert(id);
            }
        }
    }
    chunk.finish()
}

/// The entries of a record; nothing if it does not fold to its end.
fn entries_of(head: CountableRecord, log: &[RangeEvent<'_>]) -> Option<Vec<GameEntry>> {
    let head = count::head(head)?;
    let is_gapless = (1..).zip(log).all(|(seq, event)| event.seq == seq);
    let walk = walk(&head, log.iter().map(logged)).ok().filter(|walk| is_gapless && walk.is_whole())?;
    Some(walk.entries(&head))
}

fn logged<'r>(event: &RangeEvent<'r>) -> LogEvent<'r> {
    LogEvent { position: event.position.0, at: event.at, kind: event.kind, payload: event.payload }
}
