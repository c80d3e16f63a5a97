//! The service deletes expired data while it runs.

use kifu_tests::{Service, eventually};

#[test]
fn a_running_service_deletes_expired_rows() {
    let service = Service::start();
    let insert = "
        INSERT INTO idempotency (shard, game_id, key, body_hash, first_seq, last_seq, at)
        VALUES (0, gen_random_uuid(), 'key', '', 1, 1, now() - interval '31 days');
        INSERT INTO openings (shard, key_hash, body_hash, game_id, sealed_answer, at)
        VALUES (0, sha256('key'), '', gen_random_uuid(), '', now() - interval '31 days');
        INSERT INTO statistic_clock (shard, position, at)
        SELECT 0, tick, date_trunc('hour', now()) - interval '100 days' + tick * interval '10 seconds'
        FROM generate_series(1, 5) tick;
        INSERT INTO search_terms (shard, id, game, type, fields) VALUES (0, 7, 'go', 'play', '{}')";
    let mut database = service.database();
    database.batch_execute(insert).unwrap();
    // It deletes when it starts and then every hour.
    let _second = service.beside();
    let count = "
        SELECT (SELECT count(*) FROM idempotency) + (SELECT count(*) FROM openings)
             + (SELECT count(*) FROM statistic_clock WHERE at < now() - interval '99 days')
             + (SELECT count(*) FROM search_terms WHERE id = 7)";
    eventually("only the last row of the hour is left", || {
        let rows: i64 = database.query_one(count, &[]).unwrap().get(0);
        (rows == 1).then_some(())
    });
}
