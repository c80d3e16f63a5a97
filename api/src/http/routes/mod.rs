//! The one table of the service's endpoints: routing and contract are both read from it.

mod access;
mod archive;
pub mod document;
mod file_schema;
mod fixed;
mod pages;
mod players;
mod rankings;
mod records;
mod service;
mod statistics;
mod webhooks;

use actix_web::web;
use actix_web::{Route, guard};

use crate::http::boundary::origin::is_write;
use crate::http::contract::Endpoint;
use crate::http::pipeline::{PipelineStep, STEPS};
use crate::http::problem::Code;

const READ_PROBLEMS: &[Code] = &[Code::Unauthenticated, Code::NotFound];

/// Every endpoint: those of the API, and the pages for people.
pub fn endpoints() -> Vec<Endpoint> {
    let pages = pages::endpoints().into_iter().map(refusals);
    api().into_iter().chain(pages).collect()
}

/// Every endpoint of the API.
fn api() -> Vec<Endpoint> {
    [
        records::endpoints(),
        access::endpoints(),
        archive::endpoints(),
        players::endpoints(),
        rankings::endpoints(),
        webhooks::endpoints(),
        statistics::endpoints(),
        service::endpoints(),
    ]
    .into_iter()
    .flatten()
    .map(refusals)
    .collect()
}

/// The endpoint with what the steps can answer in its place.
fn refusals(endpoint: Endpoint) -> Endpoint {
    let (reads_a_body, writes) = (!endpoint.rules.media.is_empty(), is_write(&endpoint.method));
    let takes_no_key = writes && !endpoint.rules.is_keyed;
    let can_fail = |step: &PipelineStep| match step {
        PipelineStep::MediaType => reads_a_body,
        PipelineStep::Origin => writes,
        PipelineStep::Key => takes_no_key,
        _ => true,
    };
    STEPS
        .iter()
        .filter(|step| can_fail(step))
        .fold(endpoint, |endpoint, step| endpoint.problems(step.problems()))
}

/// GET, and HEAD with it.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}
