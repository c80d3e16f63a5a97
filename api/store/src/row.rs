//! Reading columns of rows, and numbers of other types than columns have.

use std::fmt::Display;

use kifu_proofs::HexBytes;
use tokio_postgres::Row;
use tokio_postgres::row::RowIndex;
use tokio_postgres::types::FromSql;

use super::StoreError;

/// So many bytes.
pub(super) fn bytes<const N: usize>(row: &Row, column: &str) -> Result<HexBytes<N>, StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    let wrong = |_| StoreError::Corrupt(format!("`{column}` has {} bytes, not {N}", bytes.len()));
    bytes.try_into().map(HexBytes).map_err(wrong)
}

/// A column with a number of type `S`.
pub(super) fn number<'r, S, T>(row: &'r Row, column: impl RowIndex + Display) -> Result<T, StoreError>
where
    S: FromSql<'r> + Copy + Display,
    T: TryFrom<S>,
{
    from_stored(row.try_get::<_, S>(column)?)
}

/// A number that is stored, as the type that holds all that this service stores.
pub(super) fn from_stored<S: Copy + Display, T: TryFrom<S>>(number: S) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Corrupt(format!("the number {number} is out of range")))
}

/// A number as a column holds it.
pub(super) fn to_stored<T, S: TryFrom<T>>(number: T) -> Result<S, StoreError> {
    S::try_from(number).map_err(|_| StoreError::unstorable("a number above what the database counts to"))
}
