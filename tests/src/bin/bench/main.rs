//! Measures Kifu against what it stands on, within one run: `BENCHMARKS.md` says what each line means.
//!
//! `cargo run --profile dist -p kifu-tests --bin bench` builds the service, starts it with a `PostgreSQL`
//! of its own in a temporary folder, and prints a table. Rounds alternate, A B A B, and each line is
//! the median of its rounds, so that a machine that slows down slows down both sides. Letters after `--` choose lines;
//! `-- bounds` measures what the worst record allowed costs everybody else, `-- import` what an import costs those at a table,
//! `-- search` measures how records are found instead, `-- statistics` how they are counted, in archives that take
//! minutes to make: `-- statistics FOLDER` keeps its archive there, and uses the one that is there already. Of that,
//! `-- upkeep FOLDER` measures only what statistics cost those who append, `-- sql FOLDER` only some questions against SQL
//! over the events, `-- warm [FOLDER [COPIES]]` only answers from columns in memory, and `-- cold [FOLDER [COPIES]]` only
//! first answers after a start; COPIES says how large a new archive becomes: 3,000 games for each.
//! `-- strangers [SECONDS]` measures what one address without a token can do to tables, by each GET that takes long.
//! `-- instances` holds two instances behind a proxy against one, and kills one of them. `-- growth FILE SIZES` draws how
//! operations slow down as archives grow, into FILE as SVG, for archives of these sizes (`1000,20000,200000`).

mod answering;
mod archive;
mod bounds;
mod counting;
mod finding;
mod floor;
mod folds;
mod games;
mod growth;
mod http;
mod importing;
mod instances;
mod live;
mod load;
mod pgbench;
mod reading;
mod report;
mod service;
mod strangers;

use std::error::Error;

use floor::Floor;
use games::Sampled;
use load::Load;
use pgbench::Pgbench;
use report::{Line, median};
use service::Service;

/// Rounds of each side.
const ROUNDS: usize = 3;
/// Concurrent clients of the throughput lines.
const CLIENTS: usize = 64;
/// Games alive at once for the last line.
const LIVE_GAMES: usize = 10_000;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    service::build()?;
    match std::env::args().nth(1).as_deref() {
        Some("instances") => return instances::measure(),
        Some("growth") => return growth::measure(),
        Some("strangers") => return strangers::measure(),
        _ => {}
    }
    let mut service = Service::start(std::env::args_os().nth(2).map(Into::into))?;
    match std::env::args().nth(1).as_deref() {
        Some("bounds") => return bounds::measure(&service),
        Some("import") => return importing::measure(&service),
        Some("search") => return finding::measure(&service),
        Some("statistics") => return counting::measure(&mut service),
        Some("warm") => return counting::measure_warm(&service),
        Some("cold") => return counting::measure_cold(&mut service),
        Some("sql") => return counting::against_sql(&service, &mut archive::database(&service)?),
        Some("upkeep") => return counting::upkeep(&service, &mut archive::database(&service)?),
        _ => {}
    }
    let sampled = games::sample(200);
    let load = Load::new(service.address, &sampled);
    let pgbench = Pgbench::prepare(&service, games::typical(&sampled))?;
    let mut lines = Vec::new();
    if is_selected('d') {
        lines.extend(memory(&load, &service)?);
    }
    if is_selected('a') || is_selected('b') {
        let floor = Load::new(service.address, &sampled).sent_to(Floor::start(&service.socket())?.address);
        if is_selected('a') {
            lines.extend(throughput(&load, &pgbench, &floor)?);
        }
        if is_selected('b') {
            lines.extend(latency(&load, &pgbench, &floor)?);
        }
    }
    if is_selected('c') {
        lines.push(fold(&sampled));
    }
    if is_selected('f') {
        lines.extend(reading::measure(&service)?);
    }
    lines.sort_by_key(|line| line.what);
    report::print(&lines);
    if is_selected('e') {
        live::measure(&service, &load, &sampled)?;
    }
    Ok(())
}

/// True if a line is wanted: all are, unless letters were given.
fn is_selected(line: char) -> bool {
    std::env::args().nth(1).is_none_or(|lines| lines.contains(line))
}

fn throughput(load: &Load, pgbench: &Pgbench, floor: &Load) -> Result<[Line; 2], Failure> {
    let [ours, pgbench, floor] =
        rounds([&|| load.moves_per_second(CLIENTS), &|| pgbench.commits_per_second(CLIENTS), &|| {
            floor.moves_per_second(CLIENTS)
        }])?;
    let line = |what, theirs, goal| Line { what, ours, theirs, unit: "/s", goal };
    Ok([
        line("(a) durable moves, 64 clients", pgbench, "≥ 1.0"),
        line("(a) the same against a bare handler", floor, "–"),
    ])
}

fn latency(load: &Load, pgbench: &Pgbench, floor: &Load) -> Result<[Line; 2], Failure> {
    let measured = rounds([&|| load.moves_per_second(1), &|| pgbench.commits_per_second(1), &|| {
        floor.moves_per_second(1)
    }])?;
    let [ours, pgbench, floor] = measured.map(|per_second| 1e6 / per_second);
    let line = |what, theirs, goal| Line { what, ours, theirs, unit: "µs", goal };
    Ok([
        line("(b) one durable move, 1 client", pgbench, "–"),
        line("(b) the same against a bare handler", floor, "≤ 1.3"),
    ])
}

fn fold(sampled: &[Sampled]) -> Line {
    let stored = folds::Stored::of(sampled);
    let measured: (Vec<f64>, Vec<f64>) = (0..9).map(|_| (stored.fold(), stored.parse())).unzip();
    let (ours, theirs) = (median(measured.0), median(measured.1));
    Line { what: "(c) events folded from JSON", ours, theirs, unit: "/s", goal: "≥ 0.5" }
}

/// Of a service that holds nothing yet.
fn memory(load: &Load, service: &Service) -> Result<[Line; 2], Failure> {
    let idle = service.resident_mib()?;
    load.play_halves(LIVE_GAMES)?;
    let with_games = service.resident_mib()?;
    let line = |what, ours, theirs| Line { what, ours, theirs, unit: "MiB", goal: "≤ 1" };
    Ok([
        line("(d) resident memory, idle", idle, 60.0),
        line("(d) the same with 10,000 live games", with_games, 100e6 / f64::from(1 << 20)),
    ])
}

/// All sides in turn; the median of each. The first round of each only warms up.
fn rounds<const SIDES: usize>(
    sides: [&dyn Fn() -> Result<f64, Failure>; SIDES],
) -> Result<[f64; SIDES], Failure> {
    let mut measured = [const { Vec::new() }; SIDES];
    for round in 0..=ROUNDS {
        for (side, measured) in sides.iter().zip(&mut measured) {
            let per_second = side()?;
            eprintln!("round {round}: {per_second:.0}/s");
            if round > 0 {
                measured.push(per_second);
            }
        }
    }
    Ok(measured.map(median))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_of_the_comparison_inserts() {
        let service = Service::start(None).unwrap();
        let sampled = games::sample(6);
        let load = Load::new(service.address, &sampled);
        let pgbench = Pgbench::prepare(&service, games::typical(&sampled)).unwrap();
        assert!(load.moves_per_second(2).unwrap() > 0.0);
        assert!(pgbench.commits_per_second(2).unwrap() > 0.0);
        let floor =
            Load::new(service.address, &sampled).sent_to(Floor::start(&service.socket()).unwrap().address);
        assert!(floor.moves_per_second(2).unwrap() > 0.0);
    }
}
