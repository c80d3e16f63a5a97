//! Deliveries: which notice goes to which webhook, and the outcome.
//!
//! A transaction that changes a webhook and its deliveries locks the webhook first. Deleting or enabling a webhook does so,
//! too, so they can't deadlock.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kifu_engine::count;
use uuid::Uuid;

use super::authority::authority_holds;
use super::ids::new_id;
use super::query::Parameters;
use super::stored_answer::store_answer;
use super::webhook::LOCK_WEBHOOK;
use super::{
    GameId, KeyedOutcome, Position, Reader, RetryKey, Shard, Store, StoreError, WebhookId, checkpoint,
};

queries! {
    /// The webhooks of a notice are selected while the checkpoint is locked, so each gets every notice once.
    const INSERT_DELIVERIES: () = concat!(
        "INSERT INTO deliveries (shard, webhook_id, message_id, type, game_id, payload)
        SELECT $1::int, w.webhook_id, n.message_id, n.type, n.game_id, n.payload
        FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::boolean[], $8::bigint[])
                 AS n (message_id, type, game_id, game, payload, public, position)
        JOIN webhooks w
          ON w.enabled AND n.type = ANY (w.events) AND w.start_positions[$1 + 1] < n.position
         AND (w.game IS NULL OR w.game = n.game)
         AND (w.player_id IS NULL OR EXISTS (
                 SELECT FROM seatings s
                 WHERE s.shard = $1 AND s.game_id = n.game_id AND s.player_id = (
                     SELECT coalesce(p.merged_into, p.player_id) FROM players p WHERE p.player_id = w.player_id)))
         AND CASE WHEN w.game_id IS NULL THEN n.public ELSE w.game_id = n.game_id END
         AND ",
        authority_holds!("w.made_by", "w.game_id")
    );

    const INSERT_DELIVERY: () = "
        INSERT INTO deliveries (shard, webhook_id, message_id, type, payload)
        SELECT $1::int, w.webhook_id, $3::uuid, $4::text, $5::text FROM webhooks w
        WHERE w.webhook_id = $2 AND w.enabled";

    /// Takes what is due for $2 seconds: at most $3 a webhook and $4 in all, of webhooks that are not
    /// in $5. Deliveries that others are just taking are skipped.
    ///
    /// A delivery that the webhook may no longer get is given up: its authority has ended, or the record is not public
    /// now.
    const CLAIM_DUE_DELIVERIES: ClaimedDelivery = concat!(
        "WITH due AS MATERIALIZED (
            SELECT w.webhook_id, w.url, d.message_id,
                   CASE WHEN w.game_id IS NOT NULL THEN ",
        authority_holds!("w.made_by", "w.game_id"),
        "          ELSE d.game_id IS NULL OR EXISTS (
                        SELECT FROM games g WHERE g.shard = $1 AND g.game_id = d.game_id AND g.visibility = 'public')
                   END AS allowed,
                   ARRAY(SELECT s.secret FROM webhook_secrets s
                         WHERE s.webhook_id = w.webhook_id AND (s.valid_until IS NULL OR s.valid_until > now())
                         ORDER BY s.created_at DESC) AS secrets
            FROM webhooks w
            CROSS JOIN LATERAL (
                SELECT x.message_id, x.due_at, x.game_id FROM deliveries x
                WHERE x.shard = $1 AND x.webhook_id = w.webhook_id AND x.state = 'waiting' AND x.due_at <= now()
                ORDER BY x.due_at LIMIT $3
                FOR UPDATE SKIP LOCKED
            ) d
            WHERE w.enabled AND w.webhook_id <> ALL ($5::uuid[])
            ORDER BY d.due_at LIMIT $4
        ), withdrawn AS (
            UPDATE deliveries d SET state = 'failed', failure = 'withdrawn', claim = NULL
            FROM due
            WHERE d.shard = $1 AND d.webhook_id = due.webhook_id AND d.message_id = due.message_id AND NOT due.allowed
        )
        UPDATE deliveries d
        SET claim = $6, attempts = d.attempts + 1, due_at = now() + $2 * interval '1 second'
        FROM due
        WHERE d.shard = $1 AND d.webhook_id = due.webhook_id AND d.message_id = due.message_id AND due.allowed
        RETURNING d.shard, d.webhook_id AS webhook, d.message_id AS message, d.payload, d.attempts, due.url,
                  due.secrets AS sealed_secrets, d.claim"
    );

    /// It arrived, even if another sender has claimed it since.
    const MARK_DELIVERED: () = "
        UPDATE deliveries SET state = 'delivered', tried_at = now(), status = $4, failure = NULL, claim = NULL
        WHERE shard = $1 AND webhook_id = $2 AND message_id = $3";

    const NOTE_SUCCESS: () = "UPDATE webhooks SET succeeded_at = now() WHERE webhook_id = $1";

    /// It did not arrive: it is due again after $7 seconds, or never. A sender that lost its claim changes nothing.
    const MARK_FAILED: DateTime<Utc> = "
        UPDATE deliveries
        SET state = CASE WHEN $7::float8 IS NULL THEN 'failed' ELSE 'waiting' END,
            due_at = now() + coalesce($7, 0) * interval '1 second',
            tried_at = now(), status = $5, failure = $6, claim = NULL
        WHERE shard = $1 AND webhook_id = $2 AND message_id = $3 AND claim = $4 AND state = 'waiting'
        RETURNING queued_at";

    /// Disables a webhook if nothing has arrived since the notice that is now given up was queued, or if it asks for no
    /// more ($3).
    const DISABLE_WEBHOOK: () = "
        UPDATE webhooks SET enabled = false, disabled_reason = $4
        WHERE webhook_id = $1 AND enabled AND ($3 OR succeeded_at IS NULL OR succeeded_at < $2)";

    const SELECT_DELIVERIES: Delivery = "
        SELECT message_id AS message, type AS kind, game_id AS record, payload, state, attempts, created_at, due_at, tried_at,
               status, failure
        FROM deliveries
        WHERE shard = $1 AND webhook_id = $2 AND ($3::text IS NULL OR state = $3)
          AND ($4::uuid IS NULL OR message_id < $4)
        ORDER BY message_id DESC LIMIT $5";

    const REQUEUE_DELIVERY: () = "
        UPDATE deliveries
        SET state = 'waiting', attempts = 0, queued_at = now(), due_at = now(), claim = NULL
        WHERE shard = $1 AND webhook_id = $2 AND message_id = $3";

    const SELECT_DELIVERY: Delivery = "
        SELECT message_id AS message, type AS kind, game_id AS record, payload, state, attempts, created_at, due_at, tried_at,
               status, failure
        FROM deliveries WHERE shard = $1 AND webhook_id = $2 AND message_id = $3";
}

/// Something that happened, to be sent to webhooks.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Its id, which sorts by time (`UUIDv7`).
    pub message: Uuid,
    /// The kind of the notice.
    pub kind: String,
    /// The record it happened to.
    pub record: GameId,
    /// The slug of its game.
    pub game: String,
    /// The body to send.
    pub payload: String,
    /// True: webhooks that are not bound to the record get it, too.
    pub public: bool,
    /// The position of the event in the feed.
    pub position: Position,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// To be sent, or sent again.
    Waiting,
    /// It arrived.
    Delivered,
    /// It was given up.
    Failed,
}

columns!(DeliveryState: &'r str => Self::parse);

/// A notice on its way to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its name, the same for every webhook and attempt.
    pub message: Uuid,
    /// The kind of the notice.
    pub kind: String,
    /// The record it happened to.
    pub record: Option<GameId>,
    /// The body to send.
    pub payload: String,
    /// The state of the delivery.
    pub state: DeliveryState,
    /// How often it was sent since it was last asked for.
    pub attempts: u32,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it will be sent, if it is waiting.
    pub due_at: DateTime<Utc>,
    /// When the last attempt ended.
    pub tried_at: Option<DateTime<Utc>>,
    /// The HTTP status of the receiver's answer.
    pub status: Option<i32>,
    /// The reason of the failure.
    pub failure: Option<String>,
}

row!(Delivery: message, kind, record, payload, state, attempts, created_at, due_at, tried_at, status,
    failure);

/// A delivery that only this sender sends until its lease ends.
#[derive(Clone)]
pub struct ClaimedDelivery {
    /// The shard that stores it.
    pub shard: Shard,
    /// The webhook that gets it.
    pub webhook: WebhookId,
    /// Its name.
    pub message: Uuid,
    /// The body to send.
    pub payload: String,
    /// The number of this attempt, from 1.
    pub attempts: u32,
    /// The URL to send to.
    pub url: String,
    /// The secrets to sign with, sealed: the present one, and earlier ones while they are valid.
    pub sealed_secrets: Vec<Vec<u8>>,
    claim: Uuid,
}

row!(ClaimedDelivery: shard, webhook, message, payload, attempts, url, sealed_secrets, claim);

/// How much to take.
#[derive(Clone, Debug)]
pub struct ClaimQuery {
    /// The limit of deliveries.
    pub limit: u16,
    /// The limit of deliveries for each webhook.
    pub limit_per_webhook: u16,
    /// Webhooks to leave out.
    pub excluded: Vec<WebhookId>,
    /// The time for which no other sender takes them.
    pub lease: Duration,
}

/// The outcome of an attempt that failed.
#[derive(Clone, Debug)]
pub struct FailedAttempt {
    /// The HTTP status of the receiver's answer, if there was one.
    pub status: Option<u16>,
    /// The reason of the failure, in a word.
    pub failure: String,
    /// When to try again; never, if `None`.
    pub retry_in: Option<Duration>,
    /// The receiver wants no more notices.
    pub gone: bool,
}

impl DeliveryState {
    /// How it is stored and shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Result<Self, StoreError> {
        [Self::Waiting, Self::Delivered, Self::Failed]
            .into_iter()
            .find(|state| state.as_str() == word)
            .ok_or_else(|| StoreError::Corrupt(format!("a delivery in state {word}")))
    }
}

impl Reader {
    /// The deliveries of a webhook before `before`, newest first, merged over all shards.
    pub async fn deliveries(
        &self,
        webhook: WebhookId,
        state: Option<DeliveryState>,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let state = state.map(DeliveryState::as_str);
        let mut page = Vec::new();
        for shard in self.shards()?.all() {
            let limit = i64::from(limit);
            let parameters: Parameters<'_> = &[&shard.number(), &webhook.0, &state, &before, &limit];
            page.extend(self.rows(SELECT_DELIVERIES, parameters).await?);
        }
        page.sort_by_key(|delivery| std::cmp::Reverse(delivery.message));
        page.truncate(limit as usize);
        Ok(page)
    }

    /// One delivery.
    pub async fn delivery(&self, webhook: WebhookId, message: Uuid) -> Result<Option<Delivery>, StoreError> {
        for shard in self.shards()?.all() {
            let delivery = self.row(SELECT_DELIVERY, &[&shard.number(), &webhook.0, &message]).await?;
            if delivery.is_some() {
                return Ok(delivery);
            }
        }
        Ok(None)
    }
}

impl Store {
    /// Queues notices for every webhook that they concern and moves the follower's checkpoint, in one
    /// transaction. False, and nothing changed, if the checkpoint was not at `from`: another follower
    /// of that name is at work.
    pub async fn enqueue(
        &self,
        name: &str,
        shard: Shard,
        from: Position,
        to: Position,
        notices: &[Notice],
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if notices.is_empty() {
            // A checkpoint that is lost is found again: no need to wait for the disk.
            transaction.batch_execute("SET LOCAL synchronous_commit = off").await?;
        }
        if !checkpoint::advance(&transaction, name, shard, from, to).await? {
            return Ok(false);
        }
        if !notices.is_empty() {
            let messages: Vec<_> = notices.iter().map(|n| n.message).collect();
            let kinds: Vec<_> = notices.iter().map(|n| n.kind.as_str()).collect();
            let records: Vec<_> = notices.iter().map(|n| n.record.0).collect();
            let games: Vec<_> = notices.iter().map(|n| n.game.as_str()).collect();
            let payloads: Vec<_> = notices.iter().map(|n| n.payload.as_str()).collect();
            let public: Vec<_> = notices.iter().map(|n| n.public).collect();
            let positions: Vec<_> = notices.iter().map(|n| n.position.0).collect();
            INSERT_DELIVERIES
                .execute(
                    &transaction,
                    &[&shard.number(), &messages, &kinds, &records, &games, &payloads, &public, &positions],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Queues something for one webhook, which may be bound to a record. [`KeyedOutcome::Gone`] if no enabled webhook
    /// has this id.
    pub async fn enqueue_one(
        &self,
        (webhook, record): (WebhookId, Option<GameId>),
        message: Uuid,
        kind: &str,
        payload: &str,
        key: Option<&RetryKey>,
    ) -> Result<KeyedOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !store_answer(&transaction, key).await? {
            return Ok(KeyedOutcome::KeyUsed);
        }
        // Beside the record, if it is bound to one, whose tokens say whether it may be sent.
        let shard = self.shards()?.of(record.unwrap_or(GameId(message))).number();
        if INSERT_DELIVERY.execute(&transaction, &[&shard, &webhook.0, &message, &kind, &payload]).await? == 0
        {
            return Ok(KeyedOutcome::Gone);
        }
        transaction.commit().await?;
        Ok(KeyedOutcome::Done)
    }

    /// Takes deliveries that are due.
    ///
    /// # Errors
    ///
    /// If it fails, the deliveries claimed by then stay claimed until their lease ends.
    pub async fn claim_deliveries(&self, query: &ClaimQuery) -> Result<Vec<ClaimedDelivery>, StoreError> {
        let client = self.primary.get().await?;
        let claim = new_id();
        let excluded: Vec<_> = query.excluded.iter().map(|webhook| webhook.0).collect();
        let (lease, limit_per_webhook) = (query.lease.as_secs_f64(), i64::from(query.limit_per_webhook));
        let mut claimed = Vec::new();
        let shards: Vec<_> = self.shards()?.all().collect();
        // Each time another one comes first: where much is due, none waits for the others.
        let first = usize::from(claim.as_bytes()[15]) % shards.len();
        for shard in shards.iter().cycle().skip(first).take(shards.len()).copied() {
            let left = count::to_i64(usize::from(query.limit).saturating_sub(claimed.len()));
            let parameters: Parameters<'_> =
                &[&shard.number(), &lease, &limit_per_webhook, &left, &excluded, &claim];
            claimed.extend(CLAIM_DUE_DELIVERIES.all(&client, parameters).await?);
        }
        Ok(claimed)
    }

    /// A delivery arrived.
    pub async fn mark_delivered(&self, delivery: &ClaimedDelivery, status: u16) -> Result<(), StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let ClaimedDelivery { shard, webhook, message, .. } = delivery;
        NOTE_SUCCESS.execute(&transaction, &[&webhook.0]).await?;
        MARK_DELIVERED
            .execute(&transaction, &[&shard.number(), &webhook.0, message, &i32::from(status)])
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// A delivery did not arrive. A webhook where nothing arrives any more is disabled; says whether it was.
    pub async fn mark_failed(
        &self,
        delivery: &ClaimedDelivery,
        attempt: &FailedAttempt,
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let ClaimedDelivery { shard, webhook, message, claim, .. } = delivery;
        if attempt.retry_in.is_none() {
            // It may be disabled below.
            LOCK_WEBHOOK.execute(&transaction, &[&webhook.0]).await?;
        }
        let status = attempt.status.map(i32::from);
        let retry_in = attempt.retry_in.map(|pause| pause.as_secs_f64());
        let queued_at = MARK_FAILED
            .row(
                &transaction,
                &[&shard.number(), &webhook.0, message, claim, &status, &attempt.failure, &retry_in],
            )
            .await?;
        let mut disabled = false;
        if let (Some(queued_at), None) = (queued_at, attempt.retry_in) {
            let reason = if attempt.gone { "gone" } else { "failing" };
            let rows = DISABLE_WEBHOOK
                .execute(&transaction, &[&webhook.0, &queued_at, &attempt.gone, &reason])
                .await?;
            disabled = rows == 1;
        }
        transaction.commit().await?;
        Ok(disabled)
    }

    /// Queues a delivery anew, in whatever state it is; false if there is none.
    pub async fn retry_delivery(&self, webhook: WebhookId, message: Uuid) -> Result<bool, StoreError> {
        let client = self.primary.get().await?;
        for shard in self.shards()?.all() {
            if REQUEUE_DELIVERY.execute(&client, &[&shard.number(), &webhook.0, &message]).await? == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
