//! A receiver of webhooks or traces, on this machine.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use crate::waiting::eventually;

/// How a receiver answers.
#[derive(Clone, Debug)]
pub enum Reply {
    /// With this status.
    Status(u16),
    /// With a redirect to this address.
    Redirect(String),
    /// Not at all, while the connection stays open.
    Silence,
}

/// A received request.
#[derive(Clone, Debug)]
pub struct Received {
    /// The request line.
    pub line: String,
    /// The headers, by their names in small letters.
    pub headers: HashMap<String, String>,
    /// The body, to the byte.
    pub body: Vec<u8>,
}

impl Received {
    /// A header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// How many of its signatures are made with this secret (`whsec_…`), as Standard Webhooks has it.
    ///
    /// # Panics
    ///
    /// If the secret is none.
    pub fn signatures_by(&self, secret: &str) -> usize {
        let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, timestamp) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(&self.body);
        let signature = format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()));
        self.header("webhook-signature").split(' ').filter(|sent| *sent == signature).count()
    }
}

/// A receiver of webhooks or traces.
#[derive(Clone, Debug)]
pub struct Receiver {
    url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// One that takes everything.
    pub fn new() -> Self {
        Self::answering(|_| Reply::Status(204))
    }

    /// One that answers the first request, which has the number 0, and all that follow like this.
    ///
    /// # Panics
    ///
    /// If there is no port.
    pub fn answering(reply: impl Fn(usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let (log, reply) = (Arc::clone(&received), Arc::new(reply));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, reply) = (Arc::clone(&log), Arc::clone(&reply));
                thread::spawn(move || serve(stream, &log, &*reply));
            }
        });
        Self { url, received }
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// All that it received.
    pub fn all(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// All requests that it received, once there are this many.
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        eventually("a notice", || Some(self.all()).filter(|all| all.len() >= count))
    }

    /// The types of all that it received, in their order.
    pub fn types(&self) -> Vec<String> {
        self.all()
            .iter()
            .map(|notice| notice.json()["type"].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

impl Default for Receiver {
    fn default() -> Self {
        Self::new()
    }
}

fn serve(mut stream: TcpStream, log: &Mutex<Vec<Received>>, reply: &dyn Fn(usize) -> Reply) {
    let Some(received) = read(&stream) else { return };
    let number = {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.push(received);
        log.len() - 1
    };
    let head = match reply(number) {
        Reply::Status(status) => format!("HTTP/1.1 {status} Said\r\ncontent-length: 0\r\n\r\n"),
        Reply::Redirect(to) => {
            format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n")
        }
        Reply::Silence => {
            let _ = stream.read(&mut [0]);
            return;
        }
    };
    let _ = stream.write_all(head.as_bytes());
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Received { line: line.trim_end().to_owned(), headers, body })
}
