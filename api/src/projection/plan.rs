//! What has to be written so that records count as they now stand.

use std::collections::{BTreeMap, HashMap};

use kifu_engine::games;

use super::count::Told;
use crate::problem::{Code, Problem};
use crate::statistics::columns::merging::{Part, absorbed, merged, records, size};
use crate::statistics::columns::{Chunk, Entry, decode, encode};
use crate::statistics::shapes::shapes;
use crate::store::{Counted, GameId, NewChunk, Standing, Store, StoredChunk, StoredColumn, Upkeep};

/// The name of the column of the games.
pub const GAMES: &str = "";

/// Rows of records by the slug of their game, some of which don't count any more.
pub type Rows = BTreeMap<String, Vec<(Chunk, Vec<u32>)>>;

/// What changes when these records are counted as told: their rows anew, with the small chunks that they complete, and
/// the old rows dead. `new` are rows of other records, which were never counted. Takes the entries out of what is told.
pub async fn plan(
    store: &Store,
    standing: Standing,
    told: &mut [Told],
    mut new: Rows,
) -> Result<Upkeep, Problem> {
    let games: Vec<GameId> = told.iter().map(|told| told.game).collect();
    let counted = store.latest().counted(&standing, &games).await?;
    let uncounted = uncounted(&counted, told);
    for (slug, chunk) in chunks(told.iter_mut().map(|told| (&*told.slug, std::mem::take(&mut told.entries))))
    {
        new.entry(slug).or_default().push((chunk, Vec::new()));
    }
    let kinds: Vec<&str> = new.keys().map(String::as_str).collect();
    let mut stored =
        if kinds.is_empty() { Vec::new() } else { store.latest().chunks(&standing, &kinds).await? };
    let dead: Vec<(i64, i32)> = counted.iter().flat_map(rows).collect();
    bury(&mut stored, &dead);
    let taken = taken(&stored, &new);
    let columns = match taken.as_slice() {
        [] => Vec::new(),
        taken => store.latest().columns(&standing, taken).await?,
    };
    stored.retain(|chunk| taken.contains(&chunk.chunk));
    let chunks = tokio::task::spawn_blocking(move || write_chunks(new, &stored, columns));
    let chunks = chunks.await.map_err(|_| Problem::plain(Code::Internal))??;
    Ok(Upkeep {
        to: standing.position,
        heads: Vec::new(),
        chunks,
        dead: dead.into_iter().filter(|(chunk, _)| !taken.contains(chunk)).collect(),
        merged: taken,
        uncounted,
        standing,
    })
}

fn rows(counted: &Counted) -> impl Iterator<Item = (i64, i32)> + use<> {
    let chunk = counted.chunk;
    (counted.first..counted.first + counted.rows).map(move |row| (chunk, row))
}

fn bury(stored: &mut [StoredChunk], dead: &[(i64, i32)]) {
    for chunk in stored {
        chunk.dead.extend(dead.iter().filter(|(number, _)| *number == chunk.chunk).map(|(_, row)| row));
    }
}

fn uncounted(counted: &[Counted], told: &[Told]) -> Vec<GameId> {
    let silent = told.iter().filter(|told| told.entries.is_empty()).map(|told| told.game);
    silent.filter(|game| counted.iter().any(|counted| counted.game == *game)).collect()
}

/// The chunks that are merged with what is new.
fn taken(stored: &[StoredChunk], new: &Rows) -> Vec<i64> {
    let of_kind = |(kind, new): (&String, &Vec<(Chunk, Vec<u32>)>)| {
        let chunks = stored.iter().filter(|chunk| chunk.game == *kind);
        let sizes: Vec<_> = chunks.map(|chunk| (chunk.chunk, size_of_chunk(chunk))).collect();
        absorbed(&sizes, new.iter().map(|(chunk, dead)| chunk.games.len() - dead.len()).sum())
    };
    new.iter().flat_map(of_kind).collect()
}

fn size_of_chunk(chunk: &StoredChunk) -> usize {
    size(usize::try_from(chunk.rows).unwrap_or_default(), chunk.dead.len())
}

/// For each kind, what is new together with what lives in the chunks that are merged.
fn write_chunks(
    new: Rows,
    stored: &[StoredChunk],
    columns: Vec<StoredColumn>,
) -> Result<Vec<NewChunk>, Problem> {
    let mut parts = read_chunks(columns)?;
    let mut written = Vec::new();
    for (kind, mut rows) in new {
        let Some(game) = games::find(&kind) else { continue };
        for chunk in stored.iter().filter(|chunk| chunk.game == kind) {
            let dead: Vec<u32> = chunk.dead.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
            rows.extend(parts.remove(&chunk.chunk).map(|chunk| (chunk, dead)));
        }
        let parts: Vec<_> = rows.iter().map(|(chunk, dead)| Part { chunk, dead }).collect();
        match parts.as_slice() {
            [Part { chunk, dead: [] }] => written.push(self::stored(&kind, chunk)?),
            parts => {
                for chunk in merged(parts, &shapes(game.meta())) {
                    written.push(self::stored(&kind, &chunk)?);
                }
            }
        }
    }
    Ok(written)
}

/// Entries of records, each with the slug of its game, as a chunk for each game that has any.
fn chunks<'s>(entries: impl Iterator<Item = (&'s str, Vec<Entry>)>) -> impl Iterator<Item = (String, Chunk)> {
    let mut of_kinds: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
    for (slug, mut entries) in entries.filter(|(_, entries)| !entries.is_empty()) {
        of_kinds.entry(slug).or_default().append(&mut entries);
    }
    of_kinds.into_iter().filter_map(|(slug, entries)| {
        let shapes = shapes(games::find(slug)?.meta());
        Some((slug.to_owned(), Chunk::of(entries, &shapes)))
    })
}

fn read_chunks(columns: Vec<StoredColumn>) -> Result<HashMap<i64, Chunk>, Problem> {
    let mut chunks: HashMap<i64, Chunk> = HashMap::new();
    for StoredColumn { chunk, name, bytes } in columns {
        let chunk = chunks.entry(chunk).or_default();
        match name.as_str() {
            GAMES => chunk.games = decode(&bytes).map_err(|error| corrupt(&error))?,
            _ => {
                chunk.observed.insert(name, decode(&bytes).map_err(|error| corrupt(&error))?);
            }
        }
    }
    Ok(chunks)
}

/// A chunk as it is stored, without the columns in which nothing was observed.
pub fn stored(kind: &str, chunk: &Chunk) -> Result<NewChunk, Problem> {
    let mut columns = vec![(GAMES.to_owned(), encode(&chunk.games).map_err(|error| corrupt(&error))?)];
    for (name, observed) in chunk.observed.iter().filter(|(_, observed)| !observed.seats.is_empty()) {
        columns.push((name.clone(), encode(observed).map_err(|error| corrupt(&error))?));
    }
    let number = |count: usize| i32::try_from(count).map_err(|_| Problem::plain(Code::Internal));
    let record = |(id, first, rows)| Ok((GameId(id), number(first)?, number(rows)?));
    Ok(NewChunk {
        game: kind.to_owned(),
        rows: number(chunk.games.len())?,
        records: records(&chunk.games).into_iter().map(record).collect::<Result<_, Problem>>()?,
        columns,
    })
}

fn corrupt(error: &postcard::Error) -> Problem {
    tracing::error!(%error, "a column of statistics is not as it should be");
    Problem::plain(Code::Internal)
}
