//! The parameters of `GET /v1/statistics/{metric}`, read and checked.

mod compare;
mod filter;
mod parameters;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;
use serde_json::json;

pub use self::parameters::parameters;
use crate::http::problem::Problem;
use crate::http::query_params::{QueryParams, one_of};
use crate::http::words::requests::Requests;
use kifu_chart::{DEFAULT_WIDTH, Theme};
use kifu_statistics::catalogue::CatalogueEntry;
use kifu_statistics::question::{
    Filter, GroupByExpr, Inclusion, LeastSize, Order, PlayerRedirects, Question, SortKey,
};

/// Groups in an answer at most.
const MAX_GROUPS: u64 = 1000;
/// Groups in an answer if nobody says.
pub const DEFAULT_GROUPS: usize = 100;
/// Ways to group at most.
const MAX_GROUP_BY: usize = 3;
/// Quantiles, and players of a group, in one question at most.
const MAX_LIST_LENGTH: usize = 20;
/// Stretches of a histogram, and if nobody says.
const MAX_BINS: u64 = 100;
const DEFAULT_BINS: usize = 40;
/// The largest `min_n` and `min_games`.
const MAX_LEAST_SIZE: u64 = 1_000_000;
/// The quantiles if nobody says.
const DEFAULT_QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// A day, a time, or a cursor as answers and the feed give it.
pub const AS_OF_PATTERN: &str = "^(now|[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2}))?|[A-Za-z0-9_-]{40,4200})$";
/// Parameters that decide the form of an answer, and not its content.
const PRESENTATION_PARAMETERS: [&str; 6] = ["as_of", "format", "language", "theme", "width", "height"];
/// Widths of charts, and heights.
const WIDTH_RANGE: (u64, u64) = (280, 2000);
const HEIGHT_RANGE: (u64, u64) = (200, 2000);

/// The query of a metric.
#[derive(Debug)]
pub struct StatisticsQuery {
    /// The question, as it is put to the columns; it knows nobody's successors yet.
    pub question: Question,
    /// Up to when records count, as it was written; up to now, if `None`.
    pub as_of: Option<String>,
    /// The quantiles.
    pub quantiles: Vec<f64>,
    /// The format, if the address says it.
    pub format: Option<Format>,
    /// The language of a chart, if the address says it.
    pub language: Option<Language>,
    /// The colours of a chart.
    pub theme: Theme,
    /// Its width in pixels.
    pub width: u32,
    /// The height to fill, if there is one.
    pub height: Option<u32>,
    /// Every parameter that decides the answer, with its values as they were sent.
    pub echo: BTreeMap<String, Vec<String>>,
}

/// The format of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
    /// A chart.
    Svg,
}

impl Format {
    const ALL: [(&'static str, Self); 3] = [("json", Self::Json), ("csv", Self::Csv), ("svg", Self::Svg)];
}

const SORTS: [(&str, SortKey); 3] = [("key", SortKey::Key), ("mean", SortKey::Mean), ("n", SortKey::Size)];

const THEMES: [(&str, Theme); 3] = [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)];

const INCLUSIONS: [(&str, Inclusion); 3] =
    [("exclude", Inclusion::Out), ("include", Inclusion::In), ("only", Inclusion::Only)];

fn inclusions() -> Vec<String> {
    INCLUSIONS.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// The word for it.
pub fn inclusion(inclusion: Inclusion) -> String {
    INCLUSIONS
        .iter()
        .find(|(_, other)| *other == inclusion)
        .map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn sorts() -> Vec<String> {
    SORTS.iter().flat_map(|(word, _)| [(*word).to_owned(), format!("-{word}")]).collect()
}

fn themes() -> Vec<String> {
    THEMES.iter().map(|(word, _)| (*word).to_owned()).collect()
}

fn formats() -> Vec<String> {
    Format::ALL.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// Reads the parameters of a request, in the order given.
///
/// # Errors
///
/// If a parameter is not known, has a value that it does not take, or does not go with another; the problem names it.
pub fn read(entry: &CatalogueEntry, params: &[(String, String)]) -> Result<StatisticsQuery, Problem> {
    let reader = StatisticsReader { entry, params: QueryParams(params) };
    reader.params.check(&parameters())?;
    let by = reader.by()?;
    let (filter, compare) = (reader.filter()?, reader.compare(&by)?);
    let as_of = reader.params.one("as_of")?.map(str::to_owned);
    let quantiles = reader.quantiles()?;
    let bins = reader.size("bins", 2, MAX_BINS)?.unwrap_or(DEFAULT_BINS);
    let redirects = PlayerRedirects::default();
    let question = Question { filter, compare, by, order: reader.order()?, bins, redirects };
    Ok(StatisticsQuery {
        echo: reader.echo(&question, &quantiles),
        question,
        as_of,
        quantiles,
        format: reader.params.choice("format", &Format::ALL)?,
        language: reader.params.language()?,
        theme: reader.params.choice("theme", &THEMES)?.unwrap_or(Theme::Auto),
        width: reader.size("width", WIDTH_RANGE.0, WIDTH_RANGE.1)?.unwrap_or(DEFAULT_WIDTH),
        height: reader.size("height", HEIGHT_RANGE.0, HEIGHT_RANGE.1)?,
    })
}

/// The filter of games of one kind, read alone; a metric of all games says what the parameters can be.
///
/// # Errors
///
/// As [`read`], of the parameters that filter.
pub fn filter(entry: &CatalogueEntry, game: &str, params: &[(String, String)]) -> Result<Filter, Problem> {
    let params: Vec<_> = params.iter().cloned().chain([("game".to_owned(), game.to_owned())]).collect();
    StatisticsReader { entry, params: QueryParams(&params) }.filter()
}

/// The given parameters, read as a question about a metric.
struct StatisticsReader<'q> {
    entry: &'q CatalogueEntry,
    params: QueryParams<'q>,
}

impl StatisticsReader<'_> {
    fn by(&self) -> Result<Vec<GroupByExpr>, Problem> {
        let groupings: Vec<String> = self
            .list("group_by")
            .map(|grouping| one_of("group_by", grouping, &self.entry.group_by))
            .collect::<Result<_, _>>()?;
        let distinct: BTreeSet<_> = groupings.iter().collect();
        if distinct.len() < groupings.len() || groupings.len() > MAX_GROUP_BY {
            let message = Requests::TooManyGroupings { name: "group_by".into(), most: MAX_GROUP_BY };
            return Err(Problem::parameter("group_by", message)
                .with(json!({"parameter": "group_by", "input": groupings, "allowed": self.entry.group_by})));
        }
        let zone = self.params.time_zone()?;
        Ok(groupings.iter().map(|name| self.entry.by(name, zone)).collect())
    }

    /// The values of a parameter that takes several, separated by commas or repeated.
    fn list(&self, name: &str) -> impl Iterator<Item = &str> {
        self.params.all(name).flat_map(|values| values.split(',')).map(str::trim)
    }

    fn quantiles(&self) -> Result<Vec<f64>, Problem> {
        let texts: Vec<&str> = self.list("quantiles").collect();
        if texts.is_empty() {
            return Ok(DEFAULT_QUANTILES.into());
        }
        let part = |text: &&str| text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
        let parts: Option<Vec<f64>> = texts.iter().map(part).collect();
        parts.filter(|parts| parts.len() <= MAX_LIST_LENGTH).ok_or_else(|| {
            let message = Requests::Quantiles { name: "quantiles".into(), most: MAX_LIST_LENGTH };
            Problem::parameter("quantiles", message)
                .with(json!({"parameter": "quantiles", "input": texts, "allowed": {"min": 0, "max": 1}}))
        })
    }

    fn size<T: TryFrom<i64>>(&self, name: &str, min: u64, max: u64) -> Result<Option<T>, Problem> {
        self.params.number(name, min.cast_signed(), max.cast_signed())
    }

    fn order(&self) -> Result<Order, Problem> {
        let mut allowed = sorts();
        allowed.retain(|sort| self.entry.has_mean() || !sort.ends_with("mean"));
        let word = self.params.word("sort", &allowed)?.unwrap_or_else(|| "key".to_owned());
        let (name, descending) = word.strip_prefix('-').map_or((&*word, false), |name| (name, true));
        let by = SORTS.iter().find(|(word, _)| *word == name).map_or(SortKey::Key, |(_, by)| *by);
        let size = |name| self.size(name, 0, MAX_LEAST_SIZE);
        let least = LeastSize {
            observations: size("min_n")?.unwrap_or_default(),
            games: size("min_games")?.unwrap_or_default(),
        };
        let limit = self.size("limit", 1, MAX_GROUPS)?.unwrap_or(DEFAULT_GROUPS);
        Ok(Order { by, descending, least, limit })
    }

    /// Every parameter that decides the answer, those nobody gave included.
    fn echo(&self, question: &Question, quantiles: &[f64]) -> BTreeMap<String, Vec<String>> {
        let mut echo: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let decides = |(name, _): &&(String, String)| !PRESENTATION_PARAMETERS.contains(&name.as_str());
        for (name, value) in self.params.0.iter().filter(decides) {
            echo.entry(name.clone()).or_default().push(value.clone());
        }
        let mut say = |name: &str, values: Vec<String>| _ = echo.entry(name.to_owned()).or_insert(values);
        say("irregular", vec![inclusion(question.filter.irregular)]);
        say("simulated", vec![inclusion(question.filter.simulated)]);
        say("min_n", vec![question.order.least.observations.to_string()]);
        say("min_games", vec![question.order.least.games.to_string()]);
        if self.entry.metric.kind == MetricKind::Number {
            say("bins", vec![question.bins.to_string()]);
            say("quantiles", vec![listed(quantiles)]);
        }
        if !question.by.is_empty() {
            say("sort", vec!["key".to_owned()]);
            say("limit", vec![question.order.limit.to_string()]);
        }
        echo
    }
}

fn listed(numbers: &[f64]) -> String {
    let mut list = String::new();
    for number in numbers {
        let comma = if list.is_empty() { "" } else { "," };
        // Writing to a string can't fail.
        _ = write!(list, "{comma}{number}");
    }
    list
}

/// The complaint about a place in time that is none.
pub fn bad_as_of(input: &str) -> Problem {
    Problem::parameter("as_of", Requests::AsOf { name: "as_of".into() })
        .with(json!({"parameter": "as_of", "input": input}))
}
