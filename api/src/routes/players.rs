//! People.

use actix_web::http::Method;
use actix_web::web;

use super::{READS, read};
use crate::contract::{Answer, Endpoint, Parameter};
use crate::players;
use crate::problem::Code;
use crate::records::board;
use crate::statistics::show;

const PLAYERS: &[Code] = &[Code::MalformedBody, Code::Erased, Code::BodyTooLarge, Code::UnsupportedMediaType];
const COUNTED: &[Code] = &[Code::MalformedParameter, Code::Erased];

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/players", "create_player", "Make a profile", || {
            web::post().to(players::create::handle)
        })
        .takes::<players::Naming>()
        .keyed()
        .answers(Answer::json::<players::create::CreatedPlayer>(201))
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::Unauthenticated, Code::Erased])
        .problems(&[Code::KeyReused, Code::BodyTooLarge, Code::UnsupportedMediaType]),
        Endpoint::new(
            Method::GET,
            "/v1/players",
            "list_players",
            "Players of public records, by name",
            || read().to(players::list::handle),
        )
        .query(Parameter::text("name", "How the name begins; case, width and kana make no difference."))
        .query(Parameter::pattern("cursor", players::list::CURSOR, "Where to go on, as a page gave it."))
        .query(Parameter::integer("limit", 1, 100, "How many at most."))
        .answers(Answer::json::<players::list::Page>(200))
        .problems(&[Code::MalformedParameter, Code::Unauthenticated]),
        Endpoint::new(
            Method::GET,
            "/v1/players/{id}",
            "show_player",
            "What public records say of a player",
            || read().to(players::profile::handle),
        )
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READS)
        .problems(&[Code::Erased]),
        Endpoint::new(
            Method::GET,
            "/v1/players/{id}/statistics",
            "show_player_statistics",
            "A player's games in numbers, with ratings and the last results",
            || read().to(players::statistics::handle),
        )
        .queries(players::statistics::parameters())
        .conditional()
        .answers(Answer::json::<players::statistics::PlayerStatistics>(200))
        .problems(READS)
        .problems(COUNTED),
        Endpoint::new(
            Method::GET,
            "/v1/players/{id}/ratings/{game}",
            "show_player_rating",
            "How a player's rating came to be",
            || read().to(players::rating::handle),
        )
        .queries(players::rating::parameters())
        .conditional()
        .answers(Answer::json::<players::rating::RatingHistory>(200).or(show::CSV).or(board::SVG))
        .problems(READS)
        .problems(COUNTED)
        .problems(&[Code::NotAcceptable]),
        Endpoint::new(
            Method::GET,
            "/v1/players/{id}/opponents",
            "list_opponents",
            "With and against whom a player plays, and how that goes",
            || read().to(players::opponents::handle),
        )
        .queries(players::opponents::parameters())
        .conditional()
        .answers(Answer::json::<players::opponents::Opponents>(200))
        .problems(READS)
        .problems(COUNTED),
        Endpoint::new(
            Method::GET,
            "/v1/players/{id}/versus/{other}",
            "show_versus",
            "Two players, head to head",
            || read().to(players::versus::handle),
        )
        .queries(players::versus::parameters())
        .conditional()
        .answers(Answer::json::<players::versus::Versus>(200))
        .problems(READS)
        .problems(COUNTED),
        Endpoint::new(
            Method::PATCH,
            "/v1/players/{id}",
            "rename_player",
            "Another name, in every record at once",
            || web::patch().to(players::rename::handle),
        )
        .takes_patch::<players::Naming>()
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READS)
        .problems(PLAYERS),
        Endpoint::new(
            Method::DELETE,
            "/v1/players/{id}",
            "erase_player",
            "Forget a player; the games stay as somebody's",
            || web::delete().to(players::erase::handle),
        )
        .answers(Answer::empty(204))
        .problems(READS)
        .problems(&[Code::Erased]),
        Endpoint::new(
            Method::POST,
            "/v1/players/{id}/merge",
            "merge_players",
            "Two profiles are one person's",
            || web::post().to(players::merge::handle),
        )
        .takes::<players::merge::Merger>()
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READS)
        .problems(PLAYERS)
        .problems(&[Code::Forbidden, Code::UnknownPlayer, Code::SatTogether]),
        Endpoint::new(
            Method::POST,
            "/v1/players/{id}/claims",
            "claim_seats",
            "Guests of earlier records are this player",
            || web::post().to(players::claims::handle),
        )
        .takes::<players::claims::Claims>()
        .answers(Answer::json::<players::claims::Claimed>(200))
        .problems(READS)
        .problems(PLAYERS)
        .problems(&[Code::Forbidden, Code::SeatTaken, Code::UnfitSeats]),
        Endpoint::new(
            Method::POST,
            "/v1/players/{id}/token",
            "replace_player_token",
            "A new token for a player",
            || web::post().to(players::token::handle),
        )
        .answers(Answer::json::<players::token::NewToken>(200))
        .problems(READS)
        .problems(&[Code::Erased]),
    ]
}
