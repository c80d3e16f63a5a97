//! Is it alive, is it ready, what has it done.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Problem;
use crate::startup::App;

/// How the service is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    status: &'static str,
}

/// The process answers.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "alive" })
}

/// The database answers and takes writes.
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    app.store().ready().await?;
    Ok(HttpResponse::Ok().json(Health { status: "ready" }))
}

/// Counters in the Prometheus text format.
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(app.metrics.render())
}
