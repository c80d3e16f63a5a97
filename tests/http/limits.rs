//! Limits of the cost of reading a record: events, bytes and corrections are bounded, long answers come in pieces.

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

/// The longest comment.
fn longest_comment() -> Value {
    json!({"type": "annotate", "text": "譜".repeat(2000)})
}

/// The problem that a full record answers with, which leaves it as it was.
fn refused(table: &Table, entries: &Value, limit: &str) -> Value {
    let before = table.version();
    let answer = table.log(entries).send();
    assert_eq!(answer.status, 409, "{}", answer.text());
    let problem = answer.json();
    assert_eq!((&problem["code"], &problem["values"]["limit"]), (&json!("record_full"), &json!(limit)));
    for language in ["ja", "en"] {
        assert!(!problem["message"][language].as_str().unwrap().is_empty(), "{problem}");
    }
    assert_eq!(table.version(), before);
    problem
}

#[test]
fn a_record_has_so_many_events_and_no_more() {
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "5")]);
    let table = service.open_plain("punyon_ken", 2);
    let note = json!({"type": "annotate", "text": "a"});
    assert_eq!(table.log(&json!([note, note, note, note])).send().status, 201);
    refused(&table, &json!([note, note]), "events");
    assert_eq!(table.log(&note).send().status, 201);
    let problem = refused(&table, &json!({"type": "abandon"}), "events");
    assert_eq!(problem["values"]["allowed"], json!({"max": 5}));
}

#[test]
fn a_record_has_so_many_bytes_and_no_more() {
    let service = Service::start();
    let table = service.open_plain("punyon_ken", 2);
    let many = json!(vec![longest_comment(); 100]);
    let accepted =
        std::iter::repeat_with(|| table.log(&many).send()).take_while(|answer| answer.status == 201).count();
    assert!((26..=28).contains(&accepted), "{accepted} times 600 kB");
    refused(&table, &many, "bytes");
    assert_eq!(table.log(&json!({"type": "annotate", "text": "a"})).send().status, 201);
}

#[test]
fn a_record_is_corrected_so_often_and_no_more() {
    let service = Service::start();
    let table = service.open_plain("punyon_ken", 2);
    let throw = json!({"type": "throw", "hands": ["rock", "rock"]});
    let draw = service.get(&format!("/v1/games/{}/choices", table.id)).json();
    assert!(draw["choices"].as_array().is_some_and(|choices| !choices.is_empty()), "{draw}");
    let answer = table.log(&json!(vec![throw.clone(); 500])).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    let amendment = json!({"type": "amend", "event": 1, "with": throw});
    assert_eq!(table.log(&json!(vec![amendment.clone(); 500])).send().status, 201);
    let problem = refused(&table, &json!([amendment]), "refolded_moves");
    assert_eq!(problem["values"]["allowed"], json!({"max": 250_000}));
}

#[test]
fn a_long_replay_is_streamed_and_identical() {
    let service = Service::start();
    let table = service.open_plain("punyon_ken", 2);
    let throw = json!({"type": "throw", "hands": ["rock", "rock"]});
    assert_eq!(table.log(&json!(vec![throw; 900])).send().status, 201);
    let path = format!("/v1/games/{}/replay", table.id);
    let answer = service.get(&path).header("Accept-Encoding", "identity").send();
    assert_eq!(answer.headers["content-type"], "application/json");
    assert!(answer.headers.get("content-length").is_none(), "it is not made at once");
    let whole = answer.json();
    let steps = whole["steps"].as_array().unwrap();
    assert_eq!((steps.len(), &whole["status"], &whole["outcome"]), (900, &json!("live"), &Value::Null));
    let lines = service.get(&path).header("Accept", "application/x-ndjson").send().lines();
    assert_eq!(&lines[1..], steps);
    for step in [0, 1, 450, 900] {
        assert_eq!(service.get(&format!("{path}/{step}")).json(), lines[step]);
    }
    assert_eq!(service.get(&format!("{path}/901")).send().status, 404);
    let events =
        service.get(&format!("/v1/games/{}/events", table.id)).header("Accept", "application/x-ndjson");
    assert_eq!(events.send().lines().len(), 900);
}

#[test]
fn evicted_records_are_read_again() {
    let service = Service::start_with(&[("KIFU_RECORD_CACHE_MIB", "1")]);
    let tables: Vec<_> = (0..4).map(|_| service.open_plain("punyon_ken", 2)).collect();
    for table in &tables {
        assert_eq!(table.log(&json!(vec![longest_comment(); 60])).send().status, 201);
    }
    for table in tables.iter().chain(&tables) {
        assert_eq!(table.log(&longest_comment()).send().status, 201);
    }
    assert_eq!(tables.iter().map(Table::version).collect::<Vec<_>>(), [62; 4]);
}

/// Four seats of Half Werewolf that have passed their cards.
fn passed(service: &Service) -> Table {
    let table = service.open_plain("half_werewolf", 4);
    let hands =
        [["seer", "villager"], ["villager", "werewolf"], ["madman", "villager"], ["villager", "villager"]];
    let moves = json!([{"type": "deal", "hands": hands}, passing("villager")]);
    assert_eq!(table.log(&moves).send().status, 201);
    table
}

/// Passing with this card by seat 2; seat 0 sees nothing of it.
fn passing(card: &str) -> Value {
    json!({"type": "pass_cards", "cards": ["villager", "villager", card, "villager"]})
}

/// Corrects this number of times the card that seat 2 passed: no event to seat 0.
fn correct_what_is_hidden(table: &Table, times: usize) {
    let amend = |index: usize| {
        let card = if index.is_multiple_of(2) { "madman" } else { "villager" };
        json!({"type": "amend", "event": 2, "with": passing(card)})
    };
    let amendments: Vec<_> = (0..times).map(amend).collect();
    let answer = table.log(&json!(amendments)).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
}

#[test]
fn no_limit_discloses_to_a_seat_how_much_is_hidden() {
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "8")]);
    let tables = [passed(&service), passed(&service)];
    correct_what_is_hidden(&tables[0], 6);
    refused(&tables[0], &json!({"type": "annotate", "text": "a"}), "events");
    let says = json!({"type": "note", "seat": 0, "holds": ["seer", "villager"]});
    let answers = tables.each_ref().map(|table| {
        let answers = (0..3).map(|_| table.log_as(0, &says).send());
        answers.map(|answer| (answer.status, answer.json()["values"].clone())).collect::<Vec<_>>()
    });
    assert_eq!(answers[0], answers[1]);
    let [(201, _), (201, _), (409, bound)] = answers[0].as_slice() else { panic!("{answers:?}") };
    assert_eq!(*bound, json!({"limit": "own_events", "allowed": {"max": 2}}));
    // Another seat still has its own.
    let other = json!({"type": "note", "seat": 1, "holds": ["villager", "werewolf"]});
    assert_eq!(tables[0].log_as(1, &other).send().status, 201);
}

#[test]
fn a_joint_move_finds_a_full_record_as_well() {
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "2")]);
    let table = service.open_plain("punyon_ken", 2);
    let enter = |seat: usize| {
        let ask = table.ask("PUT", "/joint").token(&table.seats[seat]).header("If-Match", "*");
        ask.body("application/json", json!({"type": "throw", "hand": "rock"}).to_string()).send()
    };
    for _ in 0..2 {
        assert_eq!((enter(0).status, enter(1).status), (200, 201));
    }
    let problem = enter(0).json();
    assert_eq!((&problem["code"], &problem["values"]["limit"]), (&json!("record_full"), &json!("events")));
    assert_eq!(table.version(), 2);
}

#[test]
fn streaming_an_answer_depends_only_on_what_the_viewer_sees() {
    let service = Service::start();
    let lengths = [0, 70].map(|hidden| {
        let table = passed(&service);
        let notes = vec![json!({"type": "annotate", "text": "hm"}); 300];
        assert_eq!(table.log(&json!(notes)).send().status, 201);
        if hidden > 0 {
            correct_what_is_hidden(&table, hidden);
        }
        ["/events", "/replay"].map(|path| {
            let ask = table.get_as(None, path).header("Accept", "application/x-ndjson");
            !ask.header("Accept-Encoding", "identity").send().header("content-length").is_empty()
        })
    });
    assert_eq!(lengths, [[true; 2]; 2]);
}

/// The scribe fills a record first, then all seats their shares, then all together by joint moves.
#[test]
fn a_record_grows_to_three_times_its_bound_at_most() {
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "4")]);
    let table = service.open_plain("punyon_ken", 2);
    let note = json!({"type": "annotate", "text": "a"});
    table.log(&json!([note, note, note, note])).json();
    refused(&table, &note, "events");
    let throw = |seat: usize| json!({"type": "throw", "seat": seat, "hand": "rock"});
    let entered = |seat: usize| {
        let ask = table.ask("PUT", "/joint").token(&table.seats[seat]).header("If-Match", "*");
        ask.body("application/json", json!({"type": "throw", "hand": "rock"}).to_string()).send().status
    };
    let logged = |seat: usize| table.log_as(seat, &throw(seat)).send().status;
    while [0, 1].into_iter().any(|seat| entered(seat) < 300 || logged(seat) == 201) {
        assert!(table.version() <= 12, "it grows on");
    }
}

#[test]
fn an_import_is_held_to_the_same_bounds_unless_it_is_the_operators() {
    const KEY: &str = "the-operators-key-of-this-test-0";
    let far = Service::start();
    let table = far.open_plain("punyon_ken", 2);
    let note = json!({"type": "annotate", "text": "a"});
    table.log(&json!(vec![note; 6])).json();
    let file = far.get("/v1/archive").send().text();
    let import = |service: &Service, key: Option<&str>| {
        let ask = service.ask("POST", "/v1/archive").body("application/x-ndjson", file.clone());
        ask.token_if(key).json()
    };
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "5")]);
    let report = import(&service, None);
    assert_eq!((&report["imported"], &report["rejected"]), (&json!(0), &json!(1)), "{report}");
    assert!(report.to_string().contains("record_full"), "{report}");
    let service = Service::start_with(&[("KIFU_MAX_RECORD_EVENTS", "5"), ("KIFU_OPERATOR_KEY", KEY)]);
    let report = import(&service, Some(KEY));
    assert_eq!((&report["imported"], &report["rejected"]), (&json!(1), &json!(0)), "{report}");
}
