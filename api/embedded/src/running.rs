//! The running server, as the threads that start, check and stop it share it.

use std::process::{Child, ExitStatus};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// State shared by the keeping thread and whoever stops it.
#[derive(Debug, Default)]
pub(super) struct Shared {
    state: Mutex<State>,
    pub(super) stop: Condvar,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) stopping: bool,
    /// The server's process. It is waited for only under the lock, so that a number is never signalled after it was
    /// freed.
    pub(super) child: Option<Child>,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn reap(&self) -> Option<ExitStatus> {
        let mut state = self.lock();
        let status = state.child.as_mut()?.try_wait().ok()??;
        state.child = None;
        Some(status)
    }

    pub(super) fn signal(&self, signal: Signal) {
        if let Some(child) = &self.lock().child {
            // A child that ended is a zombie until it is waited for: the number is still its own.
            let _ = kill_process(Pid::from_child(child), signal);
        }
    }

    /// The number of the server, if one runs.
    pub(super) fn pid(&self) -> Option<Pid> {
        self.lock().child.as_ref().map(Pid::from_child)
    }

    /// Signals this server and no other.
    pub(super) fn signal_process(&self, pid: Pid, signal: Signal) {
        if let Some(child) = &self.lock().child
            && Pid::from_child(child) == pid
        {
            let _ = kill_process(pid, signal);
        }
    }

    /// Blocks until the server has ended.
    pub(super) fn wait(&self) -> Option<ExitStatus> {
        let pid = self.pid()?;
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
        {}
        self.reap()
    }

    /// Waits; whether stopping was asked for meanwhile.
    pub(super) fn pause(&self, time: Duration) -> bool {
        let waited = self.stop.wait_timeout_while(self.lock(), time, |state| !state.stopping);
        waited.unwrap_or_else(PoisonError::into_inner).0.stopping
    }
}
