//! Invariants of all charts.

use chrono::{Duration, NaiveDate};
use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;
use proptest::prelude::*;
use roxmltree::Document;

use super::super::{ChartOptions, Theme, draw};
use super::samples::{DEFAULT_OPTIONS, all_options, answer, bar, figures, group, player, samples, words};
use kifu_statistics::values::{
    GroupComparison, Observations, StatisticalGroup, StatisticalValue, Statistics,
};

/// Checks the invariants of charts.
fn check_invariants(values: &Statistics, options: &ChartOptions) -> Result<(), TestCaseError> {
    let drawn = draw(values, options).unwrap();
    prop_assert_eq!(&drawn, &draw(values, options).unwrap());
    let document =
        Document::parse(&drawn).map_err(|error| TestCaseError::fail(format!("{error}: {drawn}")))?;
    let root = document.root_element();
    prop_assert_eq!(root.attribute("role"), Some("img"));
    let child_text =
        |tag: &str| root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    prop_assert!(child_text("title").is_some_and(|title| !title.is_empty()));
    prop_assert!(child_text("desc").is_some_and(|text| text.contains("2026-")));
    let size: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|part| part.parse().unwrap()).collect();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        prop_assert!(!["script", "image", "foreignObject", "a"].contains(&node.tag_name().name()));
        for (names, end) in [(["x", "x1", "x2", "cx"], size[2]), (["y", "y1", "y2", "cy"], size[3])] {
            for number in names.into_iter().filter_map(|name| node.attribute(name)) {
                let number: f64 = number.parse().unwrap();
                prop_assert!((-1.0..=end + 1.0).contains(&number), "{:?} beyond {}", node, end);
            }
        }
        for point in node.attribute("points").into_iter().flat_map(|points| points.split([' ', ','])) {
            prop_assert!(point.parse::<f64>().is_ok_and(f64::is_finite), "{}", point);
        }
        for name in ["width", "height", "r"] {
            let number = node.attribute(name).map(|number| number.parse::<f64>().unwrap());
            prop_assert!(number.is_none_or(|number| number.is_finite() && number >= 0.0), "{:?}", node);
        }
    }
    Ok(())
}

#[test]
fn every_kind_of_chart_keeps_the_invariants_with_all_options() {
    for (name, values) in samples() {
        for options in all_options() {
            check_invariants(&values, &options).unwrap_or_else(|error| panic!("{name} {options:?}: {error}"));
        }
    }
}

#[test]
fn empty_single_and_extreme_values_keep_the_invariants() {
    let extreme = [0.0, -0.0, -5.0, 1e-300, 1e16, f64::MAX, f64::MIN];
    for value in extreme {
        let seen = Observations {
            distribution: vec![bar(StatisticalValue::number(value), 1, 1)],
            ..figures(1, value, value.abs())
        };
        let groups = vec![group("seat", StatisticalValue::Whole(0), figures(1, value, 0.0))];
        for groups in [None, Some(groups), Some(Vec::new())] {
            check_invariants(&answer(MetricKind::Number, seen.clone(), groups), &DEFAULT_OPTIONS).unwrap();
        }
    }
    for kind in [MetricKind::Number, MetricKind::Share, MetricKind::Category] {
        for groups in [None, Some(Vec::new())] {
            check_invariants(&answer(kind, Observations::default(), groups), &DEFAULT_OPTIONS).unwrap();
        }
    }
}

#[test]
fn days_of_many_years_keep_the_invariants() {
    let first = NaiveDate::from_ymd_opt(2020, 1, 1).unwrap();
    let day = |n: i64| {
        let name = (first + Duration::days(n)).to_string();
        group("day", StatisticalValue::Word(name), figures(3, (n % 17) as f64, 1.0))
    };
    let values = answer(MetricKind::Number, figures(6000, 8.0, 0.1), Some((0..2000).map(day).collect()));
    check_invariants(&values, &ChartOptions { width: 320, ..DEFAULT_OPTIONS }).unwrap();
}

fn some_figures() -> impl Strategy<Value = Observations> {
    let number = prop_oneof![-50.0..50.0_f64, Just(0.0), -1e300..1e300_f64];
    (0..5000_u64, number, 0.0..20.0_f64, 0..4_u8, prop::collection::vec((".{0,20}", 1..99_u64), 0..9))
        .prop_map(|(n, mean, reach, missing, counts)| {
            let counts: Vec<(&str, u64)> = counts.iter().map(|(word, n)| (word.as_str(), *n)).collect();
            let words = words(&counts);
            match missing {
                0 => Observations { n, suppressed: true, ..Observations::default() },
                1 => Observations {
                    n,
                    unknown: n,
                    bounds: figures(n, mean, reach).interval,
                    ..Observations::default()
                },
                _ => Observations { distribution: words.distribution, ..figures(n, mean, reach) },
            }
        })
}

fn some_seen() -> impl Strategy<Value = StatisticalValue> {
    prop_oneof![
        any::<i64>().prop_map(StatisticalValue::Whole),
        ".{0,40}".prop_map(StatisticalValue::Word),
        ".{0,40}".prop_map(|name| player(&name)),
        "20[0-9]{2}-[01][0-9]".prop_map(StatisticalValue::Word),
        Just(StatisticalValue::Missing(())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_answer_keeps_the_invariants(
        kind in prop_oneof![Just(MetricKind::Number), Just(MetricKind::Share), Just(MetricKind::Category)],
        total in some_figures(),
        parameter in prop_oneof![Just("player"), Just("month"), Just("day"), Just("option.<x>")],
        groups in prop::option::of(prop::collection::vec((some_seen(), some_figures()), 0..30)),
        width in 0..1500_u32,
        height in prop::option::of(0..1500_u32),
        language in prop_oneof![Just(Language::Ja), Just(Language::En)],
    ) {
        let groups: Option<Vec<StatisticalGroup>> = groups
            .map(|groups| groups.into_iter().map(|(seen, figures)| group(parameter, seen, figures)).collect());
        let mut values = answer(kind, total, groups);
        if let Some([one, other, ..]) = values.groups.as_deref().filter(|groups| groups.len() % 3 == 2) {
            let (one, other) = (one.clone(), other.clone());
            values.comparison = Some(GroupComparison {
                difference: one.figures.mean.zip(other.figures.mean).map(|(one, other)| one - other),
                simultaneous_interval: None,
                bounds: None,
                interval: one.figures.interval,
                one: one.key,
                other: other.key,
                shares: Vec::new(),
                notes: Vec::new(),
            });
        }
        check_invariants(&values, &ChartOptions { language, theme: Theme::Auto, width, height })?;
    }
}
