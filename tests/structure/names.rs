//! Declared names are the field's terms. `ARCHITECTURE.md` has the glossary of those that remain special.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::without_comment;

/// Where names are checked: folders of the repository, with all that they hold.
const CHECKED: [&str; 1] = ["engine"];

/// Names that say nothing of what they hold, do or bound, and what to write instead.
const FORBIDDEN: [(&[&str], &str); 13] = [
    (
        &["told", "tell", "tells", "telling", "teller"],
        "`render` (to words), `serialize` (to JSON), `emit` (to a stream), `localize` (by language), `alt_text` or \
         `describe_…`: which of them it is",
    ),
    (&["kept"], "what is held: `cached`, `applied`, `stored_…`"),
    (&["asked", "wanted"], "a noun: `params`, `request`"),
    (&["given"], "a noun: `input`, `params`"),
    (&["met"], "a noun: `seen_values`"),
    (&["known"], "a noun: `value`, `knowledge`, or `known_…` with what is known"),
    (&["laid"], "`placed`"),
    (&["settle", "settled"], "what is done: `finish_…`, `sealed`"),
    (&["way", "ways"], "what differs: `group_by`, `alternatives`, `kind`"),
    (
        &["imagine", "share_out", "heeding", "covers", "insist"],
        "`sample_world`, `place_…`, `constrain`, `matches`, `require`",
    ),
    (&["pick", "picks"], "`chooser` for who chooses, `choose` for what it does"),
    (&["law", "laws", "house", "absence"], "`invariant`, `project`, `workspace`"),
    (
        &[
            "MOST", "LONGEST", "FEW", "FEWEST", "USUAL", "REST", "PATIENCE", "TRIES", "KEPT", "MANY",
            "SMALL", "EACH", "ONE", "OF_EACH", "BATCH", "WIDTH", "AT_ONCE",
        ],
        "what it bounds and in which unit: `MAX_SEATS`, `DEFAULT_DECK`, `APPEND_TIMEOUT`",
    ),
];

/// Beginnings of constants that are bounds.
const FORBIDDEN_BEGINNINGS: [&str; 2] = ["MOST_", "LONGEST_"];

const KEYWORDS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "let"];

/// What to write instead of a name; `None` if the name may be used.
fn instead_of(name: &str) -> Option<&'static str> {
    if FORBIDDEN_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
        return Some("`MAX_…`");
    }
    FORBIDDEN.iter().find(|(names, _)| names.contains(&name)).map(|(_, term)| *term)
}

/// The names that a line of source declares, each the first after its keyword.
fn declared(line: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words: Vec<&str> =
        without_comment(line).split(|letter| !is_word(letter)).filter(|word| !word.is_empty()).collect();
    let declares = |pair: &[&str]| KEYWORDS.contains(&pair[0]);
    let plain: Vec<&str> = words.into_iter().filter(|word| !["mut", "ref"].contains(word)).collect();
    let after = |at: usize| plain[at + 1];
    (0..plain.len().saturating_sub(1)).filter(|at| declares(&plain[*at..])).map(after).collect()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn declared_names_are_standard_terms() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the repository");
    let mut files = Vec::new();
    for folder in CHECKED {
        rust_files(&repository.join(folder), &mut files);
    }
    assert!(files.len() > CHECKED.len(), "each folder has source files");
    let mut forbidden = Vec::new();
    for file in &files {
        let source = fs::read_to_string(file).expect("source in UTF-8");
        for (number, line) in (1..).zip(source.lines()) {
            for (name, term) in declared(line).into_iter().filter_map(|name| Some((name, instead_of(name)?)))
            {
                let place = file.strip_prefix(repository).unwrap_or(file).display();
                forbidden.push(format!("{place}:{number}: `{name}`; write {term}"));
            }
        }
    }
    assert!(forbidden.is_empty(), "{} names say nothing:\n{}", forbidden.len(), forbidden.join("\n"));
}

#[test]
fn names_are_found_by_how_they_are_declared() {
    for (line, names) in [
        ("    let mut told = 1;", vec!["told"]),
        ("pub(crate) fn tell(&self) {", vec!["tell"]),
        ("if let Some(kept) = x {", vec!["Some"]),
        ("let (way, other) = x;", vec!["way"]),
        ("const MOST_SEATS: usize = 4; // let told", vec!["MOST_SEATS"]),
        ("told.tell()", vec![]),
    ] {
        assert_eq!(declared(line), names, "{line}");
    }
    assert!(instead_of("MOST_SEATS").is_some() && instead_of("told").is_some());
    assert_eq!(instead_of("known_cards"), None);
}
