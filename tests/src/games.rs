//! Games to play over HTTP: those recorded in the engine, and random ones.

use std::fs;
use std::path::Path;

use kifu_engine::erased::{AnyGame, AnyRecord, Opening};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::record::Status;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Longest random game.
const MAX_MOVES: usize = 2000;

/// A game to be played over HTTP.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Where it comes from.
    pub name: String,
    /// The kind of game.
    pub game: String,
    /// The setup.
    pub opening: Opening,
    /// Names by seat.
    pub names: Vec<Value>,
    /// Its log.
    pub log: Vec<Value>,
}

impl Recorded {
    /// The request that opens it.
    pub fn request(&self) -> Value {
        json!({"game": self.game, "seats": self.names, "options": self.opening.options})
    }

    /// Its first moves only.
    #[must_use]
    pub fn begun(&self, moves: usize) -> Self {
        Self { log: self.log[..moves].to_vec(), ..self.clone() }
    }

    /// The engine's own fold of it.
    ///
    /// # Panics
    ///
    /// If it does not fold.
    pub fn fold(&self) -> Box<dyn AnyRecord> {
        let mut record = games::find(&self.game).unwrap().open(&self.opening).unwrap();
        for entry in &self.log {
            record.append(entry).unwrap_or_else(|why| panic!("{}: {entry}: {why:?}", self.name));
        }
        record
    }
}

/// Every game recorded in the engine's folders that is played by the newest rules, as games opened over HTTP are.
///
/// # Panics
///
/// If a file can't be read.
pub fn recorded() -> Vec<Recorded> {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/games");
    let mut found = Vec::new();
    for game in games::ALL {
        let slug = game.meta().slug;
        let Ok(files) = fs::read_dir(folders.join(slug).join("recorded")) else { continue };
        let files = files.map(|file| file.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        let newest = game.meta().rules_version();
        let recorded = files.map(|path| read(slug, &path));
        found.extend(recorded.filter(|recorded| recorded.opening.rules_version == newest));
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn read(slug: &str, path: &Path) -> Recorded {
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let opening: Opening = serde_json::from_value(file["opening"].clone()).unwrap();
    let mut names = file["names"].as_array().cloned().unwrap_or_default();
    names.resize(opening.seats.into(), Value::Null);
    Recorded {
        name: format!("{slug}/{}", path.file_stem().unwrap_or_default().display()),
        game: slug.to_owned(),
        opening,
        names,
        log: file["log"].as_array().unwrap().clone(),
    }
}

/// A seeded die.
pub struct Chance(SmallRng);

impl Chance {
    /// A source of random numbers; equal seeds give equal numbers.
    pub fn seeded(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }
}

impl Chooser for Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }
}

/// A random legal game, to its end where it ends in good time.
///
/// # Panics
///
/// If the engine refuses its own sample.
pub fn random_game(game: &dyn AnyGame, seed: u64) -> Recorded {
    let mut chance = Chance::seeded(seed);
    let opening = game.sample_opening(&mut chance);
    let mut record = game.open(&opening).unwrap();
    let mut log = Vec::new();
    while record.status() == Status::Live && log.len() < MAX_MOVES {
        let Some(entry) = record.sample(&mut chance) else { break };
        log.push(record.append(&entry).unwrap_or_else(|why| panic!("{entry}: {why:?}")).value());
    }
    let slug = game.meta().slug;
    Recorded {
        name: format!("{slug}, seed {seed}"),
        game: slug.to_owned(),
        names: vec![Value::Null; opening.seats.into()],
        opening,
        log,
    }
}
