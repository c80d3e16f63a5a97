//! `GET /v1/players/{id}/versus/{other}`: head to head.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::player_question::{
    AS_OF, PlayerQuestion, filter_parameters, listed_player, player_names, visible_player,
};
use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::extractors::path_uuid;
use crate::http::problem::Problem;
use crate::http::words::requests::Requests;
use crate::records::view::head::ListedPlayer;
use crate::statistics::answers::as_of::CountedUpTo;
use crate::statistics::answers::ratings::RatingQuery;
use crate::statistics::answers::rounded_json::rounded_json;
use kifu_statistics::ratings::game_ratings::{GameRatings, RatingStep, Seat};
use kifu_statistics::ratings::results::{
    PairTotals, Pairing, PlayedRecord, SeatResult, has_places, is_cooperative,
};
use kifu_store::PlayerId;

/// Meetings shown at most, and if nobody says.
const MAX_MEETINGS: u64 = 1000;
const DEFAULT_MEETINGS: usize = 20;

/// Two players at one table. Finished public records without a breach of the rules count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Versus {
    /// The player; the successor, if the requested id was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Against whom.
    pub other: ListedPlayer,
    /// The moment of the answer.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// All games.
    pub total: Pairing,
    /// By kind of game, the most played first.
    pub games: Vec<VersusGame>,
    /// The last meetings, the latest first.
    pub meetings: Vec<Meeting>,
}

/// Two players at one kind of game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VersusGame {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The result.
    #[serde(flatten)]
    pub pairing: Pairing,
}

/// A game with both players at the table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Meeting {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The record.
    pub record: PlayedRecord,
    /// The result of the player.
    pub player: SeatResult,
    /// The result of the other player.
    pub other: SeatResult,
}

/// The parameters for the contract.
pub fn parameters() -> Vec<Parameter> {
    let about = "How many of the last meetings are shown; 20 if nobody says.";
    filter_parameters()
        .into_iter()
        .chain([Parameter::integer("meetings", 0, MAX_MEETINGS, about), AS_OF])
        .collect()
}

/// Shows it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let question = PlayerQuestion::read(&app, &request, &parameters()).await?;
    let other = visible_player(&app, &request, PlayerId(path_uuid(&request, "other")?)).await?;
    if other.id == question.player.id {
        return Err(one_and_the_same(other.id.0));
    }
    let limit = question.number("meetings", [0, MAX_MEETINGS], DEFAULT_MEETINGS)?;
    let who = [question.player.id.0, other.id.0];
    let read = move |rating_query: &RatingQuery, ratings: &GameRatings| {
        Between::of(ratings, rating_query.game, who, limit)
    };
    let (between, moment) = question.rating_histories((&app, &request), read).await?;
    let mut total = PairTotals::default();
    let (mut games, mut last) = (Vec::new(), Vec::new());
    for Between { game, meetings, last: of_game } in between {
        total += meetings;
        games.extend((meetings.games() > 0).then(|| VersusGame { game, pairing: meetings.pairing() }));
        last.extend(of_game);
    }
    games.sort_by_key(|game: &VersusGame| std::cmp::Reverse(game.pairing.games));
    last.sort_by_key(|meeting: &Meeting| std::cmp::Reverse((meeting.record.played_at, meeting.record.id)));
    last.truncate(limit);
    let names = player_names(&app, who.into_iter()).await?;
    question.answer(&app, &request, &moment, &names, |player, moment, response| {
        let other = listed_player(other.id.0, other.name.as_str());
        let total = total.pairing();
        rounded_json(response, &Versus { player, other, moment, total, games, meetings: last })
    })
}

fn one_and_the_same(player: Uuid) -> Problem {
    let problem = Problem::parameter("other", Requests::SamePlayer { name: "other".into() });
    problem.with(json!({"parameter": "other", "input": player}))
}

/// The games of two players of one kind.
struct Between {
    game: &'static str,
    meetings: PairTotals,
    /// The last ones, the latest last.
    last: Vec<Meeting>,
}

impl Between {
    fn of(ratings: &GameRatings, game: &'static str, [player, other]: [Uuid; 2], limit: usize) -> Self {
        let cooperative = is_cooperative(game);
        let theirs =
            |step: &RatingStep| ratings.others(step).find(|(id, _)| *id == other).map(|(_, seat)| *seat);
        let found = ratings.history(player).iter().filter_map(|step| Some((step, theirs(step)?)));
        let found: Vec<(&RatingStep, Seat)> = found.collect();
        let mut meetings = PairTotals::default();
        for (step, theirs) in &found {
            let (game, mine) = ratings.game(step);
            meetings.add(game.played_at, [mine, theirs], cooperative);
        }
        let has_places = has_places(game);
        let meeting = |(step, theirs): &(&RatingStep, Seat)| Meeting {
            game,
            record: PlayedRecord::of(ratings, step),
            player: SeatResult::of(ratings.game(step).1, has_places),
            other: SeatResult::of(theirs, has_places),
        };
        let last = found[found.len().saturating_sub(limit)..].iter().map(meeting).collect();
        Self { game, meetings, last }
    }
}
