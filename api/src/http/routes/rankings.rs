//! How good people are, and how they do against each other.

use actix_web::http::Method;

use super::{READ_PROBLEMS, read};
use crate::http::contract::{Answer, Endpoint};
use crate::http::media::{CSV, SVG};
use crate::http::problem::Code;
use crate::players;
use crate::statistics::leaderboard;

const QUERY_PROBLEMS: &[Code] = &[Code::MalformedParameter, Code::Erased];

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::scans(
            Method::GET,
            "/v1/leaderboards/{game}",
            "show_leaderboard",
            "Who is best at a game, by a published rating",
            || read().to(leaderboard::handle),
        )
        .queries(leaderboard::parameters())
        .conditional()
        .answers(Answer::json::<leaderboard::Leaderboard>(200).or(CSV))
        .problems(&[Code::MalformedParameter, Code::NotFound, Code::NotAcceptable]),
        Endpoint::scans(
            Method::GET,
            "/v1/players/{id}/statistics",
            "show_player_statistics",
            "A player's games in numbers, with ratings and the last results",
            || read().to(players::statistics::handle),
        )
        .queries(players::statistics::parameters())
        .conditional()
        .answers(Answer::json::<players::statistics::PlayerStatistics>(200))
        .problems(READ_PROBLEMS)
        .problems(QUERY_PROBLEMS),
        Endpoint::scans(
            Method::GET,
            "/v1/players/{id}/ratings/{game}",
            "show_player_rating",
            "How a player's rating came to be",
            || read().to(players::rating::handle),
        )
        .queries(players::rating::parameters())
        .conditional()
        .answers(Answer::json::<players::rating::RatingHistory>(200).or(CSV).or(SVG))
        .problems(READ_PROBLEMS)
        .problems(QUERY_PROBLEMS)
        .problems(&[Code::NotAcceptable]),
        Endpoint::scans(
            Method::GET,
            "/v1/players/{id}/opponents",
            "list_opponents",
            "With and against whom a player plays, and how that goes",
            || read().to(players::opponents::handle),
        )
        .queries(players::opponents::parameters())
        .conditional()
        .answers(Answer::json::<players::opponents::Opponents>(200))
        .problems(READ_PROBLEMS)
        .problems(QUERY_PROBLEMS),
        Endpoint::scans(
            Method::GET,
            "/v1/players/{id}/versus/{other}",
            "show_versus",
            "Two players, head to head",
            || read().to(players::versus::handle),
        )
        .queries(players::versus::parameters())
        .conditional()
        .answers(Answer::json::<players::versus::Versus>(200))
        .problems(READ_PROBLEMS)
        .problems(QUERY_PROBLEMS),
    ]
}
