//! The feed: everything public in the order it was committed, and nothing that reveals anything else.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use kifu_tests::{Client, Folder, Service, Stream, Table, bare, shards};
use serde_json::{Value, json};

fn note(text: &str) -> Value {
    json!({"type": "annotate", "text": text})
}

fn follow(client: &Client, query: &str, last: Option<&str>) -> Stream {
    let ask = client.get(&format!("/v1/feed{query}")).header("Accept", "text/event-stream");
    match last {
        Some(last) => ask.header("Last-Event-ID", last).stream(),
        None => ask.stream(),
    }
}

fn page(client: &Client, path: &str) -> (Vec<Value>, String) {
    let page = client.get(path).json();
    (page["events"].as_array().unwrap().clone(), page["next"].as_str().unwrap().to_owned())
}

/// An item without its cursor, which never looks the same twice.
fn plain(mut item: Value) -> Value {
    item.as_object_mut().unwrap().remove("cursor").unwrap();
    item
}

fn open(client: &Client, visibility: &str) -> Table {
    client.open(&json!({"game": "bremen", "seats": [null, null, null, null], "visibility": visibility}))
}

/// Some public tables played in turn, with others between them that nobody may know of.
fn play(client: &Client) -> Vec<Table> {
    let tables: Vec<_> = (0..3).map(|_| open(client, "public")).collect();
    let hidden = [open(client, "private"), open(client, "unlisted")];
    for round in 0..10 {
        for table in tables.iter().chain(&hidden) {
            table.log(&note(&round.to_string())).json();
        }
    }
    tables
}

fn whole(client: &Client) -> Vec<Value> {
    page(client, "/v1/feed?limit=1000").0
}

#[test]
fn a_page_looks_at_so_many_items_and_the_next_continues() {
    let service = Service::start();
    let table = open(&service, "public");
    for _ in 0..11 {
        table.log(&json!(vec![note("x"); 100])).json();
    }
    open(&service, "public");
    let (mut openings, mut pages, mut next) = (0, 0, "/v1/feed?type=opened".to_owned());
    while openings < 2 {
        let (items, after) = page(&service, &next);
        (openings, pages, next) = (openings + items.len(), pages + 1, after);
        assert!(pages < 10, "the pages end before all was found");
    }
    assert!(pages > 1 || shards().is_some(), "more than 1,000 items lie between the two");
}

#[test]
fn the_stream_has_the_items_of_the_pages_and_continues() {
    let service = Service::start();
    let tables = play(&service);
    let all = whole(&service);
    assert_eq!(all.len(), 33);
    let mut stream = follow(&service, "", None);
    let streamed = stream.take("item", all.len());
    for (streamed, item) in streamed.iter().zip(&all) {
        assert_eq!(streamed.id.as_deref(), streamed.data["cursor"].as_str());
        assert_eq!(plain(streamed.data.clone()), plain(item.clone()));
    }
    open(&service, "private").log(&note("secret")).json();
    tables[1].log(&note("live")).json();
    assert_eq!(bare(&stream.expect("item").data["entry"]), note("live"));
    let all = whole(&service);
    for (index, item) in all.iter().enumerate().step_by(4) {
        let last = item["cursor"].as_str().unwrap();
        let missed = follow(&service, "", Some(last)).take("item", all.len() - index - 1);
        let missed: Vec<_> = missed.into_iter().map(|streamed| plain(streamed.data)).collect();
        assert_eq!(missed, all[index + 1..].iter().cloned().map(plain).collect::<Vec<_>>());
        let (page, _) = page(&service, &format!("/v1/feed?after={last}&limit=1000"));
        assert_eq!(page.into_iter().map(plain).collect::<Vec<_>>(), missed);
    }
    let mut now = follow(&service, "?after=now", None);
    thread::spawn(move || tables[2].log(&note("now")).json()).join().unwrap();
    assert_eq!(bare(&now.expect("item").data["entry"]), note("now"));
}

#[test]
fn pages_are_full_and_have_no_gaps_despite_hidden_moves() {
    let service = Service::start();
    play(&service);
    let table = service.open(&json!({"game": "you_cry_wolf", "seats": [null, null]}));
    let cup =
        |face: &str| json!({"type": "note_cup", "seat": 0, "dice": [face, face, null, null, null, null]});
    table.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    (0..20).for_each(|_| drop(table.log(&json!([cup("cow"), {"type": "take_back"}])).json()));
    table.log(&note("after the secrets")).json();
    let all = whole(&service);
    let mut next = "/v1/feed?limit=5".to_owned();
    let mut streamed = Vec::new();
    while streamed.len() < all.len() {
        let (items, then) = page(&service, &next);
        assert_eq!(
            items.len(),
            (all.len() - streamed.len()).min(5),
            "a page that is not full tells that something is hidden"
        );
        streamed.extend(items);
        next = then;
    }
    let strip = |items: &[Value]| items.iter().cloned().map(plain).collect::<Vec<_>>();
    assert_eq!(strip(&streamed), strip(&all));
    let mut seqs: HashMap<&str, Vec<u64>> = HashMap::new();
    for item in &all {
        seqs.entry(item["game_id"].as_str().unwrap()).or_default().push(item["seq"].as_u64().unwrap());
    }
    for seqs in seqs.values() {
        assert!(seqs.iter().copied().eq(0..seqs.len() as u64), "{seqs:?}");
    }
}

#[test]
fn a_cursor_discloses_nothing_not_even_activity() {
    let service = Service::start();
    play(&service);
    let cursor = |path: &str| service.get(path).json()["cursor"].as_str().unwrap().to_owned();
    let (one, again) = (cursor("/v1/feed?after=now"), cursor("/v1/feed?after=now"));
    assert_ne!(one, again, "the same place looks different each time");
    assert_eq!(one.len(), again.len());
    assert_eq!(one.len(), cursor("/v1/feed?limit=1").len());
    for after in ["0", "17", &one[1..], &one.replace(|c: char| c.is_ascii_digit(), "x"), ""] {
        let answer = service.get(&format!("/v1/feed?after={after}")).send();
        assert_eq!(answer.status, 400, "{after}");
    }
    // Not prepared, for copies of one database have one key.
    let other = Service::start_in(Arc::new(Folder::new()));
    assert_eq!(other.get(&format!("/v1/feed?after={one}")).send().status, 400, "of another database");
}

#[test]
fn a_long_stretch_that_is_hidden_is_passed_in_a_few_pages() {
    let service = Service::start();
    let notes = json!(vec![note("-"); 1000]);
    for _ in 0..5 {
        let hidden = open(&service, "private");
        (0..5).for_each(|_| drop(hidden.log(&notes).json()));
    }
    let public = open(&service, "public");
    for format in ["application/json", "application/x-ndjson"] {
        let mut next = "/v1/feed".to_owned();
        let found = (0..7).any(|_| {
            let answer = service.get(&next).header("Accept", format).send();
            let link = answer.header("link").to_owned();
            next = link.split(['<', '>']).nth(1).unwrap().to_owned();
            answer.text().contains(&public.id)
        });
        assert!(found, "{format}");
    }
    let first = follow(&service, "", None).expect("item");
    assert_eq!(first.data["game_id"], public.id.as_str());
}

#[test]
fn a_silent_stream_moves_its_reader_on() {
    let service = Service::start_with(&[("KIFU_HEARTBEAT_SECONDS", "1")]);
    let public = open(&service, "public");
    let mut stream = follow(&service, "?after=now", None);
    open(&service, "private").log(&note("secret")).json();
    while stream.marks.len() < 2 {
        stream.heartbeat();
    }
    public.log(&note("at last")).json();
    assert_eq!(bare(&stream.expect("item").data["entry"]), note("at last"));
    let (items, _) = page(&service, &format!("/v1/feed?after={}", stream.marks[0]));
    assert_eq!(items.iter().map(|item| bare(&item["entry"])).collect::<Vec<_>>(), [note("at last")]);
}

/// A seat plays a tile that the scribe saw in another hand.
#[test]
fn no_item_ever_says_that_a_move_is_disputed() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let tiles = |animal: &str| (1..=13).map(|number| format!("{animal}-{number}")).collect::<Vec<_>>();
    let hands = json!([null, tiles("cat"), tiles("dog"), null]);
    table.log(&json!([{"type": "deal", "hands": hands}, {"type": "lead", "seat": 0}])).json();
    table.log_as(0, &json!({"type": "play", "seat": 0, "tile": "cat-5"})).json();
    let disputed = |token: Option<&str>| {
        let events = table.get_as(token, "/events").json();
        events["events"].as_array().unwrap().iter().any(|event| event["disputed"] == true)
    };
    assert_eq!((disputed(Some(&table.scribe)), disputed(None)), (true, false));
    let before = service.get("/v1/feed").json();
    table.log(&json!({"type": "abandon"})).json();
    assert!(disputed(None), "everything is open now");
    let after = service.get("/v1/feed").json();
    let streamed = |page: &Value| {
        let items = page["events"].as_array().unwrap().clone();
        items.into_iter().map(|item| bare(&item["entry"])).collect::<Vec<_>>()
    };
    assert!(streamed(&after).starts_with(&streamed(&before)) && streamed(&before).len() == 4, "{before}");
    assert!(!after.to_string().contains("disputed"), "{after}");
}

#[test]
fn a_reader_is_told_what_it_asked_for() {
    let service = Service::start();
    let aki = service.player_for_anybody("Aki");
    let open = |game: &str, seats: Value, visibility: &str| {
        service.open(&json!({"game": game, "seats": seats, "visibility": visibility}))
    };
    let tables = [
        open("bremen", json!([{"player": aki}, "Ben", null, null]), "public"),
        open("punyon_ken", json!(["ＡＫＩ", "Chika"]), "public"),
        open("bremen", json!([null, null, null, null]), "public"),
        open("bremen", json!([{"player": aki}, "Ben", null, null]), "private"),
    ];
    let play = |text: &str| tables.iter().for_each(|table| drop(table.log(&note(text)).json()));
    play("one");
    tables[0].log(&json!({"type": "deal"})).json();
    let about = |items: &[Value]| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        items.iter().map(|item| (text(&item["game_id"]), text(&item["entry"]["type"]))).collect()
    };
    let all = about(&whole(&service));
    assert_eq!(all.len(), 7);
    let of = |indexes: &[usize], types: &[&str]| -> Vec<(String, String)> {
        let matches = |(id, kind): &&(String, String)| {
            indexes.iter().any(|index| tables[*index].id == *id)
                && (types.is_empty() || types.contains(&kind.as_str()))
        };
        all.iter().filter(matches).cloned().collect()
    };
    for (query, expected) in [
        ("game=bremen", of(&[0, 2], &[])),
        ("game=bremen&game=punyon_ken", all.clone()),
        ("type=opened", of(&[0, 1, 2], &["opened"])),
        ("type=annotate&type=deal", of(&[0, 1, 2], &["annotate", "deal"])),
        (&format!("player={aki}"), of(&[0], &[])),
        ("player=aki", of(&[0, 1], &[])),
        ("player=aki&player=Ben", of(&[0], &[])),
        ("player=nobody", vec![]),
        ("game=bremen&type=annotate&player=Aki", of(&[0], &["annotate"])),
    ] {
        assert_eq!(about(&page(&service, &format!("/v1/feed?{query}")).0), expected, "{query}");
        let mut stream = follow(&service, &format!("?{query}"), None);
        let items: Vec<_> = stream.take("item", expected.len()).into_iter().map(|item| item.data).collect();
        assert_eq!(about(&items), expected, "{query}");
        let (mut next, mut items) = (format!("/v1/feed?{query}&limit=1"), Vec::new());
        while items.len() < expected.len() {
            let (page_items, then) = page(&service, &next);
            assert_eq!(page_items.len(), 1, "{query}");
            items.extend(page_items);
            next = then;
        }
        assert_eq!(about(&items), expected, "{query}, page by page");
    }
    let mut live = follow(&service, "?after=now&player=Aki&game=bremen&type=annotate", None);
    play("two");
    let item = live.expect("item").data;
    assert_eq!(
        (&item["game_id"], &item["entry"]),
        (&json!(tables[0].id), &json!({"game": "bremen", "type": "annotate", "text": "two"}))
    );
    for wrong in ["game=chess", "type=castle", "player=", "colour=red"] {
        let answer = service.get(&format!("/v1/feed?{wrong}")).send();
        assert_eq!(
            (answer.status, answer.json()["code"].clone()),
            (400, json!("malformed_parameter")),
            "{wrong}"
        );
    }
}
