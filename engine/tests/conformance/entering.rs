//! Fills in forms as clients do: from their JSON alone. The black-box tests use it too.

use serde_json::{Map, Value};

/// One act on a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Tap {
    /// Taps a key.
    Key {
        /// Where the first of the field's values goes.
        at: String,
        /// Its number over all groups.
        key: usize,
    },
    /// Enters a number.
    Number {
        /// Where it goes.
        at: String,
        /// The number.
        number: i64,
    },
    /// Counts one more.
    Cell {
        /// Where the count goes.
        at: String,
    },
    /// Writes.
    Words {
        /// Where they go.
        at: String,
        /// The words.
        words: String,
    },
}

/// The way to enter a move: the number of the form and the acts there, in order. `None` if no form can make it.
pub fn enter(forms: &[Value], mv: &Value) -> Option<(usize, Vec<Tap>)> {
    forms.iter().enumerate().find_map(|(index, form)| Some((index, enter_in(form, mv)?)))
}

fn enter_in(form: &Value, mv: &Value) -> Option<Vec<Tap>> {
    if form["move"]["type"] != mv["type"] {
        return None;
    }
    let mut taps = Vec::new();
    let mut filled = form["move"].clone();
    plan(list(&form["fields"]), mv, &mut filled, &mut taps)?;
    (plain(&filled) == plain(mv)).then_some(taps)
}

fn plan(fields: &[Value], mv: &Value, filled: &mut Value, taps: &mut Vec<Tap>) -> Option<()> {
    fields.iter().try_for_each(|field| plan_field(field, mv, filled, taps))
}

fn plan_field(field: &Value, mv: &Value, filled: &mut Value, taps: &mut Vec<Tap>) -> Option<()> {
    let required = field["required"] == true;
    let at = first_place(field);
    match field["kind"].as_str()? {
        "choose_one" => {
            let target = read(field, mv);
            if !required && target == read(field, filled) {
                return Some(());
            }
            let keys = keys(field);
            let key = keys.iter().position(|key| key["value"] == target)?;
            write(field, &target, filled);
            taps.push(Tap::Key { at, key });
            plan(list(&keys[key]["then"]), mv, filled, taps)
        }
        "choose_several" => {
            let target = read(field, mv);
            if !required && plain(&target) == plain(&read(field, filled)) {
                return Some(());
            }
            let count = usize::try_from(field["count"].as_u64()?).ok()?;
            let values = target.as_array().cloned().unwrap_or_else(|| vec![Value::Null; count]);
            let keys = keys(field);
            for value in (values.len() == count).then_some(&values)? {
                let key = keys.iter().position(|key| key["value"] == *value)?;
                taps.push(Tap::Key { at: at.clone(), key });
            }
            put(filled, &at, Value::from(values));
            Some(())
        }
        "number" => {
            let target = read(field, mv);
            let Some(number) = target.as_i64() else { return (!required && target.is_null()).then_some(()) };
            let within = |span: &Value| (span["min"].as_i64()..=span["max"].as_i64()).contains(&Some(number));
            list(&field["ranges"]).iter().any(within).then_some(())?;
            put(filled, &at, target);
            taps.push(Tap::Number { at, number });
            Some(())
        }
        "tally" => plan_tally(field, mv, filled, taps),
        "words" => {
            if let Some(words) = read(field, mv).as_str() {
                put(filled, &at, words.into());
                taps.push(Tap::Words { at, words: words.to_owned() });
            }
            Some(())
        }
        other => panic!("no kind of field: {other}"),
    }
}

fn plan_tally(field: &Value, mv: &Value, filled: &mut Value, taps: &mut Vec<Tap>) -> Option<()> {
    let mut left = field["total"].as_i64()?;
    for cell in list(&field["cells"]) {
        let at = cell["at"].as_str()?;
        let count = mv.pointer(at)?.as_i64()?;
        left -= count;
        put(filled, at, count.into());
        taps.extend((0..count).map(|_| Tap::Cell { at: at.to_owned() }));
    }
    match field["rest"]["at"].as_str() {
        Some(at) => put(filled, at, left.into()),
        None if left == 0 => {}
        None => return None,
    }
    (left >= 0).then_some(())
}

/// Fills in a form by chance; `below` picks a number below its argument.
pub fn fill(form: &Value, below: &mut impl FnMut(usize) -> usize) -> Value {
    let mut mv = form["move"].clone();
    fill_all(list(&form["fields"]), &mut mv, below);
    mv
}

fn fill_all(fields: &[Value], mv: &mut Value, below: &mut impl FnMut(usize) -> usize) {
    for field in fields {
        let skipped = field["required"] == false && below(2) == 0;
        if !skipped {
            fill_field(field, mv, below);
        }
    }
}

fn fill_field(field: &Value, mv: &mut Value, below: &mut impl FnMut(usize) -> usize) {
    let keys = keys(field);
    match field["kind"].as_str().expect("a kind") {
        "choose_one" => {
            let key = keys[below(keys.len())];
            write(field, &key["value"], mv);
            fill_all(list(&key["then"]), mv, below);
        }
        "choose_several" => {
            let count = field["count"].as_u64().expect("a count");
            let mut left = keys.clone();
            let values = (0..count).map(|_| {
                let at = below(left.len());
                let key = if field["distinct"] == true { left.remove(at) } else { left[at] };
                key["value"].clone()
            });
            put(mv, &first_place(field), values.collect());
        }
        "number" => {
            let spans = list(&field["ranges"]);
            let span = &spans[below(spans.len())];
            let (min, max) = (span["min"].as_i64().expect("a least"), span["max"].as_i64().expect("a most"));
            let number =
                min + i64::try_from(below(usize::try_from(max - min + 1).expect("a range"))).expect("small");
            put(mv, &first_place(field), number.into());
        }
        "tally" => {
            let cells = list(&field["cells"]);
            let places: Vec<&str> =
                cells.iter().chain([&field["rest"]]).filter_map(|cell| cell["at"].as_str()).collect();
            for at in &places {
                put(mv, at, 0.into());
            }
            for _ in 0..field["total"].as_i64().expect("a total") {
                let at = places[below(places.len())];
                let counted = mv.pointer(at).and_then(Value::as_i64).expect("a count");
                put(mv, at, (counted + 1).into());
            }
        }
        _ => put(mv, &first_place(field), "…".into()),
    }
}

/// Every way to fill in a form, one after the other.
pub fn every_filling(form: Value) -> impl Iterator<Item = Value> {
    // The picked number and the count of each choice: it counts up like an odometer whose last wheel turns fastest.
    let mut wheels: Option<Vec<(usize, usize)>> = Some(Vec::new());
    std::iter::from_fn(move || {
        let mut turned = wheels.take()?;
        let mut place = 0;
        let filled = fill(&form, &mut |count| {
            if place == turned.len() {
                turned.push((0, count));
            }
            place += 1;
            turned[place - 1].0
        });
        while let Some((picked, count)) = turned.pop() {
            if picked + 1 < count {
                turned.push((picked + 1, count));
                wheels = Some(turned);
                break;
            }
        }
        Some(filled)
    })
}

/// All keys of a field, in order.
pub fn keys(field: &Value) -> Vec<&Value> {
    list(&field["groups"]).iter().flat_map(|group| list(&group["keys"])).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Where a field's value goes, the first place if there are several.
pub fn first_place(field: &Value) -> String {
    let at = if field["at"].is_array() { &field["at"][0] } else { &field["at"] };
    at.as_str().unwrap_or_default().to_owned()
}

fn read(field: &Value, mv: &Value) -> Value {
    let at = |place: &Value| mv.pointer(place.as_str().unwrap_or_default()).cloned().unwrap_or_default();
    match list(&field["at"]) {
        [] => at(&field["at"]),
        [only] => at(only),
        several => several.iter().map(at).collect(),
    }
}

fn write(field: &Value, value: &Value, mv: &mut Value) {
    match list(&field["at"]) {
        [only] => put(mv, only.as_str().unwrap_or_default(), value.clone()),
        several => several.iter().zip(list(value)).for_each(|(at, value)| {
            put(mv, at.as_str().unwrap_or_default(), value.clone());
        }),
    }
}

/// Puts a value where a pointer points: into an object, or over an element of a list.
fn put(mv: &mut Value, at: &str, value: Value) {
    let (parent, last) = at.rsplit_once('/').expect("a pointer");
    match mv.pointer_mut(parent).unwrap_or_else(|| panic!("there is no room for {at}")) {
        Value::Object(fields) => drop(fields.insert(last.to_owned(), value)),
        Value::Array(values) => values[last.parse::<usize>().expect("an index")] = value,
        other => panic!("no room for {at} in {other}"),
    }
}

/// The value without its empty parts.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let said = fields.iter().map(|(name, value)| (name.clone(), plain(value)));
            Value::Object(said.filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        Value::Array(values) => {
            let values: Vec<Value> = values.iter().map(plain).collect();
            if !values.is_empty() && values.iter().all(Value::is_null) { Value::Null } else { values.into() }
        }
        other => other.clone(),
    }
}
