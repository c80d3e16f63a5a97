//! The text alternative of a chart: what it shows, in sentences, for readers who can't see it.

use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;

use super::words::{self, Words, count, number};
use kifu_statistics::values::{GroupComparison, Observations, StatisticalValue, Statistics};
use kifu_statistics::words::{StatisticsWords, Written};

/// The most groups that have a sentence; the table has all of them.
const MAX_GROUPS: usize = 30;
/// The most values of a group that are named.
const MAX_VALUES_PER_GROUP: usize = 8;

/// All sentences of an answer.
pub fn alt_text(values: &Statistics, words: Words) -> String {
    let writer = SentenceWriter { values, words };
    let mut sentences = vec![writer.figures(words.say(&StatisticsWords::AllTogether), &values.total)];
    if values.groups.is_none() {
        sentences.extend(writer.quartiles(&values.total));
    }
    for group in values.groups_shown().take(MAX_GROUPS) {
        sentences.push(writer.figures(words.group_label(&values.metric, &group.key), &group.figures));
    }
    let more = values.groups_shown().skip(MAX_GROUPS).count() as u64 + values.omitted;
    if more > 0 && values.comparison.is_none() {
        sentences.push(words.say(&StatisticsWords::MoreGroups { count: more }));
    }
    sentences.extend(values.comparison.iter().map(|comparison| writer.comparison(comparison)));
    sentences.extend(values.notes.iter().map(|note| note.text.of(words.0).to_owned()));
    sentences.join(words.between_sentences())
}

/// The moment of the statistics and how much they count.
pub fn source(values: &Statistics, words: Words) -> String {
    words.say(&StatisticsWords::Source {
        at: Written(values.as_of.format("%Y-%m-%d %H:%M UTC").to_string()),
        games: Written(count(values.total.games)),
        n: Written(count(values.total.n)),
        metric: Written(values.metric.id.clone()),
        version: values.metric.metric.version.into(),
    })
}

struct SentenceWriter<'v> {
    values: &'v Statistics,
    words: Words,
}

impl SentenceWriter<'_> {
    fn figures(&self, label: String, figures: &Observations) -> String {
        let (words, kind) = (self.words, self.values.metric.metric.kind);
        let mut parts = Vec::new();
        if let Some(mean) = figures.mean {
            let mean = self.with_unit(words.mean(kind, mean));
            parts.push(mean);
        }
        if let Some(interval) = figures.interval {
            let ends = words.interval(interval, |end| words.mean(kind, end));
            parts.push(words.say(&StatisticsWords::IntervalIs { ends: Written(ends) }));
        }
        if let Some(interval) = figures.simultaneous_interval {
            let ends = words.interval(interval, |end| words.mean(kind, end));
            parts.push(words.say(&StatisticsWords::SimultaneousIntervalIs { ends: Written(ends) }));
        }
        if let Some(bounds) = figures.bounds {
            let ends = words.interval(bounds, |end| words.mean(kind, end));
            parts.push(words.say(&StatisticsWords::BoundsAre { ends: Written(ends) }));
        }
        if kind == MetricKind::Category {
            let bar = |bar: &kifu_statistics::values::ValueCount| {
                format!("{} {}", words.value(&self.values.metric, &bar.value), words.share(bar.share))
            };
            parts.extend(figures.distribution.iter().take(MAX_VALUES_PER_GROUP).map(bar));
        }
        if figures.suppressed {
            parts.push(words.say(&StatisticsWords::Suppressed));
        }
        parts.push(words.say(&StatisticsWords::Observations { n: Written(count(figures.n)) }));
        let parts = parts.into_iter().map(Written).collect();
        words.say(&StatisticsWords::FiguresOf { label: Written(label), parts })
    }

    fn with_unit(&self, mean: String) -> String {
        let metric = self.values.metric.metric;
        if metric.kind != MetricKind::Number {
            return mean;
        }
        let unit = Written::of(&metric.unit, self.words.0);
        self.words.say(&StatisticsWords::MeanWithUnit { mean: Written(mean), unit })
    }

    /// The quartiles and the extremes.
    fn quartiles(&self, figures: &Observations) -> Option<String> {
        let at = |part: f64| {
            let quantile = figures.quantiles.iter().find(|quantile| (quantile.part - part).abs() < 1e-9)?;
            Some(Written(number(quantile.value)))
        };
        let (low, median, high) = (at(0.25)?, at(0.5)?, at(0.75)?);
        let [minimum, maximum] = [figures.minimum?, figures.maximum?].map(|end| Written(number(end)));
        Some(self.words.say(&StatisticsWords::Quartiles { low, median, high, minimum, maximum }))
    }

    fn comparison(&self, comparison: &GroupComparison) -> String {
        let (words, kind) = (self.words, self.values.metric.metric.kind);
        let name = |key| words.group_label(&self.values.metric, key);
        let (one, other) = (name(&comparison.one), name(&comparison.other));
        let write = |end| words::difference(kind, end);
        let one_of = |label: Option<&StatisticalValue>, difference: f64, interval: Option<_>| {
            let label = label.map(|label| Written(words.value(&self.values.metric, label)));
            let ends = interval.map(|interval| Written(words.interval(interval, write)));
            words.say(&StatisticsWords::DifferencePart {
                label,
                difference: Written(write(difference)),
                ends,
            })
        };
        let mut parts: Vec<String> = comparison
            .difference
            .map(|difference| one_of(None, difference, comparison.interval))
            .into_iter()
            .collect();
        let shares = comparison.shares.iter().take(MAX_VALUES_PER_GROUP);
        parts.extend(shares.map(|share| one_of(Some(&share.value), share.difference, share.interval)));
        if parts.is_empty() {
            parts.push(words.say(&StatisticsWords::NotComparable));
        }
        let parts = match words.0 {
            Language::Ja => parts.join("、"),
            Language::En => parts.join("; "),
        };
        words.say(&StatisticsWords::DifferenceIs {
            one: Written(one),
            other: Written(other),
            parts: Written(parts),
            points: kind != MetricKind::Number,
        })
    }
}
