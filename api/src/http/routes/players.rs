//! People.

use actix_web::http::Method;
use actix_web::web;

use super::{READ_PROBLEMS, read};
use crate::http::contract::{Answer, Endpoint, Identity, LINK, LOCATION, Parameter};
use crate::http::problem::Code;
use crate::players;

const WRITE_PROBLEMS: &[Code] = &[Code::MalformedBody, Code::Erased];

/// The endpoints.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::cheap(Method::POST, "/v1/players", "create_player", "Make a profile", || {
            web::post().to(players::create::handle)
        })
        .only_for(Identity::Opener)
        .takes::<players::PlayerNaming>()
        .keyed()
        .answers(Answer::json::<players::create::CreatedPlayer>(201).with(LOCATION))
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::Unauthenticated, Code::Erased])
        .problems(&[Code::KeyReused]),
        Endpoint::scans(
            Method::GET,
            "/v1/players",
            "list_players",
            "Players of public records, by name",
            || read().to(players::list::handle),
        )
        .query(Parameter::text("name", "How the name begins; case, width and kana make no difference."))
        .query(Parameter::pattern(
            "cursor",
            players::list::CURSOR_PATTERN,
            "Where to go on, as a page gave it.",
        ))
        .query(Parameter::integer("limit", 1, 100, "How many at most."))
        .answers(Answer::json::<players::list::PlayerPage>(200).with(LINK))
        .problems(&[Code::MalformedParameter, Code::Unauthenticated]),
        Endpoint::cheap(
            Method::GET,
            "/v1/players/{id}",
            "show_player",
            "What public records say of a player",
            || read().to(players::profile::handle),
        )
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Erased]),
        Endpoint::cheap(
            Method::PATCH,
            "/v1/players/{id}",
            "change_player",
            "Another name, in every record at once; who may seat the player",
            || web::patch().to(players::change::handle),
        )
        .only_for(Identity::Player)
        .takes_patch::<players::change::PlayerPatch>()
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READ_PROBLEMS)
        .problems(WRITE_PROBLEMS),
        Endpoint::cheap(
            Method::DELETE,
            "/v1/players/{id}",
            "erase_player",
            "Forget a player; the games stay as somebody's",
            || web::delete().to(players::erase::handle),
        )
        .only_for(Identity::Player)
        .answers(Answer::empty(204))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Erased]),
        Endpoint::cheap(
            Method::POST,
            "/v1/players/{id}/merge",
            "merge_players",
            "Two profiles are one person's",
            || web::post().to(players::merge::handle),
        )
        .only_for(Identity::Player)
        .takes::<players::merge::MergeRequest>()
        .answers(Answer::json::<players::profile::Profile>(200))
        .problems(READ_PROBLEMS)
        .problems(WRITE_PROBLEMS)
        .problems(&[Code::Forbidden, Code::UnknownPlayer, Code::SatTogether]),
        Endpoint::cheap(
            Method::POST,
            "/v1/players/{id}/claims",
            "claim_seats",
            "Guests of earlier records are this player",
            || web::post().to(players::claims::handle),
        )
        .only_for(Identity::Player)
        .takes::<players::claims::Claims>()
        .answers(Answer::json::<players::claims::Claimed>(200))
        .problems(READ_PROBLEMS)
        .problems(WRITE_PROBLEMS)
        .problems(&[Code::Forbidden, Code::SeatTaken, Code::UnfitSeats]),
        Endpoint::cheap(
            Method::GET,
            "/v1/players/{id}/seats",
            "list_player_seats",
            "Where a player was seated, in records of every visibility; for the player",
            || read().to(players::seats::list),
        )
        .only_for(Identity::Player)
        .query(Parameter::id("before", "Only records with a smaller id than this one."))
        .query(Parameter::integer("limit", 1, players::seats::MAX_SEATS_PER_PAGE.into(), "How many at most."))
        .answers(Answer::json::<players::seats::PlayerSeats>(200).with(LINK))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::Erased]),
        Endpoint::cheap(
            Method::DELETE,
            "/v1/players/{id}/seats/{record}",
            "leave_seat",
            "Leave a seat, which is then a guest's without a name",
            || web::delete().to(players::seats::leave),
        )
        .only_for(Identity::Player)
        .answers(Answer::empty(204))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Erased]),
        Endpoint::cheap(
            Method::POST,
            "/v1/players/{id}/token",
            "replace_player_token",
            "A new token for a player",
            || web::post().to(players::token::handle),
        )
        .only_for(Identity::PlayerBearer)
        .keyed()
        .answers(Answer::json::<players::token::NewToken>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Erased, Code::KeyReused]),
    ]
}
