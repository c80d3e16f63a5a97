//! Sends one notice to its receiver: no proxy, no redirect, no address that was not checked, and
//! nothing kept of the answer but its status.

use std::error::Error;
use std::fmt;
use std::io::{ErrorKind, Read};
use std::time::Duration;

use ureq::Agent;
use ureq::config::Config;
use ureq::http::header::RETRY_AFTER;
use ureq::http::{HeaderMap, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::address::AllowedNetworks;
use super::failure::DeliveryFailure;

/// How long finding the host and connecting to it may take, each.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of an answer's body is read before the connection is closed, and of its head at most.
const MAX_ANSWER_BYTES: u64 = 4096;
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Sends notices.
pub struct WebhookClient {
    agent: Agent,
}

/// A signed notice, ready to be sent.
pub struct SignedRequest {
    /// The address.
    pub url: String,
    /// The header `webhook-id`.
    pub id: String,
    /// The header `webhook-timestamp`: when this attempt is made, in seconds.
    pub timestamp: i64,
    /// The header `webhook-signature`.
    pub signatures: String,
    /// The body.
    pub body: String,
}

/// The answer of the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryResult {
    /// Its status.
    pub status: u16,
    /// `Retry-After`: how long the receiver wants us to wait.
    pub retry_after: Option<Duration>,
}

impl WebhookClient {
    /// Reaches the public internet and these networks; a receiver has so long to answer.
    pub fn new(networks: AllowedNetworks, timeout: Duration) -> Self {
        let config = Agent::config_builder()
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_idle_connections(0)
            .max_response_header_size(MAX_HEAD_BYTES)
            .timeout_resolve(Some(CONNECT_TIMEOUT.min(timeout)))
            .timeout_connect(Some(CONNECT_TIMEOUT.min(timeout)))
            .timeout_global(Some(timeout))
            .user_agent(concat!("kifu/", env!("CARGO_PKG_VERSION")))
            .build();
        let resolver = CheckedResolver { inner: DefaultResolver::default(), networks };
        Self { agent: Agent::with_parts(config, DefaultConnector::new(), resolver) }
    }

    /// Sends it. Blocks for as long as the receiver takes.
    pub fn send(&self, signed_request: &SignedRequest) -> Result<DeliveryResult, DeliveryFailure> {
        let answer = self
            .agent
            .post(&signed_request.url)
            .header("content-type", "application/json")
            .header("webhook-id", &signed_request.id)
            .header("webhook-timestamp", signed_request.timestamp.to_string())
            .header("webhook-signature", &signed_request.signatures)
            .send(&signed_request.body);
        let mut answer = answer.map_err(|error| failure(&error))?;
        let result =
            DeliveryResult { status: answer.status().as_u16(), retry_after: retry_after(answer.headers()) };
        // Only so that a short answer can be written to its end; its content is not used.
        let mut body = answer.body_mut().as_reader().take(MAX_ANSWER_BYTES);
        let _ = std::io::copy(&mut body, &mut std::io::sink());
        Ok(result)
    }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

fn failure(error: &ureq::Error) -> DeliveryFailure {
    match error {
        ureq::Error::HostNotFound => DeliveryFailure::Address,
        ureq::Error::Other(error) if error.is::<Refused>() => DeliveryFailure::Address,
        ureq::Error::Timeout(_) => DeliveryFailure::Timeout,
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => DeliveryFailure::Tls,
        // So rustls says that a handshake went wrong.
        ureq::Error::Io(error) if error.kind() == ErrorKind::InvalidData => DeliveryFailure::Tls,
        ureq::Error::Io(_) | ureq::Error::ConnectionFailed => DeliveryFailure::Connection,
        _ => DeliveryFailure::Protocol,
    }
}

/// Finds a host's addresses and refuses it if one of them may not be sent to. The connection is made
/// to these very addresses: a name that says something else a moment later changes nothing.
#[derive(Debug)]
struct CheckedResolver {
    inner: DefaultResolver,
    networks: AllowedNetworks,
}

/// An address that may not be sent to.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address of the host may not be sent to")
    }
}

impl Error for Refused {}

impl Resolver for CheckedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        // A name that can't be found and one that leads inside fail alike, so neither reveals inner names.
        let found = self.inner.resolve(uri, config, timeout).map_err(|error| match error {
            ureq::Error::Io(_) => ureq::Error::HostNotFound,
            other => other,
        })?;
        let encrypted = uri.scheme_str() == Some("https");
        match found.iter().find(|address| !self.networks.may_send_to(address.ip(), encrypted)) {
            None => Ok(found),
            Some(address) => {
                tracing::warn!(host = uri.host(), %address, "a webhook leads to an address that may not be sent to");
                Err(ureq::Error::Other(Box::new(Refused)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    fn signed_request(url: String) -> SignedRequest {
        let (id, signatures) = ("1".to_owned(), "v1,x".to_owned());
        SignedRequest { url, id, timestamp: 0, signatures, body: "{}".to_owned() }
    }

    fn client(networks: &[&str]) -> WebhookClient {
        let networks = networks.iter().map(|network| network.parse().expect("a network")).collect();
        WebhookClient::new(AllowedNetworks::new(networks), Duration::from_secs(5))
    }

    /// Names and spellings that lead to this machine; somebody listens, and must hear nothing.
    #[test]
    fn nothing_is_sent_to_a_forbidden_address() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("set");
        let client = client(&["192.0.2.0/24"]);
        for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0"] {
            for scheme in ["http", "https"] {
                let sent = client.send(&signed_request(format!("{scheme}://{host}:{port}/")));
                assert_eq!(sent, Err(DeliveryFailure::Address), "{scheme}://{host}");
            }
        }
        let accepted = listener.accept().map(|_| ()).map_err(|error| error.kind());
        assert_eq!(accepted, Err(ErrorKind::WouldBlock));
    }

    #[test]
    fn a_redirect_is_an_answer_and_an_endless_one_is_cut() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let receiver = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut buffer = [0; 1024];
            let _ = stream.read(&mut buffer).expect("a request");
            let head =
                format!("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{port}/\r\nretry-after: 7\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("written");
            let written = (0..1_000_000).take_while(|_| stream.write_all(&[b'x'; 1024]).is_ok()).count();
            (written, listener.set_nonblocking(true), listener.accept().is_ok())
        });
        let sent = client(&["127.0.0.0/8"]).send(&signed_request(format!("http://127.0.0.1:{port}/")));
        assert_eq!(sent, Ok(DeliveryResult { status: 302, retry_after: Some(Duration::from_secs(7)) }));
        let (written, _, accepted_again) = receiver.join().expect("ended");
        assert!(written < 1_000_000 && !accepted_again);
    }

    #[test]
    fn a_failed_delivery_names_its_cause() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let own = client(&["127.0.0.0/8"]);
        let sent = own.send(&signed_request(format!("http://127.0.0.1:{port}/")));
        assert_eq!(sent, Err(DeliveryFailure::Connection));
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = silent.local_addr().expect("an address").port();
        let networks = AllowedNetworks::new(vec!["127.0.0.0/8".parse().expect("a network")]);
        let hasty = WebhookClient::new(networks, Duration::from_millis(200));
        assert_eq!(
            hasty.send(&signed_request(format!("http://127.0.0.1:{port}/"))),
            Err(DeliveryFailure::Timeout)
        );
        let plain = std::thread::spawn(move || {
            let (mut stream, _) = silent.accept().expect("the earlier connection");
            let _ = stream.write_all(b"x");
            let (mut stream, _) = silent.accept().expect("a connection");
            stream.write_all(b"SSH-2.0-none\r\n\r\n").expect("written");
        });
        let sent = own.send(&signed_request(format!("https://127.0.0.1:{port}/")));
        assert_eq!(sent, Err(DeliveryFailure::Tls));
        plain.join().expect("ended");
    }
}
