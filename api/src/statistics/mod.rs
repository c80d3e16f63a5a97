//! `GET /v1/statistics`: the catalogue of metrics, and their values.

pub mod answer;
pub mod columns;
pub mod definitions;
pub mod estimate;

use std::collections::{BTreeMap, BTreeSet};

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::games;
use kifu_engine::statistics::{Kind, Metric};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::problem::{Code, Problem};
use crate::projection;
use crate::request::query;
use crate::startup::App;
use crate::store::{Observation, Shard};

/// The dimension that every metric has.
const SEAT: &str = "seat";

/// A metric with its definition.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CatalogueEntry")]
pub struct Entry {
    /// Its id: the game's slug, a dot, the metric's name.
    #[schemars(schema_with = "crate::contract::metric_id")]
    pub id: String,
    /// The game.
    #[schemars(schema_with = "crate::contract::slug")]
    pub game: &'static str,
    /// What people call it, what exactly it is, its unit and dimensions, its version.
    #[serde(flatten)]
    pub metric: &'static Metric,
    /// Where its values are.
    pub url: String,
}

/// All metrics.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Catalogue {
    /// By game.
    pub metrics: Vec<Entry>,
}

/// How values are grouped.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    group_by: Option<String>,
}

/// The values of a metric.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Values {
    /// The metric and its definition.
    pub metric: Entry,
    /// The position of the feed up to which these numbers count everything.
    pub as_of: i64,
    /// All observations together.
    pub total: Summary,
    /// Each group, where `group_by` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Group>>,
}

/// The observations with one value of a dimension.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Group {
    /// The value.
    pub group: Value,
    /// Its observations.
    #[serde(flatten)]
    pub summary: Summary,
}

/// A set of observations, summed up. Finished games without irregular moves count.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Observations")]
pub struct Summary {
    /// How many observations.
    pub n: usize,
    /// Of how many games.
    pub games: usize,
    /// Their mean; of a share, the share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Their standard deviation (n − 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
    /// The smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// The largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<f64>,
    /// How often each value or word was seen, most frequent first.
    pub distribution: Vec<Bar>,
}

/// How often one value was seen.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Bar {
    /// The value or word.
    pub value: Value,
    /// How often.
    pub n: usize,
    /// Its share of all observations.
    pub share: f64,
}

/// The catalogue.
pub async fn catalogue(_: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().json(Catalogue { metrics: entries().collect() })
}

fn entries() -> impl Iterator<Item = Entry> {
    games::ALL.iter().flat_map(|game| {
        let meta = game.meta();
        meta.metrics.iter().map(|metric| {
            let id = format!("{}.{}", meta.slug, metric.name);
            Entry { url: format!("/v1/statistics/{id}"), id, game: meta.slug, metric }
        })
    })
}

/// The ids of all metrics.
pub fn ids() -> Vec<String> {
    entries().map(|entry| entry.id).collect()
}

/// What any metric can be grouped by.
pub fn dimensions() -> Vec<String> {
    let own = entries().flat_map(|entry| entry.metric.dimensions).map(|dimension| dimension.name);
    let all: BTreeSet<_> = own.chain([SEAT]).map(str::to_owned).collect();
    all.into_iter().collect()
}

/// The values of one metric.
pub async fn values(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: Query = query(&request)?;
    let id = request.match_info().get("metric").unwrap_or_default();
    let entry = entries().find(|entry| entry.id == id).ok_or_else(|| Problem::plain(Code::NotFound))?;
    let group_by = query.group_by.as_deref().map(|by| dimension(entry.metric, by)).transpose()?;
    let as_of = as_of(&app).await?;
    let observations = app.store().latest().observations(entry.metric.name, Some(entry.game)).await?;
    let total = summarise(entry.metric, observations.iter());
    let groups = group_by.map(|by| groups(entry.metric, &observations, by));
    Ok(HttpResponse::Ok().json(Values { metric: entry, as_of, total, groups }))
}

async fn as_of(app: &App) -> Result<i64, Problem> {
    let mut position = i64::MAX;
    for shard in Shard::all() {
        position = position.min(app.store().latest().checkpoint(projection::NAME, shard).await?.0);
    }
    Ok(position)
}

fn dimension<'q>(metric: &Metric, by: &'q str) -> Result<&'q str, Problem> {
    let allowed: Vec<_> = metric.dimensions.iter().map(|dimension| dimension.name).chain([SEAT]).collect();
    if allowed.contains(&by) {
        return Ok(by);
    }
    let problem = Problem::parameter(
        "group_by",
        &format!("使えるのは {} です。", allowed.join("、")),
        &format!("it must be one of {}.", allowed.join(", ")),
    );
    Err(problem.with(json!({"parameter": "group_by", "given": by, "allowed": allowed})))
}

fn groups(metric: &Metric, observations: &[Observation], by: &str) -> Vec<Group> {
    let mut groups: BTreeMap<GroupKey, Vec<&Observation>> = BTreeMap::new();
    for observation in observations {
        groups.entry(GroupKey::of(observation, by)).or_default().push(observation);
    }
    let group = |(key, of): (GroupKey, Vec<&Observation>)| Group {
        group: key.into_json(),
        summary: summarise(metric, of.into_iter()),
    };
    groups.into_iter().map(group).collect()
}

/// Numbers in the order of numbers, words after them.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GroupKey {
    Number(i64),
    Word(String),
    Nothing,
}

impl GroupKey {
    fn of(observation: &Observation, by: &str) -> Self {
        if by == SEAT {
            return observation.seat.map_or(Self::Nothing, |seat| Self::Number(seat.into()));
        }
        let dimensions: Map<String, Value> = observation.dims.read().unwrap_or_default();
        match dimensions.get(by).and_then(Value::as_str) {
            Some(word) => word.parse().map_or_else(|_| Self::Word(word.to_owned()), Self::Number),
            None => Self::Nothing,
        }
    }

    fn into_json(self) -> Value {
        match self {
            Self::Number(number) => number.into(),
            Self::Word(word) => word.into(),
            Self::Nothing => Value::Null,
        }
    }
}

fn summarise<'o>(metric: &Metric, observations: impl Iterator<Item = &'o Observation> + Clone) -> Summary {
    let games: BTreeSet<_> = observations.clone().map(|observation| observation.game).collect();
    let numbers: Vec<f64> = observations.clone().filter_map(|observation| observation.number).collect();
    let numeric = metric.kind != Kind::Category && !numbers.is_empty();
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let spread = (numbers.len() > 1).then(|| (squares / (numbers.len() - 1) as f64).sqrt());
    Summary {
        n: observations.clone().count(),
        games: games.len(),
        mean: numeric.then_some(mean),
        standard_deviation: spread.filter(|_| numeric),
        minimum: numbers.iter().copied().reduce(f64::min),
        maximum: numbers.iter().copied().reduce(f64::max),
        distribution: distribution(observations),
    }
}

fn distribution<'o>(observations: impl Iterator<Item = &'o Observation>) -> Vec<Bar> {
    let mut counts: BTreeMap<String, (Value, usize)> = BTreeMap::new();
    let mut n = 0;
    for observation in observations {
        let value = match (observation.number, &observation.word) {
            (Some(number), _) => json!(number),
            (None, word) => json!(word),
        };
        counts.entry(value.to_string()).or_insert((value, 0)).1 += 1;
        n += 1;
    }
    let mut bars: Vec<Bar> = counts
        .into_values()
        .map(|(value, count)| Bar { value, n: count, share: count as f64 / f64::from(n) })
        .collect();
    bars.sort_by_key(|bar| std::cmp::Reverse(bar.n));
    bars
}
