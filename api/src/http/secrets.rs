//! Tokens and the operator's key: making them, knowing them again, and keeping them from where
//! they do not belong – addresses, records, logs and problem documents.
//!
//! Tokens begin with a fixed word, so that they are known wherever they turn up, without a list of
//! them. The operator's key has the same alphabet and is known by its digest.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use actix_web::HttpRequest;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use percent_encoding::percent_decode_str;
use rand::Rng;
use serde_json::Value;
use subtle::ConstantTimeEq;

use crate::http::problem::{Code, Problem};
use crate::operation::setting_values::WrongValue;
use kifu_store::Hash;

/// The prefix of every token.
const TOKEN_PREFIX: &str = "kifu_";
/// 32 bytes in base64.
const TOKEN_RANDOM_LENGTH: usize = 43;
/// The text shown in place of a secret.
const MASK: &str = "***";

/// A new token: 32 random bytes, written for URLs and QR codes.
pub fn new_token() -> String {
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    format!("{TOKEN_PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// The stored hash of a secret. Tokens are random, so a plain fast hash is enough.
pub fn hash(secret: &str) -> Hash {
    *blake3::hash(secret.as_bytes()).as_bytes()
}

/// Text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text itself: to compare or to send, never to log.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for Secret {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Err(WrongValue::new(
                "it must not be empty; leave it out instead",
                "空にはできません。不要なら指定しないでください",
            )),
            key => Ok(Self(key.to_owned())),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

/// Knows secrets when it sees them. Clones know the same ones, also when the operator's key is replaced.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    operator: Arc<RwLock<Option<Hash>>>,
}

impl Secrets {
    /// Knows the operator's key too.
    pub fn new(operator: Option<&str>) -> Self {
        Self { operator: Arc::new(RwLock::new(operator.map(hash))) }
    }

    /// Knows this operator's key from now on, and the one before no longer.
    pub fn set_operator(&self, operator: Option<&str>) {
        *self.operator.write().unwrap_or_else(PoisonError::into_inner) = operator.map(hash);
    }

    fn operator(&self) -> Option<Hash> {
        *self.operator.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if there is an operator.
    pub fn has_operator(&self) -> bool {
        self.operator().is_some()
    }

    /// True if this is the operator's key. Takes as long for a wrong one.
    pub fn is_operator(&self, secret: &str) -> bool {
        let digest = hash(secret);
        self.operator().is_some_and(|key| key.ct_eq(&digest).into())
    }

    /// True if a secret is in this text.
    pub fn are_in(&self, text: &str) -> bool {
        words(text).any(|word| token(word).is_some() || self.is_key(word))
    }

    /// True if a secret is in this JSON.
    pub fn are_in_json(&self, json: &Value) -> bool {
        match json {
            Value::String(text) => self.are_in(text),
            Value::Array(values) => values.iter().any(|value| self.are_in_json(value)),
            Value::Object(fields) => {
                fields.iter().any(|(key, value)| self.are_in(key) || self.are_in_json(value))
            }
            _ => false,
        }
    }

    /// The text with every secret masked.
    pub fn mask(&self, text: &str) -> String {
        let mut shown = text.to_owned();
        for word in words(text) {
            if self.is_key(word) {
                shown = shown.replace(word, MASK);
            } else if let Some(token) = token(word) {
                shown = shown.replace(token, MASK);
            }
        }
        shown
    }

    fn is_key(&self, word: &str) -> bool {
        word.len() >= MIN_KEY_LENGTH && self.is_operator(word)
    }
}

/// True if this has the form of a record's token.
pub fn is_token(word: &str) -> bool {
    token(word) == Some(word)
}

/// Shortest operator's key.
pub const MIN_KEY_LENGTH: usize = 24;

/// True if an operator's key can contain this letter.
pub fn is_of_a_secret(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter| !is_of_a_secret(letter)).filter(|word| word.len() >= MIN_KEY_LENGTH)
}

/// The token in a word.
fn token(word: &str) -> Option<&str> {
    let from = word.find(TOKEN_PREFIX)?;
    word.get(from..from + TOKEN_PREFIX.len() + TOKEN_RANDOM_LENGTH)
}

/// Refuses what people write into a record, if there is a secret in it: it would stay there, for
/// everybody to read.
pub fn refuse_in_body(request: &HttpRequest, json: &Value) -> Result<(), Problem> {
    if known_to(request.app_data()).are_in_json(json) {
        return Err(Problem::plain(Code::MisplacedSecret));
    }
    Ok(())
}

fn known_to(service: Option<&Secrets>) -> Secrets {
    service.cloned().unwrap_or_default()
}

/// Refuses a request with a secret in its address: addresses are logged and passed on.
pub fn refuse_in_address(secrets: &Secrets, request: &HttpRequest) -> Result<(), Problem> {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    if secrets.are_in(&percent_decode_str(address).decode_utf8_lossy()) {
        return Err(Problem::plain(Code::MisplacedSecret));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const KEY: &str = "an-operators-key_of-32-letters-0";

    #[test]
    fn tokens_are_recognized_anywhere_and_nothing_else_is() {
        let secrets = Secrets::new(None);
        let token = new_token();
        for text in
            [token.clone(), format!("/games/1#{token}"), format!("x{token}yz"), format!("「{token}」")]
        {
            assert!(secrets.are_in(&text), "{text}");
            assert!(!secrets.mask(&text).contains(&token), "{text}");
        }
        for text in ["", "kifu_", "kifu_short", KEY, &token[..47], &token[1..], "狼が来た!!"] {
            assert!(!secrets.are_in(text), "{text}");
            assert_eq!(secrets.mask(text), text);
        }
        assert!(secrets.are_in_json(&json!([{"deep": [1, token]}])));
        assert!(secrets.are_in_json(&json!({token.clone(): null})));
        assert!(!secrets.are_in_json(&json!({"deep": ["kifu", 1.5, null, true]})));
    }

    #[test]
    fn the_operators_key_is_recognized_by_its_digest() {
        let secrets = Secrets::new(Some(KEY));
        assert!(secrets.is_operator(KEY) && !secrets.is_operator("another") && secrets.has_operator());
        assert_eq!(secrets.mask(&format!("there is no \"{KEY}\".")), "there is no \"***\".");
        assert!(secrets.are_in(&format!("?game={KEY}&limit=1")));
        assert!(!secrets.are_in(&format!("x{KEY}")));
        assert!(!Secrets::new(None).is_operator(KEY));
    }
}
