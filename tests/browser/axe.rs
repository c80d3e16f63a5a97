//! The barriers that axe finds for people who use a page by keyboard, by screen reader or with weak eyes.
//!
//! axe-core is under MPL-2.0: the tests install it below `target/`, and nothing ships it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::browser::Browser;

/// Panics with every violation that axe finds in the page as it is shown now.
///
/// # Panics
///
/// If there is any.
pub fn check(browser: &Browser, what: &str) {
    let source = fs::read_to_string(axe()).unwrap();
    browser.script_of("if (!window.axe) (0, eval)(arguments[0])", &[json!(source)]);
    let found = browser.script("return axe.run().then((result) => result.violations)");
    let violations: Vec<String> = found.as_array().unwrap().iter().map(describe).collect();
    assert!(violations.is_empty(), "{what}:\n{}", violations.join("\n"));
}

fn describe(violation: &Value) -> String {
    let nodes = violation["nodes"].as_array().into_iter().flatten();
    let nodes: Vec<String> =
        nodes.map(|node| format!("  {} {}", node["html"], node["failureSummary"])).collect();
    format!("{}: {}\n{}", violation["id"], violation["help"], nodes.join("\n"))
}

/// axe-core as npm installs it from the lock file; the first test installs it for all.
fn axe() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser");
    let build = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/browser");
    fs::create_dir_all(&build).unwrap();
    let lock = File::create(build.join("installing")).unwrap();
    lock.lock().unwrap();
    let lockfile = fs::read(own.join("package-lock.json")).unwrap();
    let installed = build.join("node_modules/axe-core/axe.min.js");
    if fs::read(build.join("installed.json")).ok().as_ref() != Some(&lockfile) || !installed.is_file() {
        for file in ["package.json", "package-lock.json"] {
            fs::copy(own.join(file), build.join(file)).unwrap();
        }
        let npm = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
        let ended = Command::new("npm").args(npm).current_dir(&build).status();
        let ended = ended.unwrap_or_else(|error| panic!("npm: {error}; apt-get install nodejs npm"));
        assert!(ended.success(), "npm did not install axe-core");
        fs::write(build.join("installed.json"), lockfile).unwrap();
    }
    installed
}
