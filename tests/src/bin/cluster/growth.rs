//! Lets a cluster grow, shrink and lose a worker while tables are live, and reports the effect on writers and readers.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kifu_tests::citus::Citus;
use kifu_tests::{Ask, Client, Folder, Service, Table};
use postgres::Client as Connection;
use serde_json::{Value, json};

/// Tables at which notes are logged.
const TABLES: usize = 12;
/// The pause of a writer or reader before the next request.
const PAUSE: Duration = Duration::from_millis(50);
/// How long who asks for lists does.
const LIST_PAUSE: Duration = Duration::from_millis(100);
/// How long nothing happens at first, and for how long a worker is away.
const CALM: Duration = Duration::from_secs(8);
/// How soon everything must go on behind a worker that is back.
const RECOVERY: Duration = Duration::from_secs(30);

/// The asker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asker {
    Writer(usize),
    Reader(usize),
    List,
}

/// An answer, or that there was none.
struct Observed {
    asker: Asker,
    at: Instant,
    ok: bool,
}

/// The observations of all askers, in order for each of them.
type Log = Arc<Mutex<Vec<Observed>>>;

/// People at their tables.
struct People {
    tables: Vec<Table>,
    log: Log,
    stop: Arc<AtomicBool>,
    writers: Vec<JoinHandle<usize>>,
    others: Vec<JoinHandle<()>>,
}

/// Something that happened meanwhile.
struct Phase {
    name: &'static str,
    begin: Instant,
    end: Instant,
}

/// Does everything once; false if somebody noticed more than they may.
pub fn measure(cluster: &mut Citus) -> bool {
    let folder = Arc::new(Folder::on_cluster(cluster.ports()));
    let service = Service::start_in(Arc::clone(&folder));
    let database = folder.cluster_database().expect("it is on the cluster");
    let mut coordinator = database.node(0);
    let people = People::begin(&service);
    let mut holds = true;
    holds &= people.nobody_fails("nothing happens", || thread::sleep(CALM));
    holds &= people.nobody_fails("a worker is added", || database.add_node(cluster.add()));
    holds &= people.nobody_fails("shards are moved to it", || {
        run(&mut coordinator, "SELECT citus_rebalance_start(); SELECT citus_rebalance_wait()");
    });
    say_where(&mut coordinator);
    let first = cluster.ports()[1];
    holds &= people.nobody_fails("a worker is emptied", || {
        run(&mut coordinator, &format!("SELECT citus_drain_node('127.0.0.1', {first})"));
    });
    say_where(&mut coordinator);
    holds &= people.nobody_fails("a backup is written", || {
        let backup = folder.path().join("kifu.backup");
        let written = folder.run(&["backup", backup.to_str().expect("a path in UTF-8")]);
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    });
    holds &= lose_a_worker(cluster, &people, &service);
    holds & people.all_is_there()
}

/// Stops the second worker for a while. Only tables of its shards may fail, and readiness says so.
fn lose_a_worker(cluster: &mut Citus, people: &People, service: &Client) -> bool {
    let mut readiness = BTreeSet::new();
    let lost = run_phase("a worker is lost", || {
        cluster.workers()[1].stop();
        let begun = Instant::now();
        while begun.elapsed() < CALM {
            thread::sleep(LIST_PAUSE);
            readiness.insert(service.get("/readyz").send().status);
        }
    });
    let failing = people.failing(&lost);
    let elsewhere = |asker: Asker| asker != Asker::List && !failing.contains(&asker);
    println!(
        "{:<34} {:>6.1} s   {} of {} writers failed; elsewhere {:.2} s at most; lists {}; readyz {readiness:?}",
        lost.name,
        (lost.end - lost.begin).as_secs_f64(),
        failing.iter().filter(|asker| matches!(asker, Asker::Writer(_))).count(),
        TABLES,
        people.longest(&lost, elsewhere).as_secs_f64(),
        if failing.contains(&Asker::List) { "failed" } else { "went on" },
    );
    let back = run_phase("it is back", || {
        cluster.workers()[1].start_again();
        people.wait_for_everybody();
    });
    let waited = failing.iter().filter_map(|asker| people.first_success(*asker, back.begin)).max();
    println!(
        "{:<34} {:>6.1} s   after which everybody who failed was answered ({:.2} s for the last)",
        back.name,
        (back.end - back.begin).as_secs_f64(),
        waited.unwrap_or_default().as_secs_f64()
    );
    let some =
        (1..TABLES).contains(&failing.iter().filter(|asker| matches!(asker, Asker::Writer(_))).count());
    if !some {
        eprintln!("a worker that is lost should take some tables with it, not all and not none");
    }
    if !readiness.contains(&503) {
        eprintln!("the service was ready while shards could not be written");
    }
    some && readiness.contains(&503) && people.failing(&back).is_subset(&failing)
}

/// Something that happens while people go on.
fn run_phase(name: &'static str, happen: impl FnOnce()) -> Phase {
    let begin = Instant::now();
    happen();
    // A request that is still open belongs to this phase.
    let end = Instant::now();
    thread::sleep(4 * PAUSE);
    Phase { name, begin, end }
}

fn run(coordinator: &mut Connection, statements: &str) {
    for statement in statements.split("; ") {
        coordinator.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error:?}"));
    }
}

/// Prints how many pieces each node has, of one table.
fn say_where(coordinator: &mut Connection) {
    let rows = coordinator
        .query("SELECT nodeport, count(*) FROM citus_shards WHERE table_name = 'events'::regclass GROUP BY 1 ORDER BY 1", &[])
        .unwrap();
    let counts: Vec<_> = rows.iter().map(|row| row.get::<_, i64>(1).to_string()).collect();
    println!("    pieces of the table of events on the nodes that have any: {}", counts.join(", "));
}

impl People {
    fn begin(service: &Service) -> Self {
        let tables: Vec<_> = (0..TABLES).map(|_| service.open_plain("bremen", 4)).collect();
        let (log, stop) = (Log::default(), Arc::new(AtomicBool::new(false)));
        let writers = tables.iter().enumerate().map(|(number, table)| {
            let (table, log, stop) = (table.clone(), Arc::clone(&log), Arc::clone(&stop));
            thread::spawn(move || write(number, &table, &log, &stop))
        });
        let writers = writers.collect();
        let readers = tables.iter().enumerate().step_by(2).map(|(number, table)| {
            let ask = table.get("");
            (Asker::Reader(number), ask, PAUSE)
        });
        let list = (Asker::List, service.get("/v1/games?limit=20"), LIST_PAUSE);
        let others = readers.chain([list]).map(|(asker, ask, pause)| {
            let (log, stop) = (Arc::clone(&log), Arc::clone(&stop));
            thread::spawn(move || read(asker, &ask, pause, &log, &stop))
        });
        let others = others.collect();
        Self { tables, log, stop, writers, others }
    }

    /// Prints the observations; false if a request got no answer.
    fn nobody_fails(&self, name: &'static str, happen: impl FnOnce()) -> bool {
        let phase = run_phase(name, happen);
        let failing = self.failing(&phase);
        let seconds = |of: fn(Asker) -> bool| self.longest(&phase, of).as_secs_f64();
        println!(
            "{name:<34} {:>6.1} s   writers {:.2} s, readers {:.2} s, lists {:.2} s at most; {} failed",
            (phase.end - phase.begin).as_secs_f64(),
            seconds(|asker| matches!(asker, Asker::Writer(_))),
            seconds(|asker| matches!(asker, Asker::Reader(_))),
            seconds(|asker| asker == Asker::List),
            failing.len(),
        );
        if !failing.is_empty() {
            eprintln!("{name}: {failing:?} got no answer");
        }
        failing.is_empty()
    }

    /// The longest time between two answers of one of these within a phase.
    fn longest(&self, phase: &Phase, of: impl Fn(Asker) -> bool) -> Duration {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let askers: BTreeSet<_> = log.iter().map(|seen| seen.asker).filter(|asker| of(*asker)).collect();
        let longest_of = |asker| {
            let answers: Vec<_> = log.iter().filter(|seen| seen.asker == asker && seen.ok).collect();
            let of_phase = |pair: &&[&Observed]| pair[1].at > phase.begin && pair[0].at < phase.end;
            answers.windows(2).filter(of_phase).map(|pair| pair[1].at - pair[0].at).max()
        };
        askers.into_iter().filter_map(longest_of).max().unwrap_or_default()
    }

    /// The askers without an answer within a phase.
    fn failing(&self, phase: &Phase) -> BTreeSet<Asker> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = log.iter().filter(|seen| !seen.ok && seen.at > phase.begin && seen.at < phase.end);
        failed.map(|seen| seen.asker).collect()
    }

    /// How long after a moment somebody was answered first.
    fn first_success(&self, asker: Asker, since: Instant) -> Option<Duration> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter().find(|seen| seen.asker == asker && seen.ok && seen.at > since).map(|seen| seen.at - since)
    }

    /// Waits until everybody was answered anew.
    fn wait_for_everybody(&self) {
        let begun = Instant::now();
        let everybody = || {
            let writers = (0..TABLES).map(Asker::Writer);
            let readers = (0..TABLES).step_by(2).map(Asker::Reader);
            writers.chain(readers).chain([Asker::List])
        };
        while everybody().any(|asker| self.first_success(asker, begun).is_none()) {
            assert!(begun.elapsed() < RECOVERY, "somebody gets no answer");
            thread::sleep(PAUSE / 5);
        }
    }

    /// Ends, and compares the acknowledged entries with the stored ones.
    fn all_is_there(self) -> bool {
        self.stop.store(true, Ordering::SeqCst);
        let counts: Vec<_> =
            self.writers.into_iter().map(|writer| writer.join().expect("a writer")).collect();
        self.others.into_iter().for_each(|other| other.join().expect("a reader"));
        let stored = |table: &Table| -> Vec<String> {
            let text = |entry: Value| entry["text"].as_str().unwrap_or_default().to_owned();
            table.entries().into_iter().map(text).collect()
        };
        let holds =
            self.tables.iter().zip(&counts).all(|(table, count)| {
                stored(table).into_iter().eq((0..*count).map(|number| number.to_string()))
            });
        println!(
            "{} notes were acknowledged; all are there once, in their order: {holds}",
            counts.iter().sum::<usize>()
        );
        holds
    }
}

/// Writes numbers one after the other, each until it is acknowledged, and answers how many were.
fn write(number: usize, table: &Table, log: &Log, stop: &AtomicBool) -> usize {
    let mut next = 0;
    let mut is_acknowledged = true;
    // The last one may have been written unheard: it is asked for until that is known.
    while !stop.load(Ordering::SeqCst) || !is_acknowledged {
        let note = json!({"type": "annotate", "text": next.to_string()});
        let ask = table.log(&note).header("Idempotency-Key", &format!("{number}-{next}"));
        is_acknowledged = answered(Asker::Writer(number), ask, log);
        next += usize::from(is_acknowledged);
        thread::sleep(PAUSE);
    }
    next
}

fn read(asker: Asker, ask: &Ask, pause: Duration, log: &Log, stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        answered(asker, ask.clone(), log);
        thread::sleep(pause);
    }
}

fn answered(asker: Asker, ask: Ask, log: &Log) -> bool {
    let ok = ask.try_send().is_ok_and(|answer| answer.status < 300);
    log.lock().unwrap_or_else(PoisonError::into_inner).push(Observed { asker, at: Instant::now(), ok });
    ok
}
