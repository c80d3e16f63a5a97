//! Starts a cluster of Citus, distributes a database of Kifu over it, looks where its statements go, and runs a command
//! that finds the cluster in `TEST_CLUSTER`; the command `growth` is its own. `tests/cluster` says what it is used for.

mod growth;
mod plans;

use std::process::{Command, ExitCode};

use kifu_tests::Folder;
use kifu_tests::citus::{self, Citus, ClusterDatabase};

/// Tests have as many.
const SHARDS: u16 = 4;

/// How it ends where the extension is not installed.
const NOT_INSTALLED: u8 = 77;

fn main() -> ExitCode {
    if !citus::is_installed() {
        eprintln!(
            "Citus is not installed for the newest PostgreSQL of this machine (there is no citus.control among its \
             extensions), so nothing was tested. docs/cluster.md says how it is built."
        );
        return ExitCode::from(NOT_INSTALLED);
    }
    let mut cluster = Citus::start(2);
    let _prepared = prepare(&cluster);
    println!(
        "a coordinator and two workers run, and a database with {SHARDS} shards is distributed over them"
    );
    if !plans::check(&cluster) {
        return ExitCode::FAILURE;
    }
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let Some((program, arguments)) = arguments.split_first() else { return ExitCode::SUCCESS };
    if program == "growth" {
        return if growth::measure(&mut cluster) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let ports: Vec<_> = cluster.ports().iter().map(ToString::to_string).collect();
    let mut command = Command::new(program);
    command.args(arguments).env(citus::PORTS, ports.join(",")).env("TEST_SHARDS", SHARDS.to_string());
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        ended => {
            eprintln!("{}: {ended:?}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Makes the database that tests get copies of.
fn prepare(cluster: &Citus) -> ClusterDatabase {
    let database = cluster.empty_database(citus::PREPARED);
    let mut migrate = Folder::new().kifu();
    migrate.env("KIFU_DATABASE_URL", database.url()).env("KIFU_SHARDS", SHARDS.to_string());
    let output = migrate.args(["migrate", "--distribute"]).output().expect("kifu");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    database.close();
    database
}
