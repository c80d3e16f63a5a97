//! `bounds`: what the worst record that is allowed costs everybody else.
//!
//! Of every game a record is logged until it is full: as many moves as are possible, corrections of the first move until
//! no more are taken, then annotations of the greatest length. Then [`READERS`] clients without a token read it at once,
//! each route in turn, over and over, while another one asks for `/healthz`.

use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use kifu_engine::erased::{AnyGame, AnyRecord};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Table};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::Failure;
use crate::service::Service;

/// Who reads at once.
const READERS: usize = 4;
/// How long they read each record.
const READ_TIME: Duration = Duration::from_secs(15);
/// How long to wait between looks at `/healthz`.
const PROBE_INTERVAL: Duration = Duration::from_millis(5);
/// Moves of a record, so that corrections and annotations find room as well.
const MAX_MOVES: usize = 5000;
/// Entries in one request.
const ENTRIES_PER_REQUEST: usize = 250;
/// Moves refused, or ending the game, before a record is taken to have as many as it can have.
const MAX_REFUSED_MOVES: usize = 100;

struct Random(SmallRng);

impl Chooser for Random {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// Measures every game and prints a line for each.
pub fn measure(service: &Service) -> Result<(), Failure> {
    let client = Client::new(&format!("http://{}", service.address));
    println!(
        "{:<18}{:>8}{:>8}{:>9}{:>24}{:>24}{:>12}",
        "game", "events", "moves", "MiB", "healthz idle ms", "healthz read ms", "RSS MiB"
    );
    for game in games::ALL {
        let table = fill(&client, *game)?;
        let url = format!("/v1/games/{}", table.id);
        // As the scribe sees it: corrections that change nothing are none to others.
        let record = client.get(&url).token(&table.scribe).json();
        let idle = latencies(&client, &AtomicBool::new(false), Duration::from_secs(2));
        let before = service.resident_mib()?;
        let (read, bytes, peak) = read_at_once(service, &client, &url)?;
        println!(
            "{:<18}{:>8}{:>8}{:>9.1}{:>24}{:>24}{:>12}",
            game.meta().slug,
            record["version"].to_string(),
            record["moves"].to_string(),
            bytes as f64 / f64::from(1 << 20),
            shown(&idle),
            shown(&read),
            format!("{before:.0} → {peak:.0}"),
        );
    }
    Ok(())
}

/// The worst record of this game; its table.
fn fill(client: &Client, game: &dyn AnyGame) -> Result<Table, Failure> {
    let mut random = Random(SmallRng::seed_from_u64(17));
    let (opening, record) = (0..20)
        .map(|_| longest(game, &mut random))
        .max_by_key(|(_, record)| record.len())
        .ok_or("no games")?;
    let seats = vec![Value::Null; opening.seats.into()];
    let table = client.open(&json!({"game": game.meta().slug, "seats": seats, "options": opening.options}));
    let moves: Vec<Value> = record.in_force().into_iter().map(|entry| entry.payload).collect();
    for batch in moves.chunks(ENTRIES_PER_REQUEST) {
        let answer = table.log(&json!(batch)).send();
        if answer.status != 201 {
            return Err(answer.text().into());
        }
    }
    let amendment =
        json!({"type": "amend", "event": 1, "with": moves.first().ok_or("a game without moves")?});
    let annotation = json!({"type": "annotate", "event": 1, "text": "譜".repeat(2000)});
    for entry in [amendment, annotation] {
        let mut size = ENTRIES_PER_REQUEST;
        while size > 0 {
            match table.log(&json!(vec![&entry; size])).send() {
                answer if answer.status == 201 => {}
                answer if answer.status == 409 || answer.status == 413 => size /= 2,
                answer => return Err(answer.text().into()),
            }
        }
    }
    Ok(table)
}

/// As long a game as random moves make without ending it.
fn longest(game: &dyn AnyGame, random: &mut Random) -> (kifu_engine::erased::Opening, Box<dyn AnyRecord>) {
    loop {
        let opening = game.sample_opening(random);
        let Ok(mut record) = game.open(&opening) else { continue };
        let mut attempts = 0;
        while record.len() < MAX_MOVES && attempts < MAX_REFUSED_MOVES {
            let Some(mv) = record.sample(random) else { break };
            let mut next = record.fork();
            if next.append(&mv).is_ok() && next.status() == Status::Live {
                record = next;
            } else {
                attempts += 1;
            }
        }
        if !record.is_empty() {
            return (opening, record);
        }
    }
}

/// Everybody reads; answers with how long `/healthz` took, what was read and the peak of memory.
fn read_at_once(service: &Service, client: &Client, url: &str) -> Result<(Vec<Duration>, u64, f64), Failure> {
    let routes = [
        "",
        "/replay",
        "/events",
        "/record",
        "/board.svg",
        "/forms",
        "/choices",
        "/replay?perspective=public",
        "/live?after=0",
    ];
    let (done, bytes) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut peak = service.resident_mib()?;
    let read = thread::scope(|scope| {
        for reader in 0..READERS {
            let (done, bytes) = (&done, &bytes);
            scope.spawn(move || {
                for route in routes.iter().cycle().skip(reader) {
                    if done.load(Relaxed) {
                        return;
                    }
                    let media = if route.starts_with("/events") { "application/x-ndjson" } else { "*/*" };
                    bytes.fetch_add(drain(client, &format!("{url}{route}"), media, done), Relaxed);
                }
            });
        }
        let watch = scope.spawn(|| latencies(client, &done, READ_TIME));
        while !watch.is_finished() {
            peak = peak.max(service.resident_mib()?);
            thread::sleep(Duration::from_millis(50));
        }
        done.store(true, Relaxed);
        watch.join().map_err(|_| Failure::from("the watch failed"))
    })?;
    Ok((read, bytes.into_inner(), peak))
}

/// Reads an answer to its end, or until all is done.
fn drain(client: &Client, path: &str, media: &str, done: &AtomicBool) -> u64 {
    let mut buffer = vec![0; 64 << 10];
    let Some(mut body) = client.get(path).header("Accept", media).reader() else { return 0 };
    let (mut total, begun) = (0, Instant::now());
    // A stream does not end: the first events are what costs.
    while !done.load(Relaxed) && begun.elapsed() < READ_TIME / 3 {
        match body.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(read) => total += read as u64,
        }
    }
    total
}

fn latencies(client: &Client, done: &AtomicBool, time: Duration) -> Vec<Duration> {
    let begun = Instant::now();
    let mut measured = Vec::new();
    while !done.load(Relaxed) && begun.elapsed() < time {
        let started = Instant::now();
        if client.get("/healthz").send().status == 200 {
            measured.push(started.elapsed());
        }
        thread::sleep(PROBE_INTERVAL);
    }
    measured.sort();
    measured
}

/// Median, 99th percentile and maximum.
fn shown(latencies: &[Duration]) -> String {
    let last = latencies.len().saturating_sub(1);
    let at = |index: usize| latencies.get(index).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3);
    format!("{:.1} / {:.1} / {:.1}", at(last / 2), at(last * 99 / 100), at(last))
}
