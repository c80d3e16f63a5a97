//! `strangers`: what one address without a token can do to tables.
//!
//! Every GET of the contract is asked about the worst records, and what takes more than [`DEAR`] of processor time is dear.
//! Then [`CONNECTIONS`] connections of one address ask nothing but the dear requests of one GET, over and over. Beside them
//! two tables log a move every [`MOVE_INTERVAL`]: one that plays games of every kind, and one with a large record. Another
//! client asks for `/healthz`. Both tables do so alone before, too.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use kifu_tests::{Client, MAX_EVENTS, Read, Service, Subject, Table, WatchedService, make_subjects, reads};
use serde_json::json;

use crate::Failure;
use crate::counting::{part, sorted};
use crate::games::{Sampled, sample};
use crate::instances::cpu;

/// A dear request takes longer than this, of the service and its database together.
const DEAR: Duration = Duration::from_millis(20);
/// Connections of the stranger.
const CONNECTIONS: usize = 8;
/// Dear requests of one GET, the dearest first, that are asked in turn.
const MAX_REQUESTS: usize = 40;
/// How long each GET is asked for, unless another number of seconds is given.
const SECONDS: u64 = 10;
/// Between two moves of a table, and two looks at `/healthz`.
const MOVE_INTERVAL: Duration = Duration::from_millis(20);
const PROBE_INTERVAL: Duration = Duration::from_millis(10);
/// Goals: of `/healthz`, in milliseconds, and of a table's moves against those of the table alone.
const HEALTHZ_GOAL: f64 = 50.0;
const MOVES_GOAL: f64 = 5.0;
/// Events of a large record, and how many more it may get before the next one is opened.
const LARGE: usize = 600;
const MAX_LARGE: usize = 300;
/// The stranger and the tables, as a proxy names them.
const STRANGER: (&str, &str) = ("X-Forwarded-For", "192.0.2.1");
const TABLES: (&str, &str) = ("X-Forwarded-For", "192.0.2.2");
/// Nobody works any more if less than this part of a processor is busy for so long.
const QUIET: (f64, Duration) = (0.1, Duration::from_millis(500));
/// The longest wait for that: work that nobody waits for may take hours.
const MAX_WAIT: Duration = Duration::from_mins(1);
const OPERATOR: &str = "the-key-of-the-operator-of-a-bench";
/// Memory for records, in MiB: less than the worst of them take together. Where requests are only measured, each finds its
/// record cold.
const RECORD_CACHE: &str = "64";
const NO_RECORD_CACHE: &str = "1";

/// The dear requests, by the path in the contract.
type Dear = BTreeMap<&'static str, Vec<(Duration, Read)>>;

/// Of a service that believes its proxy.
fn settings<'a>(max_events: &'a str, record_cache: &'a str) -> [(&'a str, &'a str); 6] {
    [
        ("KIFU_OPERATOR_KEY", OPERATOR),
        ("KIFU_TRUSTED_PROXY", "127.0.0.0/8"),
        ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
        ("KIFU_WEBHOOK_KEY", "the key that seals"),
        ("KIFU_RECORD_CACHE_MIB", record_cache),
        ("KIFU_MAX_RECORD_EVENTS", max_events),
    ]
}

/// The delays, in sorted milliseconds.
struct Noticed {
    healthz: Vec<f64>,
    moves: [Vec<f64>; 2],
}

/// Measures and prints the table.
pub fn measure() -> Result<(), Failure> {
    let seconds = std::env::args().nth(2).map_or(Ok(SECONDS), |seconds| seconds.parse())?;
    let time = Duration::from_secs(seconds);
    let max_events = MAX_EVENTS.to_string();
    let service = Service::start_with(&settings(&max_events, RECORD_CACHE));
    let subjects = make_subjects(&service, OPERATOR);
    let watched = WatchedService::beside(&service, &settings(&max_events, NO_RECORD_CACHE));
    let dear = dear(watched, &subjects);
    let sampled = sample(200);
    let mut tables = [SomeTable::small(&service, &sampled), SomeTable::large(&service)];
    println!(
        "| GET | class | processor | answers a second | `/healthz` p50 / p99 / max | table's moves p50, p99: alone → beside | large table's moves | misses |"
    );
    println!("|---|---|---:|---|---:|---|---|---|");
    for (path, requests) in &dear {
        wait_until_quiet(&service);
        let alone = notice(&service, &mut tables, time / 2, || {});
        let (beside, answers) = beside(&service, &mut tables, time, requests);
        print(path, requests, (&alone, &beside), &answers, time);
    }
    Ok(())
}

/// The dear requests that a stranger may send, the dearest first.
fn dear(mut watched: WatchedService, subjects: &[Subject]) -> Dear {
    let (mut dear, mut requested) = (Dear::new(), BTreeSet::new());
    for subject in subjects {
        let mut examples = BTreeSet::new();
        for read in reads(&watched.service, subject) {
            let example = (read.path, read.varied.clone(), read.media.clone());
            let is_new = requested.insert((read.address.clone(), read.media.clone()));
            if is_new && read.is_for_strangers() && examples.insert(example) {
                let spent = watched.spent_on(&read).total();
                if spent > DEAR {
                    dear.entry(read.path).or_default().push((spent, read));
                }
            }
        }
        eprintln!("{}: {} GETs are dear", subject.game, dear.len());
    }
    for requests in dear.values_mut() {
        requests.sort_by_key(|(spent, _)| Reverse(*spent));
        requests.truncate(MAX_REQUESTS);
    }
    dear
}

/// The delays of the tables beside a stranger, and the count of each status that the stranger got.
fn beside(
    service: &Service,
    tables: &mut [SomeTable<'_>; 2],
    time: Duration,
    requests: &[(Duration, Read)],
) -> (Noticed, BTreeMap<u16, usize>) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let connections: Vec<_> = (0..CONNECTIONS)
            .map(|first| {
                let done = &done;
                scope.spawn(move || ask_over_and_over(service, requests, first, done))
            })
            .collect();
        let noticed = notice(service, tables, time, || done.store(true, Relaxed));
        let mut answers = BTreeMap::new();
        for (status, count) in connections.into_iter().flat_map(|one| one.join().unwrap_or_default()) {
            *answers.entry(status).or_default() += count;
        }
        (noticed, answers)
    })
}

/// A connection of the stranger: how often each status was answered, 0 where there was no answer.
fn ask_over_and_over(
    service: &Service,
    requests: &[(Duration, Read)],
    first: usize,
    done: &AtomicBool,
) -> BTreeMap<u16, usize> {
    let client = Client::new(service.base());
    let mut answers = BTreeMap::new();
    for (_, read) in requests.iter().cycle().skip(first * requests.len() / CONNECTIONS) {
        if done.load(Relaxed) {
            break;
        }
        let ask = read.ask(&client).header(STRANGER.0, STRANGER.1);
        let status = if read.is_stream() {
            ask.try_stream(MOVE_INTERVAL * 50).map_or(0, |mut stream| {
                while stream.read().is_some() {}
                200
            })
        } else {
            ask.try_send().map_or(0, |answer| answer.status)
        };
        *answers.entry(status).or_default() += 1;
    }
    answers
}

/// The delays of the tables and of readers of `/healthz` in this time.
fn notice(
    service: &Service,
    tables: &mut [SomeTable<'_>; 2],
    time: Duration,
    then: impl FnOnce(),
) -> Noticed {
    let end = Instant::now() + time;
    thread::scope(|scope| {
        let moves = tables
            .each_mut()
            .map(|table| scope.spawn(move || at_intervals(MOVE_INTERVAL, end, || table.log())));
        let client = Client::new(service.base());
        let healthz = at_intervals(PROBE_INTERVAL, end, || {
            let begun = Instant::now();
            client.get("/healthz").send();
            begun.elapsed()
        });
        then();
        Noticed { healthz, moves: moves.map(|moves| moves.join().unwrap_or_default()) }
    })
}

/// Milliseconds that something takes, sorted.
fn at_intervals(interval: Duration, end: Instant, mut once: impl FnMut() -> Duration) -> Vec<f64> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let time = once();
        times.push(time.as_secs_f64() * 1e3);
        thread::sleep(interval.saturating_sub(time));
    }
    sorted(times)
}

/// Waits until the service does nothing, not even work that nobody waits for any more.
fn wait_until_quiet(service: &Service) {
    let begun = Instant::now();
    let spent = || cpu::of_family(service.pid().as_raw_nonzero().get().unsigned_abs());
    loop {
        let before = spent();
        thread::sleep(QUIET.1);
        if spent() - before < QUIET.0 * QUIET.1.as_secs_f64() || begun.elapsed() > MAX_WAIT {
            return;
        }
    }
}

/// Opens a record, and says which moves to log in it.
type NextTable<'a> = dyn FnMut(&Client) -> (Table, Vec<String>) + Send + 'a;

/// A table that logs moves for ever.
struct SomeTable<'a> {
    client: Client,
    next: Box<NextTable<'a>>,
    table: Option<Table>,
    /// The moves still to be logged in it, the last one first.
    moves: Vec<String>,
}

impl<'a> SomeTable<'a> {
    /// Plays games of every kind.
    fn small(service: &Service, sampled: &'a [Sampled]) -> Self {
        let mut games = sampled.iter().cycle();
        Self::of(service, move |client| {
            let game = games.next().expect("games");
            (client.open(&game.open_request()), game.moves.iter().rev().cloned().collect())
        })
    }

    /// Throws the same again and again, so that nobody wins.
    fn large(service: &Service) -> Self {
        let throw = json!({"type": "throw", "hands": ["rock", "rock"]});
        Self::of(service, move |client| {
            let table = client.open_plain("punyon_ken", 2);
            table.log(&json!(vec![&throw; LARGE])).json();
            (table, vec![throw.to_string(); MAX_LARGE])
        })
    }

    fn of(service: &Service, next: impl FnMut(&Client) -> (Table, Vec<String>) + Send + 'a) -> Self {
        Self { client: Client::new(service.base()), next: Box::new(next), table: None, moves: Vec::new() }
    }

    /// Logs the next move; how long the answer took.
    fn log(&mut self) -> Duration {
        let mv = self.moves.pop();
        let (Some(table), Some(mv)) = (&self.table, mv) else {
            let (table, moves) = (self.next)(&self.client);
            (self.table, self.moves) = (Some(table), moves);
            return self.log();
        };
        let ask = self.client.ask("POST", &table.path("/moves")).body("application/json", mv);
        let ask = ask.token(&table.scribe).header(TABLES.0, TABLES.1);
        let begun = Instant::now();
        let answer = ask.send();
        assert_eq!(answer.status, 201, "{}", answer.text());
        begun.elapsed()
    }
}

/// Prints a line.
fn print(
    path: &str,
    requests: &[(Duration, Read)],
    (alone, beside): (&Noticed, &Noticed),
    answers: &BTreeMap<u16, usize>,
    time: Duration,
) {
    let classes: BTreeSet<_> = requests.iter().map(|(_, read)| read.class).collect();
    let classes: Vec<_> = classes.into_iter().collect();
    let dearest = requests.first().map_or(0.0, |(spent, _)| spent.as_secs_f64() * 1e3);
    let answers: Vec<_> = answers
        .iter()
        .map(|(status, count)| format!("{status}: {:.1}", *count as f64 / time.as_secs_f64()))
        .collect();
    let mut misses = Vec::new();
    if part(&beside.healthz, 99) >= HEALTHZ_GOAL {
        misses.push("healthz");
    }
    let tables = [("moves", 0), ("large moves", 1)].map(|(what, table)| {
        let [before, after] = [alone, beside].map(|noticed| &noticed.moves[table]);
        let ratio = part(after, 99) / part(before, 99);
        if ratio >= MOVES_GOAL {
            misses.push(what);
        }
        let [from, to] =
            [before, after].map(|times| format!("{:.1}, {:.1}", part(times, 50), part(times, 99)));
        format!("{from} → {to} ms: {ratio:.1} ×")
    });
    let healthz = [50, 99, 100].map(|percent| format!("{:.1}", part(&beside.healthz, percent)));
    println!(
        "| `{path}` | {} | {dearest:.0} ms | {} | {} ms | {} | {} | {} |",
        classes.join(", "),
        answers.join(", "),
        healthz.join(" / "),
        tables[0],
        tables[1],
        if misses.is_empty() { "–".to_owned() } else { misses.join(", ") },
    );
}
