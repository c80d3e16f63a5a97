//! `common.opponents`: derived from the seating when it is asked for.

use super::answer::ScanInput;
use super::answer::opponent_values::OpponentValues;
use super::columns::dictionary_column::{DictionaryColumn, code_of};
use super::columns::games::Games;
use super::columns::observations::{ObservationColumns, Value};
use super::question::PlayerRedirects;
use crate::chunk::LoadedChunk;

/// The games of chunks, with who sits at their tables.
pub fn inputs(chunks: Vec<LoadedChunk>, redirects: &PlayerRedirects) -> Vec<ScanInput> {
    let input = |chunk: LoadedChunk| {
        let LoadedChunk { position, game, games, tombstones, .. } = chunk;
        let (observations, opponents) = sitting(&games, redirects);
        let (observations, opponents) = (observations.into(), Some(opponents));
        ScanInput { position, game, games, tombstones, observations, opponents }
    };
    chunks.into_iter().map(input).collect()
}

/// The players, as values, and which of them sits where.
pub fn sitting(games: &Games, redirects: &PlayerRedirects) -> (ObservationColumns, OpponentValues) {
    let mut values = Vec::new();
    let mut value = |id| {
        values.push(Value::Player(id));
        code_of(values.len() - 1)
    };
    let now = games.players.values.iter().map(|id| id.and_then(|id| redirects.now(id)));
    let opponents = OpponentValues(now.map(|id| id.map(&mut value)).collect());
    let values = DictionaryColumn { values, codes: Vec::new() };
    (ObservationColumns { values: values.into(), ..ObservationColumns::default() }, opponents)
}
