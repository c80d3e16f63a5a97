//! Batches: the events recorded in a shard within a minute, under one root that does not tell how many they are.
//!
//! The events of a batch lie in a binary tree of a fixed depth, each at the place that the first bits of its hash name.
//! Where no event lies, a hash made of the batch's secret stands, so every path to the root has the same length, and nobody
//! without the secret can tell whether there is anything beside it. A batch without events has a root as well. The uppermost node
//! is joined with a hash of the secret and of all events in the order of their positions, so that the order is fixed, too.
//!
//! A service makes a batch at fixed times, whatever was recorded. So the number of batches, which is the size of the tree
//! over them ([`crate::tree`]), counts minutes and nothing else.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rand::Rng;
use sha2::{Digest as _, Sha256};

use crate::tree::{leaf_hash, node_hash};
use crate::{Digest, HexBytes};

/// How many levels the tree of a batch has below its uppermost node.
const DEPTH: u32 = 40;
/// How many nodes lead from an event to the root of its batch: those of the tree, and the hash of the order.
pub const PATH_LENGTH: usize = 41;
/// How many events a group has, more or less: larger batches are stored in groups.
pub const GROUP_EVENTS: usize = 256;

/// Random bytes from which the hashes are made of places where no event lies.
pub type BatchSecret = HexBytes<16>;

/// A secret that nobody can guess.
pub fn new_secret() -> BatchSecret {
    let mut secret = HexBytes([0; 16]);
    rand::rng().fill_bytes(&mut secret.0);
    secret
}

/// The leaf of a batch in the tree over the batches: the root of the batch, and its time in microseconds since 1970.
pub fn leaf(root: Digest, at: DateTime<Utc>) -> [u8; 40] {
    let mut leaf = [0; 40];
    leaf[..32].copy_from_slice(&root.0);
    leaf[32..].copy_from_slice(&at.timestamp_micros().to_be_bytes());
    leaf
}

/// The first bits of an event's hash: its place.
fn place(hash: &Digest) -> u64 {
    let first = hash.0.first_chunk().copied().map(u64::from_be_bytes).unwrap_or_default();
    first >> (u64::BITS - DEPTH)
}

/// How many of these events, from the first on, have places of their own. Of two million batches of a thousand events one
/// lacks a place; what remains comes into the next batch.
pub fn fitting(hashes: &[Digest]) -> usize {
    let mut places = HashSet::with_capacity(hashes.len());
    hashes.iter().take_while(|hash| places.insert(place(hash))).count()
}

/// A node at the lowest known level, and its place there.
#[derive(Clone, Copy, Debug)]
struct PlacedNode {
    place: u64,
    node: Digest,
}

/// The nodes of a batch down to a level.
struct Subtree<'n> {
    secret: BatchSecret,
    /// The level at which all nodes are known that have events below them.
    lowest: u32,
    known_nodes: &'n [PlacedNode],
}

impl Subtree<'_> {
    /// The node at a place of a level, above some of those that are known.
    fn node(&self, level: u32, place: u64, known_nodes: &[PlacedNode]) -> Digest {
        match known_nodes {
            [] => self.empty(level, place),
            [first, ..] if level == self.lowest => first.node,
            _ => {
                let (left, right) = self.halves(level, place, known_nodes);
                node_hash(self.node(level + 1, place << 1, left), self.node(level + 1, place << 1 | 1, right))
            }
        }
    }

    fn halves<'k>(
        &self,
        level: u32,
        place: u64,
        known_nodes: &'k [PlacedNode],
    ) -> (&'k [PlacedNode], &'k [PlacedNode]) {
        let middle = (place << 1 | 1) << (self.lowest - level - 1);
        known_nodes.split_at(known_nodes.partition_point(|node| node.place < middle))
    }

    /// The hash of a node that has no event below it.
    fn empty(&self, level: u32, place: u64) -> Digest {
        let hash = Sha256::new().chain_update(self.secret.0).chain_update(level.to_be_bytes());
        HexBytes(hash.chain_update(place.to_be_bytes()).finalize().into())
    }

    /// The neighbours of the nodes from a level down to a place of the lowest one, the lowest first.
    fn path(&self, from: u32, to: u64) -> Vec<Digest> {
        let mut known_nodes = self.known_nodes;
        let mut path: Vec<_> = (from..self.lowest)
            .map(|level| {
                let place = to >> (self.lowest - level);
                let (left, right) = self.halves(level, place, known_nodes);
                let goes_right = to >> (self.lowest - level - 1) & 1 == 1;
                let beside = if goes_right { left } else { right };
                known_nodes = if goes_right { right } else { left };
                self.node(level + 1, place << 1 | u64::from(!goes_right), beside)
            })
            .collect();
        path.reverse();
        path
    }
}

/// Events as nodes of the lowest level, in the order of their places.
fn leaves(hashes: &[Digest]) -> Vec<PlacedNode> {
    let mut leaves: Vec<_> =
        hashes.iter().map(|hash| PlacedNode { place: place(hash), node: leaf_hash(&hash.0) }).collect();
    leaves.sort_unstable_by_key(|leaf| leaf.place);
    leaves
}

/// Events of a large batch whose hashes begin with the same bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Those bits.
    pub number: u64,
    /// The node above them.
    pub node: Digest,
    /// Their hashes.
    pub hashes: Vec<Digest>,
}

/// The stored form of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Its root.
    pub root: Digest,
    /// The hash of its secret and of its events in their order.
    pub sequence: Digest,
    /// Its events in groups, so that a proof need not read all of them; none of a batch of one group.
    pub groups: Vec<Group>,
}

impl Batch {
    /// The batch of these events in the order of their positions; all of them have places of their own.
    pub fn new(secret: BatchSecret, hashes: &[Digest]) -> Self {
        let sequence = hashes
            .iter()
            .fold(Sha256::new().chain_update(secret.0), |sequence, hash| sequence.chain_update(hash.0));
        let sequence = HexBytes(sequence.finalize().into());
        let bits = group_bits(hashes.len());
        if bits == 0 {
            let known_nodes = leaves(hashes);
            let top = Subtree { secret, lowest: DEPTH, known_nodes: &known_nodes }.node(0, 0, &known_nodes);
            return Self { root: node_hash(top, sequence), sequence, groups: Vec::new() };
        }
        let mut sorted = hashes.to_vec();
        sorted.sort_unstable();
        let number = |hash: &Digest| place(hash) >> (DEPTH - bits);
        let groups = sorted.chunk_by(|one, other| number(one) == number(other)).map(|hashes| {
            let number = number(&hashes[0]);
            let known_nodes = leaves(hashes);
            let node =
                Subtree { secret, lowest: DEPTH, known_nodes: &known_nodes }.node(bits, number, &known_nodes);
            Group { number, node, hashes: hashes.to_vec() }
        });
        let groups: Vec<_> = groups.collect();
        let known_nodes: Vec<_> =
            groups.iter().map(|group| PlacedNode { place: group.number, node: group.node }).collect();
        let top = Subtree { secret, lowest: bits, known_nodes: &known_nodes }.node(0, 0, &known_nodes);
        Self { root: node_hash(top, sequence), sequence, groups }
    }
}

/// How many first bits the events of a group have in common, in a batch of so many events.
fn group_bits(events: usize) -> u32 {
    (0..DEPTH).find(|bits| events >> bits <= GROUP_EVENTS).unwrap_or(DEPTH)
}

/// The group that an event lies in, in a batch of so many events; nothing if that has no groups.
pub fn group_of(events: usize, hash: &Digest) -> Option<u64> {
    Some(group_bits(events)).filter(|bits| *bits > 0).map(|bits| place(hash) >> (DEPTH - bits))
}

/// The parts from which a path in a batch is made.
#[derive(Clone, Copy, Debug)]
pub struct BatchParts {
    /// Its secret.
    pub secret: BatchSecret,
    /// How many events it has.
    pub events: usize,
    /// The hash of their order.
    pub sequence: Digest,
}

/// The nodes that lead from an event to the root of its batch, the lowest first. `near` are the events of its group, or of
/// the whole batch if that has no groups; `nodes` the numbers and nodes of all groups, in their order. Nothing if the event is
/// not among them.
pub fn path(
    BatchParts { secret, events, sequence }: BatchParts,
    nodes: &[(u64, Digest)],
    near: &[Digest],
    hash: &Digest,
) -> Option<Vec<Digest>> {
    let bits = group_bits(events);
    let (place, known_nodes) = (place(hash), leaves(near));
    near.contains(hash).then(|| {
        let mut path = Subtree { secret, lowest: DEPTH, known_nodes: &known_nodes }.path(bits, place);
        let known_nodes: Vec<_> =
            nodes.iter().map(|(place, node)| PlacedNode { place: *place, node: *node }).collect();
        path.extend(
            Subtree { secret, lowest: bits, known_nodes: &known_nodes }.path(0, place >> (DEPTH - bits)),
        );
        path.push(sequence);
        path
    })
}

/// The root that these nodes lead to from an event; nothing if they are not as many as they must be.
pub fn root_above(hash: &Digest, path: &[Digest]) -> Option<Digest> {
    let place = place(hash);
    let up = |node, (level, beside): (u32, &Digest)| {
        if place >> level & 1 == 1 { node_hash(*beside, node) } else { node_hash(node, *beside) }
    };
    (path.len() == PATH_LENGTH).then(|| (0..).zip(path).fold(leaf_hash(&hash.0), up))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(count: u64) -> Vec<Digest> {
        (0..count).map(|number| HexBytes(Sha256::digest(number.to_be_bytes()).into())).collect()
    }

    const SECRET: BatchSecret = HexBytes([7; 16]);

    /// The path by whatever a store would read.
    fn path_of(hashes: &[Digest], hash: &Digest) -> Option<Vec<Digest>> {
        let batch = Batch::new(SECRET, hashes);
        let nodes: Vec<_> = batch.groups.iter().map(|group| (group.number, group.node)).collect();
        let near = match group_of(hashes.len(), hash) {
            Some(number) => batch.groups.iter().find(|group| group.number == number)?.hashes.clone(),
            None => hashes.to_vec(),
        };
        let parts = BatchParts { secret: SECRET, events: hashes.len(), sequence: batch.sequence };
        path(parts, &nodes, &near, hash)
    }

    #[test]
    fn each_event_leads_to_the_root_by_a_path_of_one_length() {
        for count in [1, 2, 3, 256, 257, 1000, 5000] {
            let hashes = hashes(count);
            assert_eq!(fitting(&hashes), hashes.len());
            let root = Batch::new(SECRET, &hashes).root;
            for hash in hashes.iter().step_by(97) {
                let path = path_of(&hashes, hash).unwrap();
                assert_eq!((path.len(), root_above(hash, &path)), (PATH_LENGTH, Some(root)), "{count}");
                assert_ne!(root_above(&HexBytes([9; 32]), &path), Some(root));
                assert_eq!(root_above(hash, &path[1..]), None);
            }
            assert_eq!(path_of(&hashes, &HexBytes([9; 32])), None);
        }
    }

    /// The tree by its definition, from the root down.
    fn naive(level: u32, place: u64, hashes: &[Digest]) -> Digest {
        let below = |hash: &&Digest| super::place(hash) >> (DEPTH - level) == place;
        let below: Vec<_> = hashes.iter().filter(below).copied().collect();
        match &below[..] {
            [] => Subtree { secret: SECRET, lowest: DEPTH, known_nodes: &[] }.empty(level, place),
            [hash] if level == DEPTH => leaf_hash(&hash.0),
            _ => node_hash(naive(level + 1, 2 * place, &below), naive(level + 1, 2 * place + 1, &below)),
        }
    }

    #[test]
    fn groups_make_no_other_tree() {
        for count in [0, 1, 2, 255, 700] {
            let hashes = hashes(count);
            let Batch { root, sequence, .. } = Batch::new(SECRET, &hashes);
            assert_eq!(root, node_hash(naive(0, 0, &hashes), sequence), "{count}");
        }
        let batch = Batch::new(SECRET, &hashes(700));
        assert_eq!(batch.groups.iter().map(|group| group.hashes.len()).sum::<usize>(), 700);
        assert!(Batch::new(SECRET, &hashes(256)).groups.is_empty());
    }

    #[test]
    fn without_its_secret_nobody_can_tell_a_neighbour_from_nothing() {
        let hashes = hashes(40);
        let alone = path_of(&hashes[..1], &hashes[0]).unwrap();
        let together = path_of(&hashes, &hashes[0]).unwrap();
        assert_ne!(alone.last(), together.last());
        let differing = alone[..40].iter().zip(&together).filter(|(one, other)| one != other).count();
        assert!((1..=10).contains(&differing), "few have real neighbours: {differing}");
        assert_ne!(Batch::new(SECRET, &[]).root, Batch::new(HexBytes([8; 16]), &[]).root);
    }

    #[test]
    fn the_order_of_events_is_fixed() {
        let mut hashes = hashes(300);
        let before = Batch::new(SECRET, &hashes);
        hashes.swap(7, 8);
        let after = Batch::new(SECRET, &hashes);
        assert!(before.root != after.root && before.groups == after.groups);
    }

    #[test]
    fn what_has_no_place_of_its_own_waits() {
        let mut hashes = hashes(3);
        let mut like_the_first = hashes[0];
        like_the_first.0[31] ^= 1;
        hashes.insert(2, like_the_first);
        assert_eq!(fitting(&hashes), 2);
    }
}
