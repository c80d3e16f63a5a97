//! Is it alive, is it ready, what has it done.

use actix_web::{HttpResponse, web};
use serde_json::json;

use crate::problem::Problem;
use crate::startup::App;

/// The process answers.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "alive"}))
}

/// The database answers and takes writes.
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    app.store().ready().await?;
    Ok(HttpResponse::Ok().json(json!({"status": "ready"})))
}

/// Counters in the Prometheus text format.
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(app.metrics.render())
}
