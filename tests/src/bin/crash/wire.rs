//! Faults on the way between a service and a reader, as a service with such a fault would answer.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::thread::spawn;

use kifu_tests::Client;

/// Of this number of entries of a stream one is lost.
const LOST_EVERY: usize = 7;
/// The bytes that announce an entry of a stream, and those that replace them.
const ENTRY: &[u8] = b"event: entry";
const NO_ENTRY: &[u8] = b"event: ignor";
/// The header that says where a stream is to go on.
const RESUME_FROM: &[u8] = b"last-event-id: ";

/// A fault of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireFault {
    /// A stream leaves out an entry now and then.
    LostEntry,
    /// A stream that is resumed begins one entry too late.
    LateResume,
}

/// The wire between a service and its readers.
pub struct Wire {
    port: u16,
    target: Arc<AtomicU16>,
}

impl Wire {
    /// It leads nowhere yet.
    pub fn new(fault: WireFault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let target = Arc::new(AtomicU16::new(0));
        let (leading, entries) = (Arc::clone(&target), Arc::new(AtomicUsize::new(0)));
        spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (target, entries) = (leading.load(Ordering::SeqCst), Arc::clone(&entries));
                spawn(move || connect(client, target, fault, entries));
            }
        });
        Self { port, target }
    }

    /// The service as its readers reach it.
    pub fn before(&self, service: &Client) -> Client {
        let port = service.base().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        self.target.store(port, Ordering::SeqCst);
        Client::new(&format!("http://127.0.0.1:{}", self.port))
    }
}

fn connect(client: TcpStream, target: u16, fault: WireFault, entries: Arc<AtomicUsize>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", target)) else { return };
    let (client_copy, server_copy) =
        (client.try_clone().expect("a copy"), server.try_clone().expect("a copy"));
    spawn(move || {
        copy(server_copy, client_copy, |bytes| {
            if fault == WireFault::LostEntry {
                lose_entries(bytes, &entries);
            }
        });
    });
    copy(client, server, |bytes| {
        if fault == WireFault::LateResume {
            resume_late(bytes);
        }
    });
}

fn copy(mut from: TcpStream, mut to: TcpStream, mut change: impl FnMut(&mut Vec<u8>)) {
    let mut buffer = [0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let mut bytes = buffer[..length].to_vec();
        change(&mut bytes);
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    // The other side may have closed it already.
    let _ = to.shutdown(Shutdown::Both);
}

fn lose_entries(bytes: &mut [u8], entries: &AtomicUsize) {
    for start in 0..bytes.len().saturating_sub(ENTRY.len() - 1) {
        if bytes[start..].starts_with(ENTRY)
            && entries.fetch_add(1, Ordering::SeqCst) % LOST_EVERY == LOST_EVERY - 1
        {
            bytes[start..start + NO_ENTRY.len()].copy_from_slice(NO_ENTRY);
        }
    }
}

fn resume_late(bytes: &mut Vec<u8>) {
    let lower = bytes.to_ascii_lowercase();
    let Some(start) = lower.windows(RESUME_FROM.len()).position(|window| window == RESUME_FROM) else {
        return;
    };
    let digits = start + RESUME_FROM.len();
    let length = bytes[digits..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = String::from_utf8_lossy(&bytes[digits..digits + length]).parse::<u64>();
    if let Some(later) = number.ok().filter(|number| *number > 0).map(|number| (number + 1).to_string()) {
        bytes.splice(digits..digits + length, later.into_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seventh_entry_is_lost() {
        let entries = AtomicUsize::new(0);
        let mut bytes = "event: entry\n\n".repeat(8).into_bytes();
        lose_entries(&mut bytes, &entries);
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!((text.matches("entry").count(), text.matches("ignor").count()), (7, 1));
    }

    #[test]
    fn a_stream_is_resumed_one_entry_late() {
        let resumed = |request: &str| {
            let mut bytes = request.as_bytes().to_vec();
            resume_late(&mut bytes);
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(
            resumed("GET / HTTP/1.1\r\nLast-Event-ID: 9\r\n\r\n"),
            "GET / HTTP/1.1\r\nLast-Event-ID: 10\r\n\r\n"
        );
        assert_eq!(resumed("Last-Event-ID: 0\r\n"), "Last-Event-ID: 0\r\n");
        assert_eq!(resumed("GET / HTTP/1.1\r\n"), "GET / HTTP/1.1\r\n");
    }
}
