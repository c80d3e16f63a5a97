//! Live tables: every viewer gets what it may see, as it happens, once, whatever breaks in between.

use std::thread;
use std::time::{Duration, Instant};

use kifu_engine::erased::AnyRecord;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_tests::{Recorded, Service, Stream, StreamEvent, Table, bare, eventually, random_game};
use serde_json::{Value, json};

fn note(text: &str) -> Value {
    json!({"type": "annotate", "text": text})
}

fn follow(table: &Table, token: Option<&str>) -> Stream {
    table.get_as(token, "/live").stream()
}

/// Goes on after a place, or after the id of an event.
fn resume(table: &Table, token: Option<&str>, place: &str) -> Stream {
    let id = if place.contains('@') { place.to_owned() } else { table.event_id(place) };
    table.get_as(token, "/live").header("Last-Event-ID", &id).stream()
}

/// The ids of events, without the epoch.
fn ids(events: &[StreamEvent]) -> Vec<&str> {
    events.iter().map(|event| event.id.as_deref().unwrap().split('@').next().unwrap()).collect()
}

fn numbered(from: u64, to: u64) -> Vec<String> {
    (from..=to).map(|number| number.to_string()).collect()
}

/// Every viewer, with its token.
fn viewers(table: &Table) -> Vec<(Option<&str>, Viewer)> {
    let seats = table.seats.iter().zip(0..);
    let seats = seats.map(|(token, seat)| (Some(token.as_str()), Viewer::Seat(Seat::new(seat))));
    seats.chain([(Some(table.scribe.as_str()), Viewer::Scribe), (None, Viewer::Public)]).collect()
}

/// A whole game that keeps something from the public for most of its time.
fn game_with_secrets(slug: &str) -> Recorded {
    let game = games::find(slug).unwrap();
    let mut random = (0..100).map(|seed| random_game(game, seed));
    let found = random.find(|game| {
        let half = game.begun(game.log.len() / 2).fold();
        let hides = entries(&*half.seen_by(Viewer::Public)) != entries(&*half);
        hides && game.fold().status() == Status::Over
    });
    found.unwrap_or_else(|| panic!("no random game of {slug} keeps a secret"))
}

fn entries(record: &dyn AnyRecord) -> Vec<Value> {
    record.entries(Seq(1)).into_iter().map(|entry| entry.payload.value()).collect()
}

/// The state of a client that applied every event: the moves in force, and the position.
fn played(events: &[StreamEvent]) -> (Vec<Value>, Value) {
    let mut steps = Vec::new();
    for StreamEvent { data, .. } in events {
        steps.truncate(usize::try_from(data["keep"].as_u64().unwrap()).unwrap());
        steps.extend(data["steps"].as_array().unwrap().iter().cloned());
        assert_eq!(steps.len() as u64, data["moves"]);
        assert_eq!(data["seq"], data["version"]);
    }
    (steps, events.last().map_or(Value::Null, |event| event.data["state"].clone()))
}

fn log_all(table: &Table, entries: &[Value]) {
    for chunk in entries.chunks(1000) {
        table.log(&json!(chunk)).json();
    }
}

fn revoke(service: &Service, table: &Table, seat: i32) {
    service
        .database()
        .batch_execute(&format!(
            "UPDATE tokens SET revoked_at = now() WHERE game_id = '{0}' AND seat = {seat};
             UPDATE games SET revision = revision + 1 WHERE game_id = '{0}'",
            table.id
        ))
        .unwrap();
}

#[test]
fn every_viewer_gets_its_own_log_to_the_end_of_the_game() {
    let service = Service::shared();
    let kinds = service.get("/v1/rules").json();
    for kind in kinds["games"].as_array().unwrap() {
        let slug = kind["slug"].as_str().unwrap();
        let game = if kind["has_secrets"] == true {
            game_with_secrets(slug)
        } else {
            random_game(games::find(slug).unwrap(), 1)
        };
        let table = service.open(&game.request());
        let listeners: Vec<_> = viewers(&table)
            .into_iter()
            .map(|(token, viewer)| {
                let mut stream = follow(&table, token);
                assert_eq!(stream.expect("position").data["version"], 0);
                (viewer, thread::spawn(move || stream.rest()))
            })
            .collect();
        // One by one at first, then several at once.
        game.log.iter().take(20).for_each(|mv| drop(table.log(mv).json()));
        log_all(&table, &game.log[game.log.len().min(20)..]);
        for (viewer, listener) in listeners {
            check_log(&game, viewer, listener.join().unwrap());
        }
    }
}

fn check_log(game: &Recorded, viewer: Viewer, mut events: Vec<StreamEvent>) {
    let what = format!("{}, {viewer:?}", game.name);
    let whole = game.fold();
    let watch = whole.viewer_log(viewer);
    let end = events.pop().unwrap();
    assert_eq!(end.kind, "end", "{what}");
    assert_eq!(ids(std::slice::from_ref(&end)), [format!("{}-end", events.len())], "{what}");
    assert_eq!(end.data["version"], whole.version().0, "{what}");
    assert_eq!(end.data["outcome"], json!(whole.outcome()), "{what}");
    assert_eq!(end.data["state"], whole.state().value(), "{what}");
    assert!(events.iter().all(|event| event.kind == "entry"), "{what}");
    assert_eq!(ids(&events), numbered(1, events.len() as u64), "{what}");
    let logged: Vec<_> = events.iter().map(|event| bare(&event.data["entry"])).collect();
    assert_eq!(logged, entries(watch.seen()), "{what}");
    let (steps, state) = played(&events);
    let names = kifu_engine::text::Names::none(whole.seats().len());
    let moves = watch.seen().steps(1, usize::MAX, &names);
    assert_eq!(
        steps.iter().map(|step| step["move"].clone()).collect::<Vec<_>>(),
        moves.iter().map(|step| step.mv.value()).collect::<Vec<_>>(),
        "{what}"
    );
    assert_eq!(state, watch.seen().state().value(), "{what}");
}

#[test]
fn corrections_are_sent_as_what_they_mean_for_the_viewer() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let mut streams: Vec<_> = viewers(&table)
        .into_iter()
        .map(|(token, viewer)| {
            let mut stream = follow(&table, token);
            stream.expect("position");
            (stream, token, viewer)
        })
        .collect();
    let bet =
        |die: &str, claim: i64| json!({"type": "bet", "seat": 0, "die": die, "row": "sheep", "claim": claim});
    let cup =
        |face: &str| json!({"type": "note_cup", "seat": 1, "dice": [face, face, face, "cow", "cow", "cow"]});
    table.log(&json!([{"type": "choose_first_player", "seat": 0}, cup("wolf"), bet("sheep", 2)])).json();
    table.log(&json!({"type": "amend", "event": 2, "with": cup("sheep")})).json();
    table.log(&json!({"type": "amend", "event": 3, "with": bet("sheep", 3)})).json();
    table.log(&json!([note("!"), {"type": "annotate", "event": 2, "text": "?"}])).json();
    table.log(&json!({"type": "take_back", "count": 2})).json();
    table.log(&json!([{"type": "abandon"}, {"type": "take_back"}, bet("wolf", 2)])).json();
    for (stream, token, viewer) in &mut streams {
        let seen = table.get_as(*token, "").json();
        let events = stream.take("entry", usize::try_from(seen["version"].as_u64().unwrap()).unwrap());
        let (steps, state) = played(&events);
        assert_eq!(state, seen["state"], "{viewer:?}");
        let replay = table.get_as(*token, "/replay").json();
        let replayed: Vec<_> =
            replay["steps"].as_array().unwrap().iter().map(|step| &step["effects"]).collect();
        assert_eq!(steps.iter().map(|step| &step["effects"]).collect::<Vec<_>>(), replayed, "{viewer:?}");
        let knows = events.iter().any(|event| event.data["entry"]["type"] == "note_cup");
        assert_eq!(knows, viewer.shares(Seat::new(1)), "{viewer:?}");
    }
}

#[test]
fn hidden_facts_change_no_stream_of_others() {
    let service = Service::shared();
    let events = |face: &str| {
        let table = service.open(&json!({
            "game": "you_cry_wolf", "seats": [null, null, null], "played_at": "2026-01-02T03:04:05Z",
        }));
        let mut streams = [follow(&table, None), follow(&table, Some(&table.seats[2]))];
        let dice = json!([face, face, face, face, face, null]);
        table.log(&json!({"type": "choose_first_player", "seat": 0})).json();
        table.log(&json!({"type": "note_cup", "seat": 0, "dice": dice})).json();
        table.log(&json!({"type": "bet", "seat": 0, "die": "cow", "row": "cow", "claim": 2})).json();
        let texts = streams.each_mut().map(|stream| {
            let events = [stream.expect("position"), stream.expect("entry"), stream.expect("entry")];
            events.map(|StreamEvent { mut data, id, kind }| {
                for field in ["at", "opened_at", "id", "url"] {
                    data.as_object_mut().unwrap().remove(field);
                }
                format!("{kind} {id:?} {data}")
            })
        });
        texts.concat()
    };
    assert_eq!(events("sheep"), events("wolf"));
}

#[test]
fn a_stream_goes_on_after_any_id() {
    let service = Service::shared();
    let game = game_with_secrets("you_cry_wolf");
    let table = service.open(&game.request());
    let (half, rest) = game.log.split_at(game.log.len() / 2);
    log_all(&table, half);
    for (token, _) in viewers(&table) {
        let version = table.get_as(token, "").json()["version"].as_u64().unwrap();
        let all =
            table.get_as(token, "/live?after=0").stream().take("entry", usize::try_from(version).unwrap());
        assert_eq!(ids(&all), numbered(1, version));
        for after in 0..version {
            let missed = usize::try_from(version - after).unwrap();
            let events = resume(&table, token, &after.to_string()).take("entry", missed);
            assert_eq!(events, all[all.len() - missed..], "after {after}");
        }
        let ahead = resume(&table, token, &(version + 1).to_string()).expect("position");
        assert_eq!(ahead.id, Some(table.event_id(version)), "who knows more than there is knows another log");
    }
    log_all(&table, rest);
    let whole = table.get_as(None, "/live?after=0").stream().rest();
    for (index, event) in whole.iter().enumerate() {
        let id = event.id.clone().unwrap();
        if event.kind == "end" {
            let answer = table.get_as(None, "/live").header("Last-Event-ID", &id).send();
            assert_eq!((answer.status, answer.body.len()), (204, 0), "there is no more to come for");
        } else {
            assert_eq!(resume(&table, None, &id).rest(), whole[index + 1..], "after {id}");
        }
    }
    let first = follow(&table, None).rest();
    assert_eq!(first.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["position", "end"]);
    assert_eq!(first[1], whole[whole.len() - 1]);
}

#[test]
fn a_reopened_record_is_streamed_again() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 4);
    table.log(&json!([{"type": "deal"}, {"type": "abandon"}])).json();
    let events = table.get_as(None, "/live?after=0").stream().rest();
    assert_eq!(ids(&events), ["1", "2", "2-end"]);
    assert_eq!((&events[2].data["status"], &events[2].data["outcome"]), (&json!("abandoned"), &Value::Null));
    table.log(&json!({"type": "take_back"})).json();
    let mut stream = resume(&table, None, &table.event_id("2-end"));
    let back = stream.expect("entry");
    assert_eq!((back.id.as_deref(), &back.data["status"]), (Some(&*table.event_id(3)), &json!("live")));
    table.log(&json!({"type": "lead", "seat": 0})).json();
    assert_eq!(stream.expect("entry").data["entry"]["type"], "lead");
    table.log(&json!({"type": "abandon"})).json();
    assert_eq!(ids(&stream.rest()), ["5", "5-end"]);
}

#[test]
fn no_event_is_lost_or_repeated_when_the_service_is_killed() {
    let mut service = Service::start();
    let table = service.open_plain("bremen", 4);
    let mut version = 0;
    for round in 0..3 {
        let here = table.at(&service);
        let writer = {
            let here = here.clone();
            thread::spawn(move || while here.log(&note("x")).try_send().is_ok() {})
        };
        let mut stream = resume(&here, None, &version.to_string());
        for event in stream.take("entry", 30) {
            version += 1;
            assert_eq!(ids(std::slice::from_ref(&event)), [version.to_string()], "round {round}");
        }
        let folder = service.kill();
        writer.join().unwrap();
        // The entries that were still on their way.
        for event in stream.rest().iter().filter(|event| event.kind == "entry") {
            version += 1;
            assert_eq!(ids(std::slice::from_ref(event)), [version.to_string()], "round {round}");
        }
        service = Service::start_in(folder);
        assert!(table.at(&service).version() >= version, "told of what was never committed");
    }
}

#[test]
fn a_slow_reader_is_disconnected_and_delays_no_other() {
    const ENTRIES: u64 = 2500;
    let service = Service::shared();
    let table = service.open_plain("bremen", 4);
    let mut slow = follow(&table, None);
    let quick = follow(&table, None);
    slow.expect("position");
    let text = "遅".repeat(2000);
    let quick = thread::spawn(move || quick_versions(quick, ENTRIES));
    for _ in 0..ENTRIES / 100 {
        table.log(&json!(vec![note(&text); 100])).json();
    }
    assert_eq!(quick.join().unwrap(), numbered(1, ENTRIES));
    let mut events = slow.rest();
    let closed = events.pop().unwrap();
    assert_eq!((closed.kind.as_str(), &closed.data["reason"]), ("closed", &json!("too_slow")));
    assert!(closed.data["message"]["ja"].is_string() && closed.id.is_none());
    assert!((events.len() as u64) < ENTRIES);
    assert_eq!(ids(&events), numbered(1, events.len() as u64));
    let last = slow.last_id.unwrap();
    let missed = resume(&table, None, &last).take("entry", usize::try_from(ENTRIES).unwrap() - events.len());
    assert_eq!(missed.last().unwrap().id, Some(table.event_id(ENTRIES)));
}

/// The ids that a reader got who was never disconnected, or came again.
fn quick_versions(mut stream: Stream, count: u64) -> Vec<String> {
    stream.expect("position");
    stream
        .take("entry", usize::try_from(count).unwrap())
        .iter()
        .map(|event| ids(std::slice::from_ref(event)).concat())
        .collect()
}

#[test]
fn a_silent_stream_shows_that_it_is_alive() {
    let service = Service::start_with(&[("KIFU_HEARTBEAT_SECONDS", "1")]);
    let table = service.open_plain("bremen", 4);
    let mut stream = follow(&table, None);
    stream.expect("position");
    let begun = Instant::now();
    (0..3).for_each(|_| stream.heartbeat());
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    table.log(&note("at last")).json();
    stream.expect("entry");
}

#[test]
fn a_revoked_token_and_a_record_gone_private_end_streams() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let [mut revoked, mut valid, mut stranger] =
        [Some(table.seats[0].as_str()), Some(table.seats[1].as_str()), None]
            .map(|token| follow(&table, token));
    for stream in [&mut revoked, &mut valid, &mut stranger] {
        stream.expect("position");
    }
    let begun = Instant::now();
    revoke(&service, &table, 0);
    assert_eq!(revoked.expect("closed").data["reason"], "revoked");
    assert!(revoked.read().is_none());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(table.get_as(Some(&table.seats[0]), "/live").send().status, 401);
    let change = format!(
        "UPDATE games SET visibility = 'private', revision = revision + 1,
                details = jsonb_set(details, '{{place}}', '\"Osaka\"') WHERE game_id = '{}'",
        table.id
    );
    service.database().batch_execute(&change).unwrap();
    assert_eq!(stranger.expect("closed").data["reason"], "private");
    assert_eq!(valid.expect("record").data["place"], "Osaka");
    assert_eq!(table.get_as(None, "/live").send().status, 404);
    table.log(&note("we are alone")).json();
    assert_eq!(valid.expect("entry").id.as_deref(), Some(&*table.event_id(1)));
}

/// An entry logged after a token has ended reaches no stream of that token, however soon it is logged.
#[test]
fn a_stream_closes_when_its_token_ends() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let mut revoked = follow(&table, Some(&table.seats[0]));
    revoked.expect("position");
    revoke(&service, &table, 0);
    table.log(&note("after the end")).json();
    assert_eq!(revoked.expect("closed").data["reason"], "revoked");
    let until = (chrono::Utc::now() + chrono::TimeDelta::milliseconds(1500)).to_rfc3339();
    let token_request = json!({"role": "seat", "seat": 1, "expires_at": until});
    let issued = table.post("/tokens", &token_request).token(&table.scribe).json();
    let mut expiring = follow(&table, issued["token"].as_str());
    expiring.expect("position");
    // No sooner than it has expired, and before the stream can have noticed by itself.
    eventually("the end of a token", || {
        (table.get_as(issued["token"].as_str(), "").send().status == 401).then_some(())
    });
    table.log(&note("after the end")).json();
    assert_eq!(expiring.expect("closed").data["reason"], "expired");
    assert!(expiring.read().is_none());
}

/// An entry logged right after a record became private reaches no stranger.
#[test]
fn a_stream_without_token_closes_when_its_record_becomes_private() {
    let service = Service::start();
    for _ in 0..20 {
        let table = service.open_plain("bremen", 4);
        let mut stranger = follow(&table, None);
        stranger.expect("position");
        let private = json!({"visibility": "private"}).to_string();
        let ask = table.ask("PATCH", "").token(&table.scribe).header("If-Match", "*");
        assert_eq!(ask.body("application/merge-patch+json", private).send().status, 200);
        table.log(&note("among ourselves")).json();
        assert_eq!(stranger.expect("closed").data["reason"], "private");
        assert!(stranger.read().is_none());
    }
}

#[test]
fn the_number_of_streams_is_limited() {
    let service = Service::start_with(&[("KIFU_MAX_STREAMS", "2")]);
    let table = service.open_plain("bremen", 4);
    let mut open =
        [follow(&table, None), service.get("/v1/feed").header("Accept", "text/event-stream").stream()];
    open[0].expect("position");
    let refused = table.get_as(None, "/live").send();
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("too_many_streams")));
    assert_eq!(refused.header("retry-after"), "5");
    assert_eq!(table.get_as(None, "").send().status, 200);
    table.log(&json!({"type": "abandon"})).json();
    open[0].rest();
    eventually("a free place", || {
        let answer = table.get_as(None, "/live").header("Last-Event-ID", &table.event_id(0)).send();
        (answer.status == 200).then_some(())
    });
}

#[test]
fn streams_end_at_once_when_the_service_stops() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    let mut streams: Vec<_> = (0..20).map(|_| follow(&table, None)).collect();
    for stream in &mut streams {
        stream.expect("position");
    }
    let begun = Instant::now();
    let waiting = thread::spawn(move || {
        streams.iter_mut().map(|stream| stream.expect("closed").data["reason"].clone()).collect::<Vec<_>>()
    });
    service.stop();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(waiting.join().unwrap(), vec![json!("stopping"); 20]);
}

#[test]
fn streams_forbid_proxies_to_buffer() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 4);
    let mut stream = table.get_as(None, "/live").header("Accept-Encoding", "gzip, br").stream();
    for (name, value) in
        [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
    {
        assert_eq!(stream.headers[name], value);
    }
    assert!(!stream.headers.contains_key("content-encoding"));
    stream.expect("position");
    let head = service.ask("HEAD", &table.path("/live")).send();
    assert_eq!((head.status, head.header("content-type")), (200, "text/event-stream"));
    for (id, query) in [
        ("x", ""),
        ("1", ""),
        ("-1", ""),
        ("1.5", ""),
        ("", "?after=-1"),
        ("", "?after=x"),
        ("", "?before=1"),
    ] {
        let ask = service.get(&table.path(&format!("/live{query}")));
        let ask = if id.is_empty() { ask } else { ask.header("Last-Event-ID", id) };
        let answer = ask.send();
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (400, Some("malformed_parameter")),
            "{id}{query}"
        );
    }
}

#[test]
fn a_long_record_that_goes_on_is_streamed() {
    const EVENTS: usize = 600;
    let service = Service::shared();
    let table = service.open_plain("bremen", 4);
    for _ in 0..EVENTS / 50 {
        table.log(&json!(vec![note("…"); 50])).json();
    }
    let mut stream = follow(&table, None);
    stream.expect("position");
    table.log(&note("and on")).json();
    assert_eq!(stream.expect("entry").data["entry"]["text"], "and on");
}
