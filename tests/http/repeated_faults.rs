//! While the database is away, the log says so a few times a second, and how often else it would have.

use std::fs::{self, File};
use std::time::Instant;

use kifu_tests::{Folder, Postgres, Service, Setup};
use serde_json::Value as Json;

const LOGINS: &str = "host all all 127.0.0.1/32 trust\n";
/// Requests that fail.
const REQUESTS: u64 = 300;
/// The message of each of these lines.
const MESSAGE: &str = "the store refused a request or can't be reached";

#[test]
fn a_fault_that_repeats_is_a_few_lines_and_their_number() {
    let mut server = Postgres::start(&Setup { logins: LOGINS, ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let folder = Folder::new();
    let log = folder.path().join("log");
    let service = Service::start_as(|kifu| {
        kifu.env("KIFU_DATABASE_URL", format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port()))
            .env("KIFU_LOG_FORMAT", "json")
            .stderr(File::create(&log).unwrap());
    });
    server.stop();
    let begun = Instant::now();
    for _ in 0..REQUESTS {
        assert_eq!(service.get("/v1/games").send().status, 503);
    }
    service.stop();
    let seconds = begun.elapsed().as_secs() + 1;
    let text = fs::read_to_string(log).unwrap();
    let lines: Vec<Json> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let saying =
        |message: &str| lines.iter().filter(move |line| line["message"] == message).collect::<Vec<_>>();
    let written = saying(MESSAGE).len() as u64;
    let numbers = saying(&format!("more lines said: {MESSAGE}"));
    let left_out: u64 = numbers.iter().map(|line| line["left_out"].as_u64().unwrap()).sum();
    // A period may begin within a second, and requests are not the only ones who ask.
    assert!((5..=5 * (seconds + 1)).contains(&written), "{written} lines in {seconds} s");
    assert!(written + left_out >= REQUESTS, "{written} lines and {left_out} left out");
}
