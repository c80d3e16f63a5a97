//! Retries of what makes tokens.

use super::Hash;

/// What tells a retry from another request where the answer holds tokens: of an opening, or of the
/// issue of a token.
#[derive(Clone, Debug)]
pub struct OpeningKey {
    /// The digest of the caller's key.
    pub key: Hash,
    /// The digest of what was asked.
    pub body: Hash,
    /// What to answer again, sealed: it holds tokens.
    pub sealed_answer: Vec<u8>,
}
