//! What records say, as numbers with a definition.

use actix_web::http::Method;

use super::read;
use crate::contract::{Answer, Endpoint};
use crate::problem::Code;
use crate::records::board::SVG;
use crate::statistics::{catalogue, query, show, values};

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
        Endpoint::new(
            Method::GET,
            "/v1/statistics/{metric}",
            "show_metric",
            "The values of a metric: which games, grouped how, compared with what",
            || read().to(show::handle),
        )
        .queries(query::parameters())
        .conditional()
        .answers(Answer::json::<values::Values>(200).or(show::CSV).or(SVG))
        .problems(&[Code::MalformedParameter, Code::NotFound, Code::NotAcceptable]),
    ]
}
