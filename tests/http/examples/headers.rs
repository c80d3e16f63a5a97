//! The headers that the contract declares are those that the service sends.
//!
//! That every header sent is declared, each request of these tests asserts by itself.

use std::collections::{BTreeMap, BTreeSet};

use kifu_tests::{Answer, RawAnswer};
use serde_json::Value;

use super::schemas::{contract, objects};

/// Sent only by a service that limits how often a client asks.
const RATES: [&str; 2] = ["RateLimit", "RateLimit-Policy"];

/// Which headers the answers had, by the name of the operation or problem and by status.
#[derive(Default)]
pub struct SentHeaders(BTreeMap<(String, u16), BTreeSet<String>>);

impl SentHeaders {
    /// Notes the headers of an answer.
    pub fn add(&mut self, name: &str, answer: &Answer) {
        let headers = answer.headers.keys().map(|name| name.as_str().to_owned());
        self.0.entry((name.to_owned(), answer.status)).or_default().extend(headers);
    }

    /// Notes the headers of an answer on the wire.
    pub fn add_raw(&mut self, name: &str, answer: &RawAnswer) {
        let lines = answer.head.lines().filter_map(|line| line.split_once(':'));
        let headers = lines.map(|(name, _)| name.to_ascii_lowercase());
        self.0.entry((name.to_owned(), answer.status)).or_default().extend(headers);
    }

    /// Checks that every answer without a problem was sent, and with each header that the contract declares of it.
    pub fn assert_of_operations(&self) {
        let contract = contract();
        let paths = objects(&contract["paths"]).flat_map(|(_, path)| objects(path));
        let mut missing = Vec::new();
        for (_, operation) in paths {
            let name = operation["operationId"].as_str().unwrap();
            let answers = objects(&operation["responses"]).filter(|(_, answer)| answer.get("$ref").is_none());
            for (status, answer) in answers {
                let sent = self.0.get(&(name.to_owned(), status.parse().unwrap()));
                missing.extend(not_sent(&format!("{name}, {status}"), answer, sent));
            }
        }
        assert!(missing.is_empty(), "declared and never sent: {missing:#?}");
    }

    /// Problems of each status were sent with each header that the contract declares of that status.
    pub fn assert_of_problems(&self) {
        let contract = contract();
        let mut missing = Vec::new();
        // Answers of operations without a problem share headers too; `assert_of_operations` checks those.
        let problems = objects(&contract["components"]["responses"])
            .filter(|(_, answer)| answer["content"]["application/problem+json"].is_object());
        for (name, answer) in problems {
            let status = status_of(&contract, name);
            let of_answer = self.0.iter().filter(|((_, sent), _)| *sent == status);
            let sent: BTreeSet<String> = of_answer.flat_map(|(_, headers)| headers.clone()).collect();
            missing.extend(not_sent(name, answer, Some(&sent)));
        }
        assert!(missing.is_empty(), "declared and never sent: {missing:#?}");
    }
}

/// The status under which operations refer to a shared answer.
fn status_of(contract: &Value, name: &str) -> u16 {
    let reference = format!("#/components/responses/{name}");
    let operations = objects(&contract["paths"]).flat_map(|(_, path)| objects(path));
    let mut answers = operations.flat_map(|(_, operation)| objects(&operation["responses"]));
    let found = answers.find(|(_, answer)| answer["$ref"] == reference.as_str());
    found.unwrap_or_else(|| panic!("nothing answers with {name}")).0.parse().unwrap()
}

fn not_sent(place: &str, answer: &Value, sent: Option<&BTreeSet<String>>) -> Vec<String> {
    let Some(sent) = sent else { return vec![format!("{place}: no such answer")] };
    let declared = objects(&answer["headers"]).map(|(name, _)| name);
    let missing =
        declared.filter(|name| !RATES.contains(&name.as_str()) && !sent.contains(&name.to_ascii_lowercase()));
    missing.map(|name| format!("{place}: {name}")).collect()
}
