//! The access log: one line a request, when the last byte of its answer was taken.

use std::time::Instant;

use actix_web::body::BodySize;
use actix_web::http::StatusCode;

use super::RequestId;

/// The content of the line. It is written when this is dropped, as an answer may be cut off at any time.
pub struct AccessLine {
    id: RequestId,
    method: &'static str,
    route: String,
    trace_id: Option<String>,
    begun: Instant,
    /// The status; `None` while no answer has begun.
    status: Option<StatusCode>,
    problem: Option<&'static str>,
    bytes: u64,
    is_whole: bool,
}

impl AccessLine {
    /// The line of a request that has come just now.
    pub fn new(id: RequestId, method: &'static str, route: String, trace_id: Option<String>) -> Self {
        let begun = Instant::now();
        Self { id, method, route, trace_id, begun, status: None, problem: None, bytes: 0, is_whole: false }
    }

    /// The answer has begun. Measures the request.
    pub fn head(&mut self, status: StatusCode, problem: Option<&'static str>) {
        (self.status, self.problem) = (Some(status), problem);
        let duration = metrics::histogram!(
            "kifu_http_request_duration_seconds",
            "method" => self.method, "route" => self.route.clone(), "status" => status.as_str().to_owned()
        );
        duration.record(self.begun.elapsed().as_secs_f64());
    }

    /// This much of the body is to come.
    pub fn expect(&mut self, size: BodySize) {
        self.is_whole = self.method == "HEAD" || matches!(size, BodySize::None | BodySize::Sized(0));
    }

    /// A part of the body was handed over.
    pub fn sent(&mut self, bytes: usize) {
        // The answer to HEAD goes without its body.
        if self.method != "HEAD" {
            self.bytes += bytes as u64;
        }
    }

    /// The body has come to its end.
    pub fn end(&mut self) {
        self.is_whole = true;
    }
}

impl Drop for AccessLine {
    fn drop(&mut self) {
        let duration_ms = (self.begun.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        let bytes = self.bytes;
        tracing::info!(
            target: "kifu::access",
            parent: None,
            method = self.method,
            route = self.route,
            status = self.status.map(|status| status.as_u16()),
            problem = self.problem,
            duration_ms,
            bytes,
            cut_off = (!self.is_whole).then_some(true),
            request_id = %self.id,
            trace_id = self.trace_id,
            "answered"
        );
    }
}
