//! Counts every record from its log: kind by kind, in the order of their ids, into chunks that are full at once.

use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::stream::{self, Stream};
use futures_util::{TryStreamExt, pin_mut};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use uuid::Uuid;

use crate::details::Details;
use crate::problem::{Code, Problem};
use crate::projection::plan::stored;
use crate::statistics::columns::merging::{FULL, Part, merged};
use crate::statistics::columns::{Chunk, Entry};
use crate::statistics::entries::{Head, Logged, entries};
use crate::statistics::shapes::shapes;
use crate::store::{CountedHead, Entered, GameId, Logs, NewChunk, Shard, Standing, Store, Upkeep, Walk};

/// Records read at once: the heads of many, the logs of some.
const HEADS: u32 = 2048;
const PAGE: usize = 128;
/// Pages that are read and folded at the same time.
const AT_ONCE: usize = 4;

/// How much is done.
#[derive(Debug, Default)]
pub struct Progress {
    /// Records counted.
    pub records: AtomicU64,
    /// Events folded for it.
    pub events: AtomicU64,
}

/// Some records in the order of their ids, counted.
struct Page {
    chunk: Chunk,
    last: GameId,
    records: u64,
    events: u64,
}

/// Goes on with the walk of a generation up to its end.
pub async fn walk(store: &Store, mut standing: Standing, progress: &Progress) -> Result<(), Problem> {
    let mut kinds = games::ALL.to_vec();
    kinds.sort_by_key(|game| game.meta().slug);
    for game in kinds {
        let slug = game.meta().slug;
        let after = match &standing.walk {
            Walk::Done => return Ok(()),
            Walk::At(walked, _) if slug < walked.as_str() => continue,
            Walk::At(walked, id) if slug == walked => Some(*id),
            Walk::At(..) | Walk::Start => None,
        };
        standing = walk_kind(store, standing, game, after, progress).await?;
    }
    let upkeep = write(standing, Vec::new(), Walk::Done);
    put(store, &upkeep).await.map(|_| ())
}

async fn walk_kind(
    store: &Store,
    mut standing: Standing,
    game: &'static dyn AnyGame,
    after: Option<GameId>,
    progress: &Progress,
) -> Result<Standing, Problem> {
    let pages = pages(store, standing.shard, game, after);
    pin_mut!(pages);
    let (mut waiting, mut rows, mut last) = (Vec::new(), 0, None);
    while let Some(page) = pages.try_next().await? {
        rows += page.chunk.games.len();
        waiting.push(page.chunk);
        last = Some(page.last);
        progress.records.fetch_add(page.records, Ordering::Relaxed);
        progress.events.fetch_add(page.events, Ordering::Relaxed);
        if rows >= FULL {
            rows = 0;
            standing = put_chunk(store, standing, game, std::mem::take(&mut waiting), page.last).await?;
        }
    }
    match last {
        Some(last) => put_chunk(store, standing, game, waiting, last).await,
        None => Ok(standing),
    }
}

/// The records of a kind, page by page in the order of their ids, several of them being folded.
fn pages(
    store: &Store,
    shard: Shard,
    game: &'static dyn AnyGame,
    after: Option<GameId>,
) -> impl Stream<Item = Result<Page, Problem>> {
    let heads = stream::try_unfold(Some(after), move |place| async move {
        let Some(after) = place else { return Ok::<_, Problem>(None) };
        let heads = store.latest().heads_to_count(shard, game.meta().slug, after, HEADS).await?;
        let next = heads.last().filter(|_| heads.len() == HEADS as usize).map(|head| Some(head.id));
        let pages: Vec<_> = heads.chunks(PAGE).map(|page| Ok(page.to_vec())).collect();
        Ok(Some((stream::iter(pages), next)))
    });
    let pages = heads.try_flatten().map_ok(move |heads| {
        let page = tokio::spawn(page(store.clone(), shard, game, heads));
        async move { page.await.map_err(|_| Problem::plain(Code::Internal))? }
    });
    pages.try_buffered(AT_ONCE)
}

async fn page(
    store: Store,
    shard: Shard,
    game: &'static dyn AnyGame,
    heads: Vec<CountedHead>,
) -> Result<Page, Problem> {
    let ids: Vec<Uuid> = heads.iter().map(|head| head.id.0).collect();
    let logs = store.latest().logs_to_count(shard, &ids).await?;
    let fold = tokio::task::spawn_blocking(move || fold(game, heads, &logs));
    fold.await.map_err(|_| Problem::plain(Code::Internal))?
}

fn fold(game: &'static dyn AnyGame, heads: Vec<CountedHead>, logs: &Logs) -> Result<Page, Problem> {
    let last = heads.last().map(|head| head.id).ok_or_else(|| Problem::plain(Code::Internal))?;
    let (records, events) = (heads.len() as u64, logs.events() as u64);
    let mut counted = Vec::with_capacity(heads.len());
    for (number, head) in heads.into_iter().enumerate() {
        counted.extend(of_record(game, head, &logs.of(number)?));
    }
    Ok(Page { chunk: Chunk::of(counted, &shapes(game.meta())), last, records, events })
}

fn of_record(game: &'static dyn AnyGame, head: CountedHead, log: &[Entered<'_>]) -> Vec<Entry> {
    let Ok(options) = head.options.read() else { return Vec::new() };
    let details: Details = head.details.read().unwrap_or_default();
    let head = Head {
        id: head.id.0,
        game,
        seats: head.seats,
        options,
        at: details.played_at.unwrap_or(head.opened_at),
        place: details.place,
        tags: details.tags,
        players: head.players,
    };
    entries(&head, log.iter().map(logged)).unwrap_or_else(|why| {
        tracing::warn!(id = %head.id, ?why, "a stored record no longer opens, and is not counted");
        Vec::new()
    })
}

async fn put_chunk(
    store: &Store,
    standing: Standing,
    game: &'static dyn AnyGame,
    pages: Vec<Chunk>,
    last: GameId,
) -> Result<Standing, Problem> {
    let slug = game.meta().slug;
    let make = move || -> Result<Vec<NewChunk>, Problem> {
        let parts: Vec<_> = pages.iter().map(|chunk| Part { chunk, dead: &[] }).collect();
        merged(&parts, &shapes(game.meta())).iter().map(|chunk| stored(slug, chunk)).collect()
    };
    let chunks = tokio::task::spawn_blocking(make).await.map_err(|_| Problem::plain(Code::Internal))??;
    put(store, &write(standing, chunks, Walk::At(slug.to_owned(), last))).await
}

fn write(standing: Standing, chunks: Vec<NewChunk>, walk: Walk) -> Upkeep {
    Upkeep {
        to: standing.position,
        walk,
        heads: Vec::new(),
        chunks,
        dead: Vec::new(),
        merged: Vec::new(),
        uncounted: Vec::new(),
        standing,
    }
}

/// Writes, and says how the generation stands then.
async fn put(store: &Store, upkeep: &Upkeep) -> Result<Standing, Problem> {
    let shard = upkeep.standing.shard;
    let seen = store.latest().feed_now(shard).await?;
    if !store.keep_up(shard, None, Some(upkeep), seen).await? {
        tracing::error!("somebody else is building the same generation");
        return Err(Problem::plain(Code::Internal));
    }
    Ok(upkeep.done())
}

fn logged<'r>(event: &Entered<'r>) -> Logged<'r> {
    Logged { position: event.position.0, at: event.at, kind: event.kind, payload: event.payload }
}
