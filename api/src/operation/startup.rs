//! Builds the service, for `main` and for tests.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::{Compress, DefaultHeaders, NormalizePath, TrailingSlash, from_fn};
use actix_web::{App as ActixApp, web};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sd_notify::NotifyState;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::cli::output;
use crate::http::boundary::Boundary;
use crate::http::boundary::host::Hosts;
use crate::http::connections::{self, LastConnections};
use crate::http::links::{Links, PublicUrl};
use crate::http::listeners::Listeners;
use crate::http::pipeline::{self, Table, caching, closing, cors, problems};
use crate::http::routes;
use crate::http::secrets::{Secret, Secrets};
use crate::operation::config::Config;
use crate::operation::database::Database;
use crate::operation::describing;
use crate::operation::health;
use crate::operation::leaving::Leaving;
use crate::operation::monitoring::Monitoring;
use crate::operation::observing;
use crate::operation::operator_key::operator_key;
use crate::operation::put_back::{self, LogNote};
use crate::operation::reloading;
use crate::operation::replaced;
use crate::operation::retention;
use crate::operation::signals::{ReloadSignal, ShutdownSignals};
use crate::operation::supervisor::Supervisor;
use crate::operation::weighted_cache::LateAnswers;
use crate::pages;
use crate::pages::previews::Previews;
use crate::proofs::heads_sender;
use crate::proofs::signing::Signer;
use crate::proofs::signing::elsewhere::Elsewhere;
use crate::proofs::signing::schedule::HeadSchedule;
use crate::proofs::tree_heads;
use crate::records::analysis_cache::analysis_cache;
use crate::records::cache::RecordCache;
use crate::records::cache::limits::CurrentLimits;
use crate::records::joint;
use crate::statistics::answers::answer_cache::AnswerCache;
use crate::statistics::answers::archive::Archive;
use crate::statistics::answers::ratings::Ratings;
use crate::statistics::projection;
use crate::streams::delivery::WebhookDelivery;
use crate::streams::feed;
use crate::streams::live;
use crate::streams::subscriptions::feed::Feed;
use crate::streams::subscriptions::streams::Streams;
use crate::streams::subscriptions::{Live, sse};
use crate::streams::webhooks;
use kifu_embedded::Embedded;
use kifu_store::{ConnectError, Shards, Store, StoreConfig};

/// About how large a file of observations is, in bytes.
const TYPICAL_FILE_BYTES: u64 = 256 << 10;
/// How much memory the boards of finished records that were drawn lately may take, in bytes.
const BOARD_CACHE_BYTES: u64 = 16 << 20;
/// About how large one is.
const TYPICAL_BOARD_BYTES: u64 = 16 << 10;

/// How long answers that have begun may still take when nothing new is taken any more.
const SHUTDOWN_GRACE: Duration = Duration::from_mins(1);

/// The store of this database.
///
/// # Errors
///
/// If the pools can't be made. No connection is made yet.
pub fn store(config: &Config, database: &Database) -> Result<Store, kifu_store::StoreError> {
    let mut settings = StoreConfig::new(database.url.clone());
    settings.read_url.clone_from(&database.read_url);
    settings.max_replica_lag = Duration::from_secs(config.settings.max_replica_lag_seconds.get().into());
    settings.connections = usize::from(config.settings.pool_size.get());
    settings.shards = config.settings.shards.and_then(Shards::new);
    Store::connect(settings)
}

/// Connects to the database once, before anything is done there. A replica that is not there is only warned of.
///
/// # Errors
///
/// If no connection to the database comes about.
pub async fn reach(store: &Store) -> Result<(), ConnectError> {
    store.check().await?;
    if let Err(error) = store.check_replica().await {
        tracing::warn!(%error, "the replica can't be read");
    }
    Ok(())
}

/// Serves until a signal to stop.
///
/// # Errors
///
/// If the database can't be asked or its schema can't be brought up to date, the operator's key can't be used, or
/// signals can't be handled.
pub async fn serve(
    config: &Config,
    database: &Database,
    listeners: Listeners,
) -> Result<(), Box<dyn std::error::Error>> {
    let (signals, reload) = (ShutdownSignals::listen()?, ReloadSignal::listen()?);
    allow_many_connections();
    let store = store(config, database)?;
    reach(&store).await?;
    if config.settings.no_migrate {
        store.check_schema().await?;
    } else {
        store.migrate().await?;
    }
    note_other_shards(config, &store)?;
    let log_note = database.embedded.as_ref().map(|_| LogNote::of(&config.settings.data_dir));
    if let Some(log_note) = &log_note {
        log_note.compare(&store).await?;
    }
    let Listeners { service: listener, metrics } = listeners;
    let address = listener.local_addr()?;
    let server_health = database.embedded.as_ref().map(Embedded::health);
    let app = web::Data::new(App { server_health, log_note, ..app(config, &store, address).await? });
    if let Err(error) = projection::rebuild::begin_empty(&store).await {
        tracing::warn!(%error, "the statistics could not be begun");
    }
    let followers = spawn_tasks(&app);
    let (server, last) = http(app.clone(), listener, config.settings.max_body_bytes)?;
    let metrics =
        metrics.map(|listener| Ok::<_, std::io::Error>((listener.local_addr()?, listener))).transpose()?;
    announce(address, metrics.as_ref().map(|(address, _)| *address));
    inform_service_manager(NotifyState::Ready);
    let metrics =
        metrics.map(|(address, listener)| metrics_server(app.clone(), address, listener)).transpose()?;
    let metrics = metrics.map(tokio::spawn);
    let reloading = tokio::spawn(reloading::follow(app.clone(), config.clone(), reload));
    let drain = Duration::from_secs(config.settings.drain_seconds.into());
    let handle = server.handle();
    let leaving = actix_web::rt::spawn(leave(app.clone(), drain, signals, (handle, last)));
    server.await?;
    if app.leaving.has_begun() {
        leaving.await?;
    }
    reloading.abort();
    metrics.iter().for_each(tokio::task::JoinHandle::abort);
    followers.iter().for_each(tokio::task::JoinHandle::abort);
    tree_heads::finish(&app).await;
    if let Some(log_note) = &app.log_note {
        log_note.write(app.store()).await;
    }
    Ok(())
}

/// Waits for a signal to end, and lets the service end: first it says so and goes on serving, then it takes nothing new. A
/// second signal ends the first part.
async fn leave(
    app: web::Data<App>,
    drain: Duration,
    mut signals: ShutdownSignals,
    (server, last): (ServerHandle, LastConnections),
) {
    let signal = signals.received().await;
    tracing::info!(signal, drain_seconds = drain.as_secs(), "stopping");
    inform_service_manager(NotifyState::Stopping);
    app.leaving.begin();
    tokio::select! {
        () = tokio::time::sleep(drain) => {}
        _ = signals.received() => {}
    }
    app.live.streams.stop();
    last.stop(server, SHUTDOWN_GRACE).await;
}

/// Warns of a setting that differs from the database, as it has no effect.
fn note_other_shards(config: &Config, store: &Store) -> Result<(), kifu_store::StoreError> {
    let count = store.shards()?.count();
    if let Some(requested) = config.settings.shards.filter(|requested| *requested != count) {
        tracing::warn!(count, requested, "the database keeps the number of shards that it was made with");
    }
    Ok(())
}

/// Starts the background tasks, which run as long as the service does.
fn spawn_tasks(app: &web::Data<App>) -> [JoinHandle<()>; 18] {
    let (store, tasks) = (app.store().clone(), &app.supervisor);
    let (watched, divided) = (store.clone(), store.clone());
    let of_app = |name: &'static str, start: fn(web::Data<App>) -> BoxFuture<'static, ()>| {
        let app = app.clone();
        tasks.spawn(name, move || start(app.clone()))
    };
    let (log_note, noted) = (app.log_note.clone(), app.store().clone());
    let upkeep = app.clone();
    [
        tasks.spawn("replica", move || store.clone().watch_replica()),
        tasks.spawn("epoch", move || watched.clone().watch_epoch()),
        tasks.spawn("log_note", move || put_back::follow(log_note.clone(), noted.clone())),
        tasks.spawn("shards", move || divided.clone().hold_shards()),
        of_app("forgetting", |app| replaced::follow(app).boxed()),
        of_app("statistics", |app| projection::follow(app).boxed()),
        of_app("slow_observations", |app| projection::slow::follow(app).boxed()),
        of_app("rebuild", |app| projection::rebuild::tend(app).boxed()),
        of_app("webhooks", |app| webhooks::follower::follow(app).boxed()),
        of_app("deliveries", |app| webhooks::sender::run(app).boxed()),
        of_app("joint_moves", |app| joint::finish_all(app).boxed()),
        of_app("streams", |app| live::tasks::follow(app).boxed()),
        of_app("feed", |app| feed::follow(app).boxed()),
        of_app("descriptions", |app| describing::follow(app).boxed()),
        of_app("tree_heads", |app| tree_heads::follow(app).boxed()),
        of_app("heads_sender", |app| heads_sender::follow(app).boxed()),
        of_app("retention", |app| retention::run(app).boxed()),
        tasks.spawn("metrics", move || upkeep.monitoring.upkeep()),
    ]
}

async fn app(config: &Config, store: &Store, address: SocketAddr) -> Result<App, Box<dyn std::error::Error>> {
    let settings = &config.settings;
    let key = operator_key(settings)?;
    let loopback = address.ip().is_loopback();
    if key.is_none() && !loopback {
        tracing::warn!(%address, "others can reach the service and there is no operator's key: nobody can open a record");
    }
    let secrets = Secrets::new(key.as_ref().map(Secret::expose));
    let hosts = Hosts::new(
        address,
        settings.public_url.as_ref().and_then(PublicUrl::authority),
        &settings.boundary.allowed_host,
    );
    let heartbeat = Duration::from_secs(config.settings.heartbeat_seconds.get().into());
    let memory = u64::from(settings.statistics_cache_mib.get()) << 20;
    let streams = Streams::new(settings.max_streams, settings.boundary.max_streams_per_client, heartbeat);
    let live = Live::new(streams, store.shards()?);
    let feed = Feed::new(store).await?;
    let (subscribers, poller) = (live.subscribers.clone(), feed.poller.clone());
    store.listen(Box::new(move |id, seq| {
        subscribers.mark_appended(id, seq);
        poller.wake();
    }));
    Ok(App {
        live,
        feed,
        archive: Archive::new(memory),
        answers: AnswerCache::default(),
        analyses: analysis_cache(),
        observation_files: LateAnswers::new(memory / 8, TYPICAL_FILE_BYTES),
        boards: LateAnswers::new(BOARD_CACHE_BYTES, TYPICAL_BOARD_BYTES),
        ratings: Arc::new(Ratings::new(memory / 4)),
        previews: Previews::default(),
        lanes: Arc::default(),
        records: RecordCache::new(store.clone(), u64::from(settings.record_cache_mib.get()) << 20),
        record_limits: CurrentLimits::new(settings.max_record_events.get().into()),
        signer: Signer::new(store, settings.signing_key.as_ref()).await?,
        heads: HeadSchedule::every(settings.head_seconds.get()),
        heads_elsewhere: settings.heads_to.as_ref().map(Elsewhere::open).transpose()?,
        boundary: Boundary::new(&settings.boundary, hosts, secrets.clone(), settings.max_body_bytes),
        secrets,
        leaving: Leaving::default(),
        open_to_all: loopback && !settings.require_key,
        links: Links { public_url: settings.public_url.clone(), address },
        webhooks: WebhookDelivery::new(&config.settings.webhooks, loopback),
        server_health: None,
        log_note: None,
        supervisor: Supervisor::default(),
        monitoring: Monitoring::install()?,
    })
}

fn http(
    app: web::Data<App>,
    listener: TcpListener,
    max_body_bytes: usize,
) -> std::io::Result<(actix_web::dev::Server, LastConnections)> {
    let table = web::Data::new(Table::new(routes::endpoints()));
    let proxies = app.boundary.networks.clone();
    let service =
        move || {
            ActixApp::new()
                .app_data(app.clone())
                .app_data(table.clone())
                .app_data(app.secrets.clone())
                .app_data(web::PayloadConfig::new(max_body_bytes))
                .wrap(from_fn(pipeline::pass))
                .wrap(from_fn(pages::problem::for_people))
                .wrap(from_fn(problems::complete))
                .wrap(Compress::default())
                .wrap(from_fn(sse::plain))
                .wrap(from_fn(caching::set_cache_headers))
                .wrap(cors::ALLOWED.into_iter().fold(
                    DefaultHeaders::new().add(("X-Content-Type-Options", "nosniff")),
                    DefaultHeaders::add,
                ))
                .wrap(from_fn(observing::observe))
                .wrap(NormalizePath::new(TrailingSlash::MergeOnly))
                .wrap(from_fn(closing::end_connection))
                .wrap(from_fn(connections::note_request))
                .configure(|service| table.mount(service))
        };
    connections::serve(listener, proxies, service, |server| server.shutdown_timeout(SHUTDOWN_GRACE.as_secs()))
}

/// The server of data for the operator's machines only.
fn metrics_server(
    app: web::Data<App>,
    address: SocketAddr,
    listener: TcpListener,
) -> std::io::Result<actix_web::dev::Server> {
    let hosts = web::Data::new(Hosts::new(address, None, app.boundary.hosts.allowed()));
    let proxies = app.boundary.networks.clone();
    let service = move || {
        ActixApp::new()
            .app_data(app.clone())
            .app_data(hosts.clone())
            .app_data(app.secrets.clone())
            .wrap(from_fn(observing::observe))
            .wrap(from_fn(connections::note_request))
            .route("/metrics", web::get().to(health::metrics_apart))
    };
    connections::serve(listener, proxies, service, |server| server.workers(1)).map(|(server, _)| server)
}

/// Every stream is an open file: as many as the system lets us have, not as few as it starts with.
fn allow_many_connections() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// The one line on standard output, for people and for a program that started us on port 0.
fn announce(address: SocketAddr, metrics: Option<SocketAddr>) {
    let metrics = metrics.map(|address| format!(", metrics: http://{address}/metrics")).unwrap_or_default();
    let line = format_args!("kifu is listening on http://{address} (docs: http://{address}/docs/{metrics})");
    if let Err(error) = output::print(line) {
        tracing::debug!(%error, "nobody reads standard output");
    }
    tracing::info!(%address, "listening");
}

/// Informs the program that started us, if it is systemd or speaks like it (`sd_notify(3)`).
fn inform_service_manager(state: NotifyState) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager can't be informed");
    }
}
