//! `general.opponents`: made of who sat where when it is asked for.

use std::sync::Arc;

use ahash::AHashMap;
use uuid::Uuid;

use super::answer::Page;
use super::answer::question::People;
use super::archive::Roll;
use super::both::both;
use super::columns::coded::{Coded, Starts};
use super::columns::games::Games;
use super::columns::observed::{Observed, Value};

/// The games of chunks, each with an observation for every seat of a known player and every other such seat. They are
/// made on two threads.
pub fn pages(mut rolls: Vec<Roll>, people: &People) -> Vec<Page> {
    let other = rolls.split_off(rolls.len() / 2);
    let pages = |rolls: Vec<Roll>| rolls.into_iter().map(|roll| page(roll, people)).collect::<Vec<_>>();
    let (mut all, other) = both(|| pages(rolls), || pages(other));
    all.extend(other);
    all
}

fn page(roll: Roll, people: &People) -> Page {
    let observed = observed(&roll.games, people);
    Page { game: roll.game, games: roll.games, dead: roll.dead, observed: Arc::new(observed) }
}

fn observed(games: &Games, people: &People) -> Observed {
    let (values, of_code) = players(games, people);
    let (mut starts, mut seats, mut codes) = (Starts::default(), Vec::new(), Vec::new());
    let mut table: Vec<(u8, u32)> = Vec::new();
    for game in 0..games.len() {
        let sitting = (0..).zip(&games.players.codes[games.stays.seated.of(game)]);
        table.clear();
        table.extend(sitting.filter_map(|(seat, code)| Some((seat, of_code[*code as usize]?))));
        for (seat, _) in &table {
            for (_, other) in table.iter().filter(|(other, _)| other != seat) {
                seats.push(*seat);
                codes.push(*other);
            }
        }
        starts.push(table.len() * table.len().saturating_sub(1));
    }
    let values = Coded { values, codes };
    Observed { games: starts.into(), seats: seats.into(), values: values.into(), dimensions: Vec::new() }
}

/// The players, each once, and by code which of them; nobody is none.
fn players(games: &Games, people: &People) -> (Vec<Value>, Vec<Option<u32>>) {
    let (mut players, mut known) = (Vec::new(), AHashMap::new());
    let mut number = |id: Uuid| {
        *known.entry(id).or_insert_with(|| {
            players.push(Value::Player(id));
            u32::try_from(players.len() - 1).unwrap_or(u32::MAX)
        })
    };
    let now = |id: &Option<Uuid>| id.and_then(|id| people.now(id));
    let of_code = games.players.values.iter().map(|id| now(id).map(&mut number)).collect();
    (players, of_code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::statistics::columns::Chunk;
    use crate::statistics::columns::Entry;
    use crate::statistics::columns::games::{Game, STILL};

    #[test]
    fn everybody_known_sits_with_everybody_else_who_is() {
        let [aki, ben, cho, dan] = [1, 2, 3, 4].map(Uuid::from_u128);
        let game = Game {
            id: Uuid::nil(),
            from: 0,
            until: STILL,
            at: 0,
            irregular: false,
            options: "{}".into(),
            place: None,
            tags: Vec::new(),
            players: vec![Some(aki), None, Some(ben), Some(cho)],
            won: vec![false; 4],
            places: vec![1; 4],
            ending: "done".into(),
        };
        let chunk = Chunk::of(vec![Entry { game, observations: BTreeMap::new() }], &[]);
        // Ben is called Dan by now, and Cho was erased.
        let people = People::new([(ben, Some(dan)), (cho, None)]);
        let told: Vec<_> =
            observed(&chunk.games, &people).get(0).into_iter().map(|one| (one.seat, one.value)).collect();
        assert_eq!(told, [(0, Value::Player(dan)), (2, Value::Player(aki))]);
    }
}
