//! Leaving: a service that was asked to end says so first, and goes on serving for a while.
//!
//! The proxy before this service needs time to notice. Until then `/readyz` is 503, and every answer ends its
//! connection, so that the next request finds another service. Streams are told at the end of that time: clients that
//! come again are led elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};

/// Tells if the service was asked to end.
#[derive(Debug, Default)]
pub struct Leaving(AtomicBool);

impl Leaving {
    /// Begins the end.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// True if the end has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
