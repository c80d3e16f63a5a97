//! `GET /v1/players/{id}/statistics`: a player's games in numbers, and how the player is doing.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use super::player_question::{AS_OF, PlayerQuestion, filter_parameters};
use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::problem::Problem;
use crate::records::view::head::ListedPlayer;
use crate::statistics::answers::as_of::CountedUpTo;
use crate::statistics::answers::rounded_json::rounded_json;
use kifu_statistics::ratings::definition::Rating;
use kifu_statistics::ratings::game_ratings::GameRatings;
use kifu_statistics::ratings::results::{PlayerNumbers, PlayerResult, has_places};

/// Results shown at most, and if nobody says.
const MAX_RECENT_RESULTS: u64 = 100;
const DEFAULT_RECENT_RESULTS: usize = 10;

/// A player's games in numbers. Finished public records without a breach of the rules count, for every client.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerStatistics {
    /// The player; the successor, if the requested id was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The moment of the answer.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// By kind of game, the most played first.
    pub games: Vec<PlayerGame>,
}

/// A player's games of one kind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerGame {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The games in numbers.
    #[serde(flatten)]
    pub numbers: PlayerNumbers,
    /// The rating of the player; `/v1/statistics` has its definition.
    pub rating: Rating,
    /// The last results, in the order they were played.
    pub form: Vec<PlayerResult>,
    /// The address of the rating's history, also as a chart.
    pub rating_url: String,
}

/// The parameters for the contract.
pub fn parameters() -> Vec<Parameter> {
    let about = "How many of the last results of each game are shown; 10 if nobody says.";
    filter_parameters()
        .into_iter()
        .chain([Parameter::integer("form", 0, MAX_RECENT_RESULTS, about), AS_OF])
        .collect()
}

/// Shows them.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let question = PlayerQuestion::read(&app, &request, &parameters()).await?;
    let form = question.number("form", [0, MAX_RECENT_RESULTS], DEFAULT_RECENT_RESULTS)?;
    let player = question.player.id.0;
    let read =
        move |rating_query: &_, ratings: &GameRatings| PlayerGame::of(rating_query, ratings, player, form);
    let (games, moment) = question.rating_histories((&app, &request), read).await?;
    let mut games: Vec<PlayerGame> = games.into_iter().flatten().collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.numbers.games));
    question.answer(&app, &request, &moment, &HashMap::new(), |player, moment, response| {
        rounded_json(response, &PlayerStatistics { player, moment, games })
    })
}

impl PlayerGame {
    fn of(
        rating_query: &crate::statistics::answers::ratings::RatingQuery,
        ratings: &GameRatings,
        player: uuid::Uuid,
        form: usize,
    ) -> Option<Self> {
        let (game, history) = (rating_query.game, ratings.history(player));
        let has_places = has_places(game);
        let last = &history[history.len().saturating_sub(form)..];
        Some(Self {
            game,
            rating: history.last()?.rating.into(),
            numbers: PlayerNumbers::of(ratings, history, has_places),
            form: last.iter().map(|step| PlayerResult::of(ratings, step, has_places)).collect(),
            rating_url: format!("/v1/players/{player}/ratings/{game}"),
        })
    }
}
