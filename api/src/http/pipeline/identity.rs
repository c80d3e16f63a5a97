//! Checks the identity that an endpoint requires, before anything of the body is read.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;

use crate::app::App;
use crate::http::authorization;
use crate::http::boundary::rate;
use crate::http::contract::Identity;
use crate::http::credentials;
use crate::http::credentials::bearer;
use crate::http::problem::{Code, Problem};
use crate::players;
use crate::streams::webhooks;

/// Refuses a request that lacks the required identity. An address with too many recent refusals can show no further
/// tokens, but those that were found valid there before.
pub async fn check(app: &App, request: &HttpRequest, identity: Identity) -> Result<(), Problem> {
    let shows = request.headers().contains_key(AUTHORIZATION) || identity != Identity::Anyone;
    if shows && let Some(wait) = rate::blocked_for(&app.boundary, request) {
        return Err(Problem::plain(Code::TooManyFailures).retry_after(wait));
    }
    match identity {
        Identity::Anyone | Identity::InBody => Ok(()),
        Identity::Opener => authorization::may_open(app, request),
        Identity::OpeningReader => authorization::may_open_from(app, request).await,
        Identity::Bearer => match bearer(request) {
            Ok(Some(_)) => Ok(()),
            _ => authorization::authorize(app, request, credentials::RequiredAccess::Scribe).await,
        },
        Identity::Operator => authorization::require_operator(app, request),
        Identity::Scribe => authorization::authorize(app, request, credentials::RequiredAccess::Scribe).await,
        Identity::Writer => authorization::authorize(app, request, credentials::RequiredAccess::Seat).await,
        Identity::PlayerBearer if matches!(bearer(request), Ok(Some(_))) => Ok(()),
        Identity::Player | Identity::PlayerBearer => players::acting(app, request).await.map(|_| ()),
        Identity::Webhooks => webhooks::permission::named_record(app, request).await,
        Identity::Webhook => webhooks::permission::webhook(app, request).await.map(|_| ()),
    }
}
