//! Routes that concern no record: the feed, rules, the service itself.

use actix_web::http::Method;

use super::read;
use crate::http::contract::{self, Answer, Endpoint, Identity, LINK, Parameter};
use crate::http::docs;
use crate::http::problem::Code;
use crate::operation::health;
use crate::records::proof;
use crate::records::rules;
use crate::streams::feed;
use crate::streams::subscriptions::live_events;

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::scans(Method::GET, "/v1/feed", "read_feed", "Everything public, in commit order", || {
            read().to(feed::handle)
        })
        .queries(feed::parameters())
        .query(Parameter::pattern_header(
            "Last-Event-ID",
            feed::LAST_EVENT_ID_PATTERN,
            "The cursor that the client got last; it counts more than `after`.",
        ))
        .answers(
            Answer::json::<feed::FeedPage>(200)
                .or_ndjson()
                .or_event::<feed::FeedItem>("item")
                .or_event::<live_events::LiveClosed>("closed")
                .with(LINK),
        )
        .problems(&[
            Code::MalformedParameter,
            Code::NotAcceptable,
            Code::OutdatedCursor,
            Code::TooManyStreams,
        ]),
        Endpoint::cheap(
            Method::GET,
            "/v1/signing-key",
            "show_signing_key",
            "The key that signatures in proofs are verified with",
            || read().to(proof::key),
        )
        .answers(Answer::json::<proof::VerificationKey>(200)),
        Endpoint::cheap(Method::GET, "/v1/rules", "list_games", "The kinds of games", || {
            read().to(rules::list)
        })
        .conditional()
        .answers(Answer::json::<rules::Kinds>(200)),
        Endpoint::cheap(
            Method::GET,
            "/v1/rules/{game}",
            "show_rules",
            "The rules of a game, with their ids",
            || read().to(rules::show),
        )
        .conditional()
        .query(rules::VERSION)
        .answers(Answer::json::<rules::GameRules>(200).or("text/markdown"))
        .problems(&[Code::MalformedParameter, Code::NotFound, Code::NotAcceptable]),
        Endpoint::cheap(
            Method::GET,
            "/problems/{code}",
            "explain_problem",
            "What a problem means and what to do",
            || read().to(docs::problem),
        )
        .query(Parameter::words(
            "language",
            contract::languages,
            "Of the page; else as `Accept-Language` wants.",
        ))
        .conditional()
        .answers(Answer::json::<crate::pages::problem::ProblemExplanation>(200).or("text/html"))
        .problems(&[Code::MalformedParameter, Code::NotFound, Code::NotAcceptable]),
        Endpoint::cheap(Method::GET, "/healthz", "healthz", "The process answers", || {
            read().to(health::alive)
        })
        .answers(Answer::json::<health::Health>(200)),
        Endpoint::cheap(Method::GET, "/readyz", "readyz", "The database takes writes", || {
            read().to(health::ready)
        })
        .answers(Answer::json::<health::Health>(200)),
        Endpoint::cheap(
            Method::GET,
            "/metrics",
            "metrics",
            "What the service counts, for Prometheus",
            || read().to(health::metrics),
        )
        .only_for(Identity::Operator)
        .answers(Answer::of(200, "text/plain"))
        .problems(&[Code::Unauthenticated]),
        Endpoint::cheap(Method::GET, "/openapi.json", "contract", "This contract", || {
            read().to(super::document::handle)
        })
        .conditional()
        .answers(Answer::any_json(200)),
    ]
}
