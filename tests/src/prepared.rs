//! The folder that a first start makes – a cluster with the schema and nothing in it – made once and copied.
//!
//! It lies under `target/<profile>/prepared/`, in a folder named after the binary that made it. Tests run in processes
//! of their own, so a lock names the maker, and keeps the folder while it is copied.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use uuid::Uuid;

use crate::citus;
use crate::folder::{Folder, binary, shards};

/// Name of the lock beside the prepared folder.
const LOCK: &str = "lock";

impl Folder {
    /// A new one with an empty database, a copy of one that was made before: the fast way to a service. On a cluster, if
    /// the tests use one.
    pub fn prepared() -> Self {
        if let Some(ports) = citus::ports() {
            return Self::on_cluster(ports);
        }
        let folder = Self::new();
        copy_to(&folder.data());
        folder
    }
}

/// Makes this data folder, which isn't there yet, as a first start would leave it.
///
/// Databases made this way have the same keys; [`Folder::new`] is for tests that rely on other ones.
fn copy_to(data: &Path) {
    let shelf = shelf();
    fs::create_dir_all(&shelf).unwrap();
    let prepared = shelf.join(stamp());
    let lock = || File::create(shelf.join(LOCK)).unwrap();
    loop {
        let reading = lock();
        reading.lock_shared().unwrap();
        if prepared.exists() {
            return copy(&prepared, data);
        }
        drop(reading);
        let making = lock();
        making.lock().unwrap();
        if !prepared.exists() {
            make(&prepared, &shelf);
        }
    }
}

/// Beside the test executable, wherever the binary is.
fn shelf() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(Path::parent).unwrap().join("prepared")
}

/// Names a build of the binary, the PostgreSQL installed, because a cluster is of one version, and the number of shards.
fn stamp() -> String {
    let mut hasher = DefaultHasher::new();
    let binary = binary();
    let built = fs::metadata(&binary).unwrap();
    (&binary, built.len(), built.modified().unwrap()).hash(&mut hasher);
    fs::metadata("/usr/lib/postgresql").and_then(|installed| installed.modified()).ok().hash(&mut hasher);
    shards().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Makes it where PostgreSQL's user can work, and puts it in the place of earlier ones.
fn make(prepared: &Path, shelf: &Path) {
    let folder = Folder::new();
    done(&folder.run(&["migrate"]));
    for earlier in fs::read_dir(shelf).unwrap().flatten().filter(|earlier| earlier.file_name() != LOCK) {
        fs::remove_dir_all(earlier.path()).unwrap();
    }
    let partial = shelf.join(Uuid::now_v7().simple().to_string());
    copy(&folder.data(), &partial);
    fs::rename(partial, prepared).unwrap();
}

/// Copies a folder with owners and permissions, of which PostgreSQL is particular; the blocks are shared
/// where the file system can.
fn copy(from: &Path, to: &Path) {
    done(&Command::new("cp").arg("-a").args([from, to]).output().unwrap());
}

fn done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
