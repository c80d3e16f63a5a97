//! Every game has equal files, so that a reader of one finds each thing in the next by its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of every game's folder; a name with a `/` is a folder.
const EVERY_GAME_HAS: [&str; 24] = [
    "analysis.rs",
    "choices.rs",
    "describe.rs",
    "drawing.rs",
    "forms.rs",
    "metrics.rs",
    "mod.rs",
    "moves.rs",
    "opening.rs",
    "outcome.rs",
    "policy.rs",
    "recorded/",
    "refusals.rs",
    "rules.ja.md",
    "rules.md",
    "rules.rs",
    "rules/",
    "sample.rs",
    "set_up.json",
    "statistics.rs",
    "tests/",
    "view.rs",
    "words.rs",
    "words/",
];

/// The files of a game with hidden facts.
const WITH_SECRETS: [&str; 3] = ["hindsight.rs", "knowledge.rs", "seen.rs"];

/// The files of a game with joint moves, and of a game with settings.
const WHERE_NEEDED: [&str; 2] = ["part.rs", "settings.rs"];

/// Which file implements which trait of a game.
const TRAITS: [(&str, &str); 10] = [
    ("Game", "mod.rs"),
    ("Rules", "rules.rs"),
    ("Choices", "choices.rs"),
    ("Views", "view.rs"),
    ("Forms", "forms.rs"),
    ("Wording", "describe.rs"),
    ("Sampling", "sample.rs"),
    ("Policy", "policy.rs"),
    ("Metrics", "statistics.rs"),
    ("Analysis", "analysis.rs"),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the repository").to_owned()
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entry = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        if entry.path().is_dir() { name + "/" } else { name }
    };
    fs::read_dir(folder).expect("a folder").map(|found| entry(found.expect("an entry"))).collect()
}

fn games() -> Vec<PathBuf> {
    let all = repository().join("engine/src/games");
    let folders = names_in(&all).into_iter().filter(|name| name.ends_with('/'));
    let games: Vec<PathBuf> = folders.map(|name| all.join(name)).collect();
    assert!(games.len() > 1, "the games have their folders in {}", all.display());
    games
}

/// The folder of a file's parts: `drawing/` of `drawing.rs`.
fn is_folder_of_a_file(name: &str) -> bool {
    let file = name.strip_suffix('/').map(|stem| format!("{stem}.rs"));
    let on_the_list = |file: &str| {
        EVERY_GAME_HAS.iter().chain(&WITH_SECRETS).chain(&WHERE_NEEDED).any(|listed| *listed == file)
    };
    file.is_some_and(|file| on_the_list(&file))
}

/// The text of an earlier version of the rules: `rules.v1.md`, `rules.v1.ja.md`.
fn is_earlier_rules(name: &str) -> bool {
    let version = name.strip_prefix("rules.v").and_then(|rest| rest.split_once('.'));
    version.is_some_and(|(number, rest)| number.parse::<u16>().is_ok() && ["md", "ja.md"].contains(&rest))
}

#[test]
fn games_have_one_list_of_files() {
    for game in games() {
        let rules = fs::read_to_string(game.join("rules.rs")).unwrap_or_default();
        let has_secrets = rules.contains("const HAS_SECRETS: bool = true;");
        let secrets: &[&str] = if has_secrets { &WITH_SECRETS } else { &[] };
        let required: Vec<&str> = EVERY_GAME_HAS.iter().chain(secrets).copied().collect();
        for name in &required {
            assert!(game.join(name).exists(), "{} has no {name}: every such game has one", game.display());
        }
        for name in names_in(&game) {
            let listed = required.contains(&name.as_str())
                || WHERE_NEEDED.contains(&name.as_str())
                || is_earlier_rules(&name);
            assert!(
                listed || is_folder_of_a_file(&name),
                "{}: no game has a `{name}`. What the rulebook names goes into `rules/`, a part of a file into the \
                 folder of its name (`drawing/`), as ARCHITECTURE.md says under \"The files of a game\"",
                game.display()
            );
        }
    }
}

#[test]
fn games_implement_each_trait_in_its_file() {
    for game in games() {
        for (name, file) in TRAITS {
            let source = fs::read_to_string(game.join(file)).unwrap_or_default();
            let implements = source.lines().any(|line| line.starts_with(&format!("impl {name} for ")));
            assert!(implements, "{} implements `{name}` in {file}", game.display());
        }
    }
}

#[test]
fn the_list_is_in_the_document() {
    let document = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, list) = document.split_once("## The files of a game").expect("the heading");
    let list = list.split("\n## ").next().unwrap_or_default();
    for name in EVERY_GAME_HAS.iter().chain(&WITH_SECRETS).chain(&WHERE_NEEDED) {
        assert!(list.contains(&format!("`{name}`")), "ARCHITECTURE.md does not say what `{name}` holds");
    }
}
