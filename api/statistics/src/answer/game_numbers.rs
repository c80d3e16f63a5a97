//! Which game it was for each player: the first of its kind, the second, and so on.

use ahash::AHashMap;
use rayon::prelude::*;
use uuid::Uuid;

use super::ScanInput;
use super::question::{Filter, Inclusion, Question};
use super::selection::ChunkSelection;

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
/// sits there has played, from 1; 0 where nobody known does. All games that stand at the moment count, whichever of
/// them the question is about; simulated ones if it asks for them.
pub fn game_numbers(inputs: &[ScanInput], question: &Question) -> Vec<Vec<u32>> {
    let filter =
        Filter { irregular: Inclusion::In, simulated: question.filter.simulated, ..Filter::default() };
    let all = Question { filter, redirects: question.redirects.clone(), ..Question::default() };
    let selections = ChunkSelection::all(inputs, &all);
    let mut numbers: Vec<_> = inputs.iter().map(|input| vec![0; input.games.players.codes.len()]).collect();
    let kinds: std::collections::BTreeSet<&str> = inputs.iter().map(|input| &*input.game).collect();
    for kind in kinds {
        let mut games: Vec<PlayedGame> = Vec::new();
        for (chunk, selection) in selections.iter().enumerate().filter(|(_, one)| *one.input.game == *kind) {
            let of_chunk = &selection.input.games;
            let played = |row: &u32| {
                let row = *row as usize;
                PlayedGame { when: (of_chunk.at[row], of_chunk.ids[row]), chunk, row }
            };
            games.extend(selection.games.iter().map(played));
        }
        games.par_sort_unstable_by_key(|game| game.when);
        let mut so_far = GamesSoFar::default();
        let of_kind = |input: &ScanInput| {
            if *input.game == *kind { so_far.players(input, question) } else { Vec::new() }
        };
        let players: Vec<Vec<Option<usize>>> = inputs.iter().map(of_kind).collect();
        for (number, PlayedGame { chunk, row, .. }) in games.iter().enumerate() {
            let of_chunk = &inputs[*chunk].games;
            for seat in of_chunk.base.seat_offsets.of(*row) {
                if let Some(player) = players[*chunk][of_chunk.players.codes[seat] as usize] {
                    numbers[*chunk][seat] = so_far.count(player, number);
                }
            }
        }
    }
    numbers
}

impl GamesSoFar {
    /// By code of a chunk, who it is by now.
    fn players(&mut self, input: &ScanInput, question: &Question) -> Vec<Option<usize>> {
        let mut index = |id: Uuid| {
            let next = self.counts.len();
            let index = *self.indexes.entry(id).or_insert(next);
            if index == next {
                self.counts.push((0, usize::MAX));
            }
            index
        };
        let now = |id: &Option<Uuid>| id.and_then(|id| question.redirects.now(id));
        input.games.players.values.iter().map(|id| now(id).map(&mut index)).collect()
    }

    /// Which of the player's games this one is; somebody who has two seats plays one game.
    fn count(&mut self, player: usize, game: usize) -> u32 {
        let (count, last) = &mut self.counts[player];
        if *last != game {
            (*count, *last) = (*count + 1, game);
        }
        *count
    }
}
