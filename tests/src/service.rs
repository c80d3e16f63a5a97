//! A running kifu.

use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::client::Client;
use crate::folder::{Folder, shards};
use crate::metric_samples::unseen_events;
use crate::waiting::eventually;

/// How often a service is asked to end that is dropped.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

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

    /// A service with a database of one shard and of its own server, with these settings, whatever `TEST_SHARDS` and
    /// `TEST_CLUSTER` say: for tests that name positions or shards, or put something into the database that a cluster
    /// refuses.
    pub fn with_one_shard(settings: &[(&str, &str)]) -> Self {
        match shards() {
            Some(_) => {
                let settings = [settings, &[("KIFU_SHARDS", "1")]].concat();
                Self::start_in_with(Arc::new(Folder::new()), &settings)
            }
            None => Self::start_with(settings),
        }
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

    /// Another service on this database, with settings of its environment.
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

    /// The service that this command starts on the data of this folder.
    pub fn start_of(command: Command, folder: Arc<Folder>) -> Self {
        Self::spawn(command, folder)
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

    /// Its process.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The metrics of the service.
    ///
    /// # Panics
    ///
    /// If it was started without a listener for that.
    pub fn metrics(&self) -> String {
        self.metrics_listener().get("/metrics").send().text()
    }

    /// Waits until what follows the feed has seen everything.
    ///
    /// # Panics
    ///
    /// If it never has.
    pub fn wait_for_followers(&self) {
        eventually("followers that have seen everything", || {
            (unseen_events(&self.metrics()) == 0.0).then_some(())
        });
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

    /// Lets it do nothing more, also not in the background, until it is resumed.
    ///
    /// # Panics
    ///
    /// If it has ended.
    pub fn suspend(&self) {
        kill_process(Pid::from_child(&self.child), Signal::STOP).unwrap();
    }

    /// Lets a suspended service go on.
    ///
    /// # Panics
    ///
    /// If it has ended.
    pub fn resume(&self) {
        kill_process(Pid::from_child(&self.child), Signal::CONT).unwrap();
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
        // One that goes on serving for a while ends it at the second signal.
        while let Ok(None) = self.child.try_wait() {
            let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
            let _ = kill_process(Pid::from_child(&self.child), Signal::CONT);
            sleep(SIGNAL_INTERVAL);
        }
    }
}
