//! Being told.

use actix_web::http::Method;
use actix_web::web;

use super::read;
use crate::contract::{Answer, Endpoint, Parameter};
use crate::problem::Code;
use crate::webhooks::{deliveries, resource as webhooks};

const MANAGES: &[Code] = &[Code::Unauthenticated, Code::Forbidden, Code::NotFound];

/// The endpoints.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
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
    ]
}
