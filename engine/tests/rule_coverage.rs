//! Every rule id of the rules pages has a test that names it, in both languages the pages have the same ids, and nothing
//! cites an id that stands on no page.
//!
//! An id is named as `YCW-6` in a comment or a string, or as `ycw_6` in the name of a test. The general rules G-1 to G-5
//! stand on no game's page; they are those of `violation.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::games;

const GENERAL_RULE_IDS: [&str; 5] = ["G-1", "G-2", "G-3", "G-4", "G-5"];
const RULE_ID_PREFIXES: [&str; 7] = ["YCW", "HW", "BR", "DV", "PK", "NMF", "G"];

type Ids = BTreeSet<String>;

/// The ids in a text: a prefix, `-` or `_`, perhaps an `I`, and a number, with no letter or digit on either side.
fn ids(text: &str) -> Ids {
    let word = |c: char| c.is_ascii_alphanumeric();
    let tokens = text.split(|c: char| !word(c) && c != '-' && c != '_');
    tokens.flat_map(|token| ids_of_token(&token.to_ascii_uppercase().replace('-', "_"))).collect()
}

fn ids_of_token(token: &str) -> Vec<String> {
    let parts: Vec<&str> = token.split('_').collect();
    let id = |pair: &[&str]| {
        let (prefix, number) = (pair[0], pair[1]);
        let digits = number.strip_prefix('I').unwrap_or(number);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        (RULE_ID_PREFIXES.contains(&prefix) && is_number).then(|| format!("{prefix}-{number}"))
    };
    parts.windows(2).filter_map(id).collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The part of a file that is test code: all of it below a `tests` folder, else what follows `#[cfg(test)]`.
fn test_code<'a>(path: &Path, text: &'a str) -> &'a str {
    let in_tests = path.components().any(|part| part.as_os_str() == "tests");
    if in_tests {
        return text;
    }
    text.split_once("#[cfg(test)]").map_or("", |(_, behind)| behind)
}

fn rule_ids() -> Ids {
    let general = GENERAL_RULE_IDS.into_iter().map(str::to_owned);
    let of_games = games::ALL.iter().flat_map(|game| game.meta().rules).flat_map(|rules| ids(&rules.en));
    general.chain(of_games).collect()
}

#[test]
fn both_languages_have_the_same_rules() {
    for game in games::ALL {
        for rules in game.meta().rules {
            assert_eq!(ids(&rules.en), ids(&rules.ja), "{}", game.meta().slug);
            assert!(!ids(&rules.en).is_empty(), "{} has no rule", game.meta().slug);
        }
    }
}

#[test]
fn every_rule_is_tested_by_its_id_and_no_other_is_cited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests"] {
        rust_files(&root.join(folder), &mut files);
    }
    let (mut tested, mut cited) = (Ids::new(), Ids::new());
    for path in files.iter().filter(|path| !path.ends_with("tests/rule_coverage.rs")) {
        let text = fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(root).unwrap();
        tested.extend(ids(test_code(path, &text)));
        cited.extend(ids(&text));
    }
    let rule_ids = rule_ids();
    let untested: Vec<_> = rule_ids.difference(&tested).collect();
    let unknown: Vec<_> = cited.difference(&rule_ids).collect();
    assert!(untested.is_empty(), "no test names {untested:?}");
    assert!(unknown.is_empty(), "these stand on no rules page: {unknown:?}");
}

#[test]
fn ids_are_read_as_people_write_them() {
    let text = "YCW-6, `HW-I2` and fn br_10_lost() but not G-x, PKG-1 or BR-";
    assert_eq!(ids(text), ["BR-10", "HW-I2", "YCW-6"].map(str::to_owned).into());
}
