//! Groups as they are shown: figures with intervals, and how often each value was seen.

use std::collections::{BTreeSet, HashMap};

use kifu_engine::statistics::{MetricKind, ValueRange};
use rayon::prelude::*;

use super::Compared;
use super::aggregate::{AggregateState, BinCounts, Moments};
use super::dictionary::{Bin, ValueDictionary};
use crate::estimate::shrinkage::Shrinkage;
use crate::estimate::{CriticalValues, Estimand, Interval, range_of_differences};
use crate::question::{GroupByExpr, Key, KeyPart, LeastSize};
use crate::values::{
    GroupComparison, GroupKey, Observations, Quantile, ShareDifference, StatisticalGroup, StatisticalNote,
    StatisticalValue, ValueCount,
};

/// Most words that are shown of everything, the most frequent ones.
pub const MAX_VALUES: usize = 100;
/// Most words of a group.
const MAX_VALUES_PER_GROUP: usize = 20;
/// Intervals from fewer games are said to be rough.
const ROUGH_BELOW_GAMES: f64 = 50.0;

/// How much an answer shows.
pub struct FigureWriter<'a> {
    /// How the metric's values are summed up.
    pub kind: MetricKind,
    /// The range of its values.
    pub range: ValueRange,
    /// True: its words are ids of players.
    pub of_players: bool,
    /// The quantiles to write.
    pub quantiles: &'a [f64],
    /// Figures of smaller groups are held back.
    pub least: LeastSize,
    /// The ways to group.
    pub by: &'a [GroupByExpr],
    /// How far intervals of groups reach that hold for all of them at once; of a single group, nothing.
    pub simultaneous: Option<CriticalValues>,
    /// How many pairs of groups there are.
    pub pairs: usize,
    /// True where means tell the observations of a set apart: over all observations, and in groups.
    pub has_means: [bool; 2],
    /// The parameters that shrink groups' means, if groups are sorted by them.
    pub shrinkage: Option<Shrinkage>,
    /// The values that were counted.
    pub dictionary: &'a ValueDictionary,
}

impl FigureWriter<'_> {
    /// The figures of all observations together.
    pub fn total(&self, all: &AggregateState) -> Observations {
        self.figures(all, MAX_VALUES, self.has_means[0])
    }

    /// The figures of each group, on as many threads as there are.
    pub fn groups(&self, groups: &[(Key, AggregateState)]) -> Vec<StatisticalGroup> {
        let group = |(key, group): &_| StatisticalGroup { key: self.key(key), figures: self.group(group) };
        groups.par_iter().map(group).collect()
    }

    /// The figures of a group with so many words at most; only its size if it is too small.
    fn figures(&self, group: &AggregateState, words: usize, has_means: bool) -> Observations {
        let n = group.n();
        let sizes = Observations {
            n,
            games: group.moments.games,
            unknown: group.moments.unknown,
            ..Observations::default()
        };
        if n == 0 {
            return Observations { notes: vec![StatisticalNote::NoObservations], ..sizes };
        }
        if !self.least.is_met_by(&group.moments) {
            return Observations { suppressed: true, notes: vec![StatisticalNote::Suppressed], ..sizes };
        }
        if !has_means {
            return Observations { notes: vec![StatisticalNote::WholeSets], ..sizes };
        }
        if self.kind == MetricKind::Category {
            let (distribution, omitted_values) = self.words(group, words);
            return Observations { distribution, omitted_values, notes: self.notes(group), ..sizes };
        }
        let numbers = group.numbers(self.dictionary);
        Observations {
            mean: group.moments.sums.mean(),
            interval: group
                .moments
                .sums
                .interval(self.estimate())
                .map(|interval| interval.within(self.range)),
            bounds: group.moments.bounds_of_mean(),
            standard_deviation: group.moments.sums.standard_deviation(),
            minimum: numbers.first().map(|(number, _)| *number),
            maximum: numbers.last().map(|(number, _)| *number),
            quantiles: self.quantiles(&numbers),
            distribution: group.bins.iter().map(|(bar, seen)| self.bar(group, *bar, *seen)).collect(),
            notes: self.notes(group),
            ..sizes
        }
    }

    /// The figures of one of the groups.
    fn group(&self, group: &AggregateState) -> Observations {
        let figures = self.figures(group, MAX_VALUES_PER_GROUP, self.has_means[1]);
        let values = self.simultaneous.as_ref().filter(|_| figures.interval.is_some());
        let interval = values.and_then(|values| group.moments.sums.interval_by(self.estimate(), values));
        let simultaneous_interval = interval.map(|interval| interval.within(self.range));
        let shrunk_mean = self.shrinkage.filter(|_| figures.mean.is_some());
        let shrunk_mean = shrunk_mean.and_then(|shrinkage| shrinkage.mean(&group.moments.sums));
        Observations { simultaneous_interval, shrunk_mean, ..figures }
    }

    /// The key with the names of its ways to group.
    fn key(&self, key: &Key) -> GroupKey {
        GroupKey(self.by.iter().map(|by| by.name.clone()).zip(key.iter().map(seen)).collect())
    }

    /// One group against another.
    pub fn comparison(&self, compared: &Compared) -> GroupComparison {
        let [one, other] = compared.keys.each_ref().map(|key| self.key(key));
        let empty = |note| GroupComparison {
            one: one.clone(),
            other: other.clone(),
            difference: None,
            interval: None,
            simultaneous_interval: None,
            bounds: None,
            shares: Vec::new(),
            notes: vec![note],
        };
        let [Some(a), Some(b)] = &compared.groups else { return empty(StatisticalNote::MissingGroup) };
        if ![a, b].iter().all(|group| self.least.is_met_by(&group.moments)) {
            return empty(StatisticalNote::Suppressed);
        }
        let notes: BTreeSet<_> = [a, b].iter().flat_map(|group| self.notes(group)).collect();
        let mut comparison = empty(StatisticalNote::MissingGroup);
        let Some(pair) = compared.pair().filter(|pair| pair.difference().is_some()) else {
            return comparison;
        };
        comparison.notes = notes.into_iter().collect();
        if self.kind == MetricKind::Category {
            comparison.shares = self.shares(compared);
        } else {
            let within = |interval: Interval| interval.within(range_of_differences(self.range));
            comparison.difference = pair.difference();
            comparison.interval = pair.interval(self.estimate()).map(within);
            let by_pairs = CriticalValues::of_several(self.pairs)
                .and_then(|values| pair.interval_by(self.estimate(), &values));
            comparison.simultaneous_interval = by_pairs.map(within);
            comparison.bounds = bounds_of_difference([a, b].map(|group| &group.moments));
        }
        comparison
    }

    fn estimate(&self) -> Estimand {
        if self.kind == MetricKind::Number { Estimand::Mean } else { Estimand::Share }
    }

    /// Notes on the known values of a group.
    fn notes(&self, group: &AggregateState) -> Vec<StatisticalNote> {
        let (games, effective) = (group.moments.sums.games, group.moments.sums.effective_games());
        let is_told =
            self.kind == MetricKind::Category || group.moments.sums.interval(self.estimate()).is_some();
        let notes = [
            (games > 0.0 && games < 2.0, StatisticalNote::OneGame),
            (games > 1.0 && effective < ROUGH_BELOW_GAMES && is_told, StatisticalNote::FewGames),
            (games > 1.0 && !is_told, StatisticalNote::ZeroVariance),
            (group.moments.unknown > 0, StatisticalNote::NeverRevealed),
        ];
        notes.into_iter().filter(|(applies, _)| *applies).map(|(_, note)| note).collect()
    }

    /// Quantiles by the definition that gives only values that were seen (Hyndman & Fan 1996, definition 1).
    fn quantiles(&self, numbers: &[(f64, u64)]) -> Vec<Quantile> {
        if self.kind == MetricKind::Share {
            return Vec::new();
        }
        let n: u64 = numbers.iter().map(|(_, times)| times).sum();
        let quantile = |part: &f64| {
            let rank = (part * n as f64).ceil().max(1.0);
            let mut seen = 0;
            let value = numbers.iter().find_map(|(number, times)| {
                seen += times;
                (seen as f64 >= rank).then_some(*number)
            });
            Some(Quantile { part: *part, value: value? })
        };
        self.quantiles.iter().filter_map(quantile).collect()
    }

    fn bar(&self, group: &AggregateState, number: u32, bar: BinCounts) -> ValueCount {
        let (value, to) = match &self.dictionary.bins[number as usize] {
            Bin::Number(number) => (StatisticalValue::number(*number), None),
            Bin::Between(from, to) => (StatisticalValue::number(*from), Some(*to)),
            Bin::Word(word) => (self.word(word), None),
        };
        let share = group.share(bar);
        let is_word = self.kind == MetricKind::Category;
        ValueCount {
            value,
            to,
            n: bar.n,
            share: share.mean().unwrap_or_default(),
            interval: share.interval(Estimand::Share),
            bounds: is_word.then(|| group.moments.bounds_of_share(bar.n)).flatten(),
        }
    }

    /// The most frequent words, and how many more there are.
    fn words(&self, group: &AggregateState, most: usize) -> (Vec<ValueCount>, u64) {
        let (seen, omitted_values) = frequent(group.bins.clone(), most);
        (seen.into_iter().map(|(number, bar)| self.bar(group, number, bar)).collect(), omitted_values as u64)
    }

    /// The words that are frequent in two groups together.
    fn compared(&self, compared: &Compared) -> Vec<u32> {
        let mut seen: HashMap<u32, BinCounts> = HashMap::new();
        for (number, bar) in compared.groups.iter().flatten().flat_map(|group| &group.bins) {
            seen.entry(*number).or_default().n += bar.n;
        }
        let words = seen.into_iter().filter(|_| self.kind == MetricKind::Category).collect();
        frequent(words, MAX_VALUES).0.into_iter().map(|(number, _)| number).collect()
    }

    /// The difference of their shares.
    fn shares(&self, compared: &Compared) -> Vec<ShareDifference> {
        let words = self.compared(compared);
        let values = CriticalValues::of_several(words.len() * self.pairs);
        let range = range_of_differences(ValueRange { least: Some(0.0), most: Some(1.0) });
        let difference = |number: &u32| {
            let pair = compared.pair_of_bin(*number)?;
            let Bin::Word(word) = &self.dictionary.bins[*number as usize] else { return None };
            let simultaneous = values.as_ref().and_then(|values| pair.interval_by(Estimand::Share, values));
            let bounds = |group: &Option<AggregateState>| {
                let group = group.as_ref()?;
                let (seen, share) = (group.bin(*number), group.share(group.bin(*number)).mean()?);
                let exact = Interval { low: share, high: share };
                Some(group.moments.bounds_of_share(seen.n).unwrap_or(exact))
            };
            let is_open = compared.groups.iter().flatten().any(|group| group.moments.unknown > 0);
            let [one, other] = compared.groups.each_ref().map(bounds);
            Some(ShareDifference {
                value: self.word(word),
                difference: pair.difference()?,
                interval: pair.interval(Estimand::Share).map(|interval| interval.within(range)),
                simultaneous_interval: simultaneous.map(|interval| interval.within(range)),
                bounds: one.zip(other).filter(|_| is_open).map(|(one, other)| one.less(other)),
            })
        };
        words.iter().filter_map(difference).collect()
    }

    fn word(&self, word: &str) -> StatisticalValue {
        match word.parse() {
            Ok(id) if self.of_players => StatisticalValue::nameless(id),
            _ => StatisticalValue::Word(word.to_owned()),
        }
    }
}

/// The bounds of the difference of the means of all values; `None` where all are known.
fn bounds_of_difference(groups: [&Moments; 2]) -> Option<Interval> {
    let bounds = groups.map(Moments::bounds_of_mean);
    if bounds == [None, None] {
        return None;
    }
    let [one, other] = [0, 1].map(|group| {
        bounds[group].or_else(|| groups[group].sums.mean().map(|mean| Interval { low: mean, high: mean }))
    });
    Some(one?.less(other?))
}

/// A part of a key.
fn seen(part: &KeyPart) -> StatisticalValue {
    match part {
        KeyPart::Number(number) => StatisticalValue::Whole(*number),
        KeyPart::Word(word) => StatisticalValue::Word(word.clone()),
        KeyPart::Player(id) => StatisticalValue::nameless(*id),
        KeyPart::Missing => StatisticalValue::Missing(()),
    }
}

/// The most frequent, so many at most, and how many more there are.
fn frequent(mut seen: Vec<(u32, BinCounts)>, most: usize) -> (Vec<(u32, BinCounts)>, usize) {
    let rank = |(number, bar): &(u32, BinCounts)| (std::cmp::Reverse(bar.n), *number);
    let omitted_values = seen.len().saturating_sub(most);
    if omitted_values > 0 {
        seen.select_nth_unstable_by_key(most, rank);
        seen.truncate(most);
    }
    seen.sort_unstable_by_key(rank);
    (seen, omitted_values)
}
