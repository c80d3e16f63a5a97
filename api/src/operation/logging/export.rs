//! Exporting traces to a collector, by OTLP over HTTP.

use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

/// How long the collector may take for a batch of spans, and how long we wait for the last one on leaving.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest answer of a collector that is read, in bytes.
const ANSWER: u64 = 64 << 10;

/// Exports the spans of this process while it lives.
#[derive(Debug)]
pub struct TraceExport(SdkTracerProvider);

impl TraceExport {
    /// Exports to the collector at this address. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// If a variable of OpenTelemetry (`OTEL_…`) can't be used.
    pub fn to(endpoint: &Url) -> Result<Self, ExporterBuildError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Client::new())
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(traces_address(endpoint))
            .build()?;
        // Without OTEL_SERVICE_NAME, "kifu".
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("kifu");
        }
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = resource.with_attribute(version).build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        Ok(Self(provider))
    }

    /// Takes the spans that are exported.
    pub fn layer<S>(&self) -> OpenTelemetryLayer<S, SdkTracer>
    where
        S: Subscriber + for<'s> LookupSpan<'s>,
    {
        tracing_opentelemetry::layer().with_tracer(self.0.tracer("kifu"))
    }
}

impl Drop for TraceExport {
    /// Sends the rest.
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT) {
            tracing::warn!(%error, "the last traces were not exported");
        }
    }
}

/// A bare address is that of a collector, whose path for traces is `/v1/traces`.
fn traces_address(endpoint: &Url) -> String {
    let mut address = endpoint.clone();
    if address.path() == "/" {
        address.set_path("/v1/traces");
    }
    address.into()
}

/// The HTTP client that the service has already.
#[derive(Debug)]
struct Client(ureq::Agent);

impl Client {
    fn new() -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(SHUTDOWN_TIMEOUT))
            .build();
        Self(config.into())
    }
}

#[async_trait::async_trait]
impl HttpClient for Client {
    /// Blocks: spans are exported by a thread of their own.
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = self.0.run(request.map(|body| body.to_vec()))?.into_parts();
        let read = body.into_with_config().limit(ANSWER).read_to_vec()?;
        Ok(Response::from_parts(head, read.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_path_is_that_of_a_collector() {
        for (endpoint, address) in [
            ("http://collector:4318", "http://collector:4318/v1/traces"),
            ("http://collector:4318/", "http://collector:4318/v1/traces"),
            ("https://example.org/otlp/v1/traces", "https://example.org/otlp/v1/traces"),
        ] {
            assert_eq!(traces_address(&endpoint.parse().expect("an address")), address);
        }
    }
}
