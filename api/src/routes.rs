//! The one table of what the service answers: routing and contract are both read from it.

use std::collections::BTreeMap;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, Route, guard};

use crate::contract::{Answer, Endpoint, Parameter};
use crate::live::{stream, telling};
use crate::players;
use crate::plays::{bgg, bgstats};
use crate::problem::{Code, Problem};
use crate::records::show::Head;
use crate::records::{
    board, choices, copies, events, joint, list, moves, open, patch, replay, seat, share, show, tokens,
};
use crate::request::After;
use crate::search::query;
use crate::webhooks::{deliveries, resource as webhooks};
use crate::{archive, contract, docs, feed, health, logging, pages, rules, statistics};

const LIMIT: Parameter = Parameter::integer("limit", 1, 1000, "How many at most.");
const AFTER: Parameter = Parameter::integer("after", 0, After::MOST, "Only what comes after this number.");
const FORMAT: Parameter =
    Parameter::words("format", archive::export::Format::words, "As what; else as `Accept` wants.");
const LANGUAGE: Parameter = Parameter::words(
    "language",
    contract::languages,
    "Of the names of games in plays; else as `Accept-Language` wants.",
);
const BGG_ID: Parameter =
    Parameter::integer("bgg_id", 1, u32::MAX as u64, "BoardGameGeek's number of the game, for plays.");
const PART_OF: Parameter =
    Parameter::integer("seat", 0, 254, "Whose part it is; a seat's token needs not say.");
const MANAGES: &[Code] = &[Code::Unauthenticated, Code::Forbidden, Code::NotFound];
const ISSUES: &[Code] = &[Code::Forbidden, Code::MalformedParameter, Code::KeyReused];
const READS: &[Code] = &[Code::Unauthenticated, Code::NotFound];
const CHANGES: &[Code] = &[
    Code::MalformedBody,
    Code::MalformedParameter,
    Code::UnknownPlayer,
    Code::UnfitSeats,
    Code::Forbidden,
    Code::StaleVersion,
    Code::BodyTooLarge,
    Code::UnsupportedMediaType,
];
const PLAYERS: &[Code] = &[Code::MalformedBody, Code::Erased, Code::BodyTooLarge, Code::UnsupportedMediaType];

/// Every endpoint of the API.
#[expect(clippy::too_many_lines, reason = "a table")]
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/games", "open_record", "Open a record", || {
            web::post().to(open::handle)
        })
        .takes::<open::OpenRequest>()
        .keyed()
        .answers(Answer::json::<open::OpenedRecord>(201))
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::UnknownGame, Code::Unauthenticated])
        .problems(&[Code::UnknownPlayer, Code::UnfitSeats])
        .problems(&[
            Code::KeyReused,
            Code::BodyTooLarge,
            Code::UnsupportedMediaType,
            Code::Violation,
        ]),
        Endpoint::new(Method::GET, "/v1/games", "list_records", "Find records, newest first", || {
            read().to(list::handle)
        })
        .queries(query::parameters())
        .answers(Answer::json::<list::Page>(200))
        .problems(&[Code::MalformedParameter, Code::UnknownGame, Code::Unauthenticated]),
        Endpoint::new(Method::GET, "/v1/games/{id}", "show_record", "A record at a glance", || {
            read().to(show::handle)
        })
        .conditional()
        .answers(Answer::json::<show::Summary>(200))
        .problems(READS),
        Endpoint::new(
            Method::PATCH,
            "/v1/games/{id}",
            "change_record",
            "Change when, where, by whom it was played and who may read it",
            || web::patch().to(patch::handle),
        )
        .takes_patch::<patch::RecordPatch>()
        .versioned()
        .answers(Answer::json::<show::Summary>(200))
        .problems(READS)
        .problems(CHANGES),
        Endpoint::new(
            Method::PUT,
            "/v1/games/{id}/seats/{seat}",
            "seat_somebody",
            "Say who sits on a seat",
            || web::put().to(seat::handle),
        )
        .takes::<Option<open::SeatEntry>>()
        .versioned()
        .answers(Answer::json::<show::Summary>(200))
        .problems(READS)
        .problems(CHANGES),
        Endpoint::new(Method::POST, "/v1/games/{id}/moves", "add_moves", "Log moves, all or nothing", || {
            web::post().to(moves::handle)
        })
        .takes_moves()
        .keyed()
        .versioned()
        .query(Parameter::boolean("dry_run", "Only tell what would happen."))
        .answers(Answer::json::<moves::Recorded>(201))
        .answers(Answer::json::<moves::Recorded>(200))
        .problems(READS)
        .problems(&[Code::MalformedBody, Code::MalformedMove, Code::MalformedParameter, Code::Forbidden])
        .problems(&[Code::KeyReused, Code::HiddenConflict, Code::UnreadableRecord, Code::StaleVersion])
        .problems(&[Code::BodyTooLarge, Code::UnsupportedMediaType, Code::Violation]),
        Endpoint::new(Method::GET, "/v1/games/{id}/choices", "list_choices", "What may happen next", || {
            read().to(choices::handle)
        })
        .answers(Answer::json::<choices::Choices>(200))
        .problems(READS),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/joint",
            "show_joint_move",
            "The move that all make at once, and who has entered a part",
            || read().to(joint::show),
        )
        .answers(Answer::json::<joint::Waiting>(200))
        .problems(READS),
        Endpoint::new(
            Method::PUT,
            "/v1/games/{id}/joint",
            "enter_part",
            "Enter a seat's part, in secret; with the last one all become a move",
            || web::put().to(joint::enter),
        )
        .takes_part()
        .must_be_versioned()
        .query(PART_OF)
        .answers(Answer::json::<joint::Waiting>(200))
        .answers(Answer::json::<moves::Recorded>(201))
        .problems(READS)
        .problems(&[Code::MalformedBody, Code::MalformedMove, Code::MalformedParameter, Code::Forbidden])
        .problems(&[Code::HiddenConflict, Code::PartsConflict, Code::UnreadableRecord, Code::StaleVersion])
        .problems(&[Code::BodyTooLarge, Code::UnsupportedMediaType, Code::Violation]),
        Endpoint::new(
            Method::DELETE,
            "/v1/games/{id}/joint",
            "withdraw_part",
            "Withdraw a seat's part",
            || web::delete().to(joint::withdraw),
        )
        .must_be_versioned()
        .query(PART_OF)
        .answers(Answer::json::<joint::Waiting>(200))
        .problems(READS)
        .problems(&[Code::MalformedParameter, Code::Forbidden, Code::StaleVersion, Code::Violation]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/events",
            "list_events",
            "The log as the viewer sees it",
            || read().to(events::handle),
        )
        .query(AFTER)
        .query(LIMIT)
        .answers(Answer::json::<events::Page>(200).or_ndjson())
        .problems(READS)
        .problems(&[Code::MalformedParameter, Code::NotAcceptable]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/replay",
            "replay_record",
            "Every step, with words and positions",
            || read().to(replay::whole),
        )
        .answers(Answer::json::<replay::Replay>(200).or_ndjson())
        .problems(READS)
        .problems(&[Code::NotAcceptable]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/replay/{step}",
            "replay_step",
            "One step; 0 is the start",
            || read().to(replay::one),
        )
        .answers(Answer::json::<replay::Step>(200))
        .problems(READS),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/live",
            "follow_record",
            "What the viewer sees, as it happens, until the game is over",
            || read().to(stream::handle),
        )
        .query(Parameter::integer(
            "after",
            0,
            After::MOST,
            "Only what comes after this entry. If left out, the first event says where the record stands.",
        ))
        .query(Parameter::pattern_header(
            "Last-Event-ID",
            stream::EVENT_ID,
            "The id of the last event that the client got; it counts more than `after`.",
        ))
        .answers(
            Answer::events(200)
                .or_event::<telling::Standing>("position")
                .or_event::<telling::Told>("entry")
                .or_event::<Head>("record")
                .or_event::<telling::End>("end")
                .or_event::<telling::Closed>("closed"),
        )
        .answers(Answer::empty(204))
        .problems(READS)
        .problems(&[Code::MalformedParameter, Code::TooManyStreams]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/board.svg",
            "draw_board",
            "The table drawn, for a phone's width and for dark rooms, with a description in words",
            || read().to(board::handle),
        )
        .query(Parameter::integer(
            "at",
            0,
            After::MOST,
            "After this step; 0 is the start. The last one if left out.",
        ))
        .query(Parameter::words(
            "language",
            contract::languages,
            "Of the words in it; else as `Accept-Language` wants.",
        ))
        .answers(Answer::of(200, board::SVG))
        .conditional()
        .problems(READS)
        .problems(&[Code::MalformedParameter]),
        Endpoint::new(
            Method::POST,
            "/v1/games/{id}/copies",
            "copy_record",
            "Continue from a step in a record of its own, outside statistics",
            || web::post().to(copies::handle),
        )
        .takes::<copies::CopyRequest>()
        .keyed()
        .answers(Answer::json::<open::OpenedRecord>(201))
        .problems(READS)
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::Forbidden, Code::KeyReused])
        .problems(&[Code::BodyTooLarge, Code::UnsupportedMediaType]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/record",
            "export_record",
            "The record as one portable file",
            || read().to(archive::endpoints::one),
        )
        .query(FORMAT)
        .query(LANGUAGE)
        .query(BGG_ID)
        .answers(
            Answer::json::<archive::File>(200)
                .or_ndjson()
                .or_json::<bgstats::PlayFile>(bgstats::BGSPLAY)
                .or_json::<bgg::Play>(bgg::BGGPLAY),
        )
        .problems(READS)
        .problems(&[Code::MalformedParameter, Code::NotAcceptable, Code::NotFinished]),
        Endpoint::new(
            Method::GET,
            "/v1/archive",
            "export_records",
            "Every public record, or every record for the operator: one file a line, oldest first",
            || read().to(archive::endpoints::export),
        )
        .query(FORMAT)
        .query(LANGUAGE)
        .query(BGG_ID)
        .query(Parameter::words("game", contract::slugs, "Only this kind of game."))
        .query(Parameter::text("tag", "Only records with this tag."))
        .query(Parameter::boolean("copies", "Copies made to try out what if, too."))
        .query(Parameter::id("after", "Only records behind this one: the last that an export gave."))
        .answers(Answer::of(200, events::NDJSON).or_json::<bgstats::PlayFile>(bgstats::BGSPLAY))
        .problems(&[Code::MalformedParameter, Code::UnknownGame, Code::NotFound])
        .problems(&[Code::Unauthenticated, Code::NotAcceptable]),
        Endpoint::new(
            Method::GET,
            "/v1/games/{id}/tokens",
            "list_tokens",
            "Who may do what; for the scribe",
            || read().to(tokens::list),
        )
        .answers(Answer::json::<tokens::Tokens>(200))
        .problems(READS)
        .problems(&[Code::Forbidden]),
        Endpoint::new(
            Method::POST,
            "/v1/games/{id}/tokens",
            "issue_token",
            "A new token, with its link and QR code",
            || web::post().to(tokens::issue),
        )
        .takes::<tokens::Wanted>()
        .keyed()
        .answers(Answer::json::<tokens::IssuedToken>(201))
        .problems(READS)
        .problems(ISSUES)
        .problems(&[
            Code::MalformedBody,
            Code::TooManyTokens,
            Code::BodyTooLarge,
            Code::UnsupportedMediaType,
        ]),
        Endpoint::new(
            Method::POST,
            "/v1/games/{id}/tokens/{token_id}/reissue",
            "reissue_token",
            "A new token for the old one, which ends",
            || web::post().to(tokens::reissue),
        )
        .keyed()
        .answers(Answer::json::<tokens::IssuedToken>(201))
        .problems(READS)
        .problems(ISSUES)
        .problems(&[Code::TokenEnded]),
        Endpoint::new(
            Method::DELETE,
            "/v1/games/{id}/tokens/{token_id}",
            "revoke_token",
            "Ends a token, at once",
            || web::delete().to(tokens::revoke),
        )
        .answers(Answer::empty(204))
        .problems(READS)
        .problems(&[Code::Forbidden, Code::LastScribeToken]),
        Endpoint::new(
            Method::POST,
            "/v1/games/{id}/share",
            "share_record",
            "The link of a token, and its QR code",
            || web::post().to(share::handle),
        )
        .takes::<share::Wanted>()
        .answers(Answer::json::<share::Share>(200).or(board::SVG))
        .problems(READS)
        .problems(&[
            Code::MalformedBody,
            Code::NotAcceptable,
            Code::BodyTooLarge,
            Code::UnsupportedMediaType,
        ]),
        Endpoint::new(
            Method::POST,
            "/v1/archive",
            "import_records",
            "Bring records in, one file a line; told as it goes on when asked for NDJSON",
            || web::post().to(archive::endpoints::import),
        )
        .takes_lines::<archive::File>()
        .answers(Answer::json::<archive::report::Report>(200).or_ndjson())
        .problems(&[Code::Unauthenticated, Code::MalformedBody, Code::NotAcceptable])
        .problems(&[Code::UnsupportedMediaType]),
        Endpoint::new(
            Method::GET,
            archive::schema::PATH,
            "record_schema",
            "The JSON Schema of the portable record file",
            || read().to(archive::schema::handle),
        )
        .answers(Answer::any(200, "application/schema+json")),
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
        Endpoint::new(Method::GET, "/v1/feed", "read_feed", "Everything public, in commit order", || {
            read().to(feed::handle)
        })
        .query(Parameter::pattern(
            "after",
            feed::AFTER,
            "Only what comes after this cursor; `now` is where the feed ends. From the beginning if left out.",
        ))
        .query(LIMIT)
        .query(Parameter::pattern_header(
            "Last-Event-ID",
            feed::LAST,
            "The cursor that the client got last; it counts more than `after`.",
        ))
        .answers(
            Answer::json::<feed::FeedPage>(200)
                .or_ndjson()
                .or_event::<feed::FeedItem>("item")
                .or_event::<telling::Closed>("closed"),
        )
        .problems(&[Code::MalformedParameter, Code::NotAcceptable, Code::TooManyStreams]),
        Endpoint::new(
            Method::POST,
            "/v1/webhooks",
            "create_webhook",
            "Be told what happens to records; the signing secret is shown only here",
            || web::post().to(webhooks::create),
        )
        .takes::<webhooks::Wanted>()
        .keyed()
        .answers(Answer::json::<webhooks::Made>(201))
        .problems(MANAGES)
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::UnknownGame, Code::KeyReused])
        .problems(&[Code::TooManyWebhooks, Code::WebhookKeyMissing])
        .problems(&[Code::BodyTooLarge, Code::UnsupportedMediaType]),
        Endpoint::new(
            Method::GET,
            "/v1/webhooks",
            "list_webhooks",
            "The webhooks of the service, or of a record",
            || read().to(webhooks::list),
        )
        .query(Parameter::id("record", "Only those bound to this record; needs its scribe's token."))
        .answers(Answer::json::<webhooks::List>(200))
        .problems(MANAGES)
        .problems(&[Code::MalformedParameter]),
        Endpoint::new(
            Method::GET,
            "/v1/webhooks/{id}",
            "show_webhook",
            "A webhook, without its secret",
            || read().to(webhooks::show),
        )
        .answers(Answer::json::<webhooks::Shown>(200))
        .problems(MANAGES),
        Endpoint::new(
            Method::PATCH,
            "/v1/webhooks/{id}",
            "change_webhook",
            "Change, disable or enable a webhook",
            || web::patch().to(webhooks::change),
        )
        .takes::<webhooks::Change>()
        .answers(Answer::json::<webhooks::Shown>(200))
        .problems(MANAGES)
        .problems(&[
            Code::MalformedBody,
            Code::UnknownGame,
            Code::BodyTooLarge,
            Code::UnsupportedMediaType,
        ]),
        Endpoint::new(
            Method::DELETE,
            "/v1/webhooks/{id}",
            "delete_webhook",
            "End a webhook, with all that still waits",
            || web::delete().to(webhooks::delete),
        )
        .answers(Answer::empty(204))
        .problems(MANAGES),
        Endpoint::new(
            Method::POST,
            "/v1/webhooks/{id}/secret",
            "rotate_webhook_secret",
            "A new signing secret; for a day the old one signs too",
            || web::post().to(webhooks::rotate),
        )
        .answers(Answer::json::<webhooks::NewSecret>(200))
        .problems(MANAGES)
        .problems(&[Code::WebhookKeyMissing]),
        Endpoint::new(
            Method::POST,
            "/v1/webhooks/{id}/test",
            "test_webhook",
            "Send a notice that only tests the way",
            || web::post().to(deliveries::test),
        )
        .answers(Answer::json::<deliveries::Shown>(202))
        .problems(MANAGES)
        .problems(&[Code::WebhookDisabled]),
        Endpoint::new(
            Method::GET,
            "/v1/webhooks/{id}/deliveries",
            "list_deliveries",
            "What was told, what waits, what was given up; newest first",
            || read().to(deliveries::list),
        )
        .query(Parameter::words("state", deliveries::states, "Only those in this state."))
        .query(Parameter::id("before", "Only those older than this one."))
        .query(Parameter::integer("limit", 1, 100, "How many at most."))
        .answers(Answer::json::<deliveries::Page>(200))
        .problems(MANAGES)
        .problems(&[Code::MalformedParameter]),
        Endpoint::new(
            Method::POST,
            "/v1/webhooks/{id}/deliveries/{delivery}/retry",
            "retry_delivery",
            "Send a notice again from the start, whatever became of it",
            || web::post().to(deliveries::retry),
        )
        .answers(Answer::json::<deliveries::Shown>(202))
        .problems(MANAGES)
        .problems(&[Code::WebhookDisabled]),
        Endpoint::new(
            Method::GET,
            "/v1/statistics",
            "list_metrics",
            "What records answer, and what the numbers mean",
            || read().to(statistics::catalogue),
        )
        .answers(Answer::json::<statistics::Catalogue>(200)),
        Endpoint::new(
            Method::GET,
            "/v1/statistics/{metric}",
            "show_metric",
            "The values of a metric",
            || read().to(statistics::values),
        )
        .query(Parameter::words("group_by", statistics::dimensions, "A dimension of the metric, or `seat`."))
        .answers(Answer::json::<statistics::Values>(200))
        .problems(&[Code::MalformedParameter, Code::NotFound]),
        Endpoint::new(Method::GET, "/v1/rules", "list_games", "The kinds of games", || {
            read().to(rules::list)
        })
        .answers(Answer::json::<rules::Kinds>(200)),
        Endpoint::new(
            Method::GET,
            "/v1/rules/{game}",
            "show_rules",
            "The rules of a game, with their ids",
            || read().to(rules::show),
        )
        .answers(Answer::json::<rules::Rules>(200).or("text/markdown"))
        .problems(&[Code::NotFound, Code::NotAcceptable]),
        Endpoint::new(
            Method::GET,
            "/problems/{code}",
            "explain_problem",
            "What a problem means and what to do",
            || read().to(docs::problem),
        )
        .answers(Answer::json::<docs::Explanation>(200).or("text/html"))
        .problems(&[Code::NotFound, Code::NotAcceptable]),
        Endpoint::new(Method::GET, "/games/{id}", "show_page", "A record for people", || {
            read().to(pages::record)
        })
        .answers(Answer::of(200, "text/html"))
        .problems(&[Code::NotFound]),
        Endpoint::new(Method::GET, "/pages/{file}", "page_file", "What pages are made of", || {
            read().to(pages::file)
        })
        .conditional()
        .answers(Answer::of(200, "text/javascript").or("text/css"))
        .problems(&[Code::NotFound]),
        Endpoint::new(Method::GET, "/healthz", "healthz", "The process answers", || read().to(health::alive))
            .answers(Answer::json::<health::Health>(200)),
        Endpoint::new(Method::GET, "/readyz", "readyz", "The database takes writes", || {
            read().to(health::ready)
        })
        .answers(Answer::json::<health::Health>(200)),
        Endpoint::new(Method::GET, "/metrics", "metrics", "Counters for Prometheus", || {
            read().to(health::metrics)
        })
        .answers(Answer::of(200, "text/plain")),
        Endpoint::new(Method::GET, "/openapi.json", "contract", "This contract", || {
            read().to(contract::handle)
        })
        .answers(Answer::any_json(200)),
    ]
}

/// GET, and HEAD with it.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// The table, ready to be mounted by every worker.
pub struct Table {
    by_path: BTreeMap<&'static str, Vec<Handler>>,
}

type Handler = (Method, fn() -> Route);

impl Table {
    /// Reads the endpoints.
    pub fn new() -> Self {
        let mut by_path: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for endpoint in endpoints() {
            by_path.entry(endpoint.path).or_default().push((endpoint.method, endpoint.route));
        }
        Self { by_path }
    }

    /// Mounts every path; other methods get 405 with the right `Allow`, other paths 404.
    pub fn mount(&self, service: &mut ServiceConfig) {
        for (path, routes) in &self.by_path {
            let allow = routes.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>().join(", ");
            let allow = allow.replace("GET", "GET, HEAD");
            let refuse = move || std::future::ready(Err::<String, _>(Problem::method_not_allowed(&allow)));
            let resource = web::resource(*path).default_service(web::to(refuse));
            service.service(routes.iter().fold(resource, |resource, (_, route)| resource.route(route())));
        }
        service.configure(docs::mount);
        service.default_service(web::to(|| {
            std::future::ready(Err::<String, _>(Problem::plain(Code::NotFound)))
        }));
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts requests by the pattern of their path, so that labels stay few.
pub async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let begun = Instant::now();
    let method = logging::method(request.method());
    let response = next.call(request).await?;
    let path = response.request().match_pattern().unwrap_or_else(|| "other".to_owned());
    let status = response.status().as_str().to_owned();
    metrics::counter!("kifu_http_requests_total", "method" => method, "path" => path.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("kifu_http_seconds", "path" => path).record(begun.elapsed().as_secs_f64());
    Ok(response)
}
