//! nginx, as a proxy before services.

use std::fs;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// How long it may take to listen.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// The folders that it writes to while it works, below its own folder.
const TEMPORARY: [&str; 5] = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/// A running nginx; stopped when it is dropped.
#[derive(Debug)]
pub struct Nginx {
    child: Child,
    _folder: Folder,
}

impl Nginx {
    /// Starts it with this in the block `http`, and waits until it listens at these addresses.
    ///
    /// # Errors
    ///
    /// If there is none, or it does not start.
    pub fn start(http: &str, addresses: &[SocketAddr]) -> io::Result<Self> {
        let folder = Folder::new();
        let file = folder.path().join("nginx.conf");
        fs::write(&file, configuration(&folder.path().display().to_string(), http))?;
        let child = program().arg("-c").arg(&file).arg("-p").arg(folder.path()).spawn()?;
        let nginx = Self { child, _folder: folder };
        let begun = Instant::now();
        while addresses.iter().any(|address| TcpStream::connect(address).is_err()) {
            if begun.elapsed() > START_TIMEOUT {
                return Err(io::Error::other("nginx did not start"));
            }
            sleep(Duration::from_millis(10));
        }
        Ok(nginx)
    }

    /// True if this machine has one.
    pub fn is_installed() -> bool {
        program().arg("-v").output().is_ok_and(|output| output.status.success())
    }

    /// Addresses of this machine that nobody listens at.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub fn free_addresses<const COUNT: usize>() -> io::Result<[SocketAddr; COUNT]> {
        let mut listeners = Vec::with_capacity(COUNT);
        let mut addresses = [SocketAddr::from(([127, 0, 0, 1], 0)); COUNT];
        for address in &mut addresses {
            let listener = TcpListener::bind(*address)?;
            *address = listener.local_addr()?;
            // Until all are found, so that no two are the same.
            listeners.push(listener);
        }
        Ok(addresses)
    }

    /// The id of its first process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

/// Debian keeps it where only root's `PATH` leads.
fn program() -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("nginx");
    command.env("PATH", format!("{path}:/usr/sbin"));
    command
}

fn configuration(folder: &str, http: &str) -> String {
    let temporary = TEMPORARY.map(|name| format!("{name}_temp_path {folder}/{name};")).join(" ");
    format!(
        "daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;\n\
         events {{ worker_connections 2048; }}\n\
         http {{\n access_log off; {temporary}\n{http}\n}}\n"
    )
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-s", "TERM", &self.pid().to_string()]).status();
        let _ = self.child.wait();
    }
}
