//! Which file of a crate imports which, and which top-level module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::source::{paths, test_modules, without_tests};

/// From each to all that it depends on.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// A module by its place in the crate: `["live", "hub"]`; the crate's root is empty.
type Module = Vec<String>;

/// Its name, or that of the module of this depth that it lies in.
fn name_of(module: &Module, depth: usize) -> String {
    module.iter().take(depth).cloned().collect::<Vec<_>>().join("::")
}

/// The files of a crate and what they import from each other.
pub struct Imports {
    /// The source of each module without tests.
    pub files: BTreeMap<Module, String>,
    /// The root's names for items of other modules: `pub use ids::Seq` makes `Seq` one of `ids`.
    aliases: BTreeMap<String, Module>,
}

impl Imports {
    /// Reads the sources in this folder.
    pub fn read(source: &Path) -> Self {
        let (mut files, mut only_tests) = (BTreeMap::new(), BTreeSet::new());
        collect(source, &Vec::new(), &mut files, &mut only_tests);
        files.retain(|module: &Module, _| !(0..=module.len()).any(|end| only_tests.contains(&module[..end])));
        let mut imports = Self { files, aliases: BTreeMap::new() };
        imports.aliases = imports.re_exports();
        imports
    }

    /// How many lines there are without tests and blank lines.
    pub fn lines(&self) -> usize {
        self.files.values().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty()).count()
    }

    /// Which file depends on which.
    pub fn of_files(&self) -> Graph {
        let mut graph = Graph::new();
        for (from, to, _) in self.edges() {
            graph.entry(from.join("::")).or_default().insert(to.join("::"));
        }
        graph
    }

    /// Which module depends on which, those within modules of this depth taken together. The root, which declares them all,
    /// is none.
    pub fn of_modules(&self, depth: usize) -> Graph {
        let mut graph = Graph::new();
        for (from, to, _) in self.edges() {
            let (from, to) = (name_of(&from, depth), name_of(&to, depth));
            if from != to && !from.is_empty() && !to.is_empty() {
                graph.entry(from).or_default().insert(to);
            }
        }
        graph
    }

    /// Why these modules stand in a circle: every import between two of them.
    pub fn describe(&self, circle: &[String], depth: usize) -> String {
        let name = |module: &Module| name_of(module, depth);
        let within = |module: &Module| circle.contains(&name(module));
        let edges = self
            .edges()
            .into_iter()
            .filter(|(from, to, _)| name(from) != name(to) && within(from) && within(to));
        let lines = edges.map(|(from, _, path)| format!("  {} imports {path}\n", from.join("::")));
        format!("{}:\n{}", circle.join(" – "), lines.collect::<String>())
    }

    fn edges(&self) -> BTreeSet<(Module, Module, String)> {
        let mut edges = BTreeSet::new();
        for (module, text) in &self.files {
            for path in paths(text) {
                let to = self.resolve(module, &path);
                if to != *module {
                    edges.insert((module.clone(), to, path.join("::")));
                }
            }
        }
        edges
    }

    /// The module that a path leads to; the one it stands in, if it leads to no other of the crate.
    fn resolve(&self, from: &Module, path: &[String]) -> Module {
        let mut at = from.clone();
        let mut names = path.iter().map(String::as_str).peekable();
        if names.next_if_eq(&"crate").is_some() {
            at.clear();
        } else {
            names.next_if_eq(&"self");
            while names.next_if_eq(&"super").is_some() {
                at.pop();
            }
        }
        for name in names {
            if let Some(alias) = self.aliases.get(name).filter(|_| at.is_empty()) {
                return alias.clone();
            }
            at.push(name.to_owned());
            if !self.files.contains_key(&at) {
                at.pop();
                break;
            }
        }
        at
    }

    fn re_exports(&self) -> BTreeMap<String, Module> {
        let root = self.files.get(&Module::new()).map(String::as_str).unwrap_or_default();
        let statements = root.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
        let paths = statements.flat_map(|statement| paths(&format!("self::{statement};")));
        let named =
            paths.map(|path| (path.last().cloned().unwrap_or_default(), self.resolve(&Module::new(), &path)));
        named.filter(|(name, _)| !self.files.contains_key(&vec![name.clone()])).collect()
    }
}

fn collect(
    folder: &Path,
    within: &Module,
    files: &mut BTreeMap<Module, String>,
    only_tests: &mut BTreeSet<Module>,
) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let below = |name: &str| within.iter().cloned().chain([name.to_owned()]).collect::<Module>();
        if path.is_dir() {
            collect(&path, &below(&name), files, only_tests);
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "main" {
            let module = if name == "mod" || name == "lib" { within.clone() } else { below(&name) };
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            let tests =
                test_modules(&text).map(|name| module.iter().cloned().chain([name.to_owned()]).collect());
            only_tests.extend(tests.collect::<Vec<Module>>());
            files.insert(module, without_tests(&text));
        }
    }
}
