//! Games to play, made beforehand by the engine's own sampler.

use kifu_engine::erased::Opening;
use kifu_engine::game::Chooser;
use kifu_engine::games;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Longest game.
const MAX_MOVES: usize = 60;

/// A legal game, not necessarily to its end.
pub struct Sampled {
    /// The kind of game.
    pub game: &'static str,
    /// The setup.
    pub opening: Opening,
    /// Its moves, each one accepted by the engine after those before.
    pub moves: Vec<String>,
}

impl Sampled {
    /// The body that opens it.
    pub fn open_request(&self) -> Value {
        let seats = vec![Value::Null; self.opening.seats.into()];
        json!({"game": self.game, "seats": seats, "options": self.opening.options})
    }
}

/// Games of every kind in turn; the same at every run.
pub fn sample(count: u64) -> Vec<Sampled> {
    games::ALL
        .iter()
        .cycle()
        .zip(0..count)
        .map(|(game, seed)| {
            let dice = &mut Dice(SmallRng::seed_from_u64(seed));
            let opening = game.sample_opening(dice);
            let mut record = game.open(&opening).unwrap_or_else(|why| panic!("sampled opening: {why:?}"));
            let mut moves = Vec::new();
            while moves.len() < MAX_MOVES
                && let Some(entry) = record.sample(dice)
            {
                let stored = record.append(&entry).unwrap_or_else(|why| panic!("sampled move: {why:?}"));
                moves.push(stored.to_string());
            }
            Sampled { game: game.meta().slug, opening, moves }
        })
        .collect()
}

/// A move of the median length.
pub fn typical(games: &[Sampled]) -> &str {
    let mut moves: Vec<_> = games.iter().flat_map(|game| &game.moves).collect();
    moves.sort_by_key(|text| text.len());
    moves[moves.len() / 2]
}

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}
