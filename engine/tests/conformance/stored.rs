//! The stored entries are all there is.

use serde_json::{Value, json};

use crate::table::{Table, answers, for_each_game};

/// JSON as PostgreSQL shows a JSONB: fields by the length of their names, blanks between.
fn as_jsonb(value: &Value, string: fn(&str) -> String) -> String {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_by_key(|name| (name.len(), *name));
            let field = |name: &String| format!("{}: {}", string(name), as_jsonb(&fields[name], string));
            format!("{{{}}}", names.into_iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(|value| as_jsonb(value, string)).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => string(text),
        _ => value.to_string(),
    }
}

/// Every character as its number.
fn escaped(text: &str) -> String {
    let units: Vec<String> = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{}\"", units.concat())
}

#[test]
fn a_stored_log_folds_to_the_same_answers() {
    for_each_game(|table| {
        table.play_and_blunder();
        let mut again = table.reopen();
        for entry in table.log() {
            again.append_stored(&entry.to_string()).expect("a stored entry folds");
        }
        assert_eq!(answers(&*again), answers(&*table.record));
    });
}

#[test]
fn an_entry_may_be_stored_in_any_order_of_fields_and_with_any_escapes() {
    for_each_game(|table| {
        table.play_and_blunder();
        table.accept(&json!({"type": "annotate", "text": "\"type\": \"狼\" \\ 🐺\n"}));
        for string in [|text: &str| json!(text).to_string(), escaped] {
            let mut again = table.reopen();
            for entry in table.log() {
                let text = as_jsonb(&entry, string);
                again.append_stored(&text).unwrap_or_else(|rejected| panic!("{text}: {rejected:?}"));
            }
            assert_eq!(answers(&*again), answers(&*table.record));
        }
    });
}

#[test]
fn an_entry_read_back_is_the_entry_that_was_written() {
    for_each_game(|table| {
        table.play_and_blunder();
        let mut again = table.reopen();
        for entry in table.log() {
            let stored = again.append(&entry).expect("a stored entry is an entry");
            assert_eq!(stored.value(), entry, "writing is not stable");
        }
        assert_eq!(answers(&*again), answers(&*table.record));
    });
}

#[test]
fn an_entry_is_answered_with_its_stored_form() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            let stored = table.accept(&mv);
            assert_eq!(table.log().last(), Some(&stored));
        }
    });
}

#[test]
fn entries_can_be_read_from_any_number_on() {
    for_each_game(|table| {
        table.play_and_blunder();
        let whole = table.record.entries(kifu_engine::seq::Seq(1));
        let from = table.dice.choose(&[0, 1, 2, 5, whole.len(), whole.len() + 1]).to_owned();
        let rest = table.record.entries(kifu_engine::seq::Seq(from as u64));
        assert_eq!(rest, whole[from.saturating_sub(1).min(whole.len())..]);
    });
}

#[test]
fn an_opening_reads_back() {
    for_each_game(|table| {
        let text = serde_json::to_string(&table.opening).unwrap();
        table.opening = serde_json::from_str(&text).unwrap();
        let again: Table = Table::open(table.game, table.seed);
        assert_eq!(table.reopen().state(), again.record.state());
    });
}
