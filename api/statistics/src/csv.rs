//! The figures as comma-separated values (RFC 4180), a row a group.
//!
//! The columns are the same for every question about a metric that is grouped in the same ways: what the group has in
//! common, a column each; then the figures by their names in JSON, ends of intervals as `interval_low` and
//! `interval_high`, of simultaneous ones as `simultaneous_low` and `simultaneous_high`; a column for every quantile; then
//! the names of notes, those of the whole answer in the row of all observations, and the moment. A category has a row for every word of a group instead, with the figures of the
//! word, and one without a word for a group of which none is known. The first row has the names, and the row of all
//! observations together comes first: its keys are empty, and `row` says `total`. The last ones are the comparison, if
//! there is one: `row` says `difference`, and a key has what the one group has, a comma and what the other has, as
//! `compare` takes it.

use std::fmt::Write as _;

use super::estimate::Interval;
use super::groupings::{self, GroupingValues};
use super::question::GroupByExpr;
use super::rounding::rounded;
use super::values::{
    GroupComparison, GroupKey, Observations, StatisticalGroup, StatisticalNote, StatisticalValue, Statistics,
    ValueCount,
};
use chrono::{DateTime, SecondsFormat, Utc};
use kifu_engine::statistics::MetricKind;

/// Characters that spreadsheets take for the beginning of a formula, some of them also at full width.
const FORMULA_PREFIXES: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes an answer.
pub fn write(values: &Statistics, group_by: &[GroupByExpr], quantiles: &[f64]) -> String {
    let is_category = values.metric.metric.kind == MetricKind::Category;
    let mut sheet = Sheet { quantiles, is_category, as_of: values.as_of, lines: CsvWriter::default() };
    sheet.lines.line(sheet.header(group_by).into_iter());
    let of_total =
        GroupKey(group_by.iter().map(|by| (by.name.clone(), StatisticalValue::Missing(()))).collect());
    let total = Observations { notes: notes_of_total(values), ..values.total.clone() };
    sheet.figures("total", &of_total, &total);
    for StatisticalGroup { key, figures } in values.groups.iter().flatten() {
        sheet.figures("group", key, figures);
    }
    if let Some(comparison) = &values.comparison {
        sheet.comparison(group_by, comparison);
    }
    sheet.lines.text()
}

/// The notes of all observations together: their own, and those of the whole answer, which belong to no group.
fn notes_of_total(values: &Statistics) -> Vec<StatisticalNote> {
    let of_groups = values.groups.iter().flatten().flat_map(|group| &group.figures.notes);
    let elsewhere: Vec<&StatisticalNote> =
        of_groups.chain(values.comparison.iter().flat_map(|comparison| &comparison.notes)).collect();
    let own = &values.total.notes;
    let of_answer = values.notes.iter().map(|explained| explained.note);
    let of_answer = of_answer.filter(|note| !elsewhere.contains(&note) && !own.contains(note));
    own.iter().copied().chain(of_answer).collect()
}

/// Lines with the same columns.
struct Sheet<'q> {
    quantiles: &'q [f64],
    is_category: bool,
    as_of: DateTime<Utc>,
    lines: CsvWriter,
}

impl Sheet<'_> {
    fn header(&self, group_by: &[GroupByExpr]) -> Vec<String> {
        let mut names = vec!["row".to_owned()];
        names.extend(group_by.iter().flat_map(|by| column_names(&by.name)));
        names.extend(["n", "games", "unknown"].map(str::to_owned));
        let figures: &[&str] =
            if self.is_category { &["value", "name", "count", "share"] } else { &["mean"] };
        let ends = ["interval", "simultaneous", "bounds"]
            .map(|name| ["low", "high"].map(|end| format!("{name}_{end}")));
        names.extend(figures.iter().map(|name| (*name).to_owned()).chain(ends.into_iter().flatten()));
        if !self.is_category {
            let of_numbers = ["shrunk_mean", "standard_deviation", "minimum", "maximum", "suppressed"];
            names.extend(of_numbers.map(str::to_owned));
            names.extend(self.quantiles.iter().map(|part| format!("quantile_{part}")));
        }
        names.extend(["notes", "as_of"].map(str::to_owned));
        names
    }

    fn figures(&mut self, row: &str, key: &GroupKey, figures: &Observations) {
        let mut before = vec![row.to_owned()];
        before.extend(key.0.iter().flat_map(|(by, value)| key_fields(by, value)));
        before.extend([figures.n, figures.games, figures.unknown].map(|count| count.to_string()));
        if !self.is_category {
            self.line(before.into_iter().chain(of_numbers(figures, self.quantiles)), &figures.notes);
            return;
        }
        for bar in &figures.distribution {
            self.line(before.iter().cloned().chain(of_word(bar)), &figures.notes);
        }
        if figures.distribution.is_empty() {
            let none = std::iter::repeat_n(String::new(), FIELDS_OF_A_WORD);
            self.line(before.into_iter().chain(none), &figures.notes);
        }
    }

    fn comparison(&mut self, group_by: &[GroupByExpr], comparison: &GroupComparison) {
        let part = |GroupKey(key): &GroupKey, by: &str| {
            let value = key.iter().find(|(other, _)| other == by).map(|(_, value)| value);
            value.map_or_else(|| ["*".to_owned(), String::new()], seen)
        };
        let keys = group_by.iter().flat_map(|GroupByExpr { name: by, .. }| {
            let [[one, one_name], [other, other_name]] =
                [&comparison.one, &comparison.other].map(|key| part(key, by));
            let ids = format!("{one},{other}");
            if is_of_players(by) { vec![ids, format!("{one_name},{other_name}")] } else { vec![ids] }
        });
        let before = ["difference".to_owned()].into_iter().chain(keys).chain([const { String::new() }; 3]);
        let before: Vec<String> = before.collect();
        let ends = |intervals: [Option<Interval>; 3]| intervals.into_iter().flat_map(interval);
        if !self.is_category {
            let GroupComparison { difference, interval, simultaneous_interval, bounds, .. } = comparison;
            let figures =
                [number(*difference)].into_iter().chain(ends([*interval, *simultaneous_interval, *bounds]));
            let none = std::iter::repeat_n(String::new(), FIELDS_OF_NUMBERS_ALONE + self.quantiles.len());
            self.line(before.into_iter().chain(figures).chain(none), &comparison.notes);
            return;
        }
        for share in &comparison.shares {
            let figures =
                seen(&share.value).into_iter().chain([String::new(), number(Some(share.difference))]);
            let figures = figures.chain(ends([share.interval, share.simultaneous_interval, share.bounds]));
            self.line(before.iter().cloned().chain(figures), &comparison.notes);
        }
    }

    fn line(&mut self, fields: impl Iterator<Item = String>, notes: &[StatisticalNote]) {
        let notes: Vec<&str> = notes.iter().map(|note| note.word()).collect();
        let moment = self.as_of.to_rfc3339_opts(SecondsFormat::Micros, true);
        self.lines.line(fields.chain([notes.join(" "), moment]));
    }
}

/// The columns of a way to group: players have an id and a name.
fn column_names(by: &str) -> Vec<String> {
    if is_of_players(by) { vec![by.to_owned(), format!("{by}_name")] } else { vec![by.to_owned()] }
}

fn key_fields(by: &str, value: &StatisticalValue) -> Vec<String> {
    let [id, name] = seen(value);
    if is_of_players(by) { vec![id, name] } else { vec![id] }
}

fn is_of_players(by: &str) -> bool {
    groupings::find(by).is_some_and(|grouping| grouping.values == GroupingValues::Players)
}

/// A value, and its name if it is a player.
fn seen(value: &StatisticalValue) -> [String; 2] {
    match value {
        StatisticalValue::Player(player) => [player.id.to_string(), player.name.clone()],
        StatisticalValue::Word(word) => [word.clone(), String::new()],
        number => [number.text().into_owned(), String::new()],
    }
}

fn of_numbers(figures: &Observations, quantiles: &[f64]) -> Vec<String> {
    let mut fields = vec![number(figures.mean)];
    let intervals = [figures.interval, figures.simultaneous_interval, figures.bounds];
    fields.extend(intervals.into_iter().flat_map(interval));
    let Observations { shrunk_mean, standard_deviation, minimum, maximum, .. } = *figures;
    fields.extend([shrunk_mean, standard_deviation, minimum, maximum].map(number));
    fields.push(figures.suppressed.to_string());
    fields.extend(
        (0..quantiles.len()).map(|index| number(figures.quantiles.get(index).map(|found| found.value))),
    );
    fields
}

/// The columns that only numbers have, beside quantiles.
const FIELDS_OF_NUMBERS_ALONE: usize = 5;
/// The columns that a word has.
const FIELDS_OF_A_WORD: usize = 10;

fn of_word(bar: &ValueCount) -> Vec<String> {
    let mut fields: Vec<String> = seen(&bar.value).into();
    fields.extend([bar.n.to_string(), number(Some(bar.share))]);
    fields.extend([bar.interval, None, bar.bounds].into_iter().flat_map(interval));
    fields
}

/// A number, or nothing.
pub fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| rounded(number).to_string())
}

fn interval(interval: Option<Interval>) -> [String; 2] {
    [number(interval.map(|interval| interval.low)), number(interval.map(|interval| interval.high))]
}

/// A field that whatever opens it does not run as a formula (OWASP: CSV injection). Numbers stay numbers; ours have no `+`.
fn harmless(field: String) -> String {
    let is_number = || {
        let digits = field.strip_prefix('-').unwrap_or_default();
        digits.starts_with(|digit: char| digit.is_ascii_digit()) && digits.parse::<f64>().is_ok()
    };
    if field.starts_with(FORMULA_PREFIXES) && !is_number() { format!("'{field}") } else { field }
}

/// Lines of fields. Everything that is sent as comma-separated values goes through it.
#[derive(Default)]
pub struct CsvWriter(String);

impl CsvWriter {
    /// Adds a line.
    pub fn line(&mut self, fields: impl Iterator<Item = String>) {
        for (index, field) in fields.map(harmless).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let is_plain = !field.contains([',', '"', '\r', '\n']);
            // Writing to a string can't fail.
            _ = if is_plain {
                write!(self.0, "{comma}{field}")
            } else {
                write!(self.0, "{comma}\"{}\"", field.replace('"', "\"\""))
            };
        }
        self.0.push_str("\r\n");
    }

    /// The whole text. It begins with a byte order mark, so that spreadsheets read it as UTF-8.
    pub fn text(self) -> String {
        [BYTE_ORDER_MARK, &self.0].concat()
    }

    /// Only its lines, to go on with a text that was begun.
    pub fn rows(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut sheet = CsvWriter::default();
        sheet.line(["plain", "a,b", "say \"hi\"", "two\nlines", ""].map(str::to_owned).into_iter());
        assert_eq!(sheet.0, "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n");
    }

    #[test]
    fn what_people_wrote_is_no_formula() {
        for (word, expected) in [
            ("=1+1", "'=1+1"),
            ("-Ben", "'-Ben"),
            ("@Aki", "'@Aki"),
            ("\tx", "'\tx"),
            ("\nx", "'\nx"),
            ("＝1+1", "'＝1+1"),
            ("＠Aki", "'＠Aki"),
            ("-1+1", "'-1+1"),
            ("-inf", "'-inf"),
            ("+81", "'+81"),
            ("a=b", "a=b"),
            ("", ""),
            ("-1.5", "-1.5"),
            ("-3", "-3"),
        ] {
            assert_eq!(harmless(word.to_owned()), expected);
        }
        assert_eq!(number(Some(-1.5)), "-1.5");
        let mut sheet = CsvWriter::default();
        sheet.line(["=1+1".to_owned(), "-2".to_owned()].into_iter());
        assert_eq!(sheet.rows(), "'=1+1,-2\r\n", "whoever writes a line need not think of it");
    }
}
