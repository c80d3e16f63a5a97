//! The values that differ from run to run, and their samples in an example.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use regex::{Captures, Regex};
use serde_json::Value;

/// The shapes of values that differ. The first match counts.
const SHAPES: &str = concat!(
    r"(?<number>(?-u:\b)[0-9]+\.[0-9.]+(?-u:\b))|",
    r"(?<id>(?-u:\b)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?-u:\b))",
    r"|(?<token>(?-u:\b)kifu_[A-Za-z0-9_-]{43})",
    r"|(?<secret>(?-u:\b)whsec_[A-Za-z0-9+/]+=*)",
    r"|(?<signature>(?-u:\b)v1,[A-Za-z0-9+/]+=*)",
    r"|(?<part>(?-u:\b)bytes (?:[0-9]+-[0-9]+|\*)/[0-9]+(?-u:\b))",
    r"|(?<time>(?-u:\b)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2}))",
    r"|(?<minute>(?-u:\b)[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?-u:\b))",
    r"|(?<digest>(?-u:\b)[0-9a-f]{16,}(?-u:\b))",
    r"|(?<cursor>[A-Za-z0-9_-]{40,})",
);
/// The names of the shapes.
const KINDS: [&str; 10] =
    ["number", "id", "token", "secret", "signature", "part", "time", "minute", "digest", "cursor"];
/// How long a file is in examples: its ids differ, and so does what they take up.
pub const FILE_BYTES: u64 = 5727;
/// The hour in which all examples happen.
const NOW: &str = "2025-05-03T05:30:00Z";
/// The beginning of every sample of an id: the time of [`NOW`], as of UUIDs of version 7.
const ID: &str = "0196949f-73c0-7000-8000";
const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

/// The sample of each value; equal values get equal samples. The samples of a kind are numbered as they come.
pub struct Samples {
    shapes: Regex,
    begun: DateTime<Utc>,
    samples: BTreeMap<String, String>,
    counts: BTreeMap<&'static str, usize>,
    /// Addresses of this machine, and their samples.
    addresses: Vec<(String, &'static str)>,
}

impl Samples {
    pub fn new() -> Self {
        Self {
            shapes: Regex::new(SHAPES).unwrap(),
            begun: Utc::now(),
            samples: BTreeMap::new(),
            counts: BTreeMap::new(),
            addresses: Vec::new(),
        }
    }

    /// An address of this machine is shown as another one.
    pub fn show(&mut self, address: &str, instead: &'static str) {
        self.addresses.push((address.to_owned(), instead));
    }

    /// The text with samples in it.
    pub fn of_text(&mut self, text: &str) -> String {
        let with_addresses =
            |text: String, (address, instead): &(String, &str)| text.replace(address, instead);
        let text = self.addresses.iter().fold(text.to_owned(), with_addresses);
        let shapes = self.shapes.clone();
        shapes.replace_all(&text, |found: &Captures<'_>| self.of_found(found)).into_owned()
    }

    /// The value with samples in it, seen in the order of its names.
    pub fn of_json(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.of_text(text).into(),
            Value::Array(values) => values.iter().map(|value| self.of_json(value)).collect(),
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by_key(|(name, _)| *name);
                let sample = |(name, value): (&String, &Value)| (name.clone(), self.of_json(value));
                Value::Object(fields.into_iter().map(sample).collect())
            }
            other => other.clone(),
        }
    }

    fn of_found(&mut self, found: &Captures<'_>) -> String {
        let kind = KINDS.into_iter().find(|kind| found.name(kind).is_some()).unwrap();
        let real = &found[0];
        match kind {
            "number" => return real.to_owned(),
            "part" => {
                let (part, _) = real.split_once('/').unwrap();
                return format!("{part}/{FILE_BYTES}");
            }
            "time" => return self.of_time(real, "%Y-%m-%dT%H:%M:%SZ"),
            "minute" if real.len() < 19 => return self.of_time(real, "%Y-%m-%d %H:%M"),
            "minute" => return self.of_time(real, "%Y-%m-%d %H:%M:%S"),
            _ => {}
        }
        if let Some(sample) = self.samples.get(real) {
            return sample.clone();
        }
        let number = self.counts.entry(kind).or_default();
        *number += 1;
        let sample = sample(kind, *number, real.len());
        self.samples.insert(real.to_owned(), sample.clone());
        sample
    }

    /// Of a time that is about now, or about a day from now; others were chosen.
    fn of_time(&self, real: &str, format: &str) -> String {
        let seconds = |text: &str| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S");
        let at = DateTime::parse_from_rfc3339(real).map(|at| at.to_utc());
        let at =
            at.or_else(|_| seconds(real).or_else(|_| seconds(&format!("{real}:00"))).map(|at| at.and_utc()));
        let passed = at.unwrap() - self.begun;
        let days = (passed.num_seconds() + SECONDS_OF_A_DAY / 2).div_euclid(SECONDS_OF_A_DAY);
        if !(0..=1).contains(&days) {
            return real.to_owned();
        }
        let now: DateTime<Utc> = NOW.parse().unwrap();
        (now + TimeDelta::days(days)).format(format).to_string()
    }
}

/// The sample of this number, as long as the real one.
fn sample(kind: &str, number: usize, length: usize) -> String {
    let padded = |prefix: &str, text: String, filling: &str| {
        let text = format!("{prefix}{text}");
        text.chars().chain(filling.chars().cycle()).take(length).collect()
    };
    match kind {
        "id" => format!("{ID}-{number:012}"),
        "token" => padded("kifu_", format!("example-token-{number}"), "-"),
        "secret" => padded("whsec_", format!("ExampleSecret{number}"), "A"),
        "signature" => padded("v1,", format!("ExampleSignature{number}"), "A"),
        "digest" => padded("", format!("{number:02}"), "0123456789abcdef"),
        _ => padded("", format!("example-cursor-{number}"), "-"),
    }
}
