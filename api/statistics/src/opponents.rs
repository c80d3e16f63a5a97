//! `general.opponents`: made of who sat where when it is asked for.

use super::answer::ScanInput;
use super::answer::question::PlayerRedirects;
use super::answer::tables::OpponentValues;
use super::columns::dictionary_column::DictionaryColumn;
use super::columns::games::Games;
use super::columns::observed::{ObservationColumns, Value};
use crate::chunk::LoadedChunk;

/// The games of chunks, with who sits at their tables.
pub fn inputs(chunks: Vec<LoadedChunk>, people: &PlayerRedirects) -> Vec<ScanInput> {
    let input = |chunk: LoadedChunk| {
        let LoadedChunk { game, games, tombstones, .. } = chunk;
        let (observed, tables) = sitting(&games, people);
        ScanInput { game, games, tombstones, observed: observed.into(), tables: Some(tables) }
    };
    chunks.into_iter().map(input).collect()
}

/// The players, as values, and which of them sits where.
pub fn sitting(games: &Games, people: &PlayerRedirects) -> (ObservationColumns, OpponentValues) {
    let mut values = Vec::new();
    let mut value = |id| {
        values.push(Value::Player(id));
        u32::try_from(values.len() - 1).unwrap_or(u32::MAX)
    };
    let now = games.players.values.iter().map(|id| id.and_then(|id| people.now(id)));
    let tables = OpponentValues(now.map(|id| id.map(&mut value)).collect());
    let values = DictionaryColumn { values, codes: Vec::new() };
    (ObservationColumns { values: values.into(), ..ObservationColumns::default() }, tables)
}
