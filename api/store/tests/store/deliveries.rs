//! Deliveries: whoever waits for a webhook holds none of its deliveries, so that deleting it can't deadlock with them.

use std::time::Duration;

use chrono::Utc;
use kifu_store::{
    Authority, ClaimQuery, ClaimedDelivery, FailedAttempt, KeyedOutcome, NewWebhook, Store, WebhookId,
};
use tokio_postgres::Client;
use uuid::Uuid;

use crate::fixtures::Fixture;

const LOCK_WEBHOOK: &str = "SELECT FROM webhooks WHERE webhook_id = $1 FOR UPDATE";
/// Fails at once where somebody has one of them.
const LOCK_DELIVERIES: &str = "SELECT FROM deliveries WHERE webhook_id = $1 FOR UPDATE NOWAIT";
const COUNT_WAITING: &str = "
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

async fn a_claimed_delivery(store: &Store) -> ClaimedDelivery {
    let id = WebhookId::generate();
    let webhook = NewWebhook {
        id,
        url: "https://example.org/hook".into(),
        events: vec!["ping".into()],
        game: None,
        player: None,
        record: None,
        created_at: Utc::now(),
        authority: Authority::Service,
        sealed_secret: vec![0],
        key: None,
    };
    assert!(store.insert_webhook(&webhook, 1).await.unwrap());
    assert_eq!(
        store.enqueue_one((id, None), Uuid::now_v7(), "ping", "{}", None).await.unwrap(),
        KeyedOutcome::Done
    );
    let query =
        ClaimQuery { limit: 1, limit_per_webhook: 1, excluded: vec![], lease: Duration::from_mins(1) };
    store.claim_deliveries(&query).await.unwrap().pop().unwrap()
}

async fn wait_for_a_lock(owner: &Client) {
    for _ in 0..1_000 {
        let waiting: i64 = owner.query_one(COUNT_WAITING, &[]).await.unwrap().get(0);
        if waiting > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("nobody waits for the webhook");
}

/// Has somebody hold the webhook, as its deletion does, while the outcome of a delivery is written.
async fn the_webhook_is_locked_first<Outcome>(
    write: impl FnOnce(Store, ClaimedDelivery) -> Outcome + Send + 'static,
) where
    Outcome: Future<Output = ()> + Send + 'static,
{
    let fixture = Fixture::new().await;
    let delivery = a_claimed_delivery(&fixture.store).await;
    let webhook = delivery.webhook.0;
    let (mut deletion, watcher) = (fixture.owner().await, fixture.owner().await);
    let transaction = deletion.transaction().await.unwrap();
    transaction.execute(LOCK_WEBHOOK, &[&webhook]).await.unwrap();
    let written = tokio::spawn(write(fixture.store.clone(), delivery));
    wait_for_a_lock(&watcher).await;
    let locked = transaction.execute(LOCK_DELIVERIES, &[&webhook]).await.unwrap();
    assert_eq!(locked, 1);
    transaction.commit().await.unwrap();
    written.await.unwrap();
}

#[tokio::test]
async fn a_delivery_that_arrived_locks_its_webhook_first() {
    the_webhook_is_locked_first(|store, delivery| async move {
        store.mark_delivered(&delivery, 200).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_delivery_that_is_given_up_locks_its_webhook_first() {
    the_webhook_is_locked_first(|store, delivery| async move {
        let attempt = FailedAttempt { status: Some(410), failure: "gone".into(), retry_in: None, gone: true };
        assert!(store.mark_failed(&delivery, &attempt).await.unwrap());
    })
    .await;
}
