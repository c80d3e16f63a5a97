//! One client that takes every slot for answers that take long.

use crate::{Raw, Service, eventually};

/// More than any machine has slots.
const MORE_THAN_SLOTS: usize = 300;

/// Runs this while searches of a client, as a trusted proxy names it, wait at a locked table and take all slots that
/// they may.
///
/// # Panics
///
/// If the table can't be locked, or no search waits at it.
pub fn while_slots_are_taken(service: &Service, client: &str, run: impl FnOnce()) {
    let (mut database, mut watch) = (service.database(), service.database());
    let mut lock = database.transaction().unwrap();
    lock.batch_execute("LOCK TABLE search_documents IN ACCESS EXCLUSIVE MODE").unwrap();
    let search = format!("GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {client}\r\n\r\n");
    let searches = (0..MORE_THAN_SLOTS).map(|_| {
        let mut raw = Raw::connect(service);
        raw.write(search.as_bytes());
        raw
    });
    let searches: Vec<Raw> = searches.collect();
    eventually("a search that waits", || {
        let sql =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'search_documents'::regclass";
        (watch.query_one(sql, &[]).unwrap().get::<_, i64>(0) > 0).then_some(())
    });
    run();
    drop(searches);
    lock.rollback().unwrap();
}
