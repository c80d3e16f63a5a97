//! When the service is asked to end.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Resolves at the first SIGINT or SIGTERM, with the signal's name.
pub async fn shutdown_signal() -> io::Result<&'static str> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(tokio::select! {
        _ = interrupt.recv() => "SIGINT",
        _ = terminate.recv() => "SIGTERM",
    })
}
