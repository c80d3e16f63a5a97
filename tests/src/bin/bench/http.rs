//! The cheapest HTTP/1.1 client that will do: it shares the cores with what it measures.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;

/// One kept-alive connection.
pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

/// The bytes of a POST.
pub fn post(path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let authorization = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// The bytes of a GET.
pub fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: Vec::with_capacity(16 << 10) })
    }

    /// Sends a request whose answer does not end; the data behind its head comes from [`Self::more`].
    pub async fn stream(&mut self, request: &[u8]) -> Result<(), Failure> {
        self.stream.write_all(request).await?;
        self.received.clear();
        Ok(())
    }

    /// Reads more data behind the rest of the data before.
    pub async fn more(&mut self) -> Result<&mut Vec<u8>, Failure> {
        match self.stream.read_buf(&mut self.received).await? {
            0 => Err("the stream ended".into()),
            _ => Ok(&mut self.received),
        }
    }

    /// Sends a request and answers with the body of a 201; anything else is a failure.
    pub async fn created(&mut self, request: &[u8]) -> Result<&[u8], Failure> {
        self.answer(request, b"HTTP/1.1 201 ").await
    }

    /// Sends a request and answers with the body of a 200; anything else is a failure.
    pub async fn read(&mut self, request: &[u8]) -> Result<&[u8], Failure> {
        self.answer(request, b"HTTP/1.1 200 ").await
    }

    async fn answer(&mut self, request: &[u8], begins_with: &[u8]) -> Result<&[u8], Failure> {
        self.stream.write_all(request).await?;
        self.received.clear();
        loop {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err("the connection was closed".into());
            }
            if let Some((begin, end)) = body(&self.received)
                && end <= self.received.len()
            {
                if !self.received.starts_with(begins_with) {
                    return Err(String::from_utf8_lossy(&self.received).into());
                }
                return Ok(&self.received[begin..end]);
            }
        }
    }
}

/// Where the body begins and ends, once the head is there. Kifu's JSON always has a length.
fn body(received: &[u8]) -> Option<(usize, usize)> {
    const LENGTH: &[u8] = b"content-length: ";
    let begin = received.windows(4).position(|bytes| bytes == b"\r\n\r\n")? + 4;
    let head = &received[..begin];
    let at = head.windows(LENGTH.len()).position(|bytes| bytes.eq_ignore_ascii_case(LENGTH))?;
    let digits = head[at + LENGTH.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    Some((begin, begin + length))
}
