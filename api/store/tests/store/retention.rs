//! Retention: expired rows are deleted, and no others.

use kifu_store::{DeletedRows, GameId};
use tokio_postgres::Client;

use crate::fixtures::Fixture;

/// Deletes what has expired and says which rows those were; a second time deletes nothing.
async fn delete_expired(fixture: &Fixture) -> DeletedRows {
    let deleted = fixture.store.delete_expired().await.unwrap();
    assert_eq!(fixture.store.delete_expired().await.unwrap(), DeletedRows::default());
    deleted
}

async fn count(client: &Client, table: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap().get(0)
}

/// Runs an insert of rows that are 0, 29 and 31 days old, of which the last one has expired.
async fn keys_are_deleted_after_30_days(table: &str, insert: &str) {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    client.batch_execute(&format!("{insert} FROM unnest(ARRAY[0, 29, 31]) days")).await.unwrap();
    let expected = DeletedRows { idempotency_keys: 1, ..DeletedRows::default() };
    assert_eq!(delete_expired(&fixture).await, expected);
    assert_eq!(count(&client, table).await, 2);
}

#[tokio::test]
async fn keys_of_appends_are_deleted_after_30_days() {
    let insert = "
        INSERT INTO idempotency (shard, game_id, key, body_hash, first_seq, last_seq, at)
        SELECT 0, gen_random_uuid(), 'key', '', 1, 1, now() - days * interval '1 day'";
    keys_are_deleted_after_30_days("idempotency", insert).await;
}

#[tokio::test]
async fn keys_of_openings_are_deleted_after_30_days() {
    let insert = "
        INSERT INTO openings (shard, key_hash, body_hash, game_id, sealed_answer, at)
        SELECT 0, sha256(days::text::bytea), '', gen_random_uuid(), '', now() - days * interval '1 day'";
    keys_are_deleted_after_30_days("openings", insert).await;
}

#[tokio::test]
async fn keys_of_tokens_are_deleted_after_30_days() {
    let insert = "
        INSERT INTO issuances (shard, game_id, key_hash, body_hash, sealed_answer, at)
        SELECT 0, gen_random_uuid(), sha256(days::text::bytea), '', '', now() - days * interval '1 day'";
    keys_are_deleted_after_30_days("issuances", insert).await;
}

#[tokio::test]
async fn delivered_notices_are_deleted_after_7_days_and_others_after_30() {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    let insert = "
        INSERT INTO webhooks (webhook_id, url, events, start_positions)
        VALUES ('00000000-0000-0000-0000-000000000001', 'https://example.org', '{finished}', '{0}');
        INSERT INTO deliveries (shard, webhook_id, message_id, type, payload, state, created_at, due_at, tried_at)
        SELECT 0, '00000000-0000-0000-0000-000000000001', gen_random_uuid(), 'finished', '{}', state,
               now() - days * interval '1 day', now() - days * interval '1 day', now() - days * interval '1 day'
        FROM unnest(ARRAY['delivered', 'failed', 'waiting']) state, unnest(ARRAY[6, 8, 29, 31]) days";
    client.batch_execute(insert).await.unwrap();
    let expected = DeletedRows { deliveries: 3 + 1 + 1, ..DeletedRows::default() };
    assert_eq!(delete_expired(&fixture).await, expected);
    assert_eq!(count(&client, "deliveries").await, 1 + 3 + 3);
}

#[tokio::test]
async fn the_clock_keeps_a_row_a_minute_after_7_days_and_a_row_an_hour_after_90_days() {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    // A row every ten seconds of two minutes on each of three days. Positions grow with time.
    let insert = "
        INSERT INTO statistic_clock (shard, position, at)
        SELECT 0, row_number() OVER (ORDER BY days DESC, tick),
               date_trunc('hour', now()) - days * interval '1 day' + tick * interval '10 seconds'
        FROM unnest(ARRAY[100, 8, 1]) days, generate_series(0, 11) tick";
    client.batch_execute(insert).await.unwrap();
    let expected = DeletedRows { clock_rows: 11 + 10, ..DeletedRows::default() };
    assert_eq!(delete_expired(&fixture).await, expected);
    let remaining = "
        SELECT round(extract(epoch FROM date_trunc('hour', now()) - at) / 86400)::int AS days, count(*) AS rows
        FROM statistic_clock WHERE position > 0 GROUP BY 1 ORDER BY 1 DESC";
    let rows = client.query(remaining, &[]).await.unwrap();
    let remaining: Vec<(i32, i64)> = rows.iter().map(|row| (row.get("days"), row.get("rows"))).collect();
    assert_eq!(remaining, [(100, 1), (8, 2), (1, 12)]);
}

async fn set_terms(client: &Client, game: GameId, ids: &[i64]) {
    let update = "UPDATE search_documents SET terms = $2 WHERE game_id = $1";
    assert_eq!(client.execute(update, &[&game.0, &ids]).await.unwrap(), 1);
}

#[tokio::test]
async fn search_terms_that_no_document_has_are_deleted() {
    let fixture = Fixture::with_shards(1).await;
    let game = fixture.open().await;
    let client = fixture.owner().await;
    set_terms(&client, game, &[7, -3]).await;
    // More than one batch.
    let insert = "
        INSERT INTO search_terms (shard, id, game, type, fields)
        SELECT 0, id, 'go', 'play', '{}' FROM generate_series(-600, 600) id";
    client.batch_execute(insert).await.unwrap();
    let expected = DeletedRows { search_terms: 1199, ..DeletedRows::default() };
    assert_eq!(delete_expired(&fixture).await, expected);
    let rows = client.query("SELECT id FROM search_terms ORDER BY id", &[]).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.get(0)).collect::<Vec<i64>>(), [-3, 7]);
}
