//! Who may make and manage webhooks.

use actix_web::HttpRequest;

use crate::auth::{self, Access};
use crate::problem::{Code, Problem};
use crate::request::path_uuid;
use crate::startup::App;
use crate::store::{GameId, Webhook, WebhookId};

/// Of webhooks for all public records: whoever may open records. Of one bound to a record: its
/// scribe, and the operator.
pub async fn may_manage(app: &App, request: &HttpRequest, record: Option<GameId>) -> Result<(), Problem> {
    let Some(record) = record else { return auth::may_open(app, request) };
    let table = app.tables.find(record).await?.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let sitting = app.tables.sit(table).await?;
    match auth::access(app, request, &sitting).await? {
        Access::Scribe => Ok(()),
        Access::Seat(_) | Access::Reader => Err(Problem::plain(Code::Forbidden)),
    }
}

/// The webhook that the path names, for whoever may manage it.
pub async fn webhook(app: &App, request: &HttpRequest) -> Result<Webhook, Problem> {
    let id = WebhookId(path_uuid(request, "id")?);
    let Some(webhook) = app.store().latest().webhook(id).await? else {
        auth::may_open(app, request)?;
        return Err(Problem::plain(Code::NotFound));
    };
    may_manage(app, request, webhook.record).await?;
    Ok(webhook)
}
