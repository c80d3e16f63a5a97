//! Signatures of notices, as the specification Standard Webhooks 1.0.0 has them
//! (<https://www.standardwebhooks.com>): HMAC-SHA256 over id, time and body.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use rand::Rng;
use sha2::Sha256;

const SECRET_PREFIX: &str = "whsec_";
/// The specification asks for 24 to 64 bytes.
const SECRET_BYTES: usize = 32;

/// The secret that signs a hook's notices. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// A new one: 32 random bytes.
    pub fn generate() -> Self {
        let mut bytes = vec![0; SECRET_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The secret from its stored bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// The bytes to be sealed and stored.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text to be shown once: `whsec_` and base64.
    pub fn reveal(&self) -> String {
        format!("{SECRET_PREFIX}{}", BASE64_STANDARD.encode(&self.0))
    }

    fn sign(&self, id: &str, timestamp: i64, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// The header `webhook-signature`: one signature a secret, so that a receiver may know the old or
/// the new one while they change. `timestamp` is that of the attempt, in seconds.
pub fn signatures(secrets: &[SigningSecret], id: &str, timestamp: i64, body: &str) -> String {
    secrets.iter().map(|secret| secret.sign(id, timestamp, body)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example_secret() -> SigningSecret {
        SigningSecret(BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("base64"))
    }

    /// The vector that the specification's own libraries are tested with.
    #[test]
    fn it_signs_as_the_specification_does() {
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signatures(&[example_secret()], id, 1_614_265_330, body), expected);
        let both = signatures(&[example_secret(), SigningSecret::generate()], id, 1_614_265_330, body);
        let (first, second) = both.split_once(' ').expect("two signatures");
        assert_eq!(first, expected);
        assert!(second.starts_with("v1,") && second != expected);
    }

    #[test]
    fn a_secret_is_shown_as_the_specification_writes_it() {
        assert_eq!(example_secret().reveal(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assert_ne!(SigningSecret::generate().reveal(), SigningSecret::generate().reveal());
    }
}
