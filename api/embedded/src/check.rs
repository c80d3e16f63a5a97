//! Checks that the server still accepts new connections, and restarts it if it does not.
//!
//! A server goes on running when its programs and libraries are replaced, as by a minor upgrade of the distribution.
//! The processes it then starts for new connections load libraries that do not fit it. Old connections notice nothing,
//! so only a new one shows it.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use postgres::NoTls;
use postgres::error::SqlState;
use rustix::process::Signal;
use tracing::{error, warn};

use super::access::{ADMIN, USER};
use super::running::Shared;
use super::socket;

/// How often a new connection is tried.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How long one may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);
/// How many must fail one after the other before the server is started again.
const MAX_FAILED_CHECKS: u32 = 3;
/// After a restart that did not help, it is this long before the next; then twice as long, up to the second.
const RESTART_PAUSE_RANGE: (Duration, Duration) = (Duration::from_secs(30), Duration::from_mins(10));
/// How long each way to end the server may take.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// Tests the needs of every connection: a process of its own, its database, and the library of PL/pgSQL.
const CHECK: &str = "DO $$ BEGIN END $$";

/// The reason why new connections to the server fail, if they do.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<Option<String>>>);

impl Health {
    /// The reason why the last trial connection failed, if it did.
    pub fn failure(&self) -> Option<String> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tries connections until the server is to stop.
pub(super) fn watch(shared: &Shared, socket_dir: &Path, health: &Health) {
    let url = socket::url(socket_dir, USER, ADMIN);
    let (mut failed, mut pause, mut restarted) = (0, RESTART_PAUSE_RANGE.0, None::<Instant>);
    while !shared.pause(CHECK_INTERVAL) {
        let failure = check(&url);
        if let Some(reason) = &failure {
            warn!(reason, "a new connection to PostgreSQL failed");
        }
        failed = if failure.is_some() { failed + 1 } else { 0 };
        health.lock().clone_from(&failure);
        if failure.is_none() {
            pause = RESTART_PAUSE_RANGE.0;
        }
        let may_restart = restarted.is_none_or(|at| at.elapsed() > pause);
        if failed >= MAX_FAILED_CHECKS && may_restart {
            error!("PostgreSQL runs and takes no new connections; starting it again");
            if restarted.is_some() {
                pause = (pause * 2).min(RESTART_PAUSE_RANGE.1);
            }
            restarted = Some(Instant::now());
            failed = 0;
            stop(shared);
        }
    }
}

/// The reason why a new connection fails, if it does. A server that starts or recovers is waited for.
fn check(url: &str) -> Option<String> {
    let (sender, result) = channel();
    let url = url.to_owned();
    let started = thread::Builder::new().name("kifu-postgres-check".to_owned()).spawn(move || {
        let checked =
            postgres::Client::connect(&url, NoTls).and_then(|mut client| client.batch_execute(CHECK));
        let _ = sender.send(checked);
    });
    if let Err(error) = started {
        warn!(%error, "no thread could be started to try a connection");
        return None;
    }
    match result.recv_timeout(CHECK_TIMEOUT) {
        Ok(Ok(())) => None,
        Ok(Err(error)) if error.code() == Some(&SqlState::CANNOT_CONNECT_NOW) => None,
        Ok(Err(error)) => Some(error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string)),
        Err(RecvTimeoutError::Timeout) => Some(format!("no answer within {} s", CHECK_TIMEOUT.as_secs())),
        Err(RecvTimeoutError::Disconnected) => Some("the check ended early".to_owned()),
    }
}

/// Ends the server; whoever keeps it starts it again.
fn stop(shared: &Shared) {
    let Some(pid) = shared.pid() else { return };
    for signal in [Signal::INT, Signal::QUIT, Signal::KILL] {
        shared.signal_process(pid, signal);
        let begun = Instant::now();
        while begun.elapsed() < STOP_TIMEOUT {
            if shared.pid() != Some(pid) || shared.pause(Duration::from_millis(50)) {
                return;
            }
        }
    }
}
