//! The Merkle tree of a shard: RFC 9162, section 2.1, over its batches ([`crate::batch`]).
//!
//! `ct-merkle` says which nodes a proof consists of, and verifies proofs; it keeps no tree that is larger than memory. So the
//! store keeps one node for each 256 leaves, one for each 256 of those, and so on. Whatever else a proof needs lies in few
//! groups of 256 neighbours ([`NodeRange`]), which are read when it is made.

use std::collections::HashMap;
use std::ops::Range;

use ct_merkle::{
    ConsistencyProof, InclusionProof, RootHash, indices_for_consistency_proof, indices_for_inclusion_proof,
};
use sha2::{Digest as _, Sha256};

use crate::{Digest, HexBytes};

/// The binary logarithm of how many nodes of a stored level make one of the next.
const GROUP_BITS: u32 = 8;
/// How many nodes of a stored level make one of the next.
pub const GROUP_SIZE: u64 = 1 << GROUP_BITS;
/// The number of leaves in a group.
pub const GROUP_LENGTH: usize = 1 << GROUP_BITS;

/// The node above this leaf.
pub fn leaf_hash(leaf: &[u8]) -> Digest {
    HexBytes(Sha256::new().chain_update([0]).chain_update(leaf).finalize().into())
}

/// The node above two others.
pub(crate) fn node_hash(left: Digest, right: Digest) -> Digest {
    HexBytes(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
}

/// The root above these nodes of one level; nothing without nodes.
pub fn root_of(nodes: &[Digest]) -> Option<Digest> {
    match nodes {
        [] => None,
        [node] => Some(*node),
        _ => {
            let (left, right) = nodes.split_at(nodes.len().next_power_of_two() / 2);
            Some(node_hash(root_of(left)?, root_of(right)?))
        }
    }
}

/// The tree over leaves that come one after the other, of which only the roots of its largest complete subtrees are kept.
#[derive(Clone, Debug, Default)]
pub struct GrowingTree {
    size: u64,
    /// The roots, of the largest subtree first: one for each bit that is set in the size.
    subtrees: Vec<Digest>,
}

impl GrowingTree {
    /// Adds a leaf.
    pub fn push(&mut self, leaf: &[u8]) {
        let mut node = leaf_hash(leaf);
        for _ in 0..self.size.trailing_ones() {
            let Some(left) = self.subtrees.pop() else { break };
            node = node_hash(left, node);
        }
        self.subtrees.push(node);
        self.size += 1;
    }

    /// How many leaves there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root; nothing of an empty tree.
    pub fn root(&self) -> Option<Digest> {
        self.subtrees.iter().rev().copied().reduce(|right, left| node_hash(left, right))
    }
}

/// Neighbours of a stored level. Level 0 are the leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeRange {
    /// The level.
    pub level: u32,
    /// The numbers of the nodes in their level.
    pub numbers: Range<u64>,
}

/// A tree: its size, and the nodes that are needed.
#[derive(Clone, Debug)]
pub struct Tree {
    size: u64,
    nodes: HashMap<(u32, u64), Digest>,
}

impl Tree {
    /// The nodes that are needed for the root of a tree of this size, for the inclusion of these leaves, and for
    /// consistency with trees of these sizes.
    pub fn needed_nodes(size: u64, near: &[u64]) -> Vec<NodeRange> {
        let mut ranges = Vec::new();
        let levels = (0..u64::BITS / GROUP_BITS).take_while(|level| size >> (level * GROUP_BITS) > 0);
        for level in levels {
            let complete = size >> (level * GROUP_BITS);
            for leaf in near.iter().chain([&size]) {
                let group = leaf.checked_shr((level + 1) * GROUP_BITS).unwrap_or_default();
                let first = group << GROUP_BITS;
                let range = NodeRange { level, numbers: first..complete.min(first + GROUP_SIZE) };
                if !range.numbers.is_empty() && !ranges.contains(&range) {
                    ranges.push(range);
                }
            }
        }
        ranges
    }

    /// A tree of this size of which no node is at hand.
    pub fn new(size: u64) -> Self {
        Self { size, nodes: HashMap::new() }
    }

    /// Adds neighbours of a stored level, the first of which has this number.
    pub fn add_nodes(&mut self, level: u32, first: u64, nodes: impl IntoIterator<Item = Digest>) {
        self.nodes.extend((first..).map(|number| (level, number)).zip(nodes));
    }

    /// How many leaves it has.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root; nothing of an empty tree, and where nodes are lacking.
    pub fn root(&self) -> Option<Digest> {
        self.subtree(0..self.size)
    }

    /// Returns the tree in a form that can grow; `None` where nodes are lacking.
    pub fn growing(&self) -> Option<GrowingTree> {
        let mut begin = 0;
        let complete = (0..u64::BITS).rev().filter(|bit| self.size >> bit & 1 == 1).map(|bit| {
            let leaves = begin..begin + (1 << bit);
            begin = leaves.end;
            self.subtree(leaves)
        });
        Some(GrowingTree { size: self.size, subtrees: complete.collect::<Option<_>>()? })
    }

    /// The nodes that lead from a leaf to the root; nothing if there is no such leaf, or nodes are lacking.
    pub fn inclusion(&self, leaf: u64) -> Option<Vec<Digest>> {
        if leaf >= self.size {
            return None;
        }
        indices_for_inclusion_proof(self.size, leaf).into_iter().map(|index| self.at_index(index)).collect()
    }

    /// The nodes that show that a tree of this size is the beginning of this one; nothing if that is empty or larger, or
    /// nodes are lacking.
    pub fn consistency(&self, since: u64) -> Option<Vec<Digest>> {
        let added = self.size.checked_sub(since).filter(|_| since > 0)?;
        indices_for_consistency_proof(since, added).into_iter().map(|index| self.at_index(index)).collect()
    }

    /// The node with this index in an array-based tree (RFC 9420, appendix C).
    fn at_index(&self, index: u64) -> Option<Digest> {
        let level = index.trailing_ones();
        let first = (index >> (level + 1)) << level;
        self.subtree(first..self.size.min(first + (1 << level)))
    }

    /// The node above these leaves, which begin at a multiple of the power of two that holds them.
    fn subtree(&self, leaves: Range<u64>) -> Option<Digest> {
        let count = leaves.end.checked_sub(leaves.start).filter(|count| *count > 0)?;
        if !count.is_power_of_two() {
            let middle = leaves.start + count.next_power_of_two() / 2;
            return Some(node_hash(self.subtree(leaves.start..middle)?, self.subtree(middle..leaves.end)?));
        }
        let stored_level = count.ilog2() / GROUP_BITS;
        let numbers = leaves.start >> (stored_level * GROUP_BITS)..leaves.end >> (stored_level * GROUP_BITS);
        let nodes: Option<Vec<_>> =
            numbers.map(|number| self.nodes.get(&(stored_level, number)).copied()).collect();
        root_of(&nodes?)
    }
}

/// Checks with these nodes that a leaf is in the tree with this root and size.
pub fn includes(root: Digest, size: u64, leaf: &[u8], number: u64, path: &[Digest]) -> bool {
    let path = InclusionProof::<Sha256>::from_bytes(path.iter().flat_map(|node| node.0).collect());
    number < size && of_ct_merkle(root, size).verify_inclusion(&leaf, number, &path).is_ok()
}

/// Checks with these nodes that the tree with this root and size begins with the earlier one.
pub fn begins_with(root: Digest, size: u64, earlier: (Digest, u64), path: &[Digest]) -> bool {
    let path = path.iter().flat_map(|node| node.0).collect();
    let Ok(path) = ConsistencyProof::<Sha256>::try_from_bytes(path) else { return false };
    of_ct_merkle(root, size).verify_consistency(&of_ct_merkle(earlier.0, earlier.1), &path).is_ok()
}

fn of_ct_merkle(root: Digest, size: u64) -> RootHash<Sha256> {
    RootHash::new(root.0.into(), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leaves of the reference tree of Certificate Transparency, and its roots from one leaf on.
    const LEAVES: [&[u8]; 8] = [
        b"",
        b"\x00",
        b"\x10",
        b"\x20\x21",
        b"\x30\x31",
        b"\x40\x41\x42\x43",
        b"\x50\x51\x52\x53\x54\x55\x56\x57",
        b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
    ];
    const ROOTS: [&str; 8] = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    /// The largest power of two smaller than this.
    fn largest_power_below(count: usize) -> usize {
        let mut power = 1;
        while power * 2 < count {
            power *= 2;
        }
        power
    }

    /// RFC 9162, 2.1.1, by its words.
    fn naive_root(leaves: &[Vec<u8>]) -> [u8; 32] {
        let hash = |parts: &[&[u8]]| -> [u8; 32] { Sha256::digest(parts.concat()).into() };
        match leaves {
            [] => hash(&[]),
            [leaf] => hash(&[&[0], leaf]),
            _ => {
                let split = largest_power_below(leaves.len());
                hash(&[&[1], &naive_root(&leaves[..split]), &naive_root(&leaves[split..])])
            }
        }
    }

    /// RFC 9162, 2.1.3.1, by its words.
    fn naive_path(leaf: usize, leaves: &[Vec<u8>]) -> Vec<[u8; 32]> {
        if leaves.len() == 1 {
            return Vec::new();
        }
        let split = largest_power_below(leaves.len());
        let (left, right) = leaves.split_at(split);
        let (mut path, other) = if leaf < split {
            (naive_path(leaf, left), right)
        } else {
            (naive_path(leaf - split, right), left)
        };
        path.push(naive_root(other));
        path
    }

    fn leaves(count: u64) -> Vec<Vec<u8>> {
        (0..count).map(|number| Sha256::digest(number.to_be_bytes()).to_vec()).collect()
    }

    /// The levels of a tree as the store keeps them.
    struct StoredLevels(Vec<Vec<Digest>>);

    impl StoredLevels {
        fn of(leaves: &[Vec<u8>]) -> Self {
            let mut levels = vec![leaves.iter().map(|leaf| leaf_hash(leaf)).collect::<Vec<_>>()];
            while let Some(level) = levels.last().filter(|level| level.len() >= 256) {
                levels.push(level.chunks_exact(256).filter_map(root_of).collect());
            }
            Self(levels)
        }

        fn tree(&self, near: &[u64]) -> Tree {
            self.of_size(self.0[0].len() as u64, near)
        }

        /// The tree of the first leaves.
        fn tree_of(&self, size: u64) -> Tree {
            self.of_size(size, &[])
        }

        /// A tree with no more nodes than it says it needs.
        fn of_size(&self, size: u64, near: &[u64]) -> Tree {
            let mut tree = Tree::new(size);
            for NodeRange { level, numbers } in Tree::needed_nodes(tree.size(), near) {
                assert!(numbers.end - numbers.start <= 256);
                let [from, to] = [numbers.start, numbers.end].map(|number| usize::try_from(number).unwrap());
                tree.add_nodes(level, numbers.start, self.0[level as usize][from..to].iter().copied());
            }
            tree
        }
    }

    fn stored(leaves: &[Vec<u8>], near: &[u64]) -> Tree {
        StoredLevels::of(leaves).tree(near)
    }

    #[test]
    fn roots_are_those_of_certificate_transparency() {
        let leaves = LEAVES.map(<[u8]>::to_vec);
        let mut growing = GrowingTree::default();
        assert_eq!(growing.root(), None);
        for (count, root) in (1..).zip(ROOTS) {
            growing.push(LEAVES[count - 1]);
            assert_eq!(
                (growing.size(), growing.root().unwrap().to_string()),
                (count as u64, root.to_owned())
            );
            assert_eq!(stored(&leaves[..count], &[]).root().unwrap().to_string(), root);
            assert_eq!(HexBytes(naive_root(&leaves[..count])).to_string(), root);
        }
        assert_eq!(Tree::new(0).root(), None);
    }

    #[test]
    fn proofs_are_those_of_certificate_transparency() {
        // From the tests of github.com/transparency-dev/merkle.
        let leaves = LEAVES.map(<[u8]>::to_vec);
        let text =
            |path: Option<Vec<Digest>>| path.unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            text(stored(&leaves, &[0]).inclusion(0)),
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ]
        );
        assert_eq!(
            text(stored(&leaves, &[6]).consistency(6)),
            [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
        );
    }

    #[test]
    fn proofs_of_inclusion_are_those_of_the_rfc() {
        for count in [1, 2, 3, 7, 255, 256, 257, 511, 600] {
            let leaves = leaves(count);
            let (levels, root) = (StoredLevels::of(&leaves), HexBytes(naive_root(&leaves)));
            let is_chosen =
                |leaf: &u64| leaf.is_multiple_of(61) || leaf + 2 > count || (254..258).contains(leaf);
            for leaf in (0..count).filter(is_chosen) {
                let tree = levels.tree(&[leaf]);
                assert_eq!(tree.root(), Some(root));
                let path = tree.inclusion(leaf).unwrap();
                let number = usize::try_from(leaf).unwrap();
                let naive: Vec<_> = naive_path(number, &leaves).into_iter().map(HexBytes).collect();
                assert_eq!(path, naive, "leaf {leaf} of {count}");
                assert!(includes(root, count, &leaves[number], leaf, &path));
                assert!(!includes(root, count, b"another", leaf, &path));
                assert!(!includes(root, count, &leaves[number], leaf + 1, &path));
            }
            assert_eq!(levels.tree(&[]).inclusion(count), None);
        }
    }

    #[test]
    fn a_tree_begins_with_each_earlier_one_and_no_other() {
        let all = leaves(700);
        let levels = StoredLevels::of(&all);
        for count in [1, 2, 255, 256, 257, 300, 512, 513, 699, 700] {
            let tree = levels.tree(&[count]);
            let mut growing = levels.tree_of(count).growing().unwrap();
            assert_eq!(growing.root(), levels.tree_of(count).root());
            all[usize::try_from(count).unwrap()..].iter().for_each(|leaf| growing.push(leaf));
            assert_eq!(growing.root(), tree.root());
            let earlier = HexBytes(naive_root(&all[..usize::try_from(count).unwrap()]));
            let path = tree.consistency(count).unwrap();
            let root = tree.root().unwrap();
            assert!(begins_with(root, 700, (earlier, count), &path), "{count}");
            assert!(!begins_with(root, 700, (HexBytes([7; 32]), count), &path), "{count}");
        }
        assert_eq!(stored(&all, &[]).consistency(0), None);
        assert_eq!(stored(&all, &[]).consistency(701), None);
        assert!(!begins_with(HexBytes([7; 32]), 5, (HexBytes([7; 32]), 0), &[]));
    }

    #[test]
    fn a_large_tree_needs_few_nodes() {
        let all = leaves(66_000);
        let levels = StoredLevels::of(&all);
        let root = HexBytes(naive_root(&all));
        for leaf in [0, 255, 256, 65_535, 65_536, 65_999] {
            let needed = Tree::needed_nodes(66_000, &[leaf]);
            assert!(needed.len() <= 6, "{needed:?}");
            let tree = levels.tree(&[leaf]);
            let path = tree.inclusion(leaf).unwrap();
            assert!(includes(root, 66_000, &all[usize::try_from(leaf).unwrap()], leaf, &path));
        }
        assert_eq!(levels.tree(&[]).inclusion(300), None, "nodes are lacking");
    }
}
