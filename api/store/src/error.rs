//! What can go wrong, by what a caller can do about it.

use std::error::Error;
use std::sync::Arc;

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

use super::ConnectError;
use super::connecting::causes;

type SharedError = Arc<dyn Error + Send + Sync>;

/// Why the store did not answer.
///
/// A read fails with `Unavailable`, `Corrupt` or `Database`. A write is one transaction where its documentation says
/// nothing else: it is kept whole or not at all, and each variant says what the caller knows of that.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is not there, too busy or went away. A write may or may not have happened:
    /// trying again under the same idempotency key is safe, and otherwise is not.
    #[error("the database is unavailable: {0}")]
    Unavailable(SharedError),
    /// A value `PostgreSQL` cannot hold, such as text with a NUL. Nothing was written.
    #[error("the database cannot hold this value: {0}")]
    Unstorable(SharedError),
    /// What is stored, or what a function of the schema answered, is not what this version of the service writes. A
    /// write may have happened if its answer could not be read.
    #[error("the stored data is not as it should be: {0}")]
    Corrupt(String),
    /// The database refused a statement, and nothing was written, or a value did not have the type that the service
    /// expects: a fault in the service, its set-up or its schema.
    #[error("the database refused: {0}")]
    Database(SharedError),
}

impl StoreError {
    pub(super) fn unavailable(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unavailable(cause.into().into())
    }

    pub(super) fn unstorable(cause: &str) -> Self {
        Self::Unstorable(Box::<dyn Error + Send + Sync>::from(cause).into())
    }

    pub(super) fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

/// What to do about it: wait, mend the value, or mend the service.
fn kind(error: &tokio_postgres::Error) -> fn(SharedError) -> StoreError {
    let Some(state) = error.code() else {
        // The wire broke, or a value did not fit its Rust type.
        let wire = error.source().is_none_or(<dyn Error>::is::<std::io::Error>);
        return if wire { StoreError::Unavailable } else { StoreError::Database };
    };
    match state.code().get(..2) {
        // Connection, rollback, resources, operator; 55 is a lock not had in time.
        Some("08" | "40" | "53" | "55" | "57") => StoreError::Unavailable,
        Some("22") => StoreError::Unstorable,
        _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::Unavailable,
        _ => StoreError::Database,
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        kind(&error)(Arc::new(Detailed(error)))
    }
}

impl From<ConnectError> for StoreError {
    fn from(error: ConnectError) -> Self {
        Self::unavailable(error)
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            other => Self::unavailable(other),
        }
    }
}

/// Says what the server said; `tokio_postgres::Error` alone says "db error".
#[derive(Debug)]
struct Detailed(tokio_postgres::Error);

impl std::fmt::Display for Detailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(db) = self.0.as_db_error() {
            return write!(f, "{} ({})", db.message(), db.code().code());
        }
        self.0.fmt(f)?;
        causes(&self.0).last().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl Error for Detailed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}
