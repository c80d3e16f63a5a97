//! The signed heads of the trees, compared with the events that they cover.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kifu_proofs::batch::{Batch, fitting};
use kifu_proofs::signature::{PublicKey, Signed, TreeHead, key_id};
use kifu_proofs::tree::GrowingTree;
use kifu_proofs::{Digest, HexBytes};

use super::super::CommandFailure;
use kifu_store::{Position, Reader, Shard, Store, StoredBatch, now};

/// Heads that are read at a time.
const HEADS_PER_READ: u32 = 1000;
/// Hashes of events that are read at a time, if there are more.
const HASHES_PER_READ: i64 = 50_000;

/// The keys whose heads are believed.
pub struct TrustedKeys<'k> {
    /// The key that signs now.
    pub current: PublicKey,
    /// The former keys: the public keys, or their ids.
    pub former: &'k [Digest],
}

impl TrustedKeys<'_> {
    /// True if one of the known public keys signed this head.
    fn signed(&self, head: &Signed<TreeHead>) -> bool {
        [self.current].iter().chain(self.former).any(|key| head.is_signed_by(*key))
    }

    fn has(&self, key: PublicKey) -> bool {
        key == self.current || self.former.iter().any(|former| [key, key_id(key)].contains(former))
    }
}

/// Heads by one key.
struct HeadsByKey {
    count: u64,
    first: DateTime<Utc>,
    last: DateTime<Utc>,
}

/// Heads that lie elsewhere, and were compared with those of the database.
struct ComparedElsewhere {
    count: u64,
    last: Option<DateTime<Utc>>,
}

/// Heads that lie elsewhere, by shard and size.
type HeadsElsewhere = BTreeMap<(i32, u64), Vec<Signed<TreeHead>>>;

/// The heads that were compared, and their faults.
#[derive(Default)]
pub struct CheckedHeads {
    by_key: BTreeMap<PublicKey, HeadsByKey>,
    trusted: Vec<PublicKey>,
    uncovered: i64,
    elsewhere: Option<ComparedElsewhere>,
    /// The faults.
    pub faults: Vec<String>,
}

impl CheckedHeads {
    /// How many heads were compared.
    pub fn count(&self) -> u64 {
        self.by_key.iter().filter(|(key, _)| self.trusted.contains(key)).map(|(_, heads)| heads.count).sum()
    }

    fn note(&mut self, batch: &StoredBatch, is_trusted: bool) {
        let heads = self.by_key.entry(batch.public_key).or_insert(HeadsByKey {
            count: 0,
            first: batch.at,
            last: batch.at,
        });
        heads.count += 1;
        (heads.first, heads.last) = (heads.first.min(batch.at), heads.last.max(batch.at));
        if is_trusted && !self.trusted.contains(&batch.public_key) {
            self.trusted.push(batch.public_key);
        }
    }

    /// Heads of keys that nobody named could be anybody's.
    fn name_strangers(&mut self) {
        let strangers = self.by_key.iter().filter(|(key, _)| !self.trusted.contains(key));
        let faults = strangers.map(|(key, heads)| {
            let id = key_id(*key);
            format!(
                "{} signed heads are by another key, {id}: not checked. If it was yours, name it: --former-key {id}",
                heads.count
            )
        });
        self.faults.extend(faults.collect::<Vec<_>>());
    }
}

impl fmt::Display for CheckedHeads {
    /// Writes a line for each key and its heads, one for heads that lie elsewhere, and one for newer events without a
    /// head.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, HeadsByKey { count, first, last }) in &self.by_key {
            let checked = if self.trusted.contains(key) { "checked" } else { "not checked" };
            let id = key_id(*key);
            writeln!(
                f,
                "{checked}: {count} heads by the key {id}, from {} to {}",
                time(*first),
                time(*last)
            )?;
        }
        if let Some(ComparedElsewhere { count, last }) = &self.elsewhere {
            let last = last.map_or_else(|| "none".to_owned(), time);
            writeln!(f, "compared: {count} heads that lie elsewhere, the last of {last}")?;
        }
        if self.uncovered > 0 {
            writeln!(
                f,
                "not checked: {} events and descriptions that are newer than the last head",
                self.uncovered
            )?;
        }
        Ok(())
    }
}

/// Compares the heads of all shards with the events. The last head may be so old where there are newer events.
pub async fn check(
    store: &Store,
    keys: &TrustedKeys<'_>,
    tolerance: TimeDelta,
    elsewhere: Option<Vec<Signed<TreeHead>>>,
) -> Result<CheckedHeads, CommandFailure> {
    let compared = elsewhere.as_ref().map(|heads| ComparedElsewhere {
        count: heads.len() as u64,
        last: heads.iter().map(|head| head.statement.at).max(),
    });
    let mut checked = CheckedHeads { elsewhere: compared, ..CheckedHeads::default() };
    let mut remaining = HeadsElsewhere::new();
    for head in elsewhere.into_iter().flatten() {
        remaining.entry((head.statement.shard, head.statement.size)).or_default().push(head);
    }
    for shard in store.shards()?.all() {
        let mut comparison = HeadComparison::new(store.latest(), shard, keys, &mut remaining);
        let fault = comparison.run(&mut checked, tolerance).await?;
        let name =
            if store.shards()?.count() > 1 { format!("shard {}: ", shard.number()) } else { String::new() };
        checked.faults.extend(fault.map(|fault| format!("{name}{fault}")));
    }
    checked.name_strangers();
    if checked.faults.is_empty() {
        checked.faults.extend(remaining.into_values().flatten().map(|head| lost(&head, keys).to_string()));
    }
    Ok(checked)
}

/// A head that lies elsewhere and is not here.
fn lost(head: &Signed<TreeHead>, keys: &TrustedKeys<'_>) -> HeadFault {
    let TreeHead { size, at, shard, .. } = head.statement;
    if keys.signed(head) {
        HeadFault::Lost { size, at, shard }
    } else {
        HeadFault::Foreign { size, id: head.key_id }
    }
}

/// The content of a batch, in words.
fn content(first: Position, last: Position, descriptions: u32) -> String {
    match descriptions {
        0 => format!("events from position {first} to {last}"),
        count if first > last => format!("{count} descriptions of records"),
        count => format!("events from position {first} to {last}, or {count} descriptions of records,"),
    }
}

/// A time as a message says it.
fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// The first thing that is wrong with the heads of a shard.
#[derive(Debug, thiserror::Error)]
enum HeadFault {
    #[error("signed heads are missing: from size {0} to {1}")]
    Missing(u64, u64),
    #[error("the signed head of size {0} was altered: its signature is wrong")]
    Signature(u64),
    #[error("the signed head of size {0} is older than the one before it")]
    Older(u64),
    #[error("the signed head of size {0} is by a former key, though the key of now signed one before it")]
    FormerKey(u64),
    #[error(
        "{} were altered, moved or exchanged since a head was signed at {}",
        content(*.first, *.last, *.descriptions),
        time(*.at)
    )]
    Altered { first: Position, last: Position, descriptions: u32, at: DateTime<Utc> },
    #[error("descriptions of records are missing: heads cover {covered}, there are {there}")]
    FewerDescriptions { covered: Position, there: Position },
    #[error("events of the feed are missing: heads cover them up to position {covered}, there are {there}")]
    Shorter { covered: Position, there: Position },
    #[error("no head of the key of now covers the events")]
    NoneOfNow,
    #[error(
        "{count} events and descriptions after position {covered} are in no signed head, and the last one is of {last}"
    )]
    Uncovered { count: i64, covered: Position, last: String },
    #[error("what is kept for proofs of the batch of the head of size {0} was altered")]
    Groups(u64),
    #[error(
        "two heads of size {0} were signed: the one that lies elsewhere is another. The database was exchanged, or a backup restored"
    )]
    Fork(u64),
    #[error("a head of size {size} of shard {shard} was signed at {} and lies elsewhere, but not here: the end was cut off, or a backup restored", time(*.at))]
    Lost { size: u64, at: DateTime<Utc>, shard: i32 },
    #[error(
        "a head of size {size} that lies elsewhere is by another key, {id}: not checked. If it was yours, name it: --former-key"
    )]
    Foreign { size: u64, id: Digest },
    #[error(transparent)]
    Node(#[from] kifu_store::TreeFault),
}

/// Goes through the heads of a shard, the first one first.
struct HeadComparison<'c> {
    reader: &'c Reader,
    shard: Shard,
    keys: &'c TrustedKeys<'c>,
    hashes: VecDeque<Digest>,
    read_up_to: Position,
    tree: GrowingTree,
    /// The position of the last description that a head covers.
    described: Position,
    last: Option<StoredBatch>,
    is_by_current: bool,
    elsewhere: &'c mut HeadsElsewhere,
}

impl<'c> HeadComparison<'c> {
    fn new(
        reader: &'c Reader,
        shard: Shard,
        keys: &'c TrustedKeys<'c>,
        elsewhere: &'c mut HeadsElsewhere,
    ) -> Self {
        Self {
            reader,
            shard,
            keys,
            hashes: VecDeque::new(),
            read_up_to: Position::START,
            tree: GrowingTree::default(),
            described: Position::START,
            last: None,
            is_by_current: false,
            elsewhere,
        }
    }

    async fn run(
        &mut self,
        checked: &mut CheckedHeads,
        tolerance: TimeDelta,
    ) -> Result<Option<HeadFault>, CommandFailure> {
        loop {
            let batches = self.reader.batches(self.shard, self.tree.size(), HEADS_PER_READ).await?;
            let Some(newest) = batches.last().map(|newest| newest.position) else { break };
            for batch in batches {
                if let Some(fault) = self.check(&batch, newest).await? {
                    return Ok(Some(fault));
                }
                checked.note(&batch, self.keys.has(batch.public_key));
                self.last = Some(batch);
            }
        }
        if let Some(fault) = self.reader.tree_fault(self.shard, self.tree.size()).await? {
            return Ok(Some(fault.into()));
        }
        self.check_end(checked, tolerance).await
    }

    /// Compares a head with its events and with the head before.
    async fn check(
        &mut self,
        batch: &StoredBatch,
        newest: Position,
    ) -> Result<Option<HeadFault>, CommandFailure> {
        let (size, expected) = (batch.number + 1, self.tree.size());
        if batch.number != expected {
            return Ok(Some(HeadFault::Missing(expected + 1, batch.number)));
        }
        if self.last.as_ref().is_some_and(|last| last.at >= batch.at) {
            return Ok(Some(HeadFault::Older(size)));
        }
        let begin = self.last.as_ref().map_or(Position::START, |last| last.position);
        let mut hashes = self.hashes(batch, newest).await?;
        hashes.extend(self.description_hashes(batch).await?);
        let made = Batch::new(batch.secret, &hashes);
        let is_whole = hashes.len() == batch.len() && fitting(&hashes) == hashes.len();
        if batch.begin() != begin || !is_whole || made.root != batch.root {
            let (first, last, descriptions) = (Position(begin.0 + 1), batch.position, batch.descriptions);
            return Ok(Some(HeadFault::Altered { first, last, descriptions, at: batch.at }));
        }
        let has_groups = !made.groups.is_empty();
        if made.sequence != batch.sequence
            || has_groups && made.groups != self.reader.batch_groups(self.shard, batch.number).await?
        {
            return Ok(Some(HeadFault::Groups(size)));
        }
        self.tree.push(&batch.leaf());
        Ok(self.check_signature(batch, size))
    }

    fn check_signature(&mut self, batch: &StoredBatch, size: u64) -> Option<HeadFault> {
        let root = self.tree.root()?;
        let before: Option<HexBytes<64>> = self.last.as_ref().map(|last| last.signature);
        let is_current = batch.public_key == self.keys.current;
        let head = batch.head(self.shard, root, before);
        if !head.is_signed_by(batch.public_key) {
            return Some(HeadFault::Signature(size));
        }
        let others = self.elsewhere.remove(&(self.shard.number(), size)).unwrap_or_default();
        if let Some(other) = others.into_iter().find(|other| *other != head) {
            let is_signed = other.is_signed_by(batch.public_key) || self.keys.signed(&other);
            return Some(if is_signed {
                HeadFault::Fork(size)
            } else {
                HeadFault::Foreign { size, id: other.key_id }
            });
        }
        if self.is_by_current && !is_current && self.keys.has(batch.public_key) {
            return Some(HeadFault::FormerKey(size));
        }
        self.is_by_current |= is_current;
        None
    }

    /// The hashes of the events of a batch.
    async fn hashes(&mut self, batch: &StoredBatch, newest: Position) -> Result<Vec<Digest>, CommandFailure> {
        let count = batch.events as usize;
        if self.hashes.len() < count {
            let next = newest.min(Position(batch.position.0.max(self.read_up_to.0 + HASHES_PER_READ)));
            self.hashes.extend(self.reader.event_hashes(self.shard, self.read_up_to, next).await?);
            self.read_up_to = self.read_up_to.max(next);
        }
        Ok(self.hashes.drain(..count.min(self.hashes.len())).collect())
    }

    /// The hashes of the descriptions of a batch, which follow those of the batch before.
    async fn description_hashes(&mut self, batch: &StoredBatch) -> Result<Vec<Digest>, CommandFailure> {
        if batch.descriptions == 0 || batch.description_begin() != self.described {
            return Ok(Vec::new());
        }
        let begin = std::mem::replace(&mut self.described, batch.description_position);
        Ok(self.reader.description_hashes(self.shard, begin, self.described).await?)
    }

    /// Compares the last head with the end of the feed.
    async fn check_end(
        &self,
        checked: &mut CheckedHeads,
        tolerance: TimeDelta,
    ) -> Result<Option<HeadFault>, CommandFailure> {
        let there = self.reader.head(self.shard).await?;
        let (covered, at) =
            self.last.as_ref().map_or((Position::START, None), |last| (last.position, Some(last.at)));
        let count = there.0 - covered.0;
        if count < 0 {
            return Ok(Some(HeadFault::Shorter { covered, there }));
        }
        if there > Position::START && at.is_some() && !self.is_by_current {
            return Ok(Some(HeadFault::NoneOfNow));
        }
        let described = self.reader.description_head(self.shard).await?;
        if described < self.described {
            return Ok(Some(HeadFault::FewerDescriptions { covered: self.described, there: described }));
        }
        let count = count + described.0 - self.described.0;
        if count > 0 && at.is_none_or(|at| now() - at > tolerance) {
            let last = at.map_or_else(|| "none".to_owned(), time);
            return Ok(Some(HeadFault::Uncovered { count, covered, last }));
        }
        checked.uncovered += count;
        Ok(None)
    }
}
