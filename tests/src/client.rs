//! Requests and answers.

use std::fmt::Display;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::{HeaderMap, Request};

use crate::stream::Stream;
use crate::{bare, contract};

/// The id of every request that names no other.
const REQUEST_ID: &str = "of-a-test";

/// Asks one service.
#[derive(Clone, Debug)]
pub struct Client {
    agent: ureq::Agent,
    base: String,
}

/// How long a connection may wait for its next request: much less than the five seconds after which the service closes it,
/// so that no request is sent on a connection that is being closed.
const MAX_IDLE: Duration = Duration::from_secs(1);

impl Client {
    /// For the service at this address.
    pub fn new(base: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_mins(1)))
            .max_idle_age(MAX_IDLE)
            .build();
        Self { agent: config.into(), base: base.to_owned() }
    }

    /// Where the service is.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// A request with this method.
    ///
    /// All have the same id, so that answers to the same request can be compared.
    pub fn ask(&self, method: &str, path: &str) -> Ask {
        Ask {
            client: self.clone(),
            method: method.to_owned(),
            path: path.to_owned(),
            headers: vec![("X-Request-Id".to_owned(), REQUEST_ID.to_owned())],
            body: None,
        }
    }

    /// A `GET`.
    pub fn get(&self, path: &str) -> Ask {
        self.ask("GET", path)
    }

    /// A `POST` of JSON.
    pub fn post(&self, path: &str, body: &Value) -> Ask {
        self.ask("POST", path).body("application/json", body.to_string())
    }

    /// Opens a record.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub fn open(&self, request: &Value) -> Table {
        let answer = self.post("/v1/games", request).send();
        assert_eq!(answer.status, 201, "{request}: {}", answer.text());
        Table::new(self.clone(), &answer.json())
    }

    /// Makes a profile that anybody may seat, and returns its id.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub fn player_for_anybody(&self, name: &str) -> String {
        let made = self.post("/v1/players", &json!({ "name": name })).json();
        let id = made["id"].as_str().unwrap().to_owned();
        let change = json!({"seated_by": "anybody"}).to_string();
        let patch =
            self.ask("PATCH", &format!("/v1/players/{id}")).body("application/merge-patch+json", change);
        assert_eq!(patch.token(made["token"].as_str().unwrap()).send().status, 200);
        id
    }

    /// Opens a record of this game with nameless seats and its default options.
    pub fn open_plain(&self, game: &str, seats: usize) -> Table {
        self.open(&json!({"game": game, "seats": vec![Value::Null; seats]}))
    }
}

/// A request to be sent.
#[derive(Clone, Debug)]
pub struct Ask {
    client: Client,
    /// The method.
    pub method: String,
    /// The path and the query.
    pub path: String,
    /// The headers that were set.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<Vec<u8>>,
}

impl Ask {
    /// With a header; with another id, if that is what it names.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if name == "X-Request-Id" {
            self.headers.retain(|(other, _)| other != name);
        }
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a token.
    #[must_use]
    pub fn token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    /// With a token, if there is one.
    #[must_use]
    pub fn token_if(self, token: Option<&str>) -> Self {
        match token {
            Some(token) => self.token(token),
            None => self,
        }
    }

    /// With a body of this media type.
    #[must_use]
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self.header("Content-Type", media_type)
    }

    /// The beginning of an answer that does not end: its lines until one is this.
    ///
    /// # Panics
    ///
    /// When the connection broke.
    pub fn up_to(self, last: impl Fn(&str) -> bool) -> Answer {
        let mut request = Request::get(format!("{}{}", self.client.base, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let (head, body) = self.client.agent.run(request.body(()).unwrap()).unwrap().into_parts();
        let (mut lines, mut text) = (BufReader::new(body.into_reader()), String::new());
        loop {
            let begun = text.len();
            assert_ne!(lines.read_line(&mut text).unwrap(), 0, "the answer ended: {text}");
            if last(&text[begun..]) {
                return Answer { status: head.status.as_u16(), headers: head.headers, body: text.into() };
            }
        }
    }

    /// The answer as server-sent events, read as they come.
    ///
    /// # Panics
    ///
    /// When the connection broke, or the answer is not a success.
    pub fn stream(self) -> Stream {
        let what = format!("{} {}", self.method, self.path);
        let mut request = Request::get(format!("{}{}", self.client.base, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        // An agent of its own: others give up after a while.
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let response = ureq::Agent::from(config).run(request.body(()).unwrap());
        let response = response.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(response.status(), 200, "{what}");
        Stream::new(response)
    }

    /// The answer as it comes, for so long at most; `None` if the service gave none.
    pub fn try_stream(self, limit: Duration) -> Option<Stream> {
        let mut request = Request::get(format!("{}{}", self.client.base, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let config =
            ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(limit)).build();
        let response = ureq::Agent::from(config).run(request.body(()).ok()?).ok()?;
        (response.status() == 200).then(|| Stream::new(response))
    }

    /// The answer, if the service gave one.
    ///
    /// # Errors
    ///
    /// When the connection broke.
    pub fn try_send(self) -> Result<Answer, ureq::Error> {
        let uri = format!("{}{}", self.client.base, self.path);
        let mut request = Request::builder().method(self.method.as_str()).uri(uri);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let agent = &self.client.agent;
        let mut response = match self.body {
            Some(body) => agent.run(request.body(body)?)?,
            None => agent.run(request.body(())?)?,
        };
        let body = response.body_mut().with_config().limit(1 << 30).read_to_vec()?;
        let status = response.status().as_u16();
        contract::assert_headers_are_named(&self.method, &self.path, status, response.headers());
        Ok(Answer { status, headers: response.headers().clone(), body })
    }

    /// The answer.
    ///
    /// # Panics
    ///
    /// When the connection broke.
    pub fn send(self) -> Answer {
        let what = format!("{} {}", self.method, self.path);
        self.try_send().unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// The body of an answer, to be read as it comes; `None` if there was no success.
    pub fn reader(self) -> Option<impl std::io::Read> {
        let mut request = Request::get(format!("{}{}", self.client.base, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = self.client.agent.run(request.body(()).ok()?).ok()?;
        response.status().is_success().then(|| response.into_body().into_reader())
    }

    /// The JSON of an answer that must be a success.
    ///
    /// # Panics
    ///
    /// If it is not.
    pub fn json(self) -> Value {
        let what = format!("{} {}", self.method, self.path);
        let answer = self.send();
        assert!(answer.status < 300, "{what}: {} {}", answer.status, answer.text());
        answer.json()
    }
}

/// The service's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
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
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The body as JSON, one document a line.
    pub fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The rows of CSV, which begins with a byte order mark, so that spreadsheets read it as UTF-8.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn rows(&self) -> Vec<String> {
        let text = self.text();
        let text = text.strip_prefix('\u{feff}').unwrap_or_else(|| panic!("no byte order mark: {text}"));
        text.split_terminator("\r\n").map(str::to_owned).collect()
    }

    /// A header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// An open record and its tokens.
#[derive(Clone, Debug)]
pub struct Table {
    client: Client,
    /// The record's id.
    pub id: String,
    /// The scribe's token.
    pub scribe: String,
    /// The seats' tokens.
    pub seats: Vec<String>,
}

impl Table {
    /// From the answer that opened it.
    pub fn new(client: Client, opened: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            client,
            id: text(&opened["id"]),
            scribe: text(&opened["scribe_token"]),
            seats: opened["seat_tokens"].as_array().unwrap().iter().map(text).collect(),
        }
    }

    /// The record at another service.
    #[must_use]
    pub fn at(&self, client: &Client) -> Self {
        Self { client: client.clone(), ..self.clone() }
    }

    /// Its path, with something behind.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// A read as the scribe.
    pub fn get(&self, rest: &str) -> Ask {
        self.client.get(&self.path(rest)).token(&self.scribe)
    }

    /// A read with this token or none.
    pub fn get_as(&self, token: Option<&str>, rest: &str) -> Ask {
        self.client.get(&self.path(rest)).token_if(token)
    }

    /// A request with this method, without a token.
    pub fn ask(&self, method: &str, rest: &str) -> Ask {
        self.client.ask(method, &self.path(rest))
    }

    /// A `POST` of JSON, without a token.
    pub fn post(&self, rest: &str, body: &Value) -> Ask {
        self.client.post(&self.path(rest), body)
    }

    /// Moves, as the scribe.
    pub fn log(&self, moves: &Value) -> Ask {
        self.client.post(&self.path("/moves"), moves).token(&self.scribe)
    }

    /// Moves, as a seat.
    pub fn log_as(&self, seat: usize, moves: &Value) -> Ask {
        self.client.post(&self.path("/moves"), moves).token(&self.seats[seat])
    }

    /// The version that the scribe sees.
    pub fn version(&self) -> u64 {
        self.get("").json()["version"].as_u64().unwrap()
    }

    /// The tag of a version of the log, as the database is now.
    pub fn tag(&self, version: impl Display) -> String {
        format!("\"{}\"", self.event_id(version))
    }

    /// The id that an event of the stream has there: `2`, or `2-end`.
    pub fn event_id(&self, place: impl Display) -> String {
        let answer = self.get("").send();
        let epoch = answer.header("etag").trim_end_matches('"').rsplit('@').next().unwrap();
        format!("{place}@{epoch}")
    }

    /// Every event of the log as it was sent, without times.
    pub fn entries(&self) -> Vec<Value> {
        let answer = self.get("/events").header("Accept", "application/x-ndjson").send();
        answer.lines().into_iter().map(|event| bare(&event["entry"])).collect()
    }
}
