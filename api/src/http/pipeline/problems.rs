//! Adds the request's id to problem documents, and keeps secrets out of them.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};

use crate::http::problem::{PROBLEM, Problem};
use crate::http::secrets::Secrets;
use crate::operation::observing::RequestId;

/// Completes a problem document, and masks what it repeats of a request.
pub async fn complete(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let secrets = request.app_data::<Secrets>().cloned().unwrap_or_default();
    let response = next.call(request).await?;
    if response.headers().get(CONTENT_TYPE).is_none_or(|media| media != PROBLEM) {
        return Ok(response);
    }
    let id = response.request().extensions().get::<RequestId>().map(ToString::to_string);
    let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
    let document = problem.zip(id).map(|(problem, id)| problem.document().of_request(id).to_json());
    Ok(response.map_body(|_, body| without_secrets(&secrets, document, body)))
}

fn without_secrets(secrets: &Secrets, document: Option<String>, body: BoxBody) -> BoxBody {
    let bytes = document.map_or_else(|| body.try_into_bytes(), |document| Ok(document.into()));
    match bytes {
        Ok(bytes) => secrets.mask(&String::from_utf8_lossy(&bytes)).boxed(),
        Err(body) => body,
    }
}
