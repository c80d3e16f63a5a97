//! No number is made up: a value that a type cannot hold is refused, or the type is another one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::names::source_files;
use crate::source::test_modules;

/// Where conversions are checked: folders of the repository, with all that they hold but tests.
const CHECKED: [&str; 2] = ["engine", "api"];

/// Methods that put another value in place of one that could not be converted.
const FALLBACKS: [&str; 5] = ["unwrap_or", "unwrap_or_default", "unwrap_or_else", "map_or", "map_or_else"];

/// The lines of conversions whose failure another value hides, those in tests left out.
fn swallowed_conversions(source: TokenStream) -> Vec<usize> {
    let tokens: Vec<TokenTree> = source.into_iter().collect();
    let (mut lines, mut at) = (Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' && is_for_tests(tokens.get(at)) => {
                at += item(&tokens[at..]);
            }
            TokenTree::Group(group) => lines.extend(swallowed_conversions(group.stream())),
            TokenTree::Ident(name) if is_swallowed(&name.to_string(), &calls(&tokens[at..])) => {
                lines.push(name.span().start().line);
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    lines
}

/// True if a call of this name hides a failure, by the calls that follow on its value. Text that is no number may be a
/// word, so that one can be read where the other can't be.
fn is_swallowed(name: &str, calls: &[String]) -> bool {
    let is_fallback = |call: &&String| FALLBACKS.contains(&call.as_str());
    let mut fallbacks = calls.iter().filter(is_fallback);
    match name {
        "try_from" | "try_into" => fallbacks.next().is_some(),
        "parse" => fallbacks.any(|call| !call.ends_with("_else")),
        "ok" => calls.first().as_ref().is_some_and(is_fallback),
        _ => false,
    }
}

/// The names of the methods that are called on the value of the call which these tokens begin with the arguments of.
fn calls(tokens: &[TokenTree]) -> Vec<String> {
    let (mut calls, mut rest) = (Vec::new(), tokens);
    while let Some(after) = after_arguments(rest) {
        let [TokenTree::Punct(dot), TokenTree::Ident(name), next @ ..] = after else { break };
        if dot.as_char() != '.' {
            break;
        }
        calls.push(name.to_string());
        rest = next;
    }
    calls
}

/// The tokens behind the arguments, before which types may stand; `None` if this is no call.
fn after_arguments(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let is_arguments = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    let begins = tokens.first()?;
    let names_types = matches!(begins, TokenTree::Punct(punct) if punct.as_char() == ':');
    let at = if names_types { tokens.iter().position(is_arguments)? } else { 0 };
    is_arguments(&tokens[at]).then(|| &tokens[at + 1..])
}

fn is_for_tests(attribute: Option<&TokenTree>) -> bool {
    attribute.is_some_and(|attribute| attribute.to_string().replace(' ', "") == "[cfg(test)]")
}

/// How many tokens an item has: up to its semicolon, or to the end of its braces.
fn item(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}

#[test]
fn no_conversion_is_swallowed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the repository");
    let mut files = Vec::new();
    for folder in CHECKED {
        source_files(&repository.join(folder), "rs", &mut files);
    }
    let read = |file: PathBuf| (fs::read_to_string(&file).expect("source in UTF-8"), file);
    let sources: Vec<(String, PathBuf)> = files.into_iter().map(read).collect();
    let only_tests: BTreeSet<&str> =
        sources.iter().flat_map(|(source, _)| test_modules(source)).chain(["tests"]).collect();
    let is_product = |file: &Path| {
        !file.with_extension("").iter().any(|part| only_tests.contains(&*part.to_string_lossy()))
    };
    let mut swallowed = Vec::new();
    for (source, file) in &sources {
        let place = file.strip_prefix(repository).unwrap_or(file);
        if is_product(place) {
            let tokens = source.parse().unwrap_or_else(|error| panic!("{}: {error}", place.display()));
            let lines = swallowed_conversions(tokens);
            swallowed.extend(lines.iter().map(|line| format!("{}:{line}", place.display())));
        }
    }
    assert!(
        swallowed.is_empty(),
        "{} conversions make up a value; refuse, or take a type that holds it:\n{}",
        swallowed.len(),
        swallowed.join("\n")
    );
}

#[test]
fn swallowed_conversions_are_found_however_they_are_written() {
    let source = r#"
        fn found() {
            u8::try_from(a).unwrap_or(0);
            let b: u8 = a
                .try_into()
                .unwrap_or_default();
            f(g(u8::try_from(h(a))
                .ok()
                .map(i)
                .unwrap_or_else(|| 0)));
            <u8 as TryFrom<u64>>::try_from(a).map_or(1, j);
            text.parse::<u8>().unwrap_or(7);
            read(a).ok().unwrap_or(7);
        }
        fn others(a: u8) -> Result<u8, Error> {
            let b = u8::try_from(c)?.checked_add(1).unwrap_or(d);
            let word = text.parse().map_or_else(Word, Number);
            let e = u8::try_from(f).ok()?;
            x(u8::try_from(a).ok()).unwrap_or(0);
            "try_from(a).unwrap_or(0)"; // u8::try_from(a).unwrap_or(0)
        }
        #[cfg(test)]
        mod tests {
            fn f() { u8::try_from(a).unwrap_or(0); }
        }"#;
    assert_eq!(swallowed_conversions(source.parse().expect("tokens")), [3, 5, 7, 11, 12, 13]);
}
