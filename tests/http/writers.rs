//! Many who write at once: every acknowledged event is in the log once, in order.

use std::thread;

use kifu_tests::{Service, Table, bare};
use serde_json::{Value, json};

const WRITERS: usize = 64;
const MOVES_PER_WRITER: usize = 5;

fn note(writer: usize, number: usize) -> Value {
    json!({"type": "annotate", "text": format!("{writer}-{number}")})
}

/// Writes in parallel, each writer at its table; returns what each was answered: entry and version.
fn write(tables: &[Table]) -> Vec<Vec<(Value, u64)>> {
    let writers = (0..WRITERS).map(|writer| {
        let table = tables[writer % tables.len()].clone();
        thread::spawn(move || {
            let written = (0..MOVES_PER_WRITER).map(|number| {
                let answer = table.log(&note(writer, number)).json();
                (bare(&answer["entries"][0]), answer["version"].as_u64().unwrap())
            });
            written.collect()
        })
    });
    let writers: Vec<_> = writers.collect();
    writers.into_iter().map(|writer| writer.join().unwrap()).collect()
}

fn check(service: &Service, tables: &[Table]) {
    let written = write(tables);
    for (index, table) in tables.iter().enumerate() {
        let log = table.entries();
        let mut mine: Vec<_> = written.iter().skip(index).step_by(tables.len()).flatten().collect();
        mine.sort_by_key(|(_, version)| *version);
        let versions: Vec<_> = mine.iter().map(|(_, version)| *version).collect();
        assert_eq!(versions, (1..=log.len() as u64).collect::<Vec<_>>());
        let entries: Vec<_> = mine.into_iter().map(|(entry, _)| entry.clone()).collect();
        assert_eq!(log, entries);
    }
    let feed = feed(service);
    for table in tables {
        let mine = feed.iter().filter(|(id, _)| *id == table.id).map(|(_, seq)| *seq);
        assert!(mine.eq(0..=table.version()), "the feed tells every event once, in order");
    }
    assert_eq!(feed.len(), WRITERS * MOVES_PER_WRITER + tables.len());
}

/// Every item of the feed: record and number.
fn feed(service: &Service) -> Vec<(String, u64)> {
    let (mut items, mut next) = (Vec::new(), "/v1/feed?limit=50".to_owned());
    loop {
        let page = service.get(&next).json();
        let events = page["events"].as_array().unwrap();
        if events.is_empty() {
            return items;
        }
        let item =
            |event: &Value| (event["game_id"].as_str().unwrap().to_owned(), event["seq"].as_u64().unwrap());
        items.extend(events.iter().map(item));
        page["next"].as_str().unwrap().clone_into(&mut next);
    }
}

#[test]
fn of_one_record() {
    let service = Service::start();
    check(&service, &[service.open_plain("you_cry_wolf", 3)]);
}

#[test]
fn of_many_records() {
    let service = Service::start();
    let tables: Vec<_> = (0..16).map(|_| service.open_plain("bremen", 4)).collect();
    check(&service, &tables);
}
