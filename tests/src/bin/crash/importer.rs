//! An importer that stands still in the middle of its work, again and again: nobody waits for it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use kifu_engine::games;
use kifu_tests::{Client, Folder, Recorded, Table, eventually, random_game};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use uuid::{NoContext, Timestamp, Uuid};

/// Records that it imports.
const RECORDS: u32 = 120;
/// Random games that they are made of.
const GAMES: u64 = 10;
/// How often it stands still, each time at another moment of its work.
const STOPS: usize = 3;
/// Whatever it held when it stood still is free within this time.
const FREE_AFTER: Duration = Duration::from_secs(3);

/// Imports into the database of this folder, and stands still in between.
pub fn stand_still(folder: &Folder, clients: &[Client; 2]) {
    let aside = Folder::new();
    let file = aside.path().join("games.ndjson");
    write_records(&file);
    let mut importer = start(folder, &file);
    let pid = Pid::from_child(&importer);
    let tables = clients.each_ref().map(|client| client.open_plain("bremen", 4));
    for stop in 0..STOPS {
        wait_for_progress(folder, &mut importer);
        kill_process(pid, Signal::STOP).expect("an importer");
        for table in &tables {
            log_in_time(table, stop);
        }
        clients.iter().for_each(ready);
        kill_process(pid, Signal::CONT).expect("an importer");
    }
    let output = importer.wait_with_output().expect("an importer");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("imported {RECORDS}, already here 0, rejected 0")), "{said}");
}

fn start(folder: &Folder, file: &Path) -> Child {
    let mut command = folder.kifu();
    command.arg("import").arg(file).stdout(Stdio::null());
    command.spawn().expect("an importer")
}

/// Waits until it has imported something since now.
fn wait_for_progress(folder: &Folder, importer: &mut Child) {
    let mut database =
        postgres::Client::connect(&folder.database_url(), postgres::NoTls).expect("the database");
    let mut count_records = || -> i64 {
        let count = "SELECT count(*) FROM events WHERE seq = 0 AND actor = 'import'";
        database.query_one(count, &[]).expect("a number").get(0)
    };
    let before = count_records();
    eventually("progress of an import", || {
        let status = importer.try_wait().expect("an importer");
        assert!(status.is_none(), "the import has ended too early: {status:?}");
        (count_records() > before).then_some(())
    });
}

/// A writer of a move notices nothing once the importer's locks are free. An earlier move may wait until then.
fn log_in_time(table: &Table, stop: usize) {
    let begun = Instant::now();
    for note in ["first", "second"] {
        let note = json!({"type": "annotate", "text": format!("{note} beside an importer that stands still {stop}")});
        let answer = table.log(&note).send();
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    let waited = begun.elapsed();
    assert!(waited < FREE_AFTER, "two moves waited {waited:?} for an importer that stands still");
}

fn ready(client: &Client) {
    let answer = client.get("/readyz").send();
    assert_eq!(answer.status, 200, "beside an importer that stands still: {}", answer.text());
}

/// A file of records that no other file has.
fn write_records(path: &Path) {
    let game = games::find("bremen").expect("the game is known");
    let played: Vec<_> = (0..GAMES).map(|seed| random_game(game, seed)).collect();
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    let first = Utc::now() - TimeDelta::days(365);
    for (number, game) in (0..RECORDS).zip(played.iter().cycle()) {
        let opened_at = first + TimeDelta::seconds(i64::from(number) * 60);
        writeln!(file, "{}", record(game, opened_at)).expect("room on the disk");
    }
    file.flush().expect("room on the disk");
}

fn record(game: &Recorded, opened_at: DateTime<Utc>) -> Value {
    let log: Vec<_> = (1..)
        .zip(&game.log)
        .map(|(millis, entry)| json!({"at": opened_at + TimeDelta::milliseconds(millis), "entry": entry}))
        .collect();
    let seconds = u64::try_from(opened_at.timestamp()).expect("a time after 1970");
    json!({
        "kifu": 1,
        "id": Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0)),
        "game": game.game,
        "seats": game.opening.seats,
        "options": game.opening.options,
        "opened_at": opened_at,
        "visibility": "public",
        "log": log,
    })
}
