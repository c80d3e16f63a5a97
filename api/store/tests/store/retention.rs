//! What expires is deleted, and nothing else.

use kifu_store::{Expired, GameId};
use tokio_postgres::Client;

use crate::fixtures::Fixture;

const RETRIES: &str = "
    INSERT INTO idempotency (shard, game_id, key, body_hash, first_seq, last_seq, at)
    SELECT 0, gen_random_uuid(), 'key', '', 1, 1, now() - days * interval '1 day' FROM unnest(ARRAY[0, 29, 31]) days;
    INSERT INTO openings (shard, key_hash, body_hash, game_id, sealed_answer, at)
    SELECT 0, sha256(days::text::bytea), '', gen_random_uuid(), '', now() - days * interval '1 day'
    FROM unnest(ARRAY[0, 29, 31]) days;
    INSERT INTO issuances (shard, game_id, key_hash, body_hash, sealed_answer, at)
    SELECT 0, gen_random_uuid(), sha256(days::text::bytea), '', '', now() - days * interval '1 day'
    FROM unnest(ARRAY[0, 29, 31]) days;";

/// Every ten seconds of two minutes, long ago and lately. The feed grows with time.
const CLOCK: &str = "
    INSERT INTO statistic_clock (shard, position, at)
    SELECT 0, row_number() OVER (ORDER BY days DESC, tick),
           date_trunc('hour', now()) - days * interval '1 day' + tick * interval '10 seconds'
    FROM unnest(ARRAY[100, 8, 1]) days, generate_series(0, 11) tick;";

const CLOCK_LEFT: &str = "
    SELECT round(extract(epoch FROM date_trunc('hour', now()) - at) / 86400)::int AS days, count(*) AS rows
    FROM statistic_clock GROUP BY 1 ORDER BY 1 DESC";

async fn count(client: &Client, table: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap().get(0)
}

async fn fill_search_document(client: &Client, game: GameId) {
    let fill = "UPDATE search_documents SET terms = ARRAY[7, -3] WHERE game_id = $1";
    assert_eq!(client.execute(fill, &[&game.0]).await.unwrap(), 1);
    let terms = "
        INSERT INTO search_terms (shard, id, game, type, fields)
        SELECT 0, id, 'go', 'play', '{}' FROM generate_series(-600, 600) id";
    client.batch_execute(terms).await.unwrap();
}

#[tokio::test]
async fn what_has_expired_is_deleted() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    let client = fixture.owner().await;
    client.batch_execute(RETRIES).await.unwrap();
    client.batch_execute(CLOCK).await.unwrap();
    fill_search_document(&client, game).await;

    let expired = fixture.store.delete_expired().await.unwrap();

    assert_eq!(expired, Expired { retries: 3, notices: 0, clock: 11 + 10, terms: 1199 });
    for table in ["idempotency", "openings", "issuances"] {
        assert_eq!(count(&client, table).await, 2, "{table}: two are younger than 30 days");
    }
    let rows = client.query(CLOCK_LEFT, &[]).await.unwrap();
    let left: Vec<(i32, i64)> = rows.iter().map(|row| (row.get("days"), row.get("rows"))).collect();
    assert_eq!(left, [(100, 1), (8, 2), (1, 12)], "one an hour, one a minute, all");
    let terms = client.query("SELECT id FROM search_terms ORDER BY id", &[]).await.unwrap();
    assert_eq!(
        terms.iter().map(|row| row.get(0)).collect::<Vec<i64>>(),
        [-3, 7],
        "those that a document has"
    );
    assert_eq!(
        fixture.store.delete_expired().await.unwrap(),
        Expired::default(),
        "nothing is left to delete"
    );
}
