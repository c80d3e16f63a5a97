//! Processor time that a service and its database spend on a request, whatever else the machine does.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::reads::Read;
use crate::service::Service;
use crate::waiting::within;

/// How long a stream is silent when it has nothing to tell, if no processor works for it.
const SILENCE: Duration = Duration::from_millis(50);
/// A processor that spends less than this in that time does not work for it.
const IDLE_TIME: Duration = Duration::from_millis(2);
/// A service that does nothing by itself spends less than this
const MAX_REST_TIME: Duration = Duration::from_millis(10);
/// in so long.
const REST_INTERVAL: Duration = Duration::from_millis(500);

/// A service that is watched, on a database that others use, too.
pub struct WatchedService {
    /// The service.
    pub service: Service,
    database: postgres::Client,
    /// Processes of the database that serve others.
    others: Vec<i32>,
}

/// The time spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// By the service.
    pub service: Duration,
    /// By its database.
    pub database: Duration,
}

impl Spent {
    /// By both.
    pub fn total(self) -> Duration {
        self.service + self.database
    }
}

/// The time that it and its threads have spent, in nanoseconds.
#[derive(Default)]
struct Process {
    /// Of each thread that has not ended.
    threads: BTreeMap<i32, u64>,
    /// Of all, those that have ended included, as exactly as [`TICK`].
    whole: u64,
}

/// Of the service, and of its database.
type Processes = [Vec<(i32, Process)>; 2];

/// How exactly the system tells what a whole process has spent: the same on every Linux that Kifu runs on.
const TICK: u64 = 10_000_000;

impl WatchedService {
    /// Starts it on the database of another service, which does the background work.
    ///
    /// # Panics
    ///
    /// If the database can't be asked.
    pub fn beside(other: &Service, settings: &[(&str, &str)]) -> Self {
        let mut database = other.database();
        // The time of a query's parallel worker is lost when it ends.
        database.batch_execute("ALTER DATABASE kifu SET max_parallel_workers_per_gather = 0").unwrap();
        let others = backends(&mut database);
        Self { service: other.beside_with(settings), database, others }
    }

    /// Waits until it does nothing by itself: its work at the start does not belong to a request.
    ///
    /// # Panics
    ///
    /// If it goes on for ten minutes: its own work gives way to all that runs beside it.
    pub fn wait_until_idle(&mut self) {
        let mut before = self.now();
        within(Duration::from_mins(10), "a service with nothing to do", || {
            thread::sleep(REST_INTERVAL);
            let spent = self.since(&before).total();
            before = self.now();
            (spent < MAX_REST_TIME).then_some(())
        });
    }

    /// The time that a request takes.
    ///
    /// # Panics
    ///
    /// If the service fails to answer it.
    pub fn spent_on(&mut self, read: &Read) -> Spent {
        let before = self.now();
        if read.is_stream() {
            self.listen(read, &before);
        } else {
            let answer = read.ask(&self.service).send();
            // A request that takes longer than its class may is refused.
            assert!(answer.status < 500 || answer.status == 503, "{}: {}", read.address, answer.text());
        }
        self.since(&before)
    }

    /// Reads a stream until it has told all that there is.
    fn listen(&mut self, read: &Read, before: &Processes) {
        let mut stream = TcpStream::connect(self.service.base().trim_start_matches("http://")).unwrap();
        let headers = read.ask(&self.service).headers;
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let head =
            format!("GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n", read.address);
        stream.write_all(head.as_bytes()).unwrap();
        stream.set_read_timeout(Some(SILENCE)).unwrap();
        let (mut piece, mut spent) = (vec![0; 1 << 16], Duration::ZERO);
        while stream.read(&mut piece).map_or_else(
            |_| {
                let earlier = std::mem::replace(&mut spent, self.since(before).total());
                spent > earlier + IDLE_TIME
            },
            |length| length > 0,
        ) {}
    }

    fn now(&mut self) -> Processes {
        let backends = backends(&mut self.database).into_iter().filter(|pid| !self.others.contains(pid));
        let backends = backends.map(|pid| (pid, Process::now(pid))).collect();
        let service = self.service.pid().as_raw_nonzero().get();
        [vec![(service, Process::now(service))], backends]
    }

    fn since(&mut self, before: &Processes) -> Spent {
        let now = self.now();
        let [service, database] = [0, 1].map(|part| {
            let spent = now[part].iter().map(|(pid, process)| {
                let before = before[part].iter().find(|(other, _)| other == pid);
                process.since(before.map_or(&Process::default(), |(_, before)| before))
            });
            Duration::from_nanos(spent.sum())
        });
        Spent { service, database }
    }
}

impl Process {
    fn now(pid: i32) -> Self {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let threads = tasks.filter_map(|task| {
            let thread = task.file_name().to_str()?.parse().ok()?;
            let schedule = fs::read_to_string(task.path().join("schedstat")).ok()?;
            Some((thread, schedule.split_whitespace().next()?.parse().ok()?))
        });
        let threads = threads.collect();
        Self { threads, whole: whole(pid).unwrap_or_default() }
    }

    fn since(&self, before: &Self) -> u64 {
        let spent = self.threads.iter().map(|(thread, time)| {
            time.saturating_sub(before.threads.get(thread).copied().unwrap_or_default())
        });
        // The time of threads that ended meanwhile is in the whole only.
        let at_least = (self.whole - before.whole).saturating_sub(TICK);
        spent.sum::<u64>().max(at_least)
    }
}

/// Nanoseconds of a process in user and in kernel mode.
fn whole(pid: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, in parentheses, may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    Some((ticks(11)? + ticks(12)?) * TICK)
}

/// The processes of the database that serve services.
fn backends(database: &mut postgres::Client) -> Vec<i32> {
    let sql =
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.query(sql, &[]).unwrap().iter().map(|row| row.get(0)).collect()
}
