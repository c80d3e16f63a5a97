//! Many who write at once: every acknowledged event is in the log once, in order.

use std::thread;

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

const WRITERS: usize = 64;
const EACH: usize = 5;

fn note(writer: usize, number: usize) -> Value {
    json!({"type": "annotate", "text": format!("{writer}-{number}")})
}

/// Writes in parallel, each writer at its table; answers with what each was told: entry and version.
fn write(tables: &[Table]) -> Vec<Vec<(Value, u64)>> {
    let writers = (0..WRITERS).map(|writer| {
        let table = tables[writer % tables.len()].clone();
        thread::spawn(move || {
            let told = (0..EACH).map(|number| {
                let answer = table.log(&note(writer, number)).json();
                (answer["entries"][0].clone(), answer["version"].as_u64().unwrap())
            });
            told.collect()
        })
    });
    let writers: Vec<_> = writers.collect();
    writers.into_iter().map(|writer| writer.join().unwrap()).collect()
}

fn check(service: &Service, tables: &[Table]) {
    let told = write(tables);
    for (index, table) in tables.iter().enumerate() {
        let log = table.entries();
        let mut mine: Vec<_> = told.iter().skip(index).step_by(tables.len()).flatten().collect();
        mine.sort_by_key(|(_, version)| *version);
        let versions: Vec<_> = mine.iter().map(|(_, version)| *version).collect();
        assert_eq!(versions, (1..=log.len() as u64).collect::<Vec<_>>());
        let entries: Vec<_> = mine.into_iter().map(|(entry, _)| entry.clone()).collect();
        assert_eq!(log, entries);
    }
    let positions = feed(service);
    assert_eq!(positions, (1..=positions.len() as u64).collect::<Vec<_>>(), "the feed has a gap");
    assert_eq!(positions.len(), WRITERS * EACH + tables.len());
}

fn feed(service: &Service) -> Vec<u64> {
    let (mut positions, mut next) = (Vec::new(), "/v1/feed?limit=50".to_owned());
    loop {
        let page = service.get(&next).json();
        let events = page["events"].as_array().unwrap();
        if events.is_empty() {
            return positions;
        }
        positions.extend(events.iter().map(|event| event["position"].as_u64().unwrap()));
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
