//! Chooses the chunks to merge, and merges them.
//!
//! A chunk's level is how often 8 goes into its living rows. When those of a level together would fill one of the next,
//! they become one; so a row is written once a level, and there are never many small chunks.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::games;
use super::observations::{self, ObservationColumns};
use super::{Chunk, Shape};

/// A chunk with so many rows is merged no more.
pub const FULL_CHUNK_ROWS: usize = 4096;
/// Chunks are written in pieces of so many rows: a rebuild has more at once than make one full, and a question reads few
/// large pieces faster than many small ones.
const TARGET_CHUNK_ROWS: usize = 4 * FULL_CHUNK_ROWS;
/// How many chunks of one level make one of the next.
const CHUNKS_PER_LEVEL: usize = 8;

/// A chunk with the rows of it that count.
pub struct MergeInput<'c> {
    /// The chunk.
    pub chunk: &'c Chunk,
    /// Rows that don't count.
    pub tombstones: &'c [usize],
}

/// How large a chunk counts: as many as live in it. A full one stays full until half of it is dead, or each record
/// counted anew would have thousands written again.
pub fn size(rows: usize, tombstones: usize) -> usize {
    let living = rows.saturating_sub(tombstones);
    if rows >= FULL_CHUNK_ROWS && 2 * living >= rows { living.max(FULL_CHUNK_ROWS) } else { living }
}

/// The chunks, by number and [`size`], that are merged with so many new rows.
pub fn absorbed(chunks: &[(i64, usize)], new: usize) -> Vec<i64> {
    let (mut taken, mut carried, mut size) = (Vec::new(), new, CHUNKS_PER_LEVEL);
    while size <= FULL_CHUNK_ROWS {
        let of_level = chunks
            .iter()
            .filter(|(_, living)| (size / CHUNKS_PER_LEVEL..size).contains(&level_size(*living)));
        let together: usize = of_level.clone().map(|(_, living)| living).sum();
        let joins = if carried < size { carried } else { 0 };
        if together > 0 && together + joins >= size {
            taken.extend(of_level.map(|(number, _)| number));
            carried += together;
        }
        size *= CHUNKS_PER_LEVEL;
    }
    taken
}

/// A chunk without living rows is of the lowest level, too.
fn level_size(living: usize) -> usize {
    living.max(1)
}

/// The living rows of all parts in chunks that are not much larger than a [`TARGET_CHUNK_ROWS`], the rows of a record side by side.
pub fn merged(parts: &[MergeInput<'_>], metrics: &[Shape]) -> Vec<Chunk> {
    let mut rows: Vec<Row> = (0..).zip(parts).flat_map(|(number, part)| living(number, part)).collect();
    rows.sort_unstable();
    let mut chunks = Vec::new();
    let mut rest = rows.as_slice();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(end_of_piece(rest));
        chunks.push(write(parts, piece, metrics));
        rest = after;
    }
    chunks
}

/// A row: the record, its position, the part, where it is there.
type Row = (Uuid, i64, usize, usize);

fn living<'p>(number: usize, part: &'p MergeInput<'_>) -> impl Iterator<Item = Row> + 'p {
    let mut lives = vec![true; part.chunk.games.len()];
    for row in part.tombstones {
        lives[*row] = false;
    }
    let games = &part.chunk.games;
    (0..games.len())
        .filter(move |row| lives[*row])
        .map(move |row| (games.ids[row], games.base.from[row], number, row))
}

/// All that is left, unless it makes two pieces; never between two rows of a record.
fn end_of_piece(rows: &[Row]) -> usize {
    if rows.len() < 2 * TARGET_CHUNK_ROWS {
        return rows.len();
    }
    let mut end = TARGET_CHUNK_ROWS;
    while end < rows.len() && rows[end].0 == rows[end - 1].0 {
        end += 1;
    }
    end
}

fn write(parts: &[MergeInput<'_>], rows: &[Row], metrics: &[Shape]) -> Chunk {
    let mut games = games::GamesBuilder::default();
    for (.., part, row) in rows {
        games.push(&parts[*part].chunk.games.get(*row));
    }
    let column = |(name, dimensions): &Shape| {
        let columns: Vec<Option<&ObservationColumns>> =
            parts.iter().map(|part| part.chunk.observations.get(name)).collect();
        columns.iter().any(Option::is_some).then(|| {
            let mut builder = observations::ObservationColumnsBuilder::new(*dimensions);
            for (.., part, row) in rows {
                match columns[*part] {
                    Some(column) => builder.copy(column, *row),
                    None => builder.push(&[]),
                }
            }
            (name.clone(), builder.finish())
        })
    };
    let observations: BTreeMap<_, _> = metrics.iter().filter_map(column).collect();
    Chunk { games: games.finish(), observations }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::columns::GameEntry;
    use crate::columns::games::{Game, OPEN_ENDED};
    use crate::columns::observations::{StoredObservation, Value};

    #[test]
    fn chunks_of_a_level_are_merged_when_they_fill_one_of_the_next() {
        for (chunks, new, expected) in [
            (&[][..], 3, &[][..]),
            (&[1, 1, 1], 1, &[]),
            (&[1, 1, 1, 4], 1, &[0, 1, 2, 3]),
            (&[1, 1, 1, 4, 60], 1, &[0, 1, 2, 3, 4]),
            (&[60, 5], 2, &[]),
            (&[60], 10, &[0]),
            (&[5000, 1], 1, &[]),
            (&[4000, 90, 10], 4, &[]),
            (&[4000, 500, 60, 7], 1, &[0, 1, 2, 3]),
            (&[0, 1], 7, &[0, 1]),
            (&[size(4200, 300), 10], 4, &[]),
            (&[size(4200, 2200), 2500], 4, &[0, 1]),
        ] {
            let chunks: Vec<_> = (0..).zip(chunks.iter().copied()).collect();
            let mut taken = absorbed(&chunks, new);
            taken.sort_unstable();
            assert_eq!(taken, expected, "{chunks:?} {new}");
        }
    }

    #[test]
    fn however_many_are_written_one_by_one_there_are_never_many_chunks() {
        let (mut chunks, mut written) = (Vec::<(i64, usize)>::new(), 0_usize);
        for number in 0..20_000 {
            let taken = absorbed(&chunks, 1);
            let living: usize = chunks.iter().filter(|(n, _)| taken.contains(n)).map(|(_, rows)| rows).sum();
            chunks.retain(|(n, _)| !taken.contains(n));
            chunks.push((number, living + 1));
            written += living + 1;
        }
        assert_eq!(chunks.iter().map(|(_, rows)| rows).sum::<usize>(), 20_000);
        assert!(chunks.len() < 40, "{}", chunks.len());
        assert!(written < 20_000 * 6, "each row was written {} times", written / 20_000);
    }

    fn entry(id: u128, from: i64, seen: &[u8]) -> GameEntry {
        let game = Game {
            id: Uuid::from_u128(id),
            from,
            until: OPEN_ENDED,
            played_at: 0,
            irregular: false,
            options: "{}".into(),
            rules_version: 1,
            place: None,
            tags: Vec::new(),
            players: vec![None],
            won: vec![true],
            places: vec![1],
            ending: "end".into(),
        };
        let one = |number: &u8| StoredObservation {
            seat: 0,
            value: Value::Number(f64::from(*number)),
            dimensions: vec![Some(number.to_string())],
        };
        let ones: Vec<_> = seen.iter().map(one).collect();
        let observations =
            [("m".to_owned(), ones)].into_iter().filter(|(_, ones)| !ones.is_empty()).collect();
        GameEntry { game, observations }
    }

    proptest! {
        #[test]
        fn merging_keeps_what_lives(
            parts in prop::collection::vec(
                prop::collection::vec((0_u128..50, 0_i64..9, prop::collection::vec(0_u8..4, 0..3)), 1..20), 1..4),
            tombstones in prop::collection::vec(0_usize..20, 0..5),
        ) {
            let shape = [("m".to_owned(), 1), ("never".to_owned(), 0)];
            let chunks: Vec<_> = parts.iter().map(|entries| {
                Chunk::of(entries.iter().map(|(id, from, seen)| entry(*id, *from, seen)).collect(), &shape)
            }).collect();
            let is_dead = |chunk: &Chunk| -> Vec<usize> {
                tombstones.iter().copied().filter(|row| *row < chunk.games.len()).collect()
            };
            let tombstones: Vec<_> = chunks.iter().map(is_dead).collect();
            let mut expected: Vec<GameEntry> = chunks.iter().zip(&tombstones).flat_map(|(chunk, tombstones)| {
                let rows = (0..).zip(chunk.entries());
                rows.filter(|(row, _)| !tombstones.contains(row)).map(|(_, entry)| entry).collect::<Vec<_>>()
            }).collect();
            let parts: Vec<_> =
                chunks.iter().zip(&tombstones).map(|(chunk, tombstones)| MergeInput { chunk, tombstones }).collect();
            let merged = merged(&parts, &shape);
            let mut found: Vec<_> = merged.iter().flat_map(Chunk::entries).collect();
            let key = |entry: &GameEntry| (entry.game.id, entry.game.from, format!("{:?}", entry.observations));
            expected.sort_by_key(key);
            found.sort_by_key(key);
            prop_assert_eq!(found, expected);
            for chunk in &merged {
                prop_assert!(chunk.games.ids.is_sorted());
            }
        }
    }
}
