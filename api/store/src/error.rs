//! The errors of the store, by what a caller can do about them.

use std::error::Error;
use std::sync::Arc;

use deadpool::managed::PoolError;
use tokio_postgres::error::{DbError, Severity, SqlState};

use super::ConnectError;
use super::connecting::causes;

type SharedError = Arc<dyn Error + Send + Sync>;

/// The reason why the store did not answer.
///
/// Whatever asks the database fails if it can't be asked or holds what this version can't read, and a write also if it can't
/// hold what is to be written; `# Errors` at a function says only what is particular to it.
///
/// A read fails with `Unavailable`, `Corrupt` or `Database`. A write is one transaction where its documentation says
/// nothing else: it is kept whole or not at all, and each variant says what the caller knows of that.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is not there or too busy. Nothing was written.
    #[error("the database is unavailable: {0}")]
    Unavailable(SharedError),
    /// The database did not answer in time, went away, or could not reach its files. A write may or may not have
    /// happened: trying again under the same idempotency key is safe, and otherwise is not.
    #[error("the database did not say what became of a statement: {0}")]
    OutcomeUnknown(SharedError),
    /// A value `PostgreSQL` cannot hold, such as text with a NUL. Nothing was written.
    #[error("the database cannot hold this value: {0}")]
    Unstorable(SharedError),
    /// The stored data, or the answer of a function of the schema, is not as this version of the service writes it. A
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

    pub(super) fn outcome_unknown(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::OutcomeUnknown(cause.into().into())
    }

    /// No connection came about, so that nothing was asked.
    pub(super) fn not_connected(error: PoolError<tokio_postgres::Error>) -> Self {
        match error {
            PoolError::Backend(error) => Self::from(error).of_a_read(),
            other => Self::unavailable(other),
        }
    }

    /// Returns the error for a statement that writes nothing: its outcome can't be unknown.
    pub(super) fn of_a_read(self) -> Self {
        match self {
            Self::OutcomeUnknown(cause) => Self::Unavailable(cause),
            other => other,
        }
    }

    /// True if the fault is in the database as a whole, and in no statement.
    pub(super) fn is_of_database(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::OutcomeUnknown(_))
    }
}

/// Chooses the kind by the remedy: wait, ask again for the outcome, mend the value, or mend the service.
fn kind(error: &tokio_postgres::Error) -> fn(SharedError) -> StoreError {
    let Some(refusal) = error.as_db_error() else {
        // The wire broke, or a value did not fit its Rust type.
        let wire = error.source().is_none_or(<dyn Error>::is::<std::io::Error>);
        return if wire { StoreError::OutcomeUnknown } else { StoreError::Database };
    };
    let state = refusal.code();
    // A server that ends in the middle of a commit may have written it, and finds it again in its log.
    if matches!(refusal.parsed_severity(), Some(Severity::Panic | Severity::Fatal)) || is_of_files(refusal) {
        return StoreError::OutcomeUnknown;
    }
    match state.code().get(..2) {
        Some("08") => StoreError::OutcomeUnknown,
        // Rollback, resources, operator; 55 is a lock not had in time.
        Some("40" | "53" | "55" | "57") => StoreError::Unavailable,
        Some("22") => StoreError::Unstorable,
        _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::Unavailable,
        _ => StoreError::Database,
    }
}

/// True if the server could not read or write one of its files. Missing rights to a file have the code of missing
/// rights to a table, which other routines report.
fn is_of_files(refusal: &DbError) -> bool {
    const FIND_MISSING_PRIVILEGES: [&str; 2] = ["aclcheck_error", "exec_stmt_raise"];
    match refusal.code().code() {
        "42501" => !refusal.routine().is_some_and(|routine| FIND_MISSING_PRIVILEGES.contains(&routine)),
        code => code.starts_with("58"),
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

/// Shows the server's message; `tokio_postgres::Error` alone shows "db error".
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
