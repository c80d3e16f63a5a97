//! Leaving: a service that was asked to end says so first, and goes on serving for a while.
//!
//! Whoever leads requests here needs time to notice. Until then `/readyz` is 503, and every answer ends its connection, so
//! that the next request finds another service. Streams are told at the end of that time: who comes again is led elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::app::App;

/// Whether the service was asked to end.
#[derive(Debug, Default)]
pub struct Leaving(AtomicBool);

impl Leaving {
    /// From now on.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

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
