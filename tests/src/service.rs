//! A running kifu, and the folder it keeps its data in.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use uuid::Uuid;

use crate::client::Client;
use crate::prepared;

/// The kifu binary to test.
///
/// # Panics
///
/// If it has not been built; the message says how.
pub fn binary() -> PathBuf {
    let beside_us = || {
        let test = std::env::current_exe().ok()?;
        Some(test.parent()?.parent()?.join("kifu"))
    };
    let path = std::env::var_os("KIFU_BIN").map(PathBuf::from).or_else(beside_us).unwrap_or_default();
    assert!(
        path.is_file(),
        "there is no kifu at {}: build it with `cargo build -p kifu` (with --release if the tests run \
         with it), or name it in KIFU_BIN",
        path.display()
    );
    path
}

/// A data folder that PostgreSQL's user can reach; removed when it is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Folder {
    /// A new one with nothing in it: kifu makes the database when it first works there.
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-http-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    /// A new one with an empty database, a copy of one that was made before: the fast way to a service.
    pub fn prepared() -> Self {
        let folder = Self::new();
        prepared::copy_to(&folder.data());
        folder
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where kifu keeps its data.
    pub(crate) fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    /// A kifu command that works in this folder and knows nothing of our environment.
    pub fn kifu(&self) -> Command {
        let mut command = Command::new(binary());
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KIFU_")) {
            command.env_remove(name);
        }
        command.arg("--data-dir").arg(self.data());
        command
            .env("KIFU_LISTEN", "127.0.0.1:0")
            .env("KIFU_METRICS_LISTEN", "127.0.0.1:0")
            .env("KIFU_LOG", "warn");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The same, complaining where the test does.
    fn serving(&self) -> Command {
        let mut command = self.kifu();
        command.stderr(Stdio::inherit());
        command
    }

    /// Runs a kifu command in this folder to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.kifu().args(arguments).output().unwrap()
    }

    /// Address of the database that a service serves from this folder.
    pub fn database_url(&self) -> String {
        let socket = fs::canonicalize(self.data().join("run")).unwrap();
        format!("postgresql:///kifu?host={}&port=5432&user=kifu", socket.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running service; stopped when it is dropped.
#[derive(Debug)]
pub struct Service {
    child: Child,
    client: Client,
    metrics: Option<Client>,
    folder: Arc<Folder>,
}

impl Service {
    /// A service with a database of its own.
    pub fn start() -> Self {
        Self::start_in(Arc::new(Folder::prepared()))
    }

    /// A service with a database of its own, and with these settings.
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::start_in_with(Arc::new(Folder::prepared()), settings)
    }

    /// A service on the data of this folder.
    pub fn start_in(folder: Arc<Folder>) -> Self {
        let command = folder.serving();
        Self::spawn(command, folder)
    }

    /// A service with a database of its own, started as this changes the command.
    pub fn start_as(change: impl FnOnce(&mut Command)) -> Self {
        let folder = Arc::new(Folder::prepared());
        let mut command = folder.serving();
        change(&mut command);
        Self::spawn(command, folder)
    }

    /// A service on the data of this folder, with settings of its environment.
    pub fn start_in_with(folder: Arc<Folder>, settings: &[(&str, &str)]) -> Self {
        let mut command = folder.serving();
        command.envs(settings.iter().copied());
        Self::spawn(command, folder)
    }

    /// A further service on the database of this one.
    #[must_use]
    pub fn beside(&self) -> Self {
        self.beside_with(&[])
    }

    /// The same, with settings of its environment.
    #[must_use]
    pub fn beside_with(&self, settings: &[(&str, &str)]) -> Self {
        let folder = Arc::new(Folder::new());
        let mut command = folder.serving();
        command.env("KIFU_DATABASE_URL", self.folder.database_url()).envs(settings.iter().copied());
        Self::spawn(command, folder)
    }

    /// The service that tests share which mind no neighbours. It runs as long as one of them does.
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Service>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let service = Arc::new(Self::start());
            *shared = Arc::downgrade(&service);
            service
        })
    }

    fn spawn(mut command: Command, folder: Arc<Folder>) -> Self {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut addresses = line.split_whitespace().filter(|word| word.starts_with("http://"));
        let (address, metrics) = (addresses.next(), addresses.next_back());
        let Some(address) = address else {
            let status = child.wait();
            panic!("kifu did not start ({status:?}): {line}");
        };
        let metrics = metrics.and_then(|url| url.strip_suffix("/metrics)")).map(Client::new);
        Self { client: Client::new(address), metrics, child, folder }
    }

    /// The folder with its data.
    pub fn folder(&self) -> Arc<Folder> {
        Arc::clone(&self.folder)
    }

    /// What it counts.
    ///
    /// # Panics
    ///
    /// If it was started without a listener for that.
    pub fn metrics(&self) -> String {
        self.metrics_listener().get("/metrics").send().text()
    }

    /// The listener that serves metrics.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn metrics_listener(&self) -> &Client {
        self.metrics.as_ref().expect("a listener for metrics")
    }

    /// The database that it serves.
    ///
    /// # Panics
    ///
    /// If it can't be reached.
    pub fn database(&self) -> postgres::Client {
        postgres::Client::connect(&self.folder.database_url(), postgres::NoTls).unwrap()
    }

    /// Asks it to stop, and waits until it has.
    ///
    /// # Panics
    ///
    /// If it did not stop well.
    pub fn stop(mut self) -> Arc<Folder> {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
        self.folder()
    }

    /// Ends it as a power cut would.
    pub fn kill(mut self) -> Arc<Folder> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.folder()
    }
}

impl Deref for Service {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
            let _ = self.child.wait();
        }
    }
}

/// Looks again and again until something is there, for a minute at most.
///
/// # Panics
///
/// If it never is.
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
