//! JSON of statistics: without the digits that are errors of arithmetic.

use actix_web::HttpResponse;
use actix_web::HttpResponseBuilder;
use actix_web::http::header::ContentType;
use kifu_statistics::rounding::to_json;
use serde::Serialize;

use crate::http::problem::Problem;

/// An answer whose numbers have twelve significant digits.
///
/// # Errors
///
/// A 500 if the value can't be written as JSON.
pub fn rounded_json(
    response: &mut HttpResponseBuilder,
    value: &impl Serialize,
) -> Result<HttpResponse, Problem> {
    let json = to_json(value)
        .map_err(|error| Problem::internal(format!("an answer could not be written: {error}")))?;
    Ok(response.content_type(ContentType::json()).body(json))
}
