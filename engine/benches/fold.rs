//! How fast a stored log folds, against merely parsing the same JSON texts into `Value`.
//!
//! `cargo bench -p kifu-engine --bench fold [slug…]`. The two are timed in turns, and the fastest turn of each counts,
//! since a busy machine only ever slows them. `BENCHMARKS.md` has the goals.

use std::hint::black_box;
use std::time::Instant;

use kifu_engine::erased::{AnyGame, Opening};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::seq::Seq;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

const GAME_COUNT: u64 = 200;
const TIMED_TURNS: usize = 151;
const MAX_MOVES_PER_GAME: usize = 400;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

struct Stored {
    opening: Opening,
    log: Vec<String>,
}

fn main() {
    println!("game                 games   moves   parse ns/move   fold ns/move   fold speed / parse speed");
    let asked_for: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for game in games::ALL {
        if asked_for.is_empty() || asked_for.iter().any(|slug| slug == game.meta().slug) {
            report(*game);
        }
    }
}

fn report(game: &dyn AnyGame) {
    let logs: Vec<Stored> = (0..GAME_COUNT).map(|seed| simulate(game, seed)).collect();
    let moves: usize = logs.iter().map(|stored| stored.log.len()).sum();
    let (mut parse_time, mut fold_time) = (f64::MAX, f64::MAX);
    for _ in 0..TIMED_TURNS {
        parse_time = parse_time.min(time(|| logs.iter().for_each(parse)));
        fold_time = fold_time.min(time(|| logs.iter().for_each(|stored| fold(game, stored))));
    }
    let [parse, fold] = [parse_time, fold_time].map(|time| time / moves as f64);
    let ratio = parse / fold;
    let slug = game.meta().slug;
    println!("{slug:<20} {GAME_COUNT:>5} {moves:>7} {parse:>15.0} {fold:>14.0} {ratio:>26.2}");
}

fn simulate(game: &dyn AnyGame, seed: u64) -> Stored {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let opening = game.sample_opening(&mut dice);
    let mut record = game.open(&opening).expect("a sampled opening opens");
    for _ in 0..MAX_MOVES_PER_GAME {
        let Some(mv) = record.sample(&mut dice) else { break };
        record.append(&mv).expect("a sampled move is accepted");
    }
    let log = record.entries(Seq(1)).into_iter().map(|entry| entry.payload.to_string()).collect();
    Stored { opening, log }
}

fn parse(stored: &Stored) {
    for text in &stored.log {
        black_box(serde_json::from_str::<Value>(text).expect("stored text is JSON"));
    }
}

fn fold(game: &dyn AnyGame, stored: &Stored) {
    let mut record = game.open(&stored.opening).expect("it opened before");
    for text in &stored.log {
        record.append_stored(text).expect("a stored entry folds");
    }
    black_box(record.status());
}

/// Nanoseconds.
fn time(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_nanos() as f64
}
