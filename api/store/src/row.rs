//! Reading columns of rows.

use kifu_proofs::HexBytes;
use tokio_postgres::Row;

use super::StoreError;

/// So many bytes.
pub(super) fn bytes<const N: usize>(row: &Row, column: &str) -> Result<HexBytes<N>, StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    let wrong = |_| StoreError::Corrupt(format!("`{column}` has {} bytes, not {N}", bytes.len()));
    bytes.try_into().map(HexBytes).map_err(wrong)
}
