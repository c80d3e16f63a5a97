//! A message about input that is no entry lets a person find the slip.

use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::{AnyRecord, Rejected};
use kifu_engine::malformed::Malformed;
use kifu_engine::text::{Language, Names, Text};
use serde_json::{Value, json};

use crate::messages::{check_words, without_names_of_fields};
use crate::table::{Table, for_each_game, leaves, object, objects};

fn malformed(record: &dyn AnyRecord, entry: &Value) -> Malformed {
    match record.fork().append(entry) {
        Err(Rejected::Malformed(malformed)) => malformed,
        other => panic!("{entry} should be malformed, but: {other:?}"),
    }
}

fn said(malformed: &Malformed) -> Text {
    malformed.message.text(&Names::none(0))
}

fn assert_names(record: &dyn AnyRecord, entry: &Value, word: &str) {
    let message = said(&malformed(record, entry));
    assert!(message.en.contains(word) && message.ja.contains(word), "{entry}: {message:?}");
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
                assert!(said(&malformed).en.contains("colour"), "{malformed:?}");
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
            assert!(said(&malformed(&*table.record, &nothing)).en.contains("type"), "{nothing}");
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
        let mut copy = table.reopen();
        for _ in 0..15 {
            let Some(mv) = table.sample() else { break };
            let mut decimal = mv.clone();
            for (path, leaf) in leaves(&mv) {
                if let Some(number) = leaf.as_i64() {
                    *decimal.pointer_mut(&path).expect("a leaf") = json!(number as f64);
                }
            }
            let stored = copy.append(&decimal).unwrap_or_else(|e| panic!("{decimal}: {e:?}"));
            assert_eq!(stored.value(), table.accept(&mv));
        }
        assert_eq!(copy.state(), table.record.state());
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

/// Every place in some JSON, itself first: by JSON pointer.
fn places(value: &Value) -> Vec<String> {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(entries) => {
            entries.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    let below = below.into_iter().flat_map(|(key, value)| {
        places(value).into_iter().map(move |path| format!("/{key}{path}")).collect::<Vec<_>>()
    });
    std::iter::once(String::new()).chain(below).collect()
}

/// This JSON broken in every way in one place.
fn broken(value: &Value, place: &str) -> Vec<Value> {
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(300),
        json!(u64::MAX),
        json!(1e30),
        json!("sing"),
        json!("x".repeat(3000)),
        json!([]),
        json!([[1, "x"]]),
        json!({}),
        json!({"colour": 1}),
    ];
    let with = |change: &dyn Fn(&mut Value)| {
        let mut broken = value.clone();
        broken.pointer_mut(place).map(change).expect("a place is where it was found");
        broken
    };
    let mut all: Vec<Value> = others.iter().map(|other| with(&|place| *place = other.clone())).collect();
    match value.pointer(place) {
        Some(Value::Array(entries)) => {
            for other in [&others[..], entries].concat() {
                all.push(with(&|place| place.as_array_mut().expect("a list").push(other.clone())));
            }
            all.push(with(&|place| drop(place.as_array_mut().expect("a list").pop())));
        }
        Some(Value::Object(fields)) => {
            all.push(with(&|place| place["colour"] = 1.into()));
            for key in fields.keys() {
                all.push(with(&|place| drop(place.as_object_mut().expect("an object").remove(key))));
            }
        }
        _ => {}
    }
    all
}

/// The sentence is for people, and the detail knows no types of Rust.
fn check(wrong: &Value, malformed: &Malformed) {
    const RUST_WORDS: [&str; 26] = [
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f64", "usize", "isize", "struct", "enum",
        "variant", "tuple", "sequence", "map", "unit", "newtype", "Vec", "Option", "str", "bool", "Seat",
        "Fact", "serde",
    ];
    let message = said(malformed);
    let words = |text: &str| {
        let of = |word: &&str| !word.is_empty();
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(of).map(str::to_owned).collect::<Vec<_>>()
    };
    for language in Language::ALL {
        let own = without_names_of_fields(message.of(language));
        assert!(!own.is_empty() && own.ends_with(['.', '。']), "{wrong}: {message:?}");
        check_words(&own, language, &[]);
        let rust: Vec<_> = words(&own).into_iter().filter(|word| RUST_WORDS.contains(&&**word)).collect();
        assert!(rust.is_empty(), "{rust:?} in {message:?} of {wrong}");
    }
    let mut detail = malformed.detail.clone();
    for names in ["field", "allowed", "path"] {
        detail.as_object_mut().expect("an object").remove(names);
    }
    let detail = detail.to_string();
    assert!(words(&detail).iter().all(|word| !RUST_WORDS.contains(&&**word)), "{detail} of {wrong}");
    assert!(malformed.detail["problem"].is_string(), "{detail} of {wrong}");
    let path = malformed.detail["path"].as_str().unwrap_or_else(|| panic!("no path in {detail} of {wrong}"));
    assert!(wrong.pointer(path).is_some(), "{path} is not in {wrong}");
    let field = path.rsplit('/').find(|step| step.parse::<usize>().is_err()).unwrap_or_default();
    assert!(message.en.contains(field) && message.ja.contains(field), "{field} of {wrong}: {message:?}");
}

fn check_all(table: &Table, entry: &Value, read: impl Fn(&Value) -> Option<Malformed>) -> usize {
    let places = places(entry);
    let wrong: Vec<Value> = places.iter().flat_map(|place| broken(entry, place)).collect();
    let malformed = wrong.iter().filter_map(|wrong| Some((wrong, read(wrong)?)));
    let count = malformed.map(|(wrong, malformed)| check(wrong, &malformed)).count();
    assert!(count > 0, "{}: nothing is wrong with {entry}", table.slug());
    count
}

fn as_malformed<T>(read: Result<T, Rejected>) -> Option<Malformed> {
    match read {
        Err(Rejected::Malformed(malformed)) => Some(malformed),
        _ => None,
    }
}

#[test]
fn every_malformed_move_has_a_message_for_people() {
    for_each_game(|table| {
        for _ in 0..12 {
            let Some(mv) = table.sample() else { break };
            check_all(table, &mv, |wrong| as_malformed(table.record.fork().append(wrong)));
            table.accept(&mv);
        }
        let Some(mv) = table.log().pop() else { return };
        for entry in [
            json!({"type": "take_back", "count": 1}),
            json!({"type": "amend", "event": 1, "with": mv, "irregular": false}),
            json!({"type": "annotate", "event": 1, "text": "hm"}),
            json!({"type": "abandon", "reason": "dinner"}),
        ] {
            check_all(table, &entry, |wrong| as_malformed(table.record.fork().append(wrong)));
        }
    });
}

#[test]
fn every_malformed_options_or_part_has_a_message_for_people() {
    for_each_game(|table| {
        check_all(table, &table.opening.options, |wrong| as_malformed(table.game.new_opening(2, wrong)));
        for _ in 0..40 {
            let Some(mv) = table.play() else { break };
            for seat in table.record.seats().iter() {
                let Some(part) = table.record.part(&CanonicalJson::of(&mv).expect("it is JSON"), seat) else {
                    continue;
                };
                check_all(table, &part, |wrong| as_malformed(table.record.check_part(seat, wrong)));
            }
        }
    });
}

#[test]
fn blank_text_is_refused() {
    for_each_game(|table| {
        table.play();
        for blank in ["", " ", "\u{3000}\n", "\u{7}"] {
            for (field, entry) in [
                ("text", json!({"type": "annotate", "text": blank})),
                ("reason", json!({"type": "abandon", "reason": blank})),
            ] {
                let malformed = malformed(&*table.record, &entry);
                check(&entry, &malformed);
                assert_eq!(malformed.detail, json!({"problem": "blank", "path": format!("/{field}")}));
            }
        }
    });
}

/// The sentences in full, each by hand.
#[test]
fn complaints_as_people_read_them() {
    let game = kifu_engine::games::find("bremen").expect("a game");
    let mut record = game.open_new(4, &json!({})).expect("four play");
    record.append(&json!({"type": "deal"})).expect("a deal");
    let play = |seat: Value, tile: Value| json!({"type": "play", "seat": seat, "tile": tile});
    for (entry, en, ja) in [
        (
            play(json!("Aki"), json!("cat-1")),
            "“seat” must be a whole number, but is “Aki”.",
            "「seat」は整数でなければなりませんが、「Aki」になっています。",
        ),
        (
            play(json!(1), json!("cat-14")),
            "“tile” must be one of 52 words, from “chicken-1” to “cat-13”, but is “cat-14”.",
            "「tile」は「chicken-1」から「cat-13」までの52語のどれかでなければなりませんが、「cat-14」になっています。",
        ),
        (json!({"type": "play", "seat": 1}), "The field “tile” is missing.", "項目「tile」がありません。"),
        (
            json!({"type": "deal", "hands": [["cat-1", 2], null, null, null]}),
            "“hands[0][1]” must be a text, but is 2.",
            "「hands[0][1]」は文字列でなければなりませんが、2になっています。",
        ),
        (
            json!({"type": "play", "seat": 1, "tile": "cat-1", "card": 3}),
            "There is no field “card”. What can stand there: “seat” and “tile”.",
            "項目「card」はありません。ここに書ける項目は「seat」と「tile」です。",
        ),
        (
            json!({"type": "pass"}),
            "“type” must be one of these: “deal”, “redeal”, “lead”, “play” or “reveal”, but is “pass”.",
            "「type」は「deal」か「redeal」か「lead」か「play」か「reveal」でなければなりませんが、「pass」になっています。",
        ),
        (
            json!({"type": "lead", "seat": 1, "irregular": "yes"}),
            "“irregular” must be “true” or “false”, but is “yes”.",
            "「irregular」は「true」か「false」でなければなりませんが、「yes」になっています。",
        ),
    ] {
        let message = said(&malformed(&*record, &entry));
        assert_eq!((&*message.en, &*message.ja), (en, ja), "{entry}");
    }
}
