//! What a chart shows, told in words: whoever can't see it hears this.

use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;

use super::words::{self, Words, count, number};
use kifu_statistics::values::{GroupComparison, Observations, StatisticalValue, Statistics};
use kifu_statistics::words::{StatisticsWords, Written};

/// Groups and words that are told; the table has all of them.
const TOLD: usize = 30;
/// Words of one group.
const WORDS: usize = 8;

/// The sentences.
pub fn alt_text(values: &Statistics, words: Words) -> String {
    let teller = Teller { values, words };
    let mut sentences = vec![teller.figures(words.say(&StatisticsWords::AllTogether), &values.total)];
    if values.groups.is_none() {
        sentences.extend(teller.spread(&values.total));
    }
    for group in values.groups_shown().take(TOLD) {
        sentences.push(teller.figures(words.key(&values.metric, &group.key), &group.figures));
    }
    let more = values.groups_shown().skip(TOLD).count() as u64 + values.left_out;
    if more > 0 && values.comparison.is_none() {
        sentences.push(words.say(&StatisticsWords::MoreGroups { count: more }));
    }
    sentences.extend(values.comparison.iter().map(|comparison| teller.comparison(comparison)));
    sentences.extend(values.notes.iter().map(|note| note.text.of(words.0).to_owned()));
    sentences.join(words.between_sentences())
}

/// When everything counted had been acknowledged, and how much it is.
pub fn source(values: &Statistics, words: Words) -> String {
    words.say(&StatisticsWords::Source {
        at: Written(values.as_of.format("%Y-%m-%d %H:%M UTC").to_string()),
        games: Written(count(values.total.games)),
        n: Written(count(values.total.n)),
        metric: Written(values.metric.id.clone()),
        version: values.metric.metric.version.into(),
    })
}

struct Teller<'v> {
    values: &'v Statistics,
    words: Words,
}

impl Teller<'_> {
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
        if let Some(bounds) = figures.bounds {
            let ends = words.interval(bounds, |end| words.mean(kind, end));
            parts.push(words.say(&StatisticsWords::BoundsAre { ends: Written(ends) }));
        }
        if kind == MetricKind::Category {
            let bar = |bar: &kifu_statistics::values::ValueCount| {
                format!("{} {}", words.value(&self.values.metric, &bar.value), words.share(bar.share))
            };
            parts.extend(figures.distribution.iter().take(WORDS).map(bar));
        }
        if figures.suppressed {
            parts.push(words.say(&StatisticsWords::HeldBack));
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

    /// Where the values lie.
    fn spread(&self, figures: &Observations) -> Option<String> {
        let at = |part: f64| {
            let quantile = figures.quantiles.iter().find(|quantile| (quantile.part - part).abs() < 1e-9)?;
            Some(Written(number(quantile.value)))
        };
        let (low, middle, high) = (at(0.25)?, at(0.5)?, at(0.75)?);
        let [least, most] = [figures.minimum?, figures.maximum?].map(|end| Written(number(end)));
        Some(self.words.say(&StatisticsWords::Spread { low, middle, high, least, most }))
    }

    fn comparison(&self, comparison: &GroupComparison) -> String {
        let (words, kind) = (self.words, self.values.metric.metric.kind);
        let name = |key| words.key(&self.values.metric, key);
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
        let shares = comparison.shares.iter().take(WORDS);
        parts.extend(shares.map(|share| one_of(Some(&share.value), share.difference, share.interval)));
        if parts.is_empty() {
            parts.push(words.say(&StatisticsWords::NothingToCompare));
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
