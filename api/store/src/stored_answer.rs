//! Answers that are kept for retries of requests which gave out something secret outside records.

use deadpool_postgres::Transaction;

use super::{Hash, Reader, RetryKey, StoreError};

queries! {
    /// A retry comes within the day. Later a token that has ended should not lead to the one that replaced it.
    const SELECT_ANSWER: StoredAnswer = "
        SELECT body_hash AS body, sealed_answer AS sealed FROM kept_answers
        WHERE key_hash = $1 AND at > now() - interval '1 day'";

    /// Waits for another request with the same key until that has ended.
    const INSERT_ANSWER: () = "
        INSERT INTO kept_answers (key_hash, body_hash, sealed_answer) VALUES ($1, $2, $3)
        ON CONFLICT (key_hash) DO NOTHING";
}

/// An answer that was given under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The digest of the request.
    pub body: Vec<u8>,
    /// The answer, sealed.
    pub sealed: Vec<u8>,
}

row!(StoredAnswer: body, sealed);

/// The outcome of a request that may be a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedOutcome {
    /// It is done.
    Done,
    /// Its subject is not there, or no longer. Nothing was written.
    Gone,
    /// The key was used before. Nothing was written now.
    KeyUsed,
}

impl Reader {
    /// The answer that was given under the key with this digest, not long ago.
    pub async fn stored_answer(&self, key: &Hash) -> Result<Option<StoredAnswer>, StoreError> {
        self.row(SELECT_ANSWER, &[&key.as_slice()]).await
    }
}

/// Keeps the answer to the request that this transaction is for; false if its key was used before.
pub(super) async fn store_answer(
    transaction: &Transaction<'_>,
    key: Option<&RetryKey>,
) -> Result<bool, StoreError> {
    let Some(key) = key else { return Ok(true) };
    let (hash, body, answer) = (key.key.as_slice(), key.body.as_slice(), key.sealed_answer.as_slice());
    Ok(INSERT_ANSWER.execute(transaction, &[&hash, &body, &answer]).await? == 1)
}
