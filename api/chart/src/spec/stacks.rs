//! The chart of groups whose observations are words: a stacked bar for each group.

use std::cmp::Reverse;

use super::{ChartSpec, SpecBuilder, largest_groups};
use crate::css_class::SERIES_COUNT;
use crate::legend::{LegendEntry, Symbol};
use crate::panel::Panel;
use crate::stacked_bars::{GROUP_HEIGHT, StackedBar, StackedBars};
use kifu_statistics::values::{StatisticalGroup, StatisticalValue};
use kifu_statistics::words::StatisticsWords;

impl SpecBuilder<'_> {
    /// The share of each value in each group.
    pub fn shares(&self, groups: &[StatisticalGroup]) -> ChartSpec {
        let (groups, omitted) = largest_groups(groups, self.max_rows(GROUP_HEIGHT));
        let spec = self.stacks(&groups);
        ChartSpec { omitted, ..spec }
    }

    /// Stacked bars of these groups.
    pub fn stacks(&self, groups: &[&StatisticalGroup]) -> ChartSpec {
        let words = self.stacked_values(groups);
        let mut has_others = false;
        let mut is_missing = false;
        let mut stack = |(label, group): (String, &StatisticalGroup)| {
            let figures = &group.figures;
            let share = |word: &StatisticalValue| {
                figures.distribution.iter().find(|bar| bar.value == *word).map_or(0.0, |bar| bar.share)
            };
            let mut shares: Vec<f64> = words.iter().map(share).collect();
            let others = 1.0 - shares.iter().sum::<f64>();
            let missing = figures.distribution.is_empty().then(|| self.missing(figures));
            if others > 1e-9 && missing.is_none() {
                has_others = true;
                shares.resize(SERIES_COUNT - 1, 0.0);
                shares.push(others);
            }
            is_missing |= missing.is_some();
            StackedBar { label, count_label: self.count_label(figures), shares, missing }
        };
        let mut panels: Vec<Box<dyn Panel>> = Vec::new();
        for (heading, groups) in self.facets(groups) {
            let stacks = groups.into_iter().map(&mut stack).collect();
            panels.push(Box::new(StackedBars { heading, stacks, words: self.words }));
        }
        let occurs = |word: &StatisticalValue| {
            groups.iter().flat_map(|group| &group.figures.distribution).any(|bar| bar.value == *word)
        };
        let entry = |(number, word): (usize, &StatisticalValue)| {
            LegendEntry(Symbol::Surface(number), self.words.value(&self.values.metric, word))
        };
        let mut legend: Vec<LegendEntry> =
            words.iter().enumerate().filter(|(_, word)| occurs(word)).map(entry).collect();
        if has_others {
            let others = self.words.say(&StatisticsWords::Others);
            legend.push(LegendEntry(Symbol::Surface(SERIES_COUNT - 1), others));
        }
        if is_missing {
            legend.push(LegendEntry(Symbol::NoValue, self.words.say(&StatisticsWords::NoFigure)));
        }
        ChartSpec { panels, legend, omitted: 0 }
    }

    /// The values that bars are stacked of, in their order. A word has its place, and so its colour, in every chart of
    /// its metric, if the metric has few.
    fn stacked_values(&self, groups: &[&StatisticalGroup]) -> Vec<StatisticalValue> {
        let frequent = frequent_values(groups);
        let declared = self.values.metric.metric.words;
        let is_declared = |value: &StatisticalValue| self.value_place(value).0 < declared.len();
        if !declared.is_empty()
            && declared.len() <= SERIES_COUNT
            && frequent.iter().all(|value| is_declared(value))
        {
            return declared.iter().map(|word| StatisticalValue::Word(word.name.to_owned())).collect();
        }
        let mut values: Vec<StatisticalValue> = frequent.into_iter().cloned().collect();
        values.sort_by_key(|value| self.value_place(value));
        values
    }

    /// The place of a value: among the words of the metric, or behind them. Whole numbers come there in their order,
    /// and then values without an order, which stay as they are.
    pub fn value_place(&self, value: &StatisticalValue) -> (usize, Result<i64, ()>) {
        let words = self.values.metric.metric.words;
        let text = value.text();
        let place = words.iter().position(|word| word.name == text).unwrap_or(words.len());
        (place, text.parse().map_err(drop))
    }
}

/// The most frequent values of these groups; all, if there are enough series.
fn frequent_values<'g>(groups: &[&'g StatisticalGroup]) -> Vec<&'g StatisticalValue> {
    let mut words: Vec<(&StatisticalValue, u64)> = Vec::new();
    for bar in groups.iter().flat_map(|group| &group.figures.distribution) {
        match words.iter_mut().find(|(word, _)| **word == bar.value) {
            Some((_, n)) => *n += bar.n,
            None => words.push((&bar.value, bar.n)),
        }
    }
    words.sort_by_key(|(_, n)| Reverse(*n));
    let has_omitted_values = groups.iter().any(|group| group.figures.omitted_values > 0);
    if words.len() > SERIES_COUNT || has_omitted_values {
        words.truncate(SERIES_COUNT - 1);
    }
    words.into_iter().map(|(word, _)| word).collect()
}
