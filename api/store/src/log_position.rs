//! How far the log of the server's files has come. It never goes back, whatever happens to the server; only files that were
//! put back in their place go back.

use super::{Store, StoreError};

queries! {
    /// The position up to which the log is on the disk: a crash does not take it back.
    const SELECT_LOG_POSITION: LogPosition = "
        SELECT c.system_identifier::text AS server, (pg_current_wal_flush_lsn() - '0/0')::bigint AS bytes
        FROM pg_control_system() c";
}

/// A place in the log of one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPosition {
    /// The id of the server whose files these are: a number that was chosen when they were made.
    pub server: String,
    /// How much of its log was on the disk.
    pub bytes: i64,
}

row!(LogPosition: server, bytes);

impl LogPosition {
    /// True if both positions are of the same server and this one is earlier.
    pub fn is_before(&self, other: &Self) -> bool {
        self.server == other.server && self.bytes < other.bytes
    }
}

impl Store {
    /// How far the log of the database's server has come.
    pub async fn log_position(&self) -> Result<LogPosition, StoreError> {
        let row = self.latest().row(SELECT_LOG_POSITION, &[]).await?;
        row.ok_or_else(|| StoreError::Corrupt("the server knows no position of its log".into()))
    }
}
