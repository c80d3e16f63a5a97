//! Webhooks: addresses that get notices of events in records.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use super::event::SELECT_FEED_HEADS;
use super::ids::new_id;
use super::stored_answer::store_answer;
use super::{
    Authority, GameId, Hash, KeyedOutcome, PlayerId, Position, Reader, RetryKey, Shard, Store, StoreError,
};

/// The reason why a webhook is disabled whose authority has ended.
const UNAUTHORIZED: &str = "unauthorized";

/// The columns of a [`Webhook`].
macro_rules! webhook_columns {
    () => {
        "webhook_id AS id, url, events, game, player_id AS player, game_id AS record, enabled, disabled_reason, succeeded_at,
         created_at, made_by AS authority"
    };
}

queries! {
    const SELECT_WEBHOOK: Webhook = concat!("SELECT ", webhook_columns!(), " FROM webhooks WHERE webhook_id = $1");

    const SELECT_WEBHOOKS: Webhook = concat!(
        "SELECT ",
        webhook_columns!(),
        " FROM webhooks
        WHERE CASE WHEN $1::uuid IS NOT NULL THEN game_id = $1 ELSE $2 OR game_id IS NULL END
        ORDER BY webhook_id"
    );

    /// It gets events after the present position of each shard. $10 is the most webhooks that may be bound to the same
    /// record, or to none.
    const INSERT_WEBHOOK: () = "
        WITH made AS (
            INSERT INTO webhooks
                (webhook_id, url, events, game, player_id, game_id, key_hash, body_hash, sealed_answer, created_at, made_by,
                 start_positions)
            SELECT $1::uuid, $2::text, $3::text[], $4::text, $12::uuid, $5::uuid, $7::bytea, $8::bytea, $9::bytea,
                   $11::timestamptz, $13::uuid, (SELECT array_agg(h.position ORDER BY h.shard) FROM shard_heads h)
            WHERE (SELECT count(*) FROM webhooks w WHERE w.game_id IS NOT DISTINCT FROM $5::uuid) < $10::bigint
            ON CONFLICT (key_hash) DO NOTHING
            RETURNING webhook_id
        )
        INSERT INTO webhook_secrets (webhook_id, secret) SELECT webhook_id, $6::bytea FROM made";

    const SELECT_WEBHOOK_BY_KEY: WebhookByKey =
        "SELECT webhook_id AS id, body_hash AS body, sealed_answer FROM webhooks WHERE key_hash = $1";

    /// Null keeps a value; $5 says if the game is to be changed, $8 if the player is. Enabling starts from $9, the
    /// present positions of the shards, because an update of a table that all nodes share can't read them. An enabled
    /// webhook goes on by the authority of the one who enabled it ($10).
    const UPDATE_WEBHOOK: Webhook = concat!(
        "UPDATE webhooks SET
            url = coalesce($2::text, url),
            events = coalesce($3::text[], events),
            game = CASE WHEN $5::boolean THEN $4::text ELSE game END,
            player_id = CASE WHEN $8::boolean THEN $7::uuid ELSE player_id END,
            start_positions = CASE WHEN $6::boolean AND NOT enabled
                    THEN $9::bigint[] ELSE start_positions END,
            disabled_reason = CASE $6::boolean WHEN true THEN NULL WHEN false THEN 'requested' ELSE disabled_reason END,
            made_by = CASE WHEN $6::boolean THEN $10::uuid ELSE made_by END,
            enabled = coalesce($6::boolean, enabled)
        WHERE webhook_id = $1
        RETURNING ",
        webhook_columns!()
    );

    /// Deliveries that waited while it was disabled start again.
    const RESTART_WAITING_DELIVERIES: () = "
        UPDATE deliveries SET attempts = 0, queued_at = now(), due_at = now(), claim = NULL
        WHERE webhook_id = $1 AND state = 'waiting'";

    /// Locks it, so that changes of its secret or of its deliveries happen one after the other.
    pub(super) const LOCK_WEBHOOK: () = "SELECT FROM webhooks WHERE webhook_id = $1 FOR UPDATE";

    const EXPIRE_CURRENT_SECRET: () = "
        UPDATE webhook_secrets SET valid_until = $2 WHERE webhook_id = $1 AND valid_until IS NULL";

    const DELETE_EXPIRED_SECRETS: () = "DELETE FROM webhook_secrets WHERE webhook_id = $1 AND valid_until < now()";

    const INSERT_SECRET: () = "INSERT INTO webhook_secrets (webhook_id, secret) VALUES ($1, $2)";

    const DELETE_WEBHOOK: () = "DELETE FROM webhooks WHERE webhook_id = $1";

    const SELECT_WEBHOOK_FILTERS: WebhookFilter =
        "SELECT game, game_id AS record, start_positions FROM webhooks WHERE enabled";
}

/// The name of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebhookId(pub Uuid);

columns!(WebhookId: Uuid => |id| Ok(Self(id)));

impl WebhookId {
    /// A new id.
    pub fn generate() -> Self {
        Self(new_id())
    }
}

/// A webhook to be made.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// Its name.
    pub id: WebhookId,
    /// The URL that gets the notices.
    pub url: String,
    /// The types of notices.
    pub events: Vec<String>,
    /// Only of this game.
    pub game: Option<String>,
    /// Only of records with this player.
    pub player: Option<PlayerId>,
    /// Only of this record, whatever its visibility; of all public ones if `None`.
    pub record: Option<GameId>,
    /// When it is made.
    pub created_at: DateTime<Utc>,
    /// The authority by which it gets notices. The webhook ends with it.
    pub authority: Authority,
    /// The secret that signs notices, sealed.
    pub sealed_secret: Vec<u8>,
    /// Makes a retry safe.
    pub key: Option<WebhookKey>,
}

/// Distinguishes the retry of making a webhook from making another.
#[derive(Clone, Debug)]
pub struct WebhookKey {
    /// The digest of the caller's key.
    pub key: Hash,
    /// The digest of the request.
    pub body: Vec<u8>,
    /// The answer to give again, sealed: it holds the secret.
    pub sealed_answer: Vec<u8>,
}

/// A webhook as its key finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookByKey {
    /// Its name.
    pub id: WebhookId,
    /// The digest of the request.
    pub body: Vec<u8>,
    /// The answer, sealed.
    pub sealed_answer: Vec<u8>,
}

row!(WebhookByKey: id, body, sealed_answer);

/// A webhook, without its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Its name.
    pub id: WebhookId,
    /// The URL that gets the notices.
    pub url: String,
    /// The types of notices.
    pub events: Vec<String>,
    /// Only of this game.
    pub game: Option<String>,
    /// Only of records with this player.
    pub player: Option<PlayerId>,
    /// Only of this record.
    pub record: Option<GameId>,
    /// The authority by which it gets notices.
    pub authority: Authority,
    /// True: notices are sent.
    pub enabled: bool,
    /// The reason if not: `requested`, `failing`, `gone` or `unauthorized`.
    pub disabled_reason: Option<String>,
    /// When a notice last arrived.
    pub succeeded_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

row!(Webhook: id, url, events, game, player, record, authority, enabled, disabled_reason, succeeded_at,
    created_at);

/// Only of this game, or of any.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct GameFilter(pub Option<String>);

/// Only of records with this player, or of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct PlayerFilter(pub Option<Uuid>);

/// A change of a webhook; `None` leaves a field as it is.
#[derive(Clone, Debug)]
pub struct WebhookChange {
    /// The URL that gets the notices.
    pub url: Option<String>,
    /// The types of notices.
    pub events: Option<Vec<String>>,
    /// The games whose notices it gets.
    pub game: Option<GameFilter>,
    /// The players whose notices it gets.
    pub player: Option<PlayerFilter>,
    /// True: notices are sent.
    pub enabled: Option<bool>,
    /// The authority for the notices, where this enables them.
    pub authority: Authority,
}

/// The events that an enabled webhook gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookFilter {
    /// Only this game.
    pub game: Option<String>,
    /// Only this record.
    pub record: Option<GameId>,
    start_positions: Vec<i64>,
}

row!(WebhookFilter: game, record, start_positions);

impl WebhookFilter {
    /// The position in a shard after which events concern it.
    pub fn start_position(&self, shard: Shard) -> Position {
        Position(self.start_positions.get(shard.index()).copied().unwrap_or_default())
    }
}

impl Reader {
    /// A webhook by id.
    pub async fn webhook(&self, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
        let webhooks = self.rows(SELECT_WEBHOOK, &[&id.0]).await?;
        Ok(self.with_authority(webhooks).await?.pop())
    }

    /// Marks webhooks whose authority has ended as disabled, whatever is stored of them.
    async fn with_authority(&self, mut webhooks: Vec<Webhook>) -> Result<Vec<Webhook>, StoreError> {
        let mut valid = HashMap::new();
        for webhook in &mut webhooks {
            let (Some(record), Some(authority)) = (webhook.record, webhook.authority.token()) else {
                continue;
            };
            let valid = match valid.entry(record) {
                Entry::Occupied(of_record) => of_record.into_mut(),
                Entry::Vacant(of_record) => of_record.insert(self.valid_authorities(record).await?),
            };
            if webhook.enabled && !valid.contains(&authority) {
                (webhook.enabled, webhook.disabled_reason) = (false, Some(UNAUTHORIZED.to_owned()));
            }
        }
        Ok(webhooks)
    }

    /// The webhooks bound to a record; without one, those bound to none, or really `all`.
    pub async fn webhooks(&self, record: Option<GameId>, all: bool) -> Result<Vec<Webhook>, StoreError> {
        self.with_authority(self.rows(SELECT_WEBHOOKS, &[&record.map(|record| record.0), &all]).await?).await
    }

    /// The webhook made under a key, if any.
    pub async fn webhook_by_key(&self, key: &Hash) -> Result<Option<WebhookByKey>, StoreError> {
        self.row(SELECT_WEBHOOK_BY_KEY, &[&key.as_slice()]).await
    }

    /// Returns the filters of the enabled webhooks.
    pub async fn webhook_filters(&self) -> Result<Vec<WebhookFilter>, StoreError> {
        self.rows(SELECT_WEBHOOK_FILTERS, &[]).await
    }
}

impl Store {
    /// Makes a webhook; false, and nothing made, if there are `max` bound to the same record already, or its key was
    /// used.
    pub async fn insert_webhook(&self, webhook: &NewWebhook, max: u32) -> Result<bool, StoreError> {
        let client = self.primary.get().await?;
        let key = webhook.key.as_ref();
        let inserted = INSERT_WEBHOOK
            .execute(
                &client,
                &[
                    &webhook.id.0,
                    &webhook.url,
                    &webhook.events,
                    &webhook.game,
                    &webhook.record.map(|record| record.0),
                    &webhook.sealed_secret,
                    &key.map(|key| key.key.as_slice()),
                    &key.map(|key| key.body.as_slice()),
                    &key.map(|key| key.sealed_answer.as_slice()),
                    &i64::from(max),
                    &webhook.created_at,
                    &webhook.player.map(|player| player.0),
                    &webhook.authority.column(),
                ],
            )
            .await?;
        Ok(inserted == 1)
    }

    /// Changes a webhook; returns `None` if there is none with this id.
    ///
    /// # Errors
    ///
    /// The change is made if the webhook can't be read afterwards.
    pub async fn update_webhook(
        &self,
        id: WebhookId,
        change: &WebhookChange,
    ) -> Result<Option<Webhook>, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let heads = SELECT_FEED_HEADS.all(&transaction, &[]).await?;
        let heads: Vec<_> = heads.iter().map(|head| head.0).collect();
        let game = change.game.as_ref().and_then(|GameFilter(game)| game.as_ref());
        let player = change.player.and_then(|PlayerFilter(player)| player);
        let webhooks = UPDATE_WEBHOOK
            .all(
                &transaction,
                &[
                    &id.0,
                    &change.url,
                    &change.events,
                    &game,
                    &change.game.is_some(),
                    &change.enabled,
                    &player,
                    &change.player.is_some(),
                    &heads,
                    &change.authority.column(),
                ],
            )
            .await?;
        if change.enabled == Some(true) {
            RESTART_WAITING_DELIVERIES.execute(&transaction, &[&id.0]).await?;
        }
        transaction.commit().await?;
        Ok(self.latest().with_authority(webhooks).await?.pop())
    }

    /// Gives a webhook a new secret; the one before it signs too until `overlap_until`.
    pub async fn rotate_secret(
        &self,
        id: WebhookId,
        sealed_secret: &[u8],
        overlap_until: DateTime<Utc>,
        key: Option<&RetryKey>,
    ) -> Result<KeyedOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if LOCK_WEBHOOK.execute(&transaction, &[&id.0]).await? == 0 {
            return Ok(KeyedOutcome::Gone);
        }
        if !store_answer(&transaction, key).await? {
            return Ok(KeyedOutcome::KeyUsed);
        }
        DELETE_EXPIRED_SECRETS.execute(&transaction, &[&id.0]).await?;
        EXPIRE_CURRENT_SECRET.execute(&transaction, &[&id.0, &overlap_until]).await?;
        INSERT_SECRET.execute(&transaction, &[&id.0, &sealed_secret]).await?;
        transaction.commit().await?;
        Ok(KeyedOutcome::Done)
    }

    /// Deletes a webhook and all its deliveries; false if there was none.
    pub async fn delete_webhook(&self, id: WebhookId) -> Result<bool, StoreError> {
        let client = self.primary.get().await?;
        Ok(DELETE_WEBHOOK.execute(&client, &[&id.0]).await? == 1)
    }
}
