//! A backup that is put in the place of the database while clients go on: nothing that they hold of before is honoured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kifu_tests::{Client, Table, eventually};
use serde_json::json;

use crate::faults::Services;
use crate::writer::{Address, Witness, Writer, text};

/// Notes that each writer has acknowledged before the backup is taken, then until the database is lost, and after it is
/// there again.
const NOTES: usize = 5;
/// The paths of a record that have a tag.
const TAGGED: [&str; 3] = ["", "/board.svg", "/replay/1"];
/// The paths of the service that have a cursor.
const WITH_CURSORS: [&str; 2] = ["/v1/feed?after=", "/v1/statistics/common.won?as_of="];

/// The client's tags, cursors and ids from the time that is lost.
struct Held {
    /// Tables with paths and the tags of the answers there.
    tags: Vec<(Table, &'static str, String)>,
    /// Tables with the id of the last event that a stream of theirs told.
    event_ids: Vec<(Table, String)>,
    cursor: String,
}

/// Clients write to tables of both services all the while.
pub fn check(services: &mut Services, tell_addresses: impl Fn(&Services), addresses: &[Address; 2]) {
    let [first, _] = services.clients();
    let tables = [0, 1].map(|_| first.open_plain("bremen", 4));
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..4)
        .map(|number| Writer::start(number, &addresses[number % 2], &tables[number / 2], &stop))
        .collect();
    go_on(&writers);
    let file = services.folder().path().join("kifu.backup");
    let backup = services.folder().run(&["backup", file.to_str().expect("text")]);
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
    go_on(&writers);
    let held = Held::of(&services.clients(), &tables);
    services.restore(&file);
    tell_addresses(services);
    let counts: Vec<_> = writers.iter().map(Writer::count).collect();
    let versions = || tables.iter().map(|table| table.at(&services.clients()[0]).version());
    let lost: Vec<_> = held.versions();
    eventually("the numbers of before", || {
        versions().zip(&lost).all(|(now, lost)| now > *lost).then_some(())
    });
    go_on(&writers);
    for client in services.clients() {
        held.check(&client);
    }
    stop.store(true, Ordering::SeqCst);
    let witnesses: Vec<_> = writers.into_iter().map(Writer::join).collect();
    for client in services.clients() {
        witnesses
            .iter()
            .zip(&counts)
            .for_each(|(witness, count)| check_writer(&client, &tables, witness, *count));
    }
}

/// Waits until each writer has written something more.
fn go_on(writers: &[Writer]) {
    let counts: Vec<_> = writers.iter().map(Writer::count).collect();
    eventually("work of all writers", || {
        writers.iter().zip(&counts).all(|(writer, count)| writer.count() >= count + NOTES).then_some(())
    });
}

/// Checks that all entries acknowledged since the restoration are there.
fn check_writer(client: &Client, tables: &[Table; 2], witness: &Witness, count: usize) {
    let table = tables.iter().find(|table| table.id == witness.record).expect("its table");
    let entries = table.at(client).entries();
    // The first of them may have been acknowledged by the database that is lost.
    for (number, version) in witness.acknowledged.range(count + 1..) {
        let entry = usize::try_from(*version).ok().and_then(|version| entries.get(version - 1));
        let found = entry.and_then(|entry| entry["text"].as_str());
        assert_eq!(found, Some(&*text(witness.writer, *number)), "acknowledged after the restoration");
    }
}

impl Held {
    fn of(clients: &[Client; 2], tables: &[Table; 2]) -> Self {
        let mut tags = Vec::new();
        let mut event_ids = Vec::new();
        for table in clients.iter().flat_map(|client| tables.each_ref().map(|table| table.at(client))) {
            for path in TAGGED {
                let tag = table.get(path).send().header("etag").to_owned();
                assert!(!(path.is_empty() && tag.is_empty()), "a record has a tag");
                if !tag.is_empty() {
                    tags.push((table.clone(), path, tag));
                }
            }
            event_ids.push((table.clone(), table.event_id(table.version())));
        }
        let cursor =
            clients[0].get("/v1/feed?after=now").json()["cursor"].as_str().expect("a cursor").to_owned();
        Self { tags, event_ids, cursor }
    }

    /// Above these numbers the log has other entries than the ones that were held.
    fn versions(&self) -> Vec<u64> {
        let number =
            |id: &str| id.split('@').next().and_then(|number| number.parse().ok()).expect("a number");
        // Both services told of the same tables, the second one later.
        self.event_ids[2..].iter().map(|(_, id)| number(id)).collect()
    }

    /// None of it is honoured by this service.
    fn check(&self, client: &Client) {
        for (table, path, tag) in &self.tags {
            let table = table.at(client);
            let read = table.get(path).header("If-None-Match", tag).send();
            assert_eq!(read.status, 200, "{path}: {tag} is of before");
            if path.is_empty() {
                let log = table.log(&json!({"type": "annotate", "text": "late"})).header("If-Match", tag);
                assert_eq!(log.send().status, 412, "nothing builds on {tag}");
            }
        }
        for (table, id) in &self.event_ids {
            let mut stream = table.at(client).get("/live").header("Last-Event-ID", id).stream();
            assert_eq!(stream.read().expect("an event").kind, "position", "{id} is of before");
        }
        for path in WITH_CURSORS {
            let answer = client.get(&format!("{path}{}", self.cursor)).send();
            assert_eq!(answer.status, 410, "{path}: {}", answer.text());
        }
    }
}
