//! `GET /v1/players/{id}/ratings/{game}`: how a player's rating came to be, as JSON, CSV or a chart.

use std::collections::HashMap;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_engine::statistics::Metric;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::player_question::{AS_OF, PlayerQuestion, period_parameters};
use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::extractors::{accepted_language, negotiate};
use crate::http::media::CSV;
use crate::http::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::http::problem::{Code, Problem};
use crate::http::query_params::QueryParams;
use crate::records::view::head::ListedPlayer;
use crate::statistics::answers::as_of::CountedUpTo;
use crate::statistics::answers::query::{self, Format, StatisticsQuery};
use crate::statistics::answers::rounded_json::rounded_json;
use kifu_chart::ChartOptions;
use kifu_statistics::catalogue::{COUNTED_GAMES, CatalogueEntry};
use kifu_statistics::csv::{CsvWriter, number};
use kifu_statistics::definitions::TEXTS;
use kifu_statistics::estimate::Interval;
use kifu_statistics::period::Period;
use kifu_statistics::ratings::definition::{Rating, RatingDefinition};
use kifu_statistics::ratings::game_ratings::GameRatings;
use kifu_statistics::ratings::results::time;
use kifu_statistics::time_zone::TimeZone;
use kifu_statistics::values::{
    GroupKey, Observations, StatisticalGroup, StatisticalNote, StatisticalValue, Statistics,
};

/// Points shown at most; the latest ones.
const MAX_POINTS: u64 = 1000;
/// The periods that one point can stand for: one game, or all games of some time.
const POINT_INTERVALS: [(&str, Option<Period>); 5] = [
    ("game", None),
    ("day", Some(Period::Day)),
    ("week", Some(Period::Week)),
    ("month", Some(Period::Month)),
    ("year", Some(Period::Year)),
];
const DEFAULT_POINT_INTERVAL: &str = "month";
/// Parameters that are about how the answer looks.
const PRESENTATION_PARAMETERS: [&str; 5] = ["format", "language", "theme", "width", "height"];
const JSON: &str = "application/json";
/// So many standard deviations hold 95 % of a normal distribution.
const Z_95_PERCENT: f64 = 1.959_963_984_540_054;

/// The metric of the charts.
static METRIC: Metric = TEXTS.number("rating");

/// How a player's rating came to be. Finished public records without a breach of the rules count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatingHistory {
    /// The player; the successor, if the requested id was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The definition of a rating.
    pub definition: RatingDefinition,
    /// The moment of the answer.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// The period that one point stands for: `game`, `day`, `week`, `month` or `year`.
    pub by: String,
    /// The points in the order of time; a period without a game has none.
    pub points: Vec<RatingPoint>,
    /// The number of earlier ones beyond `limit`.
    pub omitted: usize,
}

/// A rating as a stretch of time left it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatingPoint {
    /// The period: the time of the game, a day, a week as ISO 8601 counts, a month or a year, in UTC.
    pub period: String,
    /// When the last game of it was played.
    pub played_at: Option<DateTime<Utc>>,
    /// The record of the last game of it.
    pub record: Uuid,
    /// The number of games that the player had played by then.
    pub games: usize,
    /// The rating after them.
    pub rating: Rating,
}

/// The parameters for the contract.
pub fn parameters() -> Vec<Parameter> {
    let mut all = vec![
        Parameter::words(
            "by",
            || POINT_INTERVALS.iter().map(|(word, _)| (*word).to_owned()).collect(),
            "A point for every game, or for each day, week, month (if nobody says) or year with one.",
        ),
        Parameter::integer(
            "limit",
            1,
            MAX_POINTS,
            "How many points at most, the latest ones; 1000 if nobody says.",
        ),
        AS_OF,
    ];
    all.extend(period_parameters());
    all.extend(
        query::parameters()
            .into_iter()
            .filter(|parameter| PRESENTATION_PARAMETERS.contains(&parameter.name())),
    );
    all
}

/// Shows it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let question = PlayerQuestion::read(&app, &request, &parameters()).await?;
    let limit = question.number("limit", [1, MAX_POINTS], 1000)?;
    let allowed: Vec<&str> = POINT_INTERVALS.iter().map(|(word, _)| *word).collect();
    let by = QueryParams(&question.params)
        .word("by", &allowed)?
        .unwrap_or_else(|| DEFAULT_POINT_INTERVAL.to_owned());
    let game = question.rating_queries.first().ok_or_else(|| Problem::plain(Code::NotFound))?.game;
    let entry = entry(question.player.id.0, game);
    let presentation: Vec<_> = question
        .params
        .iter()
        .filter(|(name, _)| PRESENTATION_PARAMETERS.contains(&name.as_str()))
        .cloned()
        .collect();
    let look = query::read(&entry, &presentation)?;
    let format = match look.format {
        Some(format) => format,
        None => match negotiate(&request, &[JSON, CSV, SVG])? {
            CSV => Format::Csv,
            SVG => Format::Svg,
            _ => Format::Json,
        },
    };
    // A chart has no room for games of one day.
    let by = if format == Format::Svg && by == "game" { "day".to_owned() } else { by };
    let period = POINT_INTERVALS.iter().find(|(word, _)| *word == by).and_then(|(_, period)| *period);
    let player = question.player.id.0;
    let zone = QueryParams(&question.params).time_zone()?;
    let period = period.map(|period| (period, zone));
    let (mut points, moment) = question
        .rating_histories((&app, &request), move |_, ratings| points(ratings, player, period))
        .await?;
    let mut points = points.pop().unwrap_or_default();
    let omitted = points.len().saturating_sub(limit);
    points.drain(..omitted);
    question.answer(&app, &request, &moment, &HashMap::new(), |player, moment, response| {
        let definition = RatingDefinition::of(games::find(game).map(AnyGame::meta).into_iter());
        let history = RatingHistory { player, game, definition, moment, by, points, omitted };
        match format {
            Format::Json => rounded_json(response, &history),
            Format::Csv => Ok(csv(&history, response)),
            Format::Svg => draw(&history, entry, &look, &request, response),
        }
    })
}

fn entry(player: Uuid, game: &'static str) -> CatalogueEntry {
    CatalogueEntry {
        counted_games: COUNTED_GAMES.text(),
        id: format!("{game}.{}", METRIC.name),
        games: vec![game],
        metric: &METRIC,
        group_by: Vec::new(),
        examples: Vec::new(),
        url: format!("/v1/players/{player}/ratings/{game}"),
    }
}

/// The rating after every stretch, in the order of time.
fn points(ratings: &GameRatings, player: Uuid, period: Option<(Period, TimeZone)>) -> Vec<RatingPoint> {
    let mut points: Vec<RatingPoint> = Vec::new();
    for (games, step) in (1..).zip(ratings.history(player)) {
        let (game, _) = ratings.game(step);
        let played_at = time(game.played_at);
        let name = match period {
            Some((period, zone)) => period.name(period.number(zone.clock(game.played_at))),
            None => played_at.map(|time| time.to_rfc3339()),
        };
        let point = RatingPoint {
            period: name.unwrap_or_default(),
            played_at,
            record: game.id,
            games,
            rating: step.rating.into(),
        };
        match points.last_mut().filter(|last| period.is_some() && last.period == point.period) {
            Some(last) => *last = point,
            None => points.push(point),
        }
    }
    points
}

fn csv(history: &RatingHistory, response: &mut HttpResponseBuilder) -> HttpResponse {
    let mut sheet = CsvWriter::default();
    let names = ["period", "played_at", "record", "games", "mean", "deviation", "conservative"];
    sheet.line(names.map(str::to_owned).into_iter());
    for RatingPoint { period, played_at, record, games, rating } in &history.points {
        let played_at = played_at.map_or_else(String::new, |time| time.to_rfc3339());
        let fields = [period.clone(), played_at, record.to_string(), games.to_string()];
        let numbers = [rating.mean, rating.deviation, rating.conservative].map(|value| number(Some(value)));
        sheet.line(fields.into_iter().chain(numbers));
    }
    response
        .content_type("text/csv; charset=utf-8; header=present")
        .insert_header((CONTENT_DISPOSITION, "inline; filename=\"rating.csv\""))
        .body(sheet.text())
}

/// Draws the means with their 95 % intervals.
fn draw(
    history: &RatingHistory,
    entry: CatalogueEntry,
    look: &StatisticsQuery,
    request: &HttpRequest,
    response: &mut HttpResponseBuilder,
) -> Result<HttpResponse, Problem> {
    let figures = |rating: &Rating, games: usize| Observations {
        n: games as u64,
        games: games as u64,
        mean: Some(rating.mean),
        interval: Some(Interval {
            low: rating.mean - Z_95_PERCENT * rating.deviation,
            high: rating.mean + Z_95_PERCENT * rating.deviation,
        }),
        ..Observations::default()
    };
    let group = |point: &RatingPoint| StatisticalGroup {
        key: GroupKey(vec![(history.by.clone(), StatisticalValue::Word(point.period.clone()))]),
        figures: figures(&point.rating, point.games),
    };
    let nothing = || Observations { notes: vec![StatisticalNote::NoObservations], ..Observations::default() };
    let values = Statistics {
        metric: entry,
        question: std::iter::once(("player".to_owned(), vec![history.player.name.clone()])).collect(),
        as_of: history.moment.as_of,
        cursor: history.moment.cursor.clone(),
        total: history.points.last().map_or_else(nothing, |last| figures(&last.rating, last.games)),
        groups: Some(history.points.iter().map(group).collect()),
        omitted: history.omitted as u64,
        comparison: None,
        notes: Vec::new(),
        player_names: HashMap::new(),
    };
    let language = look.language.unwrap_or_else(|| accepted_language(request));
    let look = ChartOptions { language, theme: look.theme, width: look.width, height: look.height };
    #[expect(
        clippy::disallowed_methods,
        reason = "a line through a thousand points at most, in a slot for scans"
    )]
    let drawn = kifu_chart::draw(&values, &look).map_err(Problem::internal)?;
    Ok(response
        .content_type(SVG)
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY))
        .body(drawn))
}
