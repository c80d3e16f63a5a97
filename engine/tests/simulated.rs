//! Whole games that sensible players played, as they were stored: `simulated/<slug>.jsonl`, a record a line. Every
//! build folds them to the same end.
//!
//! They are frozen. `KIFU_PIN=1` writes games of a version of the rules that has none yet, and changes no other line.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::erased::{AnyGame, AnyRecord, AnyView, Opening};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::policy::Temper;
use kifu_engine::record::Status;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::BySeat;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Games of each version of the rules of each game.
const GAMES_PER_VERSION: usize = 30;
/// Longer ones show no more, and every download of the repository has them.
const MAX_LINE_BYTES: usize = 8_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Simulated {
    opening: Opening,
    log: Vec<Value>,
    /// The result, and the position at the end.
    outcome: Value,
    state: Value,
}

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }
}

fn file(game: &dyn AnyGame) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simulated");
    folder.join(game.meta().slug).with_extension("jsonl")
}

fn read(game: &dyn AnyGame) -> Vec<Simulated> {
    let text = fs::read_to_string(file(game)).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a record")).collect()
}

fn open(game: &dyn AnyGame, opening: &Opening) -> Box<dyn AnyRecord> {
    game.open(opening).unwrap_or_else(|why| panic!("{}: {opening:?}: {why:?}", game.meta().slug))
}

/// A whole game by this seed; `None` if it is too long.
fn simulate(game: &dyn AnyGame, rules_version: RulesVersion, seed: u64) -> Option<Simulated> {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let opening = Opening { rules_version, ..game.policy_opening(&mut dice) };
    let mut record = open(game, &opening);
    let tempers = BySeat::from(vec![Temper::Sensible; opening.seats.into()]);
    let (mut log, mut bytes) = (Vec::new(), 0);
    while record.status() == Status::Live {
        let entry = record.policy_entry(&tempers, &mut dice).expect("something can happen");
        let stored = record.append(&entry).expect("it was possible");
        bytes += stored.as_str().len();
        if bytes > MAX_LINE_BYTES {
            return None;
        }
        log.push(stored.value());
    }
    Some(Simulated { opening, log, outcome: json!(record.outcome()), state: record.state().value() })
}

/// Games of each version that has none.
fn pin(game: &dyn AnyGame) {
    let mut text = fs::read_to_string(file(game)).unwrap_or_default();
    let simulated = read(game);
    let is_played =
        |version: &RulesVersion| simulated.iter().any(|one| one.opening.rules_version == *version);
    for version in game.meta().rules_versions().filter(|version| !is_played(version)) {
        for one in (0..).filter_map(|seed| simulate(game, version, seed)).take(GAMES_PER_VERSION) {
            let line = serde_json::to_string(&one).expect("it is JSON");
            writeln!(text, "{line}").expect("a string takes everything");
        }
    }
    fs::write(file(game), text).expect("a writable folder");
}

#[test]
fn simulated_games_of_every_version_fold_to_their_ends() {
    for game in games::ALL {
        if std::env::var_os("KIFU_PIN").is_some() {
            pin(*game);
        }
        let slug = game.meta().slug;
        let simulated = read(*game);
        for version in game.meta().rules_versions() {
            let count = simulated.iter().filter(|one| one.opening.rules_version == version).count();
            assert!(count >= GAMES_PER_VERSION, "{slug}: {count} games of version {version}");
        }
        for (number, one) in (1..).zip(&simulated) {
            let all = game.all_options(&one.opening).expect("it opens");
            assert_eq!(one.opening.options, all, "{slug}:{number}: some options are left out");
            let mut record = open(*game, &one.opening);
            for entry in &one.log {
                let stored = record.append_stored(&entry.to_string());
                stored.unwrap_or_else(|why| panic!("{slug}:{number}: {entry}: {why:?}"));
            }
            assert_eq!(json!(record.outcome()), one.outcome, "{slug}:{number}");
            assert_eq!(
                record.state().value(),
                AnyView::of(slug, &one.state).value(),
                "{slug}:{number}: it needs a new version of the rules"
            );
        }
    }
}
