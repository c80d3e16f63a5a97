//! Every recorded game is logged tap by tap, and the taps are counted.
//!
//! The table in BENCHMARKS.md says how many; `KIFU_PIN=1` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_tests::{Recorded, Service, Table, recorded};
use serde_json::Value;

use crate::browser::Setting;
use crate::pad::Pad;

const BEGIN: &str = "<!-- taps: written by KIFU_PIN=1 cargo nextest run -p kifu-tests taps -->\n";
const END: &str = "<!-- end of taps -->";

/// The taps of each move of a game.
struct Counted {
    game: String,
    name: String,
    taps: Vec<usize>,
}

#[test]
fn the_taps_of_every_recorded_game_are_as_pinned_and_two_at_most_in_the_median() {
    let service = Service::start();
    let mut pad: Option<Pad> = None;
    let counted: Vec<Counted> = recorded()
        .iter()
        .map(|game| {
            let table = service.open(&game.request());
            let pad = match &mut pad {
                Some(pad) => {
                    pad.visit(&table, service.base(), "pad", &table.scribe);
                    pad
                }
                none => none.insert(Pad::of(&table, service.base(), Setting::PHONE)),
            };
            Counted { game: game.game.clone(), name: game.name.clone(), taps: log_whole(pad, &table, game) }
        })
        .collect();
    for game in kinds(&counted) {
        let all = counted.iter().filter(|one| one.game == game).flat_map(|one| one.taps.clone()).collect();
        assert!(median(all) <= 2.0, "{game}");
    }
    pin(&written(&counted));
}

/// Logs a game by tapping; what it says then is what the engine folds.
fn log_whole(pad: &mut Pad, table: &Table, game: &Recorded) -> Vec<usize> {
    let mut version = 0;
    let taps = game.log.iter().map(|entry| {
        pad.taps = 0;
        log_entry(pad, table, entry, version);
        version += 1;
        pad.at(version);
        pad.taps
    });
    let taps = taps.collect();
    assert_eq!(table.get("").json()["state"], game.fold().state(), "{}", game.name);
    taps
}

fn log_entry(pad: &mut Pad, table: &Table, entry: &Value, version: u64) {
    if entry["type"] == "take_back" {
        return pad.tap("#undo");
    }
    pad.at(version);
    if entry["type"] == "amend" {
        return pad.correct(table, entry["event"].as_u64().unwrap(), &entry["with"]);
    }
    if entry["irregular"] == true {
        let mut mv = entry.clone();
        mv.as_object_mut().unwrap().remove("irregular");
        if kifu_tests::enter(&pad.offered(), &mv).is_none() {
            pad.tap("[data-unusual]");
        }
        pad.log(&mv);
        return pad.tap("[data-decide='irregular']");
    }
    pad.log(entry);
}

fn kinds(counted: &[Counted]) -> Vec<&str> {
    let mut games: Vec<&str> = counted.iter().map(|one| one.game.as_str()).collect();
    games.dedup();
    games
}

fn median(mut taps: Vec<usize>) -> f64 {
    taps.sort_unstable();
    let middle = taps.len() / 2;
    let upper = taps[middle] as f64;
    if taps.len() % 2 == 1 { upper } else { f64::midpoint(taps[middle - 1] as f64, upper) }
}

fn written(counted: &[Counted]) -> String {
    let mut table =
        String::from("| recorded game | moves | taps | median | most |\n| --- | --: | --: | --: | --: |\n");
    let mut row = |name: &str, taps: Vec<usize>| {
        let (moves, sum, most) =
            (taps.len(), taps.iter().sum::<usize>(), taps.iter().max().copied().unwrap_or(0));
        writeln!(table, "| {name} | {moves} | {sum} | {} | {most} |", median(taps)).unwrap();
    };
    for game in kinds(counted) {
        let of: Vec<&Counted> = counted.iter().filter(|one| one.game == game).collect();
        row(&format!("**{game}**, all"), of.iter().flat_map(|one| one.taps.clone()).collect());
        of.iter().for_each(|one| row(&one.name, one.taps.clone()));
    }
    table
}

fn pin(table: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../BENCHMARKS.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the table of taps");
    let (pinned, after) = rest.split_once(END).expect("its end");
    if std::env::var_os("KIFU_PIN").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(table, pinned, "KIFU_PIN=1 writes BENCHMARKS.md anew");
    }
}
