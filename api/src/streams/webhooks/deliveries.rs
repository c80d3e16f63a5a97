//! `/v1/webhooks/{id}/deliveries`: the notices that were delivered, that still wait, and that were given up.

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::notice::{PING, ping};
use super::permission::webhook;
use crate::app::App;
use crate::http::extractors::{path_uuid, query};
use crate::http::problem::{Code, Problem};
use crate::http::query_params;
use crate::http::retry::Retry;
use crate::streams::delivery::failure::DeliveryFailure;
use kifu_store::{DeliveryState, Hash, KeyedOutcome, Webhook, WebhookId, new_id};

const MAX_DELIVERIES_PER_PAGE: u32 = 100;

/// The deliveries to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveriesQuery {
    state: Option<ShownDeliveryState>,
    before: Option<Uuid>,
    limit: Option<String>,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DeliveryState")]
pub enum ShownDeliveryState {
    /// It is to be sent, or sent again.
    Waiting,
    /// It arrived.
    Delivered,
    /// It was given up.
    Failed,
}

/// The words for where a delivery stands.
pub fn states() -> Vec<String> {
    [DeliveryState::Waiting, DeliveryState::Delivered, DeliveryState::Failed]
        .map(|state| state.as_str().to_owned())
        .to_vec()
}

impl From<DeliveryState> for ShownDeliveryState {
    fn from(state: DeliveryState) -> Self {
        match state {
            DeliveryState::Waiting => Self::Waiting,
            DeliveryState::Delivered => Self::Delivered,
            DeliveryState::Failed => Self::Failed,
        }
    }
}

impl From<ShownDeliveryState> for DeliveryState {
    fn from(state: ShownDeliveryState) -> Self {
        match state {
            ShownDeliveryState::Waiting => Self::Waiting,
            ShownDeliveryState::Delivered => Self::Delivered,
            ShownDeliveryState::Failed => Self::Failed,
        }
    }
}

/// A notice on its way to a webhook.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Delivery")]
pub struct ShownDelivery {
    /// Its id: the header `webhook-id` of every attempt.
    id: Uuid,
    /// The type of the notice.
    #[serde(rename = "type")]
    kind: String,
    /// The record it is about.
    record: Option<Uuid>,
    /// The state.
    state: ShownDeliveryState,
    /// The number of attempts since it was queued or requested again.
    attempts: u32,
    /// When it was queued.
    created_at: DateTime<Utc>,
    /// The time of the next attempt, where it waits.
    next_attempt_at: Option<DateTime<Utc>>,
    /// When the last attempt ended.
    last_attempt_at: Option<DateTime<Utc>>,
    /// The status that the receiver answered it with.
    last_status: Option<i32>,
    /// Why it failed.
    last_error: Option<DeliveryError>,
    /// The notice that is sent.
    payload: Value,
}

/// Why an attempt failed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeliveryError {
    /// The kind of failure.
    code: String,
    /// The failure in a sentence.
    message: Text,
}

impl From<kifu_store::Delivery> for ShownDelivery {
    fn from(delivery: kifu_store::Delivery) -> Self {
        let waits = delivery.state == DeliveryState::Waiting;
        let failure = delivery.failure.as_deref().and_then(DeliveryFailure::of);
        Self {
            id: delivery.message,
            kind: delivery.kind,
            record: delivery.record.map(|record| record.0),
            state: delivery.state.into(),
            attempts: delivery.attempts,
            created_at: delivery.created_at,
            next_attempt_at: waits.then_some(delivery.due_at),
            last_attempt_at: delivery.tried_at,
            last_status: delivery.status,
            last_error: failure
                .map(|failure| DeliveryError { code: failure.word().to_owned(), message: failure.message() }),
            payload: serde_json::from_str(&delivery.payload).unwrap_or_default(),
        }
    }
}

/// A page of deliveries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Deliveries {
    /// The deliveries, newest first.
    deliveries: Vec<ShownDelivery>,
    /// The next page, if there is one.
    next: Option<String>,
}

/// Lists them.
pub async fn list(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = webhook(&app, &request).await?;
    let DeliveriesQuery { state, before, limit } = query(&request)?;
    let limit = query_params::limit(limit.as_deref(), 20, MAX_DELIVERIES_PER_PAGE)?;
    let found = app.store().latest().deliveries(webhook.id, state.map(Into::into), before, limit + 1).await?;
    let more = found.len() > limit as usize;
    let deliveries: Vec<_> = found.into_iter().take(limit as usize).map(ShownDelivery::from).collect();
    let next = deliveries.last().filter(|_| more).map(|last| {
        let state = state.map(|state| format!("&state={}", DeliveryState::from(state).as_str()));
        let (id, before) = (webhook.id.0, last.id);
        format!("/v1/webhooks/{id}/deliveries?limit={limit}{}&before={before}", state.unwrap_or_default())
    });
    let mut response = HttpResponse::Ok();
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.json(Deliveries { deliveries, next }))
}

/// Sends one again from the start, whatever became of it.
pub async fn retry(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = enabled(&app, &request).await?.id;
    let message = path_uuid(&request, "delivery")?;
    if !app.store().retry_delivery(webhook, message).await? {
        return Err(Problem::plain(Code::NotFound));
    }
    queued(&app, webhook, message).await
}

/// Sends a notice that only tests the way.
pub async fn test(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = enabled(&app, &request).await?;
    let Webhook { id, record, .. } = webhook;
    let retry = Retry::of(&request, &Hash::default())?;
    if let Some(earlier) = earlier_message(&app, retry.as_ref()).await? {
        return queued(&app, id, earlier).await;
    }
    let message = new_id();
    let key = retry.as_ref().map(|retry| retry.key(message.as_bytes())).transpose()?;
    match app.store().enqueue_one((id, record), message, PING, &ping(id), key.as_ref()).await? {
        KeyedOutcome::Done => queued(&app, id, message).await,
        KeyedOutcome::Gone => Err(Problem::plain(Code::WebhookDisabled)),
        KeyedOutcome::KeyUsed => {
            let earlier = earlier_message(&app, retry.as_ref()).await?;
            queued(&app, id, earlier.ok_or_else(|| Problem::plain(Code::Unavailable))?).await
        }
    }
}

/// The notice that the same request sent before.
async fn earlier_message(app: &App, retry: Option<&Retry>) -> Result<Option<Uuid>, Problem> {
    let stored_answer = Retry::stored_answer(retry, app).await?;
    stored_answer.map(|message| Uuid::from_slice(&message).map_err(Problem::internal)).transpose()
}

async fn enabled(app: &App, request: &HttpRequest) -> Result<Webhook, Problem> {
    let webhook = webhook(app, request).await?;
    if webhook.enabled { Ok(webhook) } else { Err(Problem::plain(Code::WebhookDisabled)) }
}

async fn queued(app: &App, webhook: WebhookId, message: Uuid) -> Result<HttpResponse, Problem> {
    app.webhooks.wakeup.notify_one();
    let delivery = app.store().latest().delivery(webhook, message).await?;
    let delivery = delivery.ok_or_else(|| Problem::plain(Code::NotFound))?;
    Ok(HttpResponse::Accepted().json(ShownDelivery::from(delivery)))
}
