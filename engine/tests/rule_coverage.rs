//! Every rule id of the rules pages has a test that names it. The pages have the same ids in both languages. Nothing
//! cites an id that is on no page.
//!
//! An id is named as `YCW-6` in a comment or a string, or as `ycw_6` in the name of a test. The general rules G-1 to
//! G-5 are on no game's page; they are those of `violation.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::games;
use rule_ids::{Ids, ids};

#[path = "common/rule_ids.rs"]
mod rule_ids;

const GENERAL_RULE_IDS: [&str; 5] = ["G-1", "G-2", "G-3", "G-4", "G-5"];

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

/// The part of a file that is test code: all of it below a `tests` folder, else the part after `#[cfg(test)]`.
fn test_code<'a>(path: &Path, text: &'a str) -> &'a str {
    let in_tests = path.components().any(|part| part.as_os_str() == "tests");
    if in_tests {
        return text;
    }
    text.split_once("#[cfg(test)]").map_or("", |(_, behind)| behind)
}

fn ids_of_pages() -> Ids {
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
    let on_pages = ids_of_pages();
    let untested: Vec<_> = on_pages.difference(&tested).collect();
    let unknown: Vec<_> = cited.difference(&on_pages).collect();
    assert!(untested.is_empty(), "no test names {untested:?}");
    assert!(unknown.is_empty(), "these stand on no rules page: {unknown:?}");
}

#[test]
fn ids_are_read_as_people_write_them() {
    let text = "YCW-6, `HW-I2` and fn br_10_lost() but not G-x, PKG-1 or BR-";
    assert_eq!(ids(text), ["BR-10", "HW-I2", "YCW-6"].map(str::to_owned).into());
}
