//! The worst records that the limits of a service allow: as many moves as are possible, corrections of the first move,
//! then the longest annotations, until no more are taken.

use kifu_engine::erased::{AnyGame, AnyRecord, Opening};
use kifu_engine::record::Status;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Answer, Client, Table};
use crate::games::Chance;
use crate::waiting::eventually;

/// In a debug build, which takes long to make them, records and archives have this part of their full size.
pub const PART: usize = if cfg!(debug_assertions) { 10 } else { 1 };
/// Events that a service must allow them: as many as by itself.
pub const MAX_EVENTS: usize = 10_000 / PART;
/// Moves of a record, so that corrections and annotations find room as well.
const MAX_MOVES: usize = MAX_EVENTS / 2;
/// Moves that all corrections together make to be folded again.
const MAX_REFOLDED_MOVES: usize = 250_000 / PART;
/// Characters of an annotation.
const TEXT_LENGTH: usize = 2000;
/// Entries in one request.
const ENTRIES_PER_REQUEST: usize = 50;
/// Games played at random, of which the longest is taken.
const SAMPLED_GAMES: usize = 8;
/// Moves refused, or ending the game, before a record is taken to have as many as it can have.
const MAX_REFUSED_MOVES: usize = 100;

/// Tells if a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It goes on.
    Live,
    /// It was abandoned, so that everything about it may be asked.
    Abandoned,
}

/// Logs the worst record of this game.
///
/// # Panics
///
/// If an entry is refused for another reason than that the record is full.
pub fn fill(client: &Client, game: &dyn AnyGame, ending: Ending) -> Table {
    let mut chance = Chance::seeded(17);
    let (opening, record) = (0..SAMPLED_GAMES)
        .map(|_| longest(game, &mut chance))
        .max_by_key(|(_, record)| record.len())
        .expect("a game");
    let seats = vec![Value::Null; opening.seats.into()];
    let table = client.open(&json!({"game": game.meta().slug, "seats": seats, "options": opening.options}));
    let moves: Vec<Value> = record.in_force().into_iter().map(|entry| entry.payload.value()).collect();
    for batch in moves.chunks(ENTRIES_PER_REQUEST) {
        assert_eq!(log(&table, &json!(batch)).status, 201);
    }
    let amendment = json!({"type": "amend", "event": 1, "with": moves.first().expect("a game with moves")});
    // Annotations find room in one request at least.
    let room = MAX_EVENTS.saturating_sub(moves.len() + 2 * ENTRIES_PER_REQUEST);
    for _ in 0..(MAX_REFOLDED_MOVES / moves.len()).min(room) / ENTRIES_PER_REQUEST {
        assert_eq!(log(&table, &json!(vec![&amendment; ENTRIES_PER_REQUEST])).status, 201);
    }
    if ending == Ending::Abandoned {
        assert_eq!(log(&table, &json!({"type": "abandon"})).status, 201);
    }
    let annotation = json!({"type": "annotate", "event": 1, "text": "譜".repeat(TEXT_LENGTH)});
    let annotations = json!(vec![annotation; ENTRIES_PER_REQUEST]);
    while log(&table, &annotations).status == 201 {}
    table
}

/// Logs entries, again if a debug build of the service on a busy machine takes longer than it may.
fn log(table: &Table, entries: &Value) -> Answer {
    let key = Uuid::now_v7().to_string();
    eventually("an answer in time", || {
        let answer = table.log(entries).header("Idempotency-Key", &key).send();
        (answer.status != 503).then_some(answer)
    })
}

/// As long a game as random moves make without ending it.
fn longest(game: &dyn AnyGame, chance: &mut Chance) -> (Opening, Box<dyn AnyRecord>) {
    loop {
        let opening = game.sample_opening(chance);
        let Ok(mut record) = game.open(&opening) else { continue };
        let mut refused = 0;
        while record.len() < MAX_MOVES && refused < MAX_REFUSED_MOVES {
            let Some(mv) = record.sample(chance) else { break };
            let mut next = record.fork();
            if next.append(&mv).is_ok() && next.status() == Status::Live {
                record = next;
            } else {
                refused += 1;
            }
        }
        if !record.is_empty() {
            return (opening, record);
        }
    }
}
