//! `bounds`: what the worst record that is allowed costs everybody else.
//!
//! Of every game a record is logged until it is full. Then [`READERS`] clients without a token read it at once, each route
//! in turn, over and over, while another one asks for `/healthz`.

use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use kifu_engine::games;
use kifu_tests::{Client, Ending, fill_record};

use crate::Failure;
use crate::service::Service;

/// The number of concurrent readers.
const READERS: usize = 4;
/// How long they read each record.
const READ_TIME: Duration = Duration::from_secs(15);
/// How long to wait between looks at `/healthz`.
const PROBE_INTERVAL: Duration = Duration::from_millis(5);

/// Measures every game and prints a line for each.
pub fn measure(service: &Service) -> Result<(), Failure> {
    let client = Client::new(&format!("http://{}", service.address));
    println!(
        "{:<18}{:>8}{:>8}{:>9}{:>24}{:>24}{:>12}",
        "game", "events", "moves", "MiB", "healthz idle ms", "healthz read ms", "RSS MiB"
    );
    for game in games::ALL {
        let table = fill_record(&client, *game, Ending::Live);
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

/// All readers read; returns the times of `/healthz`, the data read and the peak of memory.
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
