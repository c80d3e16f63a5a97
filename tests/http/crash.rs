//! Killed in the middle of a stream of moves, a service has everything that it acknowledged.

use std::sync::Arc;
use std::thread;

use kifu_tests::{Folder, Service, eventually};
use serde_json::{Value, json};

#[test]
fn acknowledged_moves_survive_a_kill() {
    let mut service = Service::start_in(Arc::new(Folder::new()));
    for round in 0..2 {
        let tables: Vec<_> = (0..4).map(|_| service.open_plain("bremen", 4)).collect();
        let writers = tables.iter().cloned().map(|table| {
            thread::spawn(move || {
                let mut acknowledged = Vec::new();
                loop {
                    let note = json!({"type": "annotate", "text": acknowledged.len().to_string()});
                    match table.log(&note).try_send() {
                        Ok(answer) if answer.status == 201 => acknowledged.push(note),
                        _ => return acknowledged,
                    }
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        eventually("a stream of moves", || (tables[0].version() > 20).then_some(()));
        let folder = service.kill();
        let acknowledged: Vec<Vec<Value>> =
            writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        service = Service::start_in(folder);
        for (table, acknowledged) in tables.iter().zip(acknowledged) {
            let texts = |entries: &[Value]| entries.iter().map(|e| e["text"].clone()).collect::<Vec<_>>();
            let log = texts(&table.at(&service).entries());
            let acknowledged_texts = texts(&acknowledged);
            assert!(log.len() <= acknowledged_texts.len() + 1, "round {round}: more than was sent");
            assert_eq!(log[..acknowledged_texts.len()], acknowledged_texts, "round {round}");
        }
    }
}
