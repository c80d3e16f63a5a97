//! Tests of the feed's followers – counting, rebuilding – with a real `PostgreSQL`.

mod counting;
#[expect(dead_code, reason = "the store's own tests use the rest")]
#[path = "../../store/tests/store/fixtures.rs"]
mod fixtures;
mod generations;
#[expect(dead_code, reason = "the store's own tests use the rest")]
#[path = "../../store/tests/store/postgres.rs"]
mod postgres;
