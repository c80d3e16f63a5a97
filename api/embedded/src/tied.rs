//! Processes that end when we do.

use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;
use tracing::debug;

use super::account::Account;

/// A command that gets `signal` when the thread that spawns it ends, if `setpriv` is there to
/// arrange it. Where it is not, the next start stops the orphan.
pub(super) fn tied(account: &Account, signal: Signal, program: &Path) -> Command {
    let Some(setpriv) = setpriv() else {
        debug!("no setpriv here: a killed kifu leaves its PostgreSQL to the next one");
        return account.command(program);
    };
    let mut command = account.command(&setpriv);
    let signal = if signal == Signal::KILL { "KILL" } else { "INT" };
    command.args(["--pdeathsig", signal, "--"]).arg(program);
    command
}

/// util-linux's, for busybox's of the same name knows no `--pdeathsig`.
fn setpriv() -> Option<PathBuf> {
    let path =
        ["/usr/bin/setpriv", "/bin/setpriv"].map(PathBuf::from).into_iter().find(|path| path.exists())?;
    let help = Command::new(&path).arg("--help").output().ok()?;
    String::from_utf8_lossy(&help.stdout).contains("--pdeathsig").then_some(path)
}
