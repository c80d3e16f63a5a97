//! The service with a PostgreSQL of its own: killed in every way, it loses nothing and leaves no server.
//! Works as root and as an ordinary user; needs the PostgreSQL binaries.

#[path = "../embedded/tests/folder/mod.rs"]
mod folder;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};

use folder::{Folder, eventually, gone, is_root, rows, try_all_as_an_ordinary_user, write};
use kifu_embedded::Embedded;
use rustix::process::{Pid, Signal, kill_process};

/// The binary under test,
const BUILT: &str = env!("CARGO_BIN_EXE_kifu");
/// or a copy of it that this variable names.
const COPY: &str = "TESTED_KIFU";

/// The real binary in a folder.
trait Kifu {
    fn kifu(&self) -> Command;
    fn output(&self) -> Output;
    fn serve(&self) -> Service;
}

impl Kifu for Folder {
    /// The real binary, working in this folder.
    fn kifu(&self) -> Command {
        let mut command = Command::new(std::env::var_os(COPY).unwrap_or_else(|| BUILT.into()));
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
}

/// A running `kifu serve`, killed if the test ends before it does.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// True if a process has a handler for a signal.
fn catches(pid: Pid, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn all_of_it_holds_for_an_ordinary_user() {
    try_all_as_an_ordinary_user("all_of_it_holds_for_an_ordinary_user", &[(COPY, BUILT)]);
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
