//! Metrics are defined completely, and observations are as their metrics declare them.

use std::collections::BTreeSet;

use kifu_engine::seq::Seq;
use kifu_engine::setting::Offers;
use kifu_engine::statistics::{
    Dimension, LabelledWord, Metric, MetricKind, MetricOf, Observation, ROUND, Value, ValueRange, title,
};
use kifu_engine::text::{Language, Text};

use crate::table::{all_games, for_each_game, observations};

#[test]
fn observations_are_as_their_metric_declares() {
    for_each_game(|table| {
        table.play_out();
        for observation in observations(&*table.record) {
            let metric = declared(table.game.meta().metrics, observation.metric);
            assert_eq!(observation.seat.is_some(), metric.of == MetricOf::Seat, "{observation:?}");
            assert!(
                observation.seat.is_none_or(|seat| table.record.seats().contains(seat)),
                "{observation:?}"
            );
            assert!(fits(metric, &observation.value), "{observation:?} is no {metric:?}");
            dimensions_are_declared(metric, &observation);
            each_names_its_move(metric, &observation, table.record.version());
        }
    });
}

/// Observations of a metric of moves name the event of theirs, and their round where the metric has rounds.
fn each_names_its_move(metric: &Metric, observation: &Observation, version: Seq) {
    assert_eq!(observation.event.is_some(), metric.of_moves, "{observation:?}");
    assert!(observation.event.is_none_or(|event| event.0 >= 1 && event <= version), "{observation:?}");
    let rounds = metric.dimensions.contains(&ROUND);
    assert_eq!(observation.dimensions.iter().any(|(name, _)| *name == ROUND.name), rounds, "{observation:?}");
}

fn declared<'m>(metrics: &'m [Metric], name: &str) -> &'m Metric {
    metrics.iter().find(|metric| metric.name == name).unwrap_or_else(|| panic!("{name} is not declared"))
}

fn fits(metric: &Metric, value: &Value) -> bool {
    match (metric.kind, value) {
        (MetricKind::Category, Value::Word(word)) => has_title(title(metric.words, word), metric.words, word),
        (MetricKind::Share, Value::Number(number)) => [0.0, 1.0].contains(number),
        (MetricKind::Share | MetricKind::Category, value @ Value::Between(..)) => {
            *value == Value::Between(0.0, 1.0)
        }
        (MetricKind::Number, Value::Number(number)) => is_within(metric, *number),
        (MetricKind::Number, Value::Between(low, high)) => {
            is_within(metric, *low) && is_within(metric, *high) && low < high
        }
        _ => false,
    }
}

fn is_within(metric: &Metric, number: f64) -> bool {
    let ValueRange { least, most } = metric.range;
    number.is_finite() && least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
}

fn dimensions_are_declared(metric: &Metric, observation: &Observation) {
    for (i, (name, value)) in observation.dimensions.iter().enumerate() {
        let dimension = metric.dimensions.iter().find(|dimension| dimension.name == *name);
        let dimension = dimension.unwrap_or_else(|| panic!("{}: {name} is not declared", metric.name));
        assert!(is_possible(dimension, value), "{}: {name} can't be {value}", metric.name);
        let twice = observation.dimensions[..i].iter().any(|(other, _)| other == name);
        assert!(!twice, "{observation:?}");
    }
}

fn is_possible(dimension: &Dimension, value: &str) -> bool {
    has_title(dimension.title_of(value).as_ref(), dimension.words, value)
}

/// A value without a title needs none: it is made of digits and separators.
fn has_title(title: Option<&Text>, words: &[LabelledWord], value: &str) -> bool {
    match title {
        Some(_) => true,
        None => words.is_empty() && !value.contains(char::is_alphabetic),
    }
}

#[test]
fn endings_of_results_are_declared_by_their_game() {
    for_each_game(|table| {
        table.play_out();
        let Some(outcome) = table.record.outcome() else { return };
        assert!(title(table.game.meta().endings, outcome.ending).is_some(), "{}", outcome.ending);
    });
}

#[test]
fn metric_words_have_titles_in_both_languages() {
    for game in all_games() {
        let meta = game.meta();
        let of_metrics = meta.metrics.iter().flat_map(|metric| {
            let dimensions = metric.dimensions.iter().map(|dimension| dimension.words);
            dimensions.chain([metric.words])
        });
        for words in of_metrics.chain([meta.endings]) {
            for (i, word) in words.iter().enumerate() {
                let LabelledWord { name, title } = word;
                assert!(words[..i].iter().all(|other| other.name != *name), "{name} twice");
                assert!(words[..i].iter().all(|other| other.title != *title), "{title:?} twice");
                assert!(!title.ja.is_empty() && title.ja != title.en && !title.ja.contains('_'), "{word:?}");
                assert!(is_english(title), "{word:?}");
            }
        }
        assert!(!meta.endings.is_empty(), "{}", meta.slug);
    }
}

fn is_english(text: &Text) -> bool {
    let is_latin = |letter: char| letter.is_ascii() || "’–".contains(letter);
    !text.en.is_empty() && text.en.chars().all(is_latin) && !text.en.contains('_')
}

#[test]
fn metrics_are_defined_completely() {
    for game in all_games() {
        let meta = game.meta();
        for (i, metric) in meta.metrics.iter().enumerate() {
            let id = format!("{}.{}", meta.slug, metric.name);
            assert!(meta.metrics[..i].iter().all(|other| other.name != metric.name), "{id} twice");
            assert!(is_in_both(&metric.title) && is_in_both(&metric.definition), "{id}");
            assert!(!metric.unit.ja.is_ascii() && !metric.unit.en.is_empty(), "{id}");
            metric.dimensions.iter().for_each(|dimension| is_complete(dimension, &id));
            has_a_history(metric, &id);
            has_examples(metric, &id);
        }
    }
}

#[test]
fn every_text_is_of_a_metric_or_a_setting() {
    for game in all_games().into_iter().filter(|game| !game.meta().metrics.is_empty()) {
        let meta = game.meta();
        let mut used: BTreeSet<String> = meta.endings.iter().map(|word| word.title.id()).collect();
        for metric in meta.metrics {
            let words = metric.dimensions.iter().flat_map(|of| of.words).chain(metric.words);
            let of_dimensions = metric.dimensions.iter().flat_map(|of| [of.title, of.definition]);
            let phrases = [metric.title, metric.definition, metric.unit].into_iter().chain(of_dimensions);
            let reference = metric.reference.iter().map(|reference| reference.title);
            used.extend(phrases.chain(words.map(|word| word.title)).chain(reference).map(|text| text.id()));
            let id = metric.title.id();
            used.extend((1..=metric.examples().count()).map(|number| format!("{id}.example-{number}")));
            used.extend((2..=metric.version).map(|version| format!("{id}.version-{version}")));
        }
        let offers = meta.settings.iter().flat_map(|setting| match setting.offers {
            Offers::OneOf { of } => of,
            _ => &[],
        });
        let labels = meta.settings.iter().map(|setting| setting.label).chain(offers.map(|offer| offer.label));
        used.extend(labels.chain(meta.lists.iter().map(|list| list.label)).map(|label| label.id()));
        let texts = meta.metrics[0].title.catalogue();
        for language in Language::ALL {
            assert_eq!(texts.errors(language), [""; 0], "{}", meta.slug);
            let unused: Vec<_> =
                texts.patterns(language).into_keys().filter(|id| !used.contains(id)).collect();
            assert!(unused.is_empty(), "{}: nothing has the texts {unused:?}", meta.slug);
        }
    }
}

fn is_in_both(text: &Text) -> bool {
    !text.ja.is_ascii() && text.en.len() > 2 && text.en.chars().all(|letter| !"。、".contains(letter))
}

fn is_complete(dimension: &Dimension, id: &str) {
    assert!(is_in_both(&dimension.title) && is_in_both(&dimension.definition), "{id}: {}", dimension.name);
}

fn has_a_history(metric: &Metric, id: &str) {
    assert!(metric.changes.iter().map(|change| change.version).eq(1..=metric.version), "{id}");
    assert!(metric.changes.iter().is_sorted_by_key(|change| change.date), "{id}");
    for change in metric.changes.iter() {
        assert!(
            change.date.len() == "2026-11-21".len() && is_in_both(&Text::fixed(change.ja, change.en)),
            "{id}"
        );
    }
}

fn has_examples(metric: &Metric, id: &str) {
    assert!((1..=2).contains(&metric.examples().count()), "{id}");
    for example in metric.examples() {
        assert!(example.ja.ends_with('。') && example.en.ends_with('?'), "{id}: {example:?}");
        let filters = example.query.split('&').filter_map(|pair| pair.strip_prefix("dimension."));
        for (name, value) in filters.filter_map(|pair| pair.split_once('=')) {
            let dimension = metric.dimensions.iter().find(|dimension| dimension.name == name);
            let dimension = dimension.unwrap_or_else(|| panic!("{id}: {example:?}"));
            assert!(is_possible(dimension, value), "{id}: {example:?}");
        }
    }
}
