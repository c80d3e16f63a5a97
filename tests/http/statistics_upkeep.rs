//! Statistics follow events of records within a second, answer as of earlier, and are counted exactly once, whichever
//! process is killed meanwhile.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use kifu_engine::erased::EntryView;
use kifu_engine::games;
use kifu_engine::statistics::Observation;
use kifu_tests::{
    Client, Folder, Recorded, Service, Table, copy_records, eventually, random_game, recorded, stimulus,
    within,
};
use serde_json::{Value, json};

/// Games of a kind that are over, one by one from this seed on.
fn finished(kind: &'static str, seed: u64) -> impl Iterator<Item = Recorded> {
    let game = games::find(kind).unwrap();
    (seed..).map(move |seed| random_game(game, seed)).filter(|game| game.fold().outcome().is_some())
}

fn ask(client: &Client, question: &str) -> Value {
    client.get(&format!("/v1/statistics/{question}")).json()
}

/// The answer once its time is well after this one: the clock is looked at five times a second.
pub fn counted_after(client: &Client, question: &str, time: DateTime<Utc>) -> Value {
    eventually("an answer of a later time", || {
        let answer = ask(client, question);
        let as_of: DateTime<Utc> = answer["as_of"].as_str()?.parse().ok()?;
        (as_of > time + TimeDelta::seconds(1)).then_some(answer)
    })
}

fn games_of(client: &Client, question: &str) -> u64 {
    ask(client, question)["total"]["games"].as_u64().unwrap()
}

/// Waits until a question has this number of games behind it; a second at most.
fn soon(client: &Client, question: &str, games: u64) {
    within(Duration::from_secs(1), question, || (games_of(client, question) == games).then_some(()));
}

fn patch(table: &Table, body: &Value) {
    let patch = table.ask("PATCH", "").token(&table.scribe);
    patch.body("application/json", body.to_string()).json();
}

/// An amendment after which a finished game is over all the same but says something else: the metric that does.
fn amendment(game: &Recorded) -> Option<(Value, &'static str)> {
    let record = game.fold();
    let observed = record.observe();
    for amend in record.in_force().iter().rev().flat_map(amendments) {
        let mut fork = record.fork();
        if fork.append(&amend).is_err() || fork.outcome().is_none() || fork.is_irregular() {
            continue;
        }
        let says = fork.observe();
        let of = |seen: &[Observation], metric: &str| -> Vec<Observation> {
            seen.iter().filter(|one| one.metric == metric).cloned().collect()
        };
        let metrics = record.meta().metrics.iter().map(|metric| metric.name);
        let changed = metrics.into_iter().find(|metric| of(&observed, metric) != of(&says, metric));
        if let Some(metric) = changed {
            return Some((amend, metric));
        }
    }
    None
}

/// The move with one of its numbers a little different.
fn amendments(entry: &EntryView) -> Vec<Value> {
    let mv = entry.payload.value();
    let numbers = mv.as_object().unwrap().iter();
    let numbers = numbers.filter_map(|(name, value)| Some((name.clone(), value.as_i64()?)));
    let others = numbers.flat_map(|(name, number)| [-1, 1].map(|step| (name.clone(), number + step)));
    let amend = |(name, number): (String, i64)| {
        let mut with = mv.clone();
        with[name] = number.into();
        json!({"type": "amend", "event": entry.seq, "with": with})
    };
    others.map(amend).collect()
}

#[test]
fn numbers_follow_a_record_through_its_life_and_earlier_answers_stay() {
    let service = Service::start();
    let mut all = games::ALL.iter().flat_map(|game| finished(game.meta().slug, 0).take(20));
    let ((amend, metric), game) = all.find_map(|game| Some((amendment(&game)?, game))).unwrap();
    let own = format!("{}.{metric}", game.game);
    let moves = "common.moves";
    let mut answers: Vec<(&str, Value)> = Vec::new();
    let mut stage = |name, games| {
        let changed = Utc::now();
        soon(&service, moves, games);
        answers.push((name, counted_after(&service, &own, changed)));
    };
    stage("nothing", 0);
    let table = service.open(&game.request());
    let (last, rest) = game.log.split_last().unwrap();
    table.log(&json!(rest)).json();
    table.log(last).json();
    stage("finished", 1);
    table.log(&amend).json();
    let first = ask(&service, &own)["total"].clone();
    eventually("the amendment", || (ask(&service, &own)["total"] != first).then_some(()));
    answers.push(("amended", counted_after(&service, &own, Utc::now())));
    let mut stage = |name, games| {
        let changed = Utc::now();
        soon(&service, moves, games);
        answers.push((name, counted_after(&service, &own, changed)));
    };
    table.log(&json!({"type": "take_back"})).json();
    stage("reopened", 0);
    table.log(last).json();
    stage("finished again", 1);
    patch(&table, &json!({"visibility": "private"}));
    soon(&service, moves, 0);
    for (name, answer) in &answers {
        let cursor = answer["cursor"].as_str().unwrap();
        let again = ask(&service, &format!("{own}?as_of={cursor}"));
        assert_eq!(again["total"]["n"], 0, "{name}: who looks back now sees nothing hidden");
    }
    patch(&table, &json!({"visibility": "public"}));
    soon(&service, moves, 1);
    for (name, answer) in &answers {
        for as_of in ["as_of", "cursor"] {
            let then = answer[as_of].as_str().unwrap();
            let again = ask(&service, &format!("{own}?as_of={then}"));
            assert_eq!(again["total"], answer["total"], "{name}, by {as_of}");
        }
    }
    assert_ne!(answers[1].1["total"], answers[2].1["total"]);
    assert_eq!(ask(&service, &format!("{own}?as_of=2020-02-29"))["total"]["n"], 0);
    assert_eq!(service.get(&format!("/v1/statistics/{own}?as_of=yesterday")).send().status, 400);
}

#[test]
fn unfinished_games_do_not_count_and_irregular_ones_only_on_request() {
    let service = Service::start();
    let game = finished("bremen", 7).next().unwrap();
    let table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    soon(&service, "common.moves", 1);
    let copy = service.post(&table.path("/copies"), &json!({})).send().json();
    let copy = Table::new((*service).clone(), &copy);
    patch(&copy, &json!({"visibility": "public"}));
    let left = service.open(&game.request());
    left.log(&json!(game.log[..3])).json();
    left.log(&json!({"type": "abandon"})).json();
    let broken = recorded().into_iter().map(|game| (game.fold(), game));
    let broken = broken.filter(|(record, _)| record.is_irregular() && record.outcome().is_some());
    let (_, broken) = broken.max_by_key(|(record, _)| record.len()).unwrap();
    service.open(&broken.request()).log(&json!(broken.log)).json();
    soon(&service, "common.moves?irregular=include", 2);
    assert_eq!(games_of(&service, "common.moves"), 1);
    assert_eq!(games_of(&service, "common.moves?irregular=only"), 1);
}

/// Games of several kinds, and how many observations each question has of them.
fn some_games(count: usize) -> (Vec<Recorded>, BTreeMap<String, u64>) {
    let kinds = ["bremen", "you_cry_wolf", "dancing_villager"];
    let games: Vec<_> = kinds.iter().flat_map(|kind| finished(kind, 100).take(count)).collect();
    let mut expected = BTreeMap::new();
    for game in &games {
        *expected.entry(format!("common.won?game={}", game.game)).or_default() +=
            u64::from(game.opening.seats);
        for seen in game.fold().observe() {
            *expected.entry(format!("{}.{}", game.game, seen.metric)).or_default() += 1;
        }
    }
    (games, expected)
}

fn eventually_as(client: &Client, expected: &BTreeMap<String, u64>) {
    let n = |question: &String| ask(client, question)["total"]["n"].as_u64().unwrap();
    for (question, expected) in expected {
        eventually(question, || (n(question) == *expected).then_some(()));
    }
    let again: BTreeMap<_, _> = expected.keys().map(|question| (question.clone(), n(question))).collect();
    assert_eq!(again, *expected);
}

#[test]
fn two_instances_that_are_killed_count_each_game_once() {
    let one = Service::start();
    let (games, expected) = some_games(12);
    for (number, games) in games.chunks(6).enumerate() {
        let two = one.beside();
        thread::scope(|scope| {
            let writers = [&one, &two].map(|service| (*service).clone());
            for (games, writer) in games.chunks(3).zip(writers) {
                scope.spawn(move || {
                    for game in games {
                        writer.open(&game.request()).log(&json!(game.log)).json();
                    }
                });
            }
        });
        // The test needs this moment of the kill.
        stimulus("a kill a little later", Duration::from_millis(40 * number as u64));
        two.kill();
    }
    let one = Service::start_in(one.kill());
    eventually_as(&one, &expected);
}

#[test]
fn a_rebuild_does_not_disturb_readers_and_resumes_after_a_kill() {
    let service = Service::start();
    let (games, expected) = some_games(8);
    for game in &games {
        service.open(&game.request()).log(&json!(game.log)).json();
    }
    eventually_as(&service, &expected);
    let generation = || -> i32 {
        let live = "SELECT generation FROM statistic_generations WHERE state = 'live'";
        service.database().query_one(live, &[]).unwrap().get(0)
    };
    let before = generation();
    let folder = Folder::new();
    let rebuild = || {
        let mut command = folder.kifu();
        command
            .arg("rebuild")
            .env("KIFU_DATABASE_URL", service.folder().database_url())
            .stderr(Stdio::piped());
        command
    };
    let done = AtomicBool::new(false);
    let read = thread::scope(|scope| {
        let reader = |question: &'static str| {
            let (client, done) = ((*service).clone(), &done);
            scope.spawn(move || {
                let first = ask(&client, question)["total"].clone();
                let mut read = 0;
                while !done.load(Ordering::Relaxed) {
                    assert_eq!(ask(&client, question)["total"], first);
                    read += 1;
                }
                read
            })
        };
        let readers = ["common.won?group_by=game", "common.moves", "common.moves?game=bremen"].map(reader);
        for millis in [30, 60, 90, 120, 150, 200] {
            let mut killed = rebuild().spawn().unwrap();
            // The test needs this moment of the kill.
            stimulus("a kill a little later", Duration::from_millis(millis));
            killed.kill().unwrap();
            killed.wait().unwrap();
        }
        let whole = rebuild().output().unwrap();
        assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
        done.store(true, Ordering::Relaxed);
        readers.map(|reader| reader.join().unwrap())
    });
    assert!(read.iter().all(|read| *read > 10), "{read:?}");
    assert!(generation() > before);
    let left = "SELECT count(DISTINCT generation) FROM statistic_columns";
    assert_eq!(service.database().query_one(left, &[]).unwrap().get::<_, i64>(0), 1);
    let game = finished("bremen", 1000).next().unwrap();
    service.open(&game.request()).log(&json!(game.log)).json();
    soon(&service, "common.moves?game=bremen", 9);
}

/// Instances count games that end while everything is counted anew beside them: by command, and by an instance of another
/// version that is started meanwhile.
#[test]
fn generations_take_each_others_place_while_games_end() {
    let one = Service::start();
    let two = one.beside();
    let (games, expected) = some_games(12);
    let generations = |of: &str| -> i32 {
        let number = format!("SELECT max(generation) FROM statistic_generations WHERE {of}");
        one.database().query_one(&number, &[]).unwrap().get(0)
    };
    let (before, done) = (generations("state = 'live'"), AtomicBool::new(false));
    thread::scope(|scope| {
        let rebuilding = scope.spawn(|| {
            let mut rebuilt = 0;
            while !done.load(Ordering::Relaxed) || rebuilt < 2 {
                let output = one.folder().run(&["rebuild"]);
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                rebuilt += 1;
            }
            rebuilt
        });
        let writers = [&one, &two].map(|service| (**service).clone());
        let writers = games.chunks(games.len() / 2).zip(writers).map(|(games, writer)| {
            scope.spawn(move || {
                for game in games {
                    writer.open(&game.request()).log(&json!(game.log)).json();
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        let written: Vec<_> = writers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        assert!(written.iter().all(Result::is_ok));
        let rebuilt = rebuilding.join().unwrap();
        assert_eq!(generations("state = 'live'"), before + rebuilt);
    });
    eventually_as(&one, &expected);
    let rename = "UPDATE statistic_generations SET fingerprint = 'of another version' WHERE state = 'live'";
    one.database().execute(rename, &[]).unwrap();
    let before = generations("state = 'live'");
    let game = finished("bremen", 1000).next().unwrap();
    two.open(&game.request()).log(&json!(game.log)).json();
    let three = one.beside();
    let next = || generations("state = 'live' AND fingerprint <> 'of another version'");
    for service in [&one, &two, &three] {
        soon(service, "common.moves?game=bremen", 13);
    }
    assert_eq!(next(), before + 1);
    let left = || {
        let count = "SELECT count(DISTINCT generation) FROM statistic_progress";
        (one.database().query_one(count, &[]).unwrap().get::<_, i64>(0) == 1).then_some(())
    };
    eventually("the removal of what was retired", left);
}

#[test]
fn the_archive_of_the_benchmarks_is_counted() {
    let service = Service::with_one_shard(&[]);
    let game = finished("punyon_ken", 1).next().unwrap();
    service.open(&game.request()).log(&json!(game.log)).json();
    let mut database = service.database();
    let over = "SELECT count(*) FROM search_documents WHERE status <> 'live'";
    let mut count = || database.query_one(over, &[]).unwrap().get::<_, i64>(0);
    eventually("a search document of the finished game", || (count() == 1).then_some(()));
    copy_records(&mut service.database(), 40).unwrap();
    let rebuilt = service.folder().run(&["rebuild"]);
    assert!(rebuilt.status.success(), "{rebuilt:?}");
    // One in twenty is unlisted.
    let games = eventually("the counted copies", || {
        Some(games_of(&service, "common.won?game=punyon_ken")).filter(|games| *games > 1)
    });
    assert!((25..=41).contains(&games), "{games}");
}
