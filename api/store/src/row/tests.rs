//! The columns that types read, for the test that compares them with those of statements.

use tokio_postgres::types::{FromSql, Type};

use super::{Column, FromRow};

/// A column that a type reads.
#[derive(Clone, Copy)]
pub(crate) struct ReadColumn {
    /// Its number, for one that is not read by its name.
    pub(crate) number: Option<usize>,
    /// Its name, or that of its type.
    pub(crate) name: &'static str,
    /// Tells if it may have a type.
    pub(crate) accepts: fn(&Type) -> bool,
}

impl ReadColumn {
    /// The column of a field.
    pub(crate) fn of_field<R, T: Column>(name: &'static str, _: fn(&R) -> &T) -> Self {
        Self { number: None, name, ..Self::numbered::<T>(0) }
    }

    /// A column by its number.
    pub(crate) fn numbered<T: Column>(number: usize) -> Self {
        let (name, accepts) = (std::any::type_name::<T>(), <T::Stored<'static> as FromSql>::accepts);
        Self { number: Some(number), name, accepts }
    }
}

/// The columns of a part of a row.
pub(crate) fn columns_of_part<R, T: FromRow>(_: fn(&R) -> &T, at: usize) -> Vec<ReadColumn> {
    T::columns(at)
}
