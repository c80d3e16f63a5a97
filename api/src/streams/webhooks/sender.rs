//! Sends the notices that are due, several at the same time; no webhook delays another.

use std::collections::HashMap;
use std::time::Duration;

use actix_web::web;
use rand::RngExt;
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::streams::delivery::WebhookDelivery;
use crate::streams::delivery::failure::DeliveryFailure;
use crate::streams::delivery::signature::signatures;
use crate::streams::delivery::webhook_client::{DeliveryResult, SignedRequest};
use kifu_store::{ClaimQuery, ClaimedDelivery, FailedAttempt, StoreError, WebhookId, now};

/// The notices in flight to one webhook at a time.
const MAX_IN_FLIGHT_PER_WEBHOOK: u16 = 4;
/// How long to rest when nothing is due; a wake-up ends the pause.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// Beyond the time a receiver has, before a delivery may be taken from us.
const LEASE_SLACK: Duration = Duration::from_secs(5);

/// Sends for ever.
pub async fn run(app: web::Data<App>) {
    if app.webhooks.senders == 0 {
        return;
    }
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let mut in_flight = InFlight::default();
    loop {
        while let Ok(webhook) = receiver.try_recv() {
            in_flight.finished(webhook);
        }
        let taken = take(&app, &in_flight).await;
        let is_idle = taken.is_empty();
        for delivery in taken {
            in_flight.started(delivery.webhook);
            let (app, slot) =
                (app.clone(), DeliverySlot { webhook: delivery.webhook, finished: sender.clone() });
            tokio::spawn(async move {
                deliver(&app, &delivery).await;
                drop(slot);
            });
        }
        if is_idle {
            tokio::select! {
                Some(webhook) = receiver.recv() => in_flight.finished(webhook),
                () = app.webhooks.wakeup.notified() => {}
                () = tokio::time::sleep(IDLE_PAUSE) => {}
            }
        }
    }
}

/// The place of a notice that is being sent. It is free again when this is dropped, also by a panic.
struct DeliverySlot {
    webhook: WebhookId,
    finished: mpsc::UnboundedSender<WebhookId>,
}

impl Drop for DeliverySlot {
    fn drop(&mut self) {
        // Nobody counts any more when the service ends.
        let _ = self.finished.send(self.webhook);
    }
}

/// How many notices are being sent, by webhook.
#[derive(Default)]
struct InFlight(HashMap<WebhookId, u16>);

impl InFlight {
    fn started(&mut self, webhook: WebhookId) {
        *self.0.entry(webhook).or_default() += 1;
    }

    fn finished(&mut self, webhook: WebhookId) {
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

async fn take(app: &App, in_flight: &InFlight) -> Vec<ClaimedDelivery> {
    let limit = app.webhooks.senders.saturating_sub(in_flight.count());
    if limit == 0 {
        return Vec::new();
    }
    let query = ClaimQuery {
        limit,
        limit_per_webhook: MAX_IN_FLIGHT_PER_WEBHOOK,
        excluded: in_flight.busy(),
        lease: app.webhooks.timeout + LEASE_SLACK,
    };
    app.store().claim_deliveries(&query).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "no deliveries could be taken");
        Vec::new()
    })
}

/// Sends one notice and writes down what became of it. If that can't be written, it is sent again.
async fn deliver(app: &App, delivery: &ClaimedDelivery) {
    let sent = match signed_request(&app.webhooks, delivery) {
        Some(signed_request) => send(&app.webhooks, signed_request).await,
        None => Err(DeliveryFailure::Secret),
    };
    if let Err(error) = note(app, delivery, sent).await {
        tracing::warn!(%error, webhook = %delivery.webhook.0, "a delivery could not be noted");
    }
}

fn signed_request(webhooks: &WebhookDelivery, delivery: &ClaimedDelivery) -> Option<SignedRequest> {
    let (present, earlier) = delivery.sealed_secrets.split_first()?;
    let open = |sealed: &Vec<u8>| webhooks.vault.open(delivery.webhook, sealed);
    let secrets: Vec<_> = [open(present)?].into_iter().chain(earlier.iter().filter_map(open)).collect();
    let (id, timestamp) = (delivery.message.to_string(), now().timestamp());
    Some(SignedRequest {
        url: delivery.url.clone(),
        signatures: signatures(&secrets, &id, timestamp, &delivery.payload),
        id,
        timestamp,
        body: delivery.payload.clone(),
    })
}

/// On a thread of its own, which nobody waits for when the service ends.
async fn send(
    webhooks: &WebhookDelivery,
    signed_request: SignedRequest,
) -> Result<DeliveryResult, DeliveryFailure> {
    let (sender, receiver) = oneshot::channel();
    let client = webhooks.client.clone();
    let thread = std::thread::Builder::new().name("webhook".to_owned());
    let started = thread.spawn(move || sender.send(client.send(&signed_request)));
    if let Err(error) = started {
        tracing::warn!(%error, "no thread could be started");
        return Err(DeliveryFailure::Connection);
    }
    receiver.await.unwrap_or(Err(DeliveryFailure::Connection))
}

async fn note(
    app: &App,
    delivery: &ClaimedDelivery,
    sent: Result<DeliveryResult, DeliveryFailure>,
) -> Result<(), StoreError> {
    let result = sent.ok();
    let Some(failure) = sent.map_or_else(Some, |result| DeliveryFailure::of_status(result.status)) else {
        metrics::counter!("kifu_webhook_attempts_total", "outcome" => "delivered").increment(1);
        return app.store().mark_delivered(delivery, result.map_or(200, |result| result.status)).await;
    };
    metrics::counter!("kifu_webhook_attempts_total", "outcome" => failure.word()).increment(1);
    let gone = failure == DeliveryFailure::Gone;
    let retry_after = result.and_then(|result| result.retry_after);
    let chance = rand::rng().random();
    let delay = app.webhooks.schedule.delay(delivery.attempts, chance, retry_after).filter(|_| !gone);
    let failed = FailedAttempt {
        status: result.map(|result| result.status),
        failure: failure.word().to_owned(),
        retry_in: delay,
        gone,
    };
    if app.store().mark_failed(delivery, &failed).await? {
        tracing::warn!(webhook = %delivery.webhook.0, failure = failure.word(), "a webhook was disabled");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_delivery_that_panics_frees_its_slot() {
        let (finished, mut receiver) = mpsc::unbounded_channel();
        let webhook = WebhookId(uuid::Uuid::nil());
        let mut in_flight = InFlight::default();
        in_flight.started(webhook);
        let slot = DeliverySlot { webhook, finished };
        let panicked = tokio::spawn(async move {
            let _slot = slot;
            panic!("a fault in what it sends");
        });
        assert!(panicked.await.unwrap_err().is_panic());
        in_flight.finished(receiver.recv().await.unwrap());
        assert_eq!(in_flight.count(), 0);
    }
}
