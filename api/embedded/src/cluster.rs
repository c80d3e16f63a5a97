//! The cluster on disk: created whole or not at all, and freed from a server that was killed.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tracing::{info, warn};
use uuid::Uuid;

use super::access::ADMIN;
use super::account::Account;
use super::binaries::Binaries;
use super::error::{EmbeddedError, io_at};
use super::reasons::Action;
use super::tied::tied;

/// Prefix of folders in which `initdb` works; what is left of one is from an interrupted start.
const PARTIAL_FOLDER_PREFIX: &str = "postgres.partial-";

/// How long processes that a killed `initdb` started may go on writing.
const PARTIAL_REMOVAL_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a killed server may stay a zombie, until whoever inherited it takes notice.
const ZOMBIE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long an orphaned server may take for its last checkpoint.
const ORPHAN_TIMEOUT: Duration = Duration::from_mins(1);

/// How often a process is looked at while waiting for it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The finished cluster's folder.
pub(super) fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("postgres")
}

/// The cluster's major version; `None` if there is no cluster.
pub(super) fn version(cluster: &Path) -> Result<Option<u32>, EmbeddedError> {
    let path = cluster.join("PG_VERSION");
    match fs::read_to_string(&path) {
        Ok(text) => match text.trim().parse() {
            Ok(version) => Ok(Some(version)),
            Err(_) => Err(EmbeddedError::NotACluster { folder: cluster.to_owned() }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::remove_dir(cluster) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(EmbeddedError::NotACluster { folder: cluster.to_owned() })
            }
            _ => Ok(None),
        },
        Err(source) => Err(EmbeddedError::Io { action: Action::Read, path, source }),
    }
}

/// Creates the cluster: `initdb` works in a folder of its own, which gets its final name only when
/// all is there and on disk.
pub(super) fn create(
    data_dir: &Path,
    cluster: &Path,
    binaries: &Binaries,
    account: &Account,
) -> Result<(), EmbeddedError> {
    clear_partial(data_dir)?;
    let partial = data_dir.join(format!("{PARTIAL_FOLDER_PREFIX}{}", Uuid::now_v7().simple()));
    fs::create_dir(&partial).map_err(io_at(Action::Create, &partial))?;
    fs::set_permissions(&partial, Permissions::from_mode(0o700)).map_err(io_at(Action::Protect, &partial))?;
    account.give(&partial)?;
    info!(folder = %data_dir.display(), version = binaries.version, "creating the database");
    let mut output = initdb(&partial, "C.UTF-8", binaries, account)?;
    if !output.status.success() {
        // Not every system has C.UTF-8; without it only the case of non-ASCII letters is lost.
        output = initdb(&partial, "C", binaries, account)?;
    }
    if !output.status.success() {
        let output = [output.stdout, output.stderr].concat();
        let output = String::from_utf8_lossy(&output).trim().to_owned();
        return Err(EmbeddedError::Initdb { folder: partial, output });
    }
    rename(data_dir, &partial, cluster)
}

fn rename(data_dir: &Path, from: &Path, to: &Path) -> Result<(), EmbeddedError> {
    fs::rename(from, to).map_err(io_at(Action::Rename, from))?;
    File::open(data_dir).and_then(|folder| folder.sync_all()).map_err(io_at(Action::Sync, data_dir))
}

/// The cluster of an upgrade while it is filled.
pub(super) fn next(data_dir: &Path) -> PathBuf {
    data_dir.join("postgres.next")
}

/// The folder of the upgraded cluster when everything is in it, until it has its final name.
fn upgraded(data_dir: &Path) -> PathBuf {
    data_dir.join("postgres.upgraded")
}

/// Removes the folders of an interrupted upgrade; the cluster that serves has gone on since.
pub(super) fn discard_next(data_dir: &Path) -> Result<(), EmbeddedError> {
    for left in [next(data_dir), upgraded(data_dir)] {
        if left.exists() {
            warn!(folder = %left.display(), "removing what an interrupted upgrade left");
            // First the file that makes it a cluster, so that what is left of it is none.
            let _ = fs::remove_file(left.join("PG_VERSION"));
            fs::remove_dir_all(&left).map_err(io_at(Action::Remove, &left))?;
        }
    }
    Ok(())
}

/// Puts the next cluster in the place of the one that serves, and returns the new folder of the old one.
pub(super) fn take_place(data_dir: &Path) -> Result<PathBuf, EmbeddedError> {
    let cluster = folder(data_dir);
    let version = version(&cluster)?.unwrap_or_default();
    let names = (0..)
        .map(|n| format!("postgres.old-{version}{}", if n == 0 { String::new() } else { format!("-{n}") }));
    let old = names.map(|name| data_dir.join(name)).find(|old| !old.exists()).unwrap_or_default();
    rename(data_dir, &next(data_dir), &upgraded(data_dir))?;
    rename(data_dir, &cluster, &old)?;
    finish_upgrade(data_dir)?;
    Ok(old)
}

/// True if there is a cluster, in its place or on the way there.
pub(super) fn exists(data_dir: &Path) -> Result<bool, EmbeddedError> {
    let in_place = folder(data_dir);
    let found = in_place.try_exists().map_err(io_at(Action::Read, &in_place))?;
    Ok(found || upgraded(data_dir).exists())
}

/// Ends an upgrade that was interrupted between the two names.
pub(super) fn finish_upgrade(data_dir: &Path) -> Result<(), EmbeddedError> {
    let (cluster, upgraded) = (folder(data_dir), upgraded(data_dir));
    if cluster.exists() || !upgraded.exists() { Ok(()) } else { rename(data_dir, &upgraded, &cluster) }
}

/// Runs `initdb`, which syncs what it wrote. Sorting is by code point everywhere, so that a new
/// version of the system's locales cannot spoil an index.
fn initdb(
    folder: &Path,
    letters: &str,
    binaries: &Binaries,
    account: &Account,
) -> Result<Output, EmbeddedError> {
    let program = binaries.initdb();
    tied(account, Signal::KILL, &program)
        .arg("--pgdata")
        .arg(folder)
        .args(["--username", ADMIN, "--encoding", "UTF8", "--locale", "C", "--lc-ctype", letters])
        .args(["--auth-local", "reject", "--auth-host", "reject", "--data-checksums"])
        .process_group(0)
        .output()
        .map_err(io_at(Action::Run, &program))
}

/// Removes the folders of interrupted starts.
fn clear_partial(data_dir: &Path) -> Result<(), EmbeddedError> {
    for entry in fs::read_dir(data_dir).map_err(io_at(Action::Read, data_dir))?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PARTIAL_FOLDER_PREFIX) {
            warn!(folder = %entry.path().display(), "removing what an interrupted start left");
            remove_partial(&entry.path());
        }
    }
    Ok(())
}

/// Removes the folder of a killed `initdb`. Processes that it started may write for a moment longer. If the folder
/// can't be removed it is in nobody's way: names are not used twice.
fn remove_partial(folder: &Path) {
    let begun = Instant::now();
    while let Err(error) = fs::remove_dir_all(folder) {
        if begun.elapsed() > PARTIAL_REMOVAL_TIMEOUT {
            warn!(folder = %folder.display(), %error, "could not remove it");
            return;
        }
        sleep(POLL_INTERVAL);
    }
}

/// Waits until the servers of an earlier kifu are gone, and removes their lock files if PostgreSQL would be misled by them.
/// That of an upgrade has a cluster of its own and the same socket. Only for whoever holds the data folder's lock.
pub(super) fn release_all(data_dir: &Path) -> Result<(), EmbeddedError> {
    [folder(data_dir), next(data_dir), upgraded(data_dir)].iter().try_for_each(|cluster| release(cluster))
}

/// Releases one cluster.
fn release(cluster: &Path) -> Result<(), EmbeddedError> {
    let lock = cluster.join("postmaster.pid");
    let mut is_signalled = false;
    let begun = Instant::now();
    loop {
        let timeout = match holder(cluster, &lock) {
            Holder::Nobody => return Ok(()),
            Holder::Stranger => break,
            Holder::Zombie => ZOMBIE_TIMEOUT,
            Holder::Orphan(pid) => {
                if !is_signalled {
                    warn!(pid = pid.as_raw_nonzero(), "stopping the PostgreSQL an earlier kifu left");
                    // It may have ended since it was seen.
                    let _ = kill_process(pid, Signal::INT);
                    is_signalled = true;
                }
                ORPHAN_TIMEOUT
            }
        };
        if begun.elapsed() > timeout {
            break;
        }
        sleep(POLL_INTERVAL);
    }
    if let Holder::Orphan(pid) = holder(cluster, &lock) {
        let pid = Some(pid.as_raw_nonzero().get());
        return Err(EmbeddedError::InUse { data_dir: cluster.to_owned(), pid });
    }
    // PostgreSQL takes any live process of that number for its predecessor; in containers, where
    // numbers repeat, it would never start again.
    warn!(file = %lock.display(), "removing the lock file of a PostgreSQL that is gone");
    fs::remove_file(&lock).map_err(io_at(Action::Remove, &lock))
}

/// The holder of the number in `postmaster.pid`.
enum Holder {
    /// No file, or no such process: PostgreSQL handles that itself.
    Nobody,
    /// A process that is not the server of this cluster.
    Stranger,
    /// Dead, but not yet waited for.
    Zombie,
    /// The server of this cluster.
    Orphan(Pid),
}

fn holder(cluster: &Path, lock: &Path) -> Holder {
    let Ok(text) = fs::read_to_string(lock) else {
        return Holder::Nobody;
    };
    let Some(pid) = text.lines().next().and_then(|line| line.trim().parse().ok()).and_then(Pid::from_raw)
    else {
        return Holder::Nobody;
    };
    let process = PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()));
    let Ok(stat) = fs::read_to_string(process.join("stat")) else {
        return Holder::Nobody;
    };
    // The state follows the name, which is in parentheses and may hold anything.
    if stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X'])) {
        return Holder::Zombie;
    }
    match fs::read_link(process.join("cwd")) {
        Ok(folder) if folder == cluster => Holder::Orphan(pid),
        Ok(_) => Holder::Stranger,
        // Not ours to look at, so not our server either; PostgreSQL judges likewise.
        Err(_) => Holder::Nobody,
    }
}
