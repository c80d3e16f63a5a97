//! What has to be written so that records count as they now stand.

use std::collections::{BTreeMap, HashMap};

use kifu_engine::games;

use super::count::Told;
use crate::problem::{Code, Problem};
use crate::statistics::columns::merging::{Part, absorbed, merged, records, size};
use crate::statistics::columns::{Chunk, Entry, Shape, decode, encode};
use crate::statistics::shapes::shapes;
use crate::store::{Counted, GameId, NewChunk, Standing, Store, StoredChunk, StoredColumn, Upkeep};

/// The name of the column of the games.
pub const GAMES: &str = "";

/// What changes when these records are counted as told: their rows anew, with the small chunks that they complete, and
/// the old rows dead. Takes the entries out of what is told.
pub async fn plan(store: &Store, standing: Standing, told: &mut [Told]) -> Result<Upkeep, Problem> {
    let games: Vec<GameId> = told.iter().map(|told| told.game).collect();
    let counted = store.latest().counted(&standing, &games).await?;
    let uncounted = uncounted(&counted, told);
    let mut entries: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for told in told.iter_mut().filter(|told| !told.entries.is_empty()) {
        entries.entry(told.slug.clone()).or_default().append(&mut told.entries);
    }
    let kinds: Vec<&str> = entries.keys().map(String::as_str).collect();
    let mut stored =
        if kinds.is_empty() { Vec::new() } else { store.latest().chunks(&standing, &kinds).await? };
    let dead: Vec<(i64, i32)> = counted.iter().flat_map(rows).collect();
    bury(&mut stored, &dead);
    let taken = taken(&stored, &entries);
    let columns = match taken.as_slice() {
        [] => Vec::new(),
        taken => store.latest().columns(&standing, taken).await?,
    };
    stored.retain(|chunk| taken.contains(&chunk.chunk));
    let chunks = tokio::task::spawn_blocking(move || write_chunks(entries, &stored, columns));
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
fn taken(stored: &[StoredChunk], entries: &BTreeMap<String, Vec<Entry>>) -> Vec<i64> {
    let of_kind = |(kind, entries): (&String, &Vec<Entry>)| {
        let chunks = stored.iter().filter(|chunk| chunk.game == *kind);
        let sizes: Vec<_> = chunks.map(|chunk| (chunk.chunk, size_of_chunk(chunk))).collect();
        absorbed(&sizes, entries.len())
    };
    entries.iter().flat_map(of_kind).collect()
}

fn size_of_chunk(chunk: &StoredChunk) -> usize {
    size(usize::try_from(chunk.rows).unwrap_or_default(), chunk.dead.len())
}

/// For each kind, what is new together with what lives in the chunks that are merged.
fn write_chunks(
    entries: BTreeMap<String, Vec<Entry>>,
    stored: &[StoredChunk],
    columns: Vec<StoredColumn>,
) -> Result<Vec<NewChunk>, Problem> {
    let mut parts = read_chunks(columns)?;
    let mut written = Vec::new();
    for (kind, entries) in entries {
        let Some(game) = games::find(&kind) else { continue };
        let shapes = shapes(game.meta());
        let new = Chunk::of(entries, &shapes);
        let mut old = Vec::new();
        for chunk in stored.iter().filter(|chunk| chunk.game == kind) {
            let dead: Vec<u32> = chunk.dead.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
            old.extend(parts.remove(&chunk.chunk).map(|chunk| (chunk, dead)));
        }
        written.extend(join(&kind, &new, &old, &shapes)?);
    }
    Ok(written)
}

fn join(
    kind: &str,
    new: &Chunk,
    old: &[(Chunk, Vec<u32>)],
    shapes: &[Shape],
) -> Result<Vec<NewChunk>, Problem> {
    if old.is_empty() {
        return Ok(vec![stored(kind, new)?]);
    }
    let old = old.iter().map(|(chunk, dead)| Part { chunk, dead });
    let parts: Vec<_> = old.chain([Part { chunk: new, dead: &[] }]).collect();
    merged(&parts, shapes).iter().map(|chunk| stored(kind, chunk)).collect()
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
