//! Slots for answers that take long.

use kifu_tests::{Raw, eventually};

use super::{NEW_CLIENT, UNLIMITED_CLIENT, behind_a_proxy, code, opened};

/// More than any machine has slots.
const MORE_THAN_SLOTS: usize = 300;

#[test]
fn one_client_leaves_slots_to_others() {
    let service = behind_a_proxy(&[("KIFU_RATE_LIMIT", "0")]);
    let table = opened(&service);
    let ask = |client: &str, token: Option<&str>| {
        let ask = service.get("/v1/statistics").header("X-Forwarded-For", client);
        ask.token_if(token).send()
    };
    // It is known from there before the crowd comes.
    assert_eq!(table.get("").header("X-Forwarded-For", UNLIMITED_CLIENT).send().status, 200);
    let (mut database, mut watch) = (service.database(), service.database());
    let mut lock = database.transaction().unwrap();
    lock.batch_execute("LOCK TABLE search_documents IN ACCESS EXCLUSIVE MODE").unwrap();
    let search =
        format!("GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {UNLIMITED_CLIENT}\r\n\r\n");
    let _searches: Vec<Raw> = (0..MORE_THAN_SLOTS)
        .map(|_| {
            let mut raw = Raw::connect(&service);
            raw.write(search.as_bytes());
            raw
        })
        .collect();
    eventually("a search that waits", || {
        let sql =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'search_documents'::regclass";
        (watch.query_one(sql, &[]).unwrap().get::<_, i64>(0) > 0).then_some(())
    });
    let refused = ask(UNLIMITED_CLIENT, None);
    assert_eq!((refused.status, code(&refused).as_str()), (503, "busy"));
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(ask(NEW_CLIENT, None).status, 200, "another client has a slot");
    assert_eq!(ask(UNLIMITED_CLIENT, Some(&table.scribe)).status, 200, "a token that is valid needs none");
    lock.rollback().unwrap();
}
