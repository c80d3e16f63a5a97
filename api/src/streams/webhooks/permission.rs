//! Permission to make and manage webhooks.

use actix_web::HttpRequest;

use super::resource::WebhooksQuery;
use crate::app::App;
use crate::http::authorization;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::path_uuid;
use crate::http::problem::{Code, Problem};
use kifu_store::{Authority, GameId, Webhook, WebhookId};

/// Checks who may manage webhooks. For all public records: clients that may open records. For one record: its scribe,
/// and the operator.
async fn may_manage(app: &App, request: &HttpRequest, record: Option<GameId>) -> Result<(), Problem> {
    let Some(record) = record else { return authorization::may_open(app, request) };
    let admission = Admission::of(request)?;
    let cached = app.records.find(&admission, record).await?;
    let cached = cached.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let guard = app.records.read(&admission, cached).await?;
    match authorization::access(app, request, &guard).await? {
        Access::Scribe => Ok(()),
        Access::Seat(_) | Access::Reader => Err(Problem::plain(Code::Forbidden)),
    }
}

/// The authority by which a webhook of this record, or of none, gets notices that this request makes or enables.
pub async fn authority(
    app: &App,
    request: &HttpRequest,
    record: Option<GameId>,
) -> Result<Authority, Problem> {
    match record {
        None => Ok(Authority::Service),
        Some(record) => Ok(Authority::of(authorization::authority(app, request, record).await?)),
    }
}

/// Checks that a request may manage those of the record that its address names, or of none.
pub async fn named_record(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    may_manage(app, request, WebhooksQuery::record(request)?).await
}

/// The webhook that the path names, for a client that may manage it.
pub async fn webhook(app: &App, request: &HttpRequest) -> Result<Webhook, Problem> {
    let id = WebhookId(path_uuid(request, "id")?);
    let Some(webhook) = app.store().latest().webhook(id).await? else {
        authorization::may_open(app, request)?;
        return Err(Problem::plain(Code::NotFound));
    };
    may_manage(app, request, webhook.record).await?;
    Ok(webhook)
}
