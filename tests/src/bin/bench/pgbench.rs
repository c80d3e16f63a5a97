//! The comparison with `pgbench`: one insert and one commit a row.

use std::cell::Cell;
use std::path::PathBuf;
use std::process::Command;

use uuid::Uuid;

use crate::Failure;
use crate::service::Service;

/// A row like an event's, in a table with equal columns, indexes and checks. Positions and sequence numbers are unique
/// over clients and cost the server nothing.
const INSERT: &str = "\
\\set n :n + 1
INSERT INTO bench_events (shard, game_id, seq, position, type, schema_version, at, actor, payload) \
VALUES (0, :game::uuid, :n * 64 + :client_id, :round::bigint * 10000000 + :n * 64 + :client_id + 1, \
:type, 1, now(), 'scribe', :payload::jsonb);
";

/// The table. Its salts and hashes are as long as an event's and cost nothing to make.
const CREATE_TABLE: &str = "\
CREATE TABLE bench_events (LIKE events INCLUDING ALL);
ALTER TABLE bench_events ALTER salt SET DEFAULT decode(repeat('5a', 16), 'hex'),
                         ALTER hash SET DEFAULT decode(repeat('5a', 32), 'hex')";

/// Seconds of a round, like those of [`Load`](crate::load::Load).
const ROUND_SECONDS: &str = "3";

/// A table for `pgbench` in the service's own database.
pub struct Pgbench {
    socket: PathBuf,
    script: PathBuf,
    payload: String,
    round: Cell<u32>,
}

impl Pgbench {
    /// Makes the table and the script, which inserts this move again and again.
    pub fn prepare(service: &Service, payload: &str) -> Result<Self, Failure> {
        let socket = service.socket();
        let mut config = postgres::Config::new();
        config.host_path(&socket).user("kifu").dbname("kifu");
        config.connect(postgres::NoTls)?.batch_execute(CREATE_TABLE)?;
        let script = socket.with_file_name("bench.sql");
        std::fs::write(&script, INSERT)?;
        Ok(Self { socket, script, payload: payload.to_owned(), round: Cell::new(0) })
    }

    /// One round: commits a second of this many clients.
    pub fn commits_per_second(&self, clients: usize) -> Result<f64, Failure> {
        self.round.set(self.round.get() + 1);
        let move_type: serde_json::Value = serde_json::from_str(&self.payload)?;
        let variables = [
            ("n", "0".to_owned()),
            ("round", self.round.get().to_string()),
            ("game", Uuid::now_v7().to_string()),
            ("type", move_type["type"].as_str().unwrap_or_default().to_owned()),
            ("payload", self.payload.clone()),
        ];
        let mut command = Command::new("pgbench");
        command.args([
            "-n",
            "-M",
            "prepared",
            "-j",
            "2",
            "-T",
            ROUND_SECONDS,
            "-c",
            &clients.to_string(),
            "-f",
        ]);
        command.arg(&self.script).arg("-h").arg(&self.socket).args(["-U", "kifu"]);
        command.args(variables.iter().flat_map(|(name, value)| ["-D".to_owned(), format!("{name}={value}")]));
        let output = command.arg("kifu").output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next());
        tps.and_then(|tps| tps.parse().ok())
            .ok_or_else(|| format!("pgbench: {text}{}", String::from_utf8_lossy(&output.stderr)).into())
    }
}
