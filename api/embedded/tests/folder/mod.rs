//! A data folder of one test, and what is looked at in it.

#![allow(dead_code, reason = "not every test file uses all of it")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kifu_embedded::{Embedded, Options};
use postgres::{Client, NoTls};
use rustix::process::Pid;
use uuid::Uuid;

/// A data folder of one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-test-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    pub fn data_dir(&self) -> PathBuf {
        self.0.join("data")
    }

    pub fn options(&self) -> Options {
        Options { data_dir: self.data_dir(), binaries: None, max_connections: 20 }
    }

    pub fn start(&self) -> Embedded {
        Embedded::start(&self.options()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A connection, as soon as there is one to be had.
    pub fn connect(&self) -> Client {
        eventually("a connection", || Client::connect(&Embedded::running(&self.data_dir())?, NoTls).ok())
    }

    pub fn server(&self) -> Pid {
        let text = fs::read_to_string(self.data_dir().join("postgres/postmaster.pid")).unwrap();
        Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap()
    }

    pub fn partial(&self) -> Option<PathBuf> {
        let entries = fs::read_dir(self.data_dir()).ok()?;
        entries.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().contains(".partial-"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::set_permissions(&self.0, Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "waited in vain for {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until a process has ended, whether or not anyone took notice.
pub fn gone(pid: Pid) {
    eventually("the end of a process", || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        (state.is_empty() || state.starts_with('Z')).then_some(())
    });
}

pub fn write(client: &mut Client, rows: std::ops::Range<i32>) {
    client.batch_execute("CREATE TABLE IF NOT EXISTS kept (n int PRIMARY KEY)").unwrap();
    for n in rows {
        client.execute("INSERT INTO kept VALUES ($1)", &[&n]).unwrap();
    }
}

pub fn rows(client: &mut Client) -> i64 {
    client.query_one("SELECT count(*) FROM kept", &[]).unwrap().get(0)
}

/// The account `nobody`, which owns nothing.
const ORDINARY_USER: u32 = 65534;

/// Started as root, runs all tests of this file but this one again as an ordinary user; started by such a user there is
/// nothing more to try. Programs are copied to where everybody can reach them, and named by these variables.
pub fn try_all_as_an_ordinary_user(but: &str, programs: &[(&str, &str)]) {
    if !is_root() {
        return;
    }
    let folder = Folder::new();
    let copy = |program: &Path| {
        let copy = folder.0.join(program.file_name().unwrap());
        fs::copy(program, &copy).unwrap();
        fs::set_permissions(&copy, Permissions::from_mode(0o755)).unwrap();
        copy
    };
    let mut tests = Command::new(copy(&std::env::current_exe().unwrap()));
    tests.args(["--skip", but, "--test-threads", "2"]).current_dir(&folder.0);
    tests.envs(programs.iter().map(|(name, program)| (name, copy(Path::new(program)))));
    let output = tests.uid(ORDINARY_USER).gid(ORDINARY_USER).output().unwrap();
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    let passed = said.lines().find_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    assert!(passed.is_some_and(|passed| passed.parse::<u32>().is_ok_and(|passed| passed > 2)), "{said}");
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
