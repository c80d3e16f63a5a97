//! Places outside the database that keep signed heads: a file, a bucket, an address of the web.
//!
//! A head covers everything that was recorded before it, so the holder of the last one can show later changes. Files
//! in such a place are never overwritten.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use kifu_proofs::signature::{Signed, TreeHead};
use ureq::Agent;

use crate::operation::object_storage::{StorageBucket, StorageError};
use crate::proofs::heads_place::HeadsPlace;

/// How long the web may take to answer.
const WEB_TIMEOUT: Duration = Duration::from_secs(20);
/// How much is read of an answer of the web.
const MAX_ANSWER_BYTES: u64 = 1 << 30;
/// How many objects are read at a time.
const READS_AT_ONCE: usize = 32;

/// A place, ready to be used.
pub enum Elsewhere {
    /// A file with a head a line.
    File(PathBuf),
    /// Objects, each a head.
    Bucket(StorageBucket),
    /// An address.
    Web(Agent, String),
}

/// A place did not take heads, or does not show them.
#[derive(Debug, thiserror::Error)]
pub enum ElsewhereError {
    /// A file.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// An object storage.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The web.
    #[error("{0}: {1}")]
    Web(String, ureq::Error),
    /// A file there is not a head.
    #[error("{0}: it holds what is no signed head: {1}")]
    Unreadable(String, serde_json::Error),
    /// A head is no JSON.
    #[error("a signed head can't be written: {0}")]
    Unwritable(serde_json::Error),
    /// Another head of the same size lies there.
    #[error("{0}: another head of this size lies there: the database was exchanged, or a backup restored")]
    Another(String),
    /// A task ended.
    #[error("heads could not be written: {0}")]
    Task(#[from] tokio::task::JoinError),
}

impl Elsewhere {
    /// Opens a place. Nothing is written or asked yet.
    ///
    /// # Errors
    ///
    /// If the name of a bucket, or one of the variables `AWS_…`, can't be what it should be.
    pub fn open(place: &HeadsPlace) -> Result<Self, ElsewhereError> {
        Ok(match place {
            HeadsPlace::File(path) => Self::File(path.clone()),
            HeadsPlace::Bucket(place) => Self::Bucket(StorageBucket::open(place)?),
            HeadsPlace::Web(url) => {
                let config = Agent::config_builder().timeout_global(Some(WEB_TIMEOUT));
                let config = config.user_agent(concat!("kifu/", env!("CARGO_PKG_VERSION"))).build();
                Self::Web(Agent::new_with_config(config), url.to_string())
            }
        })
    }

    /// Adds heads, the earliest first. A head that is there already may be there twice.
    ///
    /// # Errors
    ///
    /// If the place does not take one; it may have taken those before.
    pub async fn add(&self, heads: &[Signed<TreeHead>]) -> Result<(), ElsewhereError> {
        let texts = heads.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        let texts = texts.map_err(ElsewhereError::Unwritable)?;
        match self {
            Self::File(path) => {
                let path = path.clone();
                tokio::task::spawn_blocking(move || add_lines(&path, &texts)).await?
            }
            Self::Bucket(bucket) => {
                for (head, text) in heads.iter().zip(texts) {
                    add_object(bucket, head, text).await?;
                }
                Ok(())
            }
            Self::Web(agent, url) => {
                let (agent, url) = (agent.clone(), url.clone());
                tokio::task::spawn_blocking(move || {
                    texts.into_iter().try_for_each(|text| {
                        let sent = agent.post(&url).header("content-type", "application/json").send(text);
                        sent.map(drop).map_err(|error| ElsewhereError::Web(url.clone(), error))
                    })
                })
                .await?
            }
        }
    }

    /// All heads that lie there, in any order.
    ///
    /// # Errors
    ///
    /// If the place does not show them, or something else.
    pub async fn read(&self) -> Result<Vec<Signed<TreeHead>>, ElsewhereError> {
        match self {
            Self::File(path) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|error| ElsewhereError::File(name.clone(), error))?;
                read_lines(&name, BufReader::new(file))
            }
            Self::Bucket(bucket) => read_objects(bucket).await,
            Self::Web(agent, url) => {
                let (agent, url) = (agent.clone(), url.clone());
                tokio::task::spawn_blocking(move || {
                    let failed = |error| ElsewhereError::Web(url.clone(), error);
                    let mut answer = agent.get(&url).call().map_err(failed)?;
                    let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).reader();
                    read_lines(&url, BufReader::new(body))
                })
                .await?
            }
        }
    }
}

fn add_lines(path: &std::path::Path, texts: &[String]) -> Result<(), ElsewhereError> {
    let failed = |error| ElsewhereError::File(path.display().to_string(), error);
    let mut file = File::options().append(true).create(true).open(path).map_err(failed)?;
    // One write each: lines of several instances don't get mixed up.
    let mut lines = texts.join("\n");
    lines.push('\n');
    file.write_all(lines.as_bytes()).and_then(|()| file.sync_data()).map_err(failed)
}

async fn add_object(
    bucket: &StorageBucket,
    head: &Signed<TreeHead>,
    text: String,
) -> Result<(), ElsewhereError> {
    let TreeHead { shard, size, .. } = head.statement;
    let name = format!("shard={shard}/{size:012}.json");
    if bucket.put_new(&name, text).await? || read_object(bucket, &name).await? == *head {
        return Ok(());
    }
    Err(ElsewhereError::Another(name))
}

async fn read_object(bucket: &StorageBucket, name: &str) -> Result<Signed<TreeHead>, ElsewhereError> {
    let content = bucket.get(name).await?;
    serde_json::from_slice(&content).map_err(|error| ElsewhereError::Unreadable(name.to_owned(), error))
}

async fn read_objects(bucket: &StorageBucket) -> Result<Vec<Signed<TreeHead>>, ElsewhereError> {
    let names = bucket.list("").await?;
    let heads = names.iter().filter(|name| name.starts_with("shard=")).map(|name| read_object(bucket, name));
    stream::iter(heads).buffer_unordered(READS_AT_ONCE).try_collect().await
}

fn read_lines(name: &str, lines: impl BufRead) -> Result<Vec<Signed<TreeHead>>, ElsewhereError> {
    let unreadable = |error| ElsewhereError::Unreadable(name.to_owned(), error);
    let failed = |error| ElsewhereError::File(name.to_owned(), error);
    lines
        .lines()
        .filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty()))
        .map(|line| serde_json::from_str(&line.map_err(failed)?).map_err(unreadable))
        .collect()
}
