//! The end of a connection with its answer, where the service is about to end.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::app::App;

/// Ends the connection of each answer of a service that leaves.
pub async fn end_connection(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    let app = response.request().app_data::<web::Data<App>>();
    if app.is_some_and(|app| app.leaving.has_begun()) {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}
