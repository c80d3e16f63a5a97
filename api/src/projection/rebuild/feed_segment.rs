//! Segments: long parts of the feed, of which several are read and counted at the same time. Most records begin and end
//! within one and are folded from what was read; of the others the whole log is read.

use std::collections::{BTreeMap, HashMap, HashSet};

use futures_util::stream::{self, Stream, TryStreamExt};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use uuid::Uuid;

use crate::problem::Problem;
use crate::projection::count::{self, CountedRecord, count};
use kifu_statistics::columns::{Chunk, ChunkBuilder, GameEntry};
use kifu_statistics::entries::{LogEvent, entries};
use kifu_statistics::shapes::shapes;
use kifu_store::{CountableRecord, EventRange, GameId, Position, RangeEvent, Shard, Store, StoreError};

/// Events of a segment, and how many of them are read at once.
const SEGMENT_EVENTS: i64 = 131_072;
const EVENTS_PER_READ: i64 = 4096;
/// Segments that are read and folded at the same time.
const CONCURRENT_SEGMENTS: usize = 3;

/// What a segment says.
pub struct FeedSegment {
    /// Where it ends.
    pub to: Position,
    /// How many events there are.
    pub events: u64,
    /// What records say that were opened in it, by the slug of their game.
    pub new: Vec<(String, Chunk)>,
    /// What all others say to which something happened.
    pub records: Vec<CountedRecord>,
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

/// What lies between two places, in parts of some length.
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
    let (new, begun_before) = folded.await.map_err(Problem::internal)??;
    let records = count(&store, begun_before, to, |_, _| None).await?;
    Ok(FeedSegment { to, events, new, records })
}

/// What the records say that were opened here, and which were opened before.
type Folded = (Vec<(String, Chunk)>, Vec<GameId>);

fn fold(ranges: &[EventRange], heads: Vec<CountableRecord>) -> Result<Folded, StoreError> {
    let opened: HashSet<GameId> = ranges.iter().flat_map(EventRange::opened).collect();
    let mut logs: HashMap<GameId, Vec<RangeEvent<'_>>> = HashMap::with_capacity(opened.len());
    for range in ranges {
        for (game, event) in range.events()? {
            logs.entry(game).or_default().push(event);
        }
    }
    let mut kinds: BTreeMap<String, Vec<CountableRecord>> = BTreeMap::new();
    for head in heads {
        kinds.entry(head.game.clone()).or_default().push(head);
    }
    let mut new = Vec::new();
    for (slug, heads) in kinds {
        let chunk = games::find(&slug).map(|game| chunk(game, heads, &logs));
        new.extend(chunk.filter(|chunk| !chunk.games.is_empty()).map(|chunk| (slug, chunk)));
    }
    Ok((new, logs.into_keys().filter(|game| !opened.contains(game)).collect()))
}

/// What records of one kind say. What was observed in one is in its columns before the next is folded.
fn chunk(
    game: &'static dyn AnyGame,
    mut heads: Vec<CountableRecord>,
    logs: &HashMap<GameId, Vec<RangeEvent<'_>>>,
) -> Chunk {
    heads.sort_unstable_by_key(|head| head.id);
    let mut chunk = ChunkBuilder::new(&shapes(game.meta()));
    for head in heads {
        if let Some(log) = logs.get(&head.id) {
            for entry in &entries_of(head, log) {
                chunk.push(entry);
            }
        }
    }
    chunk.finish()
}

fn entries_of(head: CountableRecord, log: &[RangeEvent<'_>]) -> Vec<GameEntry> {
    let id = head.id;
    let Some(head) = count::head(head) else { return Vec::new() };
    entries(&head, log.iter().map(logged)).unwrap_or_else(|why| {
        tracing::warn!(%id, ?why, "a stored record no longer opens, and is not counted");
        Vec::new()
    })
}

fn logged<'r>(event: &RangeEvent<'r>) -> LogEvent<'r> {
    LogEvent { position: event.position.0, at: event.at, kind: event.kind, payload: event.payload }
}
