//! Whatever takes long for a stranger has slots, so that it can't take the processors from a table's moves.
//!
//! The tests measure the processor time of the service and of its database, so that a busy machine does not matter.

use std::collections::BTreeSet;
use std::time::Duration;

use kifu_tests::{MAX_EVENTS, Read, Service, Spent, WatchedService, make_subjects, reads};

const OPERATOR: &str = "the-key-of-the-operator-of-the-costs";

/// The time limit of a request without slots: 20 ms in a release build.
///
/// A debug build has a tenth of the records and of the feed, and costs that grow with them shrink to that tenth. It
/// folds a sixth as many events in a second (`bench -- c`: 0.35 million against 2.04 million), so it takes six tenths
/// of the time. Costs that do not grow are six times as long; yet a second request takes less than half of the limit.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 12 } else { 20 });
/// The first request takes long once, as the service builds its caches.
const ATTEMPTS: usize = 10;
/// Each request for it reads and folds a whole record.
const WHOLE_RECORD: &str = "/v1/games/{id}/replay";

/// The cache has no room for large records: each request reads and folds one, as a client can cause it that asks for
/// one record after another.
fn settings(max_events: &str) -> [(&str, &str); 6] {
    [
        ("KIFU_OPERATOR_KEY", OPERATOR),
        ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
        ("KIFU_WEBHOOK_KEY", "the key that seals"),
        ("KIFU_WEBHOOK_SENDERS", "0"),
        ("KIFU_RECORD_CACHE_MIB", "1"),
        ("KIFU_MAX_RECORD_EVENTS", max_events),
    ]
}

#[test]
fn whatever_takes_long_has_slots() {
    let max_events = MAX_EVENTS.to_string();
    let settings = settings(&max_events);
    let others = Service::with_one_shard(&settings);
    let subjects = make_subjects(&others, OPERATOR);
    let mut watched = WatchedService::beside(&others, &settings);
    watched.wait_until_idle();
    let (mut requested, mut count, mut long) = (BTreeSet::new(), 0, Vec::new());
    for subject in &subjects {
        let reads = reads(&watched.service, subject);
        let whole = reads.iter().find(|read| read.path == WHOLE_RECORD).unwrap();
        let spent = watched.spent_on(whole).total();
        assert!(
            spent > LIMIT,
            "a whole record is folded in {spent:?}: {whole:?}: this test measures nothing"
        );
        let mut examples = BTreeSet::new();
        for read in reads.iter().filter(|read| !read.has_slots()) {
            let is_new = requested.insert((read.address.clone(), read.media.clone()));
            // One example of each parameter will do.
            if !is_new || examples.contains(&(read.path, &read.varied)) {
                continue;
            }
            count += 1;
            let spent = patiently(&mut watched, read);
            if spent.total() > LIMIT {
                examples.insert((read.path, &read.varied));
                long.push(said(read, subject.game, spent));
            }
        }
    }
    assert!(count > 50, "{count} requests are cheap");
    assert!(long.is_empty(), "over {LIMIT:?} without slots:\n{}", long.join("\n"));
}

/// The cost of a request, which is repeated while it takes long.
fn patiently(watched: &mut WatchedService, read: &Read) -> Spent {
    let mut least = watched.spent_on(read);
    for _ in 1..ATTEMPTS {
        if least.total() > LIMIT {
            let again = watched.spent_on(read);
            least = if again.total() < least.total() { again } else { least };
        }
    }
    least
}

fn said(read: &Read, game: &str, spent: Spent) -> String {
    let Read { path, address, media, class, .. } = read;
    let [service, database] = [spent.service, spent.database].map(|time| time.as_secs_f64() * 1e3);
    format!(
        "{path} is {class}: {service:.0} ms and {database:.0} ms of the database: {address} as {media} ({game})"
    )
}
