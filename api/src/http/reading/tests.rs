//! Faults are told with their place, in both languages, and never in the words of a programming language.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::{complaint, read, read_parameters};
use crate::http::extractors::After;
use crate::http::words;
use crate::records::perspective::Perspective;
use crate::records::seat_entry::SeatEntry;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only read into")]
struct Table {
    game: String,
    #[serde(default)]
    seats: Vec<Option<SeatEntry>>,
    #[serde(default)]
    many: Option<u8>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    options: serde_json::Map<String, serde_json::Value>,
    #[serde(default)]
    at: Option<DateTime<Utc>>,
    #[serde(default)]
    id: Option<Uuid>,
    #[serde(default)]
    colour: Option<Colour>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    DarkGreen,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only read into")]
struct Query {
    after: Option<After>,
    limit: Option<u32>,
    colour: Option<Colour>,
    perspective: Option<Perspective>,
    record: Option<Uuid>,
    dry: Option<bool>,
}

#[test]
fn a_malformed_body_gets_the_fault_and_its_place() {
    for (body, field, en, ja) in [
        (
            json!(["bremen"]),
            None,
            "The body must be a JSON object.",
            "本文はJSONオブジェクトでなければなりません。",
        ),
        (json!({}), Some("game"), "“game” is missing.", "「game」がありません。"),
        (json!({"game": 7}), Some("game"), "“game” must be text.", "「game」は文字列でなければなりません。"),
        (
            json!({"game": "x", "many": 300}),
            Some("many"),
            "“many” must be a whole number, from 0 to 255.",
            "「many」は0から255までの整数でなければなりません。",
        ),
        (
            json!({"game": "x", "options": null}),
            Some("options"),
            "“options” must be a JSON object.",
            "「options」はJSONオブジェクトでなければなりません。",
        ),
        (
            json!({"game": "x", "open": "yes"}),
            Some("open"),
            "“open” must be true or false.",
            "「open」はtrueかfalseでなければなりません。",
        ),
        (
            json!({"game": "x", "at": "yesterday"}),
            Some("at"),
            "“at” must be a time such as 2026-01-31T18:00:00Z.",
            "「at」は2026-01-31T18:00:00Zのような時刻でなければなりません。",
        ),
        (
            json!({"game": "x", "id": "7"}),
            Some("id"),
            "“id” must be an id such as 0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001.",
            "「id」は0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001のようなIDでなければなりません。",
        ),
        (
            json!({"game": "x", "colour": "blue"}),
            Some("colour"),
            "“colour” cannot be “blue”. What is possible: red or dark_green.",
            "「colour」を「blue」にはできません。使えるもの：red、dark_green。",
        ),
        (
            json!({"game": "x", "seats": ["Aki", 7]}),
            Some("seats[1]"),
            "“seats[1]” must be a name, an object with “name” or “player”, or null.",
            "「seats[1]」は名前か、「name」か「player」のあるオブジェクトか、nullでなければなりません。",
        ),
        (
            json!({"game": "x", "seats": [{"player": "Aki"}]}),
            Some("seats[0].player"),
            "“seats[0].player” must be an id such as 0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001.",
            "「seats[0].player」は0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001のようなIDでなければなりません。",
        ),
        (
            json!({"game": "x", "seats": [{"nmae": "Aki"}]}),
            Some("seats[0].nmae"),
            "There is no field “seats[0].nmae” here. The fields are: name, player and token.",
            "ここに「seats[0].nmae」という項目はありません。ある項目：name、player、token。",
        ),
    ] {
        let (message, values) = complaint(&read::<Table>(&body).expect_err("it cannot be read"), "field");
        let text = words::text(message);
        assert_eq!((values["field"].as_str(), &*text.en, &*text.ja), (field, en, ja), "{body}");
    }
}

#[test]
fn a_well_formed_body_is_read() {
    let body = json!({"game": "x", "seats": ["Aki", null, {"name": "Beni"}], "many": 3, "colour": "red", "at": null});
    let table: Table = read(&body).expect("a table");
    assert_eq!((table.seats.len(), table.many), (3, Some(3)));
    assert!(
        matches!(table.seats[2], Some(SeatEntry::Person(_))) && matches!(table.colour, Some(Colour::Red))
    );
}

#[test]
fn a_malformed_query_gets_the_fault_and_its_parameter() {
    for (name, value, en) in [
        ("after", "-1", "“after” must be a whole number, from 0 to 9007199254740991."),
        ("after", "9007199254740992", "“after” must be a whole number, from 0 to 9007199254740991."),
        ("limit", "many", "“limit” must be a whole number, from 0 to 4294967295."),
        ("colour", "blue", "“colour” cannot be “blue”. What is possible: red or dark_green."),
        ("perspective", "all", "“perspective” must be “public” or the number of a seat."),
        ("record", "7", "“record” must be an id such as 0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001."),
        ("dry", "1", "“dry” must be true or false."),
        (
            "colours",
            "red",
            "There is no field “colours” here. The fields are: after, limit, colour, perspective, record and dry.",
        ),
    ] {
        let params = [(name.to_owned(), value.to_owned())];
        let fault = read_parameters::<Query>(&params).expect_err("it cannot be read");
        let (message, values) = complaint(&fault, "parameter");
        assert_eq!((values["parameter"].as_str(), &*words::text(message).en), (Some(name), en));
    }
    let twice = [("limit", "1"), ("limit", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let fault = read_parameters::<Query>(&twice).expect_err("it is there twice");
    assert_eq!(words::text(complaint(&fault, "parameter").0).ja, "「limit」が2回以上あります。");
}
