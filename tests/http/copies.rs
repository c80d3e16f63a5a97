//! Continue from here: copies of a viewer's view, outside lists and statistics.

use kifu_engine::games;
use kifu_tests::{Client, Service, Table, eventually, random_game};
use serde_json::{Value, json};

fn bet(seat: i64, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": "sheep", "row": "sheep", "claim": claim})
}

/// A live game of six events: three are bets, one was taken back, one is hidden from most.
fn table(client: &Client, dice: &Value, visibility: &str) -> Table {
    let table = client.open(&json!({
        "game": "you_cry_wolf", "seats": ["Aki", "Ben", null], "visibility": visibility, "place": "Kyoto",
    }));
    let note = json!({"type": "note_cup", "seat": 0, "dice": dice});
    let wrong = bet(1, 3);
    let undo = json!({"type": "take_back"});
    table
        .log(&json!([{"type": "choose_first_player", "seat": 0}, note, bet(0, 2), wrong, undo, bet(1, 4)]))
        .json();
    table
}

fn wolves() -> Value {
    json!(["sheep", "wolf", "wolf", "wolf", "wolf", "wolf"])
}

fn copy(table: &Table, client: &Client, token: Option<&str>, body: &Value) -> Table {
    let answer = client.post(&table.path("/copies"), body).token_if(token).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    Table::new(client.clone(), &answer.json())
}

fn states(table: &Table, token: Option<&str>) -> Vec<Value> {
    let replay = table.get_as(token, "/replay").json();
    let steps = replay["steps"].as_array().unwrap().iter().map(|step| &step["state"]);
    std::iter::once(&replay["start"]).chain(steps).cloned().collect()
}

/// A service may have a key and still let programs of its own machine open records.
#[test]
fn a_token_of_the_record_is_no_wrong_key() {
    let service =
        Service::start_as(|kifu| _ = kifu.env("KIFU_OPERATOR_KEY", "the-operators-key-of-this-test-0"));
    let table = table(&service, &wolves(), "public");
    for token in [None, Some(&table.seats[0]), Some(&table.scribe)] {
        copy(&table, &service, token.map(String::as_str), &json!({"at": 1}));
    }
    let wrong = service.post(&table.path("/copies"), &json!({"at": 1})).token("nonsense").send();
    assert_eq!(wrong.status, 401);
}

#[test]
fn a_copy_goes_on_from_any_step() {
    let service = Service::shared();
    let game = random_game(games::find("bremen").unwrap(), 3);
    let table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    let whole = states(&table, None);
    for at in [0, 1, whole.len() / 2, whole.len() - 1] {
        let copied = copy(&table, &service, None, &json!({ "at": at }));
        let head = copied.get("").json();
        assert_eq!(head["copy_of"], json!({"id": table.id, "step": at}));
        assert_eq!((&head["visibility"], &head["version"]), (&json!("unlisted"), &json!(at)));
        assert_eq!(states(&copied, Some(&copied.scribe)), whole[..=at]);
        assert_eq!(copied.get("/events").json()["events"].as_array().unwrap().len(), at);
    }
    let half = copy(&table, &service, None, &json!({"at": 4}));
    half.log(&game.log[4]).json();
    let again = copy(&half, &service, Some(&half.scribe), &json!({}));
    assert_eq!(states(&again, Some(&again.scribe)), whole[..=5], "a copy of a copy");
    assert_eq!(again.get("").json()["copy_of"]["id"], half.id);
    assert_eq!(table.get("/events").json()["events"].as_array().unwrap().len(), game.log.len());
    let far = service.post(&table.path("/copies"), &json!({"at": whole.len()})).send();
    assert_eq!((far.status, &far.json()["values"]["allowed"]["max"]), (404, &json!(whole.len() - 1)));
}

#[test]
fn a_copy_holds_what_its_viewer_knows() {
    let service = Service::shared();
    let table = table(&service, &wolves(), "public");
    for (token, knows, moves) in [
        (Some(table.scribe.clone()), true, 4),
        (Some(table.seats[0].clone()), true, 4),
        (Some(table.seats[1].clone()), false, 3),
        (None, false, 3),
    ] {
        let copied = copy(&table, &service, token.as_deref(), &json!({}));
        let events = copied.get("/events").json();
        assert_eq!(events.to_string().contains("wolf\",\"wolf"), knows, "{events}");
        let kinds = events["events"].as_array().unwrap().iter().map(|event| event["entry"]["type"].clone());
        assert!(kinds.into_iter().all(|kind| kind != "take_back"), "{events}");
        let head = copied.get_as(None, "").json();
        assert!(!copied.get_as(None, "/events").json().to_string().contains("wolf\",\"wolf"));
        assert_eq!(
            copied.get("").json()["moves"].as_u64().unwrap(),
            events["events"].as_array().unwrap().len() as u64
        );
        assert!(moves >= head["moves"].as_u64().unwrap());
        assert_eq!(head["names"], json!(["Aki", "Ben", null]));
        assert_eq!(head["place"], Value::Null, "a copy was played nowhere");
        let public = table.get_as(None, "").json()["moves"].clone();
        assert_eq!(
            head["copy_of"],
            json!({"id": table.id, "step": public}),
            "the mark counts as the public does"
        );
    }
}

#[test]
fn two_records_that_differ_in_hidden_facts_have_the_same_copies() {
    let service = Service::shared();
    let sheep = json!(["sheep", "sheep", "sheep", "sheep", "sheep", null]);
    let read = |dice: &Value, token: fn(&Table) -> Option<&str>| {
        let table = table(&service, dice, "public");
        let copied = copy(&table, &service, token(&table), &json!({"at": 2}));
        let paths = ["/events", "/choices", "/replay"];
        let mut answers = paths.map(|path| copied.get(path).json());
        for event in answers[0]["events"].as_array_mut().unwrap() {
            event["at"].take();
        }
        for step in answers[2]["steps"].as_array_mut().unwrap() {
            step["at"].take();
        }
        json!(answers).to_string().replace(&copied.id, "ID")
    };
    assert_eq!(read(&wolves(), |_| None), read(&sheep, |_| None));
    assert_eq!(read(&wolves(), |table| Some(&table.seats[1])), read(&sheep, |table| Some(&table.seats[1])));
    assert_ne!(read(&wolves(), |table| Some(&table.seats[0])), read(&sheep, |table| Some(&table.seats[0])));
}

#[test]
fn only_a_scribe_may_make_a_copy_more_visible() {
    let service = Service::shared();
    for (of, token, requested, expected) in [
        ("public", "none", Value::Null, "unlisted"),
        ("public", "none", json!("public"), "public"),
        ("public", "none", json!("private"), "private"),
        ("unlisted", "none", Value::Null, "unlisted"),
        ("unlisted", "none", json!("public"), "403"),
        ("unlisted", "scribe", json!("public"), "public"),
        ("private", "none", Value::Null, "404"),
        ("private", "seat", Value::Null, "private"),
        ("private", "seat", json!("unlisted"), "403"),
        ("private", "scribe", Value::Null, "private"),
        ("private", "scribe", json!("unlisted"), "unlisted"),
    ] {
        let table = table(&service, &wolves(), of);
        let token = match token {
            "scribe" => Some(table.scribe.as_str()),
            "seat" => Some(table.seats[1].as_str()),
            _ => None,
        };
        let ask = service.post(&table.path("/copies"), &json!({"at": 1, "visibility": requested}));
        let answer = ask.token_if(token).send();
        if answer.status != 201 {
            assert_eq!(answer.status.to_string(), expected, "{of}: {}", answer.text());
            continue;
        }
        let copied = Table::new((**service).clone(), &answer.json());
        let head = copied.get("").json();
        assert_eq!(head["visibility"], expected);
        let is_named = head["copy_of"]["id"] == table.id.as_str();
        let hidden =
            (of == "unlisted" && expected == "public") || (of == "private" && expected == "unlisted");
        assert_eq!(is_named, !hidden, "{of} to {expected}: {head}");
        assert_eq!(head["copy_of"]["step"], 1);
        assert_eq!(answer.text().contains(&table.id), is_named);
    }
}

#[test]
fn the_same_request_makes_one_copy() {
    let service = Service::shared();
    let tables = [0, 1].map(|_| table(&service, &wolves(), "public"));
    let ask = |table: &Table, at: u64| {
        service
            .post(&table.path("/copies"), &json!({ "at": at }))
            .header("Idempotency-Key", "one copy")
            .send()
    };
    let first = ask(&tables[0], 2);
    let again = ask(&tables[0], 2);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!((first.text(), first.header("etag")), (again.text(), again.header("etag")));
    assert_eq!(first.header("etag"), tables[0].tag(2));
    assert_eq!(ask(&tables[0], 1).status, 409, "another step");
    assert_eq!(ask(&tables[1], 2).status, 409, "another record");
    for body in [json!({"at": -1}), json!({"at": 1, "more": 1}), json!({"visibility": "secret"}), json!([])] {
        assert_eq!(service.post(&tables[0].path("/copies"), &body).send().status, 400, "{body}");
    }
}

#[test]
fn copies_are_outside_lists_and_statistics() {
    let service = Service::start();
    let game = (0..100).map(|seed| random_game(games::find("bremen").unwrap(), seed));
    let game = game.into_iter().find(|game| game.fold().outcome().is_some()).unwrap();
    let tables = [0, 1].map(|_| service.open(&game.request()));
    tables[0].log(&json!(game.log)).json();
    let games =
        || service.get("/v1/statistics/common.won?game=bremen").json()["total"]["games"].as_u64().unwrap();
    eventually("one game counted", || (games() == 1).then_some(()));

    let copied = copy(&tables[0], &service, None, &json!({"visibility": "public"}));
    let live = copy(&tables[0], &service, None, &json!({"visibility": "public", "at": 3}));
    live.log(&json!(game.log[3..])).json();
    assert_eq!([copied, live.clone()].map(|copy| copy.get("").json()["status"].clone()), ["over", "over"]);
    tables[1].log(&json!(game.log)).json();
    eventually("what came later counted", || (games() == 2).then_some(()));

    let listed =
        |query: &str| service.get(&format!("/v1/games{query}")).json()["games"].as_array().unwrap().len();
    assert_eq!((listed(""), listed("?copies=false"), listed("?copies=true")), (2, 2, 4));
    let page = service.get("/v1/games?copies=true&limit=1").json();
    assert_eq!(page["games"][0]["copy_of"]["step"], 3);
    assert!(page["next"].as_str().unwrap().contains("copies=true"));
    let lines = |query: &str| service.get(&format!("/v1/archive{query}")).send().lines().len();
    assert_eq!((lines(""), lines("?copies=true")), (2, 4));
    assert_eq!(live.get("/record").json()["copy_of"], json!({"id": tables[0].id, "step": 3}));
}

/// A reader of a private record can copy it, and is the copy's scribe: that makes it no more public.
#[test]
fn a_copy_cannot_become_more_visible_than_its_record() {
    let service = Service::shared();
    let table = table(&service, &wolves(), "private");
    let publish = |of: &Table| {
        let ask = of.ask("PATCH", "").token(&of.scribe);
        ask.body("application/merge-patch+json", json!({"visibility": "public"}).to_string()).send().status
    };
    let own = copy(&table, &service, Some(&table.seats[0]), &json!({}));
    assert_eq!(publish(&own), 403);
    let again = copy(&own, &service, Some(&own.scribe), &json!({}));
    assert_eq!(publish(&again), 403, "nor does the copy of a copy");
    let open = service.post(&own.path("/copies"), &json!({"visibility": "public"})).token(&own.scribe);
    assert_eq!(open.send().status, 403);
    let by_scribe = copy(&table, &service, Some(&table.scribe), &json!({"visibility": "unlisted"}));
    assert_eq!(publish(&by_scribe), 200, "the record's scribe decided so");
}
