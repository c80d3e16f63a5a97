//! Which chart an answer calls for.

use std::cmp::Reverse;

use kifu_engine::statistics::MetricKind;

use super::axis::Axis;
use super::css_class::SERIES;
use super::histogram::{self, Histogram};
use super::legend::{Entry, Sign};
use super::panel::Panel;
use super::rows::{ROW, Row, Rows, Shown};
use super::shares::{GROUP, Stack, Stacks};
use super::trend::{self, Moment, Trend};
use super::words::{self, Words, count};
use kifu_statistics::values::{
    GroupComparison, GroupKey, Observations, StatisticalGroup, StatisticalNote, StatisticalValue, Statistics,
    ValueCount,
};
use kifu_statistics::words::{StatisticsWords, Written};

/// Groups that are drawn where no height says how many there is room for.
const GROUPS: usize = 20;
/// Lines in one chart; more can't be told apart.
const LINES: usize = 5;
/// What else takes height in a chart of rows.
const REST: f64 = 220.0;

/// What is drawn, from the top down.
#[derive(Default)]
pub struct Plan {
    /// The parts.
    pub panels: Vec<Box<dyn Panel>>,
    /// What their marks mean.
    pub legend: Vec<Entry>,
    /// How many of the groups or words that were answered are not drawn.
    pub left_out: u64,
}

/// An answer that is to be drawn.
pub struct Planner<'v> {
    /// The answer.
    pub values: &'v Statistics,
    /// The language.
    pub words: Words,
    /// The width of the panels.
    pub width: f64,
    /// The height of the picture, if one was asked for.
    pub height: Option<f64>,
}

/// Numbers over time: the label of each line, and its moments.
type Lines = Vec<(String, Vec<Moment>)>;

impl Planner<'_> {
    /// The chart for this answer.
    pub fn plan(&self) -> Plan {
        let kind = self.kind();
        match (&self.values.comparison, &self.values.groups) {
            (Some(comparison), _) => self.comparison(comparison),
            (None, Some(groups)) if groups.is_empty() => self.total(),
            (None, Some(groups)) if kind == MetricKind::Category => self.shares(groups),
            (None, Some(groups)) => match self.lines(groups) {
                Some(lines) => self.trend(lines, groups),
                None => self.groups(groups),
            },
            (None, None) => self.total(),
        }
    }

    fn kind(&self) -> MetricKind {
        self.values.metric.metric.kind
    }

    fn total(&self) -> Plan {
        let figures = &self.values.total;
        let is_empty = figures.suppressed || figures.distribution.is_empty();
        match self.kind() {
            MetricKind::Category if !is_empty => self.often(figures),
            MetricKind::Number if !is_empty => self.histogram(figures),
            _ => self.marks(vec![self.row(self.words.say(&StatisticsWords::Everything), figures)]),
        }
    }

    /// How often each word was seen.
    fn often(&self, figures: &Observations) -> Plan {
        let room = self.room(ROW);
        let row = |bar: &ValueCount| Row {
            label: self.words.value(&self.values.metric, &bar.value),
            size: size(bar.n, 0, false),
            said: self.words.share(bar.share),
            value: Some(bar.share),
            interval: bar.interval,
            bounds: bar.bounds,
            ..Row::default()
        };
        let rows: Vec<Row> = figures.distribution.iter().take(room).map(row).collect();
        let axis = Axis::of_bars(self.words, reaches(&rows), self.ticks());
        let left_out = figures.distribution.len().saturating_sub(room) as u64 + figures.rarer;
        let caption = self.words.say(&StatisticsWords::ShareOfKnown);
        let legend = self.legend(&rows, (Sign::Band, self.words.say(&StatisticsWords::ShareLabel)));
        let panel = Rows { heading: None, all: rows, axis, caption, shown: Shown::Bar };
        Plan { panels: vec![Box::new(panel)], legend, left_out }
    }

    fn histogram(&self, figures: &Observations) -> Plan {
        let middle = Row { interval: figures.interval, bounds: figures.bounds, ..Row::default() };
        let mut legend = vec![Entry(Sign::Band, self.words.say(&StatisticsWords::ShareOfObservations))];
        if let Some(mean) = figures.mean {
            let mean = self.words.mean(MetricKind::Number, mean);
            let said = self.words.say(&StatisticsWords::MeanIs { mean: Written(mean) });
            legend.push(Entry(Sign::Mark(3), said));
        }
        legend.extend(self.around(&[middle]));
        let panel = Histogram {
            bars: bars(&figures.distribution),
            mean: figures.mean,
            interval: figures.interval,
            bounds: figures.bounds,
            caption: self.unit(),
            words: self.words,
        };
        Plan { panels: vec![Box::new(panel)], legend, left_out: 0 }
    }

    fn groups(&self, groups: &[StatisticalGroup]) -> Plan {
        let (groups, left_out) = largest(groups, self.room(ROW));
        let row = |group: &&StatisticalGroup| self.row(self.label(&group.key), &group.figures);
        let plan = self.marks(groups.iter().map(row).collect());
        Plan { left_out, ..plan }
    }

    /// A mark with its interval for each row.
    fn marks(&self, rows: Vec<Row>) -> Plan {
        let legend = self.legend(&rows, (Sign::Mark(0), self.words.say(&self.mean_label())));
        let panel = Rows {
            heading: None,
            axis: self.axis(&rows, self.ticks()),
            all: rows,
            caption: self.unit(),
            shown: Shown::Mark,
        };
        Plan { panels: vec![Box::new(panel)], legend, left_out: 0 }
    }

    fn axis(&self, rows: &[Row], most: usize) -> Axis {
        if self.kind() == MetricKind::Number {
            Axis::of_numbers(reaches(rows), most)
        } else {
            Axis::of_shares(self.words, most)
        }
    }

    /// The moments of each line; `None` if the groups are no stretches of time.
    fn lines(&self, groups: &[StatisticalGroup]) -> Option<Lines> {
        let ways = &groups.first()?.key.0;
        let time = ways.iter().position(|(way, _)| matches!(&**way, "day" | "week" | "month" | "year"))?;
        let mut lines: Vec<(GroupKey, u64, Vec<Moment>)> = Vec::new();
        for StatisticalGroup { key, figures } in groups {
            let mut rest = key.clone();
            let (way, name) = rest.0.remove(time);
            let name = name.text().into_owned();
            let row = self.row(String::new(), figures);
            let moment = Moment {
                at: trend::moment(&way, &name)?,
                name,
                size: row.size,
                value: row.value,
                interval: row.interval,
                bounds: row.bounds,
            };
            match lines.iter_mut().find(|(key, ..)| *key == rest) {
                Some((_, n, moments)) => {
                    *n += figures.n;
                    moments.push(moment);
                }
                None => lines.push((rest, figures.n, vec![moment])),
            }
        }
        lines.sort_by_key(|(_, n, _)| Reverse(*n));
        lines.truncate(LINES);
        let line = |(key, _, mut moments): (GroupKey, u64, Vec<Moment>)| {
            moments.sort_by_key(|moment| moment.at);
            // A line alone has no name but what is measured.
            let label = if key.0.is_empty() { String::new() } else { self.label(&key) };
            (label, moments)
        };
        let lines: Lines = lines.into_iter().map(line).collect();
        lines.iter().any(|(_, moments)| moments.len() > 1).then_some(lines)
    }

    fn trend(&self, lines: Lines, groups: &[StatisticalGroup]) -> Plan {
        let drawn: usize = lines.iter().map(|(_, moments)| moments.len()).sum();
        let as_row = |moment: &Moment| Row {
            value: moment.value,
            interval: moment.interval,
            bounds: moment.bounds,
            missing: (moment.value.is_none() && moment.bounds.is_none()).then(String::new),
            ..Row::default()
        };
        let rows: Vec<Row> = lines.iter().flat_map(|(_, moments)| moments).map(as_row).collect();
        let sign = if lines.len() == 1 { Sign::Band } else { Sign::Interval };
        let mut legend: Vec<Entry> = Vec::new();
        for (number, (label, _)) in lines.iter().enumerate() {
            let label = if label.is_empty() { self.words.say(&self.mean_label()) } else { label.clone() };
            legend.push(Entry(Sign::Line(number), label));
        }
        legend.extend(self.around(&rows).into_iter().map(|entry| match entry {
            Entry(Sign::Interval, word) => Entry(sign, word),
            other => other,
        }));
        let panel = Trend {
            axis: self.axis(&rows, 6),
            series: lines.into_iter().map(|(_, moments)| moments).collect(),
            caption: self.unit(),
        };
        let left_out = groups.len().saturating_sub(drawn) as u64;
        Plan { panels: vec![Box::new(panel)], legend, left_out }
    }

    fn shares(&self, groups: &[StatisticalGroup]) -> Plan {
        let (groups, left_out) = largest(groups, self.room(GROUP));
        let (panel, legend) = self.stacks(&groups);
        Plan { panels: vec![Box::new(panel)], legend, left_out }
    }

    fn stacks(&self, groups: &[&StatisticalGroup]) -> (Stacks, Vec<Entry>) {
        let words = frequent(groups);
        let mut has_others = false;
        let mut is_missing = false;
        let mut stack = |group: &&StatisticalGroup| {
            let StatisticalGroup { key, figures } = group;
            let share = |word: &&StatisticalValue| {
                figures.distribution.iter().find(|bar| bar.value == **word).map_or(0.0, |bar| bar.share)
            };
            let mut shares: Vec<f64> = words.iter().map(share).collect();
            let others = 1.0 - shares.iter().sum::<f64>();
            let missing = figures.distribution.is_empty().then(|| self.missing(figures));
            if others > 1e-9 && missing.is_none() {
                has_others = true;
                shares.resize(SERIES - 1, 0.0);
                shares.push(others);
            }
            is_missing |= missing.is_some();
            Stack { label: self.label(key), size: self.size(figures), shares, missing }
        };
        let stacks = groups.iter().map(&mut stack).collect();
        let entry = |(number, word): (usize, &&StatisticalValue)| {
            Entry(Sign::Surface(number), self.words.value(&self.values.metric, word))
        };
        let mut legend: Vec<Entry> = words.iter().enumerate().map(entry).collect();
        if has_others {
            let others = self.words.say(&StatisticsWords::Others);
            legend.push(Entry(Sign::Surface(SERIES - 1), others));
        }
        if is_missing {
            legend.push(Entry(Sign::Nothing, self.words.say(&StatisticsWords::NoFigure)));
        }
        (Stacks { stacks, words: self.words }, legend)
    }

    fn comparison(&self, comparison: &GroupComparison) -> Plan {
        let all = self.values.groups.as_deref().unwrap_or_default();
        let everything = StatisticalGroup { key: GroupKey::default(), figures: self.values.total.clone() };
        let all = || all.iter().chain([&everything]);
        let pair: Vec<&StatisticalGroup> = [&comparison.one, &comparison.other]
            .into_iter()
            .filter_map(|wanted| all().find(|group| group.key == *wanted))
            .collect();
        let mut plan = if pair.is_empty() { Plan::default() } else { self.pair(&pair) };
        plan.panels.push(Box::new(self.differences(comparison)));
        if plan.legend.is_empty() {
            let word = self.words.say(&StatisticsWords::DifferenceWithInterval);
            plan.legend.push(Entry(Sign::Interval, word));
        }
        plan
    }

    fn pair(&self, pair: &[&StatisticalGroup]) -> Plan {
        if self.kind() == MetricKind::Category {
            let (panel, legend) = self.stacks(pair);
            return Plan { panels: vec![Box::new(panel)], legend, left_out: 0 };
        }
        let row = |(series, group): (usize, &&StatisticalGroup)| Row {
            series,
            ..self.row(self.label(&group.key), &group.figures)
        };
        self.marks(pair.iter().enumerate().map(row).collect())
    }

    fn differences(&self, comparison: &GroupComparison) -> Rows {
        let (words, kind) = (self.words, self.kind());
        let row = |label: String, difference: Option<f64>, interval| Row {
            label,
            said: difference.map(|difference| words::difference(kind, difference)).unwrap_or_default(),
            value: difference,
            interval,
            missing: difference.is_none().then(|| words.say(&StatisticsWords::NothingToCompare)),
            series: 3,
            ..Row::default()
        };
        let rows = if comparison.shares.is_empty() {
            let label = words.say(&StatisticsWords::Difference);
            vec![row(label, comparison.difference, comparison.interval)]
        } else {
            let of = comparison.shares.iter().take(GROUPS);
            of.map(|share| {
                row(words.value(&self.values.metric, &share.value), Some(share.difference), share.interval)
            })
            .collect()
        };
        let (one, other) = (self.label(&comparison.one), self.label(&comparison.other));
        let unit = match kind {
            MetricKind::Number => self.unit(),
            _ => words.say(&StatisticsWords::PercentagePoints),
        };
        Rows {
            heading: Some(
                words.say(&StatisticsWords::DifferenceOf { one: Written(one), other: Written(other) }),
            ),
            axis: Axis::of_differences(reaches(&rows), self.ticks(), move |value| match value {
                0.0 => "0".to_owned(),
                value => words::difference(kind, value),
            }),
            all: rows,
            caption: unit,
            shown: Shown::Difference,
        }
    }

    fn row(&self, label: String, figures: &Observations) -> Row {
        let said = figures.mean.map(|mean| self.words.mean(self.kind(), mean)).unwrap_or_default();
        let is_missing = figures.mean.is_none() && figures.bounds.is_none();
        Row {
            label,
            size: self.size(figures),
            said,
            value: figures.mean,
            interval: figures.interval,
            bounds: figures.bounds,
            missing: is_missing.then(|| self.missing(figures)),
            series: 0,
        }
    }

    /// What the number of a group is.
    fn mean_label(&self) -> StatisticsWords {
        if self.kind() == MetricKind::Number { StatisticsWords::Mean } else { StatisticsWords::ShareLabel }
    }

    /// Why there is no number.
    fn missing(&self, figures: &Observations) -> String {
        self.words.say(&match figures {
            Observations { suppressed: true, .. } => StatisticsWords::HeldBack,
            Observations { n: 0, .. } => StatisticsWords::NoObservations,
            _ => StatisticsWords::NeverRevealed,
        })
    }

    /// How large a group is, with a star where a remark is about it.
    fn size(&self, figures: &Observations) -> String {
        let starred = self.values.groups.is_some() && figures.notes.iter().any(|note| is_starred(*note));
        size(figures.n, figures.unknown, starred)
    }

    fn label(&self, key: &GroupKey) -> String {
        self.words.key(&self.values.metric, key)
    }

    fn unit(&self) -> String {
        let metric = self.values.metric.metric;
        match metric.kind {
            MetricKind::Share => self.words.say(&StatisticsWords::ShareUnit),
            _ => metric.unit.of(self.words.0).to_owned(),
        }
    }

    /// The mark, if there is one, and the marks around it that occur.
    fn legend(&self, rows: &[Row], (sign, word): (Sign, String)) -> Vec<Entry> {
        let is_marked = rows.iter().any(|row| row.value.is_some());
        let mark = is_marked.then_some(Entry(sign, word));
        mark.into_iter().chain(self.around(rows)).collect()
    }

    /// The marks around others that occur.
    fn around(&self, rows: &[Row]) -> Vec<Entry> {
        let words = self.words;
        let mut entries = Vec::new();
        let mut add = |occurs: bool, sign, message| {
            if occurs {
                entries.push(Entry(sign, words.say(&message)));
            }
        };
        add(rows.iter().any(|row| row.interval.is_some()), Sign::Interval, StatisticsWords::Interval);
        add(rows.iter().any(|row| row.bounds.is_some()), Sign::Bounds, StatisticsWords::BoundsWithUnknown);
        add(rows.iter().any(|row| row.missing.is_some()), Sign::Nothing, StatisticsWords::NoFigure);
        entries
    }

    /// How many rows there is room for.
    fn room(&self, row: f64) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        self.height.map_or(GROUPS, |height| ((height - REST) / row).clamp(3.0, 100.0) as usize)
    }

    fn ticks(&self) -> usize {
        if self.width < 480.0 { 4 } else { 7 }
    }
}

/// How many observations, and of how many of them the value was never revealed.
fn size(n: u64, unknown: u64, starred: bool) -> String {
    let star = if starred { "*" } else { "" };
    let unknown = if unknown == 0 { String::new() } else { format!(" (?{})", count(unknown)) };
    format!("n {}{star}{unknown}", count(n))
}

/// Whether groups that this is said of have a star.
pub fn is_starred(note: StatisticalNote) -> bool {
    matches!(note, StatisticalNote::OneGame | StatisticalNote::FewGames | StatisticalNote::NoSpread)
}

/// All that rows reach to.
fn reaches(rows: &[Row]) -> Vec<f64> {
    let ends = |row: &Row| {
        let ends = [row.interval, row.bounds].into_iter().flatten().flat_map(|ends| [ends.low, ends.high]);
        ends.chain(row.value).collect::<Vec<_>>()
    };
    rows.iter().flat_map(ends).collect()
}

/// The largest groups in their order, and how many are left out.
fn largest(groups: &[StatisticalGroup], most: usize) -> (Vec<&StatisticalGroup>, u64) {
    let mut by_size: Vec<(usize, &StatisticalGroup)> = groups.iter().enumerate().collect();
    by_size.sort_by_key(|(place, group)| (Reverse(group.figures.n), *place));
    by_size.truncate(most);
    by_size.sort_by_key(|(place, _)| *place);
    (by_size.into_iter().map(|(_, group)| group).collect(), groups.len().saturating_sub(most) as u64)
}

/// The words that these groups have most often: all, if they can be told apart.
fn frequent<'g>(groups: &[&'g StatisticalGroup]) -> Vec<&'g StatisticalValue> {
    let mut words: Vec<(&StatisticalValue, u64)> = Vec::new();
    for bar in groups.iter().flat_map(|group| &group.figures.distribution) {
        match words.iter_mut().find(|(word, _)| **word == bar.value) {
            Some((_, n)) => *n += bar.n,
            None => words.push((&bar.value, bar.n)),
        }
    }
    words.sort_by_key(|(_, n)| Reverse(*n));
    let rarer = groups.iter().any(|group| group.figures.rarer > 0);
    if words.len() > SERIES || rarer {
        words.truncate(SERIES - 1);
    }
    words.into_iter().map(|(word, _)| word).collect()
}

/// Bars as wide as the stretches they stand for; single values as far as they are apart.
fn bars(distribution: &[ValueCount]) -> Vec<histogram::Bar> {
    let number = |seen: &StatisticalValue| match seen {
        #[expect(clippy::cast_precision_loss, reason = "numbers were made of f64")]
        StatisticalValue::Whole(number) => Some(*number as f64),
        StatisticalValue::Number(number) => Some(*number),
        _ => None,
    };
    let numbers: Vec<f64> = distribution.iter().filter_map(|bar| number(&bar.value)).collect();
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let least = gaps.fold(f64::INFINITY, f64::min);
    let half = if least.is_finite() && least > 0.0 { least * 0.45 } else { 0.5 };
    let bar = |bar: &ValueCount| {
        let value = number(&bar.value)?;
        let (low, high) = bar.to.map_or((value - half, value + half), |to| (value, to));
        Some(histogram::Bar { low, high, share: bar.share, interval: bar.interval })
    };
    distribution.iter().filter_map(bar).collect()
}
