//! The scripts of the pages: what they declare is called by standard terms, and none imports itself by way of others.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use regex::Regex;

use crate::circles::circles;
use crate::imports::Graph;
use crate::names::{instead_of, source_files};

/// The source of each script, by its path below the folder of the pages.
fn scripts() -> BTreeMap<PathBuf, String> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/src/pages");
    let mut files = Vec::new();
    source_files(&pages, "js", &mut files);
    let read = |file: PathBuf| {
        let source = fs::read_to_string(&file).expect("source in UTF-8");
        (file.strip_prefix(&pages).expect("it lies in this folder").to_owned(), source)
    };
    files.into_iter().map(read).collect()
}

/// The path of an import, as seen from the folder of the pages.
fn imported(script: &Path, import: &str) -> PathBuf {
    let mut path = script.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(import).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

#[test]
fn no_script_imports_itself_by_way_of_others() {
    let import = Regex::new(r#"(?m)^(?:import|export|\} from)[^"\n]*"(\.[^"]+\.js)";$"#).expect("a pattern");
    let mut graph = Graph::new();
    for (script, source) in scripts() {
        let found = import.captures_iter(&source).map(|captures| imported(&script, &captures[1]));
        let found = found.map(|path| path.display().to_string()).collect();
        graph.insert(script.display().to_string(), found);
    }
    assert!(graph["pad.js"].contains("lib/outbox.js"), "imports are found: {:?}", graph["pad.js"]);
    let circles = circles(&graph);
    assert!(circles.is_empty(), "scripts stand in a circle: {circles:?}");
}

#[test]
fn names_in_scripts_are_standard_terms() {
    let declaration = Regex::new(r"\b(?:const|let|function|class)\s+(\w+)").expect("a pattern");
    let mut forbidden = Vec::new();
    for (script, source) in scripts() {
        for (number, line) in (1..).zip(source.lines()) {
            for captures in declaration.captures_iter(line) {
                if let Some(term) = instead_of(&captures[1]) {
                    forbidden.push(format!(
                        "{}:{number}: `{}`; write {term}",
                        script.display(),
                        &captures[1]
                    ));
                }
            }
        }
    }
    assert!(forbidden.is_empty(), "{} names say nothing:\n{}", forbidden.len(), forbidden.join("\n"));
}
