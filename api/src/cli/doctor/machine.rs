//! The requirements on the machine: addresses, a folder, its disk, PostgreSQL's programs, open files.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::time::{Duration, SystemTime};

use kifu_embedded::{EmbeddedError, Inspection};
use rustix::fs::statvfs;
use rustix::process::{Resource, getrlimit};

use super::Finding;
use crate::http::listeners;
use crate::operation::config::Settings;

/// With less, PostgreSQL can't write its log for long.
const FREE_BYTES_NEEDED: u64 = 512 << 20;
/// With less, somebody should look soon.
const FREE_BYTES_WANTED: u64 = 2 << 30;
/// Open files beside streams: connections to the database, files, requests.
const OTHER_FILES: u64 = 1_000;
/// How far in the future a file may have been written.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(1);

/// Examines the machine; `own` is our own PostgreSQL, where none was named.
pub(super) fn examine(settings: &Settings, own: Option<&Inspection>) -> Vec<Finding> {
    // A port is held until the other one is tried, which may be the same.
    let runs = own.is_none_or(|own| own.in_use);
    let (finding, _listener) = port("port", settings.listen, runs);
    let mut findings = vec![finding];
    let metrics = settings.boundary.metrics_listen;
    findings.extend(metrics.map(|address| port("port of metrics", address, runs).0));
    findings.push(files(settings));
    if let Some(own) = own {
        findings.push(folder(own));
        findings.push(disk(&own.disk));
        findings.push(programs(own));
        findings.push(clock(own));
    }
    findings
}

/// Free, or taken: by the kifu that these settings are of if one `runs`, else by something that is in the way.
fn port(subject: &'static str, address: SocketAddr, runs: bool) -> (Finding, Option<TcpListener>) {
    let finding = match listeners::bind(address) {
        Ok(listener) => return (Finding::ok(subject, format_args!("{address} is free")), Some(listener)),
        Err(error) if runs && error.kind() == ErrorKind::AddrInUse && kifu_answers(address) => Finding::note(
            subject,
            format_args!(
                "a kifu serves on {address} already: to start another one, stop it or choose another port"
            ),
            format_args!(
                "{address} では kifu が稼働中です。別の kifu を起動するには、停止するか別のポートを指定してください。"
            ),
        ),
        Err(error) => Finding::failed(subject, error),
    };
    (finding, None)
}

fn kifu_answers(address: SocketAddr) -> bool {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(2))).build().into();
    let answered = |path| agent.get(format!("http://{address}{path}")).call();
    let text = |path| answered(path).ok().and_then(|mut answer| answer.body_mut().read_to_string().ok());
    text("/healthz").is_some_and(|text| text.contains("alive"))
        || text("/metrics").is_some_and(|text| text.contains("kifu_build_info"))
}

fn files(settings: &Settings) -> Finding {
    const SUBJECT: &str = "open files";
    let needed = OTHER_FILES + settings.max_streams as u64;
    match getrlimit(Resource::Nofile).maximum {
        Some(limit) if limit < needed => Finding::note(
            SUBJECT,
            format_args!(
                "{limit} at most, and --max-streams {} need {needed}: raise the limit (LimitNOFILE= in the unit, ulimit \
                 -n), or lower --max-streams",
                settings.max_streams
            ),
            format_args!(
                "上限は {limit} ですが、--max-streams {} には {needed} 必要です。上限を上げる（ユニットの LimitNOFILE= または \
                 ulimit -n）か、--max-streams を下げてください。",
                settings.max_streams
            ),
        ),
        Some(limit) => Finding::ok(SUBJECT, format_args!("{limit} at most")),
        None => Finding::ok(SUBJECT, "no limit"),
    }
}

fn folder(own: &Inspection) -> Finding {
    const SUBJECT: &str = "data folder";
    let folder = match (&own.folder, &own.data) {
        (Err(error), _) | (_, Err(error)) => return Finding::failed(SUBJECT, error),
        (Ok(folder), Ok(_)) => folder.display(),
    };
    match own.in_use {
        true => {
            let process = own.pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default();
            Finding::note(
                SUBJECT,
                format_args!("a kifu{process} works with {folder}: a second service can't start there"),
                format_args!(
                    "{folder} は kifu{process} が使用中のため、もう 1 つのサービスは起動できません。"
                ),
            )
        }
        false if own.exists => Finding::ok(SUBJECT, folder),
        false => Finding::ok(SUBJECT, format_args!("{folder}, which the first start makes")),
    }
}

fn disk(folder: &Path) -> Finding {
    const SUBJECT: &str = "disk";
    let free = match statvfs(folder) {
        Ok(disk) => disk.f_bavail * disk.f_frsize,
        Err(error) => return Finding::failed(SUBJECT, format_args!("{}: {error}", folder.display())),
    };
    let text = format!("{:.1} GiB free at {}", free as f64 / f64::from(1 << 30), folder.display());
    let (en, ja) = (
        format!("{text}: make room, or choose another data folder (KIFU_DATA_DIR)"),
        "ディスクの空きが少なくなっています。空きを増やすか、KIFU_DATA_DIR で別の場所を指定してください。",
    );
    if free < FREE_BYTES_NEEDED {
        Finding::wrong(SUBJECT, en, ja)
    } else if free < FREE_BYTES_WANTED {
        Finding::note(SUBJECT, en, ja)
    } else {
        Finding::ok(SUBJECT, text)
    }
}

fn programs(own: &Inspection) -> Finding {
    const SUBJECT: &str = "PostgreSQL";
    match (&own.programs, own.data.as_ref().ok().copied().flatten()) {
        (Ok((version, folder)), Some(_)) => {
            Finding::ok(SUBJECT, format_args!("{version} in {}, as the data need it", folder.display()))
        }
        (Ok((version, folder)), None) => {
            Finding::ok(SUBJECT, format_args!("{version} in {}", folder.display()))
        }
        (Err(error @ EmbeddedError::Unreachable { .. }), _) => Finding::failed("account", error),
        (Err(error), _) => Finding::failed(SUBJECT, error),
    }
}

/// The database wrote this file last; before then it can't be now.
fn clock(own: &Inspection) -> Finding {
    const SUBJECT: &str = "clock";
    let written = own.folder.as_ref().ok().and_then(|folder| {
        folder.join("postgres/global/pg_control").metadata().and_then(|found| found.modified()).ok()
    });
    let now = SystemTime::now();
    match written.and_then(|written| written.duration_since(now).ok()) {
        Some(ahead) if ahead > CLOCK_TOLERANCE => Finding::wrong(
            SUBJECT,
            format_args!(
                "the database was written {} seconds in the future: set the clock of this machine (timedatectl)",
                ahead.as_secs()
            ),
            format_args!(
                "データベースの更新時刻が {} 秒先になっています。timedatectl でこのマシンの時計を合わせてください。",
                ahead.as_secs()
            ),
        ),
        _ => Finding::ok(SUBJECT, chrono::DateTime::<chrono::Utc>::from(now).format("%F %T UTC")),
    }
}
