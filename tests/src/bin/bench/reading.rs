//! How fast the service answers with the state of a record and with a step of its replay, held against a constant of their
//! size: a file of its pages, which it has in memory.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use kifu_engine::games;
use kifu_tests::Client;
use serde_json::{Value, json};

use crate::http::{Connection, get};
use crate::load::{ROUND_TIME, on_two_threads};
use crate::report::Line;
use crate::service::Service;
use crate::{CLIENTS, Failure, rounds};

/// Records of each kind that are read; one page lists all of them.
const RECORDS_PER_KIND: &str = "15";
/// Where the files of pages are.
const FILES: &str = "/pages/";

/// The repeated reads.
struct Reads {
    address: SocketAddr,
    requests: Arc<Vec<Vec<u8>>>,
}

/// Simulates games of each kind and reads them.
pub fn measure(service: &Service) -> Result<[Line; 2], Failure> {
    for game in games::ALL {
        service.command(&["simulate", "--count", RECORDS_PER_KIND, "--game", game.meta().slug])?;
    }
    let client = Client::new(&format!("http://{}", service.address));
    let files = files(&client);
    let [states, steps] = paths(&client)?;
    Ok([
        line("(f) states, 64 clients", service.address, &client, &states, &files)?,
        line("(f) steps of replays, 64 clients", service.address, &client, &steps, &files)?,
    ])
}

/// The states of records that have ended and of copies of them that are live, and a step in the middle of each replay.
fn paths(client: &Client) -> Result<[Vec<String>; 2], Failure> {
    let found = client.get("/v1/games?limit=100").json();
    let ended = found["games"].as_array().ok_or("no records")?;
    let ended = ended.iter().map(path).collect::<Option<Vec<_>>>().ok_or("a record without an id")?;
    let mut records = Vec::new();
    for path in ended {
        let moves = moves(client, &path)?;
        let live = client.post(&format!("{path}/copies"), &json!({"at": moves * 2 / 3})).json();
        records.extend([path, self::path(&live).ok_or("a copy without an id")?]);
    }
    let step = |path: &String| Ok(format!("{path}/replay/{}", moves(client, path)?.div_ceil(2)));
    let steps = records.iter().map(step).collect::<Result<_, Failure>>()?;
    Ok([records, steps])
}

fn path(record: &Value) -> Option<String> {
    Some(format!("/v1/games/{}", record["id"].as_str()?))
}

fn moves(client: &Client, path: &str) -> Result<u64, Failure> {
    let moves = client.get(path).json()["moves"].as_u64();
    moves.ok_or_else(|| format!("{path} does not say how many moves it has").into())
}

/// Each file that the first page names, with its length.
fn files(client: &Client) -> Vec<(String, usize)> {
    let page = client.get("/").header("Accept", "text/html").send().text();
    let named = page.split('"').filter_map(|text| text.strip_prefix('.'));
    let named: BTreeSet<&str> = named.filter(|path| path.starts_with(FILES)).collect();
    named.into_iter().map(|path| (path.to_owned(), length(client, path))).collect()
}

fn length(client: &Client, path: &str) -> usize {
    client.get(path).send().body.len()
}

/// These answers a second against those of the file that is nearest to them in length.
fn line(
    what: &'static str,
    address: SocketAddr,
    client: &Client,
    paths: &[String],
    files: &[(String, usize)],
) -> Result<Line, Failure> {
    let mean = paths.iter().map(|path| length(client, path)).sum::<usize>() / paths.len().max(1);
    let (file, bytes) = files.iter().min_by_key(|(_, bytes)| bytes.abs_diff(mean)).ok_or("no files")?;
    eprintln!("{what}: {mean} bytes in the mean, against {file} of {bytes} bytes");
    let reads = |paths: &[String]| Reads {
        address,
        requests: Arc::new(paths.iter().map(|path| get(path)).collect()),
    };
    let (ours, constant) = (reads(paths), reads(std::slice::from_ref(file)));
    let [ours, theirs] = rounds([&|| ours.per_second(), &|| constant.per_second()])?;
    Ok(Line { what, ours, theirs, unit: "/s", goal: "≥ 0.6" })
}

impl Reads {
    /// Answers a second of one round.
    fn per_second(&self) -> Result<f64, Failure> {
        let begun = Instant::now();
        let client = |first| read(self.address, self.requests.clone(), first, begun + ROUND_TIME);
        let answers = on_two_threads((0..CLIENTS).map(client).collect())?;
        Ok(answers.into_iter().sum::<usize>() as f64 / begun.elapsed().as_secs_f64())
    }
}

/// Asks for one after the other, from one of them on, until the deadline; how many answers came.
async fn read(
    address: SocketAddr,
    requests: Arc<Vec<Vec<u8>>>,
    first: usize,
    deadline: Instant,
) -> Result<usize, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut answers = 0;
    for request in requests.iter().cycle().skip(first) {
        if Instant::now() >= deadline {
            break;
        }
        connection.read(request).await?;
        answers += 1;
    }
    Ok(answers)
}
