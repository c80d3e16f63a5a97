//! A client that sends notes, one after the other, each until it is acknowledged, and writes down what it was answered.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use kifu_tests::{Ask, Client, Table};
use serde_json::json;

/// How long a client waits before it sends again.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Where a service is; that changes when it is started again.
#[derive(Clone, Debug, Default)]
pub struct Address(Arc<Mutex<Option<Client>>>);

impl Address {
    /// Leads to this service from now on.
    pub fn set(&self, client: Client) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    /// The service as it is reached now.
    pub fn client(&self) -> Client {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone().expect("an address")
    }
}

/// The promises to a writer.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// Its number; its notes begin with it.
    pub writer: usize,
    /// The record that it wrote to.
    pub record: String,
    /// Each acknowledged note with the version that the answer named.
    pub acknowledged: BTreeMap<usize, u64>,
    /// How many notes it sent: the last one may not have been acknowledged.
    pub sent: usize,
    /// How often it sent again.
    pub retries: usize,
}

/// A running writer.
pub struct Writer {
    count: Arc<AtomicUsize>,
    thread: JoinHandle<Witness>,
}

/// The text of a note, which is its key, too.
pub fn text(writer: usize, number: usize) -> String {
    format!("{writer}-{number}")
}

/// The request that logs a note.
pub fn note(table: &Table, writer: usize, number: usize) -> Ask {
    let text = text(writer, number);
    table.log(&json!({"type": "annotate", "text": text})).header("Idempotency-Key", &text)
}

impl Writer {
    /// Begins to write, until told to stop.
    pub fn start(writer: usize, address: &Address, table: &Table, stop: &Arc<AtomicBool>) -> Self {
        let (address, table, stop) = (address.clone(), table.clone(), Arc::clone(stop));
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let thread = spawn(move || {
            let mut witness = Witness { writer, record: table.id.clone(), ..Witness::default() };
            while !stop.load(Ordering::SeqCst) {
                let number = witness.sent;
                witness.sent += 1;
                if let Some(version) = send(&address, &table, &mut witness, number, &stop) {
                    witness.acknowledged.insert(number, version);
                    counted.fetch_add(1, Ordering::SeqCst);
                }
            }
            witness
        });
        Self { count, thread }
    }

    /// How many notes were acknowledged.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    /// Returns its promises; it was told to stop before.
    pub fn join(self) -> Witness {
        self.thread.join().expect("a writer")
    }
}

/// Sends a note until it is acknowledged; `None` if the writer is to stop first.
fn send(
    address: &Address,
    table: &Table,
    witness: &mut Witness,
    number: usize,
    stop: &AtomicBool,
) -> Option<u64> {
    loop {
        match note(&table.at(&address.client()), witness.writer, number).try_send() {
            Ok(answer) if answer.status == 201 => return answer.json()["version"].as_u64(),
            Ok(answer) => assert_eq!(answer.status, 503, "{}", answer.text()),
            // The service or the connection went away.
            Err(_) => {}
        }
        if stop.load(Ordering::SeqCst) {
            return None;
        }
        witness.retries += 1;
        sleep(RETRY_PAUSE);
    }
}
