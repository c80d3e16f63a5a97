//! Requests as they are on the wire, finished or not.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::client::Client;

/// The answer to a request that was written by hand.
#[derive(Clone, Debug)]
pub struct RawAnswer {
    /// The status code; 0 if the connection was closed without a word.
    pub status: u16,
    /// Everything before the body.
    pub head: String,
    /// The body.
    pub body: String,
}

impl RawAnswer {
    /// The code of the problem that it is; empty if it is none.
    pub fn code(&self) -> String {
        let json: Option<Value> = serde_json::from_str(&self.body).ok();
        json.and_then(|json| json["code"].as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// A header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(header, _)| header.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value.trim())
    }
}

/// A connection to a service.
pub struct Raw {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Raw {
    /// Connects.
    ///
    /// # Panics
    ///
    /// If there is no service.
    pub fn connect(service: &Client) -> Self {
        let stream = TcpStream::connect(service.base().trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        Self { stream, received: Vec::new() }
    }

    /// Writes some bytes; whether they were taken.
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// The next answer, though the request may not be finished.
    pub fn answer(&mut self) -> RawAnswer {
        let mut piece = [0; 4096];
        loop {
            if let Some((answer, length)) = complete(&self.received) {
                self.received.drain(..length);
                return answer;
            }
            match self.stream.read(&mut piece) {
                Ok(0) | Err(_) => return parse(&self.received),
                Ok(length) => self.received.extend_from_slice(&piece[..length]),
            }
        }
    }

    /// Takes some of the data, 256 KiB at most.
    pub fn take_some(&mut self) {
        let mut piece = vec![0; 1 << 18];
        let length = self.stream.read(&mut piece).unwrap_or(0);
        self.received.extend_from_slice(&piece[..length]);
    }

    /// How many bytes came in all, when an answer that says no length has ended or broken off.
    pub fn rest(&mut self) -> usize {
        let mut piece = vec![0; 1 << 18];
        while !self.received.ends_with(b"\r\n0\r\n\r\n") {
            match self.stream.read(&mut piece) {
                Ok(0) | Err(_) => break,
                Ok(length) => self.received.extend_from_slice(&piece[..length]),
            }
        }
        self.received.len()
    }

    /// True if the service closes the connection, read to its end.
    pub fn is_closed(&mut self) -> bool {
        let mut piece = [0; 4096];
        loop {
            match self.stream.read(&mut piece) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
            }
        }
    }
}

fn parse(received: &[u8]) -> RawAnswer {
    let text = String::from_utf8_lossy(received).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    RawAnswer { status, head: head.to_owned(), body: body.to_owned() }
}

/// The first answer and its length, if it is all there.
fn complete(received: &[u8]) -> Option<(RawAnswer, usize)> {
    let end = received.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let length: usize = parse(received).header("content-length").parse().ok()?;
    let answer = received.get(..end + length)?;
    Some((parse(answer), answer.len()))
}
