//! Encrypts signing secrets in the database, so that a copy of the database does not reveal them.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rand::Rng;

use super::signature::SigningSecret;
use kifu_store::WebhookId;

const KEY_CONTEXT: &str = "kifu 2026 signing secrets of webhooks";
const NONCE_BYTES: usize = 24;
/// The first byte of the stored form.
const PLAIN_TAG: u8 = 0;
const SEALED_TAG: u8 = 1;

/// Seals signing secrets under the operator's `KIFU_WEBHOOK_KEY`.
pub struct Vault {
    cipher: Option<XChaCha20Poly1305>,
    must_seal: bool,
}

impl Vault {
    /// Under this key; without one secrets are stored as they are, unless they must not be.
    pub fn new(key: Option<&str>, must_seal: bool) -> Self {
        let cipher =
            key.map(|key| XChaCha20Poly1305::new(&blake3::derive_key(KEY_CONTEXT, key.as_bytes()).into()));
        Self { cipher, must_seal }
    }

    /// The sealed secret of a hook for the store; nothing if it could only be stored readable and must not be.
    pub fn seal(&self, webhook: WebhookId, secret: &SigningSecret) -> Option<Vec<u8>> {
        let Some(cipher) = &self.cipher else {
            return (!self.must_seal).then(|| [&[PLAIN_TAG], secret.bytes()].concat());
        };
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload { msg: secret.bytes(), aad: webhook.0.as_bytes() };
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload).ok()?;
        Some([&[SEALED_TAG], nonce.as_slice(), &sealed].concat())
    }

    /// The secret stored for a hook; nothing if it was sealed under another key or for another hook.
    pub fn open(&self, webhook: WebhookId, stored: &[u8]) -> Option<SigningSecret> {
        match stored.split_first()? {
            (&PLAIN_TAG, secret) => Some(SigningSecret::from_bytes(secret)),
            (&SEALED_TAG, rest) => {
                let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>()?;
                let payload = Payload { msg: sealed, aad: webhook.0.as_bytes() };
                let secret = self.cipher.as_ref()?.decrypt(&XNonce::from(*nonce), payload).ok()?;
                Some(SigningSecret::from_bytes(&secret))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_and_hook_open_it() {
        let (hook, secret) = (WebhookId::generate(), SigningSecret::generate());
        let vault = Vault::new(Some("key"), true);
        let stored = vault.seal(hook, &secret).expect("sealed");
        assert!(vault.open(hook, &stored) == Some(secret.clone()));
        assert!(vault.open(WebhookId::generate(), &stored).is_none());
        assert!(Vault::new(Some("other"), true).open(hook, &stored).is_none());
        assert!(Vault::new(None, false).open(hook, &stored).is_none());
        assert!(!stored.windows(8).any(|bytes| bytes == &secret.bytes()[..8]));
    }

    #[test]
    fn without_a_key_secrets_are_stored_readable_only_where_that_is_allowed() {
        let (hook, secret) = (WebhookId::generate(), SigningSecret::generate());
        assert!(Vault::new(None, true).seal(hook, &secret).is_none());
        let stored = Vault::new(None, false).seal(hook, &secret).expect("stored");
        assert!(Vault::new(Some("later"), true).open(hook, &stored) == Some(secret));
    }
}
