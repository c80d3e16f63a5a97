//! Sends the requests of `object_store` with the HTTP client of the service.

use std::io::ErrorKind;
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::BodyExt;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use ureq::http::Request;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Error};

/// How long a request may take, and finding its receiver.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much is read of an answer.
const MAX_ANSWER_BYTES: u64 = 1 << 30;

/// Makes clients that trust the authorities of the system.
#[derive(Debug)]
pub(super) struct Transport;

impl HttpConnector for Transport {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let authorities = rustls_native_certs::load_native_certs().certs;
        let authorities = authorities.iter().map(|authority| Certificate::from_der(authority).to_owned());
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(REQUEST_TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .tls_config(TlsConfig::builder().root_certs(RootCerts::from(authorities)).build());
        Ok(HttpClient::new(BucketClient(config.build().into())))
    }
}

#[derive(Debug)]
struct BucketClient(Agent);

#[async_trait]
impl HttpService for BucketClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, body.collect().await?.to_bytes().to_vec());
        let agent = self.0.clone();
        let sent = tokio::task::spawn_blocking(move || {
            let (head, body) = agent.run(request)?.into_parts();
            let body = body.into_with_config().limit(MAX_ANSWER_BYTES).read_to_vec()?;
            Ok(HttpResponse::from_parts(head, body.into()))
        });
        let ended = sent.await.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        ended.map_err(|error| HttpError::new(kind(&error), error))
    }
}

/// Decides whether the request is sent once more.
fn kind(error: &Error) -> HttpErrorKind {
    match error {
        Error::Timeout(_) => HttpErrorKind::Timeout,
        Error::HostNotFound | Error::ConnectionFailed => HttpErrorKind::Connect,
        Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => HttpErrorKind::Connect,
        Error::Io(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    }
}
