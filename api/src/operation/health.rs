//! Liveness, readiness and metrics.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::http::boundary::host::{self, Hosts};
use crate::http::problem::{Code, Problem};

/// How the service is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `alive` or `ready`.
    status: &'static str,
}

/// The process answers.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "alive" })
}

/// The database answers and takes writes: one was made. It says no more, because anybody may ask: how far followers, tasks
/// and a replica have come moves with events that are hidden, so only the metrics say it.
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    if app.leaving.has_begun() {
        return Err(Problem::plain(Code::Unavailable));
    }
    if let Some(failure) = app.server_health.as_ref().and_then(kifu_embedded::Health::failure) {
        tracing::warn!(failure, "not ready: our own PostgreSQL takes no new connections");
        return Err(Problem::plain(Code::Unavailable));
    }
    app.store().ready().await?;
    Ok(HttpResponse::Ok().json(Health { status: "ready" }))
}

/// Answers `/metrics` on a listener of its own.
pub async fn metrics_apart(
    app: web::Data<App>,
    hosts: web::Data<Hosts>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    host::check_name(&hosts, &request)?;
    Ok(metrics(app).await)
}

/// The metrics of the service, in the Prometheus text format.
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4")
        .body(app.monitoring.render(app.store(), &app.supervisor).await)
}
