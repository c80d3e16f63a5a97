//! `GET /v1/players/{id}/opponents`: with and against whom somebody plays, and how that goes.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::counted::{AS_OF, PlayerQuestion, called, named, which};
use crate::app::App;
use crate::contract::Parameter;
use crate::counting::as_of::CountedUpTo;
use crate::given::{Given, words};
use crate::problem::Problem;
use crate::record_view::head::ListedPlayer;
use kifu_statistics::ratings::results::{PairTotals, Pairing, is_together, met};

/// Players shown at most, and if nobody says.
const MAX_OPPONENTS: u64 = 1000;
const DEFAULT_OPPONENTS: usize = 50;
/// Games together at least, at most.
const MAX_MIN_GAMES: u64 = 1_000_000;
const SORTS: [&str; 4] = ["games", "wins", "losses", "last_played"];

/// Everybody who sat at a table with a player. Finished public records without a breach of the rules count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Opponents {
    /// Who; the successor, where the id that was asked for was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Of when it is.
    #[serde(flatten)]
    pub moment: CountedUpTo,
    /// The others, in the order asked for.
    pub opponents: Vec<Opponent>,
    /// How many more there are than `limit` let in.
    pub left_out: usize,
}

/// Somebody else, with and against whom the player played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Opponent {
    /// Who.
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
    which().into_iter().chain(own).collect()
}

/// Shows them.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let asked = PlayerQuestion::read(&app, &request, &parameters()).await?;
    let limit = asked.number("limit", [1, MAX_OPPONENTS], DEFAULT_OPPONENTS)?;
    let least = asked.number("min_games", [1, MAX_MIN_GAMES], 1)?;
    let sort = Given(&asked.given).word("sort", &words(&SORTS))?;
    let player = asked.player.id.0;
    let (by_game, moment) =
        asked.ladders(&app, move |wanted, ladder| met(ladder, player, is_together(wanted.game))).await?;
    let mut all: HashMap<Uuid, PairTotals> = HashMap::new();
    for (other, meetings) in by_game.into_iter().flatten() {
        *all.entry(other).or_default() += meetings;
    }
    all.retain(|_, meetings| meetings.games() >= least as u64);
    let mut met: Vec<(Uuid, PairTotals)> = all.into_iter().collect();
    order(&mut met, sort.as_deref().unwrap_or(SORTS[0]));
    let left_out = met.len().saturating_sub(limit);
    met.truncate(limit);
    let names = called(&app, met.iter().map(|(id, _)| *id)).await?;
    asked.answer(&app, &request, &moment, &names, |player, moment, response| {
        let opponent = |(id, meetings): (Uuid, PairTotals)| {
            Some(Opponent { player: named(id, names.get(&id)?), pairing: meetings.pairing() })
        };
        let opponents = met.into_iter().filter_map(opponent).collect();
        Ok(response.json(Opponents { player, moment, opponents, left_out }))
    })
}

/// Those of one rank: with the most games first, then by id.
fn order(met: &mut [(Uuid, PairTotals)], sort: &str) {
    met.sort_by(|(a, one), (b, other)| other.games().cmp(&one.games()).then(a.cmp(b)));
    let share = |meetings: &PairTotals| {
        let against = meetings.pairing().against?;
        Some(if sort == "wins" { against.wins.mean } else { against.their_wins.mean })
    };
    match sort {
        "last_played" => met.sort_by_key(|(_, meetings)| std::cmp::Reverse(meetings.last())),
        "wins" | "losses" => met.sort_by(|(_, one), (_, other)| match (share(one), share(other)) {
            (Some(one), Some(other)) => other.total_cmp(&one),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }),
        _ => {}
    }
}
