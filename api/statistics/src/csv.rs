//! The figures as comma-separated values (RFC 4180), a row a group.
//!
//! The columns are the same for every question about a metric that is grouped in the same ways: what the group has in
//! common, a column each; then the figures by their names in JSON, ends of intervals as `interval_low` and
//! `interval_high`, of simultaneous ones as `simultaneous_low` and `simultaneous_high`; then a column for every quantile. A category has a row for every word of a group instead, with the
//! figures of the word. The first row has the names, and the row of all observations together comes first: its keys
//! are empty, and `row` says `total`.

use std::fmt::Write as _;

use super::estimate::Interval;
use super::values::{GroupKey, Observations, StatisticalGroup, StatisticalValue, Statistics, ValueCount};
use kifu_engine::statistics::MetricKind;

/// What spreadsheets take for the beginning of a formula.
const FORMULA_PREFIXES: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes an answer.
pub fn write(values: &Statistics, group_by: &[String], quantiles: &[f64]) -> String {
    let mut sheet = CsvWriter::default();
    let is_category = values.metric.metric.kind == MetricKind::Category;
    sheet.line(header(group_by, quantiles, is_category).into_iter());
    let of_total = GroupKey(group_by.iter().map(|by| (by.clone(), StatisticalValue::Missing(()))).collect());
    let total = ("total", &of_total, &values.total);
    let groups =
        values.groups.iter().flatten().map(|StatisticalGroup { key, figures }| ("group", key, figures));
    for (row, key, figures) in [total].into_iter().chain(groups) {
        let mut before = vec![row.to_owned()];
        before.extend(key.0.iter().flat_map(|(by, value)| key_fields(by, value)));
        before.extend([figures.n.to_string(), figures.games.to_string(), figures.unknown.to_string()]);
        if is_category {
            for bar in &figures.distribution {
                sheet.line(before.iter().cloned().chain(of_word(bar)));
            }
        } else {
            sheet.line(before.into_iter().chain(of_numbers(figures, quantiles)));
        }
    }
    sheet.text()
}

fn header(group_by: &[String], quantiles: &[f64], is_category: bool) -> Vec<String> {
    let mut names = vec!["row".to_owned()];
    names.extend(group_by.iter().flat_map(|by| column_names(by)));
    names.extend(["n", "games", "unknown"].map(str::to_owned));
    if is_category {
        let of_word =
            ["value", "name", "count", "share", "interval_low", "interval_high", "bounds_low", "bounds_high"];
        names.extend(of_word.map(str::to_owned));
    } else {
        let of_numbers = ["mean", "interval_low", "interval_high", "simultaneous_low", "simultaneous_high"];
        names.extend(of_numbers.map(str::to_owned));
        names.extend(["bounds_low", "bounds_high"].map(str::to_owned));
        names.extend(["standard_deviation", "minimum", "maximum", "suppressed"].map(str::to_owned));
        names.extend(quantiles.iter().map(|part| format!("quantile_{part}")));
    }
    names
}

/// The columns of a way to group: players have an id and a name.
fn column_names(by: &str) -> Vec<String> {
    if by == "player" { vec!["player".to_owned(), "player_name".to_owned()] } else { vec![by.to_owned()] }
}

fn key_fields(by: &str, value: &StatisticalValue) -> Vec<String> {
    let [id, name] = seen(value);
    if by == "player" { vec![id, name] } else { vec![id] }
}

/// A value, and its name if it is a player.
fn seen(value: &StatisticalValue) -> [String; 2] {
    match value {
        StatisticalValue::Player(player) => [player.id.to_string(), harmless(&player.name)],
        StatisticalValue::Word(word) => [harmless(word), String::new()],
        number => [number.text().into_owned(), String::new()],
    }
}

fn of_numbers(figures: &Observations, quantiles: &[f64]) -> Vec<String> {
    let mut fields = vec![number(figures.mean)];
    fields.extend(interval(figures.interval));
    fields.extend(interval(figures.simultaneous_interval));
    fields.extend(interval(figures.bounds));
    fields.extend([figures.standard_deviation, figures.minimum, figures.maximum].map(number));
    fields.push(figures.suppressed.to_string());
    fields.extend(
        (0..quantiles.len()).map(|index| number(figures.quantiles.get(index).map(|found| found.value))),
    );
    fields
}

fn of_word(bar: &ValueCount) -> Vec<String> {
    let mut fields: Vec<String> = seen(&bar.value).into();
    fields.extend([bar.n.to_string(), bar.share.to_string()]);
    fields.extend(interval(bar.interval));
    fields.extend(interval(bar.bounds));
    fields
}

/// A number, or nothing.
pub fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn interval(interval: Option<Interval>) -> [String; 2] {
    [number(interval.map(|interval| interval.low)), number(interval.map(|interval| interval.high))]
}

/// Words that people wrote, kept from being run as a formula by whatever opens them (OWASP: CSV injection).
pub fn harmless(word: &str) -> String {
    if word.starts_with(FORMULA_PREFIXES) { format!("'{word}") } else { word.to_owned() }
}

/// Lines of fields.
#[derive(Default)]
pub struct CsvWriter(String);

impl CsvWriter {
    /// Adds a line.
    pub fn line(&mut self, fields: impl Iterator<Item = String>) {
        for (index, field) in fields.enumerate() {
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

    /// All of it, from its beginning: spreadsheets read as UTF-8 what begins with a byte order mark.
    pub fn text(self) -> String {
        [BYTE_ORDER_MARK, &self.0].concat()
    }

    /// Only its lines, to go on with what was begun.
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
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(harmless(word), expected);
        }
        assert_eq!(number(Some(-1.5)), "-1.5", "numbers stay numbers");
    }
}
