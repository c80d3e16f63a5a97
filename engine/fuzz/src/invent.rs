//! JSON made up from bytes: by a schema, by changing what is there, or out of nothing.

use kifu_engine::game::Chooser;
use serde_json::{Map, Number, Value, json};

use crate::bytes::Bytes;

/// Deeper than any move, not as deep as a JSON text may be.
const MAX_DEPTH: usize = 100;
/// More values than any table has of anything, few enough to stay quick.
const MAX_LIST_LENGTH: usize = 60;

/// A value of this shape, or nearly. `words` are leaves that mean something at the table.
pub fn shaped(schema: &Value, words: &[Value], bytes: &mut Bytes) -> Value {
    if bytes.chance(24) {
        return anything(words, bytes);
    }
    if let Some(Value::Array(shapes)) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        return shaped(bytes.choose(shapes), words, bytes);
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(Value::Array(allowed)) = schema.get("enum") {
        return bytes.choose(allowed).clone();
    }
    match kind(schema, bytes) {
        "object" => object(schema, words, bytes),
        "array" => array(schema, words, bytes),
        "integer" | "number" => number(words, bytes),
        "boolean" => bytes.any::<bool>().into(),
        "string" => text(words, bytes),
        "null" => Value::Null,
        _ => anything(words, bytes),
    }
}

fn kind<'a>(schema: &'a Value, bytes: &mut Bytes) -> &'a str {
    match schema.get("type") {
        Some(Value::Array(kinds)) if !kinds.is_empty() => bytes.choose(kinds),
        Some(kind) => kind,
        None => &Value::Null,
    }
    .as_str()
    .unwrap_or_default()
}

fn object(schema: &Value, words: &[Value], bytes: &mut Bytes) -> Value {
    let mut fields = Map::new();
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (name, shape) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let left_out =
            if required.iter().any(|other| other == name) { bytes.chance(32) } else { bytes.chance(2) };
        if !left_out {
            fields.insert(name.clone(), shaped(shape, words, bytes));
        }
    }
    if bytes.chance(32) {
        fields.insert(bytes.any(), anything(words, bytes));
    }
    Value::Object(fields)
}

fn array(schema: &Value, words: &[Value], bytes: &mut Bytes) -> Value {
    let most = *bytes.choose(&[4, 8, 16, MAX_LIST_LENGTH]);
    let length = bytes.below(most);
    let shape = schema.get("items").unwrap_or(&Value::Null);
    (0..length).map(|_| shaped(shape, words, bytes)).collect()
}

fn number(words: &[Value], bytes: &mut Bytes) -> Value {
    let numbers: Vec<&Value> = words.iter().filter(|word| word.is_number()).collect();
    match bytes.below(8) {
        0..=2 => bytes.below(8).into(),
        3 | 4 if !numbers.is_empty() => (*bytes.choose(&numbers)).clone(),
        5 => bytes.any::<u8>().into(),
        6 => huge(bytes),
        _ => bytes.any::<i8>().into(),
    }
}

fn huge(bytes: &mut Bytes) -> Value {
    let far = [i64::MIN, i64::MAX, i64::from(i32::MAX), 1 << 53, 256, 65_536];
    match bytes.below(5) {
        0 => bytes.choose(&far).to_owned().into(),
        1 => bytes.any::<u64>().into(),
        2 => (bytes.any::<i64>()).into(),
        3 => f64::from(bytes.any::<i8>()).into(),
        _ => Number::from_f64(bytes.any()).map_or(Value::Null, Value::Number),
    }
}

fn text(words: &[Value], bytes: &mut Bytes) -> Value {
    let texts: Vec<&Value> = words.iter().filter(|word| word.is_string()).collect();
    if texts.is_empty() || bytes.chance(8) {
        return bytes.any::<String>().into();
    }
    (*bytes.choose(&texts)).clone()
}

/// Any value at all.
pub fn anything(words: &[Value], bytes: &mut Bytes) -> Value {
    match bytes.below(10) {
        0 => Value::Null,
        1 => bytes.any::<bool>().into(),
        2 => number(words, bytes),
        3 => huge(bytes),
        4 => text(words, bytes),
        5 if !words.is_empty() => bytes.choose(words).clone(),
        6 => array(&Value::Null, words, bytes),
        7 => (0..bytes.below(4)).map(|_| (bytes.any::<String>(), anything(words, bytes))).collect(),
        8 => (0..bytes.below(MAX_DEPTH)).fold(Value::Null, |within, _| json!([within])),
        _ => (0..bytes.below(MAX_DEPTH)).fold(Value::Null, |within, _| json!({"type": within})),
    }
}

/// Changes something within a value: a leaf becomes another one, or a part disappears or comes twice.
pub fn mangle(value: &mut Value, words: &[Value], bytes: &mut Bytes) {
    match value {
        Value::Object(fields) if !fields.is_empty() && !bytes.chance(12) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = bytes.choose(&names);
            if bytes.chance(8) {
                fields.remove(name);
            } else {
                mangle(&mut fields[name], words, bytes);
            }
        }
        Value::Array(values) if !values.is_empty() && !bytes.chance(12) => {
            let at = bytes.below(values.len());
            match bytes.below(6) {
                0 => drop(values.remove(at)),
                1 => values.push(values[at].clone()),
                2 => values.swap(0, at),
                _ => mangle(&mut values[at], words, bytes),
            }
        }
        leaf => *leaf = other(leaf, words, bytes),
    }
}

fn other(leaf: &Value, words: &[Value], bytes: &mut Bytes) -> Value {
    match leaf {
        Value::Number(_) if !bytes.chance(8) => number(words, bytes),
        Value::Bool(flag) if !bytes.chance(8) => (!flag).into(),
        Value::String(_) if !bytes.chance(8) => text(words, bytes),
        _ => anything(words, bytes),
    }
}

/// Everything in a value that has no parts.
pub fn leaves(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(fields) => fields.values().flat_map(leaves).collect(),
        Value::Array(values) => values.iter().flat_map(leaves).collect(),
        leaf => vec![leaf.clone()],
    }
}
