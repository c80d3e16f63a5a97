//! The effect on clients behind the proxy when one of two instances is killed, comes back, and stands still.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kifu_tests::{Client, Table};
use serde_json::json;

use super::Site;
use super::nginx::Division;
use crate::Failure;

/// Tables at which notes are logged, without a pause, through the proxy.
const TABLES: usize = 16;
/// How long each phase lasts.
const PHASE: Duration = Duration::from_secs(8);
/// The pause of a client after an error, before it sends again.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// How often it is looked which instance follows which shard.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// Shards that an instance follows.
const COUNT_FOLLOWED: &str = "
    SELECT count(*), count(DISTINCT objid) FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND classid::bigint = (hashtext('kifu follower')::bigint + 4294967296) % 4294967296";

/// An answer to a writer, or an error.
#[derive(Clone, Copy)]
struct WriterAnswer {
    writer: usize,
    at: Instant,
    ok: bool,
}

/// A question for everything acknowledged before it, and when it was answered.
#[derive(Clone, Copy)]
struct StatisticsAnswer {
    begin: Instant,
    answered: Instant,
    ok: bool,
}

#[derive(Default)]
struct KillLog {
    stop: AtomicBool,
    written: Mutex<Vec<WriterAnswer>>,
    counted: Mutex<Vec<StatisticsAnswer>>,
    /// When not every shard was followed by one instance.
    unfollowed: Mutex<Vec<Instant>>,
}

struct KillPhase {
    name: &'static str,
    begin: Instant,
    end: Instant,
}

/// Goes through the phases and prints the observations of each.
pub fn measure(site: &mut Site) -> Result<(), Failure> {
    let shared = Arc::new(KillLog::default());
    let proxied = format!("http://{}", site.nginx.address(Division::ByRecord));
    let opener = site.instances[0].client();
    let tables: Vec<_> = (0..TABLES).map(|_| opener.open_plain("bremen", 4)).collect();
    let writers: Vec<_> =
        tables.iter().enumerate().map(|(number, table)| write(number, table, &proxied, &shared)).collect();
    let others = [ask(site.instances[0].client(), &shared), look(site, &shared)];
    let mut phases = vec![phase("both run", || Ok(()))?];
    phases.push(phase("one is killed", || site.instances[1].kill())?);
    let begun = Instant::now();
    let mut ready = Duration::ZERO;
    phases.push(phase("it is started again", || {
        site.instances[1].start_again()?;
        ready = begun.elapsed();
        Ok(())
    })?);
    phases.push(phase("it stands still", || site.instances[1].set_still(true))?);
    phases.push(phase("it goes on", || site.instances[1].set_still(false))?);
    shared.stop.store(true, Ordering::SeqCst);
    let acknowledged: Vec<usize> =
        writers.into_iter().map(|writer| writer.join().unwrap_or_default()).collect();
    for other in others {
        drop(other.join());
    }
    println!(
        "\n| phase | moves a second | errors | longest wait of a client, s | statistics behind by at most, s | shards without a follower, s |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for phase in &phases {
        phase.print(&shared);
    }
    println!("\nThe instance was ready {:.2} s after its start.", ready.as_secs_f64());
    check(&tables, &acknowledged)
}

fn phase(name: &'static str, happen: impl FnOnce() -> Result<(), Failure>) -> Result<KillPhase, Failure> {
    let begin = Instant::now();
    happen()?;
    thread::sleep(PHASE.saturating_sub(begin.elapsed()));
    Ok(KillPhase { name, begin, end: Instant::now() })
}

/// Every note that was acknowledged is there once, in its order.
fn check(tables: &[Table], acknowledged: &[usize]) -> Result<(), Failure> {
    for (table, count) in tables.iter().zip(acknowledged) {
        let texts =
            table.entries().into_iter().map(|entry| entry["text"].as_str().unwrap_or_default().to_owned());
        if !texts.eq((0..*count).map(|number| number.to_string())) {
            return Err(
                format!("record {} has other notes than the {count} acknowledged ones", table.id).into()
            );
        }
    }
    println!(
        "{} notes were acknowledged; all are there once, in their order.",
        acknowledged.iter().sum::<usize>()
    );
    Ok(())
}

/// Writes numbers one after the other, each until it is acknowledged, and answers how many were.
fn write(writer: usize, table: &Table, proxied: &str, shared: &Arc<KillLog>) -> JoinHandle<usize> {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(20)));
    let agent: ureq::Agent = config.build().into();
    let (url, token) = (format!("{proxied}{}", table.path("/moves")), format!("Bearer {}", table.scribe));
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let (mut next, mut is_acknowledged) = (0, true);
        // The last one may have been written unheard: it is sent until that is known.
        while !shared.stop.load(Ordering::SeqCst) || !is_acknowledged {
            let request = agent.post(&url).header("Authorization", &token).content_type("application/json");
            let request = request.header("Idempotency-Key", format!("{writer}-{next}"));
            let note = json!({"type": "annotate", "text": next.to_string()});
            let answer = request.send(note.to_string());
            is_acknowledged = answer.is_ok_and(|mut answer| {
                let is_created = answer.status() == 201;
                answer.body_mut().read_to_vec().is_ok() && is_created
            });
            push(&shared.written, WriterAnswer { writer, at: Instant::now(), ok: is_acknowledged });
            next += usize::from(is_acknowledged);
            if !is_acknowledged {
                thread::sleep(RETRY_PAUSE);
            }
        }
        next
    })
}

/// Asks statistics for everything acknowledged before, again and again.
fn ask(client: Client, shared: &Arc<KillLog>) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        while !shared.stop.load(Ordering::SeqCst) {
            let begin = Instant::now();
            let answer = client.get("/v1/statistics/common.won?as_of=now").try_send();
            let ok = answer.is_ok_and(|answer| answer.status == 200);
            push(&shared.counted, StatisticsAnswer { begin, answered: Instant::now(), ok });
            thread::sleep(LOOK_INTERVAL);
        }
    })
}

/// Looks which shards are followed.
fn look(site: &Site, shared: &Arc<KillLog>) -> JoinHandle<()> {
    let (mut database, shared) = (site.postgres.client("kifu"), Arc::clone(shared));
    let shards: i64 = database.query_one("SELECT count(*) FROM shard_heads", &[]).map_or(0, |row| row.get(0));
    thread::spawn(move || {
        while !shared.stop.load(Ordering::SeqCst) {
            if let Ok(row) = database.query_one(COUNT_FOLLOWED, &[]) {
                let (holders, followed): (i64, i64) = (row.get(0), row.get(1));
                if holders != shards || followed != shards {
                    push(&shared.unfollowed, Instant::now());
                }
            }
            thread::sleep(LOOK_INTERVAL);
        }
    })
}

fn push<T>(list: &Mutex<Vec<T>>, item: T) {
    list.lock().unwrap_or_else(PoisonError::into_inner).push(item);
}

fn copy<T: Copy>(list: &Mutex<Vec<T>>) -> Vec<T> {
    list.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

impl KillPhase {
    fn print(&self, shared: &KillLog) {
        let written = copy(&shared.written);
        let within: Vec<_> =
            written.iter().filter(|seen| (self.begin..self.end).contains(&seen.at)).collect();
        let acknowledged = within.iter().filter(|seen| seen.ok).count();
        println!(
            "| {} | {:.0} | {} | {:.2} | {:.2} | {:.2} |",
            self.name,
            acknowledged as f64 / (self.end - self.begin).as_secs_f64(),
            within.len() - acknowledged,
            self.longest_wait(&written).as_secs_f64(),
            self.behind(&copy(&shared.counted)).as_secs_f64(),
            self.unfollowed(&copy(&shared.unfollowed)).as_secs_f64(),
        );
    }

    /// The longest time between two acknowledgements of one client that ended within the phase.
    fn longest_wait(&self, written: &[WriterAnswer]) -> Duration {
        let of_writer = |writer| {
            let times: Vec<_> =
                written.iter().filter(|seen| seen.writer == writer && seen.ok).map(|seen| seen.at).collect();
            let within = times.windows(2).filter(|pair| (self.begin..self.end).contains(&pair[1]));
            within.map(|pair| pair[1] - pair[0]).max().unwrap_or_default()
        };
        (0..TABLES).map(of_writer).max().unwrap_or_default()
    }

    /// The longest time from a question of the phase to an answer with everything acknowledged before it.
    fn behind(&self, counted: &[StatisticsAnswer]) -> Duration {
        let questions = counted
            .iter()
            .enumerate()
            .filter(|(_, question)| (self.begin..self.end).contains(&question.begin));
        let waits = questions.filter_map(|(number, question)| {
            let answer = counted[number..].iter().find(|later| later.ok)?;
            Some(answer.answered - question.begin)
        });
        waits.max().unwrap_or_default()
    }

    /// From the first look at which a shard had no follower to the last.
    fn unfollowed(&self, looks: &[Instant]) -> Duration {
        let within: Vec<_> = looks.iter().filter(|at| (self.begin..self.end).contains(*at)).collect();
        match (within.first(), within.last()) {
            (Some(first), Some(last)) => **last - **first + LOOK_INTERVAL,
            _ => Duration::ZERO,
        }
    }
}
