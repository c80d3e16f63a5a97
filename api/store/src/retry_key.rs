//! Idempotency keys of requests whose answers hold tokens.

use super::Hash;

/// The idempotency key of a request whose answer holds tokens: of an opening, a token or a player.
#[derive(Clone, Debug)]
pub struct RetryKey {
    /// The digest of the caller's key.
    pub key: Hash,
    /// The digest of the request.
    pub body: Hash,
    /// The answer to give again, sealed: it holds tokens.
    pub sealed_answer: Vec<u8>,
}
