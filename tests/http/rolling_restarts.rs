//! Two services behind nginx are replaced one after the other, again and again, while clients log moves.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fs, thread};

use kifu_tests::{Answer, Client, Folder, Nginx, Postgres, Service, Setup, Table, eventually};
use serde_json::{Value, json};

const KEY: &str = "the-operators-key-of-this-test-0";
const LOGINS: &str = "host all all 127.0.0.1/32 trust\n";
const CLIENTS: usize = 16;
/// How often both services are replaced.
const ROUNDS: usize = 10;
/// Moves that are logged between two replacements.
const MOVES: usize = 50;
/// How often a client sends a move before it gives up.
const ATTEMPTS: usize = 3;
/// The statuses after which a client sends again: the proxy found no instance, or one that had to go.
const RETRIED: [u16; 3] = [502, 503, 504];

/// The results of the moves of all clients.
#[derive(Default)]
struct Tally {
    stop: AtomicBool,
    acknowledged: AtomicUsize,
    /// Moves that were sent more than once.
    retried: AtomicUsize,
}

/// The configuration of nginx that the documentation shows, for these ports.
fn configuration(proxy: &str, services: [&str; 2]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, shown) = text.split_once("```nginx\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let addresses =
        [("127.0.0.1:8080", proxy), ("127.0.0.1:8081", services[0]), ("127.0.0.1:8082", services[1])];
    addresses.into_iter().fold(shown.to_owned(), |text, (shown, address)| {
        assert!(text.contains(shown), "{shown} is shown");
        text.replace(shown, address)
    })
}

#[test]
fn no_client_notices_ten_rolling_restarts_behind_nginx() {
    let server = Postgres::start(&Setup { logins: LOGINS, ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    let [proxy, first, second] = Nginx::free_addresses().unwrap();
    let addresses = [first, second].map(|address| address.to_string());
    let start = |listen: &str| {
        let settings = [
            ("KIFU_DATABASE_URL", &*url),
            ("KIFU_LISTEN", listen),
            ("KIFU_OPERATOR_KEY", KEY),
            ("KIFU_TRUSTED_PROXY", "127.0.0.1"),
            ("KIFU_RATE_LIMIT", "0"),
        ];
        Service::start_in_with(Arc::new(Folder::new()), &settings)
    };
    let mut services = addresses.each_ref().map(|address| Some(start(address)));
    let configuration = configuration(&proxy.to_string(), addresses.each_ref().map(|address| &**address));
    let _nginx = Nginx::start(&configuration, &[proxy]).unwrap();
    let client = Client::new(&format!("http://{proxy}"));
    let opening = json!({"game": "bremen", "seats": vec![Value::Null; 4]});
    let table = Table::new(client.clone(), &client.post("/v1/games", &opening).token(KEY).json());
    let tally = Tally::default();
    let failures: Vec<String> = thread::scope(|scope| {
        let (table, tally) = (&table, &tally);
        let clients: Vec<_> =
            (0..CLIENTS).map(|number| scope.spawn(move || log_moves(table, number, tally))).collect();
        for _ in 0..ROUNDS {
            for (service, address) in services.iter_mut().zip(&addresses) {
                let before = tally.acknowledged.load(Ordering::SeqCst);
                eventually("moves", || {
                    (tally.acknowledged.load(Ordering::SeqCst) > before + MOVES).then_some(())
                });
                service.take().unwrap().stop();
                *service = Some(start(address));
            }
        }
        tally.stop.store(true, Ordering::SeqCst);
        clients.into_iter().filter_map(|client| client.join().unwrap().err()).collect()
    });
    let Tally { acknowledged, retried, .. } = tally;
    let (acknowledged, retried) = (acknowledged.into_inner(), retried.into_inner());
    println!(
        "{acknowledged} moves of {CLIENTS} clients during {ROUNDS} rolling restarts, {retried} sent again"
    );
    assert!(failures.is_empty(), "of {acknowledged} moves: {failures:?}");
    assert_eq!(table.version(), acknowledged as u64, "each is there once");
}

/// Logs one note after the other; returns the error that a client would have seen.
fn log_moves(table: &Table, number: usize, tally: &Tally) -> Result<(), String> {
    for count in 0.. {
        if tally.stop.load(Ordering::SeqCst) {
            break;
        }
        log_move(table, &format!("{number}/{count}"), tally)?;
        tally.acknowledged.fetch_add(1, Ordering::SeqCst);
    }
    Ok(())
}

/// Sends a note, and again under the same key where nobody said what became of it.
fn log_move(table: &Table, text: &str, tally: &Tally) -> Result<(), String> {
    let note = table.log(&json!({"type": "annotate", "text": text})).header("Idempotency-Key", text);
    let mut said = String::new();
    for attempt in 0..ATTEMPTS {
        if attempt == 1 {
            tally.retried.fetch_add(1, Ordering::SeqCst);
        }
        said = match note.clone().try_send() {
            Ok(answer) if answer.status == 201 => return Ok(()),
            Ok(answer) if RETRIED.contains(&answer.status) => describe(&answer),
            Ok(answer) => return Err(describe(&answer)),
            Err(error) => error.to_string(),
        };
    }
    Err(said)
}

fn describe(answer: &Answer) -> String {
    format!("{} {}", answer.status, answer.text())
}
