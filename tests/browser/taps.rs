//! A recorded game of every kind is logged tap by tap, and the taps are counted: the one that tells a table as its
//! scribe sees it, where there is one, else the longest.
//!
//! The table in BENCHMARKS.md says how many; `KIFU_PIN=1` writes it anew.

use std::cmp::Reverse;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_tests::{Recorded, Service, Table, recorded};
use serde_json::Value;

use crate::browser::Setting;
use crate::pad::Pad;

const BEGIN: &str = "<!-- taps: written by KIFU_PIN=1 cargo test -p kifu-tests --test browser taps -->\n";
const END: &str = "<!-- end of taps -->";
/// The name of a recorded game that holds no more than a scribe sees.
const SCRIBE_VIEW: &str = "at_a_table";

/// The taps of each move of a game.
struct Counted {
    game: String,
    name: String,
    taps: Vec<usize>,
}

#[test]
fn a_whole_game_of_each_kind_is_logged_with_two_taps_a_move_at_most_in_the_median() {
    let service = Service::start();
    let mut pad: Option<Pad> = None;
    let counted: Vec<Counted> = chosen()
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
    for one in &counted {
        assert!(median(one.taps.clone()) <= 2.0, "{}: {:?}", one.name, one.taps);
    }
    pin(&written(&counted));
}

/// One recorded game of every kind.
fn chosen() -> Vec<Recorded> {
    let mut games = recorded();
    let order =
        |game: &Recorded| (game.game.clone(), !game.name.ends_with(SCRIBE_VIEW), Reverse(game.log.len()));
    games.sort_by_key(order);
    games.dedup_by(|later, first| later.game == first.game);
    games
}

/// Logs a game by tapping; the page then agrees with the engine's fold.
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
    assert_eq!(table.get("").json()["state"], game.fold().state().value(), "{}", game.name);
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

fn median(mut taps: Vec<usize>) -> f64 {
    taps.sort_unstable();
    let middle = taps.len() / 2;
    let upper = taps[middle] as f64;
    if taps.len() % 2 == 1 { upper } else { f64::midpoint(taps[middle - 1] as f64, upper) }
}

fn written(counted: &[Counted]) -> String {
    let mut table =
        String::from("| recorded game | moves | taps | median | most |\n| --- | --: | --: | --: | --: |\n");
    for Counted { game, name, taps } in counted {
        let (moves, sum, most) =
            (taps.len(), taps.iter().sum::<usize>(), taps.iter().max().copied().unwrap_or(0));
        writeln!(table, "| {game}: {name} | {moves} | {sum} | {} | {most} |", median(taps.clone())).unwrap();
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
