//! Spans of traces.

use tracing::Span;

/// A trace span of a database statement. Values are parameters, so the text holds none.
pub(super) fn database_span(name: &'static str, sql: &str) -> Span {
    tracing::info_span!(
        target: "kifu::traces",
        "database",
        otel.name = name,
        otel.kind = "client",
        db.system.name = "postgresql",
        db.query.text = sql,
    )
}
