//! The metrics of the service, for Prometheus.

mod described;

use std::time::Duration;

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

use crate::operation::supervisor::Supervisor;
use kifu_store::{Backlog, Store};

/// How long reading the metrics waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(1);
/// The interval at which recorded values are put into histograms, even if nobody reads them.
const HISTOGRAM_UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The source of `/metrics`.
pub struct Monitoring {
    recorder: PrometheusHandle,
    process: Collector,
}

impl Monitoring {
    /// Counts for the whole process from now on.
    ///
    /// # Errors
    ///
    /// If something counts already.
    pub fn install() -> Result<Self, BuildError> {
        let buckets = [
            ("kifu_http_request_duration_seconds", described::REQUEST_SECONDS),
            ("kifu_commit_duration_seconds", described::COMMIT_SECONDS),
            ("kifu_commit_batch_requests", described::BATCH_REQUESTS),
        ];
        let recorder = buckets
            .into_iter()
            .try_fold(PrometheusBuilder::new(), |builder, (name, bounds)| {
                builder.set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds)
            })?
            .install_recorder()?;
        let process = Collector::default();
        process.describe();
        described::describe();
        described::begin();
        Ok(Self { recorder, process })
    }

    /// Everything as it stands now, in Prometheus' text format.
    pub async fn render(&self, store: &Store, supervisor: &Supervisor) -> String {
        self.process.collect();
        pool(store);
        replica(store);
        tasks(supervisor);
        let backlog = tokio::time::timeout(DATABASE_TIMEOUT, store.latest().backlog()).await;
        let backlog = backlog.ok().and_then(|result| {
            result.inspect_err(|error| tracing::warn!(%error, "the backlog could not be measured")).ok()
        });
        metrics::gauge!("kifu_database_up").set(f64::from(u8::from(backlog.is_some())));
        backlog.iter().for_each(left_to_do);
        self.recorder.render()
    }

    /// Keeps the recorded values small, for ever.
    pub fn upkeep(&self) -> impl Future<Output = ()> + use<> {
        let recorder = self.recorder.clone();
        async move {
            let mut beats = tokio::time::interval(HISTOGRAM_UPKEEP_INTERVAL);
            loop {
                beats.tick().await;
                recorder.run_upkeep();
            }
        }
    }
}

fn pool(store: &Store) {
    let state = store.pool_state();
    metrics::gauge!("kifu_database_connections", "state" => "used").set(state.used as f64);
    metrics::gauge!("kifu_database_connections", "state" => "idle").set(state.idle as f64);
    metrics::gauge!("kifu_database_connections_max").set(state.max as f64);
    metrics::gauge!("kifu_database_connections_waiting").set(state.waiting as f64);
}

/// Without a replica, none is in any state.
fn replica(store: &Store) {
    let status = store.replica_status();
    for (state, word) in described::REPLICA_STATES {
        let is = status.is_some_and(|status| status.state == state);
        metrics::gauge!("kifu_replica_state", "state" => word).set(f64::from(u8::from(is)));
    }
    metrics::gauge!("kifu_replica_lag_seconds").set(status.map_or(0.0, |status| status.lag_seconds));
}

fn tasks(supervisor: &Supervisor) {
    for (name, is_running) in supervisor.tasks() {
        metrics::gauge!("kifu_task_running", "task" => name).set(f64::from(u8::from(is_running)));
    }
}

fn left_to_do(backlog: &Backlog) {
    for (follower, events) in &backlog.followers {
        metrics::gauge!("kifu_follower_lag_events", "follower" => follower.clone()).set(*events);
    }
    metrics::gauge!("kifu_webhook_deliveries_waiting").set(backlog.waiting_deliveries);
    metrics::gauge!("kifu_webhook_overdue_seconds").set(backlog.overdue_seconds);
}
