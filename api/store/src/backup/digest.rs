//! A digest of a table that does not depend on the order of its rows.

use std::fmt::{self, Write as _};

/// The sum of the digests of all rows, in four lanes, and how many rows there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowDigest {
    pub(super) rows: u64,
    lanes: [u64; 4],
}

impl RowDigest {
    /// Adds whole rows, each with its line feed.
    pub(super) fn add(&mut self, rows: &[u8]) {
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            let digest = blake3::hash(row);
            let (words, _) = digest.as_bytes().as_chunks::<8>();
            for (lane, word) in self.lanes.iter_mut().zip(words) {
                *lane = lane.wrapping_add(u64::from_le_bytes(*word));
            }
            self.rows += 1;
        }
    }
}

impl fmt::Display for RowDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.lanes.iter().try_for_each(|lane| write!(text, "{lane:016x}"))?;
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(parts: &[&str]) -> (u64, String) {
        let mut digest = RowDigest::default();
        for part in parts {
            digest.add(part.as_bytes());
        }
        (digest.rows, digest.to_string())
    }

    #[test]
    fn the_order_and_the_parts_do_not_matter_and_every_row_does() {
        let first = digest(&["a\nb\n", "c\n"]);
        assert_eq!(first, digest(&["c\nb\na\n"]));
        assert_eq!(first.0, 3);
        assert_ne!(first.1, digest(&["a\nb\nd\n"]).1);
        assert_ne!(digest(&["a\na\n"]).1, digest(&["b\nb\n"]).1);
    }
}
