//! The faults, and their repair.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use chrono::{DateTime, TimeDelta};
use kifu_tests::{Client, Folder, Service, eventually};
use rustix::process::{Pid, Signal, kill_process};

use crate::importer;

/// The other service also waits for a second signal before it ends.
const DRAINING: (&str, &str) = ("KIFU_DRAIN_SECONDS", "3600");

/// Makes PostgreSQL refuse an append that needs room on the disk, and no other statement.
const FILL_DISK: &str = "
    CREATE OR REPLACE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fill_disk()";

/// A clock that is late by an hour; monotonic clocks are as they were.
const LATE_CLOCK: [(&str, &str); 3] = [
    ("LD_PRELOAD", "/usr/$LIB/faketime/libfaketimeMT.so.1"),
    ("FAKETIME", "-1h"),
    ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
];
/// By how much it is late at least.
const LATE_BY: TimeDelta = TimeDelta::minutes(59);

/// For how long something is frozen.
const FREEZE: Duration = Duration::from_millis(1_500);

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The service that has the database; its `PostgreSQL` ends with it.
    Both,
    /// The other service.
    Service,
    /// The postmaster, as a power cut would.
    Postmaster,
    /// One of its processes, after which it recovers.
    Backend,
    /// All connections, as an operator would.
    Connections,
    /// All processes that serve connections stand still for a while.
    FrozenBackends,
    /// The other service stands still for a while.
    FrozenService,
    /// Nothing more can be appended for a while.
    FullDisk,
    /// The other service is asked to end, says so, goes on serving and is replaced.
    Drain,
    /// The clock of the other service goes an hour back; afterwards it is right again.
    LateClock,
    /// Somebody imports records, and stands still in between.
    FrozenImporter,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Both,
        Self::Service,
        Self::Postmaster,
        Self::Backend,
        Self::Connections,
        Self::FrozenBackends,
        Self::FrozenService,
        Self::FullDisk,
        Self::Drain,
        Self::LateClock,
        Self::FrozenImporter,
    ];
}

/// Heads are signed so often that each cycle has some.
const SETTINGS: [(&str, &str); 1] = [("KIFU_HEAD_SECONDS", "1")];

/// The two services; always there but while they are started.
pub struct Services {
    first: Option<Service>,
    second: Option<Service>,
}

impl Services {
    /// Both, on the data of this folder, into which a fault may be put.
    pub fn start(folder: Arc<Folder>, sabotage: impl FnOnce(&Service)) -> Self {
        let mut first = Service::start_in_with(folder, &SETTINGS);
        sabotage(&first);
        // Connections that are open do not have it yet.
        first = Service::start_in_with(first.stop(), &SETTINGS);
        let second = first.beside_with(&settings_of_second());
        Self { first: Some(first), second: Some(second) }
    }

    /// How they are reached.
    pub fn clients(&self) -> [Client; 2] {
        [(**self.first()).clone(), (**self.second()).clone()]
    }

    /// The folder with the data.
    pub fn folder(&self) -> Arc<Folder> {
        self.first().folder()
    }

    /// The database, as its owner.
    pub fn database(&self) -> postgres::Client {
        self.first().database()
    }

    fn first(&self) -> &Service {
        self.first.as_ref().expect("the first service")
    }

    fn second(&self) -> &Service {
        self.second.as_ref().expect("the second service")
    }

    /// Breaks something, and starts again what does not do so by itself.
    pub fn break_by(&mut self, fault: Fault) {
        match fault {
            Fault::Both => {
                let folder = self.first.take().expect("the first service").kill();
                self.first = Some(Service::start_in_with(folder, &SETTINGS));
            }
            Fault::Service => {
                self.second.take().expect("the second service").kill();
                self.second = Some(self.first().beside_with(&settings_of_second()));
            }
            Fault::Postmaster => self.crash_server(),
            Fault::Backend => self.backends().first().iter().for_each(|pid| signal(**pid, Signal::KILL)),
            Fault::Connections => self.backends().iter().for_each(|pid| signal(*pid, Signal::TERM)),
            Fault::FrozenBackends => freeze(&self.backends()),
            Fault::FrozenService => freeze(&[self.second().pid()]),
            Fault::FullDisk => self.fill_disk(),
            Fault::Drain => self.drain(),
            Fault::LateClock => self.put_clock_back(),
            Fault::FrozenImporter => importer::stand_still(&self.folder(), &self.clients()),
        }
    }

    /// Ends what a fault has left behind, once everybody has worked with it for a while.
    pub fn put_right(&mut self, fault: Fault) {
        if fault == Fault::LateClock {
            self.second.take().expect("the second service").kill();
            self.second = Some(self.first().beside_with(&settings_of_second()));
        }
    }

    /// Puts a backup in the place of the database, while nothing serves it.
    pub fn restore(&mut self, backup: &Path) {
        self.second.take().expect("the second service").kill();
        // The backup lies in its folder.
        let lost = self.first.take().expect("the first service").stop();
        let folder = Arc::new(Folder::new());
        let output = folder.run(&["restore", backup.to_str().expect("text")]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.first = Some(Service::start_in_with(folder, &SETTINGS));
        self.second = Some(self.first().beside_with(&settings_of_second()));
        drop(lost);
    }

    fn put_clock_back(&mut self) {
        self.second.take().expect("the second service").kill();
        let settings = [settings_of_second(), LATE_CLOCK.to_vec()].concat();
        let second = self.first().beside_with(&settings);
        let date = |client: &Client| {
            let answer = client.get("/healthz").send();
            DateTime::parse_from_rfc2822(answer.header("date")).expect("a date")
        };
        let late = date(self.first()) - date(&second);
        assert!(late > LATE_BY, "its clock is late by {late}: Debian's libfaketime makes it so");
        self.second = Some(second);
    }

    /// Both services have writers: that appends fail makes them not ready, and one that does not fail makes them ready. A
    /// cluster has no triggers.
    fn fill_disk(&self) {
        if self.folder().cluster_database().is_some() {
            return freeze(&self.backends());
        }
        let are_ready = |ready: bool| {
            let status = |client: &Client| client.get("/readyz").send().status;
            let all = self.clients().iter().all(|client| (status(client) == 200) == ready);
            all.then_some(())
        };
        let mut database = self.database();
        database.batch_execute(FILL_DISK).expect("a full disk");
        eventually("services that are not ready", || are_ready(false));
        database.batch_execute("DROP TRIGGER full_disk ON events").expect("room on the disk");
        eventually("services that are ready", || are_ready(true));
    }

    fn drain(&mut self) {
        let second = self.second.take().expect("the second service");
        signal(second.pid(), Signal::TERM);
        eventually("a service that leaves", || (second.get("/readyz").send().status == 503).then_some(()));
        assert_eq!(second.get("/v1/rules").send().status, 200, "it goes on serving");
        // A second signal ends the waiting.
        second.stop();
        self.second = Some(self.first().beside_with(&settings_of_second()));
    }

    /// Kills the server, which the service starts again. On a cluster a worker: it ends and recovers when one of its
    /// processes is killed.
    fn crash_server(&self) {
        let folder = self.folder();
        let Some(database) = folder.cluster_database() else {
            return signal(self.postmaster(), Signal::KILL);
        };
        let mut worker = database.node(1);
        let row = worker.query_one("SELECT pg_backend_pid()", &[]).expect("a process of the worker");
        signal(Pid::from_raw(row.get(0)).expect("a process"), Signal::KILL);
    }

    fn postmaster(&self) -> Pid {
        let file = self.folder().path().join("data/postgres/postmaster.pid");
        let text = fs::read_to_string(file).expect("a running server");
        Pid::from_raw(text.lines().next().and_then(|line| line.parse().ok()).expect("a number"))
            .expect("a process")
    }

    /// The processes that serve the connections of both services.
    fn backends(&self) -> Vec<Pid> {
        let sql =
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'kifu' AND pid <> pg_backend_pid()";
        let rows = self.first().database().query(sql, &[]).expect("the processes");
        rows.iter().filter_map(|row| Pid::from_raw(row.get(0))).collect()
    }
}

fn settings_of_second() -> Vec<(&'static str, &'static str)> {
    SETTINGS.into_iter().chain([DRAINING]).collect()
}

/// One that has ended meanwhile needs none.
fn signal(pid: Pid, signal: Signal) {
    let _ = kill_process(pid, signal);
}

fn freeze(pids: &[Pid]) {
    for pid in pids {
        signal(*pid, Signal::STOP);
    }
    sleep(FREEZE);
    for pid in pids {
        signal(*pid, Signal::CONT);
    }
}
