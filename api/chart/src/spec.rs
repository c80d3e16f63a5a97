//! Selects the chart for an answer.

mod stacks;

use std::cmp::Reverse;

use kifu_engine::statistics::MetricKind;

use super::axis::Axis;
use super::histogram::{self, Histogram};
use super::legend::{LegendEntry, Symbol};
use super::panel::Panel;
use super::rows::{self, ROW_HEIGHT, Row, Rows, ValueMark};
use super::trend::{self, TimePoint, Trend};
use super::words::{self, Words, count};
use kifu_statistics::estimate::Interval;
use kifu_statistics::groupings;
use kifu_statistics::values::{
    GroupComparison, GroupKey, Observations, StatisticalGroup, StatisticalNote, StatisticalValue, Statistics,
    ValueCount,
};
use kifu_statistics::words::{StatisticsWords, Written};

/// The most groups that are drawn if no height limits them.
const DEFAULT_MAX_GROUPS: usize = 20;
/// The most facets of a chart: more are a list.
const MAX_FACETS: usize = 8;
/// The most lines in a chart; more can't be distinguished.
const MAX_LINES: usize = 5;
/// The height of a chart without its rows, in pixels.
const HEIGHT_WITHOUT_ROWS: f64 = 220.0;

/// The parts of a chart, from the top down.
#[derive(Default)]
pub struct ChartSpec {
    /// The parts.
    pub panels: Vec<Box<dyn Panel>>,
    /// The meanings of their marks.
    pub legend: Vec<LegendEntry>,
    /// How many of the groups or values of the answer are not drawn.
    pub omitted: u64,
}

/// Builds the specification of a chart from an answer.
pub struct SpecBuilder<'v> {
    /// The answer.
    pub values: &'v Statistics,
    /// The language.
    pub words: Words,
    /// The width of the panels.
    pub width: f64,
    /// The height of the picture, if one was asked for.
    pub height: Option<f64>,
}

/// Groups under a heading, with their labels.
type Facet<'g> = (Option<String>, Vec<(String, &'g StatisticalGroup)>);

/// Numbers over time: the label of each line, and its points.
type LabelledSeries = Vec<(String, Vec<TimePoint>)>;

impl SpecBuilder<'_> {
    /// The chart for this answer.
    pub fn build(&self) -> ChartSpec {
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

    fn total(&self) -> ChartSpec {
        let figures = &self.values.total;
        let is_empty = figures.suppressed || figures.distribution.is_empty();
        match self.kind() {
            MetricKind::Category if !is_empty => self.value_shares(figures),
            MetricKind::Number if !is_empty => self.histogram(figures),
            _ => {
                let row = self.row(self.words.say(&StatisticsWords::Everything), figures);
                self.mark_rows(vec![(None, vec![row])])
            }
        }
    }

    /// A row for each value, with its share.
    fn value_shares(&self, figures: &Observations) -> ChartSpec {
        let max_rows = self.max_rows(ROW_HEIGHT);
        let row = |bar: &ValueCount| Row {
            label: self.words.value(&self.values.metric, &bar.value),
            count_label: count_label(bar.n, 0, false),
            value_label: self.words.share(bar.share),
            value: Some(bar.share),
            interval: bar.interval,
            bounds: bar.bounds,
            ..Row::default()
        };
        let mut shown: Vec<&ValueCount> = figures.distribution.iter().take(max_rows).collect();
        shown.sort_by_key(|bar| self.value_place(&bar.value));
        let rows: Vec<Row> = shown.into_iter().map(row).collect();
        let axis = Axis::for_bars(self.words, rows::extents(&rows), self.max_ticks());
        let omitted = figures.distribution.len().saturating_sub(max_rows) as u64 + figures.omitted_values;
        let caption = self.words.say(&StatisticsWords::ShareOfKnown);
        let legend = self.legend(&rows, (Symbol::Band, self.words.say(&StatisticsWords::ShareLabel)));
        let panel = Rows { heading: None, rows, axis, caption, mark: ValueMark::Bar, reference: None };
        ChartSpec { panels: vec![Box::new(panel)], legend, omitted }
    }

    fn histogram(&self, figures: &Observations) -> ChartSpec {
        let mean_row = Row { interval: figures.interval, bounds: figures.bounds, ..Row::default() };
        let mut legend =
            vec![LegendEntry(Symbol::Band, self.words.say(&StatisticsWords::ShareOfObservations))];
        if let Some(mean) = figures.mean {
            let mean = self.words.mean(MetricKind::Number, mean);
            let mean_label = self.words.say(&StatisticsWords::MeanIs { mean: Written(mean) });
            legend.push(LegendEntry(Symbol::Mark(3), mean_label));
        }
        legend.extend(self.interval_entries(&[mean_row]));
        let reference = self.reference().map(|(value, label)| {
            legend.push(LegendEntry(Symbol::Reference, label));
            value
        });
        let panel = Histogram {
            reference,
            bars: histogram::bars(&figures.distribution),
            mean: figures.mean,
            interval: figures.interval,
            bounds: figures.bounds,
            caption: self.unit(),
            words: self.words,
        };
        ChartSpec { panels: vec![Box::new(panel)], legend, omitted: 0 }
    }

    fn groups(&self, groups: &[StatisticalGroup]) -> ChartSpec {
        let (groups, omitted) = largest_groups(groups, self.max_rows(ROW_HEIGHT));
        let facets = self.facets(&groups).into_iter().map(|(heading, groups)| {
            let row = |(label, group): (String, &StatisticalGroup)| self.row(label, &group.figures);
            (heading, groups.into_iter().map(row).collect())
        });
        let spec = self.mark_rows(facets.collect());
        ChartSpec { omitted, ..spec }
    }

    /// Groups with their labels. Where they have two values in common, those with the same first one stand under it, as
    /// long as that are few.
    fn facets<'g>(&self, groups: &[&'g StatisticalGroup]) -> Vec<Facet<'g>> {
        let whole = || groups.iter().map(|group| (self.label(&group.key), *group)).collect();
        let mut facets: Vec<(&(String, StatisticalValue), Facet)> = Vec::new();
        for group in groups {
            let [first, second] = &group.key.0[..] else { return vec![(None, whole())] };
            let label = self.label(&GroupKey(vec![second.clone()]));
            if let Some((_, (_, groups))) = facets.iter_mut().find(|(of, _)| *of == first) {
                groups.push((label, group));
            } else {
                let heading = self.label(&GroupKey(vec![first.clone()]));
                facets.push((first, (Some(heading), vec![(label, group)])));
            }
        }
        if facets.len() > MAX_FACETS {
            return vec![(None, whole())];
        }
        facets.into_iter().map(|(_, facet)| facet).collect()
    }

    /// A mark with its interval for each row, over one axis.
    fn mark_rows(&self, facets: Vec<(Option<String>, Vec<Row>)>) -> ChartSpec {
        let all: Vec<Row> = facets.iter().flat_map(|(_, rows)| rows).cloned().collect();
        let mut legend = self.legend(&all, (Symbol::Mark(0), self.words.say(&self.mean_label())));
        let reference = self.reference().or_else(|| self.all_together(&all));
        legend.extend(reference.iter().map(|(_, label)| LegendEntry(Symbol::Reference, label.clone())));
        let reference = reference.map(|(value, _)| value);
        let panel = |(heading, rows): (Option<String>, Vec<Row>)| -> Box<dyn Panel> {
            let axis = self.axis(&all, reference, self.max_ticks());
            let caption = self.unit();
            Box::new(Rows { heading, axis, rows, caption, mark: ValueMark::Mark, reference })
        };
        ChartSpec { panels: facets.into_iter().map(panel).collect(), legend, omitted: 0 }
    }

    /// The catalogue's reference value for the figures, with a label.
    fn reference(&self) -> Option<(f64, String)> {
        let reference = self.values.metric.metric.reference.as_ref()?;
        let (label, what) =
            (Written::of(&reference.title, self.words.0), self.words.mean(self.kind(), reference.value));
        let label = self.words.say(&StatisticsWords::Labelled { label, what: Written(what) });
        Some((reference.value, label))
    }

    /// The figure of all observations, against which several groups are held where nothing else is known.
    fn all_together(&self, rows: &[Row]) -> Option<(f64, String)> {
        let mean = self.values.total.mean.filter(|_| rows.len() > 1 && self.values.comparison.is_none())?;
        let (label, what) =
            (self.words.say(&StatisticsWords::AllTogether), self.words.mean(self.kind(), mean));
        let label = StatisticsWords::Labelled { label: Written(label), what: Written(what) };
        Some((mean, self.words.say(&label)))
    }

    fn axis(&self, rows: &[Row], reference: Option<f64>, max_ticks: usize) -> Axis {
        if self.kind() == MetricKind::Number {
            Axis::for_numbers(rows::extents(rows).into_iter().chain(reference), max_ticks)
        } else {
            Axis::for_shares(self.words, max_ticks)
        }
    }

    /// The points of each line; `None` if the groups are no periods.
    fn lines(&self, groups: &[StatisticalGroup]) -> Option<LabelledSeries> {
        let key_parts = &groups.first()?.key.0;
        let (time, period) =
            (0..).zip(key_parts).find_map(|(at, (name, _))| Some((at, groupings::period(name)?)))?;
        let mut lines: Vec<(GroupKey, u64, Vec<TimePoint>)> = Vec::new();
        for StatisticalGroup { key, figures } in groups {
            let mut rest = key.clone();
            let (_, name) = rest.0.remove(time);
            let name = name.text().into_owned();
            let row = self.row(String::new(), figures);
            let point = TimePoint {
                index: trend::period_index(period, &name)?,
                name,
                count_label: row.count_label,
                value: row.value,
                interval: row.interval,
                simultaneous: row.simultaneous,
                bounds: row.bounds,
            };
            match lines.iter_mut().find(|(key, ..)| *key == rest) {
                Some((_, n, points)) => {
                    *n += figures.n;
                    points.push(point);
                }
                None => lines.push((rest, figures.n, vec![point])),
            }
        }
        lines.sort_by_key(|(_, n, _)| Reverse(*n));
        lines.truncate(MAX_LINES);
        let line = |(key, _, mut points): (GroupKey, u64, Vec<TimePoint>)| {
            points.sort_by_key(|point| point.index);
            // A line of all observations has no label of its own.
            let label = if key.0.is_empty() { String::new() } else { self.label(&key) };
            (label, points)
        };
        let lines: LabelledSeries = lines.into_iter().map(line).collect();
        lines.iter().any(|(_, points)| points.len() > 1).then_some(lines)
    }

    fn trend(&self, lines: LabelledSeries, groups: &[StatisticalGroup]) -> ChartSpec {
        let drawn: usize = lines.iter().map(|(_, points)| points.len()).sum();
        let as_row = |point: &TimePoint| Row {
            value: point.value,
            interval: point.interval,
            simultaneous: point.simultaneous,
            bounds: point.bounds,
            missing: (point.value.is_none() && point.bounds.is_none()).then(String::new),
            ..Row::default()
        };
        let rows: Vec<Row> = lines.iter().flat_map(|(_, points)| points).map(as_row).collect();
        let mut legend: Vec<LegendEntry> = Vec::new();
        for (number, (label, _)) in lines.iter().enumerate() {
            let label = if label.is_empty() { self.words.say(&self.mean_label()) } else { label.clone() };
            legend.push(LegendEntry(Symbol::Line(number), label));
        }
        legend.extend(self.interval_entries(&rows).into_iter().map(|entry| match entry {
            LegendEntry(Symbol::Interval, word) if lines.len() == 1 => LegendEntry(Symbol::Band, word),
            LegendEntry(Symbol::Simultaneous, word) if lines.len() == 1 => {
                LegendEntry(Symbol::SimultaneousBand, word)
            }
            other => other,
        }));
        let reference = self.reference();
        legend.extend(reference.iter().map(|(_, label)| LegendEntry(Symbol::Reference, label.clone())));
        let reference = reference.map(|(value, _)| value);
        let panel = Trend {
            reference,
            axis: self.axis(&rows, reference, 6),
            series: lines.into_iter().map(|(_, points)| points).collect(),
            caption: self.unit(),
        };
        let omitted = groups.len().saturating_sub(drawn) as u64;
        ChartSpec { panels: vec![Box::new(panel)], legend, omitted }
    }

    fn comparison(&self, comparison: &GroupComparison) -> ChartSpec {
        let groups = self.values.groups.as_deref().unwrap_or_default();
        let everything = StatisticalGroup { key: GroupKey::default(), figures: self.values.total.clone() };
        let groups = || groups.iter().chain([&everything]);
        let compared_groups: Vec<&StatisticalGroup> = [&comparison.one, &comparison.other]
            .into_iter()
            .filter_map(|key| groups().find(|group| group.key == *key))
            .collect();
        let mut spec = if compared_groups.is_empty() {
            ChartSpec::default()
        } else {
            self.compared_groups(&compared_groups)
        };
        let differences = self.differences(comparison);
        if spec.legend.is_empty() {
            let word = self.words.say(&StatisticsWords::DifferenceWithInterval);
            spec.legend.push(LegendEntry(Symbol::Interval, word));
        }
        for entry in self.interval_entries(&differences.rows) {
            if entry.0 == Symbol::Simultaneous && !spec.legend.contains(&entry) {
                spec.legend.push(entry);
            }
        }
        spec.panels.push(Box::new(differences));
        spec
    }

    fn compared_groups(&self, compared_groups: &[&StatisticalGroup]) -> ChartSpec {
        if self.kind() == MetricKind::Category {
            return self.stacks(compared_groups);
        }
        let row = |(series, group): (usize, &&StatisticalGroup)| Row {
            series,
            ..self.row(self.label(&group.key), &group.figures)
        };
        self.mark_rows(vec![(None, compared_groups.iter().enumerate().map(row).collect())])
    }

    fn differences(&self, comparison: &GroupComparison) -> Rows {
        let (words, kind) = (self.words, self.kind());
        let row = |label: String,
                   difference: Option<f64>,
                   [interval, simultaneous]: [Option<Interval>; 2]| Row {
            label,
            value_label: difference.map(|difference| words::difference(kind, difference)).unwrap_or_default(),
            value: difference,
            interval,
            simultaneous,
            missing: difference.is_none().then(|| words.say(&StatisticsWords::NotComparable)),
            series: 3,
            ..Row::default()
        };
        let rows = if comparison.shares.is_empty() {
            let label = words.say(&StatisticsWords::Difference);
            vec![row(label, comparison.difference, [comparison.interval, comparison.simultaneous_interval])]
        } else {
            let of = comparison.shares.iter().take(DEFAULT_MAX_GROUPS);
            of.map(|share| {
                let intervals = [share.interval, share.simultaneous_interval];
                row(words.value(&self.values.metric, &share.value), Some(share.difference), intervals)
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
            axis: Axis::for_differences(rows::extents(&rows), self.max_ticks(), move |value| match value {
                0.0 => "0".to_owned(),
                value => words::difference(kind, value),
            }),
            rows,
            caption: unit,
            mark: ValueMark::Difference,
            reference: None,
        }
    }

    fn row(&self, label: String, figures: &Observations) -> Row {
        let value_label = figures.mean.map(|mean| self.words.mean(self.kind(), mean)).unwrap_or_default();
        let is_missing = figures.mean.is_none() && figures.bounds.is_none();
        Row {
            label,
            count_label: self.count_label(figures),
            value_label,
            value: figures.mean,
            interval: figures.interval,
            simultaneous: figures.simultaneous_interval,
            shrunk: figures.shrunk_mean,
            bounds: figures.bounds,
            missing: is_missing.then(|| self.missing(figures)),
            series: 0,
        }
    }

    /// The label of a group's number.
    fn mean_label(&self) -> StatisticsWords {
        if self.kind() == MetricKind::Number { StatisticsWords::Mean } else { StatisticsWords::ShareLabel }
    }

    /// The reason why there is no number.
    fn missing(&self, figures: &Observations) -> String {
        self.words.say(&match figures {
            Observations { suppressed: true, .. } => StatisticsWords::Suppressed,
            Observations { n: 0, .. } => StatisticsWords::NoObservations,
            Observations { notes, .. } if notes.contains(&StatisticalNote::WholeSets) => {
                StatisticsWords::NoFigure
            }
            _ => StatisticsWords::NeverRevealed,
        })
    }

    /// The number of observations, with a star if a footnote is about the group.
    fn count_label(&self, figures: &Observations) -> String {
        let starred = self.values.groups.is_some() && figures.notes.iter().any(|note| is_starred(*note));
        count_label(figures.n, figures.unknown, starred)
    }

    fn label(&self, key: &GroupKey) -> String {
        self.words.group_label(&self.values.metric, key)
    }

    fn unit(&self) -> String {
        let metric = self.values.metric.metric;
        match metric.kind {
            MetricKind::Share => self.words.say(&StatisticsWords::ShareUnit),
            _ => metric.unit.of(self.words.0).to_owned(),
        }
    }

    /// The entry of the mark, if there is one, and those of intervals and bounds.
    fn legend(&self, rows: &[Row], (symbol, word): (Symbol, String)) -> Vec<LegendEntry> {
        let is_marked = rows.iter().any(|row| row.value.is_some());
        let mark = is_marked.then_some(LegendEntry(symbol, word));
        mark.into_iter().chain(self.interval_entries(rows)).collect()
    }

    /// The entries of intervals, bounds and missing numbers, if there are any.
    fn interval_entries(&self, rows: &[Row]) -> Vec<LegendEntry> {
        let words = self.words;
        let mut entries = Vec::new();
        let mut add = |occurs: bool, symbol, message| {
            if occurs {
                entries.push(LegendEntry(symbol, words.say(&message)));
            }
        };
        add(rows.iter().any(|row| row.interval.is_some()), Symbol::Interval, StatisticsWords::Interval);
        let is_simultaneous = rows.iter().any(|row| row.simultaneous.is_some());
        add(is_simultaneous, Symbol::Simultaneous, StatisticsWords::SimultaneousInterval);
        add(rows.iter().any(|row| row.shrunk.is_some()), Symbol::Shrunk, StatisticsWords::ShrunkMean);
        add(rows.iter().any(|row| row.bounds.is_some()), Symbol::Bounds, StatisticsWords::BoundsWithUnknown);
        add(rows.iter().any(|row| row.missing.is_some()), Symbol::NoValue, StatisticsWords::NoFigure);
        entries
    }

    /// How many rows fit.
    fn max_rows(&self, row: f64) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        self.height.map_or(DEFAULT_MAX_GROUPS, |height| {
            ((height - HEIGHT_WITHOUT_ROWS) / row).clamp(3.0, 100.0) as usize
        })
    }

    fn max_ticks(&self) -> usize {
        if self.width < 480.0 { 4 } else { 7 }
    }
}

/// The number of observations, and of those whose value was never revealed.
fn count_label(n: u64, unknown: u64, starred: bool) -> String {
    let star = if starred { "*" } else { "" };
    let unknown = if unknown == 0 { String::new() } else { format!(" (?{})", count(unknown)) };
    format!("n {}{star}{unknown}", count(n))
}

/// True if groups with this note have a star.
pub fn is_starred(note: StatisticalNote) -> bool {
    matches!(note, StatisticalNote::OneGame | StatisticalNote::FewGames | StatisticalNote::ZeroVariance)
}

/// The largest groups in their order, and how many are left out.
fn largest_groups(groups: &[StatisticalGroup], max_count: usize) -> (Vec<&StatisticalGroup>, u64) {
    let mut by_size: Vec<(usize, &StatisticalGroup)> = groups.iter().enumerate().collect();
    by_size.sort_by_key(|(place, group)| (Reverse(group.figures.n), *place));
    by_size.truncate(max_count);
    by_size.sort_by_key(|(place, _)| *place);
    (by_size.into_iter().map(|(_, group)| group).collect(), groups.len().saturating_sub(max_count) as u64)
}
