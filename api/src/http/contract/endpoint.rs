//! One endpoint: how it is reached, and all a client must know of it.

use actix_web::Route;
use actix_web::http::Method;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::parameter::{KEY, Parameter, ParameterSchema, PathPart, TAGS, path_parameters};
use super::problem_responses::problem_response;
use super::response_header::{CONTENT_RANGE, ETAG};
use super::rules::{EndpointRules, Identity};
use super::{CostClass, Generators, JSON, NDJSON, SchemaOf, schema_of};
use crate::http::media::MERGE_PATCH;
use crate::http::problem::Code;

/// Constructors of endpoints: one for each class, so that none is without.
macro_rules! constructors {
    ($($(#[$about:meta])* $constructor:ident $class:ident;)*) => {
        impl Endpoint {
            $(
                $(#[$about])*
                pub fn $constructor(
                    method: Method,
                    path: &'static str,
                    name: &'static str,
                    summary: &'static str,
                    route: fn() -> Route,
                ) -> Self {
                    Self::new(CostClass::$class, (method, path), (name, summary), route)
                }
            )*
        }
    };
}

constructors! {
    /// An endpoint that does nothing for which a permit is needed.
    cheap Cheap;
    /// An endpoint that folds the log of a record, or shows it as somebody sees it.
    folds Folds;
    /// An endpoint that draws.
    draws Draws;
    /// An endpoint that looks through many records, or through what they say.
    scans Scans;
    /// An endpoint that counts worlds, or looks for the best play.
    solves Solves;
}

/// One endpoint: how it is reached, and all a client must know of it.
pub struct Endpoint {
    /// The method.
    pub method: Method,
    /// The path, with `{parameters}`.
    pub path: &'static str,
    /// The handler.
    pub route: fn() -> Route,
    name: &'static str,
    summary: &'static str,
    parameters: Vec<Parameter>,
    path_parts: Vec<PathPart>,
    body: Option<SchemaOf>,
    /// The rules of this endpoint for the steps of the pipeline.
    pub rules: EndpointRules,
    answers: Vec<Answer>,
    /// Its answers have the `ETag` of their content.
    is_conditional: bool,
    problems: Vec<Code>,
}

impl Endpoint {
    /// An endpoint of this class that answers nothing yet.
    fn new(
        cost: CostClass,
        (method, path): (Method, &'static str),
        (name, summary): (&'static str, &'static str),
        route: fn() -> Route,
    ) -> Self {
        let (parameters, answers) = (Vec::new(), Vec::new());
        let mut problems = vec![Code::MisplacedSecret, Code::Unavailable, Code::Internal];
        if !method.is_safe() {
            problems.push(Code::OutcomeUnknown);
        }
        if cost > CostClass::Cheap {
            problems.push(Code::Busy);
        }
        Self {
            method,
            path,
            route,
            name,
            summary,
            parameters,
            path_parts: Vec::new(),
            body: None,
            rules: EndpointRules::open(cost),
            answers,
            is_conditional: false,
            problems,
        }
    }

    /// Takes a JSON body of this shape.
    #[must_use]
    pub fn takes<T: JsonSchema>(mut self) -> Self {
        self.rules.media = &[JSON];
        self.body = Some(schema_of::<T>);
        self
    }

    /// Takes a JSON Merge Patch (RFC 7396) of this shape.
    #[must_use]
    pub fn takes_patch<T: JsonSchema>(mut self) -> Self {
        self.rules.media = &[MERGE_PATCH, JSON];
        self.body = Some(schema_of::<T>);
        self
    }

    /// Takes one JSON document of this shape, or one a line.
    #[must_use]
    pub fn takes_lines<T: JsonSchema>(mut self) -> Self {
        self.rules.media = &[JSON, NDJSON];
        self.rules.is_long = true;
        self.body = Some(schema_of::<T>);
        self
    }

    /// Is only for these.
    #[must_use]
    pub fn only_for(mut self, identity: Identity) -> Self {
        self.rules.identity = identity;
        self
    }

    /// The names of the headers that it reads as parameters.
    pub fn headers(&self) -> impl Iterator<Item = String> {
        self.parameters.iter().filter_map(Parameter::header_name).map(str::to_owned)
    }

    /// Can be retried under an `Idempotency-Key`. Whatever makes or replaces something can. A key is refused where asking
    /// again changes nothing more.
    #[must_use]
    pub fn keyed(mut self) -> Self {
        self.rules.is_keyed = true;
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
        self.query(header.required()).problems(&[Code::VersionRequired])
    }

    /// Can be asked for changes only, by `If-None-Match`.
    #[must_use]
    pub fn conditional(mut self) -> Self {
        self.is_conditional = true;
        self.answers.push(Answer::empty(304));
        let about = "The ETag of the version the client has.";
        self.query(Parameter::header("If-None-Match", ParameterSchema::Any, about))
    }

    /// Has parts that can be asked for by `Range` and its tag.
    #[must_use]
    pub fn in_parts(self, media: &[&'static str]) -> Self {
        let range = "Which bytes: the first and the last, from one on, or so many of the last. Only one part at a time.";
        let if_range = "The ETag of the file of which the part is wanted; all of another one is answered.";
        self.conditional()
            .query(Parameter::header("Range", ParameterSchema::Any, range))
            .query(Parameter::header("If-Range", ParameterSchema::Any, if_range))
            .answers(Answer::part(media).with(CONTENT_RANGE))
            .problems(&[Code::UnsatisfiableRange])
    }

    /// Takes a parameter.
    #[must_use]
    pub fn query(self, parameter: Parameter) -> Self {
        self.queries(vec![parameter])
    }

    /// Takes all these parameters.
    #[must_use]
    pub fn queries(mut self, parameters: Vec<Parameter>) -> Self {
        // A moment may be named by a cursor, which another database does not have.
        if parameters.iter().any(|parameter| parameter.name() == "as_of") {
            self.problems.extend([Code::OutdatedCursor, Code::NotCountedYet]);
        }
        let raised = parameters.iter().filter_map(Parameter::raised);
        self.rules.raised.extend(raised);
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

    /// Adds the schema of this part of the path.
    #[must_use]
    pub fn path_part(mut self, name: &'static str, schema: fn() -> Value) -> Self {
        self.path_parts.push((name, schema));
        self
    }

    /// How the contract describes it.
    pub fn document(&self, generators: &mut Generators) -> Value {
        let mut responses = Map::new();
        for answer in &self.answers {
            let tag = self.is_conditional.then_some(ETAG);
            responses.insert(answer.status.to_string(), answer.define(tag, generators));
        }
        for code in &self.problems {
            responses.insert(code.status().as_str().to_owned(), problem_response(code.status()));
        }
        let own = self.parameters.iter().map(|parameter| parameter.define(generators));
        let parameters: Vec<Value> =
            path_parameters(self.path, &self.path_parts).into_iter().chain(own).collect();
        let mut operation = json!({
            "operationId": self.name,
            "summary": self.summary,
            "description": self.description(),
            "tags": [tag(self.path)],
            "x-cost-class": self.rules.cost.word(),
            "parameters": parameters,
            "responses": responses,
        });
        if self.rules.identity.security() != Identity::Anyone.security() {
            operation["security"] = self.rules.identity.security();
        }
        if let Some(schema) = &self.body {
            let schema = schema(&mut generators.requests);
            let content: Map<_, _> = self
                .rules
                .media
                .iter()
                .map(|media| ((*media).to_owned(), json!({ "schema": schema })))
                .collect();
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        operation
    }

    /// Describes the required identity and the possible problems.
    fn description(&self) -> String {
        let mut codes: Vec<_> = self.problems.iter().map(|code| code.word()).collect();
        codes.sort_unstable();
        codes.dedup();
        let codes: Vec<_> = codes.iter().map(|code| format!("[`{code}`](/problems/{code})")).collect();
        format!("{}.\n\n{}\n\nProblems: {}.", self.summary, self.rules.identity.about(), codes.join(", "))
    }
}

fn tag(path: &str) -> &str {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some("v1"), Some(resource)) if resource != "signing-key" => resource,
        _ => "service",
    }
}
