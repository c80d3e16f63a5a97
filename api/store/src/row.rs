//! Columns and rows as types of the service.

use std::fmt::Display;
use std::num::NonZeroU16;

use chrono::{DateTime, Utc};
use kifu_engine::seq::Seq;
use kifu_names::Name;
use kifu_proofs::HexBytes;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;
use uuid::Uuid;

use super::{GameId, Json, PlayerId, Position, Shard, StoreError, Visibility};

/// The value of a column.
pub(crate) trait Column: Sized {
    /// The type in which the client answers it.
    type Stored<'r>: FromSql<'r>;

    /// Reads the stored value.
    fn of_stored(stored: Self::Stored<'_>) -> Result<Self, StoreError>;
}

/// The content of a row: a single column, several in turn, or a type whose fields are columns by name ([`row!`]).
pub(crate) trait FromRow: Sized {
    /// Reads the columns of its names, or without names those from number `at` on.
    fn from_row(row: &Row, at: usize) -> Result<Self, StoreError>;

    /// The columns that it reads.
    #[cfg(test)]
    fn columns(at: usize) -> Vec<tests::ReadColumn>;
}

/// A column of a row, by its name or its number.
pub(crate) fn column<T: Column>(
    row: &Row,
    index: impl tokio_postgres::row::RowIndex + Display,
) -> Result<T, StoreError> {
    T::of_stored(row.try_get(index)?)
}

/// Implements [`FromRow`]: `row!(Event: game, seq)` reads the fields, which have the names of the columns.
/// `row!(FeedEvent: ..event, slug)` reads one field from the row itself, from its first columns if these have no names.
/// `row!(Role: (String, Option<i32>) => role)` reads something else first, and the function converts it.
macro_rules! row {
    ($name:ident: $(..$part:ident,)? $($field:ident),*) => {
        impl $crate::row::FromRow for $name {
            fn from_row(row: &tokio_postgres::Row, _at: usize) -> Result<Self, $crate::StoreError> {
                Ok(Self {
                    $($part: $crate::row::FromRow::from_row(row, _at)?,)?
                    $($field: $crate::row::column(row, stringify!($field))?,)*
                })
            }

            #[cfg(test)]
            fn columns(_at: usize) -> Vec<$crate::row::tests::ReadColumn> {
                use $crate::row::tests::ReadColumn;
                let fields = vec![$(ReadColumn::of_field(stringify!($field), |row: &Self| &row.$field)),*];
                [$($crate::row::tests::columns_of_part(|row: &Self| &row.$part, _at),)? fields].concat()
            }
        }
    };
    ($name:ty: $columns:ty => $read:expr) => {
        impl $crate::row::FromRow for $name {
            fn from_row(row: &tokio_postgres::Row, at: usize) -> Result<Self, $crate::StoreError> {
                let read: fn($columns) -> Result<Self, $crate::StoreError> = $read;
                read($crate::row::FromRow::from_row(row, at)?)
            }

            #[cfg(test)]
            fn columns(at: usize) -> Vec<$crate::row::tests::ReadColumn> {
                <$columns as $crate::row::FromRow>::columns(at)
            }
        }
    };
}

/// Implements [`Column`] for types, which are stored themselves or converted from a stored type.
macro_rules! columns {
    ($($type:ty),* $(,)?) => {
        columns! { $($type: $type => Ok;)* }
    };
    ($($type:ty: $stored:ty => $read:expr);* $(;)?) => {$(
        impl $crate::row::Column for $type {
            type Stored<'r> = $stored;

            fn of_stored(stored: Self::Stored<'_>) -> Result<Self, $crate::StoreError> {
                let read: fn(Self::Stored<'_>) -> Result<Self, $crate::StoreError> = $read;
                read(stored)
            }
        }
    )*};
}

columns!(bool, i32, i64, f64, String, Uuid, DateTime<Utc>);
columns!(Vec<u8>, Vec<Vec<u8>>, Vec<i32>, Vec<i64>, Vec<String>, Vec<Uuid>, Vec<DateTime<Utc>>);

columns! {
    [GameId; 2]: Vec<Uuid> => |ids| match ids[..] {
        [first, last] => Ok([GameId(first), GameId(last)]),
        _ => Err(StoreError::Corrupt("a range of ids without two ends".into())),
    };
    u8: i32 => from_stored;
    u16: i64 => from_stored;
    u32: i32 => from_stored;
    u64: i64 => from_stored;
    usize: i32 => from_stored;
    Vec<u32>: Vec<i32> => |numbers| numbers.into_iter().map(from_stored).collect();
    Vec<usize>: Vec<i32> => |numbers| numbers.into_iter().map(from_stored).collect();
    Seq: i64 => from_stored;
    NonZeroU16: i32 => |number| from_stored(from_stored::<_, u16>(number)?);
    Shard: i32 => |number| from_stored(number).map(Self);
    Position: i64 => |position| Ok(Self(position));
    GameId: Uuid => |id| Ok(Self(id));
    Vec<GameId>: Vec<Uuid> => |ids| Ok(ids.into_iter().map(GameId).collect());
    PlayerId: Uuid => |id| Ok(Self(id));
    Json: String => |text| Ok(Self::from_text(text));
    Name: &'r str => |name| Ok(Self::stored(name));
    Visibility: &'r str => Self::parse;
}

impl<const N: usize> Column for HexBytes<N> {
    type Stored<'r> = &'r [u8];

    fn of_stored(bytes: &[u8]) -> Result<Self, StoreError> {
        let wrong = |_| StoreError::Corrupt(format!("a column has {} bytes, not {N}", bytes.len()));
        bytes.try_into().map(HexBytes).map_err(wrong)
    }
}

impl<T: Column> Column for Option<T> {
    type Stored<'r> = Option<T::Stored<'r>>;

    fn of_stored(stored: Self::Stored<'_>) -> Result<Self, StoreError> {
        stored.map(T::of_stored).transpose()
    }
}

impl<T: Column> FromRow for T {
    fn from_row(row: &Row, at: usize) -> Result<Self, StoreError> {
        column(row, at)
    }

    #[cfg(test)]
    fn columns(at: usize) -> Vec<tests::ReadColumn> {
        vec![tests::ReadColumn::numbered::<T>(at)]
    }
}

/// A row that can't be read is none that keeps others from being read.
impl<T: FromRow> FromRow for Result<T, StoreError> {
    fn from_row(row: &Row, at: usize) -> Result<Self, StoreError> {
        Ok(T::from_row(row, at))
    }

    #[cfg(test)]
    fn columns(at: usize) -> Vec<tests::ReadColumn> {
        T::columns(at)
    }
}

/// Several columns in turn, or none. A type with several columns or with names must come last.
macro_rules! tuples {
    ($(($($part:ident $number:literal)*))*) => {$(
        impl<$($part: FromRow),*> FromRow for ($($part,)*) {
            fn from_row(row: &Row, at: usize) -> Result<Self, StoreError> {
                let _ = (row, at);
                Ok(($($part::from_row(row, at + $number)?,)*))
            }

            #[cfg(test)]
            fn columns(at: usize) -> Vec<tests::ReadColumn> {
                let parts: Vec<Vec<_>> = vec![vec![], $($part::columns(at + $number)),*];
                let _ = at;
                parts.concat()
            }
        }
    )*};
}

tuples! { () (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) }

/// A number that is stored, as the type that holds all that this service stores.
fn from_stored<S: Copy + Display, T: TryFrom<S>>(number: S) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Corrupt(format!("the number {number} is out of range")))
}

/// A number as a column holds it.
pub(super) fn to_stored<T, S: TryFrom<T>>(number: T) -> Result<S, StoreError> {
    S::try_from(number).map_err(|_| StoreError::unstorable("a number above what the database counts to"))
}

#[cfg(test)]
pub(crate) mod tests;
