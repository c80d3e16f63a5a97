//! What is no entry at all is named so that a person finds the slip.

use kifu_engine::erased::{AnyRecord, Rejected};
use kifu_engine::malformed::Malformed;
use serde_json::{Value, json};

use crate::table::{for_each_game, leaves, object, objects};

fn malformed(record: &dyn AnyRecord, entry: &Value) -> Malformed {
    match record.fork().append(entry) {
        Err(Rejected::Malformed(malformed)) => malformed,
        other => panic!("{entry} should be malformed, but: {other:?}"),
    }
}

fn assert_names(record: &dyn AnyRecord, entry: &Value, word: &str) {
    let malformed = malformed(record, entry);
    assert!(malformed.message.en.contains(word), "{entry}: {}", malformed.message.en);
    assert!(malformed.message.ja.contains(word), "{entry}: {}", malformed.message.ja);
}

#[test]
fn an_unknown_field_is_named() {
    for_each_game(|table| {
        for _ in 0..15 {
            let Some(mv) = table.sample() else { break };
            for path in objects(&mv) {
                let mut wrong = mv.clone();
                object(&mut wrong, &path).insert("colour".into(), 1.into());
                assert_names(&*table.record, &wrong, "colour");
                let stored = table.record.fork().append_stored(&wrong.to_string());
                assert!(matches!(stored, Err(Rejected::Malformed(_))), "{wrong}: {stored:?}");
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn a_misspelt_field_is_named() {
    for_each_game(|table| {
        for _ in 0..15 {
            let Some(mv) = table.sample() else { break };
            for path in objects(&mv) {
                for key in object(&mut mv.clone(), &path).keys().filter(|key| *key != "type") {
                    let mut wrong = mv.clone();
                    let fields = object(&mut wrong, &path);
                    let value = fields.remove(key).expect("it has the field");
                    fields.insert(format!("{key}z"), value);
                    assert_names(&*table.record, &wrong, &format!("{key}z"));
                }
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn an_unknown_field_of_a_common_entry_is_named() {
    for_each_game(|table| {
        table.play();
        for entry in [
            json!({"type": "take_back", "count": 1, "colour": 1}),
            json!({"type": "amend", "event": 1, "with": table.log()[0], "colour": 1}),
            json!({"type": "annotate", "text": "x", "colour": 1}),
            json!({"type": "abandon", "colour": 1}),
        ] {
            assert_names(&*table.record, &entry, "colour");
        }
        let mut with = table.log()[0].clone();
        with["colour"] = 1.into();
        assert_names(&*table.record, &json!({"type": "amend", "event": 1, "with": with}), "colour");
    });
}

#[test]
fn an_unknown_option_is_named() {
    for_each_game(|table| {
        table.opening.options["colour"] = 1.into();
        match table.game.open(&table.opening).map(|_| ()) {
            Err(Rejected::Malformed(malformed)) => {
                assert!(malformed.message.en.contains("colour"), "{}", malformed.message.en);
            }
            other => panic!("an unknown option: {other:?}"),
        }
    });
}

#[test]
fn a_move_of_no_game_is_malformed() {
    for_each_game(|table| {
        assert_names(&*table.record, &json!({"type": "sing"}), "sing");
        assert_names(&*table.record, &json!({"type": "takeback"}), "takeback");
        for nothing in
            [json!(null), json!([]), json!("play"), json!({}), json!({"type": 3}), json!({"seat": 0})]
        {
            assert!(malformed(&*table.record, &nothing).message.en.contains("type"), "{nothing}");
        }
        for text in ["", "{", "[1]", "{\"type\":", "{\"type\": \"take_back\"} x"] {
            let stored = table.record.append_stored(text);
            assert!(matches!(stored, Err(Rejected::Malformed(_))), "{text}: {stored:?}");
        }
    });
}

#[test]
fn a_whole_number_may_be_written_as_a_decimal() {
    for_each_game(|table| {
        let mut twin = table.reopen();
        for _ in 0..15 {
            let Some(mv) = table.sample() else { break };
            let mut decimal = mv.clone();
            for (path, leaf) in leaves(&mv) {
                if let Some(number) = leaf.as_i64() {
                    *decimal.pointer_mut(&path).expect("a leaf") = json!(number as f64);
                }
            }
            let stored = twin.append(&decimal).unwrap_or_else(|e| panic!("{decimal}: {e:?}"));
            assert_eq!(stored, table.accept(&mv));
        }
        assert_eq!(twin.state(), table.record.state());
    });
}

#[test]
fn a_fraction_or_a_wrong_type_is_malformed() {
    for_each_game(|table| {
        let Some(mv) = table.sample() else { return };
        for (path, leaf) in leaves(&mv).into_iter().filter(|(_, leaf)| leaf.is_number()) {
            for wrong in [json!(1.5), json!({"a": 1}), json!("x"), json!(true)] {
                let mut entry = mv.clone();
                *entry.pointer_mut(&path).expect("a leaf") = wrong;
                malformed(&*table.record, &entry);
            }
            assert!(leaf.is_i64() || leaf.is_u64());
        }
        malformed(&*table.record, &json!({"type": "take_back", "count": 1.5}));
        malformed(&*table.record, &json!({"type": "annotate", "text": "x".repeat(2001)}));
        let mut flagged = mv;
        flagged["irregular"] = json!("yes");
        malformed(&*table.record, &flagged);
    });
}
