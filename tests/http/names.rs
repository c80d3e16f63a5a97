//! Names, places and tags: the allowed ones, and that all spellings of one are found.

use kifu_engine::games;
use kifu_tests::{Answer, Client, Service, Table, eventually, random_game};
use serde_json::{Value, json};

const KEY: &str = "the-operators-key-of-this-test-0";

/// Invisible names, each of another kind.
const INVISIBLE: [&str; 22] = [
    "\u{200b}",
    "\u{2060}",
    "\u{feff}",
    "\u{3164}",
    "\u{ffa0}",
    "\u{2800}",
    "\u{202e}",
    "\u{ad}",
    "\u{fe0f}",
    "\u{301}",
    "\u{3000}",
    "\t",
    "\u{e0100}",
    "\u{e0041}",
    "\u{fff9}",
    "\u{fffc}",
    "\u{180e}",
    "\u{34f}",
    "\u{1160}",
    "\u{200d}\u{200c}",
    " \u{20dd}",
    "\u{2028}",
];

/// Spellings of one name, and the name that was given.
const SPELLINGS: [(&str, &[&str]); 6] = [
    ("ドイ", &["どい", "ﾄﾞｲ", "ト\u{3099}イ", "どイ", " ドイ\u{3000}", "ド\u{fe0f}イ", "ド\u{200b}イ"]),
    ("Straße", &["STRASSE", "strasse", "ＳＴＲＡẞＥ", "Stra\u{ad}ße"]),
    ("Σίσυφος", &["ΣΊΣΥΦΟΣ", "Σίσυφοσ", "Σι\u{301}συφος"]),
    ("ﬁn É", &["FIN É", "fin  e\u{301}", "ＦＩＮ　É"]),
    ("👩\u{200d}🚀", &["👩🚀"]),
    ("נועה", &["נועה", "\u{202b}נועה"]),
];

fn service() -> Service {
    Service::start_with(&[("KIFU_OPERATOR_KEY", KEY)])
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat()
}

fn patch(client: &Client, path: &str, token: &str, body: &Value) -> Answer {
    client.ask("PATCH", path).body("application/merge-patch+json", body.to_string()).token(token).send()
}

/// A file of a record with these details.
fn file(details: &Value) -> Value {
    json!({
        "kifu": 1, "id": "0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001", "game": "you_cry_wolf", "seats": 3, "options": {},
        "opened_at": "2026-01-01T00:00:00Z", "visibility": "public", "log": [], "details": details,
    })
}

/// Every request in which somebody gives a name to something, each with the field that it names.
fn namings(client: &Client, table: &Table, name: &str) -> Vec<(Answer, &'static str)> {
    let seats = |seat: Value| json!({"game": "you_cry_wolf", "seats": ["Aki", seat, null]});
    let of_game = |field: &str, value: Value| {
        let mut body = seats(Value::Null);
        body[field] = value;
        body
    };
    let player = client.post("/v1/players", &json!({"name": "Dai"})).json();
    let (id, token) = (player["id"].as_str().unwrap(), player["token"].as_str().unwrap());
    let open = |body: &Value| client.post("/v1/games", body).send();
    let change = |body: Value| patch(client, &table.path(""), &table.scribe, &body);
    let import = |details: Value| {
        client
            .ask("POST", "/v1/archive")
            .body("application/json", file(&details).to_string())
            .token(KEY)
            .send()
    };
    let token_path = table.path("/tokens");
    let seat = client.ask("PUT", &table.path("/seats/1")).body("application/json", json!(name).to_string());
    vec![
        (client.post("/v1/players", &json!({"name": name})).send(), "name"),
        (patch(client, &format!("/v1/players/{id}"), token, &json!({"name": name})), "name"),
        (open(&seats(json!(name))), "seats[1]"),
        (open(&seats(json!({"name": name}))), "seats[1].name"),
        (open(&of_game("place", json!(name))), "place"),
        (open(&of_game("tags", json!(["club", name]))), "tags[1]"),
        (change(json!({"place": name})), "place"),
        (change(json!({"tags": [name]})), "tags[0]"),
        (change(json!({"seats": [null, name, null]})), "seats[1]"),
        (seat.token(&table.scribe).send(), ""),
        (
            client
                .post(&token_path, &json!({"role": "spectator", "label": name}))
                .token(&table.scribe)
                .send(),
            "label",
        ),
        (import(json!({"names": [null, name], "tags": []})), "details.names[1]"),
        (import(json!({"place": name, "tags": []})), "details.place"),
        (import(json!({"tags": [name]})), "details.tags[0]"),
    ]
}

/// The problem in an answer, or in the report of an import.
fn problem(answer: &Answer) -> Value {
    let body = answer.json();
    body.pointer("/rejected_lines/0").cloned().unwrap_or(body)
}

#[test]
fn a_name_needs_something_that_can_be_seen() {
    let service = service();
    let table = service.open_plain("you_cry_wolf", 3);
    let before = (table.get("").json(), service.get("/v1/archive").token(KEY).send().text());
    for name in INVISIBLE {
        for (answer, field) in namings(&service, &table, name) {
            let problem = problem(&answer);
            assert_eq!(problem["code"], "malformed_body", "{name:?} as {field}: {}", answer.text());
            let en = problem["message"]["en"].as_str().unwrap_or_default();
            assert!(en.contains("can be seen") && en.contains(field), "{name:?}: {en}");
            assert_ne!(problem["message"]["ja"], problem["message"]["en"]);
            assert_eq!(problem["values"]["field"].as_str().unwrap_or_default(), field, "{problem}");
        }
    }
    for name in ["あ".repeat(101), "👨‍👩‍👧‍👦".repeat(30), "\u{fdfa}".repeat(30)] {
        for (answer, field) in namings(&service, &table, &name) {
            assert_eq!(
                problem(&answer)["values"]["field"].as_str().unwrap_or_default(),
                field,
                "{}",
                answer.text()
            );
        }
    }
    assert_eq!((table.get("").json(), service.get("/v1/archive").token(KEY).send().text()), before);
}

#[test]
fn what_nobody_sees_in_a_name_is_dropped_wherever_it_is_given() {
    let service = service();
    let table = service.open_plain("you_cry_wolf", 3);
    let name = "\u{2067} Mall\u{200b}ory\u{202e}\u{2069}\u{feff} ";
    for (answer, field) in namings(&service, &table, name) {
        assert!(answer.status < 300, "{field}: {}", answer.text());
    }
    let shown = [
        table.get("").json().to_string(),
        service.get("/v1/archive").token(KEY).send().text(),
        service.get(&table.path("/tokens")).token(&table.scribe).send().text(),
        service.get("/v1/players").token(KEY).send().text(),
    ];
    for text in shown {
        assert!(text.contains("\"Mallory\""), "{text}");
        let is_hidden = |letter| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}');
        assert!(!text.contains(is_hidden), "{text}");
    }
}

#[test]
fn all_spellings_of_a_name_are_found_everywhere() {
    let service = service();
    for (number, (name, spellings)) in SPELLINGS.iter().enumerate() {
        let game = random_game(games::find("punyon_ken").unwrap(), 7);
        let mut request = game.request();
        request["seats"][0] = json!(name);
        (request["place"], request["tags"]) = (json!(name), json!([name]));
        let table = service.open(&request);
        game.log.chunks(500).for_each(|entries| drop(table.log(&json!(entries)).json()));
        let player = service.post("/v1/players", &json!({"name": name})).json();
        for spelling in spellings.iter().chain([name]) {
            let written = encoded(spelling);
            for query in ["player", "place", "tag", "q"] {
                for path in [format!("/v1/games?{query}={written}"), format!("/v1/archive?{query}={written}")]
                {
                    let found = service.get(&path).token(KEY).send().text();
                    assert!(found.contains(&table.id), "{name} is not found as {spelling:?} by {path}");
                }
            }
            let without = service.get(&format!("/v1/games?without_tag={written}")).send().text();
            assert!(!without.contains(&table.id), "{spelling:?}");
            let feed = service.get(&format!("/v1/feed?player={written}")).send().text();
            assert!(feed.contains(&table.id), "{spelling:?}: {feed}");
            let players = service.get(&format!("/v1/players?name={written}")).token(KEY).send().text();
            assert!(players.contains(player["id"].as_str().unwrap()), "{spelling:?}: {players}");
            for filter in ["place", "tag"] {
                let path = format!("/v1/statistics/common.won?{filter}={written}");
                eventually(&path, || (service.get(&path).json()["total"]["games"] == 1).then_some(()));
            }
        }
        let claim = json!([{"game": table.id, "guest": spellings[0], "token": table.scribe}]);
        let path = format!("/v1/players/{}/claims", player["id"].as_str().unwrap());
        let claimed = service.post(&path, &claim).token(player["token"].as_str().unwrap()).json();
        assert_eq!(claimed["claimed"].as_array().map(Vec::len), Some(1), "{number}: {claimed}");
    }
    for parameter in ["player", "winner", "place", "tag", "without_tag", "q"] {
        let refused = service.get(&format!("/v1/games?{parameter}=%E2%80%8B")).send();
        assert_eq!(refused.status, 400, "{parameter}");
    }
}

#[test]
fn a_field_that_is_there_twice_is_refused_with_its_path() {
    let service = service();
    let table = service.open_plain("you_cry_wolf", 3);
    let import =
        |body: String| service.ask("POST", "/v1/archive").body("application/json", body).token(KEY).send();
    let open = |body: &str| service.ask("POST", "/v1/games").body("application/json", body).send();
    let post = |path: &str, body: &str| {
        service.ask("POST", path).body("application/json", body).token(&table.scribe).send()
    };
    for (answer, field) in [
        (open(r#"{"game":"you_cry_wolf","game":"bremen","seats":[null,null,null]}"#), "game"),
        (open(r#"{"game":"you_cry_wolf","seats":["a",{"name":"b","n\u0061me":"c"},null]}"#), "seats[1].name"),
        (
            post(
                &table.path("/moves"),
                r#"[{"type":"annotate","text":"a"},{"type":"annotate","text":"a","text":"a"}]"#,
            ),
            "[1].text",
        ),
        (post(&table.path("/tokens"), r#"{"role":"spectator","role":"scribe"}"#), "role"),
        (
            import(file(&json!({"tags": []})).to_string().replace("\"tags\":[]", "\"tags\":[],\"tags\":[]")),
            "details.tags",
        ),
        (
            import(file(&json!({})).to_string().replace(
                "\"log\":[]",
                r#""log":[{"at":"2026-01-01T00:00:00Z","entry":{"type":"x","x":{"y":1,"y":1}}}]"#,
            )),
            "log[0].entry.x.y",
        ),
    ] {
        let problem = problem(&answer);
        assert_eq!(
            (&problem["code"], &problem["values"]["field"]),
            (&json!("malformed_body"), &json!(field)),
            "{}",
            answer.text()
        );
        assert!(problem["message"]["en"].as_str().unwrap().contains("more than once"), "{problem}");
    }
    assert_eq!(table.version(), 0);
}

#[test]
fn no_name_becomes_a_formula() {
    let service = service();
    for name in ["=1+1", "+1", "-1+1", "@SUM(1)", "＝1+1", "＋1", "－1", "＠a"] {
        service.open(
            &json!({"game": "you_cry_wolf", "seats": [name, null, null], "place": name, "tags": [name]}),
        );
    }
    let sheet = service.get("/v1/games?format=csv").send().text();
    let formula =
        |cell: &str| cell.trim_start_matches('"').starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    for line in sheet.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        // A number is no formula.
        let dangerous: Vec<_> =
            cells.iter().filter(|cell| formula(cell) && cell.parse::<f64>().is_err()).collect();
        assert!(dangerous.is_empty(), "{dangerous:?} in {line}");
    }
    assert!(sheet.contains(",'＝1+1,"), "{sheet}");
}

/// Asserts that a name from right to left stands between isolates wherever it is in a text, and that it is there.
fn assert_isolated(text: &str, name: &str, what: &str) {
    let mut found = 0;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        assert!(before.ends_with('\u{2068}') && after.starts_with('\u{2069}'), "{what}: {text}");
        found += 1;
    }
    assert!(found > 0, "{what} has no {name}: {text}");
}

#[test]
fn names_from_right_to_left_turn_nothing_round() {
    let service = service();
    let (ahmad, noa) = ("أحمد", "נועה");
    let request = json!({"game": "you_cry_wolf", "seats": [ahmad, noa, "Aki\u{202e}"], "place": ahmad});
    let table = service.open(&request);
    table.log(&json!([{"type": "choose_first_player", "seat": 0}])).json();
    let head = table.get("").json();
    assert_eq!(head["names"], json!([ahmad, noa, "Aki"]), "a field holds the name alone");
    let replay = table.get("/replay").json();
    let narration = replay["steps"][0]["narration"][0].clone();
    for language in ["ja", "en"] {
        assert_isolated(narration[language].as_str().unwrap(), ahmad, "narration");
        let board = table.get(&format!("/board.svg?language={language}")).send().text();
        assert_isolated(&board, ahmad, "board");
        assert_isolated(&board, noa, "board");
        let page = service.get(&format!("/games/{}?language={language}", table.id)).send().text();
        assert_isolated(&page, ahmad, "preview");
        assert_isolated(&page, noa, "preview");
    }
    let refused =
        table.log(&json!([{"type": "bet", "seat": 1, "die": "sheep", "row": "sheep", "claim": 2}])).send();
    let message = refused.json()["message"]["en"].as_str().unwrap().to_owned();
    let named: Vec<_> = [ahmad, noa].into_iter().filter(|name| message.contains(name)).collect();
    assert!(!named.is_empty(), "{message}");
    for name in named {
        assert_isolated(&message, name, "refusal");
    }
    let quoted = service.get("/v1/games?game=%E2%80%AEabc").send().json();
    assert!(!quoted["message"]["en"].as_str().unwrap().contains('\u{202e}'), "{quoted}");
    let picture = service.get(&format!("/games/{}/preview.png", table.id)).send();
    assert_eq!(picture.status, 200);
}
