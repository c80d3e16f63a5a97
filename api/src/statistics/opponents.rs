//! `general.opponents`: made of who sat where when it is asked for.

use super::answer::Page;
use super::answer::question::People;
use super::answer::tables::Tables;
use super::archive::Roll;
use super::columns::coded::Coded;
use super::columns::games::Games;
use super::columns::observed::{Observed, Value};

/// The games of chunks, with who sits at their tables.
pub fn pages(rolls: Vec<Roll>, people: &People) -> Vec<Page> {
    let page = |roll: Roll| {
        let settled = roll.settled();
        let Roll { game, games, dead, .. } = roll;
        let (observed, tables) = sitting(&games, people);
        Page { game, games, dead, observed: observed.into(), tables: Some(tables), settled }
    };
    rolls.into_iter().map(page).collect()
}

/// The players, as values, and which of them sits where.
pub fn sitting(games: &Games, people: &People) -> (Observed, Tables) {
    let mut values = Vec::new();
    let mut value = |id| {
        values.push(Value::Player(id));
        u32::try_from(values.len() - 1).unwrap_or(u32::MAX)
    };
    let now = games.players.values.iter().map(|id| id.and_then(|id| people.now(id)));
    let tables = Tables(now.map(|id| id.map(&mut value)).collect());
    let values = Coded { values, codes: Vec::new() };
    (Observed { values: values.into(), ..Observed::default() }, tables)
}
