//! Whole games over HTTP: every recorded one, and random ones of every registered game.

use std::collections::BTreeMap;

use kifu_engine::erased::AnyEntry;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::text::Names;
use kifu_tests::{Client, Recorded, Service, Table, bare, eventually, random_game, recorded};
use serde_json::{Value, json};

fn with_random_ones() -> Vec<Recorded> {
    let random = games::ALL.iter().flat_map(|game| (0..3).map(|seed| random_game(*game, seed)));
    recorded().into_iter().chain(random).collect()
}

/// Posts every entry by itself and compares each answer with the engine's own fold.
fn play(client: &Client, game: &Recorded) -> Table {
    let table = client.open(&game.request());
    let mut local = games::find(&game.game).unwrap().open(&game.opening).unwrap();
    for (index, entry) in game.log.iter().enumerate() {
        let stored =
            local.append(entry).unwrap_or_else(|why| panic!("{} entry {index} {entry}: {why:?}", game.name));
        let answer = table.log(entry).send();
        assert_eq!(answer.status, 201, "{} entry {index}: {}", game.name, answer.text());
        let tag = answer.header("etag").to_owned();
        let answer = answer.json();
        assert_eq!((&answer["version"], &answer["etag"]), (&json!(index + 1), &json!(tag)), "{}", game.name);
        assert_eq!(answer["entries"], json!([AnyEntry::of(local.meta().slug, &stored)]), "{}", game.name);
        assert_eq!(answer["state"], local.state().value(), "{} entry {index}", game.name);
    }
    table
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Live => "live",
        Status::Over => "over",
        Status::Abandoned => "abandoned",
    }
}

#[test]
fn a_game_over_http_is_the_engines_own_fold() {
    let service = Service::shared();
    for game in with_random_ones() {
        let table = play(&service, &game);
        let local = game.fold();
        let summary = table.get("").json();
        assert_eq!(summary["status"], status_word(local.status()), "{}", game.name);
        assert_eq!(summary["outcome"], json!(local.outcome()), "{}", game.name);
        assert_eq!(summary["version"], json!(local.version()), "{}", game.name);
        assert_eq!(summary["state"], local.state().value(), "{}", game.name);
        let entries: Vec<Value> =
            local.entries(kifu_engine::seq::Seq(1)).into_iter().map(|entry| entry.payload.value()).collect();
        assert_eq!(table.entries(), entries, "{}", game.name);
        let choices = json!(local.choices());
        assert_eq!(table.get("/choices").json()["choices"], choices, "{}", game.name);
    }
}

#[test]
fn every_step_is_replayed_with_the_same_words() {
    let service = Service::shared();
    for game in with_random_ones() {
        let table = service.open(&game.request());
        for chunk in game.log.chunks(1000) {
            table.log(&json!(chunk)).json();
        }
        let local = game.fold();
        let names: Vec<_> = game.names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        let expected = local.steps(1, local.len(), &Names::new(&names));
        let whole = table.get("/replay").json();
        let steps = whole["steps"].as_array().unwrap();
        assert_eq!(steps.len(), expected.len(), "{}", game.name);
        assert_eq!((&whole["game"], &whole["outcome"]), (&json!(game.game), &json!(local.outcome())));
        assert_eq!(whole["start"], local.start().value(), "{}", game.name);
        for (step, expected) in steps.iter().zip(expected) {
            let expected = json!(expected);
            for (field, value) in expected.as_object().unwrap() {
                assert_eq!(&step[field], value, "{}", game.name);
            }
            assert!(!step["at"].is_null());
        }
        let lines = table.get("/replay").header("Accept", "application/x-ndjson").send();
        assert_eq!(lines.header("content-type"), "application/x-ndjson");
        let lines = lines.lines();
        assert_eq!((&lines[0]["step"], &lines[0]["state"]), (&json!(0), &whole["start"]), "{}", game.name);
        assert_eq!(&lines[1..], steps, "{}", game.name);
    }
}

#[test]
fn steps_lead_from_one_to_the_next() {
    let service = Service::shared();
    for game in games::ALL.iter().map(|game| random_game(*game, 3)) {
        let table = service.open(&game.request());
        table.log(&json!(game.log)).json();
        let whole = table.get("/replay").json();
        let steps = whole["steps"].as_array().unwrap();
        let (mut path, mut walked) = (Some(table.path("/replay/0")), Vec::new());
        while let Some(at) = path {
            let step = service.get(&at).token(&table.scribe).json();
            path = step["next"].as_str().map(str::to_owned);
            if let Some(before) = walked.len().checked_sub(1) {
                assert_eq!(step["previous"], table.path(&format!("/replay/{before}")));
            }
            walked.push(step);
        }
        assert_eq!((&walked[0]["game"], &walked[0]["state"]), (&whole["game"], &whole["start"]));
        assert_eq!(&walked[1..], steps, "{}", game.name);
        assert_eq!(table.get(&format!("/replay/{}", walked.len())).send().status, 404);
    }
}

#[test]
fn pages_of_events_join_to_the_whole_log() {
    let service = Service::shared();
    let game = random_game(games::ALL[0], 5);
    let table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    let (mut path, mut joined) = (Some(table.path("/events?limit=7")), Vec::new());
    while let Some(at) = path {
        let page = service.get(&at).token(&table.scribe).json();
        joined.extend(page["events"].as_array().unwrap().iter().map(|event| bare(&event["entry"])));
        path = page["next"].as_str().map(str::to_owned);
    }
    assert_eq!(joined, table.entries());
}

#[test]
fn statistics_as_of_now_count_every_finished_game() {
    let service = Service::start();
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    for game in games::ALL.iter().flat_map(|game| (10..13).map(|seed| random_game(*game, seed))) {
        let local = game.fold();
        let table = service.open(&game.request());
        table.log(&json!(game.log)).json();
        let seen = if local.is_irregular() { Vec::new() } else { local.observe() };
        for observation in seen {
            *expected.entry(format!("{}.{}", game.game, observation.metric)).or_default() += 1;
        }
    }
    let answer = |metric: &str| service.get(&format!("/v1/statistics/{metric}")).json();
    let (some, _) = expected.first_key_value().unwrap();
    answer(&format!("{some}?as_of=now"));
    let counted = |metric: &str| answer(metric)["total"]["n"].as_u64().unwrap();
    let wrong: Vec<_> = expected.iter().filter(|(name, n)| counted(name) != **n as u64).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn statistics_count_what_is_public_by_now() {
    let service = Service::start();
    let game = (10..40).map(|seed| random_game(games::ALL[0], seed)).find(|game| {
        let record = game.fold();
        !record.is_irregular() && !record.observe().is_empty()
    });
    let game = game.unwrap();
    let seen = game.fold().observe();
    let path = format!("/v1/statistics/{}.{}", game.game, seen[0].metric);
    let expected = seen.iter().filter(|other| other.metric == seen[0].metric).count();
    let count = || service.get(&path).json()["total"]["n"].as_u64().unwrap();
    let open = |visibility: &str| {
        let mut request = game.request();
        request["visibility"] = visibility.into();
        let table = service.open(&request);
        table.log(&json!(game.log)).json();
        table
    };
    let hidden = ["private", "unlisted"].map(open);
    open("public");
    eventually("the public game", || (count() > 0).then_some(()));
    assert_eq!(count(), expected as u64, "hidden games count for nothing");
    hidden[0]
        .ask("PATCH", "")
        .token(&hidden[0].scribe)
        .body("application/json", r#"{"visibility": "public"}"#)
        .json();
    eventually("the one made public", || (count() == 2 * expected as u64).then_some(()));
}

#[test]
fn the_pages_of_the_list_join_without_gaps() {
    let service = Service::start();
    let game = games::ALL[0].meta();
    let mut opened: Vec<_> = (0..5).map(|_| service.open_plain(game.slug, game.seats.0.into()).id).collect();
    opened.reverse();
    let mut listed = Vec::new();
    let mut next = Some("/v1/games?limit=2".to_owned());
    while let Some(path) = next {
        let page = service.get(&path).json();
        listed.extend(
            page["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()),
        );
        next = page["next"].as_str().map(str::to_owned);
    }
    assert_eq!(listed, opened);
}

#[test]
fn a_whole_number_may_be_written_with_a_point() {
    let service = Service::shared();
    let game = games::ALL[0].meta();
    let table = service.open_plain(game.slug, game.seats.0.into());
    let comment = |event: &str| format!(r#"{{"type": "annotate", "event": {event}, "text": "x"}}"#);
    for (event, status) in [("1", 422), ("1.0", 422), ("1.5", 400)] {
        let ask = service.ask("POST", &table.path("/moves")).token(&table.scribe);
        assert_eq!(ask.body("application/json", comment(event)).send().status, status, "{event}");
    }
}
