//! A PostgreSQL that somebody else runs, as far as Kifu can tell: on a port of this machine, with users, passwords and
//! certificates. It is stopped and its folder removed when it is dropped, and stopped by the kernel if the test is killed.

use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;

use uuid::Uuid;

use crate::certificates::Certificate;
use crate::service::eventually;

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Lines of `pg_hba.conf`, behind one that lets the superuser in by the socket.
    pub logins: &'static str,
    /// Its certificate; without one it offers no TLS.
    pub certificate: Option<Certificate>,
    /// Who signs certificates of clients, in PEM.
    pub clients: Option<String>,
}

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    running: Option<JoinHandle<()>>,
}

impl Postgres {
    /// Starts one.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start(setup: &Setup) -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-pg-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        own(&folder);
        let data = folder.join("data");
        run(as_postgres("initdb").args(["-U", "postgres", "-N", "-D"]).arg(&data));
        write(&folder.join("pg_hba.conf"), &format!("local all postgres trust\n{}", setup.logins));
        let mut settings = vec![format!("hba_file={}", folder.join("pg_hba.conf").display())];
        if let Some(certificate) = &setup.certificate {
            settings.push("ssl=on".to_owned());
            settings.push(setting("ssl_cert_file", &folder.join("server.pem"), &certificate.certificate));
            settings.push(setting("ssl_key_file", &folder.join("server.key"), &certificate.key));
        }
        if let Some(clients) = &setup.clients {
            settings.push(setting("ssl_ca_file", &folder.join("clients.pem"), clients));
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let running = Some(keep_running(&folder, &data, port, &settings));
        let server = Self { folder, port, running };
        eventually("PostgreSQL to start", || {
            let pid = fs::read_to_string(data.join("postmaster.pid")).ok()?;
            (pid.lines().nth(7)?.trim() == "ready").then_some(())
        });
        server
    }

    /// The port of 127.0.0.1 that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Address of a database for its superuser, by the socket.
    pub fn socket_url(&self, database: &str) -> String {
        format!("host={} port={} user=postgres dbname={database}", self.folder.display(), self.port)
    }

    /// A connection of its superuser.
    ///
    /// # Panics
    ///
    /// If there is none to be had.
    pub fn client(&self, database: &str) -> postgres::Client {
        postgres::Client::connect(&self.socket_url(database), postgres::NoTls).unwrap()
    }

    /// Runs statements as its superuser in the database `postgres`, one by one.
    ///
    /// # Panics
    ///
    /// If one is refused.
    pub fn set_up(&self, statements: &[&str]) {
        let mut client = self.client("postgres");
        for statement in statements {
            client.batch_execute(statement).unwrap();
        }
    }

    /// Writes a file beside its data that only the user of this test can read.
    ///
    /// # Panics
    ///
    /// If it can't be written.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        path
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let stopped = as_postgres("pg_ctl").args(["stop", "-s", "-m", "immediate", "-D"]).arg(data).status();
        if stopped.is_ok_and(|status| status.success())
            && let Some(running) = self.running.take()
        {
            let _ = running.join();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Writes a file for the server and names it in a setting.
fn setting(name: &str, path: &Path, text: &str) -> String {
    write(path, text);
    format!("{name}={}", path.display())
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
    own(path);
}

/// Gives something to the user that the server runs as.
fn own(path: &Path) {
    if is_root() {
        let postgres = fs::metadata("/var/lib/postgresql").expect("Debian's user postgres");
        chown(path, Some(postgres.uid()), Some(postgres.gid())).unwrap();
    }
}

/// Starts the server from a thread that lives as long as it: the kernel sends the signal when the thread that started it
/// ends, not the process.
fn keep_running(folder: &Path, data: &Path, port: u16, settings: &[String]) -> JoinHandle<()> {
    let (started, start) = mpsc::channel();
    let mut command = as_postgres("postgres");
    command.arg("-D").arg(data).arg("-k").arg(folder).arg("-p").arg(port.to_string());
    for setting in
        ["listen_addresses=127.0.0.1", "fsync=off"].into_iter().chain(settings.iter().map(String::as_str))
    {
        command.args(["-c", setting]);
    }
    command.stderr(File::create(folder.join("log")).unwrap());
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
fn as_postgres(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.arg("--").arg(binaries().join(program));
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
