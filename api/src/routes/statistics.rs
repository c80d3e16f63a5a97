//! What records say, as numbers with a definition.

use actix_web::http::Method;

use super::read;
use crate::contract::{Answer, Endpoint};
use crate::problem::Code;
use crate::statistics::catalogue;

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(
            Method::GET,
            "/v1/statistics",
            "list_metrics",
            "What records answer, and what the numbers mean",
            || read().to(catalogue::handle),
        )
        .queries(catalogue::parameters())
        .conditional()
        .answers(Answer::json::<catalogue::Catalogue>(200))
        .problems(&[Code::MalformedParameter]),
    ]
}
