//! An inspection before a start. It changes nothing.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::account::Account;
use super::binaries::Binaries;
use super::error::{EmbeddedError, io_at};
use super::reasons::Action;
use super::{Options, cluster, folder};

/// The result of an inspection: the state that a start of our own server would find.
#[derive(Debug)]
pub struct Inspection {
    /// The data folder, absolute; or why it can't be worked with.
    pub folder: Result<PathBuf, EmbeddedError>,
    /// True: it is there already.
    pub exists: bool,
    /// The folder whose disk the data are on, or will be.
    pub disk: PathBuf,
    /// True: another kifu works with it.
    pub in_use: bool,
    /// The process of that kifu, where known.
    pub pid: Option<i32>,
    /// The major version of the data, if there are any.
    pub data: Result<Option<u32>, EmbeddedError>,
    /// The major version of the programs that would run, and where they are.
    pub programs: Result<(u32, PathBuf), EmbeddedError>,
}

/// Looks at everything that [`super::Embedded::start`] needs.
pub fn inspect(options: &Options) -> Inspection {
    let absolute = std::path::absolute(&options.data_dir).unwrap_or_else(|_| options.data_dir.clone());
    let data_dir = fs::canonicalize(&absolute).unwrap_or(absolute);
    let exists = data_dir.exists();
    let disk = existing(&data_dir).to_owned();
    let data = data(&data_dir);
    let programs = programs(options, &data_dir, &disk, data.as_ref().ok().copied().flatten());
    let lock = folder::open_lock(&data_dir);
    Inspection {
        folder: usable(&data_dir, &disk, exists).map(|()| data_dir.clone()),
        exists,
        disk,
        in_use: lock.as_ref().is_some_and(is_locked),
        pid: lock.as_ref().and_then(pid),
        data,
        programs,
    }
}

/// Checks that we can write to the data folder, or make it.
fn usable(data_dir: &Path, disk: &Path, exists: bool) -> Result<(), EmbeddedError> {
    let (action, path) = if exists { (Action::Write, data_dir) } else { (Action::Create, disk) };
    if exists {
        folder::check(data_dir)?;
    }
    access(path, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| io_at(action, data_dir)(error.into()))
}

fn data(data_dir: &Path) -> Result<Option<u32>, EmbeddedError> {
    let cluster = cluster::folder(data_dir);
    match fs::read_dir(&cluster) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                cluster::version(&cluster)
            } else {
                Ok(None)
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_at(Action::Read, &cluster)(error)),
    }
}

/// The programs that would run, and whether their account gets to the disk.
fn programs(
    options: &Options,
    data_dir: &Path,
    disk: &Path,
    needed: Option<u32>,
) -> Result<(u32, PathBuf), EmbeddedError> {
    let account = Account::choose(&cluster::folder(data_dir))?;
    account.check_reach(disk)?;
    let binaries = Binaries::find(options.binaries.as_deref(), needed, &account)?;
    Ok((binaries.version, binaries.folder().to_owned()))
}

/// Fails if a first start in this folder would find no programs to run; nothing is made there.
pub(super) fn check_programs(options: &Options) -> Result<(), EmbeddedError> {
    let data_dir = std::path::absolute(&options.data_dir).unwrap_or_else(|_| options.data_dir.clone());
    programs(options, &data_dir, existing(&data_dir), None).map(drop)
}

/// The first folder on the way up that is there.
fn existing(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"))
}

fn is_locked(lock: &File) -> bool {
    matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock))
}

/// The process that took the lock last.
fn pid(mut lock: &File) -> Option<i32> {
    let mut text = String::new();
    lock.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
