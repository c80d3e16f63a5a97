//! The ids of rules, as people write them in pages, comments and the names of tests.

use std::collections::BTreeSet;

const RULE_ID_PREFIXES: [&str; 7] = ["YCW", "HW", "BR", "DV", "PK", "NMF", "G"];

/// Rule ids, in their order as texts.
pub type Ids = BTreeSet<String>;

/// The ids in a text: a prefix, `-` or `_`, perhaps an `I`, and a number, with no letter or digit on either side.
pub fn ids(text: &str) -> Ids {
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
