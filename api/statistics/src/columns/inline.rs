//! Small chunks are stored in one column: they are many, are read soon to be merged, and a row of the database for each
//! of their fifty columns would cost more than what is in them.

use super::{decode, encode};

/// A chunk of fewer rows is small.
const MAX_INLINE_ROWS: usize = 512;

/// The name of the column of a small chunk.
pub const INLINE_COLUMN: &str = ".";

/// A column, by its name.
pub type NamedColumn = (String, Vec<u8>);

/// True if a chunk of so many rows is small.
pub fn is_small(rows: usize) -> bool {
    rows < MAX_INLINE_ROWS
}

/// The columns of a chunk of so many rows as they are stored.
///
/// # Errors
///
/// If a column can't be encoded.
pub fn pack(rows: usize, columns: Vec<NamedColumn>) -> Result<Vec<NamedColumn>, postcard::Error> {
    if is_small(rows) { Ok(vec![(INLINE_COLUMN.to_owned(), encode(&columns)?)]) } else { Ok(columns) }
}

/// The columns that a stored one stands for: itself, unless it is that of a small chunk.
///
/// # Errors
///
/// If the bytes are no columns of this format.
pub fn unpack((name, bytes): NamedColumn) -> Result<Vec<NamedColumn>, postcard::Error> {
    if name == INLINE_COLUMN { decode(&bytes) } else { Ok(vec![(name, bytes)]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_large_chunks_are_left_as_they_are() {
        let columns: Vec<NamedColumn> =
            [("a", 1), ("b", 2)].map(|(name, byte)| (name.to_owned(), vec![byte])).into();
        for (rows, stored) in [(MAX_INLINE_ROWS - 1, 1), (MAX_INLINE_ROWS, 2)] {
            let packed = pack(rows, columns.clone()).unwrap();
            assert_eq!(packed.len(), stored);
            let unpacked: Vec<NamedColumn> =
                packed.into_iter().flat_map(|column| unpack(column).unwrap()).collect();
            assert_eq!(unpacked, columns);
        }
    }
}
