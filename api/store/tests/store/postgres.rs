//! A `PostgreSQL` of the tests' own: in a temporary folder, on a private socket, with fsync on.
//!
//! The tests of a process share a server, each in a database of its own. It is stopped and its
//! folder removed when the last of them lets go, and stopped by the kernel if the process is killed.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, Weak, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use uuid::Uuid;

static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());

/// A fresh database. Keep it as long as it is used.
pub struct Database {
    /// Its URL, as the owner.
    pub url: String,
    server: Arc<Server>,
}

impl Database {
    /// Creates one, starting the server if need be. Blocks.
    pub fn create() -> Self {
        let server = Server::shared();
        let name = format!("t{}", Uuid::now_v7().simple());
        server.psql(&format!("CREATE DATABASE {name}"));
        Self { url: server.url(&name), server }
    }

    /// Runs a statement as the superuser, in the database `postgres`.
    pub fn psql(&self, sql: &str) {
        self.server.psql(sql);
    }
}

struct Server {
    folder: PathBuf,
    running: Option<JoinHandle<()>>,
}

impl Server {
    fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start());
            *shared = Arc::downgrade(&server);
            server
        })
    }

    fn start() -> Self {
        let folder = PathBuf::from(format!("/tmp/kifu-{}", Uuid::now_v7().simple()));
        std::fs::create_dir(&folder).unwrap();
        if is_root() {
            let postgres = std::fs::metadata("/var/lib/postgresql").expect("Debian's user postgres");
            chown(&folder, Some(postgres.uid()), Some(postgres.gid())).unwrap();
        }
        let data = folder.join("data");
        run(as_postgres("initdb").args(["-U", "postgres", "-A", "trust", "-k", "-D"]).arg(&data));
        let running = keep_running(&folder, &data);
        let server = Self { folder, running: Some(running) };
        server.wait_until_ready(&data);
        server
    }

    fn wait_until_ready(&self, data: &Path) {
        let deadline = Instant::now() + Duration::from_mins(1);
        while !std::fs::read_to_string(data.join("postmaster.pid"))
            .is_ok_and(|pid| pid.lines().nth(7).is_some_and(|state| state.trim() == "ready"))
        {
            assert!(Instant::now() < deadline, "PostgreSQL did not start in {}", self.folder.display());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn url(&self, database: &str) -> String {
        format!("host={} user=postgres dbname={database}", self.folder.display())
    }

    fn psql(&self, sql: &str) {
        run(as_postgres("psql")
            .args(["-qX", "-U", "postgres", "-h"])
            .arg(&self.folder)
            .args(["-c", sql, "postgres"]));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stopped = as_postgres("pg_ctl")
            .args(["stop", "-s", "-m", "immediate", "-D"])
            .arg(self.folder.join("data"))
            .status();
        if stopped.is_ok_and(|status| status.success())
            && let Some(running) = self.running.take()
        {
            let _ = running.join();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Starts the server from a thread that lives as long as it: the kernel sends the signal when the
/// thread that started it ends, not the process.
fn keep_running(folder: &Path, data: &Path) -> JoinHandle<()> {
    let (started, start) = mpsc::channel();
    let mut command = as_postgres("postgres");
    command
        .arg("-D")
        .arg(data)
        .arg("-k")
        .arg(folder)
        .args(["-c", "listen_addresses=", "-c", "max_connections=200"])
        .stderr(std::fs::File::create(folder.join("log")).unwrap());
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

/// A program of `PostgreSQL`, which refuses to run as root.
fn as_postgres(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command
        .arg("--")
        .arg(binaries().join(program))
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

fn binaries() -> PathBuf {
    let newest = std::fs::read_dir("/usr/lib/postgresql")
        .expect("PostgreSQL is installed")
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<u32>().ok())
        .max()
        .expect("PostgreSQL is installed");
    PathBuf::from(format!("/usr/lib/postgresql/{newest}/bin"))
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
