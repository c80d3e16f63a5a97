//! The service under measurement: the build of the same profile, with a `PostgreSQL` of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Failure;

/// A running kifu. Dropping it stops it and, unless somebody wants to keep them, removes its data.
pub struct Service {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
    folder: PathBuf,
    keeps_data: bool,
}

impl Service {
    /// Starts it in a folder of its own; in this one, which is kept, if it is given.
    pub fn start(keeps_data: Option<PathBuf>) -> Result<Self, Failure> {
        let own = || std::env::temp_dir().join(format!("kifu-bench-{}", std::process::id()));
        let (folder, keeps_data) = keeps_data.map_or_else(|| (own(), false), |folder| (folder, true));
        let (child, address) = serve(&folder)?;
        Ok(Self { address, child, folder, keeps_data })
    }

    /// Stops it together with its database and starts both again on the same data: nothing of it is in their memory.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.stop();
        (self.child, self.address) = serve(&self.folder)?;
        Ok(())
    }

    /// Runs another command of it on the same data.
    pub fn command(&self, arguments: &[&str]) -> Result<(), Failure> {
        let done = command(&self.folder)?.args(arguments).stdout(Stdio::null()).status()?;
        if done.success() { Ok(()) } else { Err(format!("kifu {} failed", arguments.join(" ")).into()) }
    }

    /// The folder of its database's socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join("run")
    }

    /// Resident memory of its process, without its database, in MiB.
    pub fn resident_mib(&self) -> Result<f64, Failure> {
        let status =
            std::fs::read_to_string(Path::new("/proc").join(self.child.id().to_string()).join("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kib / 1024.0)
    }

    fn stop(&mut self) {
        let _ = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

/// Builds the service as this was built: both lie in one folder.
pub fn build() -> Result<(), Failure> {
    if std::env::var_os("KIFU_BIN").is_some() {
        return Ok(());
    }
    let folder = programs()?;
    let folder = folder.file_name().and_then(|name| name.to_str()).ok_or("a folder of no profile")?;
    let profile = if folder == "debug" { "dev" } else { folder };
    let built =
        Command::new(env!("CARGO")).args(["build", "--profile", profile, "-q", "-p", "kifu"]).status()?;
    if built.success() { Ok(()) } else { Err("kifu could not be built".into()) }
}

fn programs() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe()?;
    // A test lies in a folder of its own below the programs.
    let programs = program.ancestors().skip(1).find(|folder| !folder.ends_with("deps"));
    Ok(programs.ok_or("no folder of programs")?.to_owned())
}

/// The service on the data of this folder, without a command.
pub fn command(folder: &Path) -> Result<Command, Failure> {
    let beside = programs()?.join("kifu");
    let mut command = Command::new(std::env::var_os("KIFU_BIN").map_or(beside, Into::into));
    command
        .args(["--log", "warn", "--data-dir"])
        .arg(folder)
        .env_remove("KIFU_DATABASE_URL")
        .stdin(Stdio::null());
    Ok(command)
}

fn serve(folder: &Path) -> Result<(Child, SocketAddr), Failure> {
    started(command(folder)?.args(["--listen", "127.0.0.1:0"]))
}

/// Starts a service, and says where it listens.
pub fn started(command: &mut Command) -> Result<(Child, SocketAddr), Failure> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().ok_or("no standard output")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
    Ok((child, address.ok_or("kifu did not start")?.parse()?))
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stop();
        if !self.keeps_data {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
