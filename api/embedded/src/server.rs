//! The running server and the thread that keeps it: starts it, and again should it die.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::Signal;
use tracing::{debug, error, info};

use super::access::Access;
use super::account::Account;
use super::binaries::Binaries;
use super::check::{self, Health};
use super::cluster;
use super::error::{EmbeddedError, io_at};
use super::reasons::{Action, NotStarted};
use super::running::Shared;
use super::socket::SOCKET_NAME;
use super::tied::tied;

/// Crash recovery reads at most `max_wal_size` of log; slow disks are allowed for.
const START_TIMEOUT: Duration = Duration::from_mins(2);

/// Leftovers of a killed server keep its shared memory for a moment.
const SHARED_MEMORY_TIMEOUT: Duration = Duration::from_secs(15);

/// The last checkpoint on a slow disk.
const FAST_STOP_TIMEOUT: Duration = Duration::from_mins(1);

/// Without a checkpoint.
const IMMEDIATE_STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// How often `postmaster.pid` is looked at while the server starts.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Waits between attempts to restart a server that died: from, to.
const RESTART_PAUSE_RANGE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(30));

/// Opens no link.
const NOFOLLOW: i32 = OFlags::NOFOLLOW.bits().cast_signed();

/// A log longer than this is begun anew at the start.
const MAX_LOG_BYTES: u64 = 16 << 20;

/// How to start the server.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) binaries: Binaries,
    pub(super) account: Account,
    pub(super) data_dir: PathBuf,
    pub(super) cluster: PathBuf,
    pub(super) socket_dir: PathBuf,
    pub(super) access: Access,
    pub(super) log: PathBuf,
    pub(super) max_connections: u16,
}

impl Server {
    fn command(&self) -> Command {
        let mut command = tied(&self.account, Signal::INT, &self.binaries.postgres());
        command.arg("-D").arg(&self.cluster);
        for setting in self.settings() {
            command.arg("-c").arg(setting);
        }
        // Ctrl-C is for the service, which then stops the server when its requests are answered.
        command.process_group(0);
        command
    }

    /// The settings. They are given on the command line, so that no file and no `ALTER SYSTEM` overrides them.
    fn settings(&self) -> Vec<String> {
        let sockets = self.socket_dir.display().to_string().replace('"', "\"\"");
        let mut settings = vec![
            format!("unix_socket_directories=\"{sockets}\""),
            format!("max_connections={}", self.max_connections),
            format!("hba_file={}", self.access.hba.display()),
            format!("ident_file={}", self.access.ident.display()),
        ];
        if self.recovers() {
            // Else it would be called ready while it only lets itself be read.
            settings.push("hot_standby=off".to_owned());
        }
        settings.extend(
            [
                "listen_addresses=",
                "unix_socket_permissions=0700",
                "port=5432",
                "fsync=on",
                "synchronous_commit=on",
                "full_page_writes=on",
                "wal_compression=on",
                "max_wal_size=1GB",
                "shared_buffers=128MB",
                "effective_cache_size=512MB",
                "work_mem=8MB",
                "maintenance_work_mem=64MB",
                "random_page_cost=1.1",
                "logging_collector=off",
                "log_timezone=UTC",
                "timezone=UTC",
            ]
            .map(str::to_owned),
        );
        settings
    }

    fn spawn(&self) -> Result<Child, EmbeddedError> {
        let log = self.open_log()?;
        let copy = log.try_clone().map_err(io_at(Action::Open, &self.log))?;
        self.command().stdout(log).stderr(copy).spawn().map_err(io_at(Action::Run, &self.binaries.postgres()))
    }

    /// A file rather than a pipe: the server must be able to say why it ends when we are gone.
    fn open_log(&self) -> Result<File, EmbeddedError> {
        if fs::metadata(&self.log).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
            fs::remove_file(&self.log).map_err(io_at(Action::Remove, &self.log))?;
        }
        let mut options = OpenOptions::new();
        options
            .create(true)
            .append(true)
            .mode(0o600)
            .custom_flags(NOFOLLOW)
            .open(&self.log)
            .map_err(io_at(Action::Open, &self.log))
    }

    fn failed(&self, reason: NotStarted, log_from: u64) -> EmbeddedError {
        EmbeddedError::Start { reason, log: self.log.clone(), tail: tail(&self.log, log_from) }
    }

    /// Starts the server and waits until it accepts connections.
    fn start(&self, shared: &Shared) -> Result<(), EmbeddedError> {
        let begun = Instant::now();
        loop {
            cluster::release_all(&self.data_dir)?;
            match self.start_once(shared) {
                Err(EmbeddedError::Start { tail, .. })
                    if held_by_leftovers(&tail) && begun.elapsed() < SHARED_MEMORY_TIMEOUT =>
                {
                    sleep(RESTART_PAUSE_RANGE.0);
                }
                result => return result,
            }
        }
    }

    fn start_once(&self, shared: &Shared) -> Result<(), EmbeddedError> {
        let log_from = fs::metadata(&self.log).map_or(0, |log| log.len());
        let pid = {
            let mut state = shared.lock();
            if state.stopping {
                return Err(self.failed(NotStarted::Stopped, log_from));
            }
            let child = self.spawn()?;
            let pid = child.id();
            state.child = Some(child);
            pid
        };
        let begun = Instant::now();
        let recovers = self.recovers();
        if recovers {
            info!("PostgreSQL reads archived log until the moment it was told to recover to");
        }
        while !self.ready(pid) {
            if let Some(status) = shared.reap() {
                return Err(self.failed(NotStarted::Ended(status), log_from));
            }
            if begun.elapsed() > START_TIMEOUT {
                shared.signal(Signal::QUIT);
                shared.wait();
                return Err(self.failed(NotStarted::NotReady(START_TIMEOUT), log_from));
            }
            sleep(POLL_INTERVAL);
        }
        debug!(pid, after = ?begun.elapsed(), "PostgreSQL is ready");
        Ok(())
    }

    /// An operator wants an earlier moment back; that takes as long as there is log to read.
    fn recovers(&self) -> bool {
        self.cluster.join("recovery.signal").exists()
    }

    /// Line 1 of `postmaster.pid` is the server's number, line 8 its status.
    fn ready(&self, pid: u32) -> bool {
        let Ok(text) = fs::read_to_string(self.cluster.join("postmaster.pid")) else {
            return false;
        };
        let mut lines = text.lines();
        lines.next() == Some(&pid.to_string()) && lines.nth(6).map(str::trim_end) == Some("ready")
    }
}

/// True if PostgreSQL reports that processes of a killed server are still ending.
fn held_by_leftovers(tail: &str) -> bool {
    let socket = format!("{SOCKET_NAME}.lock");
    ["pre-existing shared memory block", "lock file \"postmaster.pid\"", &socket]
        .iter()
        .any(|held| tail.contains(held))
}

/// The last lines of the log that were written since it was `from` bytes long.
fn tail(log: &Path, from: u64) -> String {
    let mut bytes = Vec::new();
    if let Ok(mut file) = File::open(log) {
        let length = file.metadata().map_or(0, |log| log.len());
        let from = if from <= length { from } else { 0 };
        let _ = file.seek(SeekFrom::Start(from.max(length.saturating_sub(4096))));
        let _ = file.read_to_end(&mut bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// The thread that keeps the server running. The server's life hangs on it and not on whoever asked
/// for the start, for the parent-death signal comes when the spawning *thread* ends.
#[derive(Debug)]
pub(super) struct Keeper {
    shared: Arc<Shared>,
    ended: Mutex<Receiver<()>>,
    pub(super) health: Health,
}

impl Keeper {
    /// Starts the server, runs `prepare` once it is ready, and keeps it running from then on.
    pub(super) fn start(
        server: Server,
        create: impl FnOnce(&Server) -> Result<(), EmbeddedError> + Send + 'static,
        prepare: impl FnOnce(&Server) -> Result<(), EmbeddedError> + Send + 'static,
    ) -> Result<Self, EmbeddedError> {
        let shared = Arc::new(Shared::default());
        let (report, started) = sync_channel(1);
        let (end, ended) = sync_channel(1);
        let thread_shared = Arc::clone(&shared);
        let (log, socket_dir) = (server.log.clone(), server.socket_dir.clone());
        let first = move |server: &Server, shared: &Shared| {
            create(server)?;
            server.start(shared)?;
            prepare(server)
        };
        thread::Builder::new()
            .name("kifu-postgres".to_owned())
            .spawn(move || keep(&server, &thread_shared, first, &report, &end))
            .map_err(io_at(Action::Watch, &log))?;
        let keeper = Self { shared, ended: Mutex::new(ended), health: Health::default() };
        match started.recv() {
            Ok(Ok(())) => keeper.check(socket_dir).map_err(io_at(Action::Watch, &log)),
            Ok(Err(error)) => {
                // If it got as far as running.
                let _ = keeper.stop();
                Err(error)
            }
            Err(_) => Err(EmbeddedError::Start { reason: NotStarted::Unwatched, tail: tail(&log, 0), log }),
        }
    }

    /// Looks from now on whether the server takes new connections.
    fn check(self, socket_dir: PathBuf) -> std::io::Result<Self> {
        let (shared, health) = (Arc::clone(&self.shared), self.health.clone());
        let checks = thread::Builder::new().name("kifu-postgres-checks".to_owned());
        checks.spawn(move || check::watch(&shared, &socket_dir, &health))?;
        Ok(self)
    }

    /// Stops the server: transactions are rolled back, connections closed, a checkpoint written.
    /// Waits for it. Does nothing the second time.
    pub(super) fn stop(&self) -> Result<(), EmbeddedError> {
        self.shared.lock().stopping = true;
        self.shared.stop.notify_all();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        for (signal, timeout) in [(Signal::INT, FAST_STOP_TIMEOUT), (Signal::QUIT, IMMEDIATE_STOP_TIMEOUT)] {
            self.shared.signal(signal);
            match ended.recv_timeout(timeout) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.shared.signal(Signal::KILL);
        let _ = ended.recv_timeout(IMMEDIATE_STOP_TIMEOUT);
        Err(EmbeddedError::Stop)
    }
}

/// The life of the keeping thread.
fn keep(
    server: &Server,
    shared: &Shared,
    first: impl FnOnce(&Server, &Shared) -> Result<(), EmbeddedError>,
    report: &SyncSender<Result<(), EmbeddedError>>,
    end: &SyncSender<()>,
) {
    // Nobody waits for a report when the process is ending.
    let _ = report.send(first(server, shared));
    loop {
        let status = shared.wait();
        if shared.lock().stopping {
            break;
        }
        if let Some(status) = status {
            error!(%status, log = %server.log.display(), "PostgreSQL died; starting it again");
        }
        if !restart(server, shared) {
            break;
        }
    }
    let _ = end.send(());
}

/// Starts a server that died, however often it takes; `false` when asked to stop instead.
fn restart(server: &Server, shared: &Shared) -> bool {
    let mut wait = RESTART_PAUSE_RANGE.0;
    while !shared.pause(wait) {
        match server.start(shared) {
            Ok(()) => {
                info!("PostgreSQL runs again");
                return true;
            }
            Err(error) => error!(%error, "PostgreSQL could not be started again"),
        }
        wait = (wait * 2).min(RESTART_PAUSE_RANGE.1);
    }
    // A start that was under way when stopping was asked for.
    shared.wait();
    false
}
