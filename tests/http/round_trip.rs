//! One reader: whatever requests can record, an export writes and an import reads, to the byte; and what no request could
//! record, no import brings.

use kifu_engine::games;
use kifu_tests::{Answer, Client, Service, Table, random_game};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

const KEY: &str = "the-operators-key-of-this-test-0";
const NDJSON: &str = "application/x-ndjson";
/// Records that are tried.
const RECORDS: u64 = 60;

/// Letters that text is made of, the rarest kinds as often as the usual ones.
const LETTERS: [&[char]; 9] = [
    &['a', 'Z', '9', ' ', '-', '_', '.', ',', '/', '\\', '"', '\'', '<', '&', '%'],
    &['棋', '譜', 'ど', 'ﾄ', 'ﾞ', 'ｄ', '　', '髙', '𠮷'],
    &['\u{301}', '\u{3099}', '\u{fe0f}', '\u{e0100}', '\u{200d}', '\u{20e3}'],
    &['\u{202e}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{61c}'],
    &['\u{200b}', '\u{2060}', '\u{feff}', '\u{3164}', '\u{2800}', '\u{ad}'],
    &['\n', '\r', '\t', '\u{1}', '\u{7f}', '\u{85}', '\u{2028}'],
    &['😀', '👩', '🏽', '🇯', '🇵', '🀄', '\u{10ffff}'],
    &['\u{fffe}', '\u{fdd0}', '\u{e000}', '\u{fffd}', '\u{d7ff}'],
    &['ß', 'İ', 'ﬁ', 'Å', 'é', 'ς', 'א', 'ع', 'ก'],
];

fn service() -> Service {
    Service::start_with(&[("KIFU_OPERATOR_KEY", KEY)])
}

fn text(random: &mut SmallRng, most: usize) -> String {
    let letter = |random: &mut SmallRng| {
        let letters = LETTERS[random.random_range(0..LETTERS.len())];
        letters[random.random_range(0..letters.len())]
    };
    let length = random.random_range(1..=most);
    // Something to be seen, so that a rule against blank names lets most through.
    std::iter::once('x').chain((1..length).map(|_| letter(random))).collect()
}

fn played_at(random: &mut SmallRng) -> String {
    let dates = ["0001-01-02", "1582-10-10", "1969-12-31", "2024-02-29", "2026-03-29", "9999-12-30"];
    let times =
        ["00:00:00", "23:59:59", "02:30:00.1", "12:34:56.123456789", "23:59:60", "06:07:08.000000001"];
    let offsets = ["Z", "z", "+00:00", "-00:00", "+09:00", "-11:30", "+15:59", "-23:59", "+05:45"];
    let one = |random: &mut SmallRng, of: &[&str]| of[random.random_range(0..of.len())].to_owned();
    let divider = one(random, &["T", "t", " "]);
    format!("{}{divider}{}{}", one(random, &dates), one(random, &times), one(random, &offsets))
}

/// A request to open a record of a random game, and its log.
fn request(random: &mut SmallRng, seed: u64) -> (Value, Vec<Value>) {
    let game = random_game(games::ALL[random.random_range(0..games::ALL.len())], seed);
    let mut request = game.request();
    for seat in request["seats"].as_array_mut().unwrap() {
        *seat = match random.random_range(0..4) {
            0 => Value::Null,
            1 => json!({"name": text(random, 100)}),
            _ => json!(text(random, 100)),
        };
    }
    let tags = random.random_range(0..4);
    request["tags"] = (0..tags).map(|_| text(random, 100)).collect();
    if random.random_bool(0.7) {
        request["place"] = text(random, 100).into();
    }
    if random.random_bool(0.7) {
        request["played_at"] = played_at(random).into();
    }
    request["visibility"] = ["public", "unlisted", "private"][random.random_range(0..3)].into();
    let mut log = game.log;
    log.truncate(random.random_range(0..=log.len().min(80)));
    (request, log)
}

/// Random changes to a record beside playing; some are refused, which does not matter.
fn goes_on(random: &mut SmallRng, table: &Table) {
    let length = table.get("").json()["version"].as_u64().unwrap();
    for _ in 0..random.random_range(0..4) {
        let event = random.random_range(0..=length);
        let entry = match random.random_range(0..4) {
            0 => json!({"type": "annotate", "text": text(random, 300)}),
            1 => json!({"type": "annotate", "event": event, "text": text(random, 30)}),
            2 => json!({"type": "take_back", "count": random.random_range(1..3)}),
            _ => json!({"type": "abandon", "reason": text(random, 50)}),
        };
        table.log(&entry).send();
    }
    if random.random_bool(0.3) {
        let patch =
            json!({"place": text(random, 100), "played_at": played_at(random), "tags": [text(random, 20)]});
        let patch = table.ask("PATCH", "").token(&table.scribe).body("application/json", patch.to_string());
        patch.send();
    }
    if random.random_bool(0.3) {
        let at = random.random_range(0..=length);
        table.post("/copies", &json!({"at": at})).token(KEY).send();
    }
}

fn export(client: &Client, key: Option<&str>) -> String {
    let answer = client.get("/v1/archive").token_if(key).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

fn import(client: &Client, archive: &str) -> Value {
    client.ask("POST", "/v1/archive").body(NDJSON, archive).token(KEY).json()
}

#[test]
fn what_was_recorded_is_exported_and_imported_to_the_byte() {
    let (here, there, elsewhere) = (service(), service(), service());
    let mut opened = 0;
    for seed in 0..RECORDS {
        let mut random = SmallRng::seed_from_u64(seed);
        let (request, log) = request(&mut random, seed);
        let answer = here.post("/v1/games", &request).token(KEY).send();
        if answer.status != 201 {
            assert!([400, 422].contains(&answer.status), "{request}: {}", answer.text());
            continue;
        }
        opened += 1;
        let table = Table::new(Client::clone(&here), &answer.json());
        for entries in log.chunks(20) {
            table.log(&json!(entries)).json();
        }
        goes_on(&mut random, &table);
    }
    assert!(opened > RECORDS / 2, "{opened}");
    let whole = export(&here, Some(KEY));
    let report = import(&there, &whole);
    let lines = whole.lines().count();
    assert_eq!((&report["imported"], &report["rejected_lines"]), (&json!(lines), &json!([])));
    let again = export(&there, Some(KEY));
    for (one, other) in whole.lines().zip(again.lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(whole.len(), again.len());
    // The public's copy of it is a file as well.
    let public = export(&here, None);
    let report = import(&elsewhere, &format!("\u{feff}{public}"));
    assert_eq!(
        (&report["imported"], &report["rejected_lines"]),
        (&json!(public.lines().count()), &json!([]))
    );
    assert_eq!(export(&elsewhere, None), public);
}

/// The record file of a game that went on a little.
fn file(client: &Client) -> Value {
    let table = client.open_plain("bremen", 4);
    table.log(&json!({"type": "deal"})).json();
    table.log(&json!({"type": "lead", "seat": 0})).json();
    table.get("/record").json()
}

fn opens(client: &Client, played_at: &str) -> Answer {
    client
        .post(
            "/v1/games",
            &json!({"game": "bremen", "seats": [null, null, null, null], "played_at": played_at}),
        )
        .send()
}

#[test]
fn a_time_that_a_request_may_not_say_is_in_no_file_either() {
    let service = Service::start();
    let original = file(&service);
    for (number, time) in [
        "+12026-01-01T00:00:00Z",
        "12026-01-01T00:00:00Z",
        "-0001-06-01T00:00:00Z",
        "0000-06-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "2026-1-1T1:30:00Z",
        "2026-01-01",
        "2026-02-30T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00",
        "yesterday",
    ]
    .into_iter()
    .enumerate()
    {
        let refused = opens(&service, time);
        assert_eq!(
            (refused.status, refused.json()["code"].clone()),
            (400, json!("malformed_body")),
            "{time}"
        );
        assert!(refused.json()["message"]["en"].as_str().unwrap().contains("2026-01-31T18:00:00Z"), "a hint");
        for field in ["/details/played_at", "/opened_at", "/log/0/at"] {
            let mut file = original.clone();
            file["id"] = format!("01890000-0000-7000-8000-{number:012}").into();
            file["details"]["played_at"] = "2026-01-01T00:00:00Z".into();
            *file.pointer_mut(field).unwrap() = time.into();
            let report = service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).json();
            assert_eq!(report["rejected_lines"][0]["code"], "malformed_body", "{field} {time}: {report}");
            assert!(
                report["rejected_lines"][0]["message"]["en"]
                    .as_str()
                    .unwrap()
                    .contains("2026-01-31T18:00:00Z")
            );
        }
    }
}

#[test]
fn an_import_brings_nothing_that_no_opening_could_be() {
    let service = Service::start();
    let original = file(&service);
    let hour = chrono::TimeDelta::hours(1);
    let now = chrono::Utc::now();
    let at = |time: chrono::DateTime<chrono::Utc>| json!(time.to_rfc3339());
    let cases = [
        ("id", "/id", json!("00000000-0000-0000-0000-000000000000")),
        ("id", "/id", json!("00000000-0000-0000-0000-000000000001")),
        ("id", "/id", json!("ffffffff-ffff-ffff-ffff-ffffffffffff")),
        ("copy_of.id", "/copy_of", json!({"id": "00000000-0000-0000-0000-000000000000", "step": 1})),
        ("opened_at", "/opened_at", at(now + hour)),
        ("before the opening", "/log/0/at", at(now - hour)),
        ("later than now", "/log/1/at", at(now + hour)),
        ("backwards", "/log/0/at", at(now + chrono::TimeDelta::seconds(1))),
    ];
    for (what, field, value) in cases {
        let mut file = original.clone();
        if what != "id" {
            file["id"] = "01890000-0000-7000-8000-000000000abc".into();
        }
        file["copy_of"] = Value::Null;
        *file.pointer_mut(field).unwrap() = value;
        if what == "backwards" {
            file["opened_at"] = at(now - hour * 3);
            file["log"][0]["at"] = at(now - hour);
            file["log"][1]["at"] = at(now - hour * 2);
        }
        let report = service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).json();
        assert_eq!(
            (&report["imported"], &report["rejected_lines"][0]["code"]),
            (&json!(0), &json!("malformed_body")),
            "{what}: {report}"
        );
        let message = &report["rejected_lines"][0]["message"];
        assert!(message["en"] != message["ja"], "{message}");
    }
    // A copy has entries from before it was made, and clocks differ a little.
    let mut copy = original.clone();
    copy["id"] = "01890000-0000-7000-8000-000000000abd".into();
    copy["copy_of"] = json!({"step": 2});
    copy["log"][0]["at"] = at(now - hour);
    let mut ahead = original.clone();
    ahead["id"] = "01890000-0000-7000-8000-000000000abe".into();
    ahead["log"][1]["at"] = at(now + chrono::TimeDelta::minutes(1));
    for file in [copy, ahead] {
        let report = service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).json();
        assert_eq!(report["imported"], 1, "{report}");
    }
}
