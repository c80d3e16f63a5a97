//! The endpoints of webhooks.

use actix_web::http::Method;
use actix_web::web;

use super::read;
use crate::http::contract::{Answer, Endpoint, Identity, LINK, LOCATION, Parameter};
use crate::http::problem::Code;
use crate::streams::webhooks::{deliveries, resource as webhooks};

const MANAGE_PROBLEMS: &[Code] = &[Code::Unauthenticated, Code::Forbidden, Code::NotFound];

const OF_A_RECORD_TEXT: &str =
    "Only this record, whatever its visibility; needs its scribe's token. All public records, if left out.";

/// The endpoints.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::folds(
            Method::POST,
            "/v1/webhooks",
            "create_webhook",
            "Be told what happens to records; the signing secret is shown only here",
            || web::post().to(webhooks::create),
        )
        .only_for(Identity::Webhooks)
        .query(Parameter::id("record", OF_A_RECORD_TEXT))
        .takes::<webhooks::WebhookRequest>()
        .keyed()
        .answers(Answer::json::<webhooks::MadeWebhook>(201).with(LOCATION))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::UnknownGame, Code::KeyReused])
        .problems(&[Code::UnknownPlayer])
        .problems(&[Code::TooManyWebhooks, Code::WebhookKeyMissing]),
        Endpoint::folds(
            Method::GET,
            "/v1/webhooks",
            "list_webhooks",
            "The webhooks of the service, or of a record",
            || read().to(webhooks::list),
        )
        .only_for(Identity::Webhooks)
        .query(Parameter::id("record", "Only those bound to this record; needs its scribe's token."))
        .answers(Answer::json::<webhooks::WebhookList>(200))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::MalformedParameter]),
        Endpoint::folds(
            Method::GET,
            "/v1/webhooks/{id}",
            "show_webhook",
            "A webhook, without its secret",
            || read().to(webhooks::show),
        )
        .only_for(Identity::Webhook)
        .answers(Answer::json::<webhooks::ShownWebhook>(200))
        .problems(MANAGE_PROBLEMS),
        Endpoint::folds(
            Method::PATCH,
            "/v1/webhooks/{id}",
            "change_webhook",
            "Change, disable or enable a webhook",
            || web::patch().to(webhooks::change),
        )
        .only_for(Identity::Webhook)
        .takes_patch::<webhooks::WebhookChangeRequest>()
        .answers(Answer::json::<webhooks::ShownWebhook>(200))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::UnknownGame, Code::UnknownPlayer]),
        Endpoint::folds(
            Method::DELETE,
            "/v1/webhooks/{id}",
            "delete_webhook",
            "End a webhook, with all that still waits",
            || web::delete().to(webhooks::delete),
        )
        .only_for(Identity::Webhook)
        .answers(Answer::empty(204))
        .problems(MANAGE_PROBLEMS),
        Endpoint::folds(
            Method::POST,
            "/v1/webhooks/{id}/secret",
            "rotate_webhook_secret",
            "A new signing secret; for a day the old one signs too",
            || web::post().to(webhooks::rotate),
        )
        .only_for(Identity::Webhook)
        .keyed()
        .answers(Answer::json::<webhooks::WebhookSecret>(200))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::KeyReused, Code::WebhookKeyMissing]),
        Endpoint::folds(
            Method::POST,
            "/v1/webhooks/{id}/test",
            "test_webhook",
            "Send a notice that only tests the way",
            || web::post().to(deliveries::test),
        )
        .only_for(Identity::Webhook)
        .keyed()
        .answers(Answer::json::<deliveries::ShownDelivery>(202))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::KeyReused, Code::WebhookDisabled]),
        Endpoint::folds(
            Method::GET,
            "/v1/webhooks/{id}/deliveries",
            "list_deliveries",
            "What was told, what waits, what was given up; newest first",
            || read().to(deliveries::list),
        )
        .only_for(Identity::Webhook)
        .query(Parameter::words("state", deliveries::states, "Only those in this state."))
        .query(Parameter::id("before", "Only those older than this one."))
        .query(Parameter::integer("limit", 1, 100, "How many at most."))
        .answers(Answer::json::<deliveries::Deliveries>(200).with(LINK))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::MalformedParameter]),
        Endpoint::folds(
            Method::POST,
            "/v1/webhooks/{id}/deliveries/{delivery}/retry",
            "retry_delivery",
            "Send a notice again from the start, whatever became of it",
            || web::post().to(deliveries::retry),
        )
        .only_for(Identity::Webhook)
        .answers(Answer::json::<deliveries::ShownDelivery>(202))
        .problems(MANAGE_PROBLEMS)
        .problems(&[Code::WebhookDisabled]),
    ]
}
