//! The events of a stream, read as they come.

use std::io::{BufRead, BufReader};

use serde_json::Value;
use ureq::BodyReader;

use crate::Error;

/// One event of a stream (HTML Standard, 9.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its kind.
    pub kind: String,
    /// What a later connection says to go on behind it.
    pub id: Option<String>,
    /// What it says.
    pub data: Value,
}

/// The events of a stream; it ends when the service or the connection does.
pub struct Events {
    reader: BufReader<BodyReader<'static>>,
}

impl Events {
    pub(crate) fn new(reader: BufReader<BodyReader<'static>>) -> Self {
        Self { reader }
    }

    /// The next event that has data; nothing at the end.
    fn read(&mut self) -> Result<Option<Event>, Error> {
        let mut event = Event { kind: "message".to_owned(), id: None, data: Value::Null };
        let mut data = String::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).map_err(ureq::Error::from)? == 0 {
                return Ok(None);
            }
            let (name, value) = line.trim_end_matches(['\r', '\n']).split_once(':').unwrap_or_default();
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "event" => event.kind = value.to_owned(),
                "id" => event.id = Some(value.to_owned()),
                "data" => data += value,
                _ if line.trim().is_empty() && !data.is_empty() => {
                    event.data = serde_json::from_str(&data).map_err(Error::Shape)?;
                    return Ok(Some(event));
                }
                _ => {}
            }
        }
    }
}

impl Iterator for Events {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
