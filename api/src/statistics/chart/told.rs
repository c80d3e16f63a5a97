//! What a chart shows, told in words: whoever can't see it hears this.

use kifu_engine::statistics::Kind;

use super::words::{self, Words, count, number};
use crate::statistics::values::{Comparison, Figures, Seen, Values};

/// Groups and words that are told; the table has all of them.
const TOLD: usize = 30;
/// Words of one group.
const WORDS: usize = 8;

/// The sentences.
pub fn told(values: &Values, words: Words) -> String {
    let teller = Teller { values, words };
    let mut told = vec![teller.figures(words.say("全体", "All together"), &values.total)];
    if values.groups.is_none() {
        told.extend(teller.spread(&values.total));
    }
    for group in values.groups_shown().take(TOLD) {
        told.push(teller.figures(&words.key(&values.metric, &group.key), &group.figures));
    }
    let more = values.groups_shown().skip(TOLD).count() as u64 + values.left_out;
    if more > 0 && values.comparison.is_none() {
        let more = count(more);
        told.push(words.either(|| format!("ほかに{more}グループ。"), || format!("And {more} more groups.")));
    }
    told.extend(values.comparison.iter().map(|comparison| teller.comparison(comparison)));
    told.extend(values.notes.iter().map(|note| note.text.of(words.0).to_owned()));
    told.join(words.say("", " "))
}

/// When everything counted had been acknowledged, and how much it is.
pub fn source(values: &Values, words: Words) -> String {
    let (at, id) = (values.as_of.format("%Y-%m-%d %H:%M UTC"), &values.metric.id);
    let (games, n) = (count(values.total.games), count(values.total.n));
    let version = values.metric.metric.version;
    words.either(
        || format!("{at}時点 · {games}ゲーム · 観測 {n} · {id} 第{version}版"),
        || format!("As of {at} · {games} games · {n} observations · {id}, version {version}"),
    )
}

struct Teller<'v> {
    values: &'v Values,
    words: Words,
}

impl Teller<'_> {
    fn figures(&self, label: &str, figures: &Figures) -> String {
        let (words, kind) = (self.words, self.values.metric.metric.kind);
        let mut parts = Vec::new();
        if let Some(mean) = figures.mean {
            let mean = self.with_unit(words.mean(kind, mean));
            parts.push(mean);
        }
        if let Some(interval) = figures.interval {
            let ends = words.interval(interval, |end| words.mean(kind, end));
            parts.push(words.either(|| format!("95%区間 {ends}"), || format!("95 % interval {ends}")));
        }
        if let Some(bounds) = figures.bounds {
            let ends = words.interval(bounds, |end| words.mean(kind, end));
            parts.push(
                words.either(|| format!("未公開を含めて {ends}"), || format!("with the unknown {ends}")),
            );
        }
        if kind == Kind::Category {
            let bar = |bar: &crate::statistics::values::Bar| {
                format!("{} {}", words.value(&self.values.metric, &bar.value), words.share(bar.share))
            };
            parts.extend(figures.distribution.iter().take(WORDS).map(bar));
        }
        if figures.suppressed {
            parts.push(words.say("少ないため非表示", "held back, too few").to_owned());
        }
        parts.push(format!("n {}", count(figures.n)));
        let parts = parts.join(words.say("、", ", "));
        words.either(|| format!("{label}: {parts}。"), || format!("{label}: {parts}."))
    }

    fn with_unit(&self, mean: String) -> String {
        let metric = self.values.metric.metric;
        if metric.kind != Kind::Number {
            return mean;
        }
        let unit = metric.unit.of(self.words.0);
        self.words.either(|| format!("平均 {mean}({unit})"), || format!("mean {mean} ({unit})"))
    }

    /// Where the values lie.
    fn spread(&self, figures: &Figures) -> Option<String> {
        let words = self.words;
        let at = |part: f64| {
            let quantile = figures.quantiles.iter().find(|quantile| (quantile.part - part).abs() < 1e-9)?;
            Some(number(quantile.value))
        };
        let (low, middle, high) = (at(0.25)?, at(0.5)?, at(0.75)?);
        let (least, most) = (number(figures.minimum?), number(figures.maximum?));
        Some(words.either(
            || format!("中央値 {middle}、半分は{low}〜{high}、最小 {least}、最大 {most}。"),
            || format!("Median {middle}; half of them lie from {low} to {high}, all from {least} to {most}."),
        ))
    }

    fn comparison(&self, comparison: &Comparison) -> String {
        let (words, kind) = (self.words, self.values.metric.metric.kind);
        let name = |key| words.key(&self.values.metric, key);
        let (one, other) = (name(&comparison.one), name(&comparison.other));
        let write = |end| words::difference(kind, end);
        let one_of = |label: Option<&Seen>, difference: f64, interval: Option<_>| {
            let label = label
                .map(|label| format!("{} ", words.value(&self.values.metric, label)))
                .unwrap_or_default();
            let interval = interval.map(|interval| {
                let ends = words.interval(interval, write);
                words.either(|| format!("、95%区間 {ends}"), || format!(", 95 % interval {ends}"))
            });
            format!("{label}{}{}", write(difference), interval.unwrap_or_default())
        };
        let mut parts: Vec<String> = comparison
            .difference
            .map(|difference| one_of(None, difference, comparison.interval))
            .into_iter()
            .collect();
        let shares = comparison.shares.iter().take(WORDS);
        parts.extend(shares.map(|share| one_of(Some(&share.value), share.difference, share.interval)));
        if parts.is_empty() {
            parts.push(words.say("比べられません", "nothing to compare").to_owned());
        }
        let unit = if kind == Kind::Number {
            ""
        } else {
            words.say("(パーセントポイント)", " (percentage points)")
        };
        let parts = parts.join(words.say("、", "; "));
        words.either(
            || format!("差{unit}、{one} − {other}: {parts}。"),
            || format!("Difference{unit}, {one} less {other}: {parts}."),
        )
    }
}
