//! One of the instances.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Instant;

use kifu_tests::{Client, unseen_events};

use crate::Failure;
use crate::service::{command, started};

/// Opens the metrics.
const OPERATOR_KEY: &str = "the-operators-key-of-the-benchmark";

/// A running kifu on a database that it does not own. Dropping it ends it.
pub struct Instance {
    /// Where it listens, also when it is started again.
    pub address: SocketAddr,
    child: Child,
    folder: PathBuf,
    settings: [(&'static str, String); 3],
}

impl Instance {
    /// Starts it on this database, which gets this number of shards if it is empty.
    pub fn start(url: &str, shards: u16) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("kifu-bench-{}", uuid::Uuid::now_v7().simple()));
        let settings = [
            ("KIFU_DATABASE_URL", url.to_owned()),
            ("KIFU_SHARDS", shards.to_string()),
            ("KIFU_OPERATOR_KEY", OPERATOR_KEY.to_owned()),
        ];
        let (child, address) =
            started(command(&folder)?.envs(settings.clone()).args(["--listen", "127.0.0.1:0"]))?;
        Ok(Self { address, child, folder, settings })
    }

    /// The id of its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) -> Result<(), Failure> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts it again where it was, and waits until it is ready.
    pub fn start_again(&mut self) -> Result<(), Failure> {
        let listen = ["--listen".to_owned(), self.address.to_string()];
        (self.child, _) = started(command(&self.folder)?.envs(self.settings.clone()).args(listen))?;
        let (client, begun) = (self.client(), Instant::now());
        while client.get("/readyz").send().status != 200 {
            if begun.elapsed().as_secs() > 30 {
                return Err("the instance did not become ready".into());
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        Ok(())
    }

    /// Stops or resumes the process.
    pub fn set_still(&self, still: bool) -> Result<(), Failure> {
        let signal = if still { "STOP" } else { "CONT" };
        let sent = Command::new("kill").args(["-s", signal, &self.pid().to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err("the signal was not sent".into()) }
    }

    /// How many events its followers of the feed have not seen yet.
    pub fn unseen_events(&self) -> f64 {
        unseen_events(&self.client().get("/metrics").token(OPERATOR_KEY).send().text())
    }

    /// A client of it, past the proxy.
    pub fn client(&self) -> Client {
        Client::new(&format!("http://{}", self.address))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
