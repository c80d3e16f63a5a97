//! Clients that read while something breaks, and go on where they were: nothing twice, nothing left out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use kifu_tests::{Client, Stream, Table, eventually};
use serde_json::Value;

use crate::writer::Address;

/// How long a reader waits before it asks again.
const PAUSE: Duration = Duration::from_millis(20);

/// For how long a stream is read before the reader comes again.
const STREAM_TIME: Duration = Duration::from_secs(1);

/// Reads the feed page by page.
pub struct FeedReader(JoinHandle<(String, BTreeMap<String, Vec<u64>>)>);

impl FeedReader {
    /// Reads from where the feed ends now.
    pub fn start(address: &Address, stop: &Arc<AtomicBool>, tables: &[Table]) -> Self {
        let (address, stop) = (address.clone(), Arc::clone(stop));
        let mut seen: BTreeMap<_, Vec<u64>> =
            tables.iter().map(|table| (table.id.clone(), Vec::new())).collect();
        let mut next = next_page(&address.client(), "/v1/feed?after=now").expect("the end of the feed");
        Self(spawn(move || {
            while !stop.load(Ordering::SeqCst) {
                next = read_on(&address.client(), &next, &mut seen).unwrap_or(next);
                sleep(PAUSE);
            }
            (next, seen)
        }))
    }

    /// Reads to the end; every event of the tables must have come once, in order.
    pub fn check(self, tables: &[Table], client: &Client) {
        let (mut next, mut seen) = self.0.join().expect("a reader");
        let versions: Vec<_> = tables.iter().map(|table| table.at(client).version()).collect();
        // A page may have nothing of these tables, and the feed goes on behind it.
        eventually("all events in the feed", || {
            next = read_on(client, &next, &mut seen).expect("the feed");
            let counts = tables.iter().map(|table| seen[&table.id].len() as u64);
            counts.zip(&versions).all(|(count, version)| count >= *version).then_some(())
        });
        read_on(client, &next, &mut seen).expect("the feed");
        for (table, version) in tables.iter().zip(versions) {
            let expected: Vec<u64> = (1..=version).collect();
            assert_eq!(seen[&table.id], expected, "the feed tells each event of {} once", table.id);
        }
    }
}

/// Where the feed goes on behind a page.
fn next_page(client: &Client, path: &str) -> Option<String> {
    let answer = client.get(path).try_send().ok().filter(|answer| answer.status == 200)?;
    Some(answer.json()["next"].as_str()?.to_owned())
}

/// Notes the content of a page and returns the place where the feed goes on. Notes nothing of a page that did not
/// come.
fn read_on(client: &Client, path: &str, seen: &mut BTreeMap<String, Vec<u64>>) -> Option<String> {
    let answer = client.get(path).try_send().ok().filter(|answer| answer.status == 200)?;
    let page = answer.json();
    for event in page["events"].as_array()? {
        if let Some(numbers) = event["game_id"].as_str().and_then(|id| seen.get_mut(id)) {
            numbers.push(event["seq"].as_u64()?);
        }
    }
    Some(page["next"].as_str()?.to_owned())
}

/// Reads the stream of one record, with whatever service is there.
pub struct StreamReader(JoinHandle<Vec<(u64, Value)>>);

impl StreamReader {
    /// Reads from the beginning.
    pub fn start(address: &Address, stop: &Arc<AtomicBool>, table: &Table) -> Self {
        let (address, stop, table) = (address.clone(), Arc::clone(stop), table.clone());
        Self(spawn(move || {
            let (mut seen, mut last) = (Vec::new(), table.event_id(0));
            while !stop.load(Ordering::SeqCst) {
                let ask = table.at(&address.client()).get("/live").header("Last-Event-ID", &last);
                if let Some(mut stream) = ask.try_stream(STREAM_TIME) {
                    last = read_stream(&mut stream, &stop, &mut seen, last);
                }
                sleep(PAUSE);
            }
            seen
        }))
    }

    /// Checks that the events are the beginning of the log: each entry once, in order, as it is stored.
    pub fn check(self, table: &Table) {
        let seen = self.0.join().expect("a reader");
        let entries = table.entries();
        for (place, (seq, entry)) in seen.iter().enumerate() {
            assert_eq!(*seq, place as u64 + 1, "the stream tells each entry once");
            assert_eq!(entry["text"], entries[place]["text"], "entry {seq}");
        }
    }
}

/// Reads until the stream ends; the last id.
fn read_stream(
    stream: &mut Stream,
    stop: &AtomicBool,
    seen: &mut Vec<(u64, Value)>,
    mut last: String,
) -> String {
    while !stop.load(Ordering::SeqCst) {
        let Some(event) = stream.read() else { break };
        if event.kind == "entry" {
            let seq = event.data["seq"].as_u64().expect("a number");
            last.clone_from(event.id.as_ref().expect("an id"));
            seen.push((seq, event.data["entry"].clone()));
        }
    }
    last
}
