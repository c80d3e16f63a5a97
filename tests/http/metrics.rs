//! `/metrics` as Prometheus reads it, and what of it the dashboard and the alerts ask for.

mod exposition;
mod expressions;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kifu_tests::Service;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use self::exposition::{Metric, Sample, Type, read_metrics};
use self::expressions::used_series;

/// The metrics of a service that has opened a record, recorded moves, refused some, and served a stream.
fn metrics_of_a_used_service() -> Vec<Metric> {
    let service = Service::start();
    let table = service.open_plain("you_cry_wolf", 3);
    let mut stream = table.get_as(None, "/live").header("Accept", "text/event-stream").stream();
    stream.read();
    table.log(&json!({"type": "annotate", "text": "hello"})).json();
    table.log(&json!({"type": "nothing of the sort"})).send();
    let nobody = format!("kifu_{}", "0".repeat(43));
    table.post("/moves", &json!({"type": "annotate", "text": "hello"})).token(&nobody).send();
    service.get("/nowhere").send();
    read_metrics(&service.metrics())
}

fn is_snake_case(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// The faults of a metric, by the conventions of Prometheus.
fn faults(name: &str, kind: Type, help: Option<&str>) -> Vec<&'static str> {
    const OTHER_UNITS: [&str; 9] =
        ["ms", "milliseconds", "us", "minutes", "hours", "days", "kb", "mib", "percent"];
    let words: Vec<&str> = name.split('_').collect();
    let has = |word: &str| words.contains(&word);
    let (is_counter, is_histogram) = (kind == Type::Counter, kind == Type::Histogram);
    let last = if is_counter { words.iter().rev().nth(1) } else { words.last() };
    let rules = [
        (help.is_none_or(|help| help.trim().is_empty()), "no HELP line"),
        (!is_snake_case(name), "not in snake case"),
        (!["kifu", "process"].contains(&words[0]), "the name does not say whose it is"),
        (is_counter != name.ends_with("_total"), "_total is for counters, and for all of them"),
        (!is_counter && !is_histogram && kind != Type::Gauge, "a type that can't be summed over instances"),
        (OTHER_UNITS.iter().any(|unit| has(unit)), "not a base unit"),
        (has("duration") && last != Some(&"seconds"), "a duration whose unit is not at the end"),
        (is_histogram && ["bucket", "count", "sum"].iter().any(|end| has(end)), "a part's name"),
    ];
    rules.into_iter().filter(|(broken, _)| *broken).map(|(_, fault)| fault).collect()
}

fn check_histogram(metric: &Metric) {
    let name = &metric.name;
    let mut buckets: BTreeMap<_, Vec<(f64, f64)>> = BTreeMap::new();
    for bucket in metric.samples.iter().filter(|sample| sample.part == "_bucket") {
        let bound = bucket.label("le").unwrap_or_else(|| panic!("{name}: a bucket without a bound"));
        buckets.entry(bucket.series()).or_default().push((bound.parse().unwrap(), bucket.value));
    }
    assert!(!buckets.is_empty(), "{name} has no buckets");
    for (labels, buckets) in buckets {
        assert!(buckets.is_sorted_by(|a, b| a.0 < b.0), "{name} {labels:?}: bounds not in order");
        assert!(buckets.is_sorted_by(|a, b| a.1 <= b.1), "{name} {labels:?}: buckets are cumulative");
        let (bound, all) = buckets[buckets.len() - 1];
        let value = |part: &str| {
            let found = |sample: &&Sample| sample.part == part && sample.series() == labels;
            metric.samples.iter().find(found).map(|sample| sample.value)
        };
        assert_eq!((bound, value("_count")), (f64::INFINITY, Some(all)), "{name} {labels:?}");
        assert!(value("_sum").is_some(), "{name} {labels:?} has no sum");
    }
}

#[test]
fn metrics_follow_the_conventions_of_prometheus() {
    let mut seen = BTreeSet::new();
    for metric in &metrics_of_a_used_service() {
        let Metric { kind, help, name, samples } = metric;
        assert!(seen.insert(name), "{name} is told twice");
        let faults = faults(name, *kind, help.as_deref());
        assert!(faults.is_empty(), "{name}: {faults:?}");
        assert!(!samples.is_empty(), "{name} is described and never measured");
        for (label, value) in samples.iter().flat_map(|sample| sample.labels.iter()) {
            assert!(is_snake_case(label), "{name}: the label {label}");
            assert!(!value.is_empty(), "{name}: {label} says nothing");
        }
        if *kind == Type::Histogram {
            check_histogram(metric);
        }
    }
}

#[test]
fn the_check_of_conventions_finds_what_breaks_them() {
    for (name, kind, help, fault) in [
        ("kifu_events", Type::Counter, Some("Events."), "_total is for counters, and for all of them"),
        ("kifu_streams_total", Type::Gauge, Some("Streams."), "_total is for counters, and for all of them"),
        ("kifu_wait_ms", Type::Gauge, Some("Wait."), "not a base unit"),
        ("kifu_duration_of_wait", Type::Gauge, Some("Wait."), "a duration whose unit is not at the end"),
        ("streams", Type::Gauge, Some("Streams."), "the name does not say whose it is"),
        ("kifu_Streams", Type::Gauge, Some("Streams."), "not in snake case"),
        ("kifu_streams", Type::Gauge, None, "no HELP line"),
        ("kifu_wait_seconds", Type::Summary, Some("Wait."), "a type that can't be summed over instances"),
    ] {
        assert_eq!(faults(name, kind, help), [fault], "{name}");
    }
}

#[test]
fn requests_are_measured_by_method_route_and_status() {
    let metrics = metrics_of_a_used_service();
    let value = |name: &str, part: &str, labels: &[(&str, &str)]| {
        let metric = metrics.iter().find(|metric| metric.name == name).unwrap_or_else(|| panic!("no {name}"));
        let has = |sample: &Sample| labels.iter().all(|(name, value)| sample.label(name) == Some(value));
        let found = metric.samples.iter().find(|sample| sample.part == part && has(sample));
        found.map(|sample| sample.value)
    };
    for (method, route, status, expected) in [
        ("POST", "/v1/games", "201", Some(1.0)),
        ("POST", "/v1/games/{id}/moves", "201", Some(1.0)),
        ("POST", "/v1/games/{id}/moves", "400", Some(1.0)),
        ("POST", "/v1/games/{id}/moves", "401", Some(1.0)),
        ("GET", "/v1/games/{id}/live", "200", Some(1.0)),
        ("GET", "other", "404", Some(1.0)),
        ("GET", "/v1/players", "200", None),
    ] {
        let labels = [("method", method), ("route", route), ("status", status)];
        let count = value("kifu_http_request_duration_seconds", "_count", &labels);
        assert_eq!(count, expected, "{method} {route} {status}");
    }
    for (name, part) in [
        ("kifu_commit_duration_seconds", "_count"),
        ("kifu_commit_batch_requests", "_sum"),
        ("kifu_events_appended_total", ""),
        ("kifu_streams_open", ""),
        ("kifu_database_up", ""),
        ("kifu_authentication_failures_total", ""),
    ] {
        assert_eq!(value(name, part, &[]), Some(1.0), "{name}");
    }
}

fn monitoring(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/monitoring").join(file);
    fs::read_to_string(&path).unwrap()
}

/// The rules file, as Prometheus documents it; unknown fields are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(rename = "name")]
    _name: String,
    rules: Vec<Alert>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alert {
    alert: String,
    expr: String,
    #[serde(rename = "for")]
    _for: String,
    labels: BTreeMap<String, String>,
    annotations: BTreeMap<String, String>,
}

fn alerts() -> Vec<Alert> {
    let rules: Rules = serde_saphyr::from_str(&monitoring("alerts.yaml")).unwrap();
    rules.groups.into_iter().flat_map(|group| group.rules).collect()
}

fn panels() -> Vec<(String, String)> {
    let dashboard: Json = serde_json::from_str(&monitoring("dashboard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| {
        panel["targets"].as_array().unwrap().iter().map(move |target| {
            (panel["title"].as_str().unwrap().to_owned(), target["expr"].as_str().unwrap().to_owned())
        })
    });
    targets.collect()
}

#[test]
fn the_dashboard_and_the_alerts_use_exactly_the_existing_metrics() {
    let metrics = metrics_of_a_used_service();
    let find = |name: &str| {
        let parts = ["", "_bucket", "_sum", "_count"];
        let is = |metric: &&Metric| {
            let parts = &parts[..if metric.kind == Type::Histogram { 4 } else { 1 }];
            parts.iter().any(|part| name.strip_suffix(part) == Some(&metric.name))
        };
        metrics.iter().find(is).unwrap_or_else(|| panic!("{name} is not measured"))
    };
    let expressions = alerts().into_iter().map(|alert| (alert.alert, alert.expr)).chain(panels());
    let mut shown = BTreeSet::new();
    for (place, expression) in expressions {
        for (name, labels) in used_series(&expression) {
            if name == "up" {
                continue;
            }
            let metric = find(&name);
            for label_name in labels.iter().filter(|name| !["instance", "job"].contains(&name.as_str())) {
                let exists = metric.samples.iter().any(|sample| sample.label(label_name).is_some());
                assert!(exists, "{place}: {name} has no label {label_name}");
            }
            shown.insert(&metric.name);
        }
    }
    let ours = metrics.iter().map(|metric| &metric.name).filter(|name| name.starts_with("kifu_"));
    let unused: Vec<_> = ours.filter(|name| !shown.contains(name)).collect();
    assert!(unused.is_empty(), "neither the dashboard nor an alert shows {unused:?}");
}

#[test]
fn each_alert_has_a_summary_an_action_and_a_severity() {
    let alerts = alerts();
    assert!(!alerts.is_empty());
    for Alert { alert, labels, annotations, .. } in &alerts {
        for annotation in ["summary", "remedy"] {
            assert!(
                annotations.get(annotation).is_some_and(|text| !text.is_empty()),
                "{alert} has no {annotation}"
            );
        }
        assert!(["page", "ticket"].contains(&labels["severity"].as_str()), "{alert}");
    }
    let names: BTreeSet<_> = alerts.iter().map(|alert| &alert.alert).collect();
    assert_eq!(names.len(), alerts.len(), "two alerts of one name");
}
