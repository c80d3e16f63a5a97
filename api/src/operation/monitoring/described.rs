//! The description of each metric: its kind, its unit, its meaning, and the labels that are known from the start.
//!
//! Names are as Prometheus wants them: base units, `_total` on what only grows. A test reads `/metrics` and refuses
//! what is not described here.

use kifu_store::ReplicaState;
use metrics::Unit;

use crate::streams::delivery::failure::DeliveryFailure;
use crate::streams::subscriptions::live_events::CloseReason;

/// Bounds of durations of requests, in seconds.
pub const REQUEST_SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Bounds of durations of commits, in seconds.
pub const COMMIT_SECONDS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Bounds of requests in a batch.
pub const BATCH_REQUESTS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

/// The states of a replica.
pub const REPLICA_STATES: [(ReplicaState, &str); 3] =
    [(ReplicaState::InUse, "in_use"), (ReplicaState::Behind, "behind"), (ReplicaState::Away, "away")];

/// Says of each metric what it is.
pub fn describe() {
    histograms();
    counters();
    gauges();
}

fn histograms() {
    metrics::describe_histogram!(
        "kifu_http_request_duration_seconds",
        Unit::Seconds,
        "Time until an answer began, by method, route and status."
    );
    metrics::describe_histogram!(
        "kifu_commit_duration_seconds",
        Unit::Seconds,
        "Time that a transaction which appends events took, waiting for a connection included."
    );
    metrics::describe_histogram!(
        "kifu_commit_batch_requests",
        "Requests that shared a transaction which appends events."
    );
}

fn counters() {
    metrics::describe_counter!("kifu_events_appended_total", "Events that were appended to records.");
    metrics::describe_counter!(
        "kifu_authentication_failures_total",
        "Requests with a token or key that opens nothing."
    );
    metrics::describe_counter!(
        "kifu_database_deadlines_missed_total",
        "Connections that were closed because the database did not answer in time."
    );
    metrics::describe_counter!(
        "kifu_streams_closed_total",
        "Streams that the service ended early, by the reason."
    );
    metrics::describe_counter!(
        "kifu_task_restarts_total",
        "Background tasks that were started again after a fault, by task."
    );
    metrics::describe_counter!(
        "kifu_webhook_attempts_total",
        "Attempts to deliver a notice to a webhook, by the outcome."
    );
}

fn gauges() {
    metrics::describe_gauge!("kifu_build_info", "1, with the version of the service.");
    metrics::describe_gauge!(
        "kifu_task_running",
        "1 if a background task runs, 0 if it waits to be started again after a fault, by task."
    );
    metrics::describe_gauge!("kifu_streams_open", "Streams that are open.");
    metrics::describe_gauge!("kifu_heads_unsent", "Signed heads that wait to be sent elsewhere.");
    metrics::describe_gauge!("kifu_database_up", "1 if the database answered when these metrics were read.");
    metrics::describe_gauge!(
        "kifu_database_connections",
        "Connections of the pool, by whether they are used or idle."
    );
    metrics::describe_gauge!("kifu_database_connections_max", "Connections that the pool may have.");
    metrics::describe_gauge!("kifu_database_connections_waiting", "Requests that wait for a connection.");
    metrics::describe_gauge!(
        "kifu_replica_state",
        "1 for the state that the read replica is in: in_use, behind or away."
    );
    metrics::describe_gauge!(
        "kifu_replica_lag_seconds",
        Unit::Seconds,
        "For how long the read replica has lacked something that the primary has."
    );
    metrics::describe_gauge!(
        "kifu_follower_lag_events",
        "Events that a follower of the feed has not seen yet, by follower."
    );
    metrics::describe_gauge!(
        "kifu_webhook_deliveries_waiting",
        "Notices that wait to be delivered to webhooks which are enabled."
    );
    metrics::describe_gauge!(
        "kifu_webhook_overdue_seconds",
        Unit::Seconds,
        "For how long the oldest of these notices has been due."
    );
}

/// Sets counters to 0 at the start. Without this, Prometheus would not see the first increase as a change.
pub fn begin() {
    metrics::counter!("kifu_events_appended_total").absolute(0);
    metrics::counter!("kifu_authentication_failures_total").absolute(0);
    metrics::counter!("kifu_database_deadlines_missed_total").absolute(0);
    metrics::gauge!("kifu_heads_unsent").set(0.0);
    metrics::gauge!("kifu_streams_open").set(0.0);
    for reason in CloseReason::ALL {
        metrics::counter!("kifu_streams_closed_total", "reason" => reason.word()).absolute(0);
    }
    for failure in DeliveryFailure::ALL {
        metrics::counter!("kifu_webhook_attempts_total", "outcome" => failure.word()).absolute(0);
    }
    metrics::counter!("kifu_webhook_attempts_total", "outcome" => "delivered").absolute(0);
    metrics::gauge!("kifu_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}
