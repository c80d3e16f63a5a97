//! Nobody waits for data that does not come, or is not taken.

use std::time::{Duration, Instant};

use kifu_tests::{Raw, Service, stimulus};
use serde_json::json;

#[test]
fn a_body_is_not_expanded_and_not_waited_for() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 3);
    let start = |head: &str| {
        let mut raw = Raw::connect(&service);
        raw.write(head.as_bytes());
        raw
    };
    let game = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
        table.path("/moves")
    );
    let token = format!("Authorization: Bearer {}\r\n", table.scribe);
    // A byte, and then nothing more.
    let slow = [
        ("a length", format!("{game}{token}Content-Length: 100\r\n\r\n["), 408),
        ("chunks", format!("{game}{token}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n"), 408),
        ("nobody's chunks", format!("{game}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n"), 401),
        ("nobody's length", format!("{game}Content-Length: 100\r\n\r\n["), 401),
        ("a head", "GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX-".to_owned(), 408),
        (
            "an import",
            "POST /v1/archive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\n{"
                .to_owned(),
            408,
        ),
    ];
    let begun = Instant::now();
    let mut open: Vec<_> = slow.iter().map(|(what, head, status)| (*what, start(head), *status)).collect();
    for (what, raw, status) in &mut open {
        assert_eq!(raw.answer().status, *status, "{what}");
        assert!(raw.is_closed(), "{what}");
        assert!(begun.elapsed() < Duration::from_secs(45), "{what} took {:?}", begun.elapsed());
    }
    // Longer than it may be, though it did not say so.
    let mut long = start(&format!("{game}{token}Transfer-Encoding: chunked\r\n\r\n"));
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..17 {
        long.write(piece.as_bytes());
    }
    assert_eq!((long.answer().status, table.version()), (413, 0));
}

/// After an answer a connection is kept for 5 seconds, and a head may take 10.
#[test]
fn a_slow_head_of_a_later_request_is_cut_off() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 3);
    let mut stream = table.get("/live").header("Accept", "text/event-stream").stream();
    stream.expect("position");
    let whole = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let begun = |after: &str| {
        let mut raw = Raw::connect(&service);
        raw.write(format!("{whole}{after}").as_bytes());
        assert_eq!(raw.answer().status, 200);
        raw
    };
    let half = "GET /healthz HTTP/1.1\r\nHost: local";
    // Half a head in the same packet as the first request, after its answer, and a letter a second.
    let (mut at_once, mut later, mut slow) = (begun(half), begun(""), begun(""));
    later.write(half.as_bytes());
    slow.write(half.as_bytes());
    let ended = |_| {
        // The test needs a client that writes as slowly as this.
        stimulus("a letter a second", Duration::from_secs(1));
        !slow.write(b"x")
    };
    assert!((0..60).any(ended), "a head that comes by letters is taken for ever");
    for raw in [&mut at_once, &mut later, &mut slow] {
        assert!(raw.is_closed());
    }
    // A client that waits for an answer is left alone.
    table.log(&json!({"type": "annotate", "text": "hm"})).json();
    stream.expect("entry");
}

/// A peer that takes nothing of a long answer is cut off; one that takes a little every now and then is not.
#[test]
fn an_answer_that_is_not_taken_is_cut_off() {
    let service = Service::start();
    let table = service.open_plain("punyon_ken", 2);
    let throw = json!({"type": "throw", "hands": ["rock", "rock"]});
    for _ in 0..9 {
        assert_eq!(table.log(&json!(vec![&throw; 1000])).send().status, 201);
    }
    let ask = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", table.path("/replay"));
    let [mut silent, mut slow] = [(); 2].map(|()| {
        let mut raw = Raw::connect(&service);
        raw.write(ask.as_bytes());
        raw
    });
    for _ in 0..40 {
        // So is one that reads as slowly.
        stimulus("a little taken each second", Duration::from_secs(1));
        slow.take_some();
    }
    let whole = service.get(&table.path("/replay")).header("Accept-Encoding", "identity").send().body.len();
    assert!(silent.rest() < whole, "it was cut off");
    assert!(slow.rest() >= whole, "it was left alone");
}
