//! Answers and their formats.

use actix_web::http::StatusCode;
use heck::ToUpperCamelCase;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::generators::define;
use super::response_header::headers_with;
use super::{Generators, JSON, NDJSON, ResponseHeader, SchemaOf, schema_of};
use crate::http::media::EVENT_STREAM;

/// A successful answer.
pub struct Answer {
    pub(super) status: u16,
    content: Vec<(&'static str, Option<SchemaOf>)>,
    events: Vec<(&'static str, SchemaOf)>,
    headers: Vec<ResponseHeader>,
}

impl Answer {
    /// JSON of this shape.
    pub fn json<T: JsonSchema>(status: u16) -> Self {
        Self::empty(status).or_json::<T>(JSON)
    }

    /// JSON of any shape.
    pub fn any_json(status: u16) -> Self {
        Self::any(status, JSON)
    }

    /// JSON of any shape, under a media type of its own.
    pub fn any(status: u16, media: &'static str) -> Self {
        Self { content: vec![(media, Some(|_| json!({})))], ..Self::empty(status) }
    }

    /// An answer with a status only.
    pub fn empty(status: u16) -> Self {
        Self { status, content: Vec::new(), events: Vec::new(), headers: Vec::new() }
    }

    /// Something of this media type.
    pub fn of(status: u16, media: &'static str) -> Self {
        Self::empty(status).or(media)
    }

    /// Some of the bytes of content of one of these media types.
    pub fn part(media: &[&'static str]) -> Self {
        let bytes: SchemaOf = |_| json!({"type": "string"});
        Self { content: media.iter().map(|media| (*media, Some(bytes))).collect(), ..Self::empty(206) }
    }

    /// Only server-sent events, said by [`Answer::or_event`].
    pub fn events(status: u16) -> Self {
        Self::empty(status)
    }

    /// Also as server-sent events of this kind, whose data is JSON of this shape.
    #[must_use]
    pub fn or_event<T: JsonSchema>(mut self, kind: &'static str) -> Self {
        if self.events.is_empty() {
            self.content.push((EVENT_STREAM, None));
        }
        self.events.push((kind, schema_of::<T>));
        self
    }

    /// Also as one document a line.
    #[must_use]
    pub fn or_ndjson(self) -> Self {
        self.or(NDJSON)
    }

    /// Also as this media type.
    #[must_use]
    pub fn or(mut self, media: &'static str) -> Self {
        self.content.push((media, None));
        self
    }

    /// Also as JSON of this shape, under a media type of its own.
    #[must_use]
    pub fn or_json<T: JsonSchema>(mut self, media: &'static str) -> Self {
        self.content.push((media, Some(schema_of::<T>)));
        self
    }

    /// Adds this header.
    #[must_use]
    pub fn with(mut self, header: ResponseHeader) -> Self {
        self.headers.push(header);
        self
    }

    /// The answer's definition in an operation. One without a body is defined once.
    pub(super) fn define(&self, tag: Option<ResponseHeader>, generators: &mut Generators) -> Value {
        let mut document = self.document(&mut generators.answers);
        if let Some(tag) = tag {
            document["headers"][tag.name()] = tag.reference();
        }
        if !self.content.is_empty() {
            return document;
        }
        let name = document["description"].as_str().unwrap_or_default().to_upper_camel_case();
        define("responses", &mut generators.responses, name, document)
    }

    fn document(&self, generator: &mut SchemaGenerator) -> Value {
        let mut content = Map::new();
        for (media, schema) in &self.content {
            let schema = match schema {
                _ if *media == EVENT_STREAM => events_document(&self.events, generator),
                Some(schema) => schema(generator),
                None if media.ends_with("+json") => json!({"type": "object"}),
                None => json!({"type": "string"}),
            };
            content.insert((*media).to_owned(), json!({ "schema": schema }));
        }
        let description = StatusCode::from_u16(self.status).ok().and_then(|status| status.canonical_reason());
        json!({
            "description": description.unwrap_or("Done"),
            "headers": headers_with(&self.headers),
            "content": content,
        })
    }
}

/// One event of a stream: its fields are text, and JSON Schema says what JSON the data holds.
fn events_document(events: &[(&str, SchemaOf)], generator: &mut SchemaGenerator) -> Value {
    let mut event = |(kind, data): &(&str, SchemaOf)| {
        let data = data(generator);
        json!({
            "type": "object",
            "properties": {
                "event": {"type": "string", "const": kind},
                "id": {"type": "string"},
                "data": {"type": "string", "contentMediaType": JSON, "contentSchema": data},
            },
            "required": ["event", "data"],
        })
    };
    let kinds: Vec<_> = events.iter().map(&mut event).collect();
    json!({"description": "One of the events, as they come.", "oneOf": kinds})
}
