//! Tests of HTTP wait for what happens, and for nothing else: a fixed time is too short on a busy machine and too long on any
//! other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::names::source_files;

/// The lines that sleep by themselves, from 1 on. Sleeping in SQL is another thing.
fn sleeping_lines(source: &str) -> Vec<usize> {
    static SLEEP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:sleep|park_timeout)\(").unwrap());
    let lines = source.lines().enumerate();
    lines.filter(|(_, line)| SLEEP.is_match(line)).map(|(number, _)| number + 1).collect()
}

#[test]
fn tests_of_http_do_not_sleep() {
    let mut files = Vec::new();
    source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("http"), "rs", &mut files);
    assert!(!files.is_empty());
    let lines = |file: &PathBuf| sleeping_lines(&fs::read_to_string(file).expect("a source"));
    let found: Vec<_> =
        files.iter().map(|file| (file, lines(file))).filter(|(_, at)| !at.is_empty()).collect();
    assert!(
        found.is_empty(),
        "wait with `eventually` or `unchanging`; where time is what is done to the service, with `stimulus`: {found:#?}"
    );
}

#[test]
fn a_sleep_is_found_however_it_is_imported() {
    for source in ["thread::sleep(A)", "sleep(Duration::ZERO);", "tokio::time::sleep(A).await"] {
        assert_eq!(sleeping_lines(source), [1], "{source}");
    }
    for source in ["SELECT pg_sleep(1)", "use std::thread::sleep;", "stimulus(\"asleep\", A)"] {
        assert!(sleeping_lines(source).is_empty(), "{source}");
    }
}
