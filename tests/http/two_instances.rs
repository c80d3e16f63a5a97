//! Two services on one database.

use std::thread;

use kifu_tests::Service;
use serde_json::{Value, json};

fn note(text: &str) -> Value {
    json!({"type": "annotate", "text": text})
}

#[test]
fn what_one_records_the_other_knows() {
    let one = Service::start();
    let two = one.beside();
    let here = one.open_plain("you_cry_wolf", 3);
    let there = here.at(&two);
    here.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    assert_eq!(there.version(), 1);
    let tag = here.get("").send().header("etag").to_owned();
    there.log(&note("from there")).json();
    assert_eq!(here.log(&note("late")).header("If-Match", &tag).send().status, 412);
    assert_eq!(here.get("").header("If-None-Match", &tag).send().status, 200);
    let keyed = note("once");
    let first = here.log(&keyed).header("Idempotency-Key", "k").send();
    let again = there.log(&keyed).header("Idempotency-Key", "k").send();
    assert_eq!((first.status, first.text()), (again.status, again.text()));
    assert_eq!((here.version(), there.version()), (3, 3));
}

#[test]
fn appends_through_both_interleave() {
    const WRITERS: usize = 8;
    const EACH: usize = 10;
    let one = Service::start();
    let two = one.beside();
    let table = one.open_plain("bremen", 4);
    let writers = (0..WRITERS).map(|writer| {
        let table = if writer % 2 == 0 { table.clone() } else { table.at(&two) };
        thread::spawn(move || {
            (0..EACH).for_each(|number| {
                table.log(&note(&format!("{writer}-{number}"))).json();
            });
        })
    });
    let writers: Vec<_> = writers.collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let log = table.entries();
    assert_eq!(log.len(), WRITERS * EACH);
    assert_eq!(log, table.at(&two).entries());
    for writer in 0..WRITERS {
        let prefix = format!("{writer}-");
        let mine = log.iter().filter_map(|entry| entry["text"].as_str()?.strip_prefix(&prefix));
        assert!(mine.eq((0..EACH).map(|number| number.to_string())), "writer {writer}");
    }
}

#[test]
fn what_is_hidden_from_a_seat_makes_it_not_late() {
    let one = Service::start();
    let two = one.beside();
    let here = one.open_plain("you_cry_wolf", 3);
    here.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    here.at(&two).log_as(1, &json!({"type": "note_cup", "seat": 1, "dice": vec!["cow"; 6]})).json();
    let bet = json!({"type": "bet", "seat": 0, "die": "cow", "row": "cow", "claim": 2});
    let answer = here.log_as(0, &bet).header("If-Match", "\"1\"").send();
    assert_eq!((answer.status, answer.header("etag")), (201, "\"2\""), "{}", answer.text());
    assert_eq!(here.version(), 3);
}
