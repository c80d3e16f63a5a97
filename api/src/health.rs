//! Liveness, readiness and metrics.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::boundary::host::{self, Hosts};
use crate::problem::{Code, Problem};
use kifu_store::{ReplicaState, ReplicaStatus};

/// How the service is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    status: &'static str,
}

/// How the service is, and what works beside it. Only the database decides whether it is ready.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Readiness {
    status: &'static str,
    /// What follows the feed of events: `search`, `statistics` and `webhooks`.
    followers: Vec<FollowerStatus>,
    /// The read replica, if there is one.
    replica: Option<Replica>,
    /// What runs beside requests.
    tasks: Vec<Task>,
}

/// Something that runs beside requests.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BackgroundTask")]
pub struct Task {
    /// Its name.
    name: &'static str,
    /// Whether it runs, or waits to be started again after a fault.
    state: TaskWord,
    /// How often it was started again since the service started.
    restarts: u64,
}

/// Whether a background task runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BackgroundTaskState")]
pub enum TaskWord {
    Running,
    Restarting,
}

/// What follows the feed of events.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Follower")]
pub struct FollowerStatus {
    /// Its name.
    name: String,
    /// How many events it has not seen yet.
    lag_events: u64,
}

/// A read replica.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replica {
    /// Whether it is read: if it lags too much or does not answer, the primary is.
    state: ReplicaWord,
    /// For how many seconds it has lacked something that the primary has.
    lag_seconds: f64,
}

/// Whether a replica is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReplicaState")]
pub enum ReplicaWord {
    InUse,
    Behind,
    Away,
}

impl From<ReplicaState> for ReplicaWord {
    fn from(state: ReplicaState) -> Self {
        match state {
            ReplicaState::InUse => Self::InUse,
            ReplicaState::Behind => Self::Behind,
            ReplicaState::Away => Self::Away,
        }
    }
}

/// The process answers.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "alive" })
}

/// The database answers and takes writes: one was made.
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let store = app.store();
    if let Some(failure) = app.server_health.as_ref().and_then(kifu_embedded::Health::failure) {
        tracing::warn!(failure, "not ready: our own PostgreSQL takes no new connections");
        return Err(Problem::plain(Code::Unavailable));
    }
    store.ready().await?;
    let followers = store.latest().follower_lags().await?.into_iter();
    // Counts of events, far below where a float is inexact.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    let followers = followers.map(|(name, lag)| FollowerStatus { name, lag_events: lag as u64 });
    let replica = store
        .replica_status()
        .map(|ReplicaStatus { state, lag_seconds }| Replica { state: state.into(), lag_seconds });
    let tasks = app.supervisor.tasks().into_iter().map(|(name, state)| Task {
        name,
        state: if state.is_running { TaskWord::Running } else { TaskWord::Restarting },
        restarts: state.restarts,
    });
    let (followers, tasks) = (followers.collect(), tasks.collect());
    let readiness = Readiness { status: "ready", followers, replica, tasks };
    Ok(HttpResponse::Ok().json(readiness))
}

/// The same on a listener of its own.
pub async fn metrics_apart(
    app: web::Data<App>,
    hosts: web::Data<Hosts>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    host::check_name(&hosts, &request)?;
    Ok(metrics(app).await)
}

/// What the service counts, in the Prometheus text format.
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4")
        .body(app.monitoring.render(app.store(), &app.supervisor).await)
}
