//! `/v1/webhooks`: making, seeing, changing and ending webhooks.

use actix_web::http::header::{CACHE_CONTROL, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Duration, Utc};
use kifu_engine::games::slugs;
use kifu_engine::text::Text;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::notice::NoticeKind;
use super::permission::{authority, webhook};
use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::extractors::{Body, idempotency_key, present, query};
use crate::http::media::JSON;
use crate::http::problem::{Code, Problem};
use crate::http::retry::Retry;
use crate::http::seal;
use crate::http::words;
use crate::http::words::webhooks::Webhooks;
use crate::records::opening::find_game;
use crate::streams::delivery::signature::SigningSecret;
use crate::streams::delivery::target;
use kifu_store::{
    Authority, GameFilter, GameId, Hash, KeyedOutcome, NewWebhook, PlayerFilter, PlayerId, PlayerLookup,
    WebhookChange, WebhookId, WebhookKey, now,
};

/// Most webhooks that are bound to no record.
const MAX_SERVICE_WEBHOOKS: u32 = 1000;
/// Most webhooks bound to the same record.
const MAX_RECORD_WEBHOOKS: u32 = 10;
/// How long the old secret signs beside a new one.
const SECRET_OVERLAP: Duration = Duration::hours(24);

/// A webhook to be made.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewWebhook")]
pub struct WebhookRequest {
    /// The address for notices: `https`, without user and password, to the public internet.
    #[schemars(schema_with = "url")]
    url: String,
    /// The events that it is to receive.
    #[schemars(length(min = 1, max = 5))]
    events: Vec<NoticeKind>,
    /// Only records of this kind of game.
    #[serde(default)]
    #[schemars(schema_with = "game_or_none")]
    game: Option<String>,
    /// Only records with this player at the table.
    #[serde(default)]
    player: Option<Uuid>,
}

/// The changes to a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WebhookChange")]
pub struct WebhookChangeRequest {
    /// The address for notices.
    #[serde(default, deserialize_with = "present")]
    #[schemars(schema_with = "url")]
    url: Option<String>,
    /// The events that it is to receive.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "Vec<NoticeKind>", length(min = 1, max = 5))]
    events: Option<Vec<NoticeKind>>,
    /// Only records of this kind of game; of any, if `null`.
    #[serde(default, deserialize_with = "present")]
    #[schemars(schema_with = "game_or_none")]
    game: Option<GameFilter>,
    /// Only records with this player at the table; with any, if `null`.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "Option<Uuid>")]
    player: Option<PlayerFilter>,
    /// True: notices are sent. When enabled again, it gets events from now on, and those that still wait.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "bool")]
    enabled: Option<bool>,
}

fn url(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "pattern": target::URL_PATTERN, "maxLength": target::MAX_URL_LENGTH,
        "examples": ["https://example.org/kifu"]})
}

fn game_or_none(_: &mut SchemaGenerator) -> Schema {
    let slugs = slugs().into_iter().map(Value::from);
    let words: Vec<Value> = slugs.chain([Value::Null]).collect();
    json_schema!({"type": ["string", "null"], "enum": words})
}

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Webhook")]
pub struct ShownWebhook {
    /// Its id.
    id: Uuid,
    /// The address for notices.
    url: String,
    /// The events that it receives.
    events: Vec<String>,
    /// Only records of this kind of game.
    game: Option<String>,
    /// Only records with this player at the table.
    player: Option<Uuid>,
    /// Only this record.
    record: Option<Uuid>,
    /// True: notices are sent.
    enabled: bool,
    /// Why they are not.
    disabled: Option<WebhookDisabled>,
    /// When a notice last arrived.
    last_success_at: Option<DateTime<Utc>>,
    /// When it was made.
    created_at: DateTime<Utc>,
}

/// Why a webhook is disabled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookDisabled {
    /// `requested`, `failing`, `gone` or `unauthorized`.
    reason: String,
    /// The reason in a sentence.
    message: Text,
}

impl WebhookDisabled {
    fn of(reason: &str) -> Self {
        let message = match reason {
            "failing" => Webhooks::DisabledFailing,
            "gone" => Webhooks::DisabledDeclined,
            "unauthorized" => Webhooks::DisabledUnauthorized,
            _ => Webhooks::DisabledOnRequest,
        };
        Self { reason: reason.to_owned(), message: words::text(message) }
    }
}

impl ShownWebhook {
    /// One that is just being made.
    fn new(webhook: &NewWebhook) -> Self {
        Self {
            id: webhook.id.0,
            url: webhook.url.clone(),
            events: webhook.events.clone(),
            game: webhook.game.clone(),
            player: webhook.player.map(|player| player.0),
            record: webhook.record.map(|record| record.0),
            enabled: true,
            disabled: None,
            last_success_at: None,
            created_at: webhook.created_at,
        }
    }
}

impl From<kifu_store::Webhook> for ShownWebhook {
    fn from(webhook: kifu_store::Webhook) -> Self {
        Self {
            id: webhook.id.0,
            url: webhook.url,
            events: webhook.events,
            game: webhook.game,
            player: webhook.player.map(|player| player.0),
            record: webhook.record.map(|record| record.0),
            enabled: webhook.enabled,
            disabled: webhook.disabled_reason.as_deref().map(WebhookDisabled::of),
            last_success_at: webhook.succeeded_at,
            created_at: webhook.created_at,
        }
    }
}

/// A webhook that was made, with what its notices are signed with. That is shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeWebhook {
    /// The webhook.
    #[serde(flatten)]
    webhook: ShownWebhook,
    /// The signing secret: `whsec_` and base64.
    secret: String,
}

/// Webhooks.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Webhooks")]
pub struct WebhookList {
    /// The webhooks, oldest first.
    webhooks: Vec<ShownWebhook>,
}

/// A new signing secret. It is shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookSecret {
    /// The signing secret: `whsec_` and base64.
    secret: String,
    /// Until when notices are signed with the one before it, too.
    previous_valid_until: DateTime<Utc>,
}

/// The webhooks to list: those bound to this record, or those of the service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhooksQuery {
    record: Option<Uuid>,
}

impl WebhooksQuery {
    /// The record that the address of a request names.
    pub fn record(request: &HttpRequest) -> Result<Option<GameId>, Problem> {
        let Self { record } = query(request)?;
        Ok(record.map(GameId))
    }
}

/// Makes a webhook. Whether this request may was decided before its body came, by the record that its address names.
pub async fn create(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let record = WebhooksQuery::record(&request)?;
    let webhook_request: WebhookRequest = body.read()?;
    let key = idempotency_key(&request)?;
    let request_fingerprint = fingerprint(&body, record);
    if let Some(answer) = earlier_answer(&app, key.as_deref(), &request_fingerprint).await? {
        return Ok(answer);
    }
    let authority = authority(&app, &request, record).await?;
    let (mut new, secret) = prepare(&app, webhook_request, record, authority).await?;
    let made = MadeWebhook { webhook: ShownWebhook::new(&new), secret: secret.reveal() };
    let answer = serde_json::to_vec(&made).map_err(Problem::internal)?;
    if let Some(key) = &key {
        let sealed_answer = seal::seal(key, &request_fingerprint, &answer)?;
        new.key = Some(WebhookKey {
            key: credentials::hash(key),
            body: request_fingerprint.to_vec(),
            sealed_answer,
        });
    }
    let most = if new.record.is_some() { MAX_RECORD_WEBHOOKS } else { MAX_SERVICE_WEBHOOKS };
    if app.store().insert_webhook(&new, most).await? {
        return Ok(created(new.id, answer));
    }
    // Somebody was faster with the same key, or there are too many.
    let earlier = earlier_answer(&app, key.as_deref(), &request_fingerprint).await?;
    earlier.ok_or_else(|| Problem::plain(Code::TooManyWebhooks).with(json!({"allowed": {"max": most}})))
}

/// The fingerprint of a retry: the body, and the record that the address names.
fn fingerprint(body: &Body, record: Option<GameId>) -> Hash {
    match record {
        Some(record) => *blake3::keyed_hash(&body.hash, record.0.as_bytes()).as_bytes(),
        None => body.hash,
    }
}

/// A webhook ready to be stored, and its secret.
async fn prepare(
    app: &App,
    webhook_request: WebhookRequest,
    record: Option<GameId>,
    authority: Authority,
) -> Result<(NewWebhook, SigningSecret), Problem> {
    let (id, secret) = (WebhookId::generate(), SigningSecret::generate());
    let new = NewWebhook {
        id,
        url: target::check(&webhook_request.url, &app.webhooks.networks)?,
        events: events(&webhook_request.events)?,
        game: webhook_request.game.map(check_game).transpose()?,
        player: known_player(app, webhook_request.player).await?,
        record,
        created_at: now(),
        authority,
        sealed_secret: sealed(app, id, &secret)?,
        key: None,
    };
    Ok((new, secret))
}

async fn earlier_answer(
    app: &App,
    key: Option<&str>,
    request_fingerprint: &Hash,
) -> Result<Option<HttpResponse>, Problem> {
    let Some(key) = key else { return Ok(None) };
    let Some(earlier) = app.store().latest().webhook_by_key(&credentials::hash(key)).await? else {
        return Ok(None);
    };
    if earlier.body != request_fingerprint {
        return Err(Problem::plain(Code::KeyReused));
    }
    let answer = seal::open(key, request_fingerprint, &earlier.sealed_answer)?;
    Ok(Some(created(earlier.id, answer)))
}

fn created(id: WebhookId, answer: Vec<u8>) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((LOCATION, format!("/v1/webhooks/{}", id.0)))
        .content_type("application/json")
        .body(answer)
}

/// Lists those of the service, or of a record.
pub async fn list(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let record = WebhooksQuery::record(&request)?;
    let webhooks =
        app.store().latest().webhooks(record, authorization::is_from_operator(&app, &request)?).await?;
    Ok(HttpResponse::Ok()
        .json(WebhookList { webhooks: webhooks.into_iter().map(ShownWebhook::from).collect() }))
}

/// Shows one.
pub async fn show(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = webhook(&app, &request).await?;
    Ok(HttpResponse::Ok().json(ShownWebhook::from(webhook)))
}

/// Changes one.
pub async fn change(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let webhook = webhook(&app, &request).await?;
    let webhook_request: WebhookChangeRequest = body.read()?;
    let change = WebhookChange {
        url: webhook_request.url.map(|url| target::check(&url, &app.webhooks.networks)).transpose()?,
        events: webhook_request.events.as_deref().map(events).transpose()?,
        game: webhook_request.game.map(check_filter).transpose()?,
        player: match webhook_request.player {
            Some(PlayerFilter(player)) => {
                Some(PlayerFilter(known_player(&app, player).await?.map(|id| id.0)))
            }
            None => None,
        },
        enabled: webhook_request.enabled,
        authority: authority(&app, &request, webhook.record).await?,
    };
    let webhook = app.store().update_webhook(webhook.id, &change).await?;
    let webhook = webhook.ok_or_else(|| Problem::plain(Code::NotFound))?;
    app.webhooks.wakeup.notify_one();
    Ok(HttpResponse::Ok().json(ShownWebhook::from(webhook)))
}

/// Ends one.
pub async fn delete(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = webhook(&app, &request).await?;
    app.store().delete_webhook(webhook.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Gives one a new secret.
pub async fn rotate(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let webhook = webhook(&app, &request).await?;
    let retry = Retry::of(&request, &Hash::default())?;
    if let Some(answer) = Retry::stored_answer(retry.as_ref(), &app).await? {
        return Ok(given_out(answer));
    }
    let secret = SigningSecret::generate();
    let previous_valid_until = now() + SECRET_OVERLAP;
    let sealed = sealed(&app, webhook.id, &secret)?;
    let new = WebhookSecret { secret: secret.reveal(), previous_valid_until };
    let answer = serde_json::to_vec(&new).map_err(Problem::internal)?;
    let key = retry.as_ref().map(|retry| retry.key(&answer)).transpose()?;
    match app.store().rotate_secret(webhook.id, &sealed, previous_valid_until, key.as_ref()).await? {
        KeyedOutcome::Done => Ok(given_out(answer)),
        KeyedOutcome::Gone => Err(Problem::plain(Code::NotFound)),
        KeyedOutcome::KeyUsed => {
            let earlier = Retry::stored_answer(retry.as_ref(), &app).await?;
            earlier.map(given_out).ok_or_else(|| Problem::plain(Code::Unavailable))
        }
    }
}

fn given_out(answer: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).content_type(JSON).body(answer)
}

fn sealed(app: &App, id: WebhookId, secret: &SigningSecret) -> Result<Vec<u8>, Problem> {
    app.webhooks.vault.seal(id, secret).ok_or_else(|| Problem::plain(Code::WebhookKeyMissing))
}

fn check_game(slug: String) -> Result<String, Problem> {
    find_game(&slug).map(|_| slug)
}

/// A player who exists: a notice about any other would never be sent.
async fn known_player(app: &App, player: Option<Uuid>) -> Result<Option<PlayerId>, Problem> {
    let Some(id) = player else { return Ok(None) };
    match app.store().latest().player(PlayerId(id)).await? {
        Some(PlayerLookup::Player(player)) => Ok(Some(player.id)),
        _ => Err(Problem::plain(Code::UnknownPlayer).with(json!({"field": "player", "input": id}))),
    }
}

fn check_filter(GameFilter(game): GameFilter) -> Result<GameFilter, Problem> {
    game.map(check_game).transpose().map(GameFilter)
}

fn events(webhook_request: &[NoticeKind]) -> Result<Vec<String>, Problem> {
    let most = NoticeKind::ALL.len();
    if !(1..=most).contains(&webhook_request.len()) {
        return Err(Problem::field("events", Webhooks::EventCount { field: "events".into(), most }));
    }
    let mut webhook_request = webhook_request.to_vec();
    webhook_request.sort_unstable();
    webhook_request.dedup();
    Ok(webhook_request.into_iter().map(|what| what.word().to_owned()).collect())
}
