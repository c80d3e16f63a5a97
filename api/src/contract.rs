//! The OpenAPI 3.1 contract, generated from the table of endpoints and the engine's own types.
//!
//! A game's moves, effects and choices become unions discriminated by `type`, one named schema a
//! variant, so that generated clients are typed. Nothing here names a game.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, Route};
use kifu_engine::erased::{AnyGame, common_entry_schema};
use kifu_engine::games;
use kifu_engine::text::Language;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::live::sse::EVENT_STREAM;
use crate::problem::{Code, Document, PROBLEM};
use crate::request::{MERGE_PATCH, MOST};
use crate::{pages, routes, statistics, webhooks};

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";

/// One endpoint: how it is reached, and all a client must know of it.
pub struct Endpoint {
    /// The method.
    pub method: Method,
    /// The path, with `{parameters}`.
    pub path: &'static str,
    /// What answers it.
    pub route: fn() -> Route,
    name: &'static str,
    summary: &'static str,
    parameters: Vec<Parameter>,
    body: Option<(Vec<&'static str>, SchemaOf)>,
    answers: Vec<Answer>,
    problems: Vec<Code>,
}

type SchemaOf = fn(&mut SchemaGenerator) -> Value;

/// A query or header parameter.
#[derive(Clone)]
pub struct Parameter {
    name: Cow<'static, str>,
    place: &'static str,
    about: &'static str,
    schema: ParameterSchema,
    repeated: bool,
    required: bool,
}

#[derive(Clone)]
enum ParameterSchema {
    Integer(u64, u64),
    Signed,
    Boolean,
    Text,
    Id,
    Pattern(&'static str),
    Words(fn() -> Vec<String>),
    Of(Value),
    Any,
}

/// Text that people write: PostgreSQL holds no U+0000.
const NO_NUL: &str = r"^[^\x00]*$";
/// What [`crate::request::idempotency_key`] takes: up to 255 visible characters, blanks within.
const KEY: &str = "^[!-~]([ -~]{0,253}[!-~])?$";
/// What [`crate::request::IfMatch`] takes: `*` or quoted tags, some left out. No tag of ours holds a comma.
const TAGS: &str = r#"^(\*|((W/)?"[!#-+.-~-]*")?( *, *((W/)?"[!#-+.-~-]*")?)*)$"#;

/// A successful answer.
pub struct Answer {
    status: u16,
    content: Vec<(&'static str, Option<SchemaOf>)>,
    events: Vec<(&'static str, SchemaOf)>,
}

impl Parameter {
    /// A whole number in the query.
    pub const fn integer(name: &'static str, min: u64, max: u64, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Integer(min, max), about)
    }

    /// True or false in the query.
    pub const fn boolean(name: &'static str, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Boolean, about)
    }

    /// Text in the query.
    pub const fn text(name: &'static str, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Text, about)
    }

    /// Text of this shape in the query.
    pub const fn pattern(name: &'static str, pattern: &'static str, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Pattern(pattern), about)
    }

    /// One of some words in the query.
    pub const fn words(name: &'static str, words: fn() -> Vec<String>, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Words(words), about)
    }

    /// Text of this shape in a header.
    pub const fn pattern_header(name: &'static str, pattern: &'static str, about: &'static str) -> Self {
        Self::header(name, ParameterSchema::Pattern(pattern), about)
    }

    const fn header(name: &'static str, schema: ParameterSchema, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "header", schema, about)
    }

    const fn new(
        name: Cow<'static, str>,
        place: &'static str,
        schema: ParameterSchema,
        about: &'static str,
    ) -> Self {
        Self { name, place, about, schema, required: false, repeated: false }
    }

    /// An id in the query.
    pub const fn id(name: &'static str, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Id, about)
    }

    /// A whole number, be it negative, in the query.
    pub const fn signed(name: &'static str, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "query", ParameterSchema::Signed, about)
    }

    /// Something of this schema in the query.
    pub const fn of(name: String, schema: Value, about: &'static str) -> Self {
        Self::new(Cow::Owned(name), "query", ParameterSchema::Of(schema), about)
    }

    /// Given as often as one likes.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { repeated: true, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn document(&self) -> Value {
        let schema = match &self.schema {
            ParameterSchema::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
            ParameterSchema::Signed => {
                json!({"type": "integer", "minimum": -MOST.cast_signed(), "maximum": MOST})
            }
            ParameterSchema::Of(schema) => schema.clone(),
            ParameterSchema::Boolean => json!({"type": "boolean"}),
            ParameterSchema::Text => json!({"type": "string", "pattern": NO_NUL}),
            ParameterSchema::Id => json!({"type": "string", "format": "uuid"}),
            ParameterSchema::Pattern(pattern) => json!({"type": "string", "pattern": pattern}),
            ParameterSchema::Words(words) => json!({"type": "string", "enum": words()}),
            ParameterSchema::Any => json!({"type": "string"}),
        };
        let schema =
            if self.repeated { json!({"type": "array", "items": schema, "maxItems": 20}) } else { schema };
        let mut document =
            json!({"name": self.name, "in": self.place, "description": self.about, "schema": schema});
        if self.required {
            document["required"] = true.into();
        }
        document
    }
}

impl Answer {
    /// JSON of this shape.
    pub fn json<T: JsonSchema>(status: u16) -> Self {
        Self { status, content: vec![(JSON, Some(schema_of::<T>))], events: Vec::new() }
    }

    /// JSON of any shape.
    pub fn any_json(status: u16) -> Self {
        Self::any(status, JSON)
    }

    /// JSON of any shape, under a media type of its own.
    pub fn any(status: u16, media: &'static str) -> Self {
        Self { status, content: vec![(media, Some(|_| json!({})))], events: Vec::new() }
    }

    /// Nothing but the status.
    pub fn empty(status: u16) -> Self {
        Self { status, content: Vec::new(), events: Vec::new() }
    }

    /// Something of this media type.
    pub fn of(status: u16, media: &'static str) -> Self {
        Self { status, content: vec![(media, None)], events: Vec::new() }
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

    fn document(&self, generator: &mut SchemaGenerator) -> Value {
        let mut content = Map::new();
        for (media, schema) in &self.content {
            let schema = match schema {
                _ if *media == EVENT_STREAM => events_document(&self.events, generator),
                Some(schema) => schema(generator),
                None => json!({"type": "string"}),
            };
            content.insert((*media).to_owned(), json!({ "schema": schema }));
        }
        let description = StatusCode::from_u16(self.status).ok().and_then(|status| status.canonical_reason());
        json!({"description": description.unwrap_or("Done"), "content": content})
    }
}

impl Endpoint {
    /// An endpoint that answers nothing yet.
    pub fn new(
        method: Method,
        path: &'static str,
        name: &'static str,
        summary: &'static str,
        route: fn() -> Route,
    ) -> Self {
        let (parameters, answers, problems) =
            (Vec::new(), Vec::new(), vec![Code::MisplacedSecret, Code::Unavailable, Code::Internal]);
        Self { method, path, route, name, summary, parameters, body: None, answers, problems }
    }

    /// Takes a JSON body of this shape.
    #[must_use]
    pub fn takes<T: JsonSchema>(mut self) -> Self {
        self.body = Some((vec![JSON], schema_of::<T>));
        self
    }

    /// Takes a JSON Merge Patch (RFC 7396) of this shape.
    #[must_use]
    pub fn takes_patch<T: JsonSchema>(mut self) -> Self {
        self.body = Some((vec![MERGE_PATCH, JSON], schema_of::<T>));
        self
    }

    /// Takes one JSON document of this shape, or one a line.
    #[must_use]
    pub fn takes_lines<T: JsonSchema>(mut self) -> Self {
        self.body = Some((vec![JSON, NDJSON], schema_of::<T>));
        self
    }

    /// Takes an entry of any game, or several.
    #[must_use]
    pub fn takes_moves(mut self) -> Self {
        self.body = Some((vec![JSON], |_| json!({"$ref": "#/components/schemas/Entries"})));
        self
    }

    /// Takes a part of a joint move of any game.
    #[must_use]
    pub fn takes_part(mut self) -> Self {
        self.body = Some((vec![JSON], |_| json!({"$ref": "#/components/schemas/Part"})));
        self
    }

    /// Can be retried under an `Idempotency-Key`.
    #[must_use]
    pub fn keyed(self) -> Self {
        self.query(Parameter::header(
            "Idempotency-Key",
            ParameterSchema::Pattern(KEY),
            "A retry with the same key and body gets the first answer.",
        ))
    }

    /// Asks for a version by `If-Match`.
    #[must_use]
    pub fn versioned(self) -> Self {
        let about = "The ETag of the version this builds on, or `*`.";
        self.query(Parameter::header("If-Match", ParameterSchema::Pattern(TAGS), about))
    }

    /// Must name a version by `If-Match`.
    #[must_use]
    pub fn must_be_versioned(self) -> Self {
        let about = "The ETag of the version this is meant for, or `*` for any.";
        let header = Parameter::header("If-Match", ParameterSchema::Pattern(TAGS), about);
        self.query(Parameter { required: true, ..header }).problems(&[Code::VersionRequired])
    }

    /// Can be asked only for what is new, by `If-None-Match`.
    #[must_use]
    pub fn conditional(mut self) -> Self {
        self.answers.push(Answer::empty(304));
        let about = "The ETag of the version the client has.";
        self.query(Parameter::header("If-None-Match", ParameterSchema::Any, about))
    }

    /// Takes a parameter.
    #[must_use]
    pub fn query(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Takes all these parameters.
    #[must_use]
    pub fn queries(mut self, parameters: Vec<Parameter>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    /// Can answer this.
    #[must_use]
    pub fn answers(mut self, answer: Answer) -> Self {
        self.answers.push(answer);
        self
    }

    /// Can fail with these.
    #[must_use]
    pub fn problems(mut self, codes: &[Code]) -> Self {
        self.problems.extend_from_slice(codes);
        self
    }

    fn document(&self, generator: &mut SchemaGenerator) -> Value {
        let mut responses = Map::new();
        for answer in &self.answers {
            responses.insert(answer.status.to_string(), answer.document(generator));
        }
        for (status, codes) in self.problems_by_status() {
            responses.insert(status.to_string(), problem_document(&codes, generator));
        }
        let path = path_parameters(self.path).into_iter();
        let parameters: Vec<Value> = path.chain(self.parameters.iter().map(Parameter::document)).collect();
        let mut operation = json!({
            "operationId": self.name,
            "summary": self.summary,
            "tags": [tag(self.path)],
            "parameters": parameters,
            "responses": responses,
        });
        if self.path.starts_with("/v1") {
            operation["security"] = json!([{}, {"token": []}]);
        }
        if let Some((media, schema)) = &self.body {
            let schema = schema(generator);
            let content: Map<_, _> =
                media.iter().map(|media| ((*media).to_owned(), json!({ "schema": schema }))).collect();
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        operation
    }

    fn problems_by_status(&self) -> BTreeMap<u16, Vec<&'static str>> {
        let mut by_status: BTreeMap<u16, Vec<_>> = BTreeMap::new();
        for code in &self.problems {
            by_status.entry(code.status().as_u16()).or_default().push(code.word());
        }
        by_status
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

fn problem_document(codes: &[&str], generator: &mut SchemaGenerator) -> Value {
    let problem = schema_of::<Document>(generator);
    let schema = json!({"allOf": [problem, {"properties": {"code": {"enum": codes}}}]});
    json!({
        "description": format!("Problem: {}", codes.join(", ")),
        "content": {PROBLEM: {"schema": schema}},
    })
}

fn tag(path: &str) -> &str {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some("v1"), Some(resource)) => resource,
        _ => "service",
    }
}

fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|part| part.split('}').next());
    names
        .map(|name| {
            let schema = match name {
                "id" | "delivery" | "token_id" => json!({"type": "string", "format": "uuid"}),
                "seat" => json!({"type": "integer", "minimum": 0, "maximum": 255}),
                "step" => json!({"type": "integer", "minimum": 0, "maximum": 1_000_000}),
                "game" => slug_schema(),
                "file" => json!({"type": "string", "enum": pages::FILES.map(|file| file.name)}),
                "metric" => json!({"type": "string", "enum": statistics::ids()}),
                "code" => json!({"$ref": "#/components/schemas/ProblemCode"}),
                _ => json!({"type": "string"}),
            };
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        })
        .collect()
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// The languages that people are answered in.
pub fn languages() -> Vec<String> {
    Language::ALL.into_iter().map(|language| language.code().to_owned()).collect()
}

/// The slugs of the games.
pub fn slugs() -> Vec<String> {
    games::ALL.iter().map(|game| game.meta().slug.to_owned()).collect()
}

fn slug_schema() -> Value {
    json!({"type": "string", "enum": slugs()})
}

/// The whole contract.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = SchemaGenerator::new(settings);
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in routes::endpoints() {
        let operation = endpoint.document(&mut generator);
        let item = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        item[endpoint.method.as_str().to_ascii_lowercase()] = operation;
    }
    let notices = webhooks::contract::document(&mut generator);
    let mut schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    add_unions(&mut schemas);
    open_requests(&mut schemas);
    schemas.values_mut().for_each(forbid_nul);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kifu",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Records tabletop games as they are played, replays them and answers questions about them.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": notices,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// Answers with the contract.
pub async fn handle() -> HttpResponse {
    HttpResponse::Ok().json(document())
}

/// The words of a game's slug, capitalised: `you_cry_wolf` becomes `YouCryWolf`.
fn camel(snake: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    snake.split(['_', '-']).map(capital).collect()
}

fn add_unions(schemas: &mut Map<String, Value>) {
    let common = union(schemas, "Common", "Entry", common_entry_schema(), false);
    let amended = json!({"$ref": "#/components/schemas/Move", "description": "What it should have said."});
    schemas["CommonAmendEntry"]["properties"]["with"] = amended;
    let mut entries = vec![common.clone()];
    let (mut moves, mut effects, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut options, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for game in games::ALL {
        let name = camel(game.meta().slug);
        let shapes = AnyGame::schemas(*game);
        moves.push(union(schemas, &name, "Move", shapes.moves, true));
        effects.push(union(schemas, &name, "Effect", shapes.effects, false));
        choices.push(union(schemas, &name, "Choice", shapes.choices, false));
        parts.extend(shapes.parts.map(|shape| union(schemas, &name, "Part", shape, false)));
        states.push(named(schemas, &format!("{name}State"), shapes.view.to_value()));
        options.push(named(schemas, &format!("{name}Options"), shapes.options.to_value()));
    }
    entries.extend(moves.iter().cloned());
    for (name, of) in [
        ("Move", moves),
        ("Effect", effects),
        ("Choice", choices),
        ("Part", parts),
        ("State", states),
        ("Options", options),
    ] {
        named(schemas, name, any_of(of));
    }
    let entry = named(schemas, "Entry", any_of(entries));
    let several = json!({"type": "array", "items": entry, "minItems": 1, "maxItems": 1000});
    named(schemas, "Entries", json!({"anyOf": [entry, several]}));
    named(schemas, "OpenedEntry", opened_entry());
}

/// Names every variant of a union discriminated by `type`, and the union itself.
fn union(schemas: &mut Map<String, Value>, game: &str, what: &str, schema: Schema, irregular: bool) -> Value {
    let mut variants = Vec::new();
    let mut mapping = Map::new();
    for mut variant in variants_of(schema.to_value()) {
        let Some(tag) = variant["properties"]["type"]["const"].as_str().map(str::to_owned) else { continue };
        if irregular {
            let about = "Record it although it breaks a soft rule, because it really happened.";
            variant["properties"]["irregular"] =
                json!({"type": "boolean", "default": false, "description": about});
        }
        let reference = named(schemas, &format!("{game}{}{what}", camel(&tag)), variant);
        mapping.insert(tag, reference["$ref"].clone());
        variants.push(reference);
    }
    let discriminator = json!({"propertyName": "type", "mapping": mapping});
    named(schemas, &format!("{game}{what}"), json!({"oneOf": variants, "discriminator": discriminator}))
}

fn variants_of(mut schema: Value) -> Vec<Value> {
    match schema.get_mut("oneOf").or(None).map(Value::take) {
        Some(Value::Array(variants)) => variants,
        _ => vec![schema],
    }
}

/// Opening a record takes each game's own options, and as many seats as its rules know.
fn open_requests(schemas: &mut Map<String, Value>) {
    let shape = schemas.remove("OpenRequest").unwrap_or_default();
    let mut variants = Vec::new();
    let mut mapping = Map::new();
    for game in games::ALL {
        let meta = game.meta();
        let name = camel(meta.slug);
        let mut request = shape.clone();
        let fields = &mut request["properties"];
        fields["game"] = json!({"type": "string", "const": meta.slug});
        fields["seats"]["minItems"] = meta.seats.0.into();
        fields["seats"]["maxItems"] = meta.seats.1.into();
        fields["options"]["$ref"] = format!("#/components/schemas/{name}Options").into();
        let reference = named(schemas, &format!("{name}OpenRequest"), request);
        mapping.insert(meta.slug.to_owned(), reference["$ref"].clone());
        variants.push(reference);
    }
    let discriminator = json!({"propertyName": "game", "mapping": mapping});
    named(schemas, "OpenRequest", json!({"oneOf": variants, "discriminator": discriminator}));
}

/// Text of a limited length is what people write.
fn forbid_nul(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("maxLength") && !fields.contains_key("pattern") {
                fields.insert("pattern".to_owned(), NO_NUL.into());
            }
            fields.values_mut().for_each(forbid_nul);
        }
        Value::Array(values) => values.iter_mut().for_each(forbid_nul),
        _ => {}
    }
}

/// The first event of every record, as the feed shows it.
fn opened_entry() -> Value {
    json!({
        "description": "The record was opened.",
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": "opened"},
            "game": slug_schema(),
            "seats": {"type": "integer", "minimum": 1, "maximum": 255},
            "options": {"$ref": "#/components/schemas/Options"},
            "rules_version": {"type": "integer", "minimum": 1},
            "copy_of": {"$ref": "#/components/schemas/CopyOf"},
        },
        "required": ["type", "game", "seats", "options", "rules_version"],
    })
}

fn named(schemas: &mut Map<String, Value>, name: &str, schema: Value) -> Value {
    let before = schemas.insert(name.to_owned(), schema);
    debug_assert!(before.is_none(), "two schemas are called {name}");
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn any_of(mut of: Vec<Value>) -> Value {
    if of.len() == 1 { of.remove(0) } else { json!({ "anyOf": of }) }
}

/// Declares schemas that stand for one of the unions, whatever the game.
macro_rules! stands_for {
    ($($(#[$doc:meta])* $name:ident: $schema:tt;)*) => {
        $($(#[$doc])* pub fn $name(_: &mut SchemaGenerator) -> Schema { json_schema!($schema) })*
    };
}

stands_for! {
    /// A position of any game.
    state: {"$ref": "#/components/schemas/State"};
    /// Options of any game.
    options: {"$ref": "#/components/schemas/Options"};
    /// Choices of any game.
    choices: {"type": "array", "items": {"$ref": "#/components/schemas/Choice"}};
    /// A part of a joint move of any game, if one was entered.
    part: {"anyOf": [{"$ref": "#/components/schemas/Part"}, {"type": "null"}]};
    /// An entry of any game's log.
    entry: {"$ref": "#/components/schemas/Entry"};
    /// The opening of a record, or an entry of any game's log.
    public_entry: {"anyOf": [{"$ref": "#/components/schemas/OpenedEntry"}, {"$ref": "#/components/schemas/Entry"}]};
    /// Entries of any game's log.
    entries: {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}};
    /// Who may find and read a record.
    visibility: {"type": "string", "enum": ["public", "unlisted", "private"]};
    /// The same, or nothing.
    maybe_visibility: {"type": ["string", "null"], "enum": ["public", "unlisted", "private", null]};
    /// A metric and its definition.
    metric: {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "title": {"$ref": "#/components/schemas/Text"},
            "definition": {"$ref": "#/components/schemas/Text"},
            "unit": {"type": "string"},
            "kind": {"type": "string", "enum": ["number", "share", "category"]},
            "dimensions": {"type": "array", "items": {"type": "string"}},
            "version": {"type": "integer", "minimum": 1}
        },
        "required": ["name", "title", "definition", "unit", "kind", "dimensions", "version"]
    };
}

/// The slugs of the games.
pub fn slug(_: &mut SchemaGenerator) -> Schema {
    Schema::try_from(slug_schema()).unwrap_or_default()
}

/// The ids of the metrics.
pub fn metric_id(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "enum": statistics::ids()})
}

/// Moves in force with what followed.
pub fn steps(generator: &mut SchemaGenerator) -> Schema {
    let mut step = step(generator);
    let fields = step.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let fields: Vec<_> = fields.cloned().collect();
    step.insert("required".to_owned(), fields.into());
    json_schema!({"type": "array", "items": step})
}

/// A step of a replay: all of it, or nothing at the start.
pub fn step(generator: &mut SchemaGenerator) -> Schema {
    let violation = schema_of::<kifu_engine::violation::Violation>(generator);
    let text = schema_of::<kifu_engine::text::Text>(generator);
    json_schema!({
        "type": "object",
        "properties": {
            "seq": {"type": "integer", "minimum": 0},
            "move": {"$ref": "#/components/schemas/Move"},
            "irregular": {"type": "boolean"},
            "breaches": {"type": "array", "items": violation},
            "effects": {"type": "array", "items": {"$ref": "#/components/schemas/Effect"}},
            "narration": {"type": "array", "items": text},
            "state": {"$ref": "#/components/schemas/State"}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set `KIFU_PIN=1` to write the contract anew; then read the difference before committing it.
    #[test]
    fn the_contract_in_the_repository_is_the_one_the_code_gives() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");
        let generated = format!("{:#}\n", document());
        if std::env::var_os("KIFU_PIN").is_some() {
            std::fs::write(path, &generated).expect("openapi.json can be written");
        }
        let pinned = std::fs::read_to_string(path).expect("openapi.json is there");
        assert!(
            pinned == generated,
            "openapi/openapi.json is out of date: KIFU_PIN=1 cargo test -p kifu contract"
        );
    }
}
