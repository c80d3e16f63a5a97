//! The id by which a request is found again: in its answer, in problem documents and in the log.

use std::fmt;
use std::sync::Arc;

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderName, HeaderValue};

use crate::http::secrets::Secrets;
use kifu_store::new_id;

/// The header of requests and answers.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id of a caller that is kept.
const MAX_ID_LENGTH: usize = 128;

/// The id of a request: the caller's if that is sane, else one of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id of this request, before anything else is known of it.
    pub fn of(request: &ServiceRequest) -> Self {
        let secrets = request.app_data::<Secrets>().cloned().unwrap_or_default();
        let mut values = request.headers().get_all(REQUEST_ID);
        let one = values.next().filter(|_| values.next().is_none()).and_then(|id| id.to_str().ok());
        one.and_then(|id| Self::of_caller(id, &secrets)).unwrap_or_else(Self::ours)
    }

    /// An id that goes into logs and headers as it is, and holds no secret.
    fn of_caller(id: &str, secrets: &Secrets) -> Option<Self> {
        let is_sane = |letter: char| letter.is_ascii_alphanumeric() || "-_.:+/=@".contains(letter);
        let is_usable =
            (1..=MAX_ID_LENGTH).contains(&id.len()) && id.chars().all(is_sane) && !secrets.are_in(id);
        is_usable.then(|| Self(id.into()))
    }

    /// One of ours.
    pub fn ours() -> Self {
        Self(new_id().to_string().into())
    }

    /// The id as a header of an answer.
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_str(&self.0).unwrap_or(HeaderValue::from_static("unknown"))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::secrets::new_token;

    #[test]
    fn a_callers_id_is_kept_if_it_is_sane() {
        let secrets = Secrets::new(Some("an-operators-key_of-32-letters-0"));
        let longest = "x".repeat(MAX_ID_LENGTH);
        let traced = "Root=1-67891233-abcdef012345678912345678";
        for id in ["1", "0198f6b2-5a1c-7c3e-9f60-0242ac120002", "a.b_c:d+e/f=@", traced, &longest] {
            assert_eq!(RequestId::of_caller(id, &secrets).expect(id).to_string(), id);
        }
        let (too_long, token) = (format!("{longest}x"), new_token());
        for id in
            ["", "a b", "a\nb", "\"", "狼", "a;b", &too_long, &token, "an-operators-key_of-32-letters-0"]
        {
            assert_eq!(RequestId::of_caller(id, &secrets), None, "{id}");
        }
    }

    #[test]
    fn ours_differ() {
        assert_ne!(RequestId::ours(), RequestId::ours());
    }
}
