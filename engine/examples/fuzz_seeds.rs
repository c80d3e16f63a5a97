//! Writes what the fuzzing starts from: `cargo run -p kifu-engine --example fuzz_seeds -- CORPUS`.
//!
//! For `logs` the recorded games of every game, for the others bytes long enough to play whole games by.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::games;
use serde_json::Value;

/// Inputs a game.
const INPUTS_PER_GAME: u64 = 24;
/// The longest input, in bytes.
const MAX_INPUT_BYTES: u64 = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = PathBuf::from(std::env::args().nth(1).ok_or("into which folder?")?);
    for target in ["moves", "sequences", "logs"] {
        fs::create_dir_all(corpus.join(target))?;
    }
    for (number, game) in (0..).zip(games::ALL) {
        let slug = game.meta().slug;
        for seed in 0..INPUTS_PER_GAME {
            let bytes = noise(number, seed);
            fs::write(corpus.join(format!("moves/{slug}-{seed}")), &bytes)?;
            fs::write(corpus.join(format!("sequences/{slug}-{seed}")), &bytes)?;
        }
        let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(slug).join("recorded");
        for file in fs::read_dir(recorded)? {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "json") {
                let name = file.file_stem().unwrap_or_default().display();
                fs::write(corpus.join(format!("logs/{slug}-{name}")), log(number, &file)?)?;
            }
        }
    }
    Ok(())
}

/// The game, its opening and its entries, a line each.
fn log(game: u8, file: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let recorded: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let mut input = vec![game];
    let entries = recorded["log"].as_array().ok_or("no log")?;
    for line in [&recorded["opening"]].into_iter().chain(entries) {
        input.extend(format!("{line}\n").into_bytes());
    }
    Ok(input)
}

/// The game, and bytes that look like chance but are always the same (`SplitMix64`).
fn noise(game: u8, seed: u64) -> Vec<u8> {
    let mut state = (u64::from(game) << 32) + seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let length = 64 + next() % (MAX_INPUT_BYTES - 64);
    [game].into_iter().chain((1..length).map(|_| next().to_le_bytes()[0])).collect()
}
