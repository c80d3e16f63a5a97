//! The number of a game for each player: the first of its kind, the second, and so on.

use std::collections::BTreeMap;

use ahash::AHashMap;
use rayon::prelude::*;
use uuid::Uuid;

use super::ScanInput;
use super::selection::ChunkSelection;
use crate::question::{Filter, Inclusion, PlayerRedirects, Question};

/// A game of some chunk.
struct PlayedGame {
    /// When it was played; games of the same moment are in the order of their ids, since they may be in different shards.
    when: (i64, Uuid),
    chunk: usize,
    row: usize,
}

/// How many games of a kind each player has had so far.
#[derive(Default)]
struct GamesSoFar {
    indexes: AHashMap<Uuid, usize>,
    /// By player: how many, and the last of them.
    counts: Vec<(u32, usize)>,
}

/// By chunk, then game after game and seat after seat: the number of the game among all games of its kind that whoever
/// sits there has played, from 1; 0 where nobody known does. All games that stand at the moment count, whichever of them
/// the question is about; simulated ones if it asks for them. Chunks without such games have no numbers.
pub fn game_numbers(inputs: &[ScanInput], question: &Question) -> Vec<Vec<u32>> {
    let Filter { games, simulated, .. } = &question.filter;
    let filter =
        Filter { games: games.clone(), irregular: Inclusion::In, simulated: *simulated, ..Filter::default() };
    let all = Question { filter, redirects: question.redirects.clone(), ..Question::default() };
    let mut of_kinds: BTreeMap<&str, Vec<(usize, ChunkSelection<'_>)>> = BTreeMap::new();
    let selections = ChunkSelection::all(inputs, &all).into_iter().enumerate();
    for (chunk, selection) in selections.filter(|(_, selection)| !selection.games.is_empty()) {
        of_kinds.entry(&*selection.input.game).or_default().push((chunk, selection));
    }
    let numbered = of_kinds.into_par_iter().map(|(_, chunks)| numbers_of_kind(&chunks, &question.redirects));
    let mut numbers = vec![Vec::new(); inputs.len()];
    for (chunk, of_chunk) in numbered.collect::<Vec<_>>().into_iter().flatten() {
        numbers[chunk] = of_chunk;
    }
    numbers
}

/// The numbers of these chunks, which hold all games of a kind that count.
fn numbers_of_kind(
    chunks: &[(usize, ChunkSelection<'_>)],
    redirects: &PlayerRedirects,
) -> Vec<(usize, Vec<u32>)> {
    let mut games: Vec<PlayedGame> = Vec::new();
    for (chunk, (_, selection)) in chunks.iter().enumerate() {
        let of_chunk = &selection.input.games;
        let played = |row: &u32| {
            let row = *row as usize;
            PlayedGame { when: (of_chunk.played_at[row], of_chunk.ids[row]), chunk, row }
        };
        games.extend(selection.games.iter().map(played));
    }
    games.par_sort_unstable_by_key(|game| game.when);
    let mut so_far = GamesSoFar::default();
    let players: Vec<_> =
        chunks.iter().map(|(_, selection)| so_far.players(selection.input, redirects)).collect();
    let none = |(number, selection): &(usize, ChunkSelection<'_>)| {
        (*number, vec![0; selection.input.games.players.codes.len()])
    };
    let mut numbers: Vec<(usize, Vec<u32>)> = chunks.iter().map(none).collect();
    for (number, PlayedGame { chunk, row, .. }) in games.iter().enumerate() {
        let of_chunk = &chunks[*chunk].1.input.games;
        for seat in of_chunk.base.seat_offsets.of(*row) {
            if let Some(player) = players[*chunk][of_chunk.players.codes[seat] as usize] {
                numbers[*chunk].1[seat] = so_far.count(player, number);
            }
        }
    }
    numbers
}

impl GamesSoFar {
    /// The present player of each code of a chunk.
    fn players(&mut self, input: &ScanInput, redirects: &PlayerRedirects) -> Vec<Option<usize>> {
        let mut index = |id: Uuid| {
            let next = self.counts.len();
            let index = *self.indexes.entry(id).or_insert(next);
            if index == next {
                self.counts.push((0, usize::MAX));
            }
            index
        };
        let now = |id: &Option<Uuid>| id.and_then(|id| redirects.now(id));
        input.games.players.values.iter().map(|id| now(id).map(&mut index)).collect()
    }

    /// The number of this game among the player's games; somebody who has two seats plays one game.
    fn count(&mut self, player: usize, game: usize) -> u32 {
        let (count, last) = &mut self.counts[player];
        if *last != game {
            (*count, *last) = (*count + 1, game);
        }
        *count
    }
}
