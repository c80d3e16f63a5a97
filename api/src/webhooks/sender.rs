//! Sends what is due, several at the same time, no webhook in the way of another.

use std::collections::HashMap;
use std::time::Duration;

use actix_web::web;
use rand::Rng;
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::delivery::WebhookDelivery;
use crate::delivery::courier::{Letter, Receipt};
use crate::delivery::failure::DeliveryFailure;
use crate::delivery::signature::signatures;
use kifu_store::{ClaimQuery, ClaimedDelivery, FailedAttempt, StoreError, WebhookId, now};

/// Of one webhook at the same time.
const MAX_IN_FLIGHT_PER_WEBHOOK: u16 = 4;
/// How long to rest when nothing is due; the bell ends it.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// Beyond the time a receiver has, before a delivery may be taken from us.
const LEASE_SLACK: Duration = Duration::from_secs(5);

/// Sends for ever.
pub async fn run(app: web::Data<App>) {
    if app.webhooks.senders == 0 {
        return;
    }
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut flying = Flying::default();
    loop {
        while let Ok(webhook) = told.try_recv() {
            flying.landed(webhook);
        }
        let taken = take(&app, &flying).await;
        let rests = taken.is_empty();
        for delivery in taken {
            flying.started(delivery.webhook);
            let (app, tell) = (app.clone(), tell.clone());
            tokio::spawn(async move {
                deliver(&app, &delivery).await;
                let _ = tell.send(delivery.webhook);
            });
        }
        if rests {
            tokio::select! {
                Some(webhook) = told.recv() => flying.landed(webhook),
                () = app.webhooks.bell.notified() => {}
                () = tokio::time::sleep(IDLE_PAUSE) => {}
            }
        }
    }
}

/// How many notices are on their way, by webhook.
#[derive(Default)]
struct Flying(HashMap<WebhookId, u16>);

impl Flying {
    fn started(&mut self, webhook: WebhookId) {
        *self.0.entry(webhook).or_default() += 1;
    }

    fn landed(&mut self, webhook: WebhookId) {
        if let Some(count) = self.0.get_mut(&webhook) {
            *count -= 1;
        }
        self.0.retain(|_, count| *count > 0);
    }

    fn count(&self) -> u16 {
        self.0.values().sum()
    }

    /// Webhooks that have their share.
    fn busy(&self) -> Vec<WebhookId> {
        self.0
            .iter()
            .filter(|(_, count)| **count >= MAX_IN_FLIGHT_PER_WEBHOOK)
            .map(|(webhook, _)| *webhook)
            .collect()
    }
}

async fn take(app: &App, flying: &Flying) -> Vec<ClaimedDelivery> {
    let limit = app.webhooks.senders.saturating_sub(flying.count());
    if limit == 0 {
        return Vec::new();
    }
    let query = ClaimQuery {
        limit,
        limit_per_webhook: MAX_IN_FLIGHT_PER_WEBHOOK,
        excluded: flying.busy(),
        lease: app.webhooks.timeout + LEASE_SLACK,
    };
    app.store().claim_deliveries(&query).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "no deliveries could be taken");
        Vec::new()
    })
}

/// Sends one notice and writes down what became of it. If that can't be written, it is sent again.
async fn deliver(app: &App, delivery: &ClaimedDelivery) {
    let sent = match letter(&app.webhooks, delivery) {
        Some(letter) => carry(&app.webhooks, letter).await,
        None => Err(DeliveryFailure::Secret),
    };
    if let Err(error) = note(app, delivery, sent).await {
        tracing::warn!(%error, webhook = %delivery.webhook.0, "a delivery could not be noted");
    }
}

fn letter(webhooks: &WebhookDelivery, delivery: &ClaimedDelivery) -> Option<Letter> {
    let (present, earlier) = delivery.sealed_secrets.split_first()?;
    let open = |sealed: &Vec<u8>| webhooks.vault.open(delivery.webhook, sealed);
    let secrets: Vec<_> = [open(present)?].into_iter().chain(earlier.iter().filter_map(open)).collect();
    let (id, timestamp) = (delivery.message.to_string(), now().timestamp());
    Some(Letter {
        url: delivery.url.clone(),
        signatures: signatures(&secrets, &id, timestamp, &delivery.payload),
        id,
        timestamp,
        body: delivery.payload.clone(),
    })
}

/// On a thread of its own, which nobody waits for when the service ends.
async fn carry(webhooks: &WebhookDelivery, letter: Letter) -> Result<Receipt, DeliveryFailure> {
    let (tell, told) = oneshot::channel();
    let courier = webhooks.courier.clone();
    let thread = std::thread::Builder::new().name("webhook".to_owned());
    let started = thread.spawn(move || tell.send(courier.carry(&letter)));
    if let Err(error) = started {
        tracing::warn!(%error, "no thread could be started");
        return Err(DeliveryFailure::Connection);
    }
    told.await.unwrap_or(Err(DeliveryFailure::Connection))
}

async fn note(
    app: &App,
    delivery: &ClaimedDelivery,
    sent: Result<Receipt, DeliveryFailure>,
) -> Result<(), StoreError> {
    let receipt = sent.ok();
    let Some(failure) = sent.map_or_else(Some, |receipt| DeliveryFailure::of_status(receipt.status)) else {
        metrics::counter!("kifu_webhook_attempts_total", "outcome" => "delivered").increment(1);
        return app.store().mark_delivered(delivery, receipt.map_or(200, |receipt| receipt.status)).await;
    };
    metrics::counter!("kifu_webhook_attempts_total", "outcome" => failure.word()).increment(1);
    let gone = failure == DeliveryFailure::Gone;
    let wished = receipt.and_then(|receipt| receipt.retry_after);
    let chance = rand::rng().random();
    let again_in = app.webhooks.schedule.delay(delivery.attempts, chance, wished).filter(|_| !gone);
    let failed = FailedAttempt {
        status: receipt.map(|receipt| receipt.status),
        failure: failure.word().to_owned(),
        retry_in: again_in,
        gone,
    };
    if app.store().mark_failed(delivery, &failed).await? {
        tracing::warn!(webhook = %delivery.webhook.0, failure = failure.word(), "a webhook was disabled");
    }
    Ok(())
}
