//! The views of viewers: a hidden fact changes no answer to a viewer that may not know it.

use kifu_engine::erased::AnyRecord;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_tests::{Client, Recorded, Service, Table, bare, random_game, timeless};
use serde_json::{Value, json};

const READ_PATHS: [&str; 7] = ["", "/choices", "/events", "/replay", "/replay/1", "/record", "/board.svg"];

fn table(client: &Client, dice: &Value, visibility: &str) -> Table {
    let table = client.open(&json!({
        "game": "you_cry_wolf", "seats": ["Aki", "Ben", null], "visibility": visibility,
        "played_at": "2026-01-02T03:04:05Z",
    }));
    let note = json!({"type": "note_cup", "seat": 0, "dice": dice});
    table.log(&json!([{"type": "choose_first_player", "seat": 0}, note, bet(0, 2)])).json();
    table
}

fn bet(seat: i64, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": "sheep", "row": "sheep", "claim": claim})
}

fn wolves() -> Value {
    json!(["sheep", "wolf", "wolf", "wolf", "wolf", "wolf"])
}

fn sheep() -> Value {
    json!(["sheep", "sheep", "sheep", "sheep", "sheep", null])
}

/// A whole game, and the last of its moves after which something is still kept from the public.
fn game_with_a_secret(slug: &str) -> (Recorded, usize) {
    let game = games::find(slug).unwrap();
    let mut random = (0..100).map(|seed| random_game(game, seed));
    let found = random.find_map(|game| {
        let over = game.fold().status() == Status::Over;
        let mut lengths = (1..game.log.len()).rev().take(100).filter(|_| over);
        let logged = lengths.find(|length| {
            let record = game.begun(*length).fold();
            entries(&*record.seen_by(Viewer::Public)) != entries(&*record)
        })?;
        Some((game, logged))
    });
    found.unwrap_or_else(|| panic!("no random game of {slug} keeps a secret"))
}

fn log_all(table: &Table, entries: &[Value]) {
    for chunk in entries.chunks(1000) {
        table.log(&json!(chunk)).json();
    }
}

fn entries(record: &dyn AnyRecord) -> Vec<Value> {
    record.entries(Seq(1)).into_iter().map(|entry| entry.payload.value()).collect()
}

fn entries_seen(table: &Table, token: Option<&str>) -> Vec<Value> {
    let answer = table.get_as(token, "/events").header("Accept", "application/x-ndjson").send();
    answer.lines().into_iter().map(|event| bare(&event["entry"])).collect()
}

/// Every read of a record, without its id and times.
fn reads(table: &Table, token: Option<&str>) -> Vec<String> {
    let formats = ["application/json", "application/x-ndjson"];
    let asks = READ_PATHS.iter().flat_map(|path| formats.iter().map(move |format| (path, format)));
    let answers = asks.map(|(path, format)| {
        let answer = table.get_as(token, path).header("Accept", format).send();
        let text = without_viewer(&timeless(&answer.text()));
        format!("{path} {} {} {text}", answer.status, answer.header("etag"))
    });
    answers.map(|text| text.replace(&table.id, "ID")).collect()
}

/// An answer but for whom it is for.
fn without_viewer(text: &str) -> String {
    let Some((before, after)) = text.split_once("\"viewer\":") else { return text.to_owned() };
    before.to_owned() + after.trim_start_matches(|letter| letter != ',' && letter != '}')
}

#[test]
fn a_cup_is_seen_by_its_seat_and_the_scribe_only() {
    let service = Service::shared();
    let table = table(&service, &wolves(), "public");
    let own = table.seats[0].clone();
    for token in [Some(table.scribe.as_str()), Some(own.as_str())] {
        let events = table.get_as(token, "/events").json().to_string();
        assert!(events.contains("note_cup") && events.contains("wolf"), "{events}");
    }
    for token in [None, Some(table.seats[1].as_str())] {
        let events = table.get_as(token, "/events").json().to_string();
        assert!(!events.contains("wolf\",\"wolf"), "{events}");
    }
}

#[test]
fn two_records_that_differ_in_hidden_facts_read_the_same() {
    let service = Service::shared();
    let (one, other) = (table(&service, &wolves(), "public"), table(&service, &sheep(), "public"));
    assert_eq!(reads(&one, None), reads(&other, None));
    assert_eq!(reads(&one, Some(&one.seats[1])), reads(&other, Some(&other.seats[1])));
    assert_ne!(reads(&one, Some(&one.seats[0])), reads(&other, Some(&other.seats[0])));
}

#[test]
fn a_seat_gets_the_same_answers_to_its_moves() {
    let service = Service::shared();
    let tables = [table(&service, &wolves(), "public"), table(&service, &sheep(), "public")];
    for mv in [bet(1, 1), bet(1, 2), json!({"type": "call", "seat": 2, "row": "sheep"}), bet(1, 3)] {
        let [one, other] = tables.each_ref().map(|table| {
            let answer = table.log_as(1, &mv).send();
            format!("{} {} {}", answer.status, answer.header("etag"), timeless(&answer.text()))
                .replace(&table.id, "ID")
        });
        assert_eq!(one, other, "{mv}");
    }
}

#[test]
fn the_feed_hides_what_the_public_does_not_see() {
    let service = Service::start();
    let feed = |dice: &Value| {
        let before = service.get("/v1/feed?after=now").json();
        let table = table(&service, dice, "public");
        let mut feed = service.get(before["next"].as_str().unwrap()).json();
        for event in feed["events"].as_array_mut().unwrap() {
            event.as_object_mut().unwrap().remove("cursor");
        }
        timeless(&feed["events"].to_string()).replace(&table.id, "ID")
    };
    let (one, other) = (feed(&wolves()), feed(&sheep()));
    assert_eq!(one, other);
    assert!(one.contains("bet"), "{one}");
}

#[test]
fn when_a_game_is_over_everything_is_open_and_not_before() {
    let service = Service::shared();
    let kinds = service.get("/v1/rules").json();
    let with_secrets = kinds["games"].as_array().unwrap().iter().filter(|kind| kind["has_secrets"] == true);
    let slugs: Vec<_> = with_secrets.map(|kind| kind["slug"].as_str().unwrap()).collect();
    assert!(!slugs.is_empty());
    for slug in slugs {
        let (game, logged) = game_with_a_secret(slug);
        let before = game.begun(logged).fold();
        let table = service.open(&game.request());
        log_all(&table, &game.log[..logged]);
        let seats =
            table.seats.iter().zip(0..).map(|(token, seat)| (Some(token), Viewer::Seat(Seat::new(seat))));
        let viewers: Vec<_> = seats.chain([(None, Viewer::Public)]).collect();
        for (token, viewer) in &viewers {
            let seen = entries_seen(&table, token.map(String::as_str));
            assert_eq!(seen, entries(&*before.seen_by(*viewer)), "{}, {viewer:?}", game.name);
        }
        assert_ne!(reads(&table, None), reads(&table, Some(&table.scribe)), "{}", game.name);
        log_all(&table, &game.log[logged..]);
        let everything = reads(&table, Some(&table.scribe));
        for (token, viewer) in &viewers {
            let seen = reads(&table, token.map(String::as_str));
            assert_eq!(seen, everything, "{}, {viewer:?}", game.name);
        }
    }
}

#[test]
fn a_private_record_does_not_exist_for_strangers() {
    let service = Service::start();
    let private = table(&service, &wolves(), "private");
    for path in READ_PATHS {
        assert_eq!(private.get_as(None, path).send().status, 404, "{path}");
        assert_eq!(private.get_as(Some(&private.seats[2]), path).send().status, 200, "{path}");
    }
    let unlisted = table(&service, &wolves(), "unlisted");
    assert_eq!(unlisted.get_as(None, "").send().status, 200);
    let public = table(&service, &wolves(), "public");
    for path in ["/v1/games", "/v1/feed"] {
        let list = service.get(path).json().to_string();
        assert!(list.contains(&public.id), "{path}");
        assert!(!list.contains(&private.id) && !list.contains(&unlisted.id), "{path}");
    }
}

/// A scribe logs a look, which discloses a card; takes it back; and logs a look at another card. The second stays hidden:
/// else a seat whose scribe corrects himself sees one card after the other.
#[test]
fn a_seat_is_shown_no_second_card_by_taking_a_look_back() {
    let service = Service::shared();
    let villagers = ["villager"; 2];
    let hands = [["seer", "villager"], ["madman", "villager"], villagers, villagers];
    let begun = json!([{"type": "deal", "hands": hands, "graveyard": ["werewolf"]}, {"type": "pass_cards", "cards": vec!["villager"; 4]}]);
    let (seat, graveyard) = (json!({"seat": 2, "slot": 0}), json!({"graveyard": 0}));
    let look = |target: &Value| json!({"type": "seer_look", "seat": 0, "target": target});
    let look_at = |targets: &[&Value]| {
        let table = service.open_plain("half_werewolf", 4);
        table.log(&begun).json();
        table.log(&look(targets[0])).json();
        for target in &targets[1..] {
            table.log(&json!([{"type": "take_back"}, look(target)])).json();
        }
        let own = Some(table.seats[0].as_str());
        let last = [own, None].map(|token| entries_seen(&table, token).pop().unwrap());
        assert_eq!(last[1], look(targets.last().unwrap()), "what everybody sees of it");
        let state = table.get_as(own, "").json()["state"].take();
        assert_eq!(state["look"]["role"], last[0]["role"]);
        (last[0]["role"].clone(), json!([state["graveyard"], state["hands"][2]["slots"]]))
    };
    for (first, second, [card, hidden]) in
        [(&seat, &graveyard, ["villager", "werewolf"]), (&graveyard, &seat, ["werewolf", "villager"])]
    {
        assert_eq!(look_at(&[first]).0, card);
        assert_eq!(look_at(&[second]).0, hidden);
        let (role, state) = look_at(&[first, second]);
        assert_eq!((role, state), (Value::Null, json!([[null], [null, null]])));
        assert_eq!(look_at(&[first, first]).0, card, "the same card may be looked at again");
    }
}
