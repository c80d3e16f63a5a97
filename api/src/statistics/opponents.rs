//! `general.opponents`: made of who sat where when it is asked for.

use std::sync::Arc;

use ahash::AHashMap;
use uuid::Uuid;

use super::answer::question::{By, Filter, People};
use super::answer::{Page, Together};
use super::archive::Roll;
use super::both::both;
use super::columns::coded::{Coded, Starts};
use super::columns::games::Games;
use super::columns::observed::{Observed, Value};

/// Whether a question asks who it is that has an opponent.
pub fn has_sides(filter: &Filter, by: &[By]) -> bool {
    !filter.of.is_empty() || by.iter().any(|by| matches!(by, By::Seat | By::Player))
}

/// The games of chunks: everybody at a table is an opponent of everybody else. If somebody asks whose, there is an
/// observation for every seat of a known player and every other such seat. They are made on two threads.
pub fn pages(mut rolls: Vec<Roll>, people: &People, has_sides: bool) -> Vec<Page> {
    let other = rolls.split_off(rolls.len() / 2);
    let pages =
        |rolls: Vec<Roll>| rolls.into_iter().map(|roll| page(roll, people, has_sides)).collect::<Vec<_>>();
    let (mut all, other) = both(|| pages(rolls), || pages(other));
    all.extend(other);
    all
}

fn page(roll: Roll, people: &People, has_sides: bool) -> Page {
    let together = opponents(&roll.games, people);
    let observed = if has_sides { pairs(&roll.games, people) } else { together.observed.clone() };
    let (observed, together) = (Arc::new(observed), Some(together));
    Page { game: roll.game, games: roll.games, dead: roll.dead, observed, together }
}

/// Every seat with every other one.
fn pairs(games: &Games, people: &People) -> Observed {
    let (values, of_code) = players(games, people);
    let (mut starts, mut seats, mut codes) = (Starts::default(), Vec::new(), Vec::new());
    let mut table = Vec::new();
    for game in 0..games.len() {
        sit_down(games, game, &of_code, &mut table);
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

/// Everybody at a table, and for how many others they are an opponent.
fn opponents(games: &Games, people: &People) -> Together {
    let (values, of_code) = players(games, people);
    let (mut starts, mut codes, mut times) = (Starts::default(), Vec::new(), Vec::new());
    let mut table = Vec::new();
    for game in 0..games.len() {
        sit_down(games, game, &of_code, &mut table);
        codes.extend(table.iter().map(|(_, player)| *player));
        let others = u8::try_from(table.len().saturating_sub(1)).unwrap_or(u8::MAX);
        times.resize(codes.len(), others);
        starts.push(table.len());
    }
    let values = Coded { values, codes };
    let observed = Observed {
        games: starts.into(),
        seats: Arc::default(),
        values: values.into(),
        dimensions: Vec::new(),
    };
    Together { observed, times }
}

/// The seats of known players, with their numbers.
fn sit_down(games: &Games, game: usize, of_code: &[Option<u32>], table: &mut Vec<(u8, u32)>) {
    let sitting = (0..).zip(&games.players.codes[games.stays.seated.of(game)]);
    table.clear();
    table.extend(sitting.filter_map(|(seat, code)| Some((seat, of_code[*code as usize]?))));
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
            pairs(&chunk.games, &people).get(0).into_iter().map(|one| (one.seat, one.value)).collect();
        assert_eq!(told, [(0, Value::Player(dan)), (2, Value::Player(aki))]);
        let Together { observed, times } = opponents(&chunk.games, &people);
        let told: Vec<_> =
            observed.values.codes.iter().map(|code| &observed.values.values[*code as usize]).collect();
        assert_eq!((told, times), (vec![&Value::Player(aki), &Value::Player(dan)], vec![1, 1]));
    }
}
