//! Two services on one database.

use std::thread;

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Service, bare, eventually, random_game};
use serde_json::{Value, json};

fn note(text: &str) -> Value {
    json!({"type": "annotate", "text": text})
}

#[test]
fn each_instance_reads_what_the_other_recorded() {
    let one = Service::start();
    let two = one.beside();
    let here = one.open_plain("you_cry_wolf", 3);
    let there = here.at(&two);
    here.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    assert_eq!(there.version(), 1);
    let tag = here.get("").send().header("etag").to_owned();
    there.log(&note("from there")).json();
    assert_eq!(here.log(&note("late")).header("If-Match", &tag).send().status, 412);
    assert_eq!(here.get("").header("If-None-Match", &tag).send().status, 200);
    let keyed = note("once");
    let first = here.log(&keyed).header("Idempotency-Key", "k").send();
    let again = there.log(&keyed).header("Idempotency-Key", "k").send();
    assert_eq!((first.status, first.text()), (again.status, again.text()));
    assert_eq!((here.version(), there.version()), (3, 3));
}

#[test]
fn a_stream_has_the_events_of_another_instance() {
    let one = Service::start();
    let two = one.beside();
    let here = one.open_plain("you_cry_wolf", 3);
    let there = here.at(&two);
    let seat = Some(here.seats[0].as_str());
    let mut streams = [there.get_as(seat, "/live").stream(), there.get_as(None, "/live").stream()];
    for stream in &mut streams {
        stream.expect("position");
    }
    let mut feed = two.get("/v1/feed?after=now").header("Accept", "text/event-stream").stream();
    here.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    here.log(&json!({"type": "note_cup", "seat": 0, "dice": ["cow", null, null, null, null, null]})).json();
    for number in 0..20 {
        if number % 2 == 0 { &here } else { &there }.log(&note(&number.to_string())).json();
    }
    let [own, public] = streams.each_mut().map(|stream| stream.take("entry", 21));
    let last = streams[0].expect("entry");
    assert_eq!((last.id.as_deref(), own.len(), public.len()), (Some(&*here.event_id(22)), 21, 21));
    assert_eq!(feed.take("item", 21).len(), 21);
    // Half of it from one instance, half from the other.
    let received =
        here.get_as(seat, "/live").header("Last-Event-ID", &here.event_id(10)).stream().take("entry", 12);
    assert_eq!(received, [&own[10..], &[last]].concat());
    let cursor = feed.last_id.clone().unwrap();
    here.log(&note("more")).json();
    let mut feed =
        one.get("/v1/feed").header("Accept", "text/event-stream").header("Last-Event-ID", &cursor).stream();
    assert_eq!(bare(&feed.expect("item").data["entry"]), note("more"));
    here.log(&json!({"type": "abandon"})).json();
    assert_eq!(streams[1].rest().last().unwrap().kind, "end");
}

#[test]
fn two_instances_count_a_game_once() {
    let one = Service::start();
    let two = one.beside();
    let game = games::find("you_cry_wolf").unwrap();
    let finished =
        (0..).map(|seed| random_game(game, seed)).filter(|game| game.fold().status() == Status::Over);
    for (number, game) in finished.take(6).enumerate() {
        let table = one.open(&game.request());
        for (index, entry) in game.log.iter().enumerate() {
            if (index + number) % 2 == 0 { table.clone() } else { table.at(&two) }.log(entry).json();
        }
    }
    let metrics = one.get("/v1/statistics").json()["metrics"].take();
    let metrics: Vec<_> = metrics
        .as_array()
        .unwrap()
        .iter()
        .filter(|metric| metric["games"] == json!(["you_cry_wolf"]))
        .collect();
    let values = |service: &Service| {
        let values = metrics
            .iter()
            .map(|metric| service.get(&format!("/v1/statistics/{}", metric["id"].as_str().unwrap())).json());
        values.map(|mut values| [values["total"].take(), values["groups"].take()]).collect::<Vec<_>>()
    };
    let games =
        |values: &[[Value; 2]]| values.iter().map(|[total, _]| total["games"].as_u64().unwrap()).max();
    eventually("six games counted", || (games(&values(&one)) == Some(6)).then_some(()));
    assert_eq!(values(&one), values(&two));
}

#[test]
fn appends_through_both_interleave() {
    const WRITERS: usize = 8;
    const MOVES_PER_WRITER: usize = 10;
    let one = Service::start();
    let two = one.beside();
    let table = one.open_plain("bremen", 4);
    let writers = (0..WRITERS).map(|writer| {
        let table = if writer % 2 == 0 { table.clone() } else { table.at(&two) };
        thread::spawn(move || {
            (0..MOVES_PER_WRITER).for_each(|number| {
                table.log(&note(&format!("{writer}-{number}"))).json();
            });
        })
    });
    let writers: Vec<_> = writers.collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let log = table.entries();
    assert_eq!(log.len(), WRITERS * MOVES_PER_WRITER);
    assert_eq!(log, table.at(&two).entries());
    for writer in 0..WRITERS {
        let prefix = format!("{writer}-");
        let mine = log.iter().filter_map(|entry| entry["text"].as_str()?.strip_prefix(&prefix));
        assert!(mine.eq((0..MOVES_PER_WRITER).map(|number| number.to_string())), "writer {writer}");
    }
}

#[test]
fn a_hidden_event_makes_no_version_of_a_seat_stale() {
    let one = Service::start();
    let two = one.beside();
    let here = one.open_plain("you_cry_wolf", 3);
    here.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    here.at(&two).log_as(1, &json!({"type": "note_cup", "seat": 1, "dice": vec!["cow"; 6]})).json();
    let bet = json!({"type": "bet", "seat": 0, "die": "cow", "row": "cow", "claim": 2});
    let answer = here.log_as(0, &bet).header("If-Match", &here.tag(1)).send();
    assert_eq!((answer.status, answer.header("etag")), (201, &*here.tag(2)), "{}", answer.text());
    assert_eq!(here.version(), 3);
}
