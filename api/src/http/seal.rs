//! Keeps the answer to an opening for its retries, without keeping its tokens readable.
//!
//! The answer holds tokens of which the store may only have hashes. It is encrypted under a key derived from the
//! client's `Idempotency-Key` and body, neither of which is stored: only a client that can repeat the request can read
//! its answer.
//!
//! Retries of a move need no such answer: its `Idempotency-Key` is stored with the first and last event that it wrote,
//! and the retry is answered by the fold of the log up to there.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rand::Rng;

use crate::http::problem::Problem;
use kifu_store::Hash;

const KEY_CONTEXT: &str = "kifu 2026 sealed answer of an opening";
const FINGERPRINT_CONTEXT: &str = "kifu 2026 fingerprint of a request";
const NONCE_BYTES: usize = 24;

/// The fingerprint that distinguishes requests under one key. A body may name people, so an attacker who knows the
/// rest could find a name by trial. The key is not stored, and without it no trial is possible.
pub fn fingerprint(key: &str, body: &Hash) -> Hash {
    let material = [body.as_slice(), key.as_bytes()].concat();
    blake3::derive_key(FINGERPRINT_CONTEXT, &material)
}

/// The answer, readable only with the same key and body.
pub fn seal(key: &str, body: &Hash, answer: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut nonce = [0_u8; NONCE_BYTES];
    rand::rng().fill_bytes(&mut nonce);
    let cipher = cipher(key, body);
    let sealed = cipher.encrypt(&XNonce::from(nonce), answer);
    let sealed = sealed.map_err(Problem::internal)?;
    Ok([nonce.as_slice(), &sealed].concat())
}

/// The answer that was sealed with this key and body.
pub fn open(key: &str, body: &Hash, sealed: &[u8]) -> Result<Vec<u8>, Problem> {
    let (nonce, sealed) = sealed
        .split_first_chunk::<NONCE_BYTES>()
        .ok_or_else(|| Problem::internal("a sealed answer is shorter than its nonce"))?;
    let opened = cipher(key, body).decrypt(&XNonce::from(*nonce), sealed);
    opened.map_err(Problem::internal)
}

fn cipher(key: &str, body: &Hash) -> XChaCha20Poly1305 {
    let mut material = body.to_vec();
    material.extend_from_slice(key.as_bytes());
    XChaCha20Poly1305::new(&blake3::derive_key(KEY_CONTEXT, &material).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_and_body_open_it() {
        let body = [7; 32];
        let sealed = seal("k", &body, b"secret").expect("sealed");
        assert_eq!(open("k", &body, &sealed).expect("opened"), b"secret");
        assert!(open("l", &body, &sealed).is_err());
        assert!(open("k", &[8; 32], &sealed).is_err());
        assert!(!sealed.windows(6).any(|bytes| bytes == b"secret"));
    }
}
