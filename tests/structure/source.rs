//! Rust source as far as imports need it: without comments and without what is only compiled for tests.

/// The text without comments and without items behind `#[cfg(test)]`.
pub fn without_tests(text: &str) -> String {
    let mut stripped = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("#[cfg(test)]") {
        stripped.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[item(rest)..];
    }
    stripped.push_str(rest);
    stripped.lines().flat_map(|line| [without_comment(line), "\n"]).collect()
}

/// How many bytes the item at the start of this text has: up to its semicolon, or to the end of its braces.
fn item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The modules that this text declares for tests only.
pub fn test_modules(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[cfg(test)]").skip(1).filter_map(|item| {
        let declared = item[..self::item(item)].trim().strip_suffix(';')?;
        declared.rsplit_once("mod ").map(|(_, name)| name.trim())
    })
}

/// A line without the comment at its end.
pub fn without_comment(line: &str) -> &str {
    let is_url = |at: usize| line[..at].ends_with(':');
    line.match_indices("//").map(|(at, _)| at).find(|at| !is_url(*at)).map_or(line, |at| &line[..at])
}

/// A path as it stands in the source: `["crate", "store", "Seq"]`.
pub type Path = Vec<String>;

/// Every path, those within braces written out. Most lead to no module of the crate.
pub fn paths(text: &str) -> Vec<Path> {
    let tokens = tokens(text);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let goes_on = at.checked_sub(1).is_some_and(|before| tokens[before] == "::");
        let begins = tokens.get(at + 1) == Some(&"::") && !goes_on;
        at = if begins { read(&tokens, at, &Vec::new(), &mut paths) } else { at + 1 };
    }
    paths
}

/// Reads one path, or those in braces, and says where it ends.
fn read(tokens: &[&str], mut at: usize, before: &Path, paths: &mut Vec<Path>) -> usize {
    let mut path = before.clone();
    while let Some(token) = tokens.get(at) {
        if *token == "{" {
            at += 1;
            while at < tokens.len() && tokens[at] != "}" {
                at = if tokens[at] == "," { at + 1 } else { read(tokens, at, &path, paths) };
            }
            return at + 1;
        }
        path.push((*token).to_owned());
        at += 1;
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    if tokens.get(at) == Some(&"as") {
        at += 2;
    }
    paths.push(path);
    at
}

/// The names of the types that this text declares, associated ones left out: a trait gives these their name.
pub fn types(text: &str) -> Vec<String> {
    let declares = |line: &str| {
        let words = line
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub(super) ")
            .trim_start_matches("pub ");
        let (kind, rest) = words.split_once(' ')?;
        let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
        ["struct", "enum", "trait", "type", "union"].contains(&kind).then(|| name.to_owned())
    };
    text.lines().filter_map(declares).collect()
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match first {
            first if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            other => other.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

#[test]
fn paths_are_found_anywhere_in_a_source() {
    let text = "use crate::a::{self, b::C as D, e::*};\n// crate::no\nfn f() { super::g::h(); }\n\
                #[cfg(test)]\nmod tests { use crate::no; }\n#[x(with = \"crate::i::j\")] struct K;";
    let found: Vec<String> = paths(&without_tests(text)).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["crate::a::self", "crate::a::b::C", "crate::a::e::*", "super::g::h", "crate::i::j"]);
    assert_eq!(test_modules("mod a;\n#[cfg(test)]\nmod b;\n").collect::<Vec<_>>(), ["b"]);
}

#[test]
fn types_are_found_by_how_they_are_declared() {
    let text =
        "pub struct A<T> {\nenum B {\npub(super) trait C: D {\n    type E = u8;\ntype F = u8;\nstructure(G);";
    assert_eq!(types(text), ["A", "B", "C", "F"]);
}
