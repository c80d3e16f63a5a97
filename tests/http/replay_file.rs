//! A replay as one file holds what its reader may see, and nothing that has to be fetched.

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

/// The file as a viewer gets it, and what is saved in it.
fn saved(table: &Table, token: Option<&str>) -> (String, Value) {
    let answer = table.get_as(token, "/replay.html").send();
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("text/html"));
    assert!(answer.header("content-security-policy").contains("sandbox allow-scripts"));
    assert!(answer.header("cache-control").contains("no-store"));
    let text = answer.text();
    let (_, rest) = text.split_once("<script id=\"saved\" type=\"application/json\">").unwrap();
    let saved = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    (text, saved)
}

#[test]
fn it_holds_the_record_and_the_log_of_its_reader() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "you_cry_wolf", "seats": ["Aki", "Ben", "<b>"]}));
    let dice = json!(["sheep", "wolf", "wolf", "wolf", "wolf", "wolf"]);
    let note = json!({"type": "note_cup", "seat": 0, "dice": dice});
    table.log(&json!([{"type": "choose_first_player", "seat": 0}, note])).json();
    table.log(&json!({"type": "annotate", "text": "</script><script>alert(1)</script>"})).json();
    let viewers = [Some(&table.scribe), Some(&table.seats[0]), Some(&table.seats[1]), None];
    for (token, knows_dice) in viewers.into_iter().zip([true, true, false, false]) {
        let token = token.map(String::as_str);
        let (text, saved) = saved(&table, token);
        assert_eq!(saved["record"], table.get_as(token, "").json());
        assert_eq!(saved["events"], table.get_as(token, "/events").json()["events"]);
        assert_eq!(saved["root"], format!("{}/", service.base()));
        assert!(!text.contains("alert(1)</script>"), "a note is text");
        assert_eq!(saved.to_string().contains(r#"["sheep","wolf","wolf""#), knows_dice);
    }
}

#[test]
fn it_names_nothing_that_has_to_be_fetched() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Ben"]}));
    let (text, _) = saved(&table, None);
    for reference in [" src=\"", "<link", "url(", "@import"] {
        assert!(!text.contains(reference), "{reference}");
    }
    let policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:;";
    assert!(text.contains(policy) && !text.contains("connect-src"));
    for words in ["Seen by", "見る人"] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn a_private_record_is_given_to_its_readers_only() {
    let service = Service::shared();
    let table =
        service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Ben"], "visibility": "private"}));
    assert_eq!(table.get_as(None, "/replay.html").send().status, 404);
    assert_eq!(saved(&table, Some(&table.seats[1])).1["record"]["viewer"], 1);
}
