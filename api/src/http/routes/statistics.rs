//! Routes of statistics: numbers from records, each with a definition.

use actix_web::http::Method;
use serde_json::json;

use super::read;
use crate::http::contract::{ACCEPT_RANGES, Answer, Endpoint, Parameter};
use crate::http::media::{CSV, SVG};
use crate::http::problem::Code;
use crate::statistics::answers::query;
use crate::statistics::bulk as observations;
use crate::statistics::{catalogue, show};
use kifu_statistics::values;

const AS_OF: Parameter = Parameter::pattern(
    "as_of",
    query::AS_OF_PATTERN,
    "As the archive stood then: a time, a date (its end in UTC), a cursor of an earlier answer, or `now`, with everything acknowledged before the question.",
);

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::cheap(
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
        Endpoint::scans(
            Method::GET,
            "/v1/statistics/{metric}",
            "show_metric",
            "The values of a metric: which games, grouped how, compared with what",
            || read().to(show::handle),
        )
        .queries(query::parameters())
        .conditional()
        .answers(Answer::json::<values::Statistics>(200).or(CSV).or(SVG))
        .problems(&[Code::MalformedParameter, Code::NotFound, Code::NotAcceptable]),
        Endpoint::scans(
            Method::GET,
            "/v1/observations",
            "list_observations",
            "Every observation, in Parquet files by game and month: which there are",
            || read().to(observations::index),
        )
        .query(AS_OF)
        .answers(Answer::json::<observations::ObservationFiles>(200))
        .problems(&[Code::MalformedParameter]),
        Endpoint::scans(
            Method::GET,
            observations::PATH,
            "read_observations",
            "Every observation of a month's games of one kind",
            || read().to(observations::one),
        )
        .path_part("month", || json!({"type": "string", "pattern": observations::MONTH}))
        .query(AS_OF)
        .answers(Answer::of(200, observations::PARQUET).with(ACCEPT_RANGES))
        .in_parts(&[observations::PARQUET])
        .problems(&[Code::MalformedParameter, Code::NotFound]),
    ]
}
