//! Names are the field's terms. `ARCHITECTURE.md` has the glossary of those that remain special.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use crate::source::without_tests;

/// Where names are checked: folders of the repository, with all that they hold.
const CHECKED: [&str; 3] = ["engine", "api", "tests"];

/// Names that say nothing of what they hold, do or bound, and what to write instead.
const FORBIDDEN: [(&[&str], &str); 16] = [
    (
        &["told", "tell", "tells", "telling", "teller", "Told", "Teller"],
        "`render` (to words), `serialize` (to JSON), `emit` (to a stream), `localize` (by language), `alt_text` or \
         `describe_…`: which of them it is",
    ),
    (&["kept", "Kept"], "what is held: `cached`, `applied`, `stored_…`"),
    (&["asked", "wanted", "Asked", "Wanted"], "a noun: `params`, `request`"),
    (&["given", "Given"], "a noun: `input`, `params`"),
    (&["met"], "a noun: `seen_values`"),
    (&["known"], "a noun: `value`, `knowledge`, or `known_…` with what is known"),
    (&["laid"], "`placed`"),
    (&["ladder", "belief"], "`ratings`, `rating`"),
    (&["rarer"], "`omitted_values`"),
    (&["happened", "happening", "happenings"], "`search_terms`, `event`"),
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

/// The word to write instead of a name; `None` if the name may be used.
pub fn instead_of(name: &str) -> Option<&'static str> {
    if FORBIDDEN_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
        return Some("`MAX_…`");
    }
    FORBIDDEN.iter().find(|(names, _)| names.contains(&name)).map(|(_, term)| *term)
}

/// The names in source, each with its line; none of those in texts and comments.
fn names(source: TokenStream) -> Vec<(String, usize)> {
    let names = source.into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => names(group.stream()),
        TokenTree::Ident(name) => vec![(name.to_string(), name.span().start().line)],
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    names.collect()
}

pub fn source_files(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            source_files(&path, extension, files);
        } else if path.extension().is_some_and(|its| its == extension) {
            files.push(path);
        }
    }
}

#[test]
fn names_are_standard_terms() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the repository");
    let mut files = Vec::new();
    for folder in CHECKED {
        source_files(&repository.join(folder), "rs", &mut files);
    }
    assert!(files.len() > CHECKED.len(), "each folder has source files");
    let mut forbidden = Vec::new();
    for file in &files {
        let place = file.strip_prefix(repository).unwrap_or(file).display();
        let source = fs::read_to_string(file).expect("source in UTF-8");
        let source = source.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
        for (name, line) in names(source) {
            if let Some(term) = instead_of(&name) {
                forbidden.push(format!("{place}:{line}: `{name}`; write {term}"));
            }
        }
    }
    assert!(forbidden.is_empty(), "{} names say nothing:\n{}", forbidden.len(), forbidden.join("\n"));
}

/// Ids that count up within a millisecond show that something happened in between, be it hidden.
#[test]
fn ids_of_the_service_do_not_count_up() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the repository");
    let mut files = Vec::new();
    source_files(&repository.join("api/src"), "rs", &mut files);
    source_files(&repository.join("api/store/src"), "rs", &mut files);
    files
        .retain(|file| without_tests(&fs::read_to_string(file).expect("source in UTF-8")).contains("now_v7"));
    assert!(files.is_empty(), "`kifu_store::new_id` makes ids: {files:?}");
}

#[test]
fn every_name_is_found_but_in_texts_and_comments() {
    let source =
        "// tell\nfn first(told: u8) -> &str {\n    let Some(kept) = x; // way\n    \"a \\\n     met\"\n}";
    let names = names(source.parse().expect("tokens"));
    let found: Vec<(&str, usize)> = names.iter().map(|(name, line)| (name.as_str(), *line)).collect();
    let expected = [("fn", 2), ("first", 2), ("told", 2), ("u8", 2), ("str", 2), ("let", 3)];
    assert_eq!(found, [&expected[..], &[("Some", 3), ("kept", 3), ("x", 3)]].concat());
    assert!(instead_of("MOST_SEATS").is_some() && instead_of("told").is_some());
    assert_eq!(instead_of("known_cards"), None);
}
