//! Strides: long parts of the feed, of which several are read and counted at the same time. Most records begin and end
//! within one and are folded from what was read; of the others the whole log is read.

use std::collections::{BTreeMap, HashMap, HashSet};

use futures_util::stream::{self, Stream, TryStreamExt};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use uuid::Uuid;

use crate::problem::{Code, Problem};
use crate::projection::count::{self, Told, count};
use crate::statistics::columns::{Builder, Chunk, Entry};
use crate::statistics::entries::{Logged, entries};
use crate::statistics::shapes::shapes;
use crate::store::{CountedHead, Entered, GameId, Position, Shard, Store, StoreError, Stretch};

/// Events of a stride, and how many of them are read at once.
const STRIDE: i64 = 131_072;
const STRETCH: i64 = 4096;
/// Strides that are read and folded at the same time.
const AT_ONCE: usize = 3;

/// What a stride says.
pub struct Stride {
    /// Where it ends.
    pub to: Position,
    /// How many events there are.
    pub events: u64,
    /// What records say that were opened in it, by the slug of their game.
    pub new: Vec<(String, Chunk)>,
    /// What all others say to which something happened.
    pub told: Vec<Told>,
}

/// The feed of a shard between two places, in its order.
pub fn strides(
    store: &Store,
    shard: Shard,
    from: Position,
    end: Position,
) -> impl Stream<Item = Result<Stride, Problem>> {
    let places = parts(from, end, STRIDE).map(Ok);
    let strides = stream::iter(places).map_ok(move |(after, to)| {
        let stride = tokio::spawn(stride(store.clone(), shard, after, to));
        async move { stride.await.map_err(|_| Problem::plain(Code::Internal))? }
    });
    strides.try_buffered(AT_ONCE)
}

/// What lies between two places, in parts of some length.
fn parts(from: Position, end: Position, length: i64) -> impl Iterator<Item = (Position, Position)> {
    let mut after = from;
    std::iter::from_fn(move || {
        let to = Position(end.0.min(after.0 + length));
        (after < end).then(|| (std::mem::replace(&mut after, to), to))
    })
}

async fn stride(store: Store, shard: Shard, after: Position, to: Position) -> Result<Stride, Problem> {
    let reader = store.latest();
    let mut stretches = Vec::new();
    for (after, to) in parts(after, to, STRETCH) {
        stretches.extend(reader.stretch(shard, after, to).await?);
    }
    let opened: Vec<Uuid> = stretches.iter().flat_map(Stretch::opened).map(|game| game.0).collect();
    let heads = reader.heads_to_count(shard, &opened).await?;
    let events = stretches.iter().map(Stretch::count).sum::<usize>() as u64;
    let folded = tokio::task::spawn_blocking(move || fold(&stretches, heads));
    let (new, begun_before) = folded.await.map_err(|_| Problem::plain(Code::Internal))??;
    let told = count(&store, begun_before, to, |_, _| None).await?;
    Ok(Stride { to, events, new, told })
}

/// What the records say that were opened here, and which were opened before.
type Folded = (Vec<(String, Chunk)>, Vec<GameId>);

fn fold(stretches: &[Stretch], heads: Vec<CountedHead>) -> Result<Folded, StoreError> {
    let opened: HashSet<GameId> = stretches.iter().flat_map(Stretch::opened).collect();
    let mut logs: HashMap<GameId, Vec<Entered<'_>>> = HashMap::with_capacity(opened.len());
    for stretch in stretches {
        for (game, event) in stretch.events()? {
            logs.entry(game).or_default().push(event);
        }
    }
    let mut kinds: BTreeMap<String, Vec<CountedHead>> = BTreeMap::new();
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
    mut heads: Vec<CountedHead>,
    logs: &HashMap<GameId, Vec<Entered<'_>>>,
) -> Chunk {
    heads.sort_unstable_by_key(|head| head.id);
    let mut chunk = Builder::new(&shapes(game.meta()));
    for head in heads {
        if let Some(log) = logs.get(&head.id) {
            for entry in &said(head, log) {
                chunk.push(entry);
            }
        }
    }
    chunk.finish()
}

fn said(head: CountedHead, log: &[Entered<'_>]) -> Vec<Entry> {
    let id = head.id;
    let Some(head) = count::head(head) else { return Vec::new() };
    entries(&head, log.iter().map(logged)).unwrap_or_else(|why| {
        tracing::warn!(%id, ?why, "a stored record no longer opens, and is not counted");
        Vec::new()
    })
}

fn logged<'r>(event: &Entered<'r>) -> Logged<'r> {
    Logged { position: event.position.0, at: event.at, kind: event.kind, payload: event.payload }
}
