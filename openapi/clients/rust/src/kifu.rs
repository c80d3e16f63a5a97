//! A service, and who asks it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::Request;

use crate::Error;

/// A service at an address, and the token with which it is asked.
#[derive(Clone, Debug)]
pub struct Kifu {
    agent: Agent,
    url: String,
    token: Option<String>,
}

impl Kifu {
    /// The service at this address, such as `http://127.0.0.1:8080`, asked as anybody.
    pub fn new(url: impl Into<String>) -> Self {
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Self { agent, url: url.into(), token: None }
    }

    /// The same with the token of a record's scribe, seat or reader, of a player, or with the operator's key.
    #[must_use]
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
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
        let mut address = format!("{}{path}", self.url.trim_end_matches('/'));
        for (index, (name, value)) in query.iter().enumerate() {
            address.push(if index == 0 { '?' } else { '&' });
            address += &format!("{}={}", encoded(name), encoded(value));
        }
        let mut request = Request::builder().method(method).uri(address).header("Accept", "application/json");
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        if !body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        let mut answer = self.agent.run(request.body(body).map_err(ureq::Error::from)?)?;
        let (status, text) = (answer.status(), answer.body_mut().read_to_string()?);
        if status.is_success() {
            return Ok(text);
        }
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
