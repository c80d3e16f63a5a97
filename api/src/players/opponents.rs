//! `GET /v1/players/{id}/opponents`: with and against whom somebody plays, and how that goes.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::player_question::{AS_OF, PlayerQuestion, filter_parameters, listed_player, player_names};
use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::problem::Problem;
use crate::http::query_params::{QueryParams, words};
use crate::records::view::head::ListedPlayer;
use crate::statistics::answers::as_of::CountedUpTo;
use crate::statistics::answers::rounded_json::rounded_json;
use kifu_statistics::ratings::results::{PairTotals, Pairing, is_cooperative, opponents_of};

/// Players shown at most, and if nobody says.
const MAX_OPPONENTS: u64 = 1000;
const DEFAULT_OPPONENTS: usize = 50;
/// Games together at least, at most.
const MAX_MIN_GAMES: u64 = 1_000_000;
const SORTS: [&str; 4] = ["games", "wins", "losses", "last_played"];

/// Everybody who sat at a table with a player. Finished public records without a breach of the rules count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Opponents {
    /// The player; the successor, if the requested id was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The moment of the answer.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// The others, in the order asked for.
    pub opponents: Vec<Opponent>,
    /// The number of further ones beyond `limit`.
    pub omitted: usize,
}

/// Somebody else, with and against whom the player played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Opponent {
    /// The other player.
    pub player: ListedPlayer,
    /// How that went.
    #[serde(flatten)]
    pub pairing: Pairing,
}

/// The parameters for the contract.
pub fn parameters() -> Vec<Parameter> {
    let own = [
        Parameter::integer("min_games", 1, MAX_MIN_GAMES, "Only those with so many games together."),
        Parameter::words(
            "sort",
            || words(&SORTS),
            "Who comes first: with the most `games`, where the player `wins` most of those against each other, where \
             the other one does (`losses`), or who was met last.",
        ),
        Parameter::integer("limit", 1, MAX_OPPONENTS, "How many at most; 50 if nobody says."),
        AS_OF,
    ];
    filter_parameters().into_iter().chain(own).collect()
}

/// Shows them.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let question = PlayerQuestion::read(&app, &request, &parameters()).await?;
    let limit = question.number("limit", [1, MAX_OPPONENTS], DEFAULT_OPPONENTS)?;
    let least = question.number("min_games", [1, MAX_MIN_GAMES], 1)?;
    let sort = QueryParams(&question.params).word("sort", &SORTS)?;
    let player = question.player.id.0;
    let (by_game, moment) = question
        .rating_histories((&app, &request), move |rating_query, ratings| {
            opponents_of(ratings, player, is_cooperative(rating_query.game))
        })
        .await?;
    let mut all: HashMap<Uuid, PairTotals> = HashMap::new();
    for (other, meetings) in by_game.into_iter().flatten() {
        *all.entry(other).or_default() += meetings;
    }
    all.retain(|_, meetings| meetings.games() >= least as u64);
    let mut opponents_met: Vec<(Uuid, PairTotals)> = all.into_iter().collect();
    order(&mut opponents_met, sort.as_deref().unwrap_or(SORTS[0]));
    let omitted = opponents_met.len().saturating_sub(limit);
    opponents_met.truncate(limit);
    let names = player_names(&app, opponents_met.iter().map(|(id, _)| *id)).await?;
    question.answer(&app, &request, &moment, &names, |player, moment, response| {
        let opponent = |(id, meetings): (Uuid, PairTotals)| {
            Some(Opponent { player: listed_player(id, names.get(&id)?), pairing: meetings.pairing() })
        };
        let opponents = opponents_met.into_iter().filter_map(opponent).collect();
        rounded_json(response, &Opponents { player, moment, opponents, omitted })
    })
}

/// Sorts those of one rank: the most games first, then by id.
fn order(opponents_met: &mut [(Uuid, PairTotals)], sort: &str) {
    opponents_met.sort_by(|(a, one), (b, other)| other.games().cmp(&one.games()).then(a.cmp(b)));
    let share = |meetings: &PairTotals| {
        let against = meetings.pairing().against?;
        Some(if sort == "wins" { against.wins.mean } else { against.their_wins.mean })
    };
    match sort {
        "last_played" => opponents_met.sort_by_key(|(_, meetings)| std::cmp::Reverse(meetings.last())),
        "wins" | "losses" => opponents_met.sort_by(|(_, one), (_, other)| match (share(one), share(other)) {
            (Some(one), Some(other)) => other.total_cmp(&one),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }),
        _ => {}
    }
}
