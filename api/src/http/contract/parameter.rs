//! Parameters of queries, headers and paths.

use std::borrow::Cow;

use heck::ToUpperCamelCase;
use kifu_engine::malformed::MAX_SAFE_INTEGER;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::generators::define;
use super::{CostClass, Generators, SchemaOf, schema_of};

/// A query or header parameter.
#[derive(Clone)]
pub struct Parameter {
    name: Cow<'static, str>,
    place: &'static str,
    about: &'static str,
    schema: ParameterSchema,
    repeated: bool,
    /// How many values, separated by commas, at most.
    listed: Option<usize>,
    required: bool,
    /// The cost of an answer where this parameter is given.
    raises: Option<CostClass>,
}

/// A parameter of a path and what it can be.
pub(super) type PathPart = (&'static str, fn() -> Value);

#[derive(Clone)]
pub(super) enum ParameterSchema {
    Integer(u64, u64),
    Signed,
    Boolean,
    Text,
    Id,
    Pattern(&'static str),
    Words(fn() -> Vec<String>),
    Of(Value),
    /// A type that says itself what it is, repeated or not.
    Type(SchemaOf),
    Any,
}

/// Longest text of a parameter, in characters.
const MAX_TEXT_LENGTH: usize = 200;
/// Longest list of values, or text of a given shape.
const MAX_LIST_LENGTH: usize = 2000;

/// Text that people write: PostgreSQL holds no U+0000.
pub const NO_NUL_PATTERN: &str = r"^[^\x00]*$";

/// The pattern of [`crate::http::extractors::idempotency_key`]: up to 255 visible characters, blanks within.
pub(super) const KEY: &str = "^[!-~]([ -~]{0,253}[!-~])?$";

/// The pattern of [`crate::http::extractors::IfMatch`]: `*` or quoted tags, some left out. No tag of ours holds a comma.
pub(super) const TAGS: &str = r#"^(\*|((W/)?"[!#-+.-~-]*")?( *, *((W/)?"[!#-+.-~-]*")?)*)$"#;

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

    pub(super) const fn header(name: &'static str, schema: ParameterSchema, about: &'static str) -> Self {
        Self::new(Cow::Borrowed(name), "header", schema, about)
    }

    /// Its name, if it is a header.
    pub(super) fn header_name(&self) -> Option<&str> {
        (self.place == "header").then_some(&*self.name)
    }

    const fn new(
        name: Cow<'static, str>,
        place: &'static str,
        schema: ParameterSchema,
        about: &'static str,
    ) -> Self {
        Self { name, place, about, schema, required: false, repeated: false, listed: None, raises: None }
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

    /// A parameter of this type in the query, with a description of its purpose.
    pub fn typed<T: JsonSchema>(name: String) -> Self {
        Self::new(Cow::Owned(name), "query", ParameterSchema::Type(schema_of::<T>), "")
    }

    /// It may be repeated any number of times.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { repeated: true, ..self }
    }

    /// Up to this number of values, separated by commas.
    #[must_use]
    pub fn listed(self, most: usize) -> Self {
        Self { listed: Some(most), ..self }
    }

    /// How long its values may be, in characters: lists of ids and sealed cursors are longer than what people write.
    pub fn longest(&self) -> usize {
        let is_pattern = matches!(self.schema, ParameterSchema::Pattern(_));
        if is_pattern || self.listed.is_some() { MAX_LIST_LENGTH } else { MAX_TEXT_LENGTH }
    }

    /// Never left out.
    pub(super) fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Raises the cost of the answer to this class where the parameter is given, and not as `false`.
    #[must_use]
    pub fn raising(self, cost: CostClass) -> Self {
        Self { raises: Some(cost), ..self }
    }

    /// Its name and what it raises the class of an answer to, if it does.
    pub(super) fn raised(&self) -> Option<(Cow<'static, str>, CostClass)> {
        Some((self.name.clone(), self.raises?))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Defines it where it is the first of its name, and refers to it.
    pub(super) fn define(&self, generators: &mut Generators) -> Value {
        let document = self.document(&mut generators.requests);
        define("parameters", &mut generators.parameters, self.name.to_upper_camel_case(), document)
    }

    fn document(&self, generator: &mut SchemaGenerator) -> Value {
        let schema = match &self.schema {
            ParameterSchema::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
            ParameterSchema::Signed => {
                json!({"type": "integer", "minimum": -MAX_SAFE_INTEGER.cast_signed(), "maximum": MAX_SAFE_INTEGER})
            }
            ParameterSchema::Of(schema) => schema.clone(),
            ParameterSchema::Type(schema) => schema(generator),
            ParameterSchema::Boolean => json!({"type": "boolean"}),
            ParameterSchema::Text => json!({"type": "string", "pattern": NO_NUL_PATTERN}),
            ParameterSchema::Id => json!({"type": "string", "format": "uuid"}),
            ParameterSchema::Pattern(pattern) => json!({"type": "string", "pattern": pattern}),
            ParameterSchema::Words(words) => json!({"type": "string", "enum": words()}),
            ParameterSchema::Any => json!({"type": "string"}),
        };
        let schema =
            if self.repeated { json!({"type": "array", "items": schema, "maxItems": 20}) } else { schema };
        let schema = match self.listed {
            Some(most) => json!({"type": "array", "items": schema, "minItems": 1, "maxItems": most}),
            None => schema,
        };
        let mut document = json!({"name": self.name, "in": self.place, "schema": schema});
        if !self.about.is_empty() {
            document["description"] = self.about.into();
        }
        if self.listed.is_some() {
            document["explode"] = false.into();
        }
        if let Some(cost) = self.raises {
            document["x-cost-class"] = cost.word().into();
        }
        if self.required {
            document["required"] = true.into();
        }
        document
    }
}

/// The parameters that a path names; some endpoints say themselves what theirs are.
pub(super) fn path_parameters(path: &str, own: &[PathPart]) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|part| part.split('}').next());
    names
        .map(|name| {
            let own = own.iter().find(|(own_name, _)| *own_name == name).map(|(_, schema)| schema());
            let schema = own.unwrap_or_else(|| match name {
                "id" | "other" | "delivery" | "token_id" | "record" => {
                    json!({"type": "string", "format": "uuid"})
                }
                "seat" => json!({"type": "integer", "minimum": 0, "maximum": 255}),
                "step" => json!({"type": "integer", "minimum": 0, "maximum": 1_000_000}),
                "game" => json!({"$ref": "#/components/schemas/GameKind"}),
                "metric" => json!({"$ref": "#/components/schemas/MetricId"}),
                "code" => json!({"$ref": "#/components/schemas/ProblemCode"}),
                _ => json!({"type": "string"}),
            });
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        })
        .collect()
}
