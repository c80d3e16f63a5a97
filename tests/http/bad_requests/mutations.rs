//! One document with each mistake in turn.

use serde_json::{Map, Value, json};

/// A document with one mistake, and where that is: `seats[1].player`.
pub struct Mutation {
    pub place: String,
    pub what: &'static str,
    pub document: Value,
}

/// A field that no document has.
const UNKNOWN: &str = "cliam";

/// How far down mistakes are made.
const DEPTH: usize = 2;

/// The document with each mistake in turn.
pub fn of(document: &Value) -> Vec<Mutation> {
    let mut places = vec![(String::new(), String::new())];
    find_places(document, ("", ""), DEPTH, &mut places);
    places.iter().flat_map(|(pointer, place)| at(document, pointer, place)).collect()
}

/// The fields and first elements within a value: as JSON pointers, and as the service names them.
fn find_places(
    value: &Value,
    (pointer, place): (&str, &str),
    depth: usize,
    places: &mut Vec<(String, String)>,
) {
    if depth == 0 {
        return;
    }
    let mut visit = |inner: &Value, step: String, place: String| {
        places.push((step.clone(), place.clone()));
        find_places(inner, (&step, &place), depth - 1, places);
    };
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                visit(inner, format!("{pointer}/{name}"), below(place, name));
            }
        }
        Value::Array(elements) => {
            if let Some(first) = elements.first() {
                visit(first, format!("{pointer}/0"), format!("{place}[0]"));
            }
        }
        _ => {}
    }
}

fn below(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

/// The document with each mistake at one place.
fn at(document: &Value, pointer: &str, place: &str) -> Vec<Mutation> {
    let value = document.pointer(pointer).unwrap();
    let with = |what, changed: Value| {
        let mut document = document.clone();
        *document.pointer_mut(pointer).unwrap() = changed;
        Mutation { place: place.to_owned(), what, document }
    };
    let others = [
        ("null", json!(null)),
        ("true", json!(true)),
        ("7", json!(7)),
        ("1.5", json!(1.5)),
        ("text", json!("zzz")),
        ("[]", json!([])),
        ("{}", json!({})),
    ];
    let other = others.into_iter().filter(|(_, other)| kind(other) != kind(value));
    let mut made: Vec<_> = other.map(|(what, other)| with(what, other)).collect();
    if let Value::String(text) = value {
        made.push(with("a long string", "x".repeat(100_000).into()));
        made.push(with("NUL", format!("{text}\0").into()));
    }
    if let Value::Object(fields) = value {
        let mut more = fields.clone();
        more.insert(UNKNOWN.to_owned(), json!(1));
        made.push(Mutation { place: below(place, UNKNOWN), ..with("unknown", more.into()) });
        made.extend(
            fields
                .keys()
                .map(|name| Mutation { place: below(place, name), ..with("removed", without(fields, name)) }),
        );
    }
    made
}

fn without(fields: &Map<String, Value>, name: &str) -> Value {
    let mut fields = fields.clone();
    fields.remove(name);
    fields.into()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}
