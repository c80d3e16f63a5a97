//! Retries of requests whose answers give out secrets, under an `Idempotency-Key`.

use actix_web::HttpRequest;

use crate::app::App;
use crate::http::credentials::{bearer, hash};
use crate::http::extractors::idempotency_key;
use crate::http::problem::{Code, Problem};
use crate::http::seal;
use kifu_store::{Hash, RetryKey, StoredAnswer};

/// The key of a retry: it has the same token, `Idempotency-Key`, body and address as the first request.
pub struct Retry {
    secret: String,
    body: Hash,
}

impl Retry {
    /// The retry key of this request, if it has a key.
    ///
    /// # Errors
    ///
    /// If the key can't be one.
    pub fn of(request: &HttpRequest, body: &Hash) -> Result<Option<Self>, Problem> {
        let key = idempotency_key(request)?;
        let hashed = [request.path().as_bytes(), b"\n", body].concat();
        let token = bearer(request).ok().flatten().unwrap_or_default();
        Ok(key.map(|key| Self { secret: format!("{token} {key}"), body: *blake3::hash(&hashed).as_bytes() }))
    }

    /// The digest that the stored answer is found by.
    pub fn digest(&self) -> Hash {
        hash(&self.secret)
    }

    /// The key as it is stored with an answer, which is sealed.
    ///
    /// # Errors
    ///
    /// If the answer can't be sealed.
    pub fn key(&self, answer: &[u8]) -> Result<RetryKey, Problem> {
        let sealed_answer = seal::seal(&self.secret, &self.body, answer)?;
        Ok(RetryKey { key: self.digest(), body: self.body, sealed_answer })
    }

    /// The answer that was sealed under the key.
    ///
    /// # Errors
    ///
    /// If the key was used for something else.
    pub fn open(&self, body: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Problem> {
        if body != self.body {
            return Err(Problem::plain(Code::KeyReused));
        }
        seal::open(&self.secret, &self.body, sealed)
    }

    /// The stored answer to an equal request. Its token is not checked again: the request may have replaced that very
    /// token, and its answer may have been lost. Only the client that made the request can repeat it.
    ///
    /// # Errors
    ///
    /// If the key was used for something else.
    pub async fn stored_answer(retry: Option<&Self>, app: &App) -> Result<Option<Vec<u8>>, Problem> {
        let Some(retry) = retry else { return Ok(None) };
        let stored = app.store().latest().stored_answer(&retry.digest()).await?;
        stored.map(|StoredAnswer { body, sealed }| retry.open(&body, &sealed)).transpose()
    }
}
