//! PostgreSQL without a server: it starts, stops, survives kills and says clearly what is wrong.
//! Works as root and as an ordinary user; needs the PostgreSQL binaries.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use kifu::embedded::{Embedded, EmbeddedError, Options};
use postgres::{Client, NoTls};
use rustix::process::{Pid, Signal, getpgid, getpgrp, kill_process};
use uuid::Uuid;

/// A data folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-test-{}", Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    fn data_dir(&self) -> PathBuf {
        self.0.join("data")
    }

    fn options(&self) -> Options {
        Options { data_dir: self.data_dir(), binaries: None, max_connections: 20 }
    }

    fn start(&self) -> Embedded {
        Embedded::start(&self.options()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The real binary, working in this folder.
    fn kifu(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KIFU_")) {
            command.env_remove(name);
        }
        command.arg("--data-dir").arg(self.data_dir()).args(["--listen", "127.0.0.1:0", "--log", "warn"]);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn output(&self) -> Output {
        self.kifu().stderr(Stdio::piped()).output().unwrap()
    }

    fn serve(&self) -> Service {
        Service(self.kifu().spawn().unwrap())
    }

    /// A connection, as soon as there is one to be had.
    fn connect(&self) -> Client {
        eventually("a connection", || Client::connect(&Embedded::running(&self.data_dir())?, NoTls).ok())
    }

    fn server(&self) -> Pid {
        let text = fs::read_to_string(self.data_dir().join("postgres/postmaster.pid")).unwrap();
        Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap()
    }

    fn partial(&self) -> Option<PathBuf> {
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

/// A running `kifu serve`, killed if the test ends before it does.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
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
fn gone(pid: Pid) {
    eventually("the end of a process", || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        (state.is_empty() || state.starts_with('Z')).then_some(())
    });
}

/// Whether a process has a handler for a signal.
fn catches(pid: Pid, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

fn write(client: &mut Client, rows: std::ops::Range<i32>) {
    client.batch_execute("CREATE TABLE IF NOT EXISTS kept (n int PRIMARY KEY)").unwrap();
    for n in rows {
        client.execute("INSERT INTO kept VALUES ($1)", &[&n]).unwrap();
    }
}

fn rows(client: &mut Client) -> i64 {
    client.query_one("SELECT count(*) FROM kept", &[]).unwrap().get(0)
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn what_was_written_is_there_after_a_stop() {
    let folder = Folder::new();
    let embedded = folder.start();
    write(&mut folder.connect(), 0..10);
    let server = folder.server();
    embedded.stop().unwrap();
    gone(server);
    assert!(!folder.data_dir().join("postgres/postmaster.pid").exists());

    let embedded = folder.start();
    let mut client = Client::connect(&embedded.url(), NoTls).unwrap();
    assert_eq!(rows(&mut client), 10);
}

#[test]
fn acknowledged_means_on_disk_and_only_the_socket_is_open() {
    let folder = Folder::new();
    let _embedded = folder.start();
    let mut client = folder.connect();
    for (setting, value) in [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("data_checksums", "on"),
        ("listen_addresses", ""),
        ("unix_socket_permissions", "0700"),
        ("server_encoding", "UTF8"),
        ("lc_collate", "C"),
    ] {
        let row = client.query_one("SELECT current_setting($1)", &[&setting]).unwrap();
        assert_eq!(row.get::<_, String>(0), value, "{setting}");
    }
    let run = fs::metadata(folder.data_dir().join("run")).unwrap();
    assert_eq!(run.permissions().mode() & 0o777, 0o700);
    assert_ne!(getpgid(Some(folder.server())).unwrap(), getpgrp());
}

#[test]
fn a_killed_service_loses_nothing_and_leaves_no_server() {
    let folder = Folder::new();
    let mut service = folder.serve();
    for round in 0..3 {
        let mut client = folder.connect();
        write(&mut client, round * 100..(round + 1) * 100);
        let server = folder.server();
        service.0.kill().unwrap();
        service.0.wait().unwrap();
        if round == 0 {
            gone(server);
        }
        // In the other rounds the next one starts while the server is still ending.
        drop(client);
        service = folder.serve();
        eventually("a new server", || {
            let lock = fs::read_to_string(folder.data_dir().join("lock")).ok()?;
            let ours = lock.trim() == service.0.id().to_string();
            let pid = fs::read_to_string(folder.data_dir().join("postgres/postmaster.pid")).ok()?;
            let number = server.as_raw_nonzero().to_string();
            (ours && pid.lines().next()? != number).then_some(())
        });
        assert_eq!(rows(&mut folder.connect()), i64::from((round + 1) * 100));
    }
    kill_process(Pid::from_child(&service.0), Signal::TERM).unwrap();
    service.0.wait().unwrap();
}

#[test]
fn a_killed_server_is_started_again_with_all_that_was_acknowledged() {
    let folder = Folder::new();
    let embedded = folder.start();
    let mut client = folder.connect();
    write(&mut client, 0..100);
    let server = folder.server();
    kill_process(server, Signal::KILL).unwrap();
    gone(server);
    let count = eventually("the server to run again", || {
        let mut client = Client::connect(&embedded.url(), NoTls).ok()?;
        client.query_one("SELECT count(*) FROM kept", &[]).ok().map(|row| row.get::<_, i64>(0))
    });
    assert_eq!(count, 100);
    assert_ne!(folder.server(), server);
    embedded.stop().unwrap();
}

#[test]
fn service_and_server_killed_together_lose_nothing() {
    let folder = Folder::new();
    let mut service = folder.serve();
    let mut client = folder.connect();
    write(&mut client, 0..100);
    kill_process(folder.server(), Signal::KILL).unwrap();
    service.0.kill().unwrap();
    service.0.wait().unwrap();
    let embedded = folder.start();
    assert_eq!(rows(&mut folder.connect()), 100);
    embedded.stop().unwrap();
}

#[test]
fn a_terminated_service_stops_its_server() {
    let folder = Folder::new();
    for signal in [Signal::TERM, Signal::INT] {
        let mut service = folder.serve();
        folder.connect();
        let server = folder.server();
        let pid = Pid::from_child(&service.0);
        eventually("the service to mind signals", || catches(pid, signal).then_some(()));
        kill_process(pid, signal).unwrap();
        let status = service.0.wait().unwrap();
        assert!(status.success(), "{status}");
        gone(server);
    }
}

#[test]
fn a_second_kifu_on_one_data_folder_says_so() {
    let folder = Folder::new();
    let embedded = folder.start();
    let second = folder.output();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(75), "{said}");
    for part in ["already using", "使用中", &std::process::id().to_string(), "KIFU_DATA_DIR"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert_eq!(Embedded::running(&folder.data_dir()), Some(embedded.url()));
}

#[test]
fn an_interrupted_initdb_is_never_taken_for_a_cluster() {
    let folder = Folder::new();
    let mut service = folder.serve();
    eventually("initdb to write", || folder.partial()?.join("PG_VERSION").exists().then_some(()));
    service.0.kill().unwrap();
    service.0.wait().unwrap();
    let leftover = folder.data_dir().join("postgres.partial-old/base");
    fs::create_dir_all(&leftover).unwrap();
    assert!(!folder.data_dir().join("postgres").exists());

    let embedded = folder.start();
    assert_eq!(folder.partial(), None);
    embedded.stop().unwrap();
}

#[test]
fn something_else_in_the_place_of_the_cluster_is_left_alone() {
    let folder = Folder::new();
    let mine = folder.data_dir().join("postgres/mine");
    fs::create_dir_all(mine.parent().unwrap()).unwrap();
    fs::write(&mine, "mine").unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotACluster { .. }), "{error}");
    assert!(mine.exists());
}

#[test]
fn a_lock_file_with_the_number_of_a_stranger_does_not_stop_the_start() {
    let folder = Folder::new();
    folder.start().stop().unwrap();
    let mut stranger = Command::new("sleep").arg("60").spawn().unwrap();
    let lock = folder.data_dir().join("postgres/postmaster.pid");
    fs::write(&lock, format!("{}\n{}\n1\n5432\n", stranger.id(), lock.display())).unwrap();
    let started = Embedded::start(&folder.options());
    let alive = stranger.try_wait().unwrap().is_none();
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    started.unwrap().stop().unwrap();
    assert!(alive);
}

#[test]
fn without_binaries_every_place_looked_at_is_named() {
    let folder = Folder::new();
    let options = Options { binaries: Some(folder.0.join("nothing")), ..folder.options() };
    let said = Embedded::start(&options).unwrap_err().to_string();
    let place = options.binaries.unwrap().display().to_string();
    for part in [place.as_str(), "apt install", "KIFU_POSTGRES_BIN", "KIFU_DATABASE_URL", "インストール"]
    {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn a_cluster_of_another_version_is_not_touched() {
    let folder = Folder::new();
    let cluster = folder.data_dir().join("postgres");
    fs::create_dir_all(&cluster).unwrap();
    fs::write(cluster.join("PG_VERSION"), "9\n").unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    let EmbeddedError::NoBinaries { looked, cluster: Some(9) } = &error else { panic!("{error}") };
    assert!(looked.iter().any(|(place, _)| place.starts_with("/usr/lib/postgresql")), "{error}");
    assert!(error.to_string().contains("postgresql-9"));
}

#[test]
fn a_data_folder_out_of_reach_is_named() {
    let folder = Folder::new();
    let mode = if is_root() { 0o700 } else { 0o500 };
    fs::set_permissions(&folder.0, Permissions::from_mode(mode)).unwrap();
    let output = folder.output();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(77), "{said}");
    assert!(said.contains(&folder.0.display().to_string()) && said.contains("KIFU_DATA_DIR"), "{said}");
    assert_eq!(is_root(), said.contains("chmod o+x"), "{said}");
}

#[test]
fn a_path_too_long_for_a_socket_gets_another_place() {
    let folder = Folder::new();
    let data_dir = folder.0.join("a long name, with \"quotes\", ".repeat(3)).join("棋譜");
    let options = Options { data_dir: data_dir.clone(), ..folder.options() };
    let embedded = Embedded::start(&options).unwrap_or_else(|error| panic!("{error}"));
    Client::connect(&embedded.url(), NoTls).unwrap();
    let socket = socket_folder(&embedded.url());
    assert!(!socket.starts_with(&data_dir));
    embedded.stop().unwrap();
    fs::remove_dir(socket).unwrap();
}

#[test]
fn a_short_path_with_odd_letters_works() {
    let folder = Folder::new();
    let data_dir = folder.0.join("a \"b\", 譜");
    let embedded = Embedded::start(&Options { data_dir: data_dir.clone(), ..folder.options() });
    let embedded = embedded.unwrap_or_else(|error| panic!("{error}"));
    Client::connect(&embedded.url(), NoTls).unwrap();
    assert!(socket_folder(&embedded.url()).starts_with(fs::canonicalize(data_dir).unwrap()));
}

fn socket_folder(url: &str) -> PathBuf {
    let config: tokio_postgres::Config = url.parse().unwrap();
    match config.get_hosts() {
        [tokio_postgres::config::Host::Unix(folder)] => Path::new(folder).to_owned(),
        hosts => panic!("{hosts:?}"),
    }
}
