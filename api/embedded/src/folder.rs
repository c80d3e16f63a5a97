//! The data folder: ours, closed to others, and taken by one process at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::geteuid;

use super::error::{EmbeddedError, io_at};
use super::reasons::Action;

/// The file whose lock a process holds that works with the folder.
pub(super) const LOCK: &str = "lock";

/// How long the lock may be held on by a process that is ending, or by one just forked.
const LOCK_TIMEOUT: Duration = Duration::from_millis(500);

/// How often the lock is tried meanwhile.
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The permissions of the data folder. The server's account must be able to enter root's folder; its content protects
/// itself.
fn mode() -> u32 {
    if geteuid().is_root() { 0o711 } else { 0o700 }
}

/// The data folder, absolute and without links, so that it compares equal to what `/proc` says. Created if need be; one
/// that is there must be ours, closed to others, and empty or of a kifu.
pub(super) fn prepare(data_dir: &Path) -> Result<PathBuf, EmbeddedError> {
    let data_dir = std::path::absolute(data_dir).map_err(io_at(Action::Create, data_dir))?;
    if !data_dir.exists() {
        let parent = data_dir.parent().unwrap_or(&data_dir);
        fs::create_dir_all(parent).map_err(io_at(Action::Create, &data_dir))?;
        match DirBuilder::new().mode(mode()).create(&data_dir) {
            // Somebody was faster; whose it is shows below.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            created => created.map_err(io_at(Action::Create, &data_dir))?,
        }
    }
    let data_dir = fs::canonicalize(&data_dir).map_err(io_at(Action::Find, &data_dir))?;
    if check(&data_dir)? {
        fs::set_permissions(&data_dir, Permissions::from_mode(mode()))
            .map_err(io_at(Action::Protect, &data_dir))?;
    }
    Ok(data_dir)
}

/// Returns true if it has still to be closed to others; only an empty folder may be open.
pub(super) fn check(data_dir: &Path) -> Result<bool, EmbeddedError> {
    let found = fs::metadata(data_dir).map_err(io_at(Action::Read, data_dir))?;
    let refuse = |owner| EmbeddedError::NotPrivate { data_dir: data_dir.to_owned(), mode: mode(), owner };
    if found.uid() != geteuid().as_raw() {
        return Err(refuse(Some(found.uid())));
    }
    let names = names(data_dir).map_err(io_at(Action::Read, data_dir))?;
    if !names.is_empty() && !names.iter().any(|name| is_ours(name)) {
        return Err(EmbeddedError::Foreign { data_dir: data_dir.to_owned() });
    }
    let is_open = found.mode() & 0o777 & !mode() != 0;
    // An empty one, as a container's volume is, holds nothing that others could have put there.
    if is_open && !names.is_empty() {
        return Err(refuse(None));
    }
    Ok(found.mode() & 0o777 != mode())
}

/// The names in a folder, except those that a new disk has of itself.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.filter(|name| !matches!(name, Ok(name) if name == "lost+found")).collect()
}

/// True if kifu puts something of this name into its data folder.
fn is_ours(name: &str) -> bool {
    name == LOCK || name == "postgres" || name.starts_with("postgres.")
}

/// Takes the data folder for this process, until the file is closed.
pub(super) fn lock(data_dir: &Path) -> Result<File, EmbeddedError> {
    let path = data_dir.join(LOCK);
    let mut file = open(&path)?;
    let begun = Instant::now();
    while let Err(refused) = file.try_lock() {
        if let TryLockError::Error(source) = refused {
            return Err(EmbeddedError::Io { action: Action::Lock, path, source });
        }
        if begun.elapsed() > LOCK_TIMEOUT {
            let mut text = String::new();
            let _ = file.read_to_string(&mut text);
            return Err(EmbeddedError::InUse {
                data_dir: data_dir.to_owned(),
                pid: text.trim().parse().ok(),
            });
        }
        sleep(LOCK_POLL_INTERVAL);
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(io_at(Action::Write, &path))?;
    Ok(file)
}

/// The lock of this folder, to be looked at; `None` if there is none of ours.
pub(super) fn open_lock(data_dir: &Path) -> Option<File> {
    open_as(&data_dir.join(LOCK), OpenOptions::new().read(true)).ok()
}

fn open(path: &Path) -> Result<File, EmbeddedError> {
    open_as(path, OpenOptions::new().create(true).truncate(false).read(true).write(true).mode(0o600))
}

/// Follows no link, which would have us overwrite something else; nor does it wait for a pipe.
fn open_as(path: &Path, options: &mut OpenOptions) -> Result<File, EmbeddedError> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    options.custom_flags(flags.bits().cast_signed());
    let file = options.open(path).map_err(io_at(Action::Open, path))?;
    let found = file.metadata().map_err(io_at(Action::Read, path))?;
    if found.is_file() && found.uid() == geteuid().as_raw() {
        return Ok(file);
    }
    let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "it is no file of ours");
    Err(EmbeddedError::Io { action: Action::Open, path: path.to_owned(), source })
}
