//! A cluster of PostgreSQL in a folder of its own. Dropping it stops the server and removes the folder; if the test is
//! killed, the kernel stops the server. The tests of the store include this file too.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use uuid::Uuid;

/// How long a server may take to start.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// A cluster, and the server that runs on it.
#[derive(Debug)]
pub struct Cluster {
    /// Where everything of it is, its socket included.
    pub folder: PathBuf,
    running: Option<JoinHandle<()>>,
}

impl Cluster {
    /// A new cluster, not yet started, with these arguments of `initdb`.
    ///
    /// # Panics
    ///
    /// If it can't be made.
    pub fn create(arguments: &[&str]) -> Self {
        Self::made_by("initdb", &[&["-U", "postgres"], arguments].concat())
    }

    /// A cluster made by another program that takes the folder as `-D`, such as `pg_basebackup`.
    ///
    /// # Panics
    ///
    /// If it can't be made.
    pub fn made_by(name: &str, arguments: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-pg-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        own(&folder);
        let cluster = Self { folder, running: None };
        run(program(name).args(arguments).arg("-D").arg(cluster.data()));
        cluster
    }

    /// Starts the server with these settings and waits until it accepts connections.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start(&mut self, port: u16, settings: &[String]) {
        let mut command = program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).arg("-p").arg(port.to_string());
        for setting in settings {
            command.args(["-c", setting]);
        }
        command.stderr(File::create(self.folder.join("log")).unwrap());
        self.running = Some(keep_running(command));
        let deadline = Instant::now() + START_TIMEOUT;
        while !self.is_ready() {
            assert!(Instant::now() < deadline, "PostgreSQL did not start in {}", self.folder.display());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends the server as a power cut would, and leaves its data.
    pub fn stop(&mut self) {
        let stopped =
            program("pg_ctl").args(["stop", "-s", "-m", "immediate", "-D"]).arg(self.data()).status();
        if stopped.is_ok_and(|status| status.success())
            && let Some(running) = self.running.take()
        {
            let _ = running.join();
        }
    }

    fn is_ready(&self) -> bool {
        let pid = fs::read_to_string(self.data().join("postmaster.pid"));
        pid.is_ok_and(|pid| pid.lines().nth(7).is_some_and(|state| state.trim() == "ready"))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Gives something to the user that the server runs as.
///
/// # Panics
///
/// If that is not possible.
pub fn own(path: &Path) {
    if is_root() {
        let postgres = fs::metadata("/var/lib/postgresql").expect("Debian's user postgres");
        chown(path, Some(postgres.uid()), Some(postgres.gid())).unwrap();
    }
}

/// Starts the server from a thread that lives as long as it: the kernel sends the signal when the thread that started
/// it ends, not the process.
fn keep_running(mut command: Command) -> JoinHandle<()> {
    let (started, start) = mpsc::channel();
    let running = std::thread::spawn(move || {
        let child = command.spawn();
        let _ = started.send(child.as_ref().err().map(ToString::to_string));
        if let Ok(mut child) = child {
            let _ = child.wait();
        }
    });
    assert_eq!(start.recv().unwrap(), None);
    running
}

/// A program of PostgreSQL, which refuses to run as root.
fn program(name: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.arg("--").arg(binaries().join(name));
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// The newest that is installed.
fn binaries() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let newest = versions.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<u32>().ok()).max();
    PathBuf::from(format!("/usr/lib/postgresql/{}/bin", newest.expect("PostgreSQL is installed")))
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

fn run(command: &mut Command) {
    let output = command.stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
