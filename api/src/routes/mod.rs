//! The one table of what the service answers: routing and contract are both read from it.

mod access;
mod archive;
mod pages;
mod players;
mod rankings;
mod records;
mod service;
mod statistics;
mod webhooks;

use std::collections::BTreeMap;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, Route, guard};

use crate::contract::{Endpoint, Parameter};
use crate::problem::{Code, Problem};
use crate::{docs, logging};

const LIMIT: Parameter = Parameter::integer("limit", 1, 1000, "How many at most.");
const READS: &[Code] = &[Code::Unauthenticated, Code::NotFound];

/// Every endpoint of the API.
pub fn endpoints() -> Vec<Endpoint> {
    [
        records::endpoints(),
        access::endpoints(),
        archive::endpoints(),
        players::endpoints(),
        rankings::endpoints(),
        webhooks::endpoints(),
        pages::endpoints(),
        statistics::endpoints(),
        service::endpoints(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// GET, and HEAD with it.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// The table, ready to be mounted by every worker.
pub struct Table {
    by_path: BTreeMap<&'static str, Vec<Handler>>,
}

type Handler = (Method, fn() -> Route);

impl Table {
    /// Reads the endpoints.
    pub fn new() -> Self {
        let mut by_path: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for endpoint in endpoints() {
            by_path.entry(endpoint.path).or_default().push((endpoint.method, endpoint.route));
        }
        Self { by_path }
    }

    /// Mounts every path; other methods get 405 with the right `Allow`, other paths 404.
    pub fn mount(&self, service: &mut ServiceConfig) {
        for (path, routes) in &self.by_path {
            let allow = routes.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>().join(", ");
            let allow = allow.replace("GET", "GET, HEAD");
            let refuse = move || std::future::ready(Err::<String, _>(Problem::method_not_allowed(&allow)));
            let resource = web::resource(*path).default_service(web::to(refuse));
            service.service(routes.iter().fold(resource, |resource, (_, route)| resource.route(route())));
        }
        service.configure(docs::mount);
        service.default_service(web::to(|| {
            std::future::ready(Err::<String, _>(Problem::plain(Code::NotFound)))
        }));
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts requests by the pattern of their path, so that labels stay few.
pub async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let begun = Instant::now();
    let method = logging::method(request.method());
    let response = next.call(request).await?;
    let path = response.request().match_pattern().unwrap_or_else(|| "other".to_owned());
    let status = response.status().as_str().to_owned();
    metrics::counter!("kifu_http_requests_total", "method" => method, "path" => path.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("kifu_http_seconds", "path" => path).record(begun.elapsed().as_secs_f64());
    Ok(response)
}
