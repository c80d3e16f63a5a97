//! A database of several shards, and the instances that share the work on it.

use std::sync::Arc;

use chrono::Utc;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Folder, Postgres, Service, Setup, Table, eventually, random_game};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use crate::statistics_upkeep::counted_after;

const SHARDS: (&str, &str) = ("KIFU_SHARDS", "4");

fn record_games(client: &Client, first: u64, count: usize) -> Vec<Table> {
    let game = games::find("you_cry_wolf").unwrap();
    let finished = (first..).map(|seed| random_game(game, seed));
    let finished = finished.filter(|game| game.fold().status() == Status::Over).take(count);
    let record = |game: kifu_tests::Recorded| {
        let table = client.open(&game.request());
        table.log(&Value::Array(game.log)).json();
        table
    };
    finished.map(record).collect()
}

fn counted(client: &Client) -> u64 {
    let answer = client.get("/v1/statistics/common.won?game=you_cry_wolf").send().json();
    answer["total"]["games"].as_u64().unwrap_or_default()
}

fn said(folder: &Folder, arguments: &[&str]) -> (bool, String) {
    let output = folder.run(arguments);
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.success(), text)
}

/// A copy of a database, however it is made, has the records, the shards and the proofs of the other.
#[test]
fn a_database_of_several_shards_is_saved_restored_exported_and_audited() {
    let service = Service::start_in_with(Arc::new(Folder::new()), &[SHARDS]);
    record_games(&service, 1, 12);
    eventually("twelve games", || (counted(&service) == 12).then_some(()));
    let as_of = counted_after(&service, "common.won?game=you_cry_wolf", Utc::now())["cursor"].clone();
    record_games(&service, 1_000, 4);
    eventually("sixteen games", || (counted(&service) == 16).then_some(()));
    let before = format!("/v1/statistics/common.won?game=you_cry_wolf&as_of={}", as_of.as_str().unwrap());
    let answer = service.get(&before).json();
    assert_eq!(answer["total"]["games"], 12);
    let time =
        format!("/v1/statistics/common.won?game=you_cry_wolf&as_of={}", answer["as_of"].as_str().unwrap());
    assert_eq!(service.get(&time).json()["total"]["games"], 12, "the time of a place is its time");

    let folder = service.folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, games, proofs) = (path("all.backup"), path("games.ndjson"), path("proofs.ndjson"));
    let (is_done, text) = said(&folder, &["backup", &file]);
    assert!(is_done, "{text}");
    let (is_done, text) = said(&folder, &["export", "--output", &games, "--proofs", &proofs]);
    assert!(is_done, "{text}");
    let (is_whole, text) = said(&folder, &["audit", &games, &proofs]);
    assert!(is_whole, "{text}");

    let restored = Folder::new();
    let (is_done, text) = said(&restored, &["restore", &file]);
    assert!(is_done, "{text}");
    let (is_whole, text) = said(&restored, &["verify"]);
    assert!(is_whole && text.contains("verified 16 records") && text.contains("faults: 0"), "{text}");
    let (is_done, text) = said(&restored, &["migrate", "--shards", "4"]);
    assert!(is_done && text.contains("4 shards"), "{text}");
    let (is_done, text) = said(&restored, &["migrate", "--shards", "3"]);
    assert!(!is_done && text.contains("the database has 4 shards") && text.contains("シャード"), "{text}");
    // The setting does nothing where there is a database.
    let again = Service::start_in_with(Arc::new(restored), &[("KIFU_SHARDS", "9")]);
    eventually("all games anew", || (counted(&again) == 16).then_some(()));
    assert_eq!(again.get(&before).send().status, 410, "a cursor of another life of the database");
}

/// Statistics and notices go on, whichever of the instances is killed or stands still.
#[test]
fn what_an_instance_followed_is_taken_over() {
    let server = Postgres::start(&Setup { logins: "host all all 127.0.0.1/32 trust\n", ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    let start = || Service::start_in_with(Arc::new(Folder::new()), &[SHARDS, ("KIFU_DATABASE_URL", &url)]);
    let (first, second) = (start(), start());
    let held = "SELECT count(*), count(DISTINCT pid) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = hashtext('kifu follower')::oid";
    let mut owner = server.client("kifu");
    let mut division = |shards, instances| {
        eventually("a division", || {
            let row = owner.query_one(held, &[]).unwrap();
            ((row.get::<_, i64>(0), row.get::<_, i64>(1)) == (shards, instances)).then_some(())
        });
    };
    division(4, 2);
    record_games(&second, 1, 8);
    eventually("eight games", || (counted(&second) == 8).then_some(()));

    kill_process(first.pid(), Signal::STOP).unwrap();
    record_games(&second, 1_000, 8);
    eventually("sixteen games beside one that stands still", || (counted(&second) == 16).then_some(()));
    kill_process(first.pid(), Signal::CONT).unwrap();

    first.kill();
    division(4, 1);
    record_games(&second, 2_000, 4);
    eventually("twenty games without the other", || (counted(&second) == 20).then_some(()));
    let third = start();
    division(4, 2);
    second.kill();
    division(4, 1);
    record_games(&third, 3_000, 4);
    eventually("all games", || (counted(&third) == 24).then_some(()));
}

/// A reader who goes on at another instance, item by item, gets everything once, and each record in its order.
#[test]
fn a_cursor_is_a_place_in_every_shard() {
    let service = Service::start_in_with(Arc::new(Folder::new()), &[SHARDS]);
    let other = service.beside();
    let game = json!({"game": "bremen", "seats": [null, null, null, null], "visibility": "public"});
    let tables: Vec<Table> = (0..8).map(|_| service.open(&game)).collect();
    for round in 0..5 {
        for (index, table) in tables.iter().enumerate() {
            let at = if index % 2 == 0 { &service } else { &other };
            table.at(at).log(&json!({"type": "annotate", "text": round.to_string()})).json();
        }
    }
    let whole = service.get("/v1/feed?limit=1000").json()["events"].clone();
    let name = |item: &Value| (item["game_id"].clone(), item["seq"].clone());
    let all: Vec<_> = whole.as_array().unwrap().iter().map(name).collect();
    assert_eq!(all.len(), 48);
    let (mut next, mut read) = ("/v1/feed?limit=1".to_owned(), Vec::new());
    while read.len() < all.len() {
        let at = if read.len() % 2 == 0 { &service } else { &other };
        let page = at.get(&next).json();
        read.extend(page["events"].as_array().unwrap().iter().map(name));
        page["next"].as_str().unwrap().clone_into(&mut next);
    }
    assert_eq!(read, all);
    for (index, item) in whole.as_array().unwrap().iter().enumerate().step_by(5) {
        let after = item["cursor"].as_str().unwrap();
        let rest = other.get(&format!("/v1/feed?limit=1000&after={after}")).json()["events"].clone();
        assert_eq!(rest.as_array().unwrap().iter().map(name).collect::<Vec<_>>(), all[index + 1..]);
    }
}
