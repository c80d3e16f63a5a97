//! Requests of the contract with one mistake each, made by machine: each is refused for that mistake, in words for people.
//!
//! `bad_input` has the mistakes that somebody thought of. Here are those of every operation that takes a body or parameters.

mod bodies;
mod mutations;
mod parameters;
mod world;

use std::sync::LazyLock;

use kifu_tests::Answer;
use regex::Regex;
use serde_json::Value;

use self::world::World;

/// Words of the language and the libraries that the service is written with.
static INTERNALS: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"serde|struct|enum|unknown variant|Option|u8|u16|u32|u64|i32|i64|usize|Vec|panicked";
    Regex::new(&format!(r"\b(?:{words})\b|missing field|at line \d|line \d+ column|::|Vec<")).unwrap()
});

/// More than any refusal needs, however long the refused value is.
const MAX_REFUSAL_BYTES: usize = 8000;

#[test]
fn every_body_and_parameter_with_one_mistake() {
    let world = World::new();
    let before = world.everything();
    let mut faults = bodies::refused(&world);
    faults.extend(parameters::refused(&world));
    let after = world.everything();
    if before != after {
        faults.push(format!("something changed: {before}\n{after}"));
    }
    faults.extend(bodies::unusual(&world));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The fault in the answer to a request that can't be taken, if there is one.
fn fault_of_refusal(answer: &Answer) -> Option<String> {
    if !(400..500).contains(&answer.status) {
        return Some(format!("status {}", answer.status));
    }
    if answer.header("content-type") != "application/problem+json" {
        return Some("no problem document".to_owned());
    }
    let problem = answer.json();
    let has_type = problem["type"].as_str().is_some_and(|kind| !kind.is_empty());
    if has_type { fault_of_words(&problem) } else { Some("no type".to_owned()) }
}

/// The fault in the text of a problem, if there is one.
fn fault_of_words(problem: &Value) -> Option<String> {
    let length = problem.to_string().len();
    if length > MAX_REFUSAL_BYTES {
        return Some(format!("{length} bytes"));
    }
    let said = |pointer: &str| problem.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    if ["/code", "/message/en", "/message/ja"].iter().any(|pointer| said(pointer).is_empty()) {
        return Some("an incomplete problem".to_owned());
    }
    ["/title", "/detail", "/message/en", "/message/ja"]
        .iter()
        .find_map(|pointer| INTERNALS.find(said(pointer)).map(|found| format!("says `{}`", found.as_str())))
}
