//! Reads the text of `/metrics` as strictly as Prometheus does.

use std::sync::LazyLock;

use regex::Regex;

/// The types that Prometheus knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Counter,
    Gauge,
    Histogram,
    Summary,
    Untyped,
}

/// A metric with all its samples.
pub struct Metric {
    pub name: String,
    pub kind: Type,
    pub help: Option<String>,
    pub samples: Vec<Sample>,
}

/// One line.
pub struct Sample {
    /// The suffix of the metric's name: `_bucket`, `_sum` or `_count` of a histogram, else empty.
    pub part: String,
    pub labels: Vec<(String, String)>,
    pub value: f64,
}

impl Sample {
    pub fn label(&self, name: &str) -> Option<&str> {
        self.labels.iter().find(|(label, _)| label == name).map(|(_, value)| value.as_str())
    }

    /// The labels without the bound of a bucket.
    pub fn series(&self) -> Vec<(&str, &str)> {
        let labels = self.labels.iter().filter(|(name, _)| name != "le");
        labels.map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

/// Reads all metrics, and panics where the text is none.
pub fn read_metrics(text: &str) -> Vec<Metric> {
    let mut metrics: Vec<Metric> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(comment) = line.strip_prefix("# ") {
            let words: Vec<_> = comment.splitn(3, ' ').collect();
            let [keyword, name, rest] = words[..] else { panic!("half a comment: {line}") };
            if metrics.last().is_none_or(|metric| metric.name != name) {
                metrics.push(Metric {
                    name: name.into(),
                    kind: Type::Untyped,
                    help: None,
                    samples: Vec::new(),
                });
            }
            let metric = metrics.last_mut().unwrap();
            match keyword {
                "HELP" => metric.help = Some(rest.to_owned()),
                "TYPE" => metric.kind = read_type(rest),
                _ => panic!("neither HELP nor TYPE: {line}"),
            }
        } else {
            let metric = metrics.last_mut().unwrap_or_else(|| panic!("a sample of nothing: {line}"));
            metric.samples.push(read_sample(line, metric));
        }
    }
    metrics
}

fn read_type(word: &str) -> Type {
    match word {
        "counter" => Type::Counter,
        "gauge" => Type::Gauge,
        "histogram" => Type::Histogram,
        "summary" => Type::Summary,
        "untyped" => Type::Untyped,
        _ => panic!("{word} is no type"),
    }
}

fn read_sample(line: &str, metric: &Metric) -> Sample {
    static LINE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)$").unwrap());
    static LABEL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\n"])*)"(?:,|$)"#).unwrap());
    let parts = LINE.captures(line).unwrap_or_else(|| panic!("neither a comment nor a sample: {line}"));
    let part = parts[1].strip_prefix(metric.name.as_str());
    let part = part.unwrap_or_else(|| panic!("a sample of another metric than {}: {line}", metric.name));
    let may_be = match metric.kind {
        Type::Histogram => ["_bucket", "_sum", "_count"].contains(&part),
        Type::Summary => ["", "_sum", "_count"].contains(&part),
        _ => part.is_empty(),
    };
    assert!(may_be, "no sample of {}: {line}", metric.name);
    let mut rest = parts.get(2).map_or("", |labels| labels.as_str());
    let mut labels = Vec::new();
    while !rest.is_empty() {
        let label = LABEL.captures(rest).unwrap_or_else(|| panic!("no label at {rest}: {line}"));
        labels.push((label[1].to_owned(), label[2].to_owned()));
        rest = &rest[label[0].len()..];
    }
    let value = parts[3].parse().unwrap_or_else(|_| panic!("no number: {line}"));
    Sample { part: part.to_owned(), labels, value }
}
