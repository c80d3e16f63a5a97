//! `GET /v1/leaderboards/{game}`: the best players of a game.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::AnyOptions;
use kifu_engine::game::Meta;
use kifu_engine::games;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::cost::Admission;
use crate::http::extractors::{self, negotiate};
use crate::http::media::CSV;
use crate::http::problem::{Code, Problem};
use crate::http::query_params::{QueryParams, words};
use crate::records::view::head::ListedPlayer;
use crate::records::view::head::PlayerLink;
use crate::statistics::answers::as_of::{CountedUpTo, Tag, as_of};
use crate::statistics::answers::names::names;
use crate::statistics::answers::query::{self, AS_OF_PATTERN};
use crate::statistics::answers::ratings::{self, RatingQuery};
use crate::statistics::answers::rounded_json::rounded_json;
use kifu_statistics::csv::{CsvWriter, number};
use kifu_statistics::definitions::{COMMON, WON};
use kifu_statistics::estimate::Estimand;
use kifu_statistics::estimate::{ClusterSums, Sums};
use kifu_statistics::ratings::definition::{Rating, RatingDefinition};
use kifu_statistics::ratings::game_ratings::{GameRatings, RatingStep};
use kifu_statistics::ratings::rate::SkillDistribution;
use kifu_statistics::ratings::results::{Estimate, PlayerNumbers, has_places};
use kifu_statistics::{catalogue, shapes};
use kifu_store::PlayerId;

/// Parameters that mean what they mean in questions about metrics.
const METRIC_PARAMETERS: [&str; 10] =
    ["from", "to", "tz", "place", "tag", "without_tag", "seats", "result", "irregular", "simulated"];
/// Players on a leaderboard at most, and if nobody says.
const MAX_RANKED_PLAYERS: u64 = 1000;
const DEFAULT_RANKED_PLAYERS: usize = 100;
/// Games that somebody must have played, at most, and if nobody says.
const MAX_MIN_GAMES: u64 = 1_000_000;
const DEFAULT_MIN_GAMES: usize = 5;
const SORTS: [&str; 5] = ["rating", "wins", "place", "points", "games"];
const FORMATS: [&str; 2] = ["json", "csv"];
const JSON: &str = "application/json";

/// The best players of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Leaderboard {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The definition of the ratings.
    pub definition: RatingDefinition,
    /// The question: each parameter that decided the answer with its values, those nobody gave included.
    pub question: BTreeMap<String, Vec<String>>,
    /// The moment of the answer.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// The number of games that count.
    pub games: u64,
    /// The players, the best first.
    pub players: Vec<RankedPlayer>,
    /// The number of further players with enough games beyond `limit`.
    pub omitted: u64,
    /// The difficulty of a game that all win or lose together, by options and number of seats, the hardest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<RatedVariant>,
}

/// A player on a leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RankedPlayer {
    /// 1 is the best; those who are equal share it, and the next ones are skipped.
    pub rank: usize,
    /// The player.
    pub player: ListedPlayer,
    /// The rating of the player.
    pub rating: Rating,
    /// The games of it in numbers.
    #[serde(flatten)]
    pub numbers: PlayerNumbers,
}

/// A way to play a game that all win or lose together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatedVariant {
    /// Its options.
    pub options: AnyOptions,
    /// The number of players.
    pub seats: u8,
    /// The number of games with a known player, and the share that was won.
    pub wins: Option<Estimate>,
    /// The rating of the game itself, for one seat: players who each have it win half of their games.
    pub rating: Rating,
}

/// The parameters for the contract.
pub fn parameters() -> Vec<Parameter> {
    let shared = |name: &str| METRIC_PARAMETERS.contains(&name) || name.starts_with(catalogue::OPTION_PREFIX);
    let mut all: Vec<Parameter> =
        query::parameters().into_iter().filter(|parameter| shared(parameter.name())).collect();
    all.extend([
        Parameter::integer("min_games", 1, MAX_MIN_GAMES, "Only players with so many games; 5 if nobody says."),
        Parameter::words(
            "sort",
            || words(&SORTS),
            "What players are ranked by: `rating` (μ − 3σ; if nobody says), the share of `wins`, the mean `place` or \
             `points`, or how many `games`.",
        ),
        Parameter::integer("limit", 1, MAX_RANKED_PLAYERS, "How many players at most; 100 if nobody says."),
        Parameter::pattern(
            "as_of",
            AS_OF_PATTERN,
            "As the archive stood then: at a time, at the end of a day (UTC), at a `cursor` that an answer or the \
             feed gave, or `now`, with everything acknowledged before the question.",
        ),
        Parameter::words("format", || words(&FORMATS), "What the answer is written in; else as `Accept` wants."),
    ]);
    all
}

/// The query of a ranking.
struct RankingQuestion {
    rating_query: RatingQuery,
    least: usize,
    limit: usize,
    sort: String,
    question: BTreeMap<String, Vec<String>>,
    is_csv: bool,
}

/// Answers it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let slug = request.match_info().get("game").unwrap_or_default();
    let meta = games::find(slug).ok_or_else(|| Problem::plain(Code::NotFound))?.meta();
    let params = extractors::parameters(&request)?;
    let ranking = RankingQuestion::read(&app, &request, meta, &params)?;
    let RankingQuestion { rating_query, least, limit, sort, .. } = &ranking;
    let (least, limit, by) = (*least, *limit, sort.clone());
    let found = move |rating_query: &RatingQuery, ratings: &GameRatings| {
        RankedPlayers::of(ratings, rating_query.game, least, limit, &by)
    };
    let slot = Admission::of(&request)?.slot().await?;
    let (mut found, moment) =
        ratings::read(&app.ratings, (&app.archive, app.store(), &slot), vec![rating_query.clone()], found)
            .await?;
    let found =
        found.pop().ok_or_else(|| Problem::internal("a leaderboard was asked for and none was made"))?;
    let who: BTreeSet<Uuid> = found.players.iter().map(|row| row.player).collect();
    let names = names(app.store(), &who).await?;
    let question = format!("{:?}", (meta.slug, &ranking.question, ranking.is_csv, as_of_param(&params)));
    let epoch = app.store().epoch();
    let tag = Tag { snapshot: &moment, epoch, question: &question, names: &names, private: false };
    tag.answer(&request, |response| {
        let board = Leaderboard {
            game: meta.slug,
            definition: RatingDefinition::of([meta].into_iter()),
            question: ranking.question,
            moment: CountedUpTo::of(&app.feed.sealer, &moment),
            games: found.games,
            omitted: found.omitted,
            players: found.players.into_iter().filter_map(|row| row.named(&names)).collect(),
            variants: found.variants,
        };
        if !ranking.is_csv {
            return rounded_json(response, &board);
        }
        let name = format!("inline; filename=\"leaderboard-{}.csv\"", meta.slug);
        Ok(response
            .content_type("text/csv; charset=utf-8; header=present")
            .insert_header((CONTENT_DISPOSITION, name))
            .body(sheet(&board)))
    })
}

fn as_of_param(params: &[(String, String)]) -> Option<&str> {
    QueryParams(params).all("as_of").next()
}

impl RankingQuestion {
    fn read(
        app: &App,
        request: &HttpRequest,
        game: &'static Meta,
        params: &[(String, String)],
    ) -> Result<Self, Problem> {
        let reader = QueryParams(params);
        reader.check(&parameters())?;
        let won = catalogue::find(&shapes::id(COMMON, WON)).ok_or_else(|| Problem::plain(Code::NotFound))?;
        let mut filter = query::filter(won, game.slug, params)?;
        // All of them are of one game.
        filter.games.clear();
        let number = |name, most: u64| reader.number(name, 1, most.cast_signed());
        let least = number("min_games", MAX_MIN_GAMES)?.unwrap_or(DEFAULT_MIN_GAMES);
        let limit = number("limit", MAX_RANKED_PLAYERS)?.unwrap_or(DEFAULT_RANKED_PLAYERS);
        let sort = reader.word("sort", &SORTS)?.unwrap_or_else(|| SORTS[0].to_owned());
        let mut question: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in params.iter().filter(|(name, _)| !["as_of", "format"].contains(&name.as_str())) {
            question.entry(name.clone()).or_default().push(value.clone());
        }
        let usual = [("min_games", least.to_string()), ("limit", limit.to_string()), ("sort", sort.clone())];
        let inclusions = [("irregular", filter.irregular), ("simulated", filter.simulated)];
        let inclusions = inclusions.map(|(name, usual)| (name, query::inclusion(usual)));
        let usual = usual.into_iter().chain(inclusions);
        for (name, value) in usual {
            question.entry(name.to_owned()).or_insert_with(|| vec![value]);
        }
        let is_csv = match reader.word("format", &FORMATS)? {
            Some(format) => format == "csv",
            None => negotiate(request, &[JSON, CSV])? == CSV,
        };
        let rating_query = RatingQuery { game: game.slug, filter, as_of: as_of(&app.feed.sealer, reader)? };
        Ok(Self { rating_query, least, limit, sort, question, is_csv })
    }
}

/// The players by rank.
struct RankedPlayers {
    games: u64,
    players: Vec<Row>,
    omitted: u64,
    variants: Vec<RatedVariant>,
}

/// A player before it is known what the player is called.
struct Row {
    rank: usize,
    player: Uuid,
    rating: Rating,
    numbers: PlayerNumbers,
}

impl Row {
    fn named(self, names: &HashMap<Uuid, String>) -> Option<RankedPlayer> {
        let Self { rank, player, rating, numbers } = self;
        let name = names.get(&player)?.clone();
        Some(RankedPlayer {
            rank,
            player: ListedPlayer { player: PlayerLink::to(PlayerId(player)), name },
            rating,
            numbers,
        })
    }
}

impl RankedPlayers {
    fn of(ratings: &GameRatings, game: &str, least: usize, limit: usize, sort: &str) -> Self {
        let has_places = has_places(game);
        // A player with no value to be ranked by is not ranked.
        let ranked =
            ratings.players().filter(|(_, history)| history.len() >= least).filter_map(|(id, history)| {
                let key = sort_key(ratings, history, has_places, sort)?;
                Some((key, id, history))
            });
        let mut ranked: Vec<(f64, Uuid, &[RatingStep])> = ranked.collect();
        ranked.sort_unstable_by(|(one, a, _), (other, b, _)| other.total_cmp(one).then(a.cmp(b)));
        let omitted = ranked.len().saturating_sub(limit) as u64;
        ranked.truncate(limit);
        let mut players: Vec<Row> = Vec::with_capacity(ranked.len());
        let mut before: Option<(f64, usize)> = None;
        for (index, (key, player, history)) in ranked.into_iter().enumerate() {
            let Some(step) = history.last() else { continue };
            let rank =
                before.filter(|(equal, _)| equal.total_cmp(&key).is_eq()).map_or(index + 1, |(_, rank)| rank);
            before = Some((key, rank));
            let numbers = PlayerNumbers::of(ratings, history, has_places);
            players.push(Row { rank, player, rating: step.rating.into(), numbers });
        }
        Self { games: ratings.len() as u64, players, omitted, variants: variants(game, ratings) }
    }
}

/// The value that players are ranked by, the greatest first.
fn sort_key(ratings: &GameRatings, history: &[RatingStep], has_places: bool, sort: &str) -> Option<f64> {
    match sort {
        "rating" => history.last().map(|step| Rating::from(step.rating).conservative),
        "games" => Some(history.len() as f64),
        _ => {
            let numbers = PlayerNumbers::of(ratings, history, has_places);
            match sort {
                "wins" => numbers.wins.map(|wins| wins.mean),
                "place" => numbers.place.map(|place| -place.mean),
                _ => numbers.points.map(|points| points.mean),
            }
        }
    }
}

fn variants(game: &str, ratings: &GameRatings) -> Vec<RatedVariant> {
    let mut variants: Vec<RatedVariant> = ratings
        .variants()
        .filter_map(|(variant, history)| {
            let mut wins = Sums::default();
            for step in history {
                let mut won = ClusterSums::default();
                won.add(f64::from(u8::from(ratings.game(step).1.won)));
                wins.add(won);
            }
            let SkillDistribution { mean, deviation } = history.last()?.rating;
            let seats = f64::from(variant.seats);
            let of_one = SkillDistribution { mean: mean / seats, deviation: deviation / seats.sqrt() };
            Some(RatedVariant {
                options: AnyOptions::of(
                    game,
                    &serde_json::from_str::<Value>(&variant.options).unwrap_or_default(),
                ),
                seats: variant.seats,
                wins: Estimate::of(&wins, Estimand::Share),
                rating: of_one.into(),
            })
        })
        .collect();
    variants.sort_by(|one, other| other.rating.mean.total_cmp(&one.rating.mean));
    variants
}

/// A row a player, with the names that the JSON has.
fn sheet(board: &Leaderboard) -> String {
    let mut sheet = CsvWriter::default();
    let figures = ["wins", "place", "points"];
    let figures = figures.iter().flat_map(|name| ["", "_low", "_high"].map(|end| format!("{name}{end}")));
    let names = ["rank", "player", "player_name", "mean", "deviation", "conservative", "games"];
    let names = names.map(str::to_owned).into_iter().chain(figures);
    sheet.line(names.chain(["first_played", "last_played"].map(str::to_owned)));
    for RankedPlayer { rank, player, rating, numbers } in &board.players {
        let mut fields = vec![rank.to_string(), player.player.id.to_string(), player.name.clone()];
        fields.extend([rating.mean, rating.deviation, rating.conservative].map(|value| number(Some(value))));
        fields.push(numbers.games.to_string());
        for figure in [&numbers.wins, &numbers.place, &numbers.points] {
            let interval = figure.as_ref().and_then(|figure| figure.interval);
            fields.push(number(figure.as_ref().map(|figure| figure.mean)));
            fields.extend([number(interval.map(|it| it.low)), number(interval.map(|it| it.high))]);
        }
        let times = [numbers.first_played, numbers.last_played];
        fields.extend(times.map(|time| time.map_or_else(String::new, |time| time.to_rfc3339())));
        sheet.line(fields.into_iter());
    }
    sheet.text()
}
