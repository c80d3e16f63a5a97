//! The signals that end the service, or make it read its settings again.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// SIGINT and SIGTERM. From the moment it is made, they no longer end the process by themselves.
pub struct ShutdownSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl ShutdownSignals {
    /// Listens from now on.
    ///
    /// # Errors
    ///
    /// If the system lets us handle no signals.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Resolves at the first of them, with its name; at once if it came since [`ShutdownSignals::listen`].
    pub async fn received(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
        }
    }
}

/// SIGHUP. From the moment it is made, it no longer ends the process.
pub struct ReloadSignal(Signal);

impl ReloadSignal {
    /// Listens from now on.
    ///
    /// # Errors
    ///
    /// If the system lets us handle no signals.
    pub fn listen() -> io::Result<Self> {
        signal(SignalKind::hangup()).map(Self)
    }

    /// Waits for the next one; false if none can come any more.
    pub async fn received(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}
