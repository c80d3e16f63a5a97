//! Moves made a little different, and secrets exchanged for others that look the same to a viewer.
//! The black-box tests use this file too.

use kifu_engine::erased::AnyRecord;
use kifu_engine::game::Chooser;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde_json::Value;

/// This JSON with one leaf changed: another number, word or flag, or nothing at all.
pub fn mangle(value: &Value, dice: &mut dyn Chooser) -> Value {
    let mut mangled = value.clone();
    let leaves = leaves(value);
    if !leaves.is_empty() {
        let (path, _) = dice.choose(&leaves);
        let others = leaves.iter().map(|(_, leaf)| leaf.clone()).collect::<Vec<_>>();
        let leaf = mangled.pointer_mut(path).expect("a leaf is where it was found");
        *leaf = changed(leaf, &others, dice);
    }
    if dice.below(6) == 0 {
        mangled["irregular"] = true.into();
    }
    mangled
}

/// This JSON with two leaves exchanged.
fn exchange(value: &Value, dice: &mut dyn Chooser) -> Value {
    let mut exchanged = value.clone();
    let leaves = leaves(value);
    if !leaves.is_empty() {
        let [one, other] = [0, 1].map(|_| &leaves[dice.below(leaves.len())]);
        for (into, from) in [(one, other), (other, one)] {
            *exchanged.pointer_mut(&into.0).expect("a leaf is where it was found") = from.1.clone();
        }
    }
    exchanged
}

/// This JSON with a leaf, or a list or object around it, unknown.
pub fn forget(value: &Value, dice: &mut dyn Chooser) -> Value {
    let mut forgotten = value.clone();
    let leaves = leaves(value);
    if !leaves.is_empty() {
        let path = &leaves[dice.below(leaves.len())].0;
        let ends: Vec<_> = path.match_indices('/').map(|(at, _)| at).skip(1).chain([path.len()]).collect();
        let around = &path[..ends[dice.below(ends.len())]];
        *forgotten.pointer_mut(around).expect("a part is where it was found") = Value::Null;
    }
    forgotten
}

fn changed(leaf: &Value, others: &[Value], dice: &mut dyn Chooser) -> Value {
    match (leaf, dice.below(5)) {
        (Value::Number(number), 0) => number.as_i64().map_or(Value::Null, |number| (number + 1).into()),
        (Value::Number(number), 1) => number.as_i64().map_or(Value::Null, |number| (number - 1).into()),
        (Value::Number(_), 2) => dice.below(7).into(),
        (Value::Bool(flag), 0..=2) => (!flag).into(),
        (_, 3) => Value::Null,
        _ => dice.choose(others).clone(),
    }
}

/// Everything in a move but its type: by JSON pointer.
pub fn leaves(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => branch(fields.iter().filter(|(key, _)| *key != "type")),
        Value::Array(values) => branch(values.iter().enumerate()),
        _ => vec![(String::new(), value.clone())],
    }
}

fn branch<'a>(below: impl Iterator<Item = (impl ToString, &'a Value)>) -> Vec<(String, Value)> {
    let named = |(key, value): (_, &Value)| {
        let key = ToString::to_string(&key);
        leaves(value).into_iter().map(move |(path, leaf)| (format!("/{key}{path}"), leaf))
    };
    below.flat_map(named).collect()
}

/// The entries that a viewer would have logged.
fn seen(record: &dyn AnyRecord, viewer: Viewer) -> Vec<Value> {
    record.seen_by(viewer).entries(Seq(1)).into_iter().map(|entry| entry.payload.value()).collect()
}

/// Another move that looks the same to the viewer as this one, and leaves the record live; as it would be stored.
pub fn another(
    record: &dyn AnyRecord,
    mv: &Value,
    viewer: Viewer,
    saw: &dyn AnyRecord,
    dice: &mut dyn Chooser,
) -> Option<Value> {
    let saw = seen(saw, viewer);
    (0..5).find_map(|round| {
        let changed = match round % 3 {
            0 => mangle(mv, dice),
            1 => exchange(mv, dice),
            _ => forget(mv, dice),
        };
        let mut attempt = record.fork();
        let stored = attempt.append(&changed).ok().filter(|_| changed != *mv)?;
        (attempt.status() == Status::Live && seen(&*attempt, viewer) == saw).then(|| stored.value())
    })
}
