//! The statements of the store, read from its sources: constants of texts, with what macros put into them. The tests of the
//! store include this file too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How the values begin of constants that are texts, whether of that type or of one that says what the rows hold.
const TEXTS: [&str; 3] = ["\"", "concat!(", "Query::new("];

/// The statements of each constant below this folder, by file and name.
///
/// # Panics
///
/// If a file can't be read.
pub fn read(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut sources = BTreeMap::new();
    read_sources(folder, &mut sources);
    let everywhere = sources.values().flat_map(|source| macros(source)).collect::<BTreeMap<_, _>>();
    let mut statements = BTreeMap::new();
    for (file, source) in &sources {
        let mut texts = everywhere.clone();
        texts.extend(macros(source));
        for part in source.split("const ").skip(1) {
            let Some((name, rest)) = part.split_once(": ") else { continue };
            if let Some((kind, value)) = rest.split_once(" =")
                && (kind.starts_with("[&str;")
                    || TEXTS.iter().any(|text| value.trim_start().starts_with(text)))
            {
                statements.insert(format!("{file}::{name}"), values(value, &texts));
            }
        }
    }
    statements
}

fn read_sources(folder: &Path, sources: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.insert(path.display().to_string(), fs::read_to_string(&path).unwrap());
        }
    }
}

/// The texts that macros without arguments stand for.
fn macros(source: &str) -> BTreeMap<String, String> {
    let definitions = source.split("macro_rules! ").skip(1);
    let text = |definition: &str| {
        let (name, rest) = definition.split_once(' ')?;
        Some((name.to_owned(), literal(rest.split_once('"')?.1)?.0))
    };
    definitions.filter_map(text).collect()
}

/// The texts up to the end of the constant: several in a list, one where they are put together.
fn values(source: &str, macros: &BTreeMap<String, String>) -> Vec<String> {
    let is_one = !source.trim_start().starts_with('[');
    let (mut texts, mut rest, mut word) = (Vec::new(), source, String::new());
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            ';' => break,
            '"' => {
                let Some((text, behind)) = literal(rest) else { break };
                texts.push(text);
                rest = behind;
            }
            '!' => texts.extend(macros.get(&word).cloned()),
            _ => {}
        }
        if letter.is_alphanumeric() || letter == '_' { word.push(letter) } else { word.clear() }
    }
    if is_one { vec![texts.concat()] } else { texts }
}

/// A text from behind its first quote, and what follows its last one.
fn literal(source: &str) -> Option<(String, &str)> {
    let (mut text, mut letters) = (String::new(), source.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, &source[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' => text.push('\n'),
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    None
}
