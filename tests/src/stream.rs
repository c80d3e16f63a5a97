//! A small reader of server-sent events.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::{HeaderMap, Response};
use ureq::{Body, BodyReader};

/// An event that has not come by then is waited for in vain.
const EVENT_TIMEOUT: Duration = Duration::from_mins(5);

/// A stream of server-sent events. It ends when it is dropped.
pub struct Stream {
    /// The headers of the answer.
    pub headers: HeaderMap,
    /// How many comments came so far.
    pub heartbeats: usize,
    /// Ids that came alone.
    pub marks: Vec<String>,
    /// The last id that came, with an event or alone.
    pub last_id: Option<String>,
    lines: BufReader<BodyReader<'static>>,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamEvent {
    /// Its name.
    pub kind: String,
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its data.
    pub data: Value,
}

impl Stream {
    pub(crate) fn new(response: Response<Body>) -> Self {
        let (head, body) = response.into_parts();
        let lines = BufReader::new(body.into_reader());
        Self { headers: head.headers, heartbeats: 0, marks: Vec::new(), last_id: None, lines }
    }

    /// The next event. `None` when the stream has ended.
    ///
    /// # Panics
    ///
    /// If the data is not an event, or is nothing but heartbeats for minutes.
    pub fn read(&mut self) -> Option<StreamEvent> {
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < EVENT_TIMEOUT, "no event came after {:?}", self.last_id);
            if let Some(event) = self.read_block().ok()? {
                return Some(event);
            }
        }
    }

    /// Reads up to an empty line: an event or, without one, a heartbeat or an id. Fails when the stream has ended.
    fn read_block(&mut self) -> Result<Option<StreamEvent>, ()> {
        let (mut kind, mut id, mut data) = (None, None, None);
        loop {
            let mut line = String::new();
            // A service that was killed breaks off in the middle.
            if self.lines.read_line(&mut line).unwrap_or(0) == 0 {
                return Err(());
            }
            match line.trim_end_matches('\n').split_once(':') {
                None if kind.is_some() => {
                    let (kind, data) = (kind.unwrap_or_default(), data.unwrap_or_default());
                    return Ok(Some(StreamEvent { kind, id, data }));
                }
                None => {
                    self.marks.extend(id.take());
                    return Ok(None);
                }
                Some(("", _)) => self.heartbeats += 1,
                Some(("event", value)) => kind = Some(value.trim_start().to_owned()),
                Some(("id", value)) => {
                    id = Some(value.trim_start().to_owned());
                    self.last_id.clone_from(&id);
                }
                Some(("data", value)) => data = Some(serde_json::from_str(value).unwrap()),
                Some(("retry", _)) => {}
                Some(_) => panic!("no event: {line:?}"),
            }
        }
    }

    /// Reads on until the stream has shown once more that it is alive, by a comment or an id alone.
    ///
    /// # Panics
    ///
    /// If an event comes before, or the stream has ended.
    pub fn heartbeat(&mut self) {
        let signs = |stream: &Self| stream.heartbeats + stream.marks.len();
        let before = signs(self);
        while signs(self) == before {
            assert_eq!(self.read_block().expect("the stream goes on"), None, "nothing happens");
        }
    }

    /// The next event, which must be of this kind.
    ///
    /// # Panics
    ///
    /// If it is not, or the stream has ended.
    pub fn expect(&mut self, kind: &str) -> StreamEvent {
        let event = self.read().unwrap_or_else(|| panic!("the stream has ended; {kind} was expected"));
        assert_eq!(event.kind, kind, "{event:?}");
        event
    }

    /// So many events of this kind.
    pub fn take(&mut self, kind: &str, count: usize) -> Vec<StreamEvent> {
        (0..count).map(|_| self.expect(kind)).collect()
    }

    /// All events to the end of the stream.
    pub fn rest(&mut self) -> Vec<StreamEvent> {
        std::iter::from_fn(|| self.read()).collect()
    }
}
