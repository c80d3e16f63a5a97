//! The structure holds: crates depend downwards only, no module depends on itself by way of others, and games have one
//! list of files.
//!
//! `cargo test -p kifu-tests --test structure -- --nocapture` also prints the figures: lines by crate without tests,
//! and the largest circle of files that import each other.

mod circles;
mod conversions;
mod games;
mod imports;
mod javascript;
mod names;
mod source;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use circles::circles;
use imports::Imports;
use source::types;

/// Each crate with the crates of this workspace that it may depend on, tests left out.
const MAY_DEPEND_ON: [(&str, &[&str]); 11] = [
    ("kifu-engine", &["kifu-names"]),
    ("kifu-wasm", &["kifu-engine"]),
    ("kifu-names", &[]),
    ("kifu-embedded", &[]),
    ("kifu-raster", &[]),
    ("kifu-proofs", &["kifu-engine"]),
    ("kifu-store", &["kifu-engine", "kifu-names", "kifu-proofs"]),
    ("kifu-statistics", &["kifu-engine", "kifu-names"]),
    ("kifu-chart", &["kifu-engine", "kifu-names", "kifu-statistics"]),
    (
        "kifu",
        &[
            "kifu-chart",
            "kifu-embedded",
            "kifu-engine",
            "kifu-names",
            "kifu-proofs",
            "kifu-raster",
            "kifu-statistics",
            "kifu-store",
        ],
    ),
    ("kifu-tests", &["kifu-engine", "kifu-proofs", "kifu-wasm"]),
];

/// Crates of others that only these may use: any other crate that wants HTTP or SQL is in the wrong place.
const RESERVED: [(&str, &[&str]); 8] = [
    ("actix-web", &["kifu", "kifu-tests"]),
    ("deadpool", &["kifu-store"]),
    ("deadpool-postgres", &["kifu-store"]),
    ("refinery", &["kifu-store"]),
    ("tokio-postgres", &["kifu", "kifu-store", "kifu-tests"]),
    ("plotters", &["kifu-chart"]),
    ("resvg", &["kifu-raster"]),
    ("parquet", &["kifu-statistics"]),
];

struct Package {
    name: String,
    source: PathBuf,
    /// Crates that it depends on, those of its tests left out.
    depends_on: BTreeSet<String>,
    /// True: examples in its documentation are tested.
    tests_examples: bool,
}

/// The crates of the workspace.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let package = |package: &Value| {
        let depends_on = package["dependencies"].as_array().into_iter().flatten();
        let mut targets = package["targets"].as_array().into_iter().flatten();
        Package {
            name: text(&package["name"]),
            source: Path::new(&text(&package["manifest_path"])).with_file_name("src"),
            depends_on: depends_on
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| text(&dependency["name"]))
                .collect(),
            tests_examples: targets.any(|target| target["doctest"] == true),
        }
    };
    packages.iter().map(package).collect()
}

#[test]
fn crates_depend_downwards_only() {
    let packages = packages();
    let allowed: BTreeMap<&str, &[&str]> = MAY_DEPEND_ON.into();
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(ours, allowed.keys().copied().collect(), "MAY_DEPEND_ON has each crate of the workspace");
    for Package { name, depends_on, .. } in &packages {
        for dependency in depends_on.iter().filter(|dependency| ours.contains(dependency.as_str())) {
            assert!(
                allowed[name.as_str()].contains(&dependency.as_str()),
                "{name} may not depend on {dependency}"
            );
        }
        for (theirs, users) in RESERVED {
            let uses = depends_on.contains(theirs);
            assert!(
                !uses || users.contains(&name.as_str()),
                "{name} may not depend on {theirs}: only {users:?}"
            );
        }
    }
}

#[test]
fn no_module_depends_on_itself_by_way_of_others() {
    for Package { name, source, .. } in packages() {
        let imports = Imports::read(&source);
        // The service's modules lie in folders, which group them and may use each other.
        let depth = if name == "kifu" { 2 } else { 1 };
        let circles = circles(&imports.of_modules(depth));
        let described =
            circles.iter().map(|circle| imports.describe(circle, depth)).collect::<Vec<_>>().join("\n");
        assert!(circles.is_empty(), "modules of {name} stand in a circle:\n{described}");
    }
}

#[test]
fn every_example_in_documentation_is_tested() {
    for Package { name, source, .. } in packages().iter().filter(|package| !package.tests_examples) {
        for (module, text) in Imports::read(source).files {
            let has_example = text.lines().any(|line| {
                let line = line.trim_start();
                ["/// ```", "//! ```"].iter().any(|begin| line.starts_with(begin))
            });
            assert!(
                !has_example,
                "{name} has an example in {module:?}, but `doctest = false` in its Cargo.toml"
            );
        }
    }
}

/// Whoever finds a name finds one type. A game's folder counts as a crate of its own: the traits of a game ask each for
/// its `Move`, and each calls its things what its rules call them.
#[test]
fn no_type_has_the_name_of_another_of_its_crate() {
    for Package { name, source, .. } in packages() {
        let mut places: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for (module, text) in Imports::read(&source).files {
            let home = match module.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["games", game, ..] => game,
                ["bin", binary, ..] => binary,
                _ => "",
            };
            for declared in types(&text) {
                places.entry((home.to_owned(), declared)).or_default().push(module.join("::"));
            }
        }
        let twice: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
        assert!(twice.is_empty(), "{name}: {twice:#?}");
    }
}

#[test]
fn figures() {
    println!("{:<18}{:>7}{:>7}{:>30}", "crate", "files", "lines", "files in the largest circle");
    for Package { name, source, .. } in packages() {
        let imports = Imports::read(&source);
        let largest = circles(&imports.of_files()).iter().map(Vec::len).max().unwrap_or_default();
        println!("{name:<18}{:>7}{:>7}{largest:>30}", imports.files.len(), imports.lines());
        assert!(!imports.files.is_empty(), "{name} has source files");
    }
}

/// A tag that lacks the epoch of the database would name other content after a backup was restored.
#[test]
fn only_one_type_makes_entity_tags() {
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/src");
    let makes_tags = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a source");
        ["insert_header((ETAG", "insert_header((header::ETAG", ".append_header((ETAG"]
            .iter()
            .any(|call| text.contains(call))
    };
    let mut files = Vec::new();
    names::source_files(&api, "rs", &mut files);
    let found: Vec<_> = files.into_iter().filter(makes_tags).collect();
    assert_eq!(found, Vec::<PathBuf>::new(), "EntityTag of entity_tag.rs makes all tags");
}
