//! Two instances on one PostgreSQL behind nginx, held against one: moves a second and processor time for each move, where
//! requests go to both in turns and where all of a record go to the same one; and what a client notices when one of them
//! is killed and started again, and when it stands still.

pub mod cpu;
mod instance;
mod killed;
mod nginx;

use kifu_tests::{Postgres, Setup};

use crate::Failure;
use crate::counting::{part, sorted};
use crate::games::{self, Sampled};
use crate::load::Load;
use crate::report::median;
use cpu::CpuSeconds;
use instance::Instance;
use nginx::{Division, Nginx};

/// Shards of the databases that are compared.
const SHARDS: [u16; 2] = [1, 4];
/// Rounds of each side after one that warms up.
const ROUNDS: usize = 6;
/// The compared settings.
const SIDES: [(Division, &str); 3] =
    [(Division::One, "1"), (Division::InTurns, "2, in turns"), (Division::ByRecord, "2, by record")];
/// Clients that move.
const CLIENTS: usize = 64;

/// A database, two instances on it, and a proxy before them.
struct Site {
    postgres: Postgres,
    instances: [Instance; 2],
    nginx: Nginx,
}

/// The measurements with so many instances.
#[derive(Clone, Copy)]
struct RoundCosts {
    moves_per_second: f64,
    /// Microseconds of processor time for each move: instances, PostgreSQL, proxy.
    cpu: [f64; 3],
}

/// Prints both tables.
pub fn measure() -> Result<(), Failure> {
    Nginx::find()?;
    let sampled = games::sample(200);
    println!(
        "| shards | instances | moves a second | against one | µs of Kifu a move | of PostgreSQL | of nginx | all against one |"
    );
    println!("|---:|---|---:|---:|---:|---:|---:|---:|");
    for shards in SHARDS {
        let mut site = Site::start(shards)?;
        site.compare(shards, &sampled)?;
        if shards == SHARDS[1] {
            killed::measure(&mut site)?;
        }
        site.end();
    }
    Ok(())
}

impl Site {
    fn start(shards: u16) -> Result<Self, Failure> {
        let logins = "host all all 127.0.0.1/32 trust\n";
        let settings = &["fsync=on", "max_connections=300"];
        let postgres = Postgres::start(&Setup { logins, settings, ..Setup::default() });
        postgres.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
        let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", postgres.port());
        let instances = [Instance::start(&url, shards)?, Instance::start(&url, shards)?];
        let nginx = Nginx::before(instances.each_ref().map(|instance| instance.address.port()))?;
        Ok(Self { postgres, instances, nginx })
    }

    /// One instance and two, in turns, behind the same proxy. Both instances run all the time.
    fn compare(&self, shards: u16, sampled: &[Sampled]) -> Result<(), Failure> {
        let mut rounds = Vec::new();
        for round in 0..=ROUNDS {
            let mut measured = Vec::new();
            for (division, _) in SIDES {
                measured.push(self.round(division, sampled)?);
            }
            eprintln!(
                "round {round}: {:?}",
                measured.iter().map(|one| one.moves_per_second.round()).collect::<Vec<_>>()
            );
            if round > 0 {
                rounds.push(measured);
            }
        }
        for (side, (_, name)) in SIDES.iter().enumerate() {
            let of = |what: fn(&RoundCosts) -> f64| {
                median(rounds.iter().map(|round| what(&round[side])).collect())
            };
            let against_one = |what: fn(&RoundCosts) -> f64| {
                let ratios =
                    sorted(rounds.iter().map(|round| what(&round[side]) / what(&round[0])).collect());
                format!("{:.2} ({:.2} to {:.2})", part(&ratios, 50), part(&ratios, 0), part(&ratios, 99))
            };
            println!(
                "| {shards} | {name} | {:.0} | {} | {:.0} | {:.0} | {:.0} | {} |",
                of(|one| one.moves_per_second),
                against_one(|one| one.moves_per_second),
                of(|one| one.cpu[0]),
                of(|one| one.cpu[1]),
                of(|one| one.cpu[2]),
                against_one(|one| one.cpu.iter().sum()),
            );
        }
        Ok(())
    }

    /// Waits until followers have nothing to do, and plays for a while.
    fn round(&self, division: Division, sampled: &[Sampled]) -> Result<RoundCosts, Failure> {
        self.wait_until_idle();
        let load = Load::new(self.nginx.address(division), sampled);
        let mut before = None;
        let (moves, seconds) = load.round(CLIENTS, || before = self.cpu().ok())?;
        let before = before.ok_or("processor time can't be read")?;
        let taken = self.cpu()?.since(before);
        let of_a_move = taken.map(|seconds| seconds * 1e6 / moves as f64);
        Ok(RoundCosts { moves_per_second: moves as f64 / seconds, cpu: of_a_move })
    }

    /// Ends the instances before their database.
    fn end(self) {
        drop(self.instances);
        drop(self.postgres);
    }

    fn cpu(&self) -> Result<CpuSeconds, Failure> {
        let instances = self.instances.iter().map(|instance| cpu::of_family(instance.pid())).sum();
        let mut superuser = self.postgres.client("postgres");
        let file: String = superuser.query_one("SELECT pg_read_file('postmaster.pid')", &[])?.get(0);
        let postmaster = file.lines().next().ok_or("no process of PostgreSQL")?.parse()?;
        Ok(CpuSeconds([instances, cpu::of_family(postmaster), cpu::of_family(self.nginx.pid())]))
    }

    fn wait_until_idle(&self) {
        while self.instances[0].unseen_events() > 0.0 {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}
