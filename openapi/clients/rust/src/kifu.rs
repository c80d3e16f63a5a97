//! A service, and who asks it.

use std::io::BufReader;

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::request::Builder;
use ureq::http::{Request, Response};
use ureq::{Agent, Body};

use crate::{Error, Events};

/// A service at an address, and the token with which it is asked.
#[derive(Clone, Debug)]
pub struct Kifu {
    agent: Agent,
    url: String,
    token: Option<String>,
    headers: Vec<(String, String)>,
}

impl Kifu {
    /// The service at this address, such as `http://127.0.0.1:8080`, asked as anybody.
    pub fn new(url: impl Into<String>) -> Self {
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Self { agent, url: url.into(), token: None, headers: Vec::new() }
    }

    /// The same with the token of a record's scribe, seat or reader, of a player, or with the operator's key.
    #[must_use]
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// The same with a header beside its own ones: `If-Match` for a version, `Idempotency-Key` for a retry.
    #[must_use]
    pub fn with_header(&self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let mut with = self.clone();
        with.headers.push((name.into(), value.into()));
        with
    }

    /// The events of a stream, as they come: of `/v1/games/{id}/live` or `/v1/feed`, after the event with this id.
    ///
    /// # Errors
    ///
    /// If the service refuses or cannot be reached.
    pub fn follow(&self, path: &str, after: Option<&str>) -> Result<Events, Error> {
        let mut request = self.request("GET", format!("{}{path}", self.origin()), "text/event-stream");
        if let Some(after) = after {
            request = request.header("Last-Event-ID", after);
        }
        let answer = self.run(request, Vec::new())?;
        Ok(Events::new(BufReader::new(answer.into_body().into_reader())))
    }

    /// Asks what is answered with JSON.
    pub(crate) fn ask<B: Serialize + ?Sized, T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&B>,
    ) -> Result<T, Error> {
        serde_json::from_str(&self.send(method, path, query, body)?).map_err(Error::Shape)
    }

    /// Asks what is answered with nothing.
    pub(crate) fn finish<B: Serialize + ?Sized>(
        &self,
        method: &str,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&B>,
    ) -> Result<(), Error> {
        self.send(method, path, query, body).map(drop)
    }

    fn send<B: Serialize + ?Sized>(
        &self,
        method: &str,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&B>,
    ) -> Result<String, Error> {
        let body = body.map(serde_json::to_vec).transpose().map_err(Error::Shape)?.unwrap_or_default();
        let mut address = format!("{}{path}", self.origin());
        for (index, (name, value)) in query.iter().enumerate() {
            address.push(if index == 0 { '?' } else { '&' });
            address += &format!("{}={}", encoded(name), encoded(value));
        }
        let mut request = self.request(method, address, "application/json");
        if !body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        Ok(self.run(request, body)?.body_mut().read_to_string()?)
    }

    fn origin(&self) -> &str {
        self.url.trim_end_matches('/')
    }

    fn request(&self, method: &str, address: String, accept: &str) -> Builder {
        let mut request = Request::builder().method(method).uri(address).header("Accept", accept);
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    fn run(&self, request: Builder, body: Vec<u8>) -> Result<Response<Body>, Error> {
        let mut answer = self.agent.run(request.body(body).map_err(ureq::Error::from)?)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = answer.body_mut().read_to_string()?;
        Err(serde_json::from_str(&text)
            .map_or(Error::Status(status.as_u16()), |problem| Error::Problem(Box::new(problem))))
    }
}

/// A text as it stands in a query.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let byte = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}
