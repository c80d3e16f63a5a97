//! The cost of an import to those who log at a table meanwhile, its speed when nobody does, the effect of an importer
//! that stands still, and the time of a backup and its restoration.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use kifu_tests::Client;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use uuid::{NoContext, Timestamp, Uuid};

use crate::Failure;
use crate::archive;
use crate::counting::{part, sorted, wait_until_idle};
use crate::games::{self, Sampled};
use crate::load::Load;
use crate::report::median;
use crate::service::{self, Service};

/// Records of a file.
const RECORDS: usize = 10_000;
/// Tables at which somebody logs.
const TABLES: usize = 16;
/// How long each rests after a move.
const REST_INTERVAL: Duration = Duration::from_millis(50);
/// How long a side takes.
const SIDE_TIME: Duration = Duration::from_secs(10);
/// Rounds of all sides, after one that warms up.
const ROUNDS: usize = 5;
/// How often somebody asks whether the service is ready.
const READINESS_INTERVAL: Duration = Duration::from_millis(100);
/// For how long an importer stands still, and goes on.
const STOPPED_TIME: Duration = Duration::from_millis(400);

/// The load beside the tables.
#[derive(Clone, Copy)]
enum Beside {
    Nothing,
    Import,
    StoppedImport,
}

const SIDES: [(Beside, &str); 3] = [
    (Beside::Nothing, "nothing"),
    (Beside::Import, "an import"),
    (Beside::StoppedImport, "an importer that stands still half of the time"),
];

/// The delays at the tables.
struct WriterDelays {
    /// Milliseconds of moves, sorted.
    moves: Vec<f64>,
    /// How often the service was not ready, of how many times.
    unready: [usize; 2],
}

/// A folder that is removed when it is dropped.
struct Aside(PathBuf);

impl Drop for Aside {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Prints both tables.
pub fn measure(service: &Service) -> Result<(), Failure> {
    let aside = Aside(std::env::temp_dir().join(format!("kifu-bench-import-{}", std::process::id())));
    std::fs::create_dir_all(&aside.0)?;
    let sampled = games::sample(200);
    let load = Load::new(service.address, &sampled);
    let mut database = archive::database(service)?;
    let mut files = (0..).map(|number| write_file(&aside.0, number, &sampled));
    let mut next_file = || files.next().ok_or("no file")?;

    let file = next_file()?;
    let begun = Instant::now();
    finished(import(service, &file)?)?;
    let alone = RECORDS as f64 / begun.elapsed().as_secs_f64();
    println!("an import that nobody is beside: {alone:.0} records/s");
    wait_until_idle(&mut database)?;

    let mut rounds: [Vec<WriterDelays>; 3] = Default::default();
    for round in 0..=ROUNDS {
        for ((beside, name), noticed) in SIDES.iter().zip(&mut rounds) {
            let side = side(service, &load, *beside, &next_file()?)?;
            let [p50, p99] = [50, 99].map(|share| part(&side.moves, share));
            eprintln!("round {round}, {name}: p50 {p50:.2} ms, p99 {p99:.2} ms");
            wait_until_idle(&mut database)?;
            if round > 0 {
                noticed.push(side);
            }
        }
    }
    print(&rounds);
    back_up(service, &aside.0)
}

fn print(rounds: &[Vec<WriterDelays>; 3]) {
    println!("| beside | p50 | p99 | p99 against nothing | slowest move | not ready |");
    println!("|---|---:|---:|---:|---:|---:|");
    for ((_, name), noticed) in SIDES.iter().zip(rounds) {
        let of = |share| median(noticed.iter().map(|one| part(&one.moves, share)).collect());
        let pairs = rounds[0].iter().zip(noticed);
        let against = sorted(pairs.map(|(a, b)| part(&b.moves, 99) / part(&a.moves, 99)).collect());
        let slowest = noticed.iter().filter_map(|one| one.moves.last()).copied().fold(0.0, f64::max);
        let [unready, probes] =
            [0, 1].map(|which| noticed.iter().map(|one| one.unready[which]).sum::<usize>());
        println!(
            "| {name} | {:.2} ms | {:.2} ms | {:.2} ({:.2} to {:.2}) | {slowest:.0} ms | {unready} of {probes} |",
            of(50),
            of(99),
            part(&against, 50),
            part(&against, 0),
            part(&against, 99)
        );
    }
}

/// One side of a round.
fn side(service: &Service, load: &Load<'_>, beside: Beside, file: &Path) -> Result<WriterDelays, Failure> {
    let (ended, probes, unready) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let client = Client::new(&format!("http://{}", service.address));
    let mut importer = match beside {
        Beside::Nothing => None,
        Beside::Import | Beside::StoppedImport => Some(import(service, file)?),
    };
    let stopped = matches!(beside, Beside::StoppedImport).then(|| importer.as_ref().map(Pid::from_child));
    let moves = thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Relaxed) {
                probes.fetch_add(1, Relaxed);
                unready.fetch_add(usize::from(client.get("/readyz").send().status != 200), Relaxed);
                thread::sleep(READINESS_INTERVAL);
            }
        });
        if let Some(pid) = stopped.flatten() {
            let ended = &ended;
            scope.spawn(move || stop_and_go(pid, ended));
        }
        let moves = load.resting(TABLES, REST_INTERVAL, SIDE_TIME);
        ended.store(true, Relaxed);
        moves
    });
    if let Some(importer) = &mut importer {
        importer.kill()?;
        importer.wait()?;
    }
    Ok(WriterDelays { moves: sorted(moves?), unready: [unready.into_inner(), probes.into_inner()] })
}

/// Stops a process and lets it go on, in turns.
fn stop_and_go(pid: Pid, ended: &AtomicBool) {
    while !ended.load(Relaxed) {
        for signal in [Signal::STOP, Signal::CONT] {
            let _ = kill_process(pid, signal);
            thread::sleep(STOPPED_TIME);
        }
    }
}

fn import(service: &Service, file: &Path) -> Result<Child, Failure> {
    let mut command = service::command(&std::env::temp_dir())?;
    let url = format!("postgresql:///kifu?host={}&user=kifu", service.socket().display());
    command.env("KIFU_DATABASE_URL", url).arg("import").arg(file);
    Ok(command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?)
}

fn finished(importer: Child) -> Result<(), Failure> {
    let output = importer.wait_with_output()?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
}

/// A file of the sampled games, over and over. No two files and no two lines have a record in common.
fn write_file(folder: &Path, number: usize, sampled: &[Sampled]) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("{number}.ndjson"));
    let mut file = BufWriter::new(File::create(&path)?);
    let first = DateTime::UNIX_EPOCH + TimeDelta::days(i64::try_from(365 * (40 + number))?);
    for (index, game) in sampled.iter().cycle().take(RECORDS).enumerate() {
        let opened_at = first + TimeDelta::seconds(i64::try_from(index * 600)?);
        writeln!(file, "{}", record(game, opened_at)?)?;
    }
    file.flush()?;
    Ok(path)
}

fn record(game: &Sampled, opened_at: DateTime<Utc>) -> Result<Value, Failure> {
    let moves = game.moves.iter().map(|entry| serde_json::from_str::<Value>(entry));
    let log = (1..).zip(moves).map(|(second, entry)| {
        Ok::<_, Failure>(json!({"at": opened_at + TimeDelta::seconds(second), "entry": entry?}))
    });
    let seconds = u64::try_from(opened_at.timestamp())?;
    let mut options = game.opening.options.clone();
    if let Some(options) = options.as_object_mut() {
        options.remove("game");
    }
    Ok(json!({
        "kifu": 1,
        "id": Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0)),
        "game": game.game,
        "seats": game.opening.seats,
        "options": options,
        "opened_at": opened_at,
        "visibility": "public",
        "log": log.collect::<Result<Vec<_>, _>>()?,
    }))
}

/// How long a backup of all that was imported takes, and its restoration.
fn back_up(service: &Service, folder: &Path) -> Result<(), Failure> {
    let mut database = archive::database(service)?;
    let records = archive::count(&mut database, "SELECT count(*) FROM games")?;
    let events = archive::count(&mut database, "SELECT count(*) FROM events")?;
    let file = folder.join("kifu.backup");
    let file_name = file.to_str().ok_or("no text")?;
    let begun = Instant::now();
    service.command(&["backup", file_name])?;
    let backed_up = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    succeed(service::command(&folder.join("restored"))?.args(["restore", file_name]))?;
    let restored = begun.elapsed().as_secs_f64();
    println!(
        "{records} records, {events} events: backup {backed_up:.1} s, restoration {restored:.1} s, {:.2} times as long",
        restored / backed_up
    );
    Ok(())
}

fn succeed(command: &mut Command) -> Result<(), Failure> {
    let status = command.stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err("a command failed".into()) }
}
