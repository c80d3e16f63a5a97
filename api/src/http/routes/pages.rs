//! Routes of the pages for the browser.

use actix_web::http::Method;
use serde_json::json;

use super::read;
use crate::http::contract::{self, Answer, Endpoint, Parameter};
use crate::http::media::HTML;
use crate::http::problem::Code;
use crate::pages::{files, home, open, pad, player, players, preview, record, rules, statistics};

const LANGUAGE: Parameter =
    Parameter::words("language", contract::languages, "Of the page; else as `Accept-Language` wants.");

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        page(Endpoint::cheap, "/", "show_home", "What is played and was played, for people", || {
            read().to(home::show)
        }),
        page(Endpoint::cheap, "/open/{game}", "show_opening", "Open a record, for people", || {
            read().to(open::show)
        }),
        page(Endpoint::folds, "/games/{id}", "show_page", "A record, for people", || read().to(record::show)),
        Endpoint::draws(
            Method::GET,
            "/games/{id}/preview.png",
            "preview_picture",
            "A record as a preview of its link shows it: the table, and how the game ended",
            || read().to(preview::picture),
        )
        .conditional()
        .query(LANGUAGE)
        .query(Parameter::text("at", "After this step, as the public saw it then; else the end."))
        .answers(Answer::of(200, "image/png"))
        .problems(&[Code::MalformedParameter, Code::Unauthenticated, Code::NotFound]),
        page(
            Endpoint::folds,
            "/games/{id}/pad",
            "show_pad",
            "The scribe's pad: what can happen now, as keys",
            || read().to(pad::scribe),
        ),
        page(
            Endpoint::folds,
            "/games/{id}/seat",
            "show_seat",
            "A seat's own pad: its view, its moves, its part of joint moves",
            || read().to(pad::seat),
        ),
        manifest("/games/{id}/pad.webmanifest", "pad_manifest", || read().to(pad::scribe_manifest)),
        manifest("/games/{id}/seat.webmanifest", "seat_manifest", || read().to(pad::seat_manifest)),
        page(
            Endpoint::cheap,
            "/players",
            "show_players",
            "Players, for people: found by name, and who leads",
            || read().to(players::show),
        ),
        page(Endpoint::cheap, "/players/{id}", "show_player_page", "A player, for people", || {
            read().to(player::show)
        }),
        page(Endpoint::cheap, "/statistics", "show_statistics", "What records say, for people", || {
            read().to(statistics::show)
        }),
        page(
            Endpoint::cheap,
            "/statistics/{game}",
            "show_game_statistics",
            "What records of a game say, for people",
            || read().to(statistics::game::show),
        ),
        page(
            Endpoint::cheap,
            "/statistics/metrics/{metric}",
            "show_metric_page",
            "A metric to be explored, for people",
            || read().to(statistics::metric::show),
        ),
        page(Endpoint::cheap, "/rules", "show_games", "The games, for people", || read().to(rules::list)),
        page(Endpoint::cheap, "/rules/{game}", "show_rules_page", "The rules of a game, for people", || {
            read().to(rules::show)
        })
        .query(crate::records::rules::VERSION),
        Endpoint::draws(
            Method::GET,
            "/rules/{game}/set-up.svg",
            "set_up_picture",
            "How a game is set up, as a picture",
            || read().to(rules::set_up),
        )
        .conditional()
        .query(LANGUAGE)
        .answers(Answer::of(200, "image/svg+xml"))
        .problems(&[Code::MalformedParameter, Code::NotFound]),
        file("/pages/{version}/{file}", "page_file", "What pages are made of", || {
            read().to(files::page_file)
        })
        .path_part("file", || json!({"type": "string", "enum": files::names("")})),
        file("/pages/{version}/lib/{lib_file}", "shared_page_file", "What pages share", || {
            read().to(files::shared_file)
        })
        .path_part("lib_file", || json!({"type": "string", "enum": files::names("lib/")})),
    ]
}

/// A constructor of endpoints of one class.
type Constructor = fn(Method, &'static str, &'static str, &'static str, fn() -> actix_web::Route) -> Endpoint;

fn page(
    constructor: Constructor,
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    route: fn() -> actix_web::Route,
) -> Endpoint {
    constructor(Method::GET, path, name, summary, route)
        .conditional()
        .query(LANGUAGE)
        .answers(Answer::of(200, HTML))
        .problems(&[Code::MalformedParameter, Code::NotFound])
}

fn file(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    route: fn() -> actix_web::Route,
) -> Endpoint {
    Endpoint::cheap(Method::GET, path, name, summary, route)
        .conditional()
        .answers(Answer::of(200, "text/javascript").or("text/css").or("image/svg+xml"))
        .problems(&[Code::NotFound])
}

fn manifest(path: &'static str, name: &'static str, route: fn() -> actix_web::Route) -> Endpoint {
    Endpoint::cheap(Method::GET, path, name, "With it a phone installs the pad", route)
        .query(LANGUAGE)
        .answers(Answer::of(200, pad::MANIFEST))
        .problems(&[Code::MalformedParameter, Code::NotFound])
}
