//! Checks that the endpoint takes an `Idempotency-Key`.

use actix_web::HttpRequest;

use crate::http::boundary::origin::is_write;
use crate::http::extractors::IDEMPOTENCY_KEY;
use crate::http::problem::Problem;
use crate::http::words::requests::Requests;

/// Refuses a key where a repeated request changes nothing more: the sender of a key would rely on it.
pub fn check(request: &HttpRequest, is_keyed: bool) -> Result<(), Problem> {
    if is_keyed || !is_write(request.method()) || !request.headers().contains_key(IDEMPOTENCY_KEY) {
        return Ok(());
    }
    let name = "Idempotency-Key";
    Err(Problem::parameter(name, Requests::KeyMeansNothing { name: name.into() }))
}
